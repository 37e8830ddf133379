"""A virtual screen with the program in it: starts Xvfb and raycloth, presses keys, moves the mouse, reads pictures.

Everything is observed from outside: the window's title, the pictures it saves (F12), the files it writes. Widgets are
found by name in one of these (--widget-map). Another (--frame-log) has a row for every display frame and how many
events it took: what was sent is done when a frame takes none, so nobody has to guess how long that may take.
"""

import atexit
import ctypes
import json
import os
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import zlib
from collections import deque
from pathlib import Path

PATIENCE = 200        # s that anything may take on a slow and busy machine: who waits longer waits in vain
FRAMES_BETWEEN = 3    # of the display, until an event is surely seen: one was under way, one takes it, one shows it
DOUBLE_CLICK = 0.35   # s after which a second click at a place is another one (Dear ImGui's: 0.3 s)
SAME_PLACE = 8        # pixels
AT_REST = 0.4         # s in which nothing goes on, after which nothing will: the title is up to 0.25 s behind
SIZE = (1600, 1000)   # of the screen, pixels


def die_with_parent():
    """Called in a child: a test that is killed leaves no program behind."""
    pr_set_pdeathsig = 1   # of linux/prctl.h
    ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGKILL)


def missing_tools():
    return [tool for tool in ("Xvfb", "xdotool") if not shutil.which(tool)]


def skip_without_tools():
    """Ends a test as skipped (77) where what it needs is not installed."""
    if missing_tools():
        print("skipped: install " + " and ".join(missing_tools()))
        sys.exit(77)


def own_copy(folder):
    """A copy of a folder, until the end: the scenes that a window opens it may save."""
    copy = tempfile.TemporaryDirectory(prefix="raycloth_scenes_")
    atexit.register(copy.cleanup)
    return Path(shutil.copytree(folder, Path(copy.name) / folder.name))


@ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
def go_on(display, error):
    """What Xlib calls for errors, which else end the test: a window may just have gone."""
    return 0


class XImage(ctypes.Structure):
    """The beginning of Xlib.h's."""
    _fields_ = [("width", ctypes.c_int), ("height", ctypes.c_int), ("offset", ctypes.c_int), ("format", ctypes.c_int),
                ("data", ctypes.c_void_p), ("orders", ctypes.c_int * 5), ("bytes_per_line", ctypes.c_int)]


class Connection:
    """What xdotool cannot do on a display, by Xlib."""
    RESOURCE_MANAGER, STRING, CUT_BUFFER, REPLACE, Z_PIXMAP, ALL_PLANES = 23, 31, 16, 0, 2, -1   # of X.h, Xatom.h

    def __init__(self, name):
        self.x11 = ctypes.CDLL("libX11.so.6")
        self.x11.XSetErrorHandler(go_on)
        self.x11.XOpenDisplay.restype = ctypes.c_void_p
        self.x11.XDefaultRootWindow.restype = ctypes.c_ulong
        self.x11.XGetImage.restype = ctypes.POINTER(XImage)
        self.display = ctypes.c_void_p(self.x11.XOpenDisplay(name.encode()))
        assert self.display, f"no connection to the display {name}"
        self.root = self.x11.XDefaultRootWindow(self.display)

    def note(self, window, name, text):
        """A text on a window, which its program hears of."""
        self.x11.XChangeProperty(self.display, *map(ctypes.c_ulong, (window, name, self.STRING)), 8, self.REPLACE, text,
                                 len(text))
        self.x11.XFlush(self.display)

    def rows(self):
        """Of the screen: blue, green, red, and an unused byte."""
        root, planes = map(ctypes.c_ulong, (self.root, self.ALL_PLANES))
        image = self.x11.XGetImage(self.display, root, 0, 0, *SIZE, planes, self.Z_PIXMAP).contents
        return [ctypes.string_at(image.data + y * image.bytes_per_line, 4 * image.width) for y in range(image.height)]

    def close(self):
        self.x11.XCloseDisplay(self.display)


