"""What the window's tests share: a screen for each class, small scenes, a program that ends with its test."""

import functools
import json
import math
import os
import sys
import tempfile
import unittest
from pathlib import Path

import screen

SCENES = Path(__file__).parent / "scenes"
PANEL = 400   # width of the column at the left, pixels
WIDTH, HEIGHT = 1000, 640
HALF_FIELD = math.tan(0.33)   # of the camera's vertical field of view of 0.66 rad


def is_pale_red(pixel):
    return pixel[0] > 180 and pixel[0] > 1.6 * pixel[1] and pixel[0] > 1.6 * pixel[2]


class Case(unittest.TestCase):
    binary = ""   # set by main()

    def __init__(self, name="runTest"):
        super().__init__(name)
        self.programs, self.report = [], ""
        setattr(self, name, self.told_about(getattr(self, name)))

    def told_about(self, test):
        """The test; where it fails, `report` has what its programs were at."""
        @functools.wraps(test)
        def told():
            try:
                test()
            except unittest.SkipTest:
                raise
            except Exception:
                self.report = self.described()
                raise
        return told

    def described(self):
        return "\n".join(program.report() for program in self.programs if program.is_open())

    @classmethod
    def setUpClass(cls):
        cls.display = screen.Display()

    @classmethod
    def tearDownClass(cls):
        cls.display.close()

    def open(self, scene, *options, environment=None, loaded=True):
        file = screen.own_copy(SCENES) / scene
        program = self.start([file, "--quality", "low", *options],   # on a busy machine, auto would blur it
                             environment=environment, loaded=loaded)
        program.scene = file   # that it opened, and saves
        return program

    def start(self, arguments, size=(WIDTH, HEIGHT), display=None, **others):
        """A program of screen.Program's arguments, which ends with the test."""
        program = screen.Program(self.binary, display or self.display, arguments, size, **others)
        self.addCleanup(program.kill)
        self.programs.append(program)
        return program

    def fake_zenity(self, script):
        """A desktop's dialog that does as the script says: the environment of a program that has it."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        dialog = Path(folder.name) / "zenity"
        dialog.write_text("#!/bin/sh\n" + script)
        dialog.chmod(0o755)
        return {"PATH": f"{folder.name}:{os.environ['PATH']}"}

    def saved_scene(self, program, file=None):
        """The scene as ctrl + S writes it, to the file that was opened; `file`: to another. While a changed scene is
        built none is written: it is asked for again."""
        file = file or program.scene
        mark = lambda: file.stat().st_ino   # each time it is another file that takes its place
        before = mark()
        for seconds in range(2, 22, 2):
            program.key("ctrl+s")
            if program.comes(lambda: mark() != before, seconds):
                break
        else:
            self.fail(f"{file} is not saved")
        if seconds > 2:   # what was asked for too often comes now, and not when another one is expected
            program.wait_for_quiet(mark)
        return json.loads(file.read_text())

    def picture_with(self, program, condition, what):
        """The first picture of which that is true: what is asked of the simulation is seen when it has answered."""
        def seen():
            picture = program.picture()
            return picture if condition(picture) else None
        return program.wait_for(seen, what)


class Result(unittest.TextTestResult):
    """That has the report of a test which failed before its traceback: where only the end of the text is kept, it is
    there."""

    def printErrorList(self, flavour, errors):
        for test, error in errors:
            self.stream.writeln(f"{self.separator1}\n{flavour}: {self.getDescription(test)}")
            self.stream.writeln(f"{getattr(test, 'report', '')}\n{self.separator2}\n{error}")


def main():
    """The whole of such a script: SCRIPT RAYCLOTH_BINARY [unittest options]. Exit code 77: Xvfb or xdotool is missing."""
    screen.skip_without_tools()
    Case.binary = Path(sys.argv.pop(1)).resolve()
    unittest.main(testRunner=unittest.TextTestRunner(verbosity=2, resultclass=Result))
