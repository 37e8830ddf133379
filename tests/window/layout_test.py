"""What a user arranges, for real: layout_test.py RAYCLOTH_BINARY [unittest options]. Exit code 77: Xvfb or xdotool is
missing."""

import json
import tempfile
from pathlib import Path

import case
import screen
from case import HEIGHT, WIDTH

SCENE = case.SCENES / "edge_on.json"


class LayoutTest(case.Case):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="raycloth_config_")
        self.addCleanup(folder.cleanup)
        self.config = screen.fresh_config(Path(folder.name))
        self.file = self.config / "raycloth" / "window.json"

    def open(self, *options, size=(WIDTH, HEIGHT), display=None):
        return self.start([SCENE, *options], size, display, config=self.config)

    def picture_is(self, program, left, width):
        def seen():
            place = program.widgets().get("picture")
            return place and abs(place[0] - left) < 3 and abs(place[2] - width) < 3
        program.wait_for(seen, f"picture at {left}, {width} wide")

    def drag(self, program, name, *steps):
        """From a widget by so many pixels, in several moves."""
        x, y = program.place(name)
        program.move(x, y)
        program.press()
        for dx, dy in steps:
            program.move(x + dx, y + dy)
        program.release()

    def test_all_is_found_again_as_it_was_left(self):
        program = self.open(size=(1100, 700))
        program.command("panels: right")
        program.command("take out, put back: Timings")
        program.command("larger letters")
        program.command("colours: dark, light")
        program.command("heat map: strain")
        program.key("4")   # the solver's tab
        program.place("substeps")
        self.picture_is(program, 0, 1100 - 460)   # letters of 115 %
        record = program.widgets()["Record to"]
        program.close()

        kept = json.loads(self.file.read_text())
        self.assertEqual(kept["window"]["size"], [1100, 700])
        self.assertEqual(kept["look"]["theme"], "light")
        self.assertEqual(kept["view"]["heat"], "strain")
        program = self.open(size=None)
        self.picture_is(program, 0, 1100 - 460)
        program.place("substeps")
        again = program.place("Record to")
        self.assertAlmostEqual(again[0], record[0] + record[2] / 2, delta=2)
        self.assertAlmostEqual(again[1], record[1] + record[3] / 2, delta=2)
        program.command("layout as at first")
        program.command("letters as the display asks for")
        self.picture_is(program, 400, 700)
        self.assertNotIn("Record to", program.widgets())
        program.close()

    def test_what_is_shown_and_where_the_takes_are_is_found_again(self):
        program = self.open(size=(1100, 700))
        program.key("n")
        program.key("KP_5")
        program.click_on("status crossings")
        program.key("j")
        x, y = program.place("report")
        program.drag((x, y - 30), (x - 200, y + 70))   # by the title of its window
        moved = program.place("report")
        self.assertAlmostEqual(moved[0], x - 200, delta=3)
        self.assertAlmostEqual(moved[1], y + 100, delta=3)
        program.close()

        kept = json.loads(self.file.read_text())["view"]
        self.assertTrue(kept["shown"]["normals"])
        self.assertFalse(kept["shown"]["rays"])
        self.assertTrue(kept["orthographic"])
        self.assertFalse(kept["count_crossings"])
        program = self.open(size=(1100, 700))
        program.key("j")
        again = program.place("report")
        self.assertAlmostEqual(again[0], moved[0], delta=2)
        self.assertAlmostEqual(again[1], moved[1], delta=2)
        program.close()
        self.assertEqual(json.loads(self.file.read_text())["view"], kept, "nothing of it has changed meanwhile")

    def test_it_is_kept_before_the_end(self):
        program = self.open()
        program.command("panels: right")
        program.wait_for(lambda: "right" in self.file.read_text(), "the file")
        program.close()

    def test_the_grip_takes_the_column_over_the_picture_and_to_the_other_side(self):
        program = self.open()
        self.picture_is(program, 400, WIDTH - 400)
        self.drag(program, "panel grip", (40, 20), (200, 60), (300, 60))
        self.picture_is(program, 0, WIDTH)
        self.assertAlmostEqual(program.widgets()["panel grip"][0], 312, delta=30)
        x, _ = program.place("panel grip")
        self.drag(program, "panel grip", (20, 10), (WIDTH - 60 - x, 0), (WIDTH - 5 - x, 0))
        self.picture_is(program, 0, WIDTH - 400)
        program.key("space")   # keys go where they went
        program.wait_for_pause()
        program.close()

    def test_the_border_makes_the_column_wider(self):
        program = self.open()
        self.drag(program, "panel border", (20, 0), (100, 0))
        self.picture_is(program, 500, WIDTH - 500)
        self.drag(program, "panel border", (-100, 0), (-450, 0))
        self.picture_is(program, 280, WIDTH - 280)   # no narrower
        program.close()

    def test_a_tab_that_is_dragged_out_is_a_window(self):
        program = self.open()
        program.key("3")
        program.place("inversion")
        self.drag(program, "tab View", (0, 20), (200, 100), (300, 100))
        program.place("quality")
        program.place("inversion")   # both are seen
        self.assertNotIn("tab View", program.widgets())
        program.command("put back: View")
        program.place("tab View")
        program.close()

    def test_ui_scale_holds_for_one_run(self):
        program = self.open("--ui-scale", 2)
        self.picture_is(program, 750, WIDTH - 750)   # 800 pixels, but some of the picture stays
        program.close()
        program = self.open()
        self.picture_is(program, 400, WIDTH - 400)
        program.close()

    def test_letters_are_as_large_as_the_display_asks_for(self):
        fine = screen.Display()
        self.addCleanup(fine.close)
        fine.ask_for_letters(192)
        program = self.open(display=fine)
        self.picture_is(program, 750, WIDTH - 750)
        program.command("smaller letters")   # than 200 %
        self.picture_is(program, 680, WIDTH - 680)
        program.close()

    def test_the_tour_is_shown_once_and_again_on_command(self):
        self.file.unlink()   # a first start
        program = self.open()
        for _ in range(4):
            program.click_on("Next")
        self.assertNotIn("Next", program.widgets())
        program.click_on("End the tour")
        program.wait_for_end_of("End the tour")
        program.close()
        program = self.open()
        program.run_frames(3)
        self.assertNotIn("End the tour", program.widgets())
        program.command("tour five steps")
        program.place("Next")
        program.key("Escape")
        program.wait_for_end_of("Next")
        program.close()

    def test_a_file_that_does_not_fit_is_told_and_the_window_opens(self):
        self.file.write_text('{"raycloth_window": 1, "panels": {"side": "above"}}')
        program = self.open()
        program.place("Dismiss")   # of the message
        self.picture_is(program, 400, WIDTH - 400)
        program.close()


if __name__ == "__main__":
    case.main()