class Display:
    """An Xvfb on a display number that it finds itself."""

    def __init__(self):
        read_end, write_end = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write_end), "-screen", "0", "%dx%dx24" % SIZE, "-nolisten", "tcp", "-noreset"],
            pass_fds=[write_end], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=die_with_parent)
        os.close(write_end)
        with os.fdopen(read_end) as answer:
            number = answer.readline().strip()
        if not number:
            raise RuntimeError("Xvfb did not start")
        self.name = ":" + number
        self.connection = Connection(self.name)

    def ask_for_letters(self, dots_per_inch):
        """What desktops set for screens of fine pixels; 96 is usual."""
        self.connection.note(self.connection.root, Connection.RESOURCE_MANAGER, f"Xft.dpi:\t{dots_per_inch}\n".encode())

    def wake(self, window):
        """Its program draws another frame, which it would else do within 0.05 s."""
        self.connection.note(int(window), Connection.CUT_BUFFER, b"")

    def picture(self, file):
        """What is on it, as a PNG file: whatever the program does."""
        write_png(file, SIZE[0], [red_green_blue(row) for row in self.connection.rows()])

    def close(self):
        self.connection.close()
        self.server.terminate()
        self.server.wait(timeout=PATIENCE)


def fresh_config(folder):
    """A user's configuration in `folder` in which the tour has been seen; what is remembered there is found again."""
    (folder / "raycloth").mkdir(parents=True, exist_ok=True)
    (folder / "raycloth" / "window.json").write_text('{"raycloth_window": 1, "tour_seen": true}')
    return folder


