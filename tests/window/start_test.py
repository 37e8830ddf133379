"""The window while its first scene is loaded: it is there at once, loading can be cancelled, what is wrong ends it.

The scene is a pipe from which the program reads a mesh: it loads until the test lets it.
"""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import case
from screen import PATIENCE

BROKEN = b"v 0 0 0\nv 1 0 zero\nv 0 1 0\nf 1 2 3\n"
TRIANGLE = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"


class StartTest(case.Case):
    def setUp(self):
        folder = Path(tempfile.mkdtemp(prefix="raycloth_start_"))
        self.addCleanup(shutil.rmtree, folder)
        self.mesh = folder / "slow.obj"
        os.mkfifo(self.mesh)

    def give(self, text):
        with open(self.mesh, "wb") as pipe:
            pipe.write(text)

    def is_seen(self, program):
        search = ["xdotool", "search", "--onlyvisible", "--all", "--pid", str(program.process.pid), "--name", "Raycloth"]
        return subprocess.run(search, env=program.environment, stdout=subprocess.PIPE).stdout.strip()

    def test_loading_is_watched_and_cancelled_and_another_scene_is_opened(self):
        program = self.open(self.mesh, loaded=False)
        self.assertEqual(program.title(), "Raycloth - opening slow.obj")
        program.click_on("Cancel")
        program.wait_for(lambda: program.title().startswith("Raycloth - empty - frame"), "the empty scene")
        program.place("Dismiss")
        program.click_on("path")
        program.type(str(case.SCENES / "pennant.json"))
        program.key("Return")
        program.wait_for(lambda: "pennant" in program.title(), "the other scene")
        program.run_frames(3)
        self.give(TRIANGLE)   # who reads it ends
        program.close()

    def test_the_window_closes_while_it_loads(self):
        program = self.open(self.mesh, loaded=False)
        program.place("Cancel")
        program.xdotool("keydown", "ctrl", "key", "q", "keyup", "ctrl")
        program.wait_for(lambda: not self.is_seen(program), "end of the window")
        self.give(TRIANGLE)
        self.assertEqual(program.process.wait(timeout=PATIENCE), 0)

    def test_a_scene_that_comes_late_plays(self):
        program = self.open(self.mesh, "--as", "cloth", loaded=False)
        program.place("Cancel")
        self.give(TRIANGLE)
        program.wait_for(lambda: "slow" in program.title() and program.frame() > 3, "steps of the scene")
        program.close()

    def test_a_bad_file_that_comes_late_is_one_line_and_exit_code_2(self):
        program = self.open(self.mesh, loaded=False)
        program.place("Cancel")
        self.give(BROKEN)
        self.assertEqual(program.process.wait(timeout=PATIENCE), 2)
        lines = (program.folder / "log.txt").read_text().splitlines()
        self.assertEqual(len(lines), 1, lines)
        self.assertTrue(lines[0].startswith("raycloth: ") and "slow.obj:2: found 'zero'" in lines[0], lines[0])


if __name__ == "__main__":
    case.main()
