"""What the window's tests share: a screen for each class, small scenes, a program that ends with its test."""

import math
import sys
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
        program = screen.Program(self.binary, self.display, [SCENES / scene, "--quality", "low", *options],
                                 (WIDTH, HEIGHT), environment=environment,   # on a busy machine, auto would blur it
                                 loaded=loaded)
        self.addCleanup(program.kill)
        return program


def main():
    """The whole of such a script: SCRIPT RAYCLOTH_BINARY [unittest options]. Exit code 77: Xvfb or xdotool is missing."""
    screen.skip_without_tools()
    Case.binary = Path(sys.argv.pop(1)).resolve()
    unittest.main(verbosity=2)
