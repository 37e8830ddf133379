// Videos of a run: what their files hold, read back by readers written here and, of encoded ones, by ffmpeg itself.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "app/run/frame_rate.h"
#include "tests/app/program.h"

namespace raycloth::test {
namespace {

namespace fs = std::filesystem;

TEST(FrameRate, IsTheSimplestFractionOfTheTimeStep) {
  const auto fraction = [](float time_step) {
    const FrameRate rate = frame_rate(time_step);
    return std::pair(rate.numerator, rate.denominator);
  };
  EXPECT_EQ(fraction(1.0f / 60), std::pair(60, 1));
  EXPECT_EQ(fraction(1.0f / 24), std::pair(24, 1));
  EXPECT_EQ(fraction(0.001f), std::pair(1000, 1));
  EXPECT_EQ(fraction(0.1f), std::pair(10, 1));
  EXPECT_EQ(fraction(0.015f), std::pair(200, 3));
  EXPECT_NEAR(frame_rate(1001.0f / 60000).value(), 60000.0 / 1001, 3e-5);  // of television
}

TEST(FrameRate, IsCloseForAnyTimeStepAndFits16Bits) {
  for (float time_step = 0.001f; time_step < 0.1f; time_step *= 1.00717f) {
    const FrameRate rate = frame_rate(time_step);
    EXPECT_NEAR(rate.value() * time_step, 1, 1e-5) << time_step;
    EXPECT_LE(std::max(rate.numerator, rate.denominator), 65535) << time_step;
  }
}

/// A falling towel before a camera, three of its sides seen against the ground.
fs::path write_seen_scene(const Folder& folder, const std::string& settings = "{}") {
  const fs::path file = folder / "seen.json";
  std::ofstream(file) << R"({"settings": )" << settings << R"(, "ground": {},
    "camera": {"eye": [0, 0.9, 1.2], "target": [0, 0.4, 0]},
    "objects": [{"name": "towel", "kind": "cloth", "sheet": {"size": [0.5, 0.3], "cells": [5, 3]},
                 "color": [0.8, 0.1, 0.1], "translate": [0, 0.6, 0]}]})";
  return file;
}

Result record(const fs::path& scene, const fs::path& video, int frames, std::vector<std::string> more = {}) {
  std::vector<std::string> words = {"run", scene, "--frames", std::to_string(frames), "--video", video};
  words.insert(words.end(), more.begin(), more.end());
  return run_program(words);
}

bool draws_no_pictures(const Result& result) { return result.err.find("no picture:") != std::string::npos; }

std::string numbered(int number) {
  std::array<char, 32> name;
  std::snprintf(name.data(), name.size(), "p%03d.png", number);
  return name.data();
}

struct Chunk {
  std::string name, data, whole;
};

uint32_t number_at(const std::string& bytes, size_t at, int size = 4) {
  uint32_t value = 0;
  for (int i = 0; i < size; ++i) value = 256 * value + static_cast<unsigned char>(bytes.at(at + i));
  return value;
}

std::vector<Chunk> chunks_of(const fs::path& png) {
  const std::string bytes = read_text(png);
  EXPECT_EQ(bytes.substr(0, 8), "\x89PNG\r\n\x1a\n");
  std::vector<Chunk> chunks;
  for (size_t at = 8; at < bytes.size();) {
    const size_t size = number_at(bytes, at);
    EXPECT_LE(at + 12 + size, bytes.size()) << "cut off";
    chunks.push_back({bytes.substr(at + 4, 4), bytes.substr(at + 8, size), bytes.substr(at, 12 + size)});
    at += 12 + size;
    if (chunks.back().name == "IEND") break;  // what a killed run left behind it is nobody's
  }
  return chunks;
}

