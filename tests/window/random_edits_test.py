"""Two hundred edits as a person makes them, by mouse and keys, taken back and done again: random_edits_test.py
RAYCLOTH_BINARY [--seed N] [--edits N] [unittest options].

What an edit has done is read from the scene that the window saves. Every undo brings back the scene of before the edit,
every redo that of after it; but what a scene need not say (a setting that has its default, the colour that an object
gets by itself) may be said once it was another. At both ends the window goes on for some frames, and comes to what a
run without a window makes of the saved scene. Exit code 77: Xvfb or xdotool is missing.
"""

import argparse
import json
import random
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import case
import screen
from case import SCENES

BOX = Path(__file__).parents[1] / "data" / "box.obj"
SCHEMA = Path(__file__).parents[2] / "assets" / "scene.schema.json"
FRAMES = 5           # for which the scene goes on
MOST_OBJECTS, MOST_CUTS = 4, 4
SHORT = 0.15         # s after which a save that did not come is asked for again: a scene was being built
LOOKS = 3            # at the saved scene, until it is as it is
FABRICS = "cotton", "denim", "polyester", "rubber", "wool"
TYPED = {   # settings and materials: their tab and what fits
    "damping": ("4", 0, 5), "speed limit": ("4", 5, 50), "warm start": ("4", 0.5, 1), "gravity": ("4", -20, -1),
    "half thickness, all": ("2", 1, 4), "bend stiffness": ("2", 1e-6, 1e-4), "areal density": ("2", 0.1, 0.4)}
DRAWN = {"push out speed": "4", "overlap tolerance": "4", "substeps": "4", "half thickness, all": "2"}
SWITCHES = {key.replace("_", " ") for key, value in json.loads(SCHEMA.read_text())["$defs"]["settings"]["properties"]
            .items() if value.get("$ref") == "#/$defs/switch"}


