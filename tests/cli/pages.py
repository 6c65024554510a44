#!/usr/bin/env python3
"""Pages in HTML. tools/screenshots looks at pages in a
browser; this test reads them."""

import html.parser
import pathlib
import re
import unittest

from program import answer_of, json_of, main


class Cells(html.parser.HTMLParser):
    """The text of a page, and its tables as lists of rows."""

    def __init__(self, file):
        super().__init__()
        self.text, self.tables, self.ticks, self.titles, self.within = "", [], [], [], []
        self.feed(pathlib.Path(file).read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        self.within.append((tag, dict(attributes)))
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")
        if tag in ("td", "th") and "data-name" in dict(attributes):
            self.titles.append(dict(attributes)["data-name"])
        if tag in ("meta", "img", "br", "input"):
            self.within.pop()

    def handle_endtag(self, tag):
        self.within.pop()

    def handle_data(self, data):
        tags = [tag for tag, _ in self.within]
        if "style" in tags or "script" in tags:
            return
        self.text += data
        if {"td", "th"} & set(tags):
            self.tables[-1][-1][-1] += data
        if len(self.within) > 1 and self.within[-2][1].get("class") == "ticks":
            self.ticks.append(data)


def number(cell):
    return float(re.sub(r"[^-+.0-9]", "", cell))


class Worst3(unittest.TestCase):
    """Despirala's review page: cut axes, hidden columns, raw backticks."""

    @classmethod
    def setUpClass(cls):
        answer_of("run", "despirala", "greedy", "random", "--games", 1, "--record", "game.jsonl", "--json")
        answer_of("review", "game.jsonl", "--no-keep", "--html", "game.html")
        cls.game = json_of("review", "game.jsonl", "--no-keep")["games"][0]
        cls.page = Cells("game.html")

    def test_the_axis_has_whole_numbers_from_the_highest_value_to_the_lowest(self):
        self.assertEqual(len(self.page.ticks), 5)
        self.assertTrue(all(re.fullmatch(r"\d+\.\d\d points", tick) for tick in self.page.ticks), self.page.ticks)
        ticks = [number(tick) for tick in self.page.ticks]
        values = [seat["result"] for seat in self.game["seats"]] + [443.616365582862]
        self.assertGreaterEqual(ticks[0], max(values) - .01)
        self.assertLessEqual(ticks[-1], min(values) + .01)
        for i, tick in enumerate(ticks):
            self.assertAlmostEqual(tick, ticks[0] + (ticks[-1] - ticks[0]) * i / 4, delta=.011)

    def test_each_player_has_a_card_that_adds_up(self):
        for table, seat in zip(self.page.tables, self.game["seats"]):
            card = {name: number(cell) for name, cell in table}
            parts = [card[name] for name in ("at the start", "luck", "own mistakes", "others’ mistakes")]
            self.assertAlmostEqual(sum(parts), card["result"], delta=.021)
            self.assertEqual([card[name] for name in ("decisions", "inaccuracies", "mistakes", "blunders")],
                             [seat[key] for key in ("decisions", "inaccuracies", "mistaken", "blunders")])

    def test_every_turn_is_there_in_numbers(self):
        title, *rows = self.page.tables[2]
        self.assertEqual(title, ["turn", "player", "worth before", "luck", "mistakes"])
        self.assertEqual(len(rows), len(self.game["turns"]))
        for row, turn in zip(rows, self.game["turns"]):
            self.assertEqual(row[:2], [str(turn["turn"]), self.game["seats"][turn["seat"]]["player"]])
            self.assertAlmostEqual(number(row[3]), turn["luck"], delta=.0051)

    def test_no_backtick_and_the_curve_is_named(self):
        self.assertNotIn("`", self.page.text)
        self.assertIn("Expected score of greedy, random, as the game went on", self.page.text)

    def test_a_chance_to_win_goes_from_nothing_to_all(self):
        answer_of("run", "pig", "hold(10)", "hold(20)", "--games", 1, "--record", "pig.jsonl", "--json")
        answer_of("review", "pig.jsonl", "--no-keep", "--html", "pig.html")
        page = Cells("pig.html")
        self.assertEqual(page.ticks, ["100.0 %", "75.0 %", "50.0 %", "25.0 %", "0.0 %"])
        self.assertIn("Chance to win of hold(10), as the game went on", page.text)


class ContestPage(unittest.TestCase):
    """The page to put online: absolute paths, "1 pairs", words broken in the middle."""

    def contest(self, *files):
        folder = pathlib.Path("secret-account").absolute()
        for name, dice in files:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text("\n".join([",".join([str(dice)] * 100)] * 100) + "\n")
        answer_of("contest", "hog", *(folder / name for name, _ in files), "--html", "page.html")
        return Cells("page.html")

    def test_no_path_of_the_teacher_s_machine(self):
        page = self.contest(("ann/four.csv", 4), ("bob/four.csv", 6), ("broken.csv", 11))
        self.assertNotIn("secret-account", pathlib.Path("page.html").read_text())
        self.assertEqual({row[5] for row in page.tables[0][1:]}, {"ann/four.csv", "bob/four.csv"})
        self.assertEqual(page.tables[1][1][0], "broken.csv")
        self.assertEqual(sorted(row[1] for row in page.tables[0][1:]), ["four (ann/four.csv)", "four (bob/four.csv)"])

    def test_one_pair_is_a_pair(self):
        page = self.contest(("four.csv", 4), ("six.csv", 6))
        self.assertIn("every other: 1 pair, each computed", page.text)
        self.assertIn("every other: 3 pairs, each", self.contest(("a.csv", 1), ("b.csv", 2), ("c.csv", 3)).text)

    def test_a_narrow_page_names_each_column_in_its_cells(self):
        page = self.contest(("four.csv", 4), ("six.csv", 6), ("broken.csv", 11))
        self.assertEqual(page.tables[0][0], ["Rank", "Name", "Matches won", "Mean rate", "Award", "File"])
        self.assertEqual(page.titles, 2 * ["Rank", "Matches won", "Mean rate", "Award", "File"] + ["Name", "What"])
        style = pathlib.Path("page.html").read_text().split("<style>")[1].split("</style>")[0]
        self.assertNotRegex(style, r"td \{ overflow-wrap: anywhere")


main()
