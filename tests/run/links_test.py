"""links_test.py PROGRAM LIBRARY: whatever runs a simulation without a window needs neither OpenGL nor GLFW.

PROGRAM links LIBRARY and what it needs: no library that draws is among what it loads. No object of LIBRARY, whether the
program uses it or not, calls one.
"""

import re
import subprocess
import sys

DRAWING = re.compile(r"lib(GL|EGL|OpenGL|GLX|GLEW|glfw|imgui|X11|wayland)\b", re.IGNORECASE)
DRAWING_SYMBOL = re.compile(r"\b(glad_?|glfw|gl|egl|ImGui)[A-Z]\w*")


def lines(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


def main(program, library):
    symbols = lines("nm", "--demangle", library)
    if not any("raycloth::Runner::" in symbol for symbol in symbols):
        return f"no Runner in {library}: is this the library?"
    wanted = [symbol.split(" U ", 1)[1] for symbol in symbols if " U " in symbol]
    found = sorted({symbol for symbol in wanted if DRAWING_SYMBOL.match(symbol)})
    return "\n".join(found + [line.strip() for line in lines("ldd", program) if DRAWING.search(line)])


if __name__ == "__main__":
    complaint = main(*sys.argv[1:])
    if complaint:
        sys.exit(complaint)
