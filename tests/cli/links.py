#!/usr/bin/env python3
"""Every link of the README, of the manual and of the pages in the source folders leads to an existing file, and to
an existing heading if it names one."""

import re
import unittest

from program import SOURCE, main

PAGES = [*SOURCE.glob("*.md"), *(page for folder in ("docs", "bots", "wit", "tests", "src") for page in (SOURCE / folder).rglob("*.md"))]
LINK = re.compile(r"\]\(([^)\s]+)\)")


def anchor(heading):
    """The anchor that code hosts make of a heading: lower case, no punctuation, a hyphen for each space."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def anchors(page):
    return {anchor(heading) for heading in re.findall(r"(?m)^#+ (.*)$", page.read_text(encoding="utf-8"))}


def complaint(page, link):
    file, _, heading = link.partition("#")
    target = (page.parent / file) if file else page
    if not target.exists():
        return "there is no such file"
    if heading and heading not in anchors(target):
        return "there is no such heading"
    return None


class Links(unittest.TestCase):
    def test_every_link_leads_somewhere(self):
        links = [(page, link) for page in PAGES for link in LINK.findall(page.read_text(encoding="utf-8"))]
        self.assertGreater(len(links), 20)
        for page, link in links:
            if "://" not in link:
                with self.subTest(page=str(page.relative_to(SOURCE)), link=link):
                    self.assertIsNone(complaint(page, link))

    def test_a_wrong_link_is_found(self):
        page = SOURCE / "README.md"
        self.assertEqual(complaint(page, "docs/nowhere.md"), "there is no such file")
        self.assertEqual(complaint(page, "docs/run.md#nowhere"), "there is no such heading")
        self.assertIsNone(complaint(page, "docs/run.md#json"))


if __name__ == "__main__":
    main()
