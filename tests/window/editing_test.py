"""Scenes opened, changed, taken back and saved in the window, for real: editing_test.py RAYCLOTH_BINARY [unittest options].
Exit code 77: Xvfb or xdotool is missing."""

import json
import shutil
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

import case
import dropping
from screen import PATIENCE
from case import HALF_FIELD, HEIGHT, PANEL, SCENES, WIDTH, is_pale_red

DATA = Path(__file__).parent.parent / "data"


class EditingTest(case.Case):
    def test_a_bad_file_is_told_in_red_and_the_scene_stays(self):
        program = self.open("edge_on.json")

        def red_message():   # at the foot of the panels
            picture = program.picture()
            return sum(is_pale_red(picture.pixel(x, y)) for y in range(HEIGHT - 110, HEIGHT - 24)
                       for x in range(10, PANEL - 10))

        self.assertEqual(red_message(), 0)
        program.key("1")
        program.click_on("path")
        program.type("no_such_file.json")
        program.key("Return")
        program.place("Dismiss")   # whoever opens ends the message that there was
        self.assertGreater(red_message(), 100)
        self.assertIn("edge_on", program.title())
        program.run_frames(3)
        program.close()

    def test_the_frame_and_the_past_are_exported(self):
        program = self.open("edge_on.json")
        program.run_frames(5)
        program.key("space")
        program.wait_for_pause()
        program.key("1")
        program.click_on("export")
        program.type("sail.obj")
        program.click_on("This frame")
        frame = program.wait_for(lambda: next(program.folder.glob("sail.obj"), None), "frame")
        last = program.frame()
        program.click_on("Frames")
        program.wait_for((program.folder / f"sail_{last:06d}.obj").exists, "last of the past")
        self.assertEqual(len(list(program.folder.glob("sail_*.obj"))), last + 1)
        self.assertEqual(frame.read_text(), (program.folder / f"sail_{last:06d}.obj").read_text())
        self.assertNotEqual(frame.read_text(), (program.folder / "sail_000001.obj").read_text())
        program.close()

    def test_changes_are_taken_back_done_again_and_saved(self):
        program = self.open("edge_on.json")
        program.run_frames(2)
        for key in ("p", "i", "ctrl+z", "ctrl+z", "ctrl+shift+z"):  # predictions; inversion, taken back
            program.key(key)
        settings = self.saved_scene(program)["settings"]
        original = json.loads((SCENES / "edge_on.json").read_text()).get("settings", {})
        self.assertFalse(settings["predictions"])
        self.assertEqual(settings.get("inversion"), original.get("inversion"))
        program.close()

    def test_a_fabric_is_chosen_and_taken_back(self):
        program = self.open("pennant.json")
        program.key("2")
        program.click_on("fabric")
        program.click_on("wool")
        material = self.saved_scene(program)["objects"][0]["material"]
        self.assertAlmostEqual(material["areal_density"], 0.1629, delta=1e-6)
        self.assertAlmostEqual(material["bend_stiffness"], 6.57e-6, delta=1e-9)
        program.key("ctrl+z")
        self.assertEqual(self.saved_scene(program)["objects"][0]["material"], {"half_thickness": 0.003})
        program.close()

    def saved_pins(self, program):
        return self.saved_scene(program)["objects"][0].get("pins")

    def test_pins_are_set_by_click_and_by_box_and_taken_back(self):
        program = self.open("pennant.json")
        program.key("space")
        program.wait_for_pause()
        as_they_were = self.saved_pins(program)
        program.key("v")
        per_metre = HEIGHT / (2 * HALF_FIELD * 1.2)
        middle = (PANEL + (WIDTH - PANEL) / 2, HEIGHT / 2)
        foot = (middle[0], middle[1] + 0.15 * per_metre)   # on the sheet, 5 cm above its foot
        program.click(*foot)
        clicked = self.saved_pins(program)["vertices"]
        with_them = program.folder / "with_them.json"
        shutil.copy(program.scene, with_them)
        program.move(PANEL + 10, 60)
        program.press()
        program.move(WIDTH - 10, HEIGHT - 120)
        program.release()
        boxed = self.saved_pins(program)["vertices"]
        self.assertGreater(len(boxed), len(clicked) + 20)
        self.assertTrue(set(clicked) <= set(boxed))
        program.key("ctrl+z")
        self.assertEqual(self.saved_pins(program)["vertices"], clicked)
        program.click(*foot)   # takes it again
        self.assertEqual(self.saved_pins(program), as_they_were)
        program.key("Escape")
        program.command("take all pins")
        self.assertIsNone(self.saved_pins(program))
        replayed = [subprocess.run([self.binary, "run", with_them, "--frames", "5", *options],
                                   capture_output=True, text=True).stdout.split("state")[1]
                    for options in ([], ["--pins", "sheet:none"], ["--pins", f"sheet:{','.join(map(str, clicked))}"])]
        self.assertEqual(replayed[0], replayed[2])
        self.assertNotEqual(replayed[0], replayed[1])
        program.close()

    def test_another_scene_opens_by_its_path(self):
        program = self.open("edge_on.json")
        program.key("1")
        program.click_on("path")
        program.type(str(SCENES / "pennant.json"))
        program.key("Return")
        program.wait_for(lambda: "pennant" in program.title(), "the other scene")
        program.close()

    def test_a_scene_is_found_by_its_picture(self):
        program = self.open("edge_on.json")
        program.key("ctrl+o")
        program.place("scene horn")
        program.type("two corners")   # words of a description
        program.place("scene hang")
        self.assertNotIn("scene horn", program.widgets())
        before = program.picture()
        left, top, width, height = program.widgets()["scene hang"]
        colors = {before.pixel(left + i, top + j) for i in range(int(width)) for j in range(int(0.8 * height))}
        self.assertGreater(len(colors), 500, "a picture")
        program.click_on("scene hang")
        program.wait_for(lambda: "hang" in program.title(), "the scene")
        self.assertNotIn("browse Scenes", program.widgets())
        program.close()

    def test_files_are_browsed_and_remembered(self):
        program = self.open("edge_on.json")
        program.command("browse scenes")
        program.click_on("browse Files")
        program.click_on("Up")
        program.click_on("scenes/")
        program.click_on("pennant.json")
        program.wait_for(lambda: "pennant" in program.title(), "the other scene")
        program.key("ctrl+o")
        program.click_on("browse Recent")
        program.place("recent pennant.json")
        program.click_on("recent edge_on.json")
        program.wait_for(lambda: "edge_on" in program.title(), "the first scene")
        program.key("ctrl+o")
        program.place("browse Recent")
        program.key("Escape")
        self.assertNotIn("browse Recent", program.widgets())
        program.close()

    def test_the_desktops_dialog_opens_what_is_chosen_in_it(self):
        environment = self.fake_zenity(f"sleep 1\necho {SCENES / 'pennant.json'}\n")
        program = self.open("edge_on.json", environment=environment)
        program.key("ctrl+o")
        program.click_on("Desktop's dialog")
        program.wait_for(lambda: "pennant" in program.title(), "the other scene")
        program.close()

    def test_a_scene_is_saved_where_it_was_opened_and_elsewhere(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        mine = Path(place.name) / "mine.json"
        environment = self.fake_zenity(f'echo "$@" >{place.name}/asked\necho {mine}\n')
        program = self.open("edge_on.json", environment=environment)
        original = program.scene.read_text()
        program.key("ctrl+shift+s")
        program.wait_for(mine.exists, "the file that was chosen")
        asked = (Path(place.name) / "asked").read_text()
        self.assertIn("--save --confirm-overwrite", asked)
        self.assertIn(str(program.scene), asked, "proposed is where it was opened")
        program.key("p")   # predictions
        self.assertFalse(self.saved_scene(program, mine)["settings"]["predictions"])
        self.assertEqual(program.scene.read_text(), original)
        program.key("p")
        mine.write_text("somebody else's")
        program.click_on("Dismiss")
        program.key("ctrl+s")
        program.place("Dismiss")   # it says why not
        self.assertEqual(mine.read_text(), "somebody else's")
        program.key("ctrl+q")
        program.click_on("Cancel")   # they are still unsaved
        self.assertEqual([file.name for file in program.folder.glob("*.json")], ["widgets.json"])
        program.close()

    def test_a_sheet_is_made_and_taken_back(self):
        program = self.open("edge_on.json")
        program.key("space")
        program.wait_for_pause()
        program.command("add a sheet")
        program.place("move y")   # its gizmo
        program.set_slider("size along z", 0.5)
        program.set_slider("cells along x", 12)
        program.set_slider("place y", 1)
        program.click_on("Add to the scene")
        program.place("object sheet")
        added = self.wait_for_objects(program, lambda all: len(all) == 3, "a third object")[-1]
        self.assertEqual((added["name"], added["kind"], added["sheet"]),
                         ("sheet", "cloth", {"size": [1, 0.5], "cells": [12, 64]}))
        program.key("ctrl+z")
        self.wait_for_objects(program, lambda all: len(all) == 2, "no sheet")
        program.close()

    def wait_for_objects(self, program, condition, what):
        """The objects of the scene as it is saved, once they are as they shall be."""
        def there():
            time.sleep(0.3)   # a changed scene is built meanwhile
            objects = self.saved_scene(program)["objects"]
            return objects if condition(objects) else None
        return program.wait_for(there, what)

    def test_a_mesh_is_added_moved_turned_and_taken_back(self):
        program = self.open("edge_on.json")
        program.key("space")
        program.wait_for_pause()
        program.key("1")
        program.click_on("path")
        program.type(str(DATA / "box.obj"))
        program.key("Return")
        program.place("move y")   # its gizmo, before it is added
        program.click_on("becomes rigid")
        program.click_on("name of it")
        program.key("ctrl+a")
        program.type("crate")
        program.click_on("Add to the scene")
        program.place("object crate")
        added = self.wait_for_objects(program, lambda all: len(all) == 3, "a third object")
        self.assertEqual([added[-1][key] for key in ("name", "kind", "fit", "motion")],
                         ["crate", "solid", 1, {"kind": "rigid"}])

        program.key("e")   # what was added is chosen
        x, y = program.place("move y")
        program.drag((x, y), (x, y - 40))
        moved = self.wait_for_objects(program, lambda all: all != added, "the crate in its new place")
        (ax, ay, az), (mx, my, mz) = added[-1]["translate"], moved[-1]["translate"]
        self.assertEqual((ax, az), (mx, mz))
        self.assertGreater(my, ay + 0.01)
        x, y = program.place("turn y")
        program.drag((x, y), (x + 40, y + 10))
        turned = self.wait_for_objects(program, lambda all: all != moved, "the turned crate")
        self.assertEqual([abs(v) for v in turned[-1]["rotate"]["axis"]], [0, 1, 0])

        for expected, what in ((moved, "as it was moved"), (added, "as it was added"), (added[:-1], "taken away")):
            program.key("ctrl+z")
            self.wait_for_objects(program, lambda all: all == expected, "the crate " + what)
        self.assertNotIn("object crate", program.widgets())
        program.key("ctrl+y")
        program.place("object crate")
        program.close()

    @unittest.skipUnless(dropping.can_drop(), "no python-xlib in build/python")
    def test_meshes_are_dropped_into_the_scene_and_scenes_in_place_of_it(self):
        program = self.open("edge_on.json")
        program.key("space")
        program.wait_for_pause()
        drop = lambda *files: dropping.drop(self.display.name, program.window, files, WIDTH - 100, HEIGHT / 2)
        drop(DATA / "box.obj", DATA / "two_boxes.obj")
        for name in ("box", "two_boxes"):   # it is asked about each
            program.place("becomes shell")
            program.click_on("Add to the scene")
            program.place("object " + name)
        self.assertEqual([object["name"] for object in self.saved_scene(program)["objects"][2:]], ["box", "two_boxes"])
        drop(DATA / "word.obj")   # that holds no mesh: it is told, and all stays
        program.place("frame")
        self.assertIn("edge_on", program.title())
        drop(SCENES / "two_towels.json")
        program.click_on("Add its objects")
        towels = [object["name"] for object in json.loads((SCENES / "two_towels.json").read_text())["objects"]]
        for name in towels:
            program.place("object " + name)
        self.assertIn("edge_on", program.title())
        program.key("ctrl+z")
        program.wait_for_end_of("object " + towels[0])
        drop(SCENES / "pennant.json")   # all that was changed is saved
        program.click_on("Open it")
        program.wait_for(lambda: "pennant" in program.title(), "the other scene")
        program.close()

    def test_objects_are_named_coloured_placed_by_numbers_and_removed(self):
        program = self.open("edge_on.json")
        program.run_frames(10)
        program.key("space")
        program.wait_for_pause()
        frame = program.frame()
        program.key("1")
        program.click_on("object upper")
        program.click_on("name of the object")
        program.key("ctrl+a")
        program.type("roof")
        program.key("Return")
        program.place("object roof")
        self.assertEqual(program.frame(), frame, "a name does not begin anew")
        self.assertEqual(self.saved_scene(program)["objects"][1]["name"], "roof")
        program.set_slider("place y", 0.25)
        program.wait_for(lambda: program.frame() == 0, "the scene from its beginning")
        self.assertEqual(self.saved_scene(program)["objects"][1]["translate"][1], 0.25)
        program.scroll_to("Remove")
        program.click_on("Remove")
        program.wait_for_end_of("object roof")
        self.assertEqual(len(self.saved_scene(program)["objects"]), 1)
        program.key("ctrl+z")
        program.place("object roof")
        program.close()

    def test_the_wind_is_pulled_by_its_arrow_in_one_gesture(self):
        program = self.open("pennant.json")
        program.key("space")
        program.wait_for_pause()
        program.key("a")
        x, y = program.place("wind tip")
        program.drag((x, y), (x + 60, y))
        wind = self.saved_scene(program)["settings"]["wind"]
        self.assertGreater(wind[0], 0.5)
        self.assertAlmostEqual(wind[1], 0, delta=0.2)
        self.assertAlmostEqual(program.place("wind tip")[0], x + 60, delta=4)
        program.key("ctrl+z")
        self.assertEqual(self.saved_scene(program).get("settings", {}).get("wind", [0, 0, 0]), [0, 0, 0])
        program.close()

    def test_thickness_is_painted_taken_back_and_saved(self):
        program = self.open("edge_on.json")
        program.key("space")
        program.wait_for_pause()
        program.key("KP_Home")   # from above
        program.key("d")
        program.place("brush radius")
        middle = (PANEL + (WIDTH - PANEL) // 2, HEIGHT // 2)
        before = program.picture()
        program.drag(middle, (middle[0] + 40, middle[1] + 10))
        painted = self.wait_for_objects(program, lambda all: "thickness_map" in all[1], "a map")[1]["thickness_map"]
        self.assertEqual(len(painted), 169)
        self.assertGreater(max(painted), 1.5)
        self.assertEqual(min(painted), 1)
        after = program.picture()
        self.assertNotEqual(before.pixel(*middle), after.pixel(*middle), "the heat map shows it")
        program.key("ctrl+z")
        self.wait_for_objects(program, lambda all: "thickness_map" not in all[1], "no map")
        program.key("ctrl+y")
        self.wait_for_objects(program, lambda all: all[1].get("thickness_map") == painted, "the map again")
        program.close()

    def test_unsaved_changes_are_asked_about(self):
        program = self.open("edge_on.json")
        program.key("p")   # predictions
        program.key("ctrl+q")
        program.click_on("Cancel")
        program.run_frames(2)
        program.key("1")
        program.click_on("path")
        program.type(str(SCENES / "pennant.json"))
        program.key("Return")
        program.click_on("Save and go on")
        program.wait_for(lambda: "pennant" in program.title(), "the other scene")
        saved = json.loads(program.scene.read_text())
        self.assertFalse(saved["settings"]["predictions"])
        program.key("ctrl+q")   # nothing to ask
        program.process.wait(timeout=PATIENCE)
        self.assertEqual(program.process.returncode, 0)
        self.assertEqual(list((program.folder / "state/raycloth/unsaved").glob("*")), [])

    def test_changes_survive_a_crash(self):
        program = self.open("edge_on.json")
        unsaved = program.folder / "state/raycloth/unsaved"
        program.key("p")
        program.wait_for(lambda: list(unsaved.glob("*.json")), "what is kept")
        program.process.kill()
        program.process.wait()
        again = self.open("pennant.json", environment={"XDG_STATE_HOME": str(program.folder / "state")})
        again.click_on("Open them")
        again.wait_for(lambda: "edge_on" in again.title(), "the scene that was changed")
        again.place("frame")
        self.assertFalse(self.saved_scene(again, program.scene)["settings"]["predictions"])
        again.key("ctrl+q")
        again.process.wait(timeout=PATIENCE)   # it was saved: nothing is asked
        self.assertEqual(list(unsaved.glob("*")), [])

    def test_a_path_typed_at_once_opens_at_5_hz(self):
        program = self.open("edge_on.json", "--display-rate", 5)
        program.key("1")
        program.quick_click_on("path")
        program.quick_type(str(SCENES / "pennant.json"))
        program.quick_key("Return")
        program.wait_for(lambda: "pennant" in program.title(), "the other scene")
        program.close()

    def test_a_quick_click_on_open_works_at_5_hz(self):
        program = self.open("edge_on.json", "--display-rate", 5)
        program.key("1")
        program.quick_click_on("path")
        program.quick_type(str(SCENES / "pennant.json"))
        program.quick_click_on("Open")
        program.wait_for(lambda: "pennant" in program.title(), "the other scene")
        program.close()


if __name__ == "__main__":
    case.main()
