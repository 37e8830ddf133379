"""What the window's tests share: a screen for each class, small scenes, a program that ends with its test."""

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

    @classmethod
    def setUpClass(cls):
        cls.display = screen.Display()

    @classmethod
    def tearDownClass(cls):
        cls.display.close()

    def open(self, scene, *options, environment=None, loaded=True):
        file = screen.own_copy(SCENES) / scene
        program = screen.Program(self.binary, self.display, [file, "--quality", "low", *options], (WIDTH, HEIGHT),
                                 environment=environment,   # on a busy machine, auto would blur it
                                 loaded=loaded)
        program.scene = file   # that it opened, and saves
        self.addCleanup(program.kill)
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
        """The scene as ctrl + S writes it, to the file that was opened; `file`: to another."""
        file = file or program.scene
        before = file.stat().st_ino   # each time it is another file that takes its place
        program.key("ctrl+s")
        program.wait_for(lambda: file.stat().st_ino != before, "the saved scene")
        return json.loads(file.read_text())


def main():
    """The whole of such a script: SCRIPT RAYCLOTH_BINARY [unittest options]. Exit code 77: Xvfb or xdotool is missing."""
    screen.skip_without_tools()
    Case.binary = Path(sys.argv.pop(1)).resolve()
    unittest.main(verbosity=2)
