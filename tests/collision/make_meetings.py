#!/usr/bin/env python3
"""Asks an oracle which motions of a vertex and a triangle, or of two edges, meet: tests/collision/make_meetings.py
[COUNT [FILE]] writes a hexadecimal digit for every two of the motions that tests/collision/meet_test.cpp makes from the
same numbers: bit 0 (2) whether they meet, bit 1 (3) whether they come within twice the separation of the test. The
oracle is Tight-Inclusion (Wang et al. 2021, "A Large Scale Benchmark and an Inclusion-Based Algorithm for Continuous
Collision Detection") as the package `ipctk` from PyPI has it; nothing else needs that.

tests/collision/make_meetings.py --cleared FILE asks it about the motions that the test Meet.DISABLED_WritesWhatItClears
wrote (`RAYCLOTH_CLEARED=FILE build/release/tests/test_collision --gtest_also_run_disabled_tests
--gtest_filter=*WritesWhatItClears`), and prints those that meet all the same. What is cleared stays apart by the test's
separation, which the oracle tells quickly; what is not cleared cannot be missed, and takes it most of the time."""
import pathlib
import sys

import ipctk
import numpy as np

SEPARATION = 1e-3  # m
MASK = (1 << 64) - 1


class Numbers:
    """SplitMix64 (Steele, Lea and Flood 2014), begun at a motion's number."""
    def __init__(self, index):
        self.state = index * 0x9E3779B97F4A7C15 & MASK

    def draw(self, most):
        """A whole number in [-most, most]."""
        self.state = self.state + 0x9E3779B97F4A7C15 & MASK
        z = self.state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
        z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
        return (z ^ z >> 31) % (2 * most + 1) - most


def motion(index):
    """Four vertices at the start and at the end, in m; eight families, of which only the first is harmless."""
    numbers, family = Numbers(index), index % 8
    points = lambda most: [[numbers.draw(most) for _ in range(3)] for _ in range(4)]
    start, end = points(32768), points(32768)
    if family == 1:    # begin in a plane
        for p in start:
            p[1] = 0
    elif family == 2:  # turn about (1, 1, 1)
        end = [[p[1], p[2], p[0]] for p in start]
    elif family == 3:  # parallel edges, a triangle without an area
        start[3] = [start[2][k] + start[1][k] - start[0][k] if index // 8 % 2 else 2 * start[2][k] - start[1][k]
                    for k in range(3)]
    elif family == 4:  # slivers
        start[3] = [start[2][k] + numbers.draw(2) for k in range(3)]
    elif family == 5:  # all go the same way, nearly
        way = [numbers.draw(32768) for _ in range(3)]
        end = [[p[k] + way[k] + numbers.draw(1024) for k in range(3)] for p in start]
    elif family == 7:  # on a coarse grid: corners and edges meet exactly
        start, end = ([[8192 * (c % 3 - 1) for c in p] for p in points] for points in (start, end))
    offset = np.float32(100 if family == 6 else 0)  # far from the origin
    place = lambda p: (np.array(p, np.float32) * np.float32(2.0 ** -15) + offset).astype(np.float64)
    return [place(p) for p in start], [place(p) for p in end]


def meets(oracle, index, start, end, distance):
    ccd = oracle.edge_edge_ccd if index // 8 % 2 else oracle.point_triangle_ccd
    return ccd(*start, *end, min_distance=distance)[0]


def print_missed(file):
    oracle, cleared, missed = ipctk.TightInclusionCCD(), np.fromfile(file, np.int32), 0
    for index in map(int, cleared):
        if meets(oracle, index, *motion(index), 0):
            missed += 1
            print("missed: motion", index, flush=True)
    print(f"{len(cleared)} cleared, {missed} missed")


def main():
    if sys.argv[1:2] == ["--cleared"]:
        return print_missed(sys.argv[2])
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    file = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else pathlib.Path(__file__).parent.parent / "data/meetings.txt")
    oracle, digits, digit = ipctk.TightInclusionCCD(), [], 0
    for index in range(count):
        start, end = motion(index)
        bits = meets(oracle, index, start, end, 0) | 2 * meets(oracle, index, start, end, 2 * SEPARATION)
        digit |= bits << 2 * (index % 2)
        if index % 2:
            digits.append(f"{digit:x}")
            digit = 0
    text = "".join(digits)
    file.write_text("\n".join(text[i:i + 120] for i in range(0, len(text), 120)) + "\n")


if __name__ == "__main__":
    main()