class Program:
    """raycloth in a window on `display`, in a folder of its own.

    `size`: None as the program chooses it. `config`: the user's folder of configuration; None: a fresh one.
    `environment`: variables besides. `loaded`: once its scene is; else as soon as there is a window.
    """

    def __init__(self, binary, display, arguments, size=(1000, 640), config=None, environment=None,
                 loaded=True):
        self.display, self.window = display, None
        self._frames, self._part, self._names, self._drawn, self._newest, self._restless = None, "", None, 0, {}, 0
        self._clicked = (0, 0, 0)   # where, when
        self.folder = Path(tempfile.mkdtemp(prefix="raycloth_window_"))
        config = config or fresh_config(self.folder / "config")
        self.environment = {**os.environ, "DISPLAY": display.name, "XDG_CONFIG_HOME": str(config),
                            "XDG_STATE_HOME": str(self.folder / "state"), **(environment or {})}
        self.log = open(self.folder / "log.txt", "w+")
        self.begin, self._deeds = time.monotonic(), deque(maxlen=12)
        self.process = subprocess.Popen([binary, *map(str, arguments), "--widget-map", "widgets.json", "--frame-log",
                                         "display.log"], cwd=self.folder, env=self.environment, stdout=self.log,
                                        stderr=subprocess.STDOUT, preexec_fn=die_with_parent)
        try:
            self._wait_for_window(size, loaded)
        except Exception as failure:   # nobody else has it by now
            failure.args = (f"{failure}\n{self.report()}",)
            self.kill()
            raise

    def _wait_for_window(self, size, loaded):
        self.window = self.wait_for(self._find_window, "window")
        if loaded:
            self.wait_for(lambda: self.frame() >= 0, "title with the frame")
        self.wait_for(lambda: " - " in self.title(), "title")
        self._frames = open(self.folder / "display.log")
        if size:
            self.xdotool("windowsize", self.window, *size)
        self.xdotool("windowfocus", self.window)

        def resized():   # before that, what is in its middle lies elsewhere
            return self.widgets().get("picture", [0, 0, 0, 0])[3] == size[1]
        if size:
            self.wait_for(resized, f"window of {size[0]} x {size[1]}")
        self.settle()

    def close(self):
        """Ends the program as a user would, without saving, and checks that it went well."""
        self.xdotool("key", "ctrl+q")
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < end:
            try:
                for answer in {"Discard", "Quit"} & self.widgets().keys():   # about changes, about takes
                    self.click_on(answer)
            except (AssertionError, subprocess.CalledProcessError):   # it has ended meanwhile
                pass
            time.sleep(0.05)
        code = self.process.poll()
        assert code is not None, "ctrl+Q did not end the program"
        self.log.seek(0)
        output = self.log.read()
        self.kill()
        shutil.rmtree(self.folder)
        assert code == 0, f"exit code {code}: {output}"

    def is_open(self):
        """Neither closed nor killed."""
        return not self.log.closed

    def kill(self):
        self.log.close()
        if self._frames:
            self._frames.close()
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    # input

    def _read_frames(self):
        """The rows of the display's frames since the last call."""
        *rows, self._part = (self._part + self._frames.read()).split("\n")
        if rows and not self._names:
            self._names = rows.pop(0).split(",")
        for row in rows:
            before, self._newest = self._newest, dict(zip(self._names, map(float, row.split(","))))
            self._drawn += 1
            if self._newest["playing"] or self._newest["busy_s"] or not before or (
                    before["simulation_frame"] != self._newest["simulation_frame"]):
                self._restless = self._newest["shown_s"]

    def drawn(self):
        """Display frames so far."""
        self._read_frames()
        return self._drawn

    def settle(self):
        """Until what has been done is taken and seen, or has ended the program.

        xdotool is back once the screen's server has the event. A display frame that begins after that looks for events
        first; some may come to it one frame later, where Xlib had read others before. Then they wait in the order in
        which they came (app/window/input_queue.h), and a frame takes none only if none is left.
        """
        goal = self.drawn() + FRAMES_BETWEEN
        end = time.monotonic() + PATIENCE
        woken = 0
        while (self.drawn() < goal or self._newest["inputs"]) and self.process.poll() is None:
            assert time.monotonic() < end, f"no display frame that shows it within {PATIENCE} s"
            if woken != self._drawn:   # once in each of them
                self.display.wake(self.window)
                woken = self._drawn
            time.sleep(0.004)

    def xdotool(self, *words):
        words = [str(word) for word in words]
        if words[0] not in ("getwindowname", "search"):
            self._deeds.append(f"{time.monotonic() - self.begin:.2f}: {' '.join(words)}")
        return subprocess.run(["xdotool", *words], env=self.environment, check=True, text=True,
                              stdout=subprocess.PIPE).stdout.strip()

    def key(self, name):
        """Down and up at once, or a slow machine takes it for one that is held, which repeats."""
        self.quick_key(name)
        self.settle()

    def move(self, x, y):
        self.xdotool(*self._to(x, y))
        self.settle()

    def press(self, button=1):
        self.xdotool("mousedown", button)
        self.settle()

    def release(self, button=1):
        self.xdotool("mouseup", button)
        self.settle()

    def click(self, x, y):
        self.quick_click(x, y)
        self.settle()
        self._clicked = (x, y, time.monotonic())

    def _to(self, x, y):
        return "mousemove", "--window", self.window, int(x), int(y)

    def widgets(self):
        """Left, top, width, height by name, as in the newest display frame."""
        file = self.folder / "widgets.json"
        return json.loads(file.read_text()) if file.exists() else {}

    def place(self, name):
        """The middle of a widget, once it is there and stays where it is."""
        def still():
            before = self.widgets().get(name)
            self.settle()
            return before if before and self.widgets().get(name) == before else None

        left, top, width, height = self.wait_for(still, f"widget '{name}'")
        return left + width / 2, top + height / 2

    def wait_for_end_of(self, name):
        """Until there is no such widget."""
        self.wait_for(lambda: name not in self.widgets(), f"end of '{name}'")

    def click_on(self, name):
        self.click(*self.place(name))

    def scroll(self, clicks):
        """The column at the left, downwards, or upwards by less than 0."""
        widgets = self.widgets()
        left, _, width, _ = widgets["panel grip"]
        turns = ["click", "--repeat", abs(clicks), "--delay", 1, 5 if clicks > 0 else 4] if clicks else []
        self.xdotool(*self._to(left + width / 2, 0.6 * widgets["picture"][3]), *turns)
        self.settle()

    def scroll_to(self, name):
        """From the head of the column's tab down until a widget is in sight."""
        assert self.finds(name), f"no '{name}' in the tab"

    def finds(self, name):
        """Whether it came into sight so."""
        self.scroll(-60)
        before = None
        while name not in self.widgets() and before != self.widgets():
            before = self.widgets()
            self.scroll(3)
        return name in self.widgets()

    def drag(self, start, end):
        """With the left button, in a few steps."""
        self.xdotool(*self._to(*start), "mousedown", 1)
        self.settle()
        for part in (0.3, 0.6):
            self.move(*(a + part * (b - a) for a, b in zip(start, end)))
        self.xdotool(*self._to(*end), "mouseup", 1)
        self.settle()

    def command(self, words):
        """By its name, in the palette."""
        self.key("ctrl+p")
        self.place("palette")
        self.enter(words)
        self.wait_for_end_of("palette")

    def type(self, text):
        self.quick_type(text)
        self.settle()

    def enter(self, text):
        """And Return."""
        self.xdotool("type", "--delay", 1, "--args", 1, "--", text, "key", "--delay", 0, "Return")
        self.settle()

    # The same as fast as the screen's server takes it: many events within one display frame.

    def quick_click(self, x, y):
        near = max(abs(x - self._clicked[0]), abs(y - self._clicked[1])) < SAME_PLACE
        if near:
            time.sleep(max(0, self._clicked[2] + DOUBLE_CLICK - time.monotonic()))
        self.xdotool(*self._to(x, y), "click", 1)

    def quick_drag(self, start, end, held=""):
        """With the left button, and a key."""
        hold, let_go = (("keydown", held), ("keyup", held)) if held else ((), ())
        self.xdotool(*hold, *self._to(*start), "mousedown", 1, *self._to(*end), "mouseup", 1, *let_go)

    def quick_click_on(self, name):
        self.quick_click(*self.place(name))

    def quick_key(self, name):
        self.xdotool("key", "--delay", 0, name)

    def quick_type(self, text):
        self.xdotool("type", "--delay", 1, "--", text)

    def set_slider(self, name, value):
        """Ctrl+click turns a slider into a field."""
        self.xdotool(*self._to(*self.place(name)), "keydown", "ctrl", "click", 1, "keyup", "ctrl")
        self.settle()
        self.key("ctrl+a")
        self.enter(str(value))

    # what can be seen

    def _find_window(self):
        """Its own: the one of a program that has just ended may still be there."""
        found = subprocess.run(["xdotool", "search", "--all", "--pid", str(self.process.pid), "--name", "^Raycloth"],
                               env=self.environment, text=True, stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL).stdout.split()
        return found[0] if found else None

    def comes(self, condition, seconds, every=0.02):
        """What becomes true of it in so many seconds; else what is not."""
        end = time.monotonic() + seconds
        while True:
            last = time.monotonic() > end   # one more look, however long the last one took
            if self.process.poll() is not None:
                self.log.seek(0)
                raise AssertionError(f"the program ended ({self.process.returncode}): {self.log.read()}")
            result = condition()
            if result or last:
                return result
            time.sleep(every)

    def wait_for(self, condition, what, seconds=PATIENCE):
        result = self.comes(condition, seconds)
        assert result, f"no {what} within {seconds} s"
        return result

    def title(self):
        return self.xdotool("getwindowname", self.window)

    def wait_for_pause(self):
        """Until it is paused, no step is under way any more, and the title says which was the last."""
        self.wait_for(lambda: self.title().endswith("paused"), "pause in the title")
        self.wait_for_rest()

    def wait_for_rest(self):
        """Of a scene that is paused: until what was asked for is done, and seen."""
        begin, drawn = time.monotonic(), self.drawn()

        def at_rest():
            enough = self.drawn() >= drawn + 2 * FRAMES_BETWEEN
            still = self._newest["shown_s"] - max(begin, self._restless)
            return enough and still > AT_REST and self.frame() == self._newest["simulation_frame"]

        self.wait_for(at_rest, "rest")

    def wait_for_quiet(self, look, seconds=2):
        """Until it has been the same for so long."""
        last = [look(), time.monotonic()]

        def quiet():
            now = look()
            if now != last[0]:
                last[:] = now, time.monotonic()
            return time.monotonic() > last[1] + seconds

        self.wait_for(quiet, "quiet")

    def playing(self):
        self.drawn()
        return self._newest["playing"] != 0

    def report(self):
        """What is known of it, in a few lines, for a test that has failed; in its folder also a picture."""
        lines = [f"the program's folder: {self.folder}"]
        try:
            self.display.picture(self.folder / "screen.png")
            lines.append(f"a picture of the screen: {self.folder / 'screen.png'}")
            lines.append(f"exit code {self.process.poll()}; title '{self.title() if self.window else ''}'")
            if self._frames:
                drawn, ago = self.drawn(), time.monotonic() - self._newest["shown_s"]
                lines.append(f"{drawn} frames of the display, the last {ago:.1f} s ago: {self._newest}")
            widgets = self.widgets()
            lines.append(("there is a message; " if "Dismiss" in widgets else "no message; ") + "widgets: "
                         + ", ".join(sorted(widgets)))
        except Exception as failure:   # of a program that has ended
            lines.append(f"no more is known: {failure}")
        lines += ["the last that was done, in s from its start:", *("  " + deed for deed in self._deeds)]
        lines += ["the end of its output:", *(self.folder / "log.txt").read_text().splitlines()[-10:]]
        return "\n".join(lines)

    def frame(self):
        words = self.title().split(" - ")
        return int(words[2].split()[1]) if len(words) > 2 else -1

    def run_frames(self, count):
        goal = self.frame() + count
        self.wait_for(lambda: self.frame() >= goal, f"frame {goal}", 2 * PATIENCE)

    def picture(self):
        """The window as saved by F12."""
        before = set(self.folder.glob("*.png"))
        for file in before:
            file.unlink()
        self.key("F12")
        file = self.wait_for(lambda: next(self.folder.glob("*.png"), None), "picture")
        return self.wait_for(lambda: read_png(file), "whole picture")


