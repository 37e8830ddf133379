#include "app/cli/option_parts.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <sstream>

#include "app/run/past/session.h"
#include "device/error.h"
#include "sim/text.h"

namespace raycloth {
namespace {

namespace fs = std::filesystem;

constexpr int kMaxThreads = 4096;

/// "" or what is wrong with it, as CLI11 wants that.
template <class Number>
CLI::Validator number_of(const char* kind, Number from, Number to) {
  std::ostringstream range;
  range << from << " to " << to;
  const auto look = [=, range = range.str()](const std::string& text) -> std::string {
    Number value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc() && end == text.data() + text.size() && value >= from && value <= to) return "";
    return std::string("expected a ") + kind + " from " + range + ", found \"" + text + "\"";
  };
  return CLI::Validator(look, range.str());
}

/// Each may be there several times.
void add_objects(CLI::App& app, ObjectOptions& objects) {
  const auto add = [&](const char* flag, std::vector<std::string>& target, const char* type, const char* help) {
    app.add_option(flag, target, help)->type_name(type)->allow_extra_args(false);
  };
  add("--remove", objects.remove, "OBJECT", "Leave an object out");
  add("--add", objects.add, "\"FILE KEY=VALUE ...\"",
      "Add a mesh: as=cloth|solid|shell|rigid|soft|moving (as its file's animation says), animation=, name=, at=x,y,z, "
      "turn=x,y,z (degrees), scale= or fit= (m), up=, "
      "half_thickness=, color=r,g,b; or \"sheet size=x,z cells=x,z ...\", flat, of cloth; or all objects of a scene "
      "(.json), where they are there");
  add("--place", objects.place, "\"OBJECT KEY=VALUE ...\"",
      "Move, turn or scale an object about its middle: at=x,y,z, turn=x,y,z (degrees), scale=");
  add("--look", objects.look, "\"OBJECT KEY=VALUE ...\"",
      "Rename, recolour or hide an object: name=, color=r,g,b, hidden=yes|no");
  add("--paint", objects.paint, "\"OBJECT KEY=VALUE ...\"",
      "Make cloth thicker or thinner around a place: at=x,y,z, radius= (m), factor= (of the half thickness), "
      "strength=");
  add("--cut", objects.cut, "\"OBJECT KEY=VALUE ...\"",
      "Cut cloth, as it begins, under a line: path=x,y,z x,y,z ... (a ring ends where it begins), along=x,y,z (the "
      "view; "
      "from above)");
}

}  // namespace

std::vector<std::string> words(std::span<const char* const> names) { return {names.begin(), names.end()}; }

CLI::Validator whole_number(int from, int to) { return number_of("whole number", from, to); }
CLI::Validator number(float from, float to) { return number_of("number", from, to); }

std::optional<long long> whole_of(const std::string& text) {
  long long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 0) return std::nullopt;
  return value;
}

CLI::Validator png_file() {
  const auto look = [](const std::string& file) -> std::string {
    if (ending_of(file) == ".png") return "";
    return "expected a file that ends in .png, found \"" + file + "\"";
  };
  return CLI::Validator(look, "");
}

void add_device(CLI::App& app, DeviceChoice& device) {
  add_choice(app, "--device", device, {"auto", "cpu", "cuda"}, "Where to run: auto, cpu or cuda");
}

void add_overrides(CLI::App& app, Overrides& overrides) {
  add_device(app, overrides.device);
  app.add_option("--threads", overrides.threads, "CPU threads; 0 is all")->check(whole_number(0, kMaxThreads));
  app.add_option("--ray-tracer", overrides.ray_tracer, "For all targets: auto, bvh, brute-force or iterative")
      ->check(CLI::IsMember(words(kRayTracerNames)));
  app.add_option("--inversion", overrides.inversion, "Inversion handling: off, last-step or remembered")
      ->check(CLI::IsMember(words(kInversionNames)));
  app.add_option("--reprojection", overrides.reprojection, "Re-projected ray lengths: on or off")
      ->check(CLI::IsMember(std::vector<std::string>{"on", "off"}));
  app.add_option(
         "--set", overrides.set,
         "A setting, or OBJECT.property, or cloth.property of every cloth: key=value; OBJECT.fabric=NAME: as measured "
         "(raycloth fabrics)")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  app.add_option("--pins", overrides.pins,
                 "Of a cloth, these vertices are pinned and no others, by number in its file, from 0; or none")
      ->type_name("OBJECT:NUMBER,NUMBER")
      ->allow_extra_args(false);
}

void add_scene(CLI::App& app, SceneOptions& options) {
  app.add_option("scene", options.files,
                 "A scene (.json), or one or more meshes (.obj, .glb, .gltf); and a session (.jsonl), where one can be "
                 "replayed")
      ->type_name("FILE");
  add_choice(app, "--as", options.as, {"auto", "obstacle", "cloth"}, "What a mesh becomes: auto, obstacle or cloth");
  add_objects(app, options.objects);
  add_overrides(app, options);
}

void add_replay(CLI::App& app, SceneOptions& options) {
  app.add_option("--replay", options.replay,
                 "Do a recorded session again; without it, the scene's own; none: not even that")
      ->type_name("FILE.jsonl|none");
}

void move_assignments(SceneOptions& options) {
  std::error_code ignored;
  std::vector<fs::path> files;
  for (const fs::path& file : options.files) {
    const bool assignment = file.string().find('=') != std::string::npos && !fs::exists(file, ignored);
    if (assignment) {
      options.set.push_back(file.string());
    } else {
      files.push_back(file);
    }
  }
  options.files = std::move(files);
}

void move_session(SceneOptions& options) {
  const auto session = std::ranges::find_if(options.files, is_session_file);
  if (session == options.files.end()) return;
  const std::string name = session->string();
  check(options.replay.empty(), name + ": found two sessions, expected one; the other is " + options.replay.string());
  options.replay = *session;
  options.files.erase(session);
  check(std::ranges::none_of(options.files, is_session_file), name + ": found two sessions, expected one");
  check(!options.files.empty(), name + ": a session of which scene? Name that first, as in: raycloth SCENE " + name);
}

void require_scene(const SceneOptions& options, const std::string& command) {
  check(!options.files.empty(),
        command + ": which scene? Name a .json file or a mesh (raycloth scenes lists the shipped)");
}

CLI::Option* add_frames(CLI::App& app, int& frames) {
  return app.add_option("--frames", frames, "Steps to run")->capture_default_str()->check(whole_number(1, kMaxFrames));
}

void add_from_frame(CLI::App& app, int& from, const char* help) {
  app.add_option("--from-frame", from, help)->type_name("N")->check(whole_number(0, kMaxFrames));
}

std::string words_of(const CLI::ParseError& error, const CLI::App& app) {
  std::string text = error.what();
  if (dynamic_cast<const CLI::ExtrasError*>(&error)) {
    const std::vector<std::string> words = app.remaining(true);
    text = "did not expect " + joined(words, [](const std::string& word) { return "'" + word + "'"; });
  }
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

void parse_text(CLI::App& app, const std::string& text, const std::string& name) {
  try {
    app.parse(text);
  } catch (const CLI::ParseError& error) {
    throw InputError(name + " \"" + text + "\": " + words_of(error, app));
  }
}

}  // namespace raycloth