/// The picture data of an animated PNG, picture by picture; checks what surrounds it.
std::vector<std::string> pictures_of(const fs::path& animated, FrameRate rate) {
  const std::vector<Chunk> chunks = chunks_of(animated);
  std::vector<std::string> pictures;
  uint32_t sequence = 0;
  EXPECT_EQ(chunks.at(1).name, "acTL");
  EXPECT_EQ(chunks.back().name, "IEND");
  for (size_t i = 2; i + 1 < chunks.size(); i += 2) {
    const std::string& control = chunks[i].data;
    EXPECT_EQ(chunks[i].name, "fcTL");
    EXPECT_EQ(number_at(control, 0), sequence++);
    EXPECT_EQ(control.substr(4, 8), chunks[0].data.substr(0, 8)) << "the size that the header tells";
    EXPECT_EQ(number_at(control, 20, 2), static_cast<uint32_t>(rate.denominator)) << "delay";
    EXPECT_EQ(number_at(control, 22, 2), static_cast<uint32_t>(rate.numerator));
    const Chunk& picture = chunks.at(i + 1);
    EXPECT_EQ(picture.name, i == 2 ? "IDAT" : "fdAT");
    if (i > 2) {
      EXPECT_EQ(number_at(picture.data, 0), sequence++);
    }
    pictures.push_back(picture.data.substr(i == 2 ? 0 : 4));
  }
  EXPECT_EQ(number_at(chunks[1].data, 0), pictures.size());
  return pictures;
}

TEST(Video, PicturesAreWhatPictureDraws) {
  const Folder folder;
  const fs::path scene = write_seen_scene(folder);
  const Result result = record(scene, folder / "deep" / "p%03d.png", 4, {"--picture", folder / "last.png"});
  if (draws_no_pictures(result)) GTEST_SKIP() << result.err;
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(read_text(folder / "deep" / numbered(4)), read_text(folder / "last.png"));
  EXPECT_NE(read_text(folder / "deep" / numbered(3)), read_text(folder / "last.png"));
  EXPECT_FALSE(fs::exists(folder / "deep" / numbered(5)));
  EXPECT_FALSE(fs::exists(folder / "deep" / numbered(0)));
}

TEST(Video, ViewsAndHeatAreThePicturesOwn) {
  const Folder folder;
  const fs::path scene = write_seen_scene(folder);
  const std::vector<std::string> words = {"--view", "front", "--heat", "speed", "--picture", folder / "last.png"};
  const Result result = record(scene, folder / "p%03d.png", 3, words);
  if (draws_no_pictures(result)) GTEST_SKIP() << result.err;
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(read_text(folder / numbered(3)), read_text(folder / "last.png"));
  const auto drawn = [&](const std::vector<std::string>& how) {
    EXPECT_EQ(record(scene, folder / "q%03d.png", 1, how).code, 0);
    return read_text(folder / "q001.png");
  };
  const std::string plain = drawn({}), side = drawn({"--view", "front"}), ortho = drawn({"--ortho"});
  EXPECT_NE(plain, side);
  EXPECT_NE(plain, ortho);
  EXPECT_NE(side, ortho);
  EXPECT_NE(side, read_text(folder / numbered(1))) << "heat";
}

TEST(Video, AFolderTakesFilesNamedAsExportsAre) {
  const Folder folder;
  const Result result = record(write_seen_scene(folder), folder / "frames", 2, {"--video-size", "64x40"});
  if (draws_no_pictures(result)) GTEST_SKIP() << result.err;
  ASSERT_EQ(result.code, 0) << result.err;
  const std::string header = chunks_of(folder / "frames" / "frame_000002.png").at(0).data;
  EXPECT_EQ(number_at(header, 0), 64u);
  EXPECT_EQ(number_at(header, 4), 40u);
  EXPECT_FALSE(fs::exists(folder / "frames" / "frame_000003.png"));
}