class Hands:
    """One random edit after the other, on a program that is paused. Each says in words what it did, or None: it found
    nothing to do."""

    def __init__(self, program, seed):
        self.program, self.random = program, random.Random(seed)
        self.scene = {}   # as it was saved last
        self.names = 0
        self.unseen = 0   # edits of the last one before what it came to
        self.kinds = [self.switch, self.keys, self.choice, self.typed, self.drawn, self.fabric, self.pin, self.pin_box,
                      self.name, self.colour, self.eye, self.place, self.gizmo, self.add, self.remove, self.wind,
                      self.paint, self.cut]
        self.bag = []

    def edit(self):
        self.unseen = 0
        if self.objects()[0].get("hidden") and self.random.random() < 0.5:   # much can be done only where it is seen
            return self.eye()
        if not self.bag:   # all kinds come equally often
            self.bag = self.random.sample(self.kinds, len(self.kinds))
        return self.bag.pop()()

    # where

    def objects(self):
        return self.scene["objects"]

    def middle(self, widget):
        """Of what is seen by now, or None."""
        place = self.program.widgets().get(widget)
        return place and (place[0] + place[2] / 2, place[1] + place[3] / 2)

    def finds(self, tab, widget):
        """Whether the tab has it; then it is seen."""
        if not self.middle(widget):
            self.program.key(tab)
        return self.middle(widget) or self.program.finds(widget)

    def show(self, tab, widget):
        return self.middle(widget) if self.finds(tab, widget) else self.program.place(widget)

    def somewhere(self):
        """In the picture, where the sheet is likely to be."""
        left, top, width, height = self.program.widgets()["picture"]
        return left + self.random.uniform(0.42, 0.58) * width, top + self.random.uniform(0.25, 0.7) * height

    def chosen(self, index):
        """The fields of an object, in the tab of the scene."""
        name = self.objects()[index]["name"]
        for _ in range(2):
            self.program.click(*self.show("1", "object " + name))
            if self.finds("1", "name of the object"):   # else it was chosen, and is no more
                break
        return name

    def with_tool(self, key, act, *arguments):
        """Its key, what is done with it, and Escape: all of it at once."""
        self.program.quick_key(key)
        act(*arguments)
        self.program.quick_key("Escape")
        self.program.settle()

    def drag(self, start, end):
        if self.random.random() < 0.3:
            return self.program.drag(start, end)
        self.program.quick_drag(start, end)
        self.program.settle()

    # what

    def switch(self):
        tab = self.random.choice("34")
        self.program.key(tab)
        self.program.scroll(self.random.choice((-60, 60)))
        seen = sorted(SWITCHES & self.program.widgets().keys())
        name = self.random.choice(seen)
        self.program.click_on(name)
        return "switch " + name

    def keys(self):
        """Two edits, and nothing between them that would end the first one: a save does that."""
        first, second = self.random.sample("pi", 2)
        self.program.key(first)
        self.program.key(second)
        self.unseen = 1
        return f"keys {first}, {second}"

    def choice(self):
        word = self.random.choice(("off", "last-step", "remembered"))
        self.program.click(*self.show("3", "inversion"))
        self.program.click_on(word)
        return "inversion " + word

    def typed(self):
        name = self.random.choice(sorted(TYPED))
        tab, low, high = TYPED[name]
        value = f"{self.random.uniform(low, high):.3g}"
        self.show(tab, name)
        self.program.set_slider(name, value)
        return f"{name} {value}"

    def drawn(self):
        name = self.random.choice(sorted(DRAWN))
        _, y = self.show(DRAWN[name], name)
        left, _, width, _ = self.program.widgets()[name]
        start, end = (left + self.random.uniform(0.1, 0.9) * width for _ in range(2))
        self.drag((start, y), (end, y))
        return "drawn: " + name

    def fabric(self):
        name = self.random.choice(FABRICS)
        self.program.click(*self.show("2", "fabric"))
        self.program.click_on(name)
        return "fabric " + name

    def pin(self):
        self.with_tool("v", self.program.quick_click, *self.somewhere())
        return "pin"

    def pin_box(self):
        held = self.random.choice(("", "shift"))
        self.with_tool("v", self.program.quick_drag, self.somewhere(), self.somewhere(), held)
        return f"box of pins {held}"

    def name(self):
        self.names += 1
        before = self.chosen(self.random.randrange(len(self.objects())))
        self.program.click(*self.show("1", "name of the object"))
        self.program.enter(f"named_{self.names}")
        return f"{before} is named_{self.names}"

    def colour(self):
        name = self.chosen(self.random.randrange(len(self.objects())))
        _, y = self.show("1", "colour")
        left, _, width, _ = self.program.widgets()["colour"]
        x = left + self.random.choice((0.1, 0.4, 0.65)) * width   # red, green, blue
        self.drag((x, y), (x + self.random.choice((-60, -30, 30, 60)), y))
        return "colour of " + name

    def eye(self):
        hidden = [one for one in self.objects() if one.get("hidden")]
        name = (hidden or self.random.sample(self.objects(), 1))[0]["name"]
        self.program.click(*self.show("1", "eye of " + name))
        return "eye of " + name

    def place(self):
        name = self.chosen(self.random.randrange(len(self.objects())))
        axis, value = self.random.choice((("place x", 0.05), ("place y", 0.55), ("place z", 0.05), ("turn y", 8)))
        self.show("1", axis)
        self.program.set_slider(axis, f"{value * self.random.uniform(0.6, 1.4):.3f}")
        return f"{axis} of {name}"

    def gizmo(self):
        name = self.chosen(self.random.randrange(len(self.objects())))
        self.program.key("e")
        handle = self.random.choice(("move x", "move y", "turn y", "turn z"))
        place = self.middle(handle)
        if place:   # not behind the eye
            self.drag(place, [at + self.random.choice((-12, 12)) for at in place])
        self.program.key("Escape")
        return f"{handle} of {name}, by its handle"

    def add(self):
        if len(self.objects()) >= MOST_OBJECTS:
            return None
        if self.random.random() < 0.5:
            self.program.command("add a sheet")
            for way in "xz":   # or it would take long to build
                self.program.set_slider("cells along " + way, self.random.randint(4, 8))
        else:
            self.program.click(*self.show("1", "path"))
            self.program.enter(str(BOX))
            self.program.click_on("becomes " + self.random.choice(("solid", "shell")))
        self.program.click_on("Add to the scene")
        self.program.key("f")   # it went back to show all
        return "added"

    def remove(self):
        if len(self.objects()) < 2:   # the sheet stays
            return None
        name = self.chosen(self.random.randrange(1, len(self.objects())))
        self.program.key("Delete")
        return name + " removed"

    def wind(self):
        if not self.middle("wind tip"):
            return None
        x, y = self.middle("wind tip")
        self.drag((x, y), (x + self.random.uniform(-60, 60), y + self.random.uniform(-20, 20)))
        return "wind"

    def paint(self):
        held = self.random.choice(("", "", "shift"))
        x, y = self.somewhere()
        end = x + self.random.uniform(-20, 20), y + 10
        self.with_tool("d", self.program.quick_drag, (x, y), end, held)
        return f"paint {held}"

    def cut(self):
        if sum(len(one.get("cuts", [])) for one in self.objects()) >= MOST_CUTS:
            return None
        left, top, width, height = self.program.widgets()["picture"]
        y = top + self.random.uniform(0.3, 0.65) * height
        parts = 0.3, self.random.uniform(0.5, 0.7)
        ends = [(left + part * width, y + self.random.uniform(-20, 20)) for part in parts]
        self.with_tool("u", self.program.quick_drag, *ends)
        return "cut"


