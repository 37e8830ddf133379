"""A virtual screen with the program in it: starts Xvfb and raycloth, presses keys, moves the mouse, reads pictures.

Everything is observed from outside: the window's title, the pictures it saves (F12), the files it writes. Widgets are
found by name in one of these (--widget-map).
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
from pathlib import Path

FRAME_PAUSE = 0.25    # s at least between events that must fall into different display frames
FRAMES_BETWEEN = 3    # of the display, until an event is surely answered: one was under way, one takes it, one shows it


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


class Display:
    """An Xvfb on a display number that it finds itself."""

    def __init__(self):
        read_end, write_end = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write_end), "-screen", "0", "1600x1000x24", "-nolisten", "tcp", "-noreset"],
            pass_fds=[write_end], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=die_with_parent)
        os.close(write_end)
        with os.fdopen(read_end) as answer:
            number = answer.readline().strip()
        if not number:
            raise RuntimeError("Xvfb did not start")
        self.name = ":" + number

    def ask_for_letters(self, dots_per_inch):
        """What desktops set for screens of fine pixels; 96 is usual."""
        x11 = ctypes.CDLL("libX11.so.6")
        x11.XOpenDisplay.restype = ctypes.c_void_p
        x11.XDefaultRootWindow.argtypes = x11.XCloseDisplay.argtypes = [ctypes.c_void_p]
        x11.XDefaultRootWindow.restype = ctypes.c_ulong
        x11.XChangeProperty.argtypes = [ctypes.c_void_p, ctypes.c_ulong, ctypes.c_ulong, ctypes.c_ulong, ctypes.c_int,
                                        ctypes.c_int, ctypes.c_char_p, ctypes.c_int]
        display = x11.XOpenDisplay(self.name.encode())
        text = f"Xft.dpi:\t{dots_per_inch}\n".encode()
        resource_manager, string, replace = 23, 31, 0   # of X.h
        x11.XChangeProperty(display, x11.XDefaultRootWindow(display), resource_manager, string, 8, replace, text,
                            len(text))
        x11.XCloseDisplay(display)

    def close(self):
        self.server.terminate()
        self.server.wait(timeout=20)


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
        self.folder = Path(tempfile.mkdtemp(prefix="raycloth_window_"))
        config = config or fresh_config(self.folder / "config")
        self.environment = {**os.environ, "DISPLAY": display.name, "XDG_CONFIG_HOME": str(config),
                            "XDG_STATE_HOME": str(self.folder / "state"), **(environment or {})}
        self.log = open(self.folder / "log.txt", "w+")
        self.process = subprocess.Popen([binary, *map(str, arguments), "--widget-map", "widgets.json", "--frame-log",
                                         "display.log"], cwd=self.folder, env=self.environment, stdout=self.log,
                                        stderr=subprocess.STDOUT, preexec_fn=die_with_parent)
        self.window = self.wait_for(self._find_window, "a window", 90)
        if loaded:
            self.wait_for(lambda: self.frame() >= 0, "a title with the frame", 90)
        self.wait_for(lambda: " - " in self.title(), "a title", 90)
        self._frames, self._drawn = open(self.folder / "display.log"), 0
        if size:
            self.xdotool("windowsize", self.window, *size)
        self.xdotool("windowfocus", self.window)

        def resized():   # before that, what is in its middle lies elsewhere
            return self.widgets().get("picture", [0, 0, 0, 0])[3] == size[1]
        if size:
            self.wait_for(resized, f"a window of {size[0]} x {size[1]}", 60)

    def close(self):
        """Ends the program as a user would, without saving, and checks that it went well."""
        self.xdotool("keydown", "ctrl", "key", "q", "keyup", "ctrl")
        end = time.monotonic() + 60
        while self.process.poll() is None and time.monotonic() < end:
            try:
                for answer in {"Discard", "Quit"} & self.widgets().keys():   # about changes, about takes
                    self.click_on(answer)
            except (AssertionError, subprocess.CalledProcessError):   # it has ended meanwhile
                pass
            time.sleep(0.2)
        code = self.process.poll()
        if code is None:
            self.process.send_signal(signal.SIGKILL)
            raise AssertionError("ctrl+Q did not end the program")
        self.log.seek(0)
        output = self.log.read()
        self.log.close()
        self._frames.close()
        shutil.rmtree(self.folder)
        assert code == 0, f"exit code {code}: {output}"

    def kill(self):
        self.log.close()
        self._frames.close()
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    # input

    def drawn(self):
        """Display frames so far."""
        self._drawn += self._frames.read().count("\n")
        return self._drawn

    def settle(self):
        """Until what has been done is answered and seen, or has ended the program."""
        goal = self.drawn() + FRAMES_BETWEEN
        end = time.monotonic() + 60
        time.sleep(FRAME_PAUSE)
        while self.drawn() < goal and self.process.poll() is None:
            assert time.monotonic() < end, "no display frame within 60 s"
            time.sleep(0.02)

    def xdotool(self, *words):
        return subprocess.run(["xdotool", *map(str, words)], env=self.environment, check=True, text=True,
                              stdout=subprocess.PIPE).stdout.strip()

    def key(self, name):
        self.xdotool("keydown", name)
        self.settle()
        self.xdotool("keyup", name)
        self.settle()

    def move(self, x, y):
        self.xdotool("mousemove", "--window", self.window, int(x), int(y))
        self.settle()

    def press(self, button=1):
        self.xdotool("mousedown", button)
        self.settle()

    def release(self, button=1):
        self.xdotool("mouseup", button)
        self.settle()

    def click(self, x, y):
        self.move(x, y)
        self.press()
        self.release()

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

        left, top, width, height = self.wait_for(still, f"widget '{name}'", 20)
        return left + width / 2, top + height / 2

    def click_on(self, name):
        self.click(*self.place(name))

    def scroll(self, clicks):
        """The column at the left, downwards, or upwards by less than 0."""
        widgets = self.widgets()
        left, _, width, _ = widgets["panel grip"]
        self.move(left + width / 2, 0.6 * widgets["picture"][3])
        if clicks:
            self.xdotool("click", "--repeat", abs(clicks), 5 if clicks > 0 else 4)
            self.settle()

    def scroll_to(self, name):
        """From the head of the column's tab down until a widget is in sight."""
        self.scroll(-60)
        for _ in range(30):
            if name in self.widgets():
                return
            self.scroll(3)
        raise AssertionError(f"no '{name}' in the tab")

    def drag(self, start, end):
        """With the left button, in a few steps."""
        self.move(*start)
        self.press()
        for part in (0.3, 0.6, 1.0):
            self.move(*(a + part * (b - a) for a, b in zip(start, end)))
        self.release()

    def command(self, words):
        """By its name, in the palette."""
        self.key("ctrl+p")
        self.place("palette")
        self.type(words)
        self.key("Return")
        self.wait_for(lambda: "palette" not in self.widgets(), "end of the palette", 20)

    def type(self, text):
        self.xdotool("type", "--delay", "30", text)
        self.settle()

    # The same as fast as the screen's server takes it: many events within one display frame.

    def quick_click_on(self, name):
        x, y = self.place(name)
        self.xdotool("mousemove", "--window", self.window, int(x), int(y), "click", 1)

    def quick_key(self, name):
        self.xdotool("key", "--delay", 0, name)

    def quick_type(self, text):
        self.xdotool("type", "--delay", 1, text)

    def set_slider(self, name, value):
        """Ctrl+click turns a slider into a field."""
        self.move(*self.place(name))
        self.xdotool("keydown", "ctrl")
        self.settle()
        self.press()
        self.release()
        self.xdotool("keyup", "ctrl")
        self.settle()
        self.key("ctrl+a")
        self.type(str(value))
        self.key("Return")

    # what can be seen

    def _find_window(self):
        """Its own: the one of a program that has just ended may still be there."""
        found = subprocess.run(["xdotool", "search", "--all", "--pid", str(self.process.pid), "--name", "^Raycloth"],
                               env=self.environment, text=True, stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL).stdout.split()
        return found[0] if found else None

    def wait_for(self, condition, what, seconds=60):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.process.poll() is not None:
                self.log.seek(0)
                raise AssertionError(f"the program ended ({self.process.returncode}): {self.log.read()}")
            result = condition()
            if result:
                return result
            time.sleep(0.1)
        raise AssertionError(f"no {what} within {seconds} s")

    def title(self):
        return self.xdotool("getwindowname", self.window)

    def wait_for_pause(self):
        self.wait_for(lambda: self.title().endswith("paused"), "pause in the title")

    def frame(self):
        words = self.title().split(" - ")
        return int(words[2].split()[1]) if len(words) > 2 else -1

    def run_frames(self, count):
        goal = self.frame() + count
        self.wait_for(lambda: self.frame() >= goal, f"frame {goal}", 240)

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
