"""The window, for real: what is seen in it, what the hands do, what is recorded. window_test.py RAYCLOTH_BINARY [unittest
options]. Exit code 77: Xvfb or xdotool is missing."""

import csv
import json
import math
import subprocess

import case
from case import HALF_FIELD, HEIGHT, PANEL, SCENES, WIDTH, is_pale_red


def is_red(pixel):
    return pixel[0] > 60 and pixel[0] > 1.4 * pixel[1] and pixel[0] > 1.4 * pixel[2]   # sheen pales it


def is_green(pixel):
    return pixel[1] > 60 and pixel[1] > 1.5 * pixel[0] and pixel[1] > 1.5 * pixel[2]


class WindowTest(case.Case):
    def measured_gap(self, picture):
        """Distance in m between the centre layers of the two sheets of edge_on.json at their front border.

        The eye is level with the lower sheet, so its hem alone shows (red, 2e high), and the highest green pixel
        belongs to the upper sheet's front border, at gap + e.
        """
        column = PANEL + (WIDTH - PANEL) // 2
        colors = [picture.pixel(column, y) for y in range(picture.height)]
        red = [y for y, color in enumerate(colors) if is_red(color)]
        green = [y for y, color in enumerate(colors) if is_green(color)]
        self.assertTrue(red and green, "both sheets are in the middle of the picture")
        per_metre = HEIGHT / (2 * HALF_FIELD * 0.6)   # at the front border, 0.6 m from the eye
        half_thickness = (max(red) - min(red) + 1) / 2 / per_metre
        lower = (max(red) + min(red)) / 2
        return (lower - min(green)) / per_metre - half_thickness, half_thickness

    def test_thickness_slider_changes_the_gap_between_sheets(self):
        program = self.open("edge_on.json")
        program.run_frames(60)   # 1 s: the upper sheet has come to rest
        gap, half_thickness = self.measured_gap(program.picture())
        self.assertAlmostEqual(half_thickness, 0.005, delta=0.001)
        self.assertAlmostEqual(gap, 0.010, delta=0.0025)   # e + e'

        program.key("2")
        program.set_slider("half thickness, all", 15)   # mm, all cloths
        program.run_frames(60)
        gap, half_thickness = self.measured_gap(program.picture())
        self.assertAlmostEqual(half_thickness, 0.015, delta=0.001)
        self.assertAlmostEqual(gap, 0.030, delta=0.004)
        program.close()

    def test_drag_brings_the_cloth_under_the_cursor(self):
        program = self.open("pennant.json")
        per_metre = HEIGHT / (2 * HALF_FIELD * 1.2)
        middle = (PANEL + (WIDTH - PANEL) / 2, HEIGHT / 2)
        start = (middle[0], middle[1] + 0.15 * per_metre)               # on the sheet, 5 cm above its foot
        end = (middle[0] + 0.24 * per_metre, middle[1] + 0.05 * per_metre)   # 9 cm beside it
        ring = [(end[0] + 9 * math.cos(a), end[1] + 9 * math.sin(a)) for a in (0.5, 1.5, 2.5, 3.5, 4.5, 5.5)]

        program.run_frames(5)
        before = program.picture()
        self.assertTrue(is_red(before.pixel(*start)))
        self.assertFalse(any(is_red(before.pixel(*place)) for place in ring))

        program.move(*start)
        program.press()
        for part in (0.2, 0.4, 0.6, 0.8, 1.0):
            program.move(*(a + part * (b - a) for a, b in zip(start, end)))
        program.run_frames(60)
        held = program.picture()
        self.assertGreaterEqual(sum(is_red(held.pixel(*place)) for place in ring), 2, "held, if only by a fold")

        program.release()
        program.move(middle[0], 20)
        program.run_frames(40)
        released = program.picture()
        self.assertFalse(any(is_red(released.pixel(*place)) for place in ring), "let go, it swings away")
        program.close()

    def test_left_drag_beside_the_cloth_turns_the_view(self):
        program = self.open("edge_on.json")
        program.key("space")
        program.wait_for_pause()
        program.move(PANEL + 60, 80)
        program.press()
        program.move(PANEL + 60, 180)   # down: the eye rises
        program.release()
        column = PANEL + (WIDTH - PANEL) // 2
        picture = program.picture()
        green = sum(is_green(picture.pixel(column, y)) for y in range(picture.height))
        self.assertGreater(green, 60, "the upper sheet's face shows")
        program.close()

    def red_box(self, program):
        """Left, right, top, bottom of what is red in the picture."""
        picture = program.picture()
        red = [(x, y) for x in range(PANEL + 10, WIDTH - 10, 3) for y in range(10, HEIGHT - 100, 3)
               if is_red(picture.pixel(x, y))]
        self.assertTrue(red, "the sheet is seen")
        columns, rows = zip(*red)
        return min(columns), max(columns), min(rows), max(rows)

    def test_the_wheel_and_the_other_buttons_move_the_camera(self):
        program = self.open("pennant.json")
        program.key("space")
        program.wait_for_pause()
        corner = (PANEL + 60, 60)

        def drag_with(button, way):
            program.move(*corner)
            program.press(button)
            program.move(corner[0] + way[0], corner[1] + way[1])
            program.release(button)

        left, right, top, bottom = self.red_box(program)
        program.move(*corner)
        program.xdotool("click", 5)   # back
        program.settle()
        far = self.red_box(program)
        self.assertLess(far[3] - far[2], 0.97 * (bottom - top))
        program.xdotool("click", 4)   # and forth
        program.settle()
        for now, before in zip(self.red_box(program), (left, right, top, bottom)):
            self.assertAlmostEqual(now, before, delta=4)
        drag_with(2, (60, 30))   # the middle button: what is seen goes along
        for now, before in zip(self.red_box(program), (left + 60, right + 60, top + 30, bottom + 30)):
            self.assertAlmostEqual(now, before, delta=8)
        drag_with(2, (-60, -30))
        drag_with(3, (150, 0))   # the right button turns: the sheet is seen from its side
        turned = self.red_box(program)
        self.assertLess(turned[1] - turned[0], 0.9 * (right - left))
        self.assertAlmostEqual(turned[3] - turned[2], bottom - top, delta=0.15 * (bottom - top))
        program.close()

    def green_height(self, program):
        picture = program.picture()
        column = PANEL + (WIDTH - PANEL) // 2
        return sum(is_green(picture.pixel(column, y)) for y in range(picture.height))

    def test_the_number_pad_turns_the_view_and_f5_brings_a_kept_one_back(self):
        program = self.open("edge_on.json")
        program.key("space")
        program.wait_for_pause()
        level = self.green_height(program)
        program.key("shift+F5")
        program.key("KP_Home")   # 7: from above
        self.assertGreater(self.green_height(program), 10 * level, "the upper sheet's whole face")
        program.key("F5")
        self.assertLess(abs(self.green_height(program) - level), 3)
        program.key("KP_End")    # 1: from the front, where the scene's camera is
        self.assertLess(self.green_height(program), 3 * level + 3)
        program.close()

    def test_a_and_b_are_compared_side_by_side(self):
        program = self.open("pennant.json")
        program.run_frames(5)
        program.command("compare A and B")
        program.place("B: settings alike")
        program.key("p")   # predictions of B, which is the chosen side
        program.place("A: predictions on")
        program.place("B: predictions off")
        middle, y = program.place("divider")
        self.assertAlmostEqual(middle, PANEL + (WIDTH - PANEL) / 2, delta=2)
        program.key("Tab")   # the panels' column goes, the divider stays in the middle of the picture
        self.assertAlmostEqual(program.place("divider")[0], WIDTH / 2, delta=2)
        program.key("Tab")
        middle, y = program.place("divider")
        program.move(middle, y - 100)
        program.press()
        program.move(middle + 60, y - 100)
        program.move(middle + 120, y - 100)
        program.release()
        self.assertAlmostEqual(program.place("divider")[0], middle + 120, delta=3)

        program.command("gravity show")   # the tab of the solver says whose settings it shows
        program.place("side A")
        program.key("space")
        program.wait_for_pause()
        frame = program.frame()
        program.key("Right")
        program.wait_for(lambda: program.frame() == frame + 1, "a step of both")
        program.key("8")
        program.click_on("Keep B's settings")
        program.wait_for_end_of("divider")
        self.assertFalse(self.saved_scene(program)["settings"]["predictions"])
        program.close()

    def test_b_is_drawn_right_of_the_divider(self):
        program = self.open("edge_on.json")
        program.run_frames(60)   # the upper sheet has come to rest
        program.command("compare A and B")
        program.place("B: settings alike")
        program.key("2")
        program.set_slider("half thickness, all", 15)   # of B: it lifts its upper sheet
        program.run_frames(60)
        program.key("space")
        program.wait_for_pause()
        picture = program.picture()

        def highest_green(x):
            return min(y for y in range(picture.height) if is_green(picture.pixel(x, y)))

        middle = PANEL + (WIDTH - PANEL) // 2
        left, right = highest_green(middle - 30), highest_green(middle + 30)
        self.assertGreater(left - right, 8, "A's sheets are thin, B's are thick")
        program.move(*program.place("divider"))
        program.press()
        for step in (30, 60, 90):
            program.move(middle + step, HEIGHT / 2)
        program.release()
        picture = program.picture()
        self.assertAlmostEqual(highest_green(middle + 30), left, delta=2)
        program.close()

    def test_m_shows_a_heat_map_with_its_legend(self):
        program = self.open("edge_on.json")
        program.key("space")
        program.wait_for_pause()
        program.key("KP_Home")
        before = program.picture()
        middle = (PANEL + (WIDTH - PANEL) // 2, HEIGHT // 2)
        self.assertTrue(is_green(before.pixel(*middle)))
        program.key("m")   # strain: none, which is violet
        after = program.picture()
        violet = after.pixel(*middle)
        self.assertGreater(violet[2], 1.3 * violet[1])
        corner = [(x, y) for x in range(WIDTH - 220, WIDTH) for y in range(0, 120)]
        self.assertGreater(sum(before.pixel(*p) != after.pixel(*p) for p in corner), 1000, "the legend")
        program.close()

    def test_z_shows_what_crosses(self):
        program = self.open("crossed.json")
        program.key("space")
        program.wait_for_pause()
        program.key("KP_7")   # from above: the level sheet with the contour on it
        before = program.picture()

        def changed(picture):
            return [(x, y) for x in range(PANEL, WIDTH) for y in range(HEIGHT - 60)
                    if before.pixel(x, y) != picture.pixel(x, y)]

        program.key("z")
        after = self.picture_with(program, lambda picture: len(changed(picture)) > 100, "line where both sheets meet")
        self.assertLess(len(changed(after)), 30000, "and not all else")
        program.key("z")
        self.picture_with(program, lambda picture: not changed(picture), "picture without a trace of it")
        program.close()

    def test_inversion_is_chosen_in_the_panel(self):
        program = self.open("edge_on.json")
        self.assertEqual(self.recorded_settings(program)["inversion"], "remembered")
        program.key("3")
        program.click_on("inversion")
        program.click_on("off")
        self.assertEqual(self.recorded_settings(program)["inversion"], "off")
        program.close()

    def test_substeps_that_do_not_fit_go_to_the_nearest_that_do(self):
        program = self.open("edge_on.json")
        program.key("4")
        program.set_slider("substeps", 7)   # two detections a step
        self.assertEqual(self.recorded_settings(program)["substeps"], "6")
        program.close()

    def recorded_settings(self, program):
        file = self.record(program)
        line = next(line for line in file.read_text().splitlines() if line.startswith("# settings: "))
        file.unlink()
        return dict(pair.split("=", 1) for pair in line[len("# settings: "):].split("; "))

    def record(self, program):
        program.key("5")
        program.click_on("Record to")
        program.run_frames(12)
        program.click_on("Stop recording")
        program.wait_for_end_of("Stop recording")
        files = list(program.folder.glob("*.csv"))
        self.assertEqual(len(files), 1, "one recording")
        return files[0]

    def test_record_button_writes_a_valid_csv(self):
        program = self.open("edge_on.json", "--set", "sleep=off")   # a step that is slept takes no time
        file = self.record(program)
        lines = file.read_text().splitlines()
        comments = [line for line in lines if line.startswith("#")]
        for name in ("device", "driver", "cpu", "threads", "commit", "scene", "settings"):
            self.assertTrue(any(line.startswith(f"# {name}: ") for line in comments), name)
        rows = list(csv.DictReader(line for line in lines if not line.startswith("#")))
        self.assertGreaterEqual(len(rows), 10)
        frames = [int(row["frame"]) for row in rows]
        self.assertEqual(frames, list(range(frames[0], frames[0] + len(rows))), "a row for every step")
        for row in rows:
            self.assertAlmostEqual(float(row["time_s"]), int(row["frame"]) / 60, delta=1e-4)
            stages = [float(value) for name, value in row.items() if name.endswith("_ms")]
            self.assertTrue(all(math.isfinite(value) and value >= 0 for value in stages))
            self.assertGreater(float(row["step_ms"]), 0)
        count = len(rows)
        program.run_frames(5)
        self.assertEqual(len(file.read_text().splitlines()), count + len(comments) + 1, "stopped is stopped")
        program.close()

    def test_a_recorded_session_is_replayed_without_a_window(self):
        program = self.open("pennant.json")
        program.run_frames(3)
        program.key("k")   # also holds what was done before
        program.place("Stop")
        place = (PANEL + (WIDTH - PANEL) / 2, HEIGHT / 2 + 0.15 * HEIGHT / (2 * HALF_FIELD * 1.2))
        program.move(*place)
        program.press()
        program.move(place[0] + 60, place[1] - 20)
        program.run_frames(4)
        program.release()
        program.run_frames(2)
        program.key("k")
        program.wait_for_end_of("Stop")
        files = list(program.folder.glob("*.jsonl"))
        self.assertEqual([file.name for file in files], ["pennant_session.jsonl"])
        events = [json.loads(line) for line in files[0].read_text().splitlines()]
        self.assertEqual(events[0]["scene"], "pennant")
        for word in ("grab", "move", "release"):
            self.assertTrue(any(word in event for event in events), word)
        replay = subprocess.run([self.binary, "run", SCENES / "pennant.json", "--frames", "12", "--replay", files[0]],
                                capture_output=True, text=True)
        self.assertEqual((replay.returncode, replay.stderr), (0, ""))
        program.close()

    def test_a_recorded_session_is_played_back_as_without_a_window(self):
        program = self.open("pennant.json", environment=self.fake_zenity('echo "$PWD"/*.jsonl\n'))
        program.run_frames(3)
        program.key("k")
        program.place("Stop")
        place = (PANEL + (WIDTH - PANEL) / 2, HEIGHT / 2 + 0.15 * HEIGHT / (2 * HALF_FIELD * 1.2))
        program.move(*place)
        program.press()
        program.move(place[0] + 60, place[1] - 20)
        program.run_frames(4)
        program.key("i")   # inversion handling, meanwhile
        program.run_frames(2)
        program.release()
        program.run_frames(2)
        program.key("k")
        program.wait_for_end_of("Stop")
        session = next(program.folder.glob("*.jsonl"))
        events = [json.loads(line) for line in session.read_text().splitlines()]
        end = events[-1]["frame"]
        self.assertTrue(any("grab" in event for event in events))
        program.run_frames(5)

        program.command("play a recorded session")
        program.wait_for(lambda: program.frame() <= end, "beginning")
        program.place("Take over")
        program.wait_for(lambda: program.frame() > end, "its end")
        program.key("space")
        program.wait_for_pause()
        frames = program.frame()
        program.key("1")
        program.click_on("export")
        program.type("played.obj")
        program.click_on("This frame")
        played = program.wait_for(lambda: next(program.folder.glob("played.obj"), None), "the frame")

        def alone(*options):
            run = subprocess.run([self.binary, "run", SCENES / "pennant.json", "--frames", str(frames), *options,
                                  "--export", program.folder / "alone.obj"], capture_output=True, text=True)
            self.assertEqual((run.returncode, run.stderr), (0, ""))
            return (program.folder / f"alone_{frames:06d}.obj").read_text()

        text = played.read_text()
        self.assertEqual(text, alone("--replay", session))
        self.assertNotEqual(text, alone())
        program.close()

    def test_arrows_go_back_in_time_and_forward_again(self):
        program = self.open("edge_on.json")
        program.run_frames(10)
        program.key("Left")
        program.wait_for_pause()
        frame = program.frame()
        program.key("Left")
        program.wait_for(lambda: program.frame() == frame - 1, "the frame before")
        program.key("Right")
        program.wait_for(lambda: program.frame() == frame, "the frame after it")
        program.key("shift+Left")
        program.wait_for(lambda: program.frame() == max(frame - 60, 0), "60 frames before")
        program.key("space")   # goes on from there
        program.run_frames(3)
        program.close()

    def test_two_points_are_held_at_once_and_replayed(self):
        program = self.open("pennant.json")
        program.run_frames(3)
        program.key("k")
        program.place("Stop")
        program.key("space")   # or the second corner is elsewhere once the first is pulled
        program.wait_for_pause()
        per_metre = HEIGHT / (2 * HALF_FIELD * 1.2)
        middle = (PANEL + (WIDTH - PANEL) / 2, HEIGHT / 2)
        for side in (-1, 1):
            corner = (middle[0] + side * 0.12 * per_metre, middle[1] + 0.12 * per_metre)
            program.move(*corner)
            program.press()
            program.move(corner[0] + side * 40, corner[1] - 30)
            program.key("l")   # held on to
            program.release()
        program.key("space")
        program.run_frames(5)
        program.key("l")   # all let go
        program.run_frames(3)
        program.key("k")
        program.wait_for_end_of("Stop")
        file = next(program.folder.glob("*.jsonl"))
        events = [json.loads(line) for line in file.read_text().splitlines()]
        deeds = [next(word for word in ("grab", "release") if word in event) for event in events
                 if "grab" in event or "release" in event]
        self.assertEqual(deeds, ["grab", "grab", "release", "release"])
        self.assertEqual([event["grab"] for event in events if "grab" in event], [0, 1])
        replay = subprocess.run([self.binary, "run", SCENES / "pennant.json", "--frames", "20", "--replay", file],
                                capture_output=True, text=True)
        self.assertEqual((replay.returncode, replay.stderr), (0, ""))
        program.close()

    def test_a_recording_is_held_against_the_last_steps(self):
        program = self.open("edge_on.json")
        file = self.record(program)
        program.scroll_to("recording")
        before = program.picture()
        program.click_on("recording")
        program.type(file.name)
        program.key("Return")
        program.scroll(20)
        after = program.picture()
        panel = [(x, y) for x in range(10, PANEL - 30) for y in range(150, HEIGHT - 60, 2)]
        self.assertGreater(sum(before.pixel(*p) != after.pixel(*p) for p in panel), 2000, "a table")
        self.assertFalse(any(is_pale_red(after.pixel(*p)) for p in panel), "and no error")
        program.close()

    def test_keys_pressed_at_once_are_all_done_at_5_hz(self):
        program = self.open("edge_on.json", "--display-rate", 5)
        program.key("space")
        program.wait_for_pause()
        frame = program.frame()
        for _ in range(5):
            program.quick_key("s")
        program.wait_for(lambda: program.frame() == frame + 5, "fifth step")
        program.xdotool(*["mousemove_relative", "1", "0"] * 100)   # far more than a frame each would bear
        program.quick_key("s")
        program.wait_for(lambda: program.frame() == frame + 6, "sixth step", 15)   # one at a time they would take 20 s
        program.close()

    def test_a_command_is_found_by_its_name_and_done(self):
        program = self.open("edge_on.json")
        program.run_frames(3)
        program.command("play pause")
        program.wait_for_pause()
        program.command("reset")
        program.wait_for(lambda: program.frame() == 0, "a reset")
        program.command("open pennant")   # a file of tests/, not a shipped scene: nothing is found, nothing is done
        self.assertIn("edge_on", program.title())
        program.key("ctrl+p")
        program.type("forward")
        program.click_on("60 frames forward")
        self.assertNotIn("palette", program.widgets())
        program.command("single step")   # words of what it does
        program.wait_for(lambda: program.frame() == 1, "a step")
        program.close()

    def test_escape_closes_the_palette_and_the_keys_are_commands_again(self):
        program = self.open("edge_on.json")
        program.key("ctrl+p")
        program.place("palette")
        program.type("r")   # a word, not the key
        program.key("Escape")
        self.assertNotIn("palette", program.widgets())
        program.key("space")
        program.wait_for_pause()
        program.close()

    def test_the_status_line_counts_crossings_and_leads_to_the_tabs(self):
        program = self.open("crossed.json")
        def width():
            return program.widgets()["status crossings"][2]

        program.click_on("status pace")
        program.wait_for_pause()
        program.wait_for_quiet(width)   # when the last frame has been counted, it says no frame
        counted = width()
        program.click_on("status crossings")
        program.wait_for(lambda: width() > counted, "the words 'not counted'")
        program.click_on("status crossings")
        program.wait_for(lambda: width() == counted, "the count again")
        program.click_on("status pace")
        program.click_on("status method")
        program.place("inversion")
        program.click_on("status pace")
        program.wait_for_pause()
        program.close()

    def test_ctrl_click_shows_the_rays_of_a_vertex(self):
        program = self.open("crossed.json")
        program.run_frames(5)
        program.key("space")
        program.wait_for_pause()
        before = program.picture()
        at = (PANEL + (WIDTH - PANEL) // 2 - 40, HEIGHT // 2)
        self.assertTrue(is_red(before.pixel(*at)))   # the level sheet
        program.move(*at)
        program.xdotool("keydown", "ctrl")
        program.press()
        program.release()
        program.xdotool("keyup", "ctrl")
        program.settle()
        places = [(x, y) for x in range(PANEL + 20, WIDTH, 2) for y in range(0, HEIGHT - 100, 2)]
        panel = [(x, y) for x in range(10, PANEL - 10, 2) for y in range(120, HEIGHT - 100, 2)]

        def changed(picture, among):
            return sum(before.pixel(*p) != picture.pixel(*p) for p in among)
        self.picture_with(program, lambda picture: changed(picture, places) > 20 and changed(picture, panel) > 200,
                          "marks and rays, and their tab")
        program.close()

    def test_x_pauses_at_the_first_penetration(self):
        program = self.open("crossed.json")
        program.key("x")
        program.wait_for_pause()
        frame = program.frame()
        program.key("7")
        program.key("space")   # on from there: it was the first
        program.wait_for(lambda: program.frame() > frame + 3, "steps after the pause")
        program.close()

    def test_space_pauses_and_s_steps_once(self):
        program = self.open("edge_on.json")
        program.key("space")
        program.wait_for_pause()
        frame = program.frame()
        program.key("s")
        program.wait_for(lambda: program.frame() == frame + 1, "one step")
        program.key("r")
        program.wait_for(lambda: program.frame() == 0, "a reset")
        program.close()


if __name__ == "__main__":
    case.main()