def alike(scene, other):
    """Whether they are one, but for colours that one of them does not say."""
    def without_unsaid(objects, others):
        said = [one.keys() & other.keys() for one, other in zip(objects, others)]
        return [{key: value for key, value in one.items() if key != "color" or key in both}
                for one, both in zip(objects, said)]

    if len(scene["objects"]) != len(other["objects"]):
        return False
    pair = [{**one, "objects": without_unsaid(one["objects"], two["objects"])}
            for one, two in ((scene, other), (other, scene))]
    return pair[0] == pair[1]


def differences(scene, other, path=""):
    """A line for each value that is another."""
    if scene == other:
        return ""
    if isinstance(scene, dict) and isinstance(other, dict):
        return "".join(differences(scene.get(key), other.get(key), f"{path}/{key}") for key in {**scene, **other})
    if isinstance(scene, list) and isinstance(other, list) and len(scene) == len(other):
        return "".join(differences(*pair, f"{path}/{i}") for i, pair in enumerate(zip(scene, other)))
    return f"  {path}: {str(scene):.60}, {str(other):.60}\n"


class RandomEditsTest(case.Case):
    seed, edits = 1, 200   # set below

    def defaults(self):
        """Of settings and materials, as they are told: "  damping  0 to 100 1/s; 0.1 by default"."""
        told = subprocess.run([self.binary, "settings"], capture_output=True, text=True, check=True).stdout
        found = {}
        for key, value in re.findall(r"^  (\w+) .*; (.+) by default$", told, re.MULTILINE):
            numbers = [float(word) for word in value.split() if re.fullmatch(r"[-+.e\d]+", word)]
            word = {"on": True, "off": False}.get(value, value)
            found[key] = numbers if len(numbers) > 1 else numbers[0] if numbers else word
        return found

    def meaning(self, text):
        """A saved scene, without what it need not say."""
        scene = json.loads(text)
        for values in [scene.get("settings", {}), *(one.get("material", {}) for one in scene["objects"])]:
            for key in [key for key, value in values.items() if value == self.usual.get(key)]:
                del values[key]
        return {key: value for key, value in scene.items() if value != {}}

    def saved(self, is_expected):
        """The scene as ctrl + S writes it, once it is as expected; else as it was the last time of several. While a
        changed scene is built none is written: it is asked for again, which may write one too many, so the next that is
        written may be of before."""
        program, file, pause = self.program, self.program.scene, SHORT
        end = time.monotonic() + screen.PATIENCE
        for _ in range(LOOKS):
            before = file.stat().st_ino
            written = lambda: file.stat().st_ino != before
            program.quick_key("ctrl+s")
            while not program.comes(written, pause, every=0.004):
                self.assertLess(time.monotonic(), end, "the scene is not saved")
                program.settle()   # or keys would wait in a row, and their saves come much later
                if not written():
                    program.quick_key("ctrl+s")
                pause = min(1.5 * pause, 2)
            scene = self.meaning(file.read_text())
            if is_expected(scene):
                break
        return scene

    def described(self):
        return f"{super().described()}\nseed {self.seed}, edits in their order: {'; '.join(self.done)}"

    def scene_file(self):
        """A scene that names its pins by number: so do those that are saved after some edits."""
        scene = json.loads((SCENES / "pennant.json").read_text())
        scene["objects"][0]["pins"] = {"vertices": [6]}
        file = screen.own_copy(SCENES) / "pennant.json"
        file.write_text(json.dumps(scene))
        return file

    def edit(self, hands):
        """Until so many have changed the scene; the scene after each, or None, that of before them first."""
        scenes = [self.saved(lambda scene: True)]
        while len(scenes) <= self.edits:
            hands.scene = scenes[-1]
            words = hands.edit()
            if not words:
                continue
            scene = self.saved(lambda scene: scene != scenes[-1])   # which is never None
            met = scene != scenes[-1]
            if met:
                scenes += [None] * hands.unseen + [scene]
            self.done.append(words if met else f"({words}: nothing)")
        return scenes

    def go_through(self, key, expected, what):
        """One after the other, each brings the next of these scenes; None: whatever there was."""
        for i, scene in enumerate(expected):
            self.program.quick_key(key)
            if not scene:
                self.program.settle()
                continue
            now = self.saved(lambda now: alike(now, scene))
            if not alike(now, scene):
                self.fail(f"{what} {i + 1} of {len(expected)}; expected, found:\n{differences(scene, now)}")

    def headless(self, scene):
        """The frame that a run of it comes to, as exported, and the hash of its state."""
        run = subprocess.run([self.binary, "run", scene, "--frames", str(FRAMES), "--export",
                              self.program.folder / "alone.obj"], capture_output=True, text=True)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        frame = self.program.folder / f"alone_{FRAMES:06d}.obj"
        return frame.read_text(), run.stdout.split("state")[1].split()[0]

    def goes_on(self):
        """The frame that the window comes to, as exported; then it is at the beginning again."""
        program = self.program
        for i in range(FRAMES):
            program.key("s")
            program.wait_for(lambda: program.frame() == i + 1, f"frame {i + 1}")
        file = program.folder / "live.obj"
        file.unlink(missing_ok=True)
        program.command("path of exports")
        program.key("ctrl+a")
        program.type(file.name)
        program.key("Return")
        program.command("export this frame")
        program.wait_for(file.exists, "exported frame")
        program.key("r")
        program.wait_for(lambda: program.frame() == 0, "reset")
        return file.read_text()

    def test_edits_are_taken_back_and_done_again_to_the_same_hash(self):
        self.done, self.usual = [], self.defaults()
        program = self.program = self.open(self.scene_file())
        original = shutil.copy(program.scene, program.folder / "original.json")
        program.key("space")
        program.wait_for_pause()
        program.key("r")
        program.wait_for(lambda: program.frame() == 0, "the beginning")
        program.key("a")   # the wind's arrow
        begin = time.monotonic()
        scenes = self.edit(Hands(program, self.seed))
        edited = time.monotonic()
        after = shutil.copy(program.scene, program.folder / "after.json")

        self.go_through("ctrl+z", scenes[-2::-1], "undo")
        undone = time.monotonic()
        frame, state = self.headless(program.scene)
        self.assertEqual(state, self.headless(original)[1])
        self.assertTrue(self.goes_on() == frame, "what was taken back goes on as the saved scene does")

        self.go_through("ctrl+y", scenes[1:], "redo")
        redone = time.monotonic()
        frame, state_after = self.headless(program.scene)
        self.assertEqual(state_after, self.headless(after)[1])
        self.assertNotEqual(state_after, state)
        self.assertTrue(self.goes_on() == frame, "what was done again goes on as the saved scene does")
        print(f"seed {self.seed}: {len(scenes) - 1} edits in {edited - begin:.0f} s, taken back in "
              f"{undone - edited:.0f} s, done again in {redone - undone:.0f} s", flush=True)
        program.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--seed", type=int, default=RandomEditsTest.seed)
    parser.add_argument("--edits", type=int, default=RandomEditsTest.edits)
    options, sys.argv[1:] = parser.parse_known_args()
    RandomEditsTest.seed, RandomEditsTest.edits = options.seed, options.edits
    case.main()
