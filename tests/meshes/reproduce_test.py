#!/usr/bin/env python3
"""scripts/make_meshes remakes every file of assets/meshes, byte for byte, and nothing else: reproduce_test.py SOURCE"""
import subprocess
import sys
import tempfile
from pathlib import Path


def main():
    source = Path(sys.argv[1])
    committed = {path.name: path.read_bytes() for path in (source / "assets" / "meshes").iterdir()}
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, source / "scripts" / "make_meshes", folder], check=True)
        made = {path.name: path.read_bytes() for path in Path(folder).iterdir()}
    wrong = sorted(name for name in committed.keys() | made.keys() if committed.get(name) != made.get(name))
    for name in wrong:
        print(f"{name}: {'not made' if name not in made else 'differs' if name in committed else 'not committed'}")
    sys.exit(1 if wrong else 0)


main()
