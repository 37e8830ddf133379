"""Work with takes, timings and tables, for real: work_test.py RAYCLOTH_BINARY [unittest options]. Exit code 77: Xvfb or
xdotool is missing."""

import json
import struct
import subprocess
import time

import case
import screen
from case import SCENES


class WorkTest(case.Case):
    def pause(self, program):
        program.key("space")
        program.wait_for_pause()

    def test_a_key_that_is_held_is_one_switch_and_many_steps(self):
        program = self.open("edge_on.json")
        program.run_frames(3)
        program.xdotool("keydown", "space")
        program.wait_for_pause()
        frame = program.frame()
        time.sleep(2)     # X begins to repeat after two thirds of a second
        program.xdotool("keyup", "space")
        program.settle()
        program.wait_for_rest()
        self.assertEqual((program.frame(), program.title().endswith("paused")), (frame, True))
        program.xdotool("keydown", "Right")
        program.wait_for(lambda: program.frame() > frame + 2, "steps")
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

        def heights(*names):
            return [program.widgets().get(name, [0, 0])[1] for name in names]

        def is_first():   # whose field it is: beside its picture
            field, first, second = heights("name of take", "picture of take 1", "picture of take 2")
            return field and abs(field - first) < abs(field - second)
        program.wait_for(is_first, "the first take")
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
        for handler in ("rays", "bridson", "none"):   # what is compared comes in when it is done, above them
            program.wait_for(lambda: program.finds("row of " + handler), "row of " + handler)
        before = program.frame()
        program.key("space")   # the scene goes on from where it was
        program.wait_for(lambda: program.frame() > before, "steps")
        program.close()

    def test_a_stroke_cuts_the_cloth_and_the_simulation_goes_on(self):
        program = self.open("pennant.json")   # a red sheet that faces us, pinned at the middle of its upper border
        program.run_frames(3)
        self.pause(program)
        program.key("k")   # a session is recorded
        program.place("Stop")
        left, top, width, height = program.widgets()["picture"]
        middle, below = (left + width / 2, top + height / 2), (left + width / 2, top + 0.64 * height)
        start, end = (middle[0] - 0.3 * height, middle[1] + 8), (middle[0] + 0.3 * height, middle[1] - 8)

        def is_red(place):
            red, green, _ = program.picture().pixel(*place)
            return red > 2 * green

        self.assertTrue(is_red(below), "the sheet hangs there")
        program.key("u")
        before = program.picture()
        program.move(*start)
        program.press()
        program.move(*middle)
        beside = (start[0] + 0.04 * height, start[1] - 0.04 / 0.3 * 8)   # on the way, left of the sheet
        lines = [program.picture().pixel(beside[0], beside[1] + y) != before.pixel(beside[0], beside[1] + y)
                 for y in range(-3, 4)]
        self.assertTrue(any(lines), "the path is seen while it is drawn")
        program.move(*end)
        program.release()
        cuts = self.saved_scene(program)["objects"][0]["cuts"]
        self.assertEqual(len(cuts), 1)
        program.key("ctrl+z")
        self.assertNotIn("cuts", self.saved_scene(program)["objects"][0])
        program.key("ctrl+y")
        self.assertEqual(self.saved_scene(program)["objects"][0]["cuts"], cuts)
        program.key("Escape")   # the tool is put away: a drag pulls again
        program.key("space")
        program.run_frames(40)
        self.pause(program)
        self.assertFalse(is_red(below), "the lower part has fallen")
        self.assertTrue(is_red((middle[0], top + 0.36 * height)), "the upper part hangs")
        program.drag(*[(x, y - 0.1 * height) for x, y in (start, end)])
        self.assertEqual(self.saved_scene(program)["objects"][0]["cuts"], cuts)
        program.key("k")
        program.wait_for_end_of("Stop")
        lines = next(program.folder.glob("*_session.jsonl")).read_text().splitlines()
        self.assertEqual(sum('"cuts"' in line for line in lines), 3, "cut, taken back, done again")
        frames = program.frame()
        run = [str(self.binary), "run", str(SCENES / "pennant.json"), "--frames", str(frames), "--replay",
               str(next(program.folder.glob("*_session.jsonl"))), "--picture", str(program.folder / "replay.png")]
        self.assertEqual(subprocess.run(run, stdout=subprocess.DEVNULL).returncode, 0)
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
        program.wait_for_end_of("Cancel")
        program.place("Dismiss")   # what came of it
        program.close()

    def begin_video(self, program, name, width, height):
        program.key("1")
        program.set_slider("video width", width)
        program.set_slider("video height", height)
        program.click_on("video")
        program.type(name)
        program.click_on("Record video")

    def test_a_video_has_every_frame_of_the_take_as_large_as_it_is_asked_for(self):
        program = self.open("pennant.json")
        program.run_frames(5)
        self.pause(program)
        frames = program.frame() + 1   # the first is 0
        self.begin_video(program, "film.apng", 160, 96)
        film = program.folder / "film.apng"
        program.wait_for(lambda: pictures_in(film) == frames, f"film of {frames} pictures")
        self.assertEqual(struct.unpack(">II", film.read_bytes()[16:24]), (160, 96))
        program.close()

    def test_a_video_is_cancelled_and_whole_as_far_as_it_went(self):
        program = self.open("pennant.json")
        program.run_frames(150)
        self.pause(program)
        frames = program.frame() + 1
        self.begin_video(program, "film.apng", 2560, 1600)   # long enough to be cancelled
        film = program.folder / "film.apng"
        program.wait_for(film.exists, "a beginning")
        program.click_on("Cancel")
        program.wait_for_end_of("Cancel")
        program.place("Dismiss")   # what came of it
        self.assertTrue(0 < pictures_in(film) < frames)
        program.close()

    def test_pictures_of_one_frame_do_not_take_each_others_place(self):
        program = self.open("pennant.json")
        program.run_frames(2)
        self.pause(program)
        names = set()
        for key, words in (("F12", ""), ("shift+F12", "_scene")):
            for ending in ("", "_2"):
                program.key(key)
                names.add(f"pennant{words}_{program.frame()}{ending}.png")
        program.wait_for(lambda: {file.name for file in program.folder.glob("*.png")} == names, f"files {names}")
        sizes = {}
        for name in names:
            picture = program.wait_for(lambda: screen.read_png(program.folder / name), "a whole picture")
            sizes.setdefault("scene" in name, set()).add((picture.width, picture.height))
        self.assertEqual(sizes, {False: {(case.WIDTH, case.HEIGHT)}, True: {(1280, 800)}})
        program.close()


def pictures_in(film):
    """Of an animated PNG that is whole, as its chunk acTL says; 0 while it is not."""
    data = film.read_bytes() if film.exists() else b""
    if data[-8:-4] != b"IEND":
        return 0
    place = data.index(b"acTL")
    return struct.unpack(">I", data[place + 4:place + 8])[0]


if __name__ == "__main__":
    case.main()
