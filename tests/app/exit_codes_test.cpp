// The built program's exit codes and its one-line messages: 2 for what the user got wrong, naming it; 1 for a
// run that failed; 0 otherwise.
#include <gtest/gtest.h>

#include <fstream>

#include "tests/app/program.h"

namespace raycloth::test {
namespace {

const std::string kBox = std::string(RAYCLOTH_SOURCE_DIR) + "/tests/data/box.obj";

struct Mistake {
  const char* label;
  std::vector<std::string> arguments;  // SCENE stands for a good scene file
  const char* named;                   // what the message has to name
};

void PrintTo(const Mistake& mistake, std::ostream* out) { *out << mistake.label; }

class UserMistake : public testing::TestWithParam<Mistake> {};

TEST_P(UserMistake, EndsWithCode2AndOneLineThatNamesIt) {
  const Folder folder;
  const std::string scene = write_small_scene(folder).string();
  std::vector<std::string> arguments = GetParam().arguments;
  for (std::string& word : arguments) {
    if (word == "SCENE") word = scene;
  }
  const Result result = run_program(arguments);
  EXPECT_EQ(result.code, 2) << result.err;
  EXPECT_EQ(line_count(result.err), 1) << result.err;
  EXPECT_EQ(result.err.rfind("raycloth: ", 0), 0u) << result.err;
  EXPECT_NE(result.err.find(GetParam().named), std::string::npos) << result.err;
  EXPECT_EQ(result.out, "");
}

INSTANTIATE_TEST_SUITE_P(
    CommandLine, UserMistake,
    testing::Values(
        Mistake{"UnknownOption", {"run", "SCENE", "--bogus"}, "--bogus"}, Mistake{"NoScene", {"run"}, "scene"},
        Mistake{"NoSuchFile", {"run", "nowhere.json"}, "nowhere.json"},
        Mistake{"NoSuchFileInAWindow", {"nowhere.json"}, "nowhere.json"}, Mistake{"NotACommand", {"walk"}, "walk"},
        Mistake{"NoFrames", {"run", "SCENE", "--frames", "0"}, "--frames"},
        Mistake{"FramesNotANumber",
                {"run", "SCENE", "--frames", "ten"},
                "--frames: expected a whole number from 1 to 100000000, found \"ten\""},
        Mistake{"UnknownDevice", {"run", "SCENE", "--device", "gpu"}, "gpu"},
        Mistake{"NegativeThreads", {"run", "SCENE", "--threads", "-1"}, "--threads"},
        Mistake{"UnknownTracer", {"run", "SCENE", "--ray-tracer", "embree"}, "embree"},
        Mistake{"UnknownInversion", {"run", "SCENE", "--inversion", "maybe"}, "maybe"},
        Mistake{"ReprojectionMaybe", {"run", "SCENE", "--reprojection", "maybe"}, "maybe"},
        Mistake{"UnknownSetting", {"run", "SCENE", "--set", "viscosity=1"}, "viscosity"},
        Mistake{"SettingOutOfRange", {"run", "SCENE", "--set", "substeps=-4"}, "substeps"},
        Mistake{"SettingWithoutValue", {"run", "SCENE", "--set", "substeps"}, "substeps"},
        Mistake{"NoSuchFabric",
                {"run", "SCENE", "--set", "cloth.fabric=tin"},
                "no fabric 'tin'; there are cotton, denim, polyester, rubber"},
        Mistake{"FabricOfNoCloth", {"run", "SCENE", "--set", "floor.fabric=wool"}, "'floor' is a shell and has no"},
        Mistake{"CutWithoutAPath", {"run", "SCENE", "--cut", "flag"}, "--cut \"flag\": where? Write path="},
        Mistake{
            "CutOfNoObject", {"run", "SCENE", "--cut", "sail path=0,0,0 1,0,0"}, "no object 'sail'; there are floor"},
        Mistake{"CutOfNoCloth", {"run", "SCENE", "--cut", "floor path=-1,0,0 1,0,0.1"}, "expected them of cloth"},
        Mistake{"CutOfOnePoint", {"run", "SCENE", "--cut", "flag path=0,0,0"}, "expected two places or more"},
        Mistake{"CutThatIsNoPlace", {"run", "SCENE", "--cut", "flag path=0,0,0 1,0"}, "found path="},
        Mistake{"CutBesideTheCloth", {"run", "SCENE", "--cut", "flag path=-1,0,5 1,0,5"}, "cuts nothing"},
        Mistake{"CutAlongNothing", {"run", "SCENE", "--cut", "flag path=-1,0,0 1,0,0 along=0,0,0"}, "a direction"},
        Mistake{"PinsOfNoCloth", {"run", "SCENE", "--pins", "floor:1"}, "--pins floor:1: no cloth 'floor'"},
        Mistake{"PinsWithoutVertices", {"run", "SCENE", "--pins", "flag"}, "write OBJECT:NUMBER,NUMBER or OBJECT:none"},
        Mistake{"PinsNoNumber", {"run", "SCENE", "--pins", "flag:2,b"}, "found 'b', expected the number of a vertex"},
        Mistake{"PinsNoSuchVertex", {"run", "SCENE", "--pins", "flag:99"}, "found vertex 99, expected the number"},
        Mistake{"RemovedNobody", {"run", "SCENE", "--remove", "flat"}, "no object 'flat'; there are floor, flag"},
        Mistake{"AddedNoMesh", {"run", "SCENE", "--add", "a.txt as=cloth"}, "expected a mesh first"},
        Mistake{"AddedSceneWithWords", {"run", "SCENE", "--add", "a.json as=cloth"}, "found words after a scene"},
        Mistake{"AddedSceneThatIsNone", {"run", "SCENE", "--add", "nowhere.json"}, "nowhere.json: no such file"},
        Mistake{"AddedSheetOfParts",
                {"run", "SCENE", "--add", "sheet cells=2.5,4"},
                "found cells=2.5,4, expected two whole numbers"},
        Mistake{"AddedSheetWithOneSide",
                {"run", "SCENE", "--add", "sheet size=2"},
                "found size=2, expected two numbers with commas between them, each from 0.001 to 100"},
        Mistake{"AddedSheetThatIsSolid", {"run", "SCENE", "--add", "sheet as=rigid"}, "expected cloth or shell"},
        Mistake{
            "AddedMeshWithCells", {"run", "SCENE", "--add", "a.obj cells=2,2"}, "expected the word sheet before it"},
        Mistake{"AddedNothing", {"run", "SCENE", "--add", "nowhere.obj"}, "nowhere.obj: no such file"},
        Mistake{
            "AddedAsSomething", {"run", "SCENE", "--add", "a.obj as=glass"}, "found as=glass, expected one of cloth"},
        Mistake{"AddedWithUnknownWord", {"run", "SCENE", "--add", "a.obj speed=2"}, "no 'speed'; there are as, name"},
        Mistake{"PlacedNobody", {"run", "SCENE", "--place", "at=0,1,0"}, "Begin with an object's name"},
        Mistake{
            "PlacedAtTwoNumbers", {"run", "SCENE", "--place", "flag at=0,1"}, "found at=0,1, expected three numbers"},
        Mistake{"PlacedTooFar", {"run", "SCENE", "--place", "flag at=0,1,5000"}, "found at=0,1,5000"},
        Mistake{"ScaledToNothing", {"run", "SCENE", "--place", "flag scale=0"}, "found scale=0, expected a number"},
        Mistake{"NamedAsAnother", {"run", "SCENE", "--look", "flag name=floor"}, "another object named 'floor'"},
        Mistake{"PaintedNowhere", {"run", "SCENE", "--paint", "flag radius=1"}, "where? Write at=x,y,z"},
        Mistake{"PaintedTooThick", {"run", "SCENE", "--paint", "flag at=0,1,0 factor=21"}, "found factor=21"},
        Mistake{"PaintedASolid",
                {"run", "SCENE", "--add", kBox + " name=box", "--paint", "box at=0,0,0 radius=5"},
                "a solid has no thickness"},
        Mistake{"ColouredTooBright", {"run", "SCENE", "--look", "flag color=2,0,0"}, "found color=2,0,0"},
        Mistake{"MaterialOutOfRange", {"run", "SCENE", "--set", "flag.half_thickness=3"}, "half_thickness"},
        Mistake{"OldWordOutOfRange", {"run", "SCENE", "--set", "flag.warp_compliance=3"}, "warp_compliance"},
        Mistake{"MaterialNotFinite", {"run", "SCENE", "--set", "flag.half_thickness=nan"}, "half_thickness"},
        Mistake{"UnknownMaterial", {"run", "SCENE", "--set", "flag.weight=3"}, "weight"},
        Mistake{"MaterialOfAnotherKind",
                {"run", "SCENE", "--set", "floor.areal_density=0.3"},
                "floor.areal_density=0.3: 'floor' is a shell and has no areal_density, only half_thickness, "
                "static_friction, kinetic_friction"},
        Mistake{"MaterialOfNoCloth", {"run", "SCENE", "--set", "cloth.density=3"}, "is cloth and has no density, only"},
        Mistake{"UnknownObject", {"run", "SCENE", "--set", "sail.half_thickness=0.002"}, "sail"},
        Mistake{"NoVertex", {"inspect", "SCENE"}, "--vertex"},
        Mistake{"VertexNotThere", {"inspect", "SCENE", "--vertex", "flag:100000"}, "0 to"},
        Mistake{"VertexOfWhom", {"inspect", "SCENE", "--vertex", "3"}, "OBJECT:NUMBER"},
        Mistake{"VertexNotANumber", {"inspect", "SCENE", "--vertex", "hem"}, "hem"},
        Mistake{"VertexOfNoObject", {"inspect", "SCENE", "--vertex", "sail:3"}, "sail"},
        Mistake{"VertexPastItsObject", {"inspect", "SCENE", "--vertex", "flag:3000"}, "flag"},
        Mistake{"FormatWithoutExport", {"run", "SCENE", "--format", "ply"}, "--export"},
        Mistake{"UnknownFormat", {"run", "SCENE", "--export", "/tmp", "--format", "stl"}, "stl"},
        Mistake{"ExportFramesBackwards",
                {"run", "SCENE", "--export", "/tmp/c.glb", "--export-frames", "5:2"},
                "found '5:2', expected a frame, or two as A:B"},
        Mistake{"ExportFramesNoNumber",
                {"run", "SCENE", "--export", "/tmp/c.glb", "--export-frames", "2:"},
                "found '2:', expected a frame"},
        Mistake{"ExportFramesPastTheEnd",
                {"run", "SCENE", "--frames", "5", "--export", "/tmp/c.glb", "--export-frames", "0:9"},
                "--export-frames: found frame 9, expected none after --frames 5"},
        Mistake{"ExportFramesOfNothing", {"run", "SCENE", "--export-frames", "2"}, "--export"},
        Mistake{"ReportNowhere", {"run", "SCENE", "--report", "/nowhere/r.json"}, "/nowhere/r.json"},
        Mistake{"TimingsNowhere", {"run", "SCENE", "--timings", "/nowhere/t.csv"}, "/nowhere/t.csv"},
        Mistake{"TimingsOfNoKind",
                {"run", "SCENE", "--timings", "t.txt"},
                "t.txt: found the ending '.txt', expected .csv or .json"},
        Mistake{"PictureOfNoKind", {"run", "SCENE", "--picture", "p.jpg"}, "ends in .png, found \"p.jpg\""},
        Mistake{"PlotOfNoKind", {"timings", "a.csv", "b.csv", "--plot", "p.svg"}, "ends in .png, found \"p.svg\""},
        Mistake{"ExportOfNoKind",
                {"run", "SCENE", "--export", "/tmp/sail.fbx"},
                "found the ending '.fbx', expected .obj, .ply, .pc2, .usda, .gltf, .glb, or a folder"},
        Mistake{"PictureNowhere", {"run", "SCENE", "--picture", "/nowhere/p.png"}, "/nowhere/p.png"},
        Mistake{"NoFrameOfTheVideo",
                {"run", "SCENE", "--frames", "4", "--video", "/tmp/v.apng", "--video-every", "5"},
                "--video-every: found 5, expected less: none of the frames 1 to 4 is a multiple of it"},
        Mistake{"HeatWithoutPicture", {"run", "SCENE", "--heat", "strain"}, "--picture"},
        Mistake{"ShowWithoutPicture", {"run", "SCENE", "--show", "rays"}, "--picture or --video"},
        Mistake{
            "ShowOfWhat", {"run", "SCENE", "--picture", "p.png", "--show", "rays,hats"}, "wireframe, normals, rays"},
        Mistake{"BoxesOfNobody", {"run", "SCENE", "--picture", "p.png", "--boxes", "nobody:1"}, "'nobody'"},
        Mistake{"BoxesOfNoLevel", {"run", "SCENE", "--picture", "p.png", "--boxes", "ball"}, "OBJECT:LEVEL"},
        Mistake{"HeatOfCompareWithoutPicture",
                {"compare", "SCENE", "--a", "", "--b", "", "--heat", "distance"},
                "needs --picture"},
        Mistake{"CrossingsWithoutPicture", {"run", "SCENE", "--crossings"}, "--picture"},
        Mistake{"NetMovesWithoutPicture", {"run", "SCENE", "--net-moves"}, "--picture"},
        Mistake{"UnknownHeat", {"run", "SCENE", "--picture", "p.png", "--heat", "warmth"}, "warmth"},
        Mistake{"ViewOfNothing", {"run", "SCENE", "--view", "front"}, "--view: of what? It needs --picture or --video"},
        Mistake{"ViewFromNowhere", {"run", "SCENE", "--picture", "p.png", "--view", "aside"}, "aside"},
        Mistake{"CameraOfNothing",
                {"run", "SCENE", "--camera", "eye=1,1,1 target=0,0,0"},
                "--camera: of what? It needs --picture or --video"},
        Mistake{"CameraWithoutATarget",
                {"run", "SCENE", "--picture", "p.png", "--camera", "eye=1,1,1"},
                "--camera \"eye=1,1,1\": where? Write eye=x,y,z target=x,y,z"},
        Mistake{"CameraFromASide",
                {"run", "SCENE", "--picture", "p.png", "--view", "top", "--camera", "eye=1,1,1 target=0,0,0"},
                "excludes"},
        Mistake{"UnknownQuality", {"SCENE", "--quality", "best"}, "best"},
        Mistake{"UiScaleOfAHouse", {"SCENE", "--ui-scale", "40"}, "--ui-scale: expected a number from"},
        Mistake{"ExportOfAnotherFormat",
                {"run", "SCENE", "--export", "c.glb", "--format", "obj"},
                "'.glb', expected '.obj'"},
        Mistake{"ExportOfBinaryUsd", {"run", "SCENE", "--export", "c.usdc"}, ".usda"},
        Mistake{"ExportNowhere", {"run", "SCENE", "--export", "/nowhere/c.usda"}, "/nowhere/c.usda"},
        Mistake{"VideoNowhere", {"run", "SCENE", "--video", "/nowhere/v.mp4"}, "/nowhere/v.mp4"},
        Mistake{"VideoOfNoKind", {"run", "SCENE", "--video", "v.avi"}, "v.avi: found the ending '.avi', expected .mp4"},
        Mistake{"VideoWithoutANumber", {"run", "SCENE", "--video", "/tmp/p%x.png"}, "%05d"},
        Mistake{"VideoOfOddSize", {"run", "SCENE", "--video", "/tmp/v.mp4", "--video-size", "641x400"}, "641x400"},
        Mistake{"VideoOfHalfASize", {"run", "SCENE", "--video", "/tmp/v.mp4", "--video-size", "640"}, "WIDTHxHEIGHT"},
        Mistake{"VideoOfNoSize", {"run", "SCENE", "--video", "/tmp/v.mp4", "--video-size", "0x400"}, "0x400"},
        Mistake{"PictureOfNoSize", {"run", "SCENE", "--picture", "/tmp/p.png", "--picture-size", "8x8"}, "8x8"},
        Mistake{"SizeWithoutPicture", {"run", "SCENE", "--picture-size", "640x400"}, "--picture"},
        Mistake{"SizeWithoutVideo", {"run", "SCENE", "--video-size", "640x400"}, "--video"},
        Mistake{"ExportIntoAFile", {"run", "SCENE", "--export", "SCENE"}, "small.json"},
        Mistake{"ReportIsAFolder", {"run", "SCENE", "--report", "/tmp"}, "/tmp"},
        Mistake{"OptionBeforeCommand", {"--device", "cpu", "run", "SCENE"}, "--device"},
        Mistake{"CompareWithoutB", {"compare", "SCENE", "--a", ""}, "--b"},
        Mistake{"CompareBadSide", {"compare", "SCENE", "--a", "", "--b", "--threads many"}, "--threads many"},
        Mistake{"CompareDividerOutside",
                {"compare", "SCENE", "--a", "", "--b", "", "--picture", "p.png", "--divider", "2"},
                "--divider: expected a number from 0 to 1"},
        Mistake{"CompareDividerOfNothing",
                {"compare", "SCENE", "--a", "", "--b", "", "--divider", "0.2"},
                "--divider: of what? It needs --picture or --video"},
        Mistake{"CompareVideoNowhere",
                {"compare", "SCENE", "--a", "", "--b", "", "--video", "/nowhere/v.png"},
                "/nowhere/v.png"},
        Mistake{"CompareJsonNowhere",
                {"compare", "SCENE", "--a", "", "--b", "", "--json", "/nowhere/c.json"},
                "/nowhere/c.json"},
        Mistake{"TakeWithPinsOfNoCloth",
                {"takes", "SCENE", "--html", "/tmp/t.html", "--take", "--pins floor:1"},
                "no cloth 'floor'"},
        Mistake{"CompareSideWithObjects",
                {"compare", "SCENE", "--a", "", "--b", "--cut 'flag path=0,0,0 1,0,0' --paint"},
                "did not expect '--cut', 'flag path=0,0,0 1,0,0', '--paint'"},
        Mistake{"WordsTooMany", {"info", "one", "two"}, "did not expect 'one', 'two'"},
        Mistake{"InfoWithMore", {"info", "more"}, "more"}),
    [](const auto& test) { return test.param.label; });

TEST(ExitCode, MistakesInTheSceneFileAreTheUsers) {
  const Folder folder;
  std::ofstream(folder / "broken.json") << "{\"objects\": [";
  const Result result = run_program({"run", folder / "broken.json"});
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(line_count(result.err), 1) << result.err;
  EXPECT_NE(result.err.find("broken.json"), std::string::npos) << result.err;
}

// A good command line on a machine that cannot do it.
TEST(ExitCode, AMissingGpuIsAFailedRun) {
  const Folder folder;
  const std::string info = run_program({"info"}).out;
  if (info.find("cuda      yes") != std::string::npos) GTEST_SKIP() << "this machine has a CUDA device";
  const Result result = run_program({"run", write_small_scene(folder), "--frames", "1", "--device", "cuda"});
  EXPECT_EQ(result.code, 1);
  EXPECT_EQ(line_count(result.err), 1) << result.err;
}

TEST(ExitCode, NothingIsWrittenWhenTheRunDoesNotStart) {
  const Folder folder;
  const std::string report = folder / "r.json";
  std::ofstream(report) << "kept";
  const Result result =
      run_program({"run", write_small_scene(folder), "--report", report, "--timings", "/nowhere/t.csv"});
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(read_text(report), "kept");
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    EXPECT_NE(entry.path().extension(), ".part") << entry.path();
  }
}

TEST(ExitCode, HelpVersionInfoAndScenesEndWith0) {
  for (const char* word : {"--help", "--version", "info", "scenes"}) {
    const Result result = run_program({word});
    EXPECT_EQ(result.code, 0) << word << ": " << result.err;
    EXPECT_EQ(result.err, "") << word;
    EXPECT_GT(line_count(result.out), 0) << word;
  }
  EXPECT_NE(run_program({"run", "--help"}).out.find("--check-every"), std::string::npos);
  EXPECT_NE(run_program({"scenes"}).out.find("two_sheets_ball.json"), std::string::npos);
}

}  // namespace
}  // namespace raycloth::test
