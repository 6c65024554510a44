#!/usr/bin/env python3
"""tools/growth: measures and draws small sizes; the points of the picture follow the logarithms; bad arguments."""

import json
import math
import pathlib
import subprocess
import unittest
import xml.etree.ElementTree

from program import BUILD, SANITIZED, SOURCE, environment, main

TOOL = SOURCE / "tools" / "growth"
SVG = "{http://www.w3.org/2000/svg}"


def run(*words):
    done = subprocess.run([TOOL, "--build", BUILD, *words], env=environment(), stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, timeout=250)
    return done.returncode, done.stdout, done.stderr


def figures(*curves, left_out=()):
    """The tool's output: a panel for each list of points."""
    panels = [{"title": f"Panel {number}", "size": "n", "slope": 2, "series": [{"name": "A", "colour": "#0072B2", "points": points}]}
              for number, points in enumerate(curves)]
    return {"alea": "growth", "machine": {"processor": "any <one>", "cores": 2, "load": 1.0, "date": "2026-11-23"},
            "panels": panels, "left_out": list(left_out)}


def drawn(*curves):
    pathlib.Path("given.json").write_text(json.dumps(figures(*curves)), encoding="utf-8")
    status, out, err = run("--draw", "given.json", "--out", "drawn.svg")
    assert (status, out, err) == (0, "", ""), (status, out, err)
    return xml.etree.ElementTree.parse("drawn.svg").getroot()


class Picture(unittest.TestCase):
    def test_points_stand_where_logarithms_say(self):
        points = [[100, 1e-3], [1000, 1e-1], [10000, 10.0]]
        circles = [(float(dot.get("cx")), float(dot.get("cy"))) for dot in drawn(points).iter(SVG + "circle")]
        self.assertEqual(len(circles), 3)
        (x0, y0), (x1, y1), (x2, y2) = circles
        self.assertAlmostEqual(x1 - x0, x2 - x1, delta=0.2)  # equal factors, equal distances
        self.assertAlmostEqual(y0 - y1, y1 - y2, delta=0.2)
        self.assertGreater(y0, y2)  # more time is higher up

    def test_the_guide_has_the_slope_two(self):
        """Time as the square of the size lies on the guide, which ends in the last point."""
        root = drawn([[10, 1e-2], [100, 1.0]])
        (guide,) = [line for line in root.iter(SVG + "line") if line.get("stroke-dasharray")]
        dots = [(dot.get("cx"), dot.get("cy")) for dot in root.iter(SVG + "circle")]
        self.assertEqual([(guide.get("x1"), guide.get("y1")), (guide.get("x2"), guide.get("y2"))], dots)

    def test_what_it_says(self):
        words = [text.text for text in drawn([[10, 1e-2], [1000, 2.0]], []).iter(SVG + "text")]
        for wanted in ("Panel 0", "Panel 1", "10", "1,000", "10 ms", "1 s", "∝ size²", "processor time; any <one>, 2 cores, 2026-11-23"):
            self.assertIn(wanted, words)

    def test_one_point_is_drawn(self):
        self.assertEqual(len(list(drawn([[50, 1e-4]]).iter(SVG + "circle"))), 1)

    def test_the_picture_of_the_manual_has_every_size(self):
        root = xml.etree.ElementTree.parse(SOURCE / "docs" / "growth.svg").getroot()
        titles = [title.text for dot in root.iter(SVG + "circle") for title in dot]
        for start in ("Pig, 100:", "Pig, 10,000:", "Pig, 8:", "Pig-Pen, 8:", "Pig Solitaire, 1:", "Hog, 10:", "Hog, 1,000:"):
            self.assertTrue(any(title.startswith(start) for title in titles), (start, titles))


class Measuring(unittest.TestCase):
    @unittest.skipIf(SANITIZED, "the library needs its sanitizer's runtime")
    def test_small_sizes(self):
        status, out, err = run("--goals", "20", "60", "--players", "1", "2", "3", "--entries", "2", "3", "--games", "2000000",
                               "--out", "small.svg")
        self.assertEqual(status, 0, err)
        found = json.loads(out)
        self.assertEqual(found["left_out"], [])
        sizes = {(panel["size"], series["name"]): [size for size, _ in series["points"]]
                 for panel in found["panels"] for series in panel["series"]}
        self.assertEqual(sizes, {("goal", "Pig"): [20, 60], ("players", "Pig"): [2, 3], ("players", "Pig-Pen"): [2, 3],
                                 ("players", "Pig Solitaire"): [1], ("entries", "Hog"): [2, 3]})
        (_, small), (_, large) = found["panels"][0]["series"][0]["points"]
        self.assertTrue(0 < small < large < 1, (small, large))
        self.assertEqual(len(list(xml.etree.ElementTree.parse("small.svg").getroot().iter(SVG + "circle"))), 9)

    @unittest.skipIf(SANITIZED, "the library needs its sanitizer's runtime")
    def test_a_goal_that_needs_more_memory_is_left_out_and_named(self):
        status, out, err = run("--goals", "5000", "--players", "--entries", "--memory", "100", "--out", "none.svg")
        self.assertEqual(status, 0, err)
        self.assertIn("left out: Pig: 5000: it needs about 0.5 GB, more than --memory", err)
        self.assertEqual(json.loads(out)["panels"][0]["series"][0]["points"], [])


class Arguments(unittest.TestCase):
    def refused(self, *words, says, status=2):
        found = run(*words)
        self.assertEqual(found[:2], (status, ""), found)
        self.assertIn(says, found[2])

    def test_numbers(self):
        self.refused("--goals", "1", says="`1` is not a whole number from 2 to 10000")
        self.refused("--players", "9", says="`9` is not a whole number from 1 to 8")

    def test_files(self):
        self.refused("--draw", "nothing.json", says="cannot read nothing.json")
        pathlib.Path("other.json").write_text('{"alea": "bench"}', encoding="utf-8")
        self.refused("--draw", "other.json", says="make them with tools/growth > FILE")
        pathlib.Path("given.json").write_text(json.dumps(figures([[10, math.pi]])), encoding="utf-8")
        self.refused("--draw", "given.json", "--out", "no/such/folder.svg", says="give another file with --out", status=3)

    def test_without_a_build(self):
        self.refused("--build", "nowhere", says="`make` builds it", status=3)


main()
