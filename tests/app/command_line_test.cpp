// Words in, a command out; and what overrides do to a scene.
#include "app/cli/command_line.h"

#include <gtest/gtest.h>

#include "device/error.h"

namespace raycloth {
namespace {

Command parse(std::vector<const char*> words) {
  words.insert(words.begin(), "raycloth");
  return parse_command_line(static_cast<int>(words.size()), words.data());
}

TEST(CommandLine, RunTakesEverythingItDocuments) {
  const auto run = std::get<RunOptions>(parse({"run",
                                               "a.json",
                                               "--frames",
                                               "12",
                                               "--device",
                                               "cpu",
                                               "--threads",
                                               "3",
                                               "--ray-tracer",
                                               "brute-force",
                                               "--inversion",
                                               "last-step",
                                               "--reprojection",
                                               "off",
                                               "--set",
                                               "substeps=4",
                                               "--set",
                                               "detections=2",
                                               "--timings",
                                               "t.csv",
                                               "--report",
                                               "r.json",
                                               "--check-every",
                                               "5",
                                               "--export",
                                               "out",
                                               "--format",
                                               "pc2",
                                               "--picture",
                                               "p.png",
                                               "--heat",
                                               "speed",
                                               "--crossings",
                                               "--net-moves",
                                               "--video",
                                               "v.mp4",
                                               "--picture-size",
                                               "320x200",
                                               "--video-size",
                                               "1920x1080",
                                               "--as",
                                               "cloth"}));
  EXPECT_EQ(run.scene.files, (std::vector<std::filesystem::path>{"a.json"}));
  EXPECT_EQ(run.frames, 12);
  EXPECT_EQ(run.scene.device, DeviceChoice::cpu);
  EXPECT_EQ(run.scene.threads, 3);
  EXPECT_EQ(run.scene.ray_tracer, "brute-force");
  EXPECT_EQ(run.scene.inversion, "last-step");
  EXPECT_EQ(run.scene.reprojection, "off");
  EXPECT_EQ(run.scene.set, (std::vector<std::string>{"substeps=4", "detections=2"}));
  EXPECT_EQ(run.timings, "t.csv");
  EXPECT_EQ(run.report, "r.json");
  EXPECT_EQ(run.check_every, 5);
  EXPECT_EQ(run.export_path, "out");
  EXPECT_EQ(run.export_format, ExportFormat::pc2);
  EXPECT_EQ(run.picture, "p.png");
  EXPECT_EQ(run.drawn.shown.heat, Heat::speed);
  EXPECT_TRUE(run.drawn.shown.crossings);
  EXPECT_TRUE(run.drawn.shown.net);
  EXPECT_EQ(run.picture_size.width, 320);
  EXPECT_EQ(run.picture_size.height, 200);
  EXPECT_EQ(run.video.file, "v.mp4");
  EXPECT_EQ(run.video.format.size.width, 1920);
  EXPECT_EQ(run.video.format.size.height, 1080);
  EXPECT_EQ(run.scene.as, LoneMesh::cloth);
}

TEST(CommandLine, ViewsAndHeatAreOfPictureAndVideo) {
  const auto run = std::get<RunOptions>(
      parse({"run", "a.json", "--video", "v.mp4", "--view", "top", "--ortho", "--heat", "strain"}));
  EXPECT_EQ(run.drawn.view.side, OrbitCamera::Side::top);
  EXPECT_TRUE(run.drawn.view.orthographic);
  EXPECT_EQ(run.drawn.shown.heat, Heat::strain);
}

TEST(CommandLine, WhatTheWindowShowsIsSaidInWords) {
  const auto run = std::get<RunOptions>(parse({"run", "a.json", "--picture", "p.png", "--show", "wireframe,rays",
                                               "--show", "pins", "--boxes", "a:b:3", "--white"}));
  const ViewOptions& shown = run.drawn.shown;
  EXPECT_TRUE(shown.wireframe && shown.rays && shown.pins);
  EXPECT_FALSE(shown.normals || shown.contacts || shown.crossings || shown.net);
  EXPECT_EQ(shown.white, 1);
  EXPECT_EQ(run.drawn.boxes_of, "a:b:3");
  const auto compare = std::get<CompareDrawnOptions>(parse(
      {"compare", "a.json", "--a", "", "--b", "", "--picture", "p.png", "--heat", "distance", "--show", "normals"}));
  EXPECT_EQ(compare.drawn.shown.heat, Heat::distance);
  EXPECT_TRUE(compare.drawn.shown.normals);
}

TEST(CommandLine, ACameraIsAnywhereAndNotASide) {
  const char* const text = "eye=1,2,3 target=0,0.5,0 fov=30";
  const auto free_of = [](const ViewChoice& view) { return view.free.value(); };
  const auto run = std::get<RunOptions>(parse({"run", "a.json", "--picture", "p.png", "--camera", text, "--ortho"}));
  EXPECT_EQ(free_of(run.drawn.view).eye, Vec3(1, 2, 3));
  EXPECT_EQ(free_of(run.drawn.view).target, Vec3(0, 0.5f, 0));
  EXPECT_NEAR(free_of(run.drawn.view).field, 0.523599f, 1e-5f);
  EXPECT_TRUE(run.drawn.view.orthographic);
  const auto compare = std::get<CompareDrawnOptions>(
      parse({"compare", "a.json", "--a", "", "--b", "", "--picture", "p.png", "--camera", text}));
  EXPECT_EQ(free_of(compare.drawn.view).eye, Vec3(1, 2, 3));
  const auto takes = std::get<TakesOptions>(parse({"takes", "a.json", "--html", "t.html", "--camera", text}));
  EXPECT_EQ(free_of(takes.drawn.view).eye, Vec3(1, 2, 3));
  EXPECT_EQ(std::get<TakesOptions>(parse({"takes", "a.json", "--html", "t.html", "--view", "top"})).drawn.view.side,
            OrbitCamera::Side::top);
  EXPECT_ANY_THROW(parse({"run", "a.json", "--picture", "p.png", "--camera", text, "--view", "top"}));
  EXPECT_ANY_THROW(parse({"run", "a.json", "--camera", text})) << "of what?";
}

TEST(CommandLine, AScaleBarAndTheWindAreAmongWhatIsShown) {
  const auto shown = [](const char* option, const char* words) {
    return std::get<RunOptions>(parse({"run", "a.json", "--picture", "p.png", option, words})).drawn.shown;
  };
  EXPECT_TRUE(shown("--show", "scale").scale_bar);
  EXPECT_FALSE(shown("--show", "scale").wind);
  EXPECT_TRUE(shown("--show", "wind").wind);
  EXPECT_FALSE(shown("--show", "wind").scale_bar);
  EXPECT_TRUE(shown("--heat", "strain").scale_bar);
  EXPECT_FALSE(shown("--heat", "off").scale_bar);
}

TEST(CommandLine, SeveralMeshesAndSettingsInARow) {
  const auto run = std::get<RunOptions>(parse({"run", "--set", "substeps=4", "detections=2", "a.obj", "b.obj"}));
  EXPECT_EQ(run.scene.files, (std::vector<std::filesystem::path>{"a.obj", "b.obj"}));
  EXPECT_EQ(run.scene.set, (std::vector<std::string>{"substeps=4", "detections=2"}));
}

TEST(CommandLine, ASessionBesideTheSceneIsReplayed) {
  const auto run = std::get<RunOptions>(parse({"run", "a.json", "s.jsonl"}));
  EXPECT_EQ(run.scene.files, (std::vector<std::filesystem::path>{"a.json"}));
  EXPECT_EQ(run.scene.replay, "s.jsonl");
  EXPECT_EQ(std::get<WindowOptions>(parse({"s.jsonl", "a.json"})).scene.replay, "s.jsonl");
  for (const auto& [words, message] :
       {std::pair{std::vector{"s.jsonl"}, "s.jsonl: a session of which scene?"},
        {std::vector{"run", "s.jsonl"}, "s.jsonl: a session of which scene?"},
        {std::vector{"run", "a.json", "s.jsonl", "t.jsonl"}, "s.jsonl: found two sessions"},
        {std::vector{"run", "a.json", "s.jsonl", "--replay", "t.jsonl"}, "s.jsonl: found two sessions"}}) {
    try {
      parse(words);
      ADD_FAILURE() << "was accepted";
    } catch (const InputError& error) {
      EXPECT_EQ(std::string(error.what()).rfind(message, 0), 0u) << error.what();
    }
  }
}

TEST(CommandLine, WithoutACommandItIsTheWindow) {
  const auto window = std::get<WindowOptions>(
      parse({"x.json", "--threads", "1", "--display-rate", "5", "--quality", "low", "--ui-scale", "1.5"}));
  EXPECT_EQ(window.display_rate, 5);
  EXPECT_EQ(window.ui_scale, 1.5f);
  EXPECT_EQ(window.quality, Quality::low);
  EXPECT_EQ(window.scene.files, (std::vector<std::filesystem::path>{"x.json"}));
  EXPECT_EQ(window.scene.threads, 1);
  const auto first = std::get<WindowOptions>(parse({}));
  EXPECT_FALSE(first.quality || first.ui_scale) << "as they were left";
  ASSERT_EQ(first.scene.files.size(), 1u);
  EXPECT_EQ(first.scene.files[0].filename(), "two_sheets_ball.json");
  EXPECT_TRUE(std::filesystem::exists(first.scene.files[0])) << first.scene.files[0];
}

TEST(CommandLine, CompareGivesEachSideTheCommonOptionsFirst) {
  const auto compare =
      std::get<CompareDrawnOptions>(parse({"compare", "a.json", "--threads", "2", "--set", "substeps=4", "--a",
                                           "--device cpu --set 'wind=1 0 0'", "--b", "--threads 1"}));
  EXPECT_EQ(compare.a.device, DeviceChoice::cpu);
  EXPECT_EQ(compare.a.threads, 2);
  EXPECT_EQ(compare.a.set, (std::vector<std::string>{"substeps=4", "wind=1 0 0"}));
  EXPECT_EQ(compare.b.device, DeviceChoice::automatic);
  EXPECT_EQ(compare.b.threads, 1);
  EXPECT_EQ(compare.b.set, (std::vector<std::string>{"substeps=4"}));
}

Scene two_cloths_and_a_ball() {
  Scene scene;
  const auto add = [&scene](const char* name, ObjectKind kind) {
    SceneObject object;
    object.name = name;
    object.kind = kind;
    object.material.half_thickness = 0.001f;
    scene.objects.push_back(object);
  };
  add("ball", ObjectKind::solid);
  add("scarf", ObjectKind::cloth);
  add("v2.1 dress", ObjectKind::cloth);
  return scene;
}

TEST(Overrides, MaterialsOfOneObjectOrOfEveryCloth) {
  Scene scene = two_cloths_and_a_ball();
  Overrides overrides;
  overrides.set = {"cloth.half_thickness=0.003", "v2.1 dress.half_thickness=0.004", "ball.static_friction=0.5"};
  apply(overrides, scene);
  EXPECT_EQ(scene.objects[0].material.half_thickness, 0.001f);
  EXPECT_EQ(scene.objects[1].material.half_thickness, 0.003f);
  EXPECT_EQ(scene.objects[2].material.half_thickness, 0.004f);
  EXPECT_EQ(scene.objects[0].material.static_friction, 0.5f);
  EXPECT_EQ(scene.objects[1].material.static_friction, Material{}.static_friction);
}

TEST(Overrides, OlderWordsAreReadWithAWarning) {
  Scene scene = two_cloths_and_a_ball();
  Overrides overrides;
  overrides.set = {"cloth.warp_compliance=0.001", "scarf.shear_compliance=0", "scarf.weft_stiffness=20"};
  apply(overrides, scene);
  EXPECT_FLOAT_EQ(scene.objects[1].material.warp_stiffness, 1000);
  EXPECT_FLOAT_EQ(scene.objects[2].material.warp_stiffness, 1000);
  EXPECT_EQ(scene.objects[1].material.shear_stiffness, 1e9f);
  EXPECT_EQ(scene.objects[2].material.shear_stiffness, Material{}.shear_stiffness);
  EXPECT_EQ(scene.warnings,
            (std::vector<std::string>{
                "--set cloth.warp_compliance=0.001: warp_compliance 0.001 m/N is now warp_stiffness 1000 N/m",
                "--set scarf.shear_compliance=0: shear_compliance 0 m/N is now shear_stiffness 1e+09 N/m"}));
  overrides.set = {"cloth.warp_compliance=1.5"};
  EXPECT_THROW(apply(overrides, scene), InputError);
}

TEST(Overrides, NamedOptionsReachTheirSettings) {
  Scene scene = two_cloths_and_a_ball();
  Overrides overrides;
  overrides.ray_tracer = "brute-force";
  overrides.inversion = "last-step";
  overrides.reprojection = "off";
  apply(overrides, scene);
  EXPECT_EQ(scene.settings.rigid_tracer, RayTracer::brute_force);
  EXPECT_EQ(scene.settings.deformable_tracer, RayTracer::brute_force);
  EXPECT_EQ(scene.settings.inversion, Inversion::last_step);
  EXPECT_FALSE(scene.settings.reprojection);
}

TEST(Overrides, ValuesThatDoNotFitEachOtherAreRefused) {
  Scene scene = two_cloths_and_a_ball();
  Overrides overrides;
  overrides.set = {"substeps=5", "detections=2"};
  EXPECT_THROW(apply(overrides, scene), InputError);
}

}  // namespace
}  // namespace raycloth
