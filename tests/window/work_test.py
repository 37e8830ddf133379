"""Work with takes, timings and tables, for real: work_test.py RAYCLOTH_BINARY [unittest options]. Exit code 77: Xvfb or
xdotool is missing."""

import sys
import time
import unittest
from pathlib import Path

import screen

SCENES = Path(__file__).parent / "scenes"
BINARY = ""


class WorkTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.display = screen.Display()

    @classmethod
    def tearDownClass(cls):
        cls.display.close()

    def open(self, scene, *options):
        program = screen.Program(BINARY, self.display, [SCENES / scene, "--quality", "low", *options])
        self.addCleanup(program.kill)
        return program

    def pause(self, program):
        program.key("space")
        program.wait_for_pause()

    def test_a_key_that_is_held_is_one_switch_and_many_steps(self):
        program = self.open("edge_on.json")
        program.run_frames(3)
        program.xdotool("keydown", "space")
        program.wait_for_pause()
        time.sleep(0.5)   # the title is a little behind
        frame = program.frame()
        time.sleep(2)     # X begins to repeat after two thirds of a second
        program.xdotool("keyup", "space")
        time.sleep(0.5)
        self.assertEqual((program.frame(), program.title().endswith("paused")), (frame, True))
        program.xdotool("keydown", "Right")
        program.wait_for(lambda: program.frame() > frame + 2, "steps", 30)
        program.xdotool("keyup", "Right")
        program.close()

    def test_takes_are_named_shown_and_reported(self):
        program = self.open("edge_on.json")
        program.run_frames(8)
        self.pause(program)
        last = program.frame()
        for _ in range(3):
            program.key("Left")
        program.wait_for(lambda: program.frame() == last - 3, "a past frame")
        program.key("p")   # without predictions
        program.key("space")
        program.run_frames(5)
        self.pause(program)
        program.key("j")
        program.place("picture of take 1")
        program.click_on("name of take")
        program.type("without")
        program.click_on("note of take")
        program.type("a note of two words")
        program.click_on("picture of take 1")   # leaves the field, and shows it
        program.click_on("name of take")
        program.type("the first")
        program.key("Return")
        program.click_on("report")
        program.type("sent.html")
        program.click_on("Write a report")
        file = program.wait_for(lambda: next(program.folder.glob("sent.html"), None), "the report")
        text = file.read_text()
        for words in ("take 1: the first", "take 2: without", "a note of two words", "predictions off"):
            self.assertIn(words, text)
        self.assertEqual(text.count("data:image/png;base64,"), 2)
        program.close()

    def test_what_was_done_is_done_again_under_every_handler_and_by_both_devices(self):
        program = self.open("edge_on.json")
        program.run_frames(8)
        program.command("every handler")
        program.wait_for_pause()
        program.command("CPU and CUDA: the same")
        program.move(200, 400)
        program.xdotool("click", "--repeat", 60, 5)   # down the tab
        for handler in ("rays", "bridson", "none"):
            program.place("row of " + handler)
        before = program.frame()
        program.key("space")   # the scene goes on from where it was
        program.wait_for(lambda: program.frame() > before, "steps")
        program.close()

    def test_an_export_shows_how_far_it_is_and_is_cancelled(self):
        program = self.open("slow.json")
        program.run_frames(4)
        self.pause(program)
        program.key("1")
        program.click_on("export")
        program.type("frames.usda")
        program.click_on("Frames")
        program.click_on("Cancel")
        program.wait_for(lambda: "Cancel" not in program.widgets(), "an end")
        program.place("Dismiss")   # what came of it
        program.close()


if __name__ == "__main__":
    screen.skip_without_tools()
    BINARY = Path(sys.argv.pop(1)).resolve()
    unittest.main(verbosity=2)
