"""What README.md and docs/ point at is there: links_test.py SOURCE_DIR. Files, headings of pages, and pictures that are
no larger than a page should load."""

import re
import sys
import unittest
from pathlib import Path

SOURCE = Path()
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
MOST_BYTES = 5_000_000


def pages():
    return [SOURCE / "README.md", *sorted((SOURCE / "docs").glob("*.md"))]


def links(page):
    """Of its own repository: the file, and the heading or nothing."""
    text = re.sub(r"```.*?```", "", page.read_text(), flags=re.S)
    for target in LINK.findall(text):
        if "://" not in target:
            file, _, heading = target.partition("#")
            yield (page.parent / file).resolve() if file else page, heading


def anchors(page):
    """As code hosts make them of headings."""
    headings = re.findall(r"^#+ +(.*)$", page.read_text(), flags=re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


class LinksTest(unittest.TestCase):
    def test_every_file_and_heading_is_there(self):
        found = 0
        for page in pages():
            for file, heading in links(page):
                found += 1
                self.assertTrue(file.exists(), f"{page.name} points at {file}")
                if heading:
                    self.assertIn(heading, anchors(file), f"{page.name} points at a heading of {file.name}")
        self.assertGreater(found, 20)

    def test_pictures_are_small_and_all_in_use(self):
        used = {file for page in pages() for file, _ in links(page)}
        for picture in (SOURCE / "assets" / "pictures").iterdir():
            self.assertLess(picture.stat().st_size, MOST_BYTES, picture.name)
            self.assertIn(picture.resolve(), used)


if __name__ == "__main__":
    SOURCE = Path(sys.argv.pop(1)).resolve()
    unittest.main()
