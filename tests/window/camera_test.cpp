// The orbit camera: what it frames, where its rays go. Expected values from projecting corners and from
// geometry.
#include "app/view/camera.h"

#include <gtest/gtest.h>

#include "app/view/camera_text.h"
#include "app/view/marks/grid_words.h"
#include "device/error.h"

namespace raycloth {
namespace {

/// Place in the picture, 0..1 from the left and upper edge.
Vec2 place_of(const CameraView& view, Vec3 point) {
  const Vec4 clip = view.projection * view.view * Vec4(point, 1);
  return {0.5f + 0.5f * clip.x / clip.w, 0.5f - 0.5f * clip.y / clip.w};
}

TEST(OrbitCamera, FramesEveryCornerOfABoxAndFillsMostOfThePicture) {
  const ViewBox box{Vec3(-0.5f, 0, -0.7f), Vec3(1.5f, 0.6f, 0.7f)};
  for (float aspect : {0.5f, 1.0f, 1.8f}) {
    OrbitCamera camera;
    camera.frame(box, aspect);
    Vec2 low(1), high(0);
    for (int i = 0; i < 8; ++i) {
      const Vec3 corner(i & 1 ? box.max.x : box.min.x, i & 2 ? box.max.y : box.min.y, i & 4 ? box.max.z : box.min.z);
      const Vec2 place = place_of(camera.view(aspect), corner);
      low = glm::min<2, float, glm::defaultp>(low, place);
      high = glm::max<2, float, glm::defaultp>(high, place);
    }
    EXPECT_GE(std::min(low.x, low.y), 0.0f) << "aspect " << aspect;
    EXPECT_LE(std::max(high.x, high.y), 1.0f) << "aspect " << aspect;
    EXPECT_GT(std::max(high.x - low.x, high.y - low.y), 0.5f) << "aspect " << aspect;
  }
}

/// What is in the box may fall onto the floor; one that is far down stays out of the picture.
TEST(OrbitCamera, FramesTheFloorBelowABoxToo) {
  const ViewBox box{Vec3(-0.3f, 0.9f, -0.3f), Vec3(0.3f, 1.5f, 0.3f)};
  const auto lowest = [&](std::optional<float> floor) {
    OrbitCamera camera;
    camera.stay_above(floor);
    camera.frame(box, 1.6f);
    return place_of(camera.view(1.6f), Vec3(0, 0, 0)).y;
  };
  EXPECT_LT(lowest(0.0f), 0.85f) << "above the timeline";
  EXPECT_GT(lowest(std::nullopt), 1.0f);
  EXPECT_GT(lowest(-3.0f), 1.0f);
}

TEST(OrbitCamera, LooksFromTheGivenEyeAtTheTarget) {
  OrbitCamera camera;
  camera.look(Vec3(1, 2, 3), Vec3(0.5f, 0, -1));
  EXPECT_LT(glm::length(camera.eye() - Vec3(1, 2, 3)), 1e-5f);
  const Vec2 place = place_of(camera.view(1.5f), Vec3(0.5f, 0, -1));
  EXPECT_NEAR(place.x, 0.5f, 1e-5f);
  EXPECT_NEAR(place.y, 0.5f, 1e-5f);
}

TEST(OrbitCamera, ARayThroughAPlaceMeetsWhatIsDrawnThere) {
  OrbitCamera camera;
  camera.look(Vec3(0.3f, 1, 2), Vec3(0, 0.2f, 0));
  for (Vec2 place : {Vec2(0.1f, 0.2f), Vec2(0.9f, 0.7f), Vec2(0.5f, 0.5f)}) {
    const ViewRay ray = camera.ray(place, 1.6f);
    const Vec2 drawn = place_of(camera.view(1.6f), ray.origin + 1.7f * ray.direction);
    EXPECT_NEAR(drawn.x, place.x, 1e-4f);
    EXPECT_NEAR(drawn.y, place.y, 1e-4f);
  }
}

TEST(OrbitCamera, PanningMovesTheTargetWithTheMouse) {
  OrbitCamera camera;
  camera.look(Vec3(1, 1, 1), Vec3(0));
  camera.pan(0.1f, 0.25f);  // of the picture's height, right and down
  const Vec2 place = place_of(camera.view(2.0f), Vec3(0));
  EXPECT_NEAR(place.x, 0.5f + 0.1f / 2.0f, 1e-4f);
  EXPECT_NEAR(place.y, 0.75f, 1e-4f);
}

TEST(OrbitCamera, TurningAndZoomingKeepTheTarget) {
  OrbitCamera camera;
  camera.look(Vec3(0, 1, 4), Vec3(0, 1, 0));
  camera.zoom(1);
  EXPECT_NEAR(camera.distance(), 3.6f, 1e-5f);
  camera.orbit(0.3f, 10.0f);  // far over the pole: stops short of it
  EXPECT_LT(glm::length(camera.target() - Vec3(0, 1, 0)), 1e-6f);
  EXPECT_NEAR(glm::length(camera.eye() - camera.target()), 3.6f, 1e-4f);
  EXPECT_LT(camera.forward().y, -0.99f);
  EXPECT_GT(camera.eye().y, 1.0f);
}

TEST(OrbitCamera, LooksAlongTheAxesWithoutPerspective) {
  using Side = OrbitCamera::Side;
  struct Case {
    Side side;
    Vec3 forward, right;  // of the picture
  };
  const Vec3 target(0.2f, 0.5f, 0.1f);
  for (const Case& c : {Case{Side::front, {0, 0, -1}, {1, 0, 0}}, Case{Side::back, {0, 0, 1}, {-1, 0, 0}},
                        Case{Side::right, {-1, 0, 0}, {0, 0, -1}}, Case{Side::left, {1, 0, 0}, {0, 0, 1}},
                        Case{Side::top, {0, -1, 0}, {1, 0, 0}}, Case{Side::bottom, {0, 1, 0}, {1, 0, 0}}}) {
    OrbitCamera camera;
    camera.look(Vec3(1, 2, 3), target);
    camera.look_from(c.side);
    EXPECT_LT(glm::length(camera.forward() - c.forward), 1e-6f);
    const CameraView view = camera.view(1.5f);
    EXPECT_LT(glm::length(place_of(view, target) - Vec2(0.5f)), 1e-5f);
    const Vec2 shift = place_of(view, target + 0.1f * c.right) - Vec2(0.5f);
    EXPECT_NEAR(shift.x, 0.1f / camera.height() / 1.5f, 1e-5f);
    EXPECT_NEAR(shift.y, 0, 1e-5f);
    EXPECT_LT(glm::length(place_of(view, target + 0.7f * c.forward) - Vec2(0.5f)), 1e-5f) << "depth changes nothing";
  }
}

TEST(OrbitCamera, WithoutPerspectiveWhatLiesAtTheTargetStaysAsLargeAndRaysMeetWhatIsDrawn) {
  OrbitCamera camera;
  camera.look(Vec3(0.3f, 1, 2), Vec3(0, 0.2f, 0));
  const Vec3 beside = Vec3(0, 0.2f, 0) + 0.3f * glm::normalize(glm::cross(camera.forward(), Vec3(0, 1, 0)));
  const Vec2 before = place_of(camera.view(1.6f), beside);
  camera.set_orthographic(true);
  EXPECT_LT(glm::length(place_of(camera.view(1.6f), beside) - before), 1e-5f);
  for (Vec2 place : {Vec2(0.1f, 0.2f), Vec2(0.9f, 0.7f)}) {
    const ViewRay ray = camera.ray(place, 1.6f);
    const Vec2 drawn = place_of(camera.view(1.6f), ray.origin + 101.3f * ray.direction);
    EXPECT_LT(glm::length(drawn - place), 1e-4f);
  }
}

TEST(OrbitCamera, TakesAPoseAsItWas) {
  OrbitCamera camera;
  camera.look_from(OrbitCamera::Side::top);
  camera.orbit(0.3f, 0);
  camera.pan(0.2f, 0.1f);
  camera.zoom(3);
  OrbitCamera other;
  other.fly_to({5, 5, 5}, 3);
  other.take(camera.pose());
  other.advance(10);
  EXPECT_EQ(other.view(1.6f).view, camera.view(1.6f).view);
  EXPECT_EQ(other.view(1.6f).projection, camera.view(1.6f).projection);
}

TEST(OrbitCamera, StaysAboveTheFloorHoweverItIsMoved) {
  OrbitCamera camera;
  camera.look({0, 0.5f, 2}, {0, 0.2f, 0});
  camera.stay_above(0.1f);
  camera.orbit(0, -1);  // would look up from far below
  EXPECT_GT(camera.eye().y, 0.1f);
  EXPECT_LT(camera.eye().y, 0.3f) << "as low as it can";
  camera.zoom(-10);
  EXPECT_GT(camera.eye().y, 0.1f);
  camera.pan(0, -0.2f);
  EXPECT_GT(camera.eye().y, 0.1f);
  camera.fly_to({0, 0.15f, 0}, 30);
  camera.advance(10);
  EXPECT_GT(camera.eye().y, 0.1f);
  camera.look({0, -3, 2}, {0, 0.2f, 0});
  EXPECT_GT(camera.eye().y, 0.1f);
  camera.stay_above({});
  camera.orbit(0, -1);
  EXPECT_LT(camera.eye().y, 0.1f);
}

/// A point above the target, half as high as the picture is there, is at the picture's upper edge.
TEST(CameraText, SaysWhereTheEyeIsAndHowMuchItSees) {
  for (const auto& [fov, degrees] : {std::pair{"", 0.66f * 57.2957795f}, {" fov=90", 90.0f}, {" fov=20", 20.0f}}) {
    OrbitCamera camera;
    camera.look(parse_camera(std::string("eye=1,0.5,3 target=1,0.5,-1") + fov));
    EXPECT_LT(glm::distance(camera.eye(), Vec3(1, 0.5f, 3)), 1e-5f);
    const float half = 4 * std::tan(0.5f * glm::radians(degrees));
    const Vec2 place = place_of(camera.view(1.5f), Vec3(1, 0.5f + half, -1));
    EXPECT_NEAR(place.x, 0.5f, 1e-4f) << fov;
    EXPECT_NEAR(place.y, 0, 1e-4f) << fov;
    EXPECT_NEAR(camera.height(), 2 * half, 1e-4f) << "of which the scale bar is made";
  }
}

/// What camera_options() writes, as a shell gives it to parse_camera().
OrbitCamera read_back(const std::string& options) {
  const size_t from = options.find('"') + 1, to = options.rfind('"');
  OrbitCamera camera;
  camera.look(parse_camera(options.substr(from, to - from)));
  camera.set_orthographic(options.ends_with(" --ortho"));
  return camera;
}

TEST(CameraText, OfAViewShowsTheSameAgain) {
  using Pose = OrbitCamera::Pose;
  for (const Pose& pose : {Pose{{0.1f, 0.7f, -0.3f}, 0.6f, 0.35f, 2}, Pose{{-3, 0.01f, 8}, -2.7f, -0.9f, 0.05f},
                           Pose{{0, 1, 0}, 1.1f, 1.6f, 1.5f, true}, Pose{{0, 1, 0}, 3, -1.6f, 1.5f},
                           Pose{{0.2f, 0.4f, 0}, 0, 1.6f, 3, true}}) {
    OrbitCamera camera;
    camera.take(pose);
    const std::string options = camera_options(camera);
    const OrbitCamera again = read_back(options);
    EXPECT_EQ(again.orthographic(), pose.orthographic);
    for (const Vec3 beside : {Vec3(0.1f, 0, 0), Vec3(0, 0.1f, 0), Vec3(0, 0, 0.1f)}) {
      const Vec3 point = pose.target + pose.distance * beside;
      EXPECT_LT(glm::length(place_of(camera.view(1.6f), point) - place_of(again.view(1.6f), point)), 1e-3f) << options;
    }
  }
}

TEST(CameraText, SaysWhatIsWrongWithIt) {
  const auto refusal = [](const std::string& text) -> std::string {
    try {
      parse_camera(text);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  for (const auto& [text, words] :
       {std::pair{"", "where? Write eye=x,y,z target=x,y,z"},
        {"eye=1,2,3", "where? Write eye="},
        {"1,2,3", "no '1,2,3'; there are eye, target, fov"},
        {"eye=1,2,3 at=0,0,0", "no 'at'; there are eye, target, fov"},
        {"eye=1,2 target=0,0,0", "found eye=1,2, expected three numbers"},
        {"eye=1,2,nan target=0,0,0", "found eye=1,2,nan, expected three numbers"},
        {"eye=1,2,3 target=0,0,0 fov=0", "found fov=0, expected a number from 1 to 150"},
        {"eye=1,2,3 target=1,2,3", "found target=1,2,3, expected a place 0.02 to 200 m from the eye"}}) {
    const std::string found = refusal(text);
    EXPECT_NE(found.find(words), std::string::npos) << text << ": " << found;
    EXPECT_TRUE(found.starts_with("--camera \"")) << found;
  }
}

/// From right above, without perspective: a pixel is as large everywhere.
TEST(GridWords, SayWhichLinesCanBeToldApart) {
  const GroundPlane ground{0.2f, {0, 0}, 50};
  const auto words = [&](std::optional<GroundPlane> plane, OrbitCamera::Side side, float metres_per_pixel) {
    OrbitCamera camera;
    camera.look({0, 0.2f, 1}, {0, 0.2f, 0});
    camera.look_from(side);
    camera.zoom(std::log(800 * metres_per_pixel / camera.height()) / std::log(0.9f));
    return grid_words(plane, camera, 1.6f, 800);
  };
  EXPECT_EQ(words(ground, OrbitCamera::Side::top, 0.002f), "grid 10 cm, 1 m");
  EXPECT_EQ(words(ground, OrbitCamera::Side::top, 0.009f), "grid 10 cm, 1 m");
  EXPECT_EQ(words(ground, OrbitCamera::Side::top, 0.011f), "grid 1 m") << "nine pixels from line to line";
  EXPECT_EQ(words(ground, OrbitCamera::Side::top, 0.11f), "");
  EXPECT_EQ(words(ground, OrbitCamera::Side::front, 0.002f), "") << "along the ground";
  EXPECT_EQ(words({}, OrbitCamera::Side::top, 0.002f), "") << "no ground";
  EXPECT_EQ(words(GroundPlane{0.2f, {30, 0}, 10}, OrbitCamera::Side::top, 0.002f), "") << "it lies elsewhere";
}

}  // namespace
}  // namespace raycloth
