"""Random input, as wild as a person's worst minute: random_input.py RAYCLOTH_BINARY [--seconds S] [--seed N].

Keys, commands by their names, clicks and drags on widgets and on the picture, wheels, words typed into fields, scenes
opened, files dropped, the window's size changed, all from one seed. The program must neither crash nor stop to answer, and what it
leaves must be a state of finite numbers: it is asked for by saving the scene and by exporting the frame. Exit code 77:
Xvfb or xdotool is missing. Ten minutes: --seconds 600. Watched by sanitizers: scripts/test-addresses.
"""

import argparse
import random
import sys
import time
from pathlib import Path

import dropping
import screen

SCENES = screen.own_copy(Path(__file__).parent / "scenes")   # which it may save
MESH = Path(__file__).parents[1] / "data" / "box.obj"
WIDTH, HEIGHT = 1000, 640

KEYS = ("space Right Left s r g l v i p x w n y c b m f j k t e d u z q a o Delete F1 F5 F6 F12 Tab Escape 1 2 3 4 5 6 7 8 KP_Home "
        "KP_End KP_Next KP_Begin ctrl+o ctrl+b ctrl+z ctrl+y ctrl+shift+z ctrl+s ctrl+shift+s ctrl+equal ctrl+minus ctrl+0 shift+Left "
        "shift+Right").split()
# By name: what has no key. Nothing that opens a large scene, or the minute would be its loading.
COMMANDS = ("panels: floating", "panels: right", "panels: left", "take out, put back: Timings",
            "take out, put back: View", "layout as at first", "colours: dark, light", "background: grey, white", "tour",
            "take all pins", "compare again from here", "keep the settings of B", "settings shown and changed",
            "count crossing pairs", "every handler", "CPU and CUDA", "report of takes", "cancel what is under way",
            "handler next", "rigid tracer next", "deformable tracer next", "safety net on", "untangling on",
            "bent rays on", "edge contacts on", "self collision on", "impact zones on", "play session",
            "play a recorded session", "save scene as", "record session as", "record timings as",
            "heat map: strain", "heat map: clearance", "heat map: contacts", "heat map: impulse",
            "fabric of all cloth: wool", "fabric of all cloth: cotton")
# What would end the program or leave it; and what takes longer than it is worth.
SHIPPED = {file.stem for file in (Path(__file__).parents[2] / "assets" / "scenes").glob("*.json")}
LEFT_ALONE = {"Open", "path"} | SHIPPED | {"scene " + name for name in SHIPPED}


class Monkey:
    def __init__(self, program, seed):
        self.program, self.random, self.deeds = program, random.Random(seed), []

    def place(self, x, y):
        return str(int(min(max(x, 1), WIDTH - 2))), str(int(min(max(y, 1), HEIGHT - 2)))

    def move(self, x, y):
        self.program.xdotool("mousemove", "--window", self.program.window, *self.place(x, y))

    def somewhere(self):
        return self.random.uniform(0, WIDTH), self.random.uniform(0, HEIGHT)

    def key(self):
        name = self.random.choice(KEYS)
        self.program.xdotool("key", name)
        return "key " + name

    def command(self):
        words = self.random.choice(COMMANDS)
        self.program.xdotool("key", "Escape", "key", "ctrl+p")
        time.sleep(0.3)
        self.program.xdotool("type", "--delay", 2, words)
        time.sleep(0.2)
        self.program.xdotool("key", "Return")
        return "command " + words

    def widget(self):
        try:
            widgets = self.program.widgets()
        except ValueError:   # being written
            return "nothing"
        names = [name for name in widgets if name not in LEFT_ALONE]
        if not names:
            return "nothing"
        name = self.random.choice(sorted(names))
        left, top, width, height = widgets[name]
        self.move(left + self.random.uniform(0, width), top + self.random.uniform(0, height))
        time.sleep(0.05)
        if self.random.random() < 0.6:
            self.program.xdotool("click", 1)
            return "click on " + name
        self.program.xdotool("mousedown", 1)
        for _ in range(3):
            time.sleep(0.05)
            self.move(*self.somewhere())
        self.program.xdotool("mouseup", 1)
        return "drag from " + name

    def hand(self):
        """On the picture: pulls, turns, inspects, sets pins, with any button and what may be held beside it."""
        held = self.random.choice(("", "", "", "ctrl", "shift", "alt"))
        button = self.random.choice((1, 1, 1, 2, 3))
        self.move(*self.somewhere())
        if held:
            self.program.xdotool("keydown", held)
        self.program.xdotool("mousedown", button)
        for _ in range(self.random.randint(0, 6)):
            time.sleep(0.05)
            self.move(*self.somewhere())
            if self.random.random() < 0.2:
                self.program.xdotool("click", self.random.choice((4, 5)))
        self.program.xdotool("mouseup", button)
        if held:
            self.program.xdotool("keyup", held)
        return f"drag {held} {button}"

    def wheel(self):
        self.move(*self.somewhere())
        self.program.xdotool("click", "--repeat", self.random.randint(1, 8), self.random.choice((4, 5)))
        return "wheel"

    def words(self):
        text = self.random.choice(("0", " -1e9", "nan", "12", "0.001", "/nowhere/x", "\u00e4", "a" * 60))
        self.program.xdotool("type", "--delay", 1, text)
        self.program.xdotool("key", self.random.choice(("Return", "Escape", "Tab")))
        return "words " + text

    def size(self):
        size = self.random.choice(((WIDTH, HEIGHT), (500, 330), (1400, 900), (700, 900)))
        self.program.xdotool("windowsize", self.program.window, *size)
        return f"size {size}"

    def scene(self):
        file = self.random.choice((SCENES / "edge_on.json", SCENES / "pennant.json", SCENES / "crossed.json", MESH))
        self.program.xdotool("key", "Escape", "key", "Escape", "key", "1")
        time.sleep(0.5)
        field = self.program.widgets().get("path")
        if not field:
            return "nothing"
        self.move(field[0] + field[2] / 2, field[1] + field[3] / 2)
        self.program.xdotool("click", 1)
        time.sleep(0.3)
        self.program.xdotool("key", "ctrl+a")
        self.program.xdotool("type", "--delay", 1, str(file))
        self.program.xdotool("key", "Return")
        return f"open {file.name}"

    def drop(self):
        """Of files: a scene, meshes that are asked about, or no mesh at all."""
        if not dropping.can_drop():
            return "nothing"
        files = self.random.choice(([SCENES / "crossed.json"], [SCENES / "pennant.json"], [MESH],
                                    [MESH, MESH.with_name("two_boxes.obj")], [MESH.with_name("word.obj")]))
        dropping.drop(self.program.environment["DISPLAY"], self.program.window, files, *map(int, self.somewhere()))
        return "drop " + ", ".join(file.name for file in files)

    def act(self):
        kinds = (self.key, self.command, self.widget, self.hand, self.wheel, self.words, self.size, self.scene, self.drop)
        deed = self.random.choices(kinds, weights=(30, 10, 25, 15, 5, 4, 2, 3, 2))[0]
        self.deeds.append(deed())
        time.sleep(self.random.uniform(0, 0.15))

    def log(self):
        return "\n".join(f"  {i}: {deed}" for i, deed in list(enumerate(self.deeds))[-40:])