TEST(Video, AnAnimatedPngHoldsThePicturesOfTheNumberedOnes) {
  const Folder folder;
  const fs::path scene = write_seen_scene(folder, R"({"time_step": 0.015})");
  const Result result = record(scene, folder / "a.png", 5, {"--video-size", "120x75"});
  if (draws_no_pictures(result)) GTEST_SKIP() << result.err;
  ASSERT_EQ(result.code, 0) << result.err;
  ASSERT_EQ(record(scene, folder / "p%03d.png", 5, {"--video-size", "120x75"}).code, 0);
  const std::vector<std::string> pictures = pictures_of(folder / "a.png", {200, 3});
  ASSERT_EQ(pictures.size(), 5u);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(pictures[i], chunks_of(folder / numbered(i + 1)).at(1).data) << i;
  // The sums of the chunks made here and by the writer of ordinary PNGs are the same.
  EXPECT_EQ(chunks_of(folder / "a.png").at(3).whole, chunks_of(folder / numbered(1)).at(1).whole);
}

TEST(Video, OfEveryThirdStepHasFramesThreeSixAndNineAtAThirdOfTheRate) {
  const Folder folder;
  const fs::path scene = write_seen_scene(folder);
  const Result result = record(scene, folder / "a.apng", 9, {"--video-size", "64x40", "--video-every", "3"});
  if (draws_no_pictures(result)) GTEST_SKIP() << result.err;
  ASSERT_EQ(result.code, 0) << result.err;
  record(scene, folder / "all.apng", 9, {"--video-size", "64x40"});
  const std::vector<std::string> some = pictures_of(folder / "a.apng", {20, 1});
  const std::vector<std::string> all = pictures_of(folder / "all.apng", {60, 1});
  ASSERT_EQ(some.size(), 3u);
  ASSERT_EQ(all.size(), 9u);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(some[i], all[3 * i + 2]) << "frames 3, 6 and 9";
}

// Steps of 1/60 s, then, from frame 3 on, of 1/30 s: 3 / 60 + 4 / 30 s are 11 pictures, and each of the last is seen
// twice.
TEST(Video, TimeInItIsTheSimulations) {
  const Folder folder;
  std::ofstream(folder / "s.jsonl") << "{\"raycloth_session\": 1, \"scene\": \"seen\"}\n"
                                       "{\"frame\": 3, \"set\": {\"time_step\": 0.0333333333}}\n"
                                       "{\"frame\": 9, \"set\": {\"time_step\": 0.02}}\n";
  const Result result =
      record(write_seen_scene(folder), folder / "a.apng", 7, {"--video-size", "64x40", "--replay", folder / "s.jsonl"});
  if (draws_no_pictures(result)) GTEST_SKIP() << result.err;
  ASSERT_EQ(result.code, 0) << result.err;
  const std::vector<std::string> pictures = pictures_of(folder / "a.apng", {60, 1});
  ASSERT_EQ(pictures.size(), 11u);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(pictures[4 + 2 * i], pictures[3 + 2 * i]) << i;
  EXPECT_NE(pictures[2], pictures[3]);
}

/// Runs for hours unless ended: a video, and timings of as many rows.
Result record_until(const Interruption& interruption, const Folder& folder, const std::string& video,
                    const std::string& size) {
  return run_program({"run", write_seen_scene(folder), "--frames", "100000000", "--video", folder / video,
                      "--video-size", size, "--timings", folder / "t.csv"},
                     &interruption);
}

// The more a file holds the longer the signal waits.
TEST(Video, AnInterruptedOrKilledRunLeavesAnAnimationOfWhatWasDone) {
  for (int signal : {SIGINT, SIGKILL}) {
    const Folder folder;
    const Result result = record_until({folder / "a.apng", 20000, signal}, folder, "a.apng", "120x76");
    if (draws_no_pictures(result)) GTEST_SKIP() << result.err;
    ASSERT_EQ(result.code, signal == SIGINT ? 130 : 128 + SIGKILL) << result.err;
    if (signal == SIGINT) {
      EXPECT_EQ(pictures_of(folder / "a.apng", {60, 1}).size(), line_count(read_text(folder / "t.csv")) - 8u)
          << "a picture a row, under seven comments and the names";
    } else {
      EXPECT_GT(number_at(chunks_of(folder / "a.apng").at(1).data, 0), 1u);
    }
  }
}

/// What a command prints.
std::string answer(const std::string& command) {
  std::string text;
  FILE* out = popen(command.c_str(), "r");
  for (int c; out && (c = std::fgetc(out)) != EOF;) text += static_cast<char>(c);
  if (out) pclose(out);
  return text;
}