class Picture:
    def __init__(self, width, height, rows):
        self.width, self.height, self.rows = width, height, rows

    def pixel(self, x, y):
        return tuple(self.rows[int(y)][3 * int(x):3 * int(x) + 3])


def red_green_blue(row):
    """Of a row of blue, green, red and an unused byte."""
    rgb = bytearray(len(row) // 4 * 3)
    rgb[0::3], rgb[1::3], rgb[2::3] = row[2::4], row[1::4], row[0::4]
    return bytes(rgb)


def write_png(path, width, rows):
    """Of 8-bit RGB."""
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", width, len(rows), 8, 2, 0, 0, 0)
    packed = zlib.compress(b"".join(b"\0" + row for row in rows))
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", packed) + chunk(b"IEND", b""))


def read_png(path):
    """8-bit RGB, as the program writes it; None while it is still being written."""
    data = Path(path).read_bytes()
    if not data.endswith(b"IEND\xaeB`\x82"):
        return None
    width, height, depth, kind = struct.unpack(">IIBB", data[16:26])
    assert (depth, kind) == (8, 2), "not 8-bit RGB"
    packed, at = b"", 8
    while at < len(data):
        length, name = struct.unpack(">I4s", data[at:at + 8])
        if name == b"IDAT":
            packed += data[at + 8:at + 8 + length]
        at += 12 + length
    return Picture(width, height, unfilter(zlib.decompress(packed), width, height))


def unfilter(raw, width, height):
    stride, rows, above = 3 * width, [], bytearray(3 * width)
    for y in range(height):
        kind = raw[y * (stride + 1)]
        row = bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        for i in range(stride if kind else 0):
            left = row[i - 3] if i >= 3 else 0
            corner = above[i - 3] if i >= 3 else 0
            row[i] = (row[i] + predict(kind, left, above[i], corner)) & 255
        rows.append(row)
        above = row
    return rows


def predict(kind, left, up, corner):
    if kind == 1:
        return left
    if kind == 2:
        return up
    if kind == 3:
        return (left + up) // 2
    p = left + up - corner   # Paeth
    distances = abs(p - left), abs(p - up), abs(p - corner)
    return (left, up, corner)[distances.index(min(distances))]