def answers(program):
    """Whether a display frame comes after this moment, and steps can be taken."""
    before = (program.folder / "widgets.json").stat().st_mtime_ns
    program.xdotool("windowsize", program.window, WIDTH, HEIGHT)
    program.xdotool("key", "Escape", "key", "Escape")
    for name in ("Tab", "Tab"):   # whatever has the keyboard, the panels change, and the map with them
        program.key(name)
    program.wait_for(lambda: (program.folder / "widgets.json").stat().st_mtime_ns != before, "display frame")


def come_to_rest(program):
    """Ends what is under way, what is typed, and the run."""
    program.xdotool("keyup", "ctrl", "keyup", "shift", "keyup", "alt", "mouseup", 1, "mouseup", 2, "mouseup", 3)
    program.move(WIDTH - 3, 3)
    program.click(WIDTH - 3, 3)
    for _ in range(3):
        program.key("Escape")
    if "panel grip" not in program.widgets():
        program.key("Tab")
    program.command("layout as at first")
    program.command("letters as the display asks for")
    program.command("cancel what is under way")
    if "place of report" in program.widgets():   # the takes, which may lie over the column
        program.click_on("Takes")
    if program.playing():
        program.key("space")
    program.wait_for_pause()


def check_state(program):
    """The vertices of the present frame, as the program writes them: all of them numbers."""
    program.key("1")
    program.scroll_to("This frame")   # a chosen object has many rows
    program.click_on("export")
    program.key("ctrl+a")
    program.type("last.obj")
    program.key("Return")
    program.click_on("This frame")
    file = program.wait_for(lambda: next(program.folder.glob("last*.obj"), None), "the frame")
    vertices = [line.split()[1:4] for line in file.read_text().splitlines() if line.startswith("v ")]
    assert vertices, "vertices are written"
    for vertex in vertices:
        assert all(abs(float(x)) < 1e6 for x in vertex), f"finite, and near: {vertex}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary", type=Path)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    display = screen.Display()
    program = screen.Program(options.binary.resolve(), display, [SCENES / "pennant.json", "--quality", "low"],
                             (WIDTH, HEIGHT))
    monkey = Monkey(program, options.seed)
    try:
        end = time.monotonic() + options.seconds
        while time.monotonic() < end:
            for _ in range(25):
                monkey.act()
                if program.process.poll() is not None:
                    raise AssertionError(f"the program ended: {program.process.returncode}")
            answers(program)
        come_to_rest(program)
        check_state(program)
        program.close()
    except Exception as failure:
        print(f"seed {options.seed}, after {len(monkey.deeds)} deeds: {failure}\n{monkey.log()}")
        if program.is_open():   # else the failure tells
            print(program.report())
        return 1
    finally:
        program.kill()
        display.close()
    print(f"seed {options.seed}: {len(monkey.deeds)} deeds")
    return 0


if __name__ == "__main__":
    screen.skip_without_tools()
    sys.exit(main())