bool has_ffmpeg() { return !answer("ffprobe -version 2>/dev/null").empty(); }

/// Decoded RGB bytes of all pictures.
std::string decoded(const fs::path& video) {
  return answer("ffmpeg -v error -i '" + video.string() + "' -f rawvideo -pix_fmt rgb24 -");
}

/// Of 255, a channel of a pixel; of all, or of those that are red.
double mean_difference(const std::string& exact, const std::string& found, bool red) {
  const auto channel = [](const std::string& rgb, size_t i) { return static_cast<unsigned char>(rgb[i]); };
  double sum = 0, count = 0;
  for (size_t i = 0; i < exact.size(); i += 3) {
    if (red && channel(exact, i) < 2 * channel(exact, i + 1)) continue;
    for (size_t k = i; k < i + 3; ++k) sum += std::abs(channel(exact, k) - channel(found, k));
    count += 3;
  }
  EXPECT_GT(count, 1000);
  return sum / count;
}

std::string streams_of(const fs::path& video) {
  return answer("ffprobe -v error -count_frames -show_entries stream=codec_name,r_frame_rate,nb_read_frames " +
                std::string("-of csv=p=0 '") + video.string() + "'");
}

TEST(Video, EncodedOnesShowTheSamePicturesAtTheirTime) {
  if (!has_ffmpeg()) GTEST_SKIP() << "no ffmpeg here";
  const Folder folder;
  const fs::path scene = write_seen_scene(folder, R"({"time_step": 0.04})");
  const std::vector<std::string> size = {"--video-size", "240x150"};
  const Result result = record(scene, folder / "p%03d.png", 6, size);
  if (draws_no_pictures(result)) GTEST_SKIP() << result.err;
  ASSERT_EQ(result.code, 0) << result.err;
  const std::string exact = decoded(folder / "p%03d.png");
  ASSERT_EQ(exact.size(), 6u * 240 * 150 * 3);
  for (const std::string ending : {"mp4", "webm", "mkv"}) {
    const fs::path video = folder / ("v." + ending);
    ASSERT_EQ(record(scene, video, 6, size).code, 0) << ending;
    EXPECT_EQ(streams_of(video), ending == "mp4" ? "h264,25/1,6\n" : "av1,25/1,6\n");
    const std::string found = decoded(video);
    ASSERT_EQ(found.size(), exact.size()) << ending;
    EXPECT_LT(mean_difference(exact, found, false), 2.5) << ending;
    EXPECT_LT(mean_difference(exact, found, true), 8) << ending << ": tint of the towel";
  }
}

TEST(Video, AnInterruptedRunLeavesAnMp4ThatPlays) {
  if (!has_ffmpeg()) GTEST_SKIP() << "no ffmpeg here";
  const Folder folder;
  const Result result = record_until({folder / "t.csv", 3000, SIGINT}, folder, "a.mp4", "64x40");
  if (draws_no_pictures(result)) GTEST_SKIP() << result.err;
  ASSERT_EQ(result.code, 130) << result.err;
  const int frames = line_count(read_text(folder / "t.csv")) - 8;
  EXPECT_EQ(streams_of(folder / "a.mp4"), "h264,60/1," + std::to_string(frames) + "\n");
}

TEST(Video, WithoutFfmpegTheMessageNamesWhatGoesWithoutIt) {
  const Folder folder;
  const fs::path scene = write_seen_scene(folder), video = folder / "a.mp4";
  const std::string path = std::getenv("PATH");
  setenv("PATH", folder.path().c_str(), 1);
  const Result result = record(scene, video, 1);
  setenv("PATH", path.c_str(), 1);
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(line_count(result.err), 1) << result.err;
  for (const char* word : {"a.mp4: needs ffmpeg", "a.apng", "a/%05d.png"})
    EXPECT_NE(result.err.find(word), std::string::npos) << result.err;
  EXPECT_FALSE(fs::exists(video));
}

}  // namespace
}  // namespace raycloth::test
