// A video that the window records: frames of the take, drawn between the window's own pictures.
#include <fstream>
#include <sstream>

#include "tests/window/walk.h"

namespace raycloth {
namespace {

class WindowFilm : public walk::PanelsWalk {
 protected:
  void take_frames(long long count) {
    wait_for([&] { return workbench_->frame().number >= count; }, "frames");
    workbench_->play(false);
    wait_for([&] { return !workbench_->frame().playing; }, "a pause");
  }
  void wait_for_message(const std::string& words) {
    wait_for([&] { return workbench_->message.text.find(words) != std::string::npos; }, words.c_str());
  }
};

std::string bytes_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// Of an animated PNG, as its chunk acTL says.
int pictures_in(const std::string& png) {
  const size_t control = png.find("acTL");
  EXPECT_NE(control, png.npos);
  EXPECT_EQ(png.substr(png.size() - 8, 4), "IEND") << "whole";
  int count = 0;
  for (int i = 0; i < 4; ++i) count = 256 * count + static_cast<unsigned char>(png.at(control + 4 + i));
  return count;
}

TEST_F(WindowFilm, HasAPictureOfEveryFrame) {
  take_frames(3);
  const long long here = workbench_->frame().number;
  workbench_->record_video("v.apng", 0, 2);
  EXPECT_FALSE(workbench_->playing());
  wait_for_message("v.apng: frames 0 to 2 recorded");
  EXPECT_EQ(pictures_in(bytes_of("v.apng")), 3);
  EXPECT_EQ(workbench_->frame().number, here);
  EXPECT_FALSE(workbench_->task());
  EXPECT_EQ(workbench_->usual_video().stem(), workbench_->scene().name);
}

TEST_F(WindowFilm, ThatIsCancelledIsWholeAsFarAsItWent) {
  take_frames(12);
  workbench_->record_video("v.apng", 0, 12);
  wait_for([&] { return workbench_->task() && workbench_->task()->part > 0.1; }, "pictures");
  workbench_->cancel_task();
  wait_for_message("then it was cancelled");
  const int pictures = pictures_in(bytes_of("v.apng"));
  EXPECT_GT(pictures, 0);
  EXPECT_LT(pictures, 13);
}

TEST_F(WindowFilm, ThatCannotBeSaysWhy) {
  take_frames(2);
  workbench_->record_video("v.avi", 0, 1);
  wait_for_message("v.avi: found the ending '.avi'");
}

}  // namespace
}  // namespace raycloth
