"""The first steps with an installed alea, for the tests of packages. Figures are published, or found by hand."""

import json

OPTIMAL_FIRST = 0.5306  # Neller and Presser, "Optimal Play of the Dice Game Pig" (2004)
HOME = "/home/ann"


class Tour:
    """For a unittest.TestCase with `alea(*words, **more)`, which returns (status, output), and `put(name, text)`."""

    def told(self, *words, status=0, **more):
        got, said = self.alea(*words, **more)
        self.assertEqual(got, status, said)
        return said

    def solve(self):
        told = json.loads(self.told("solve", "pig", "--json"))
        self.assertAlmostEqual(told["value"], OPTIMAL_FIRST, places=4)

    def play_and_review(self, record=HOME + "/ann.jsonl"):
        moves = "roll\nroll\nhold\nsave\nquit\n"
        said = self.told("play", "pig", "human(Ann)", "optimal", "--seed", "5", "--record", record, input=moves)
        self.assertIn(f"The game is saved in {record}", said)
        self.assertIn("The decisions that cost most", self.told("review", record, "--no-keep"))

    def run_games(self):
        told = json.loads(self.told("run", "pig", "hold(20)", "hold(25)", "--games", "20000", "--json"))
        rates = [standing["win_rate"] for standing in told["standings"]]
        self.assertAlmostEqual(sum(rates), 1)
        self.assertAlmostEqual(rates[0], 0.488, delta=0.015)  # four standard errors from `alea eval`

    def judge_python(self):
        """Two strategies that roll a fixed number of dice, and one that a contest must not take."""
        for name, answer in (("four", "4"), ("six", "6"), ("wrong", "1.5")):
            self.put(f"{name}.py", f"PLAYER_NAME = '{name}'\n\ndef final_strategy(score, opponent_score):\n    return {answer}\n")
        told = json.loads(self.told("contest", "hog", *(f"{HOME}/{name}.py" for name in ("four", "six", "wrong")), "--json"))
        entries = {entry["name"]: entry["status"] for entry in told["entries"]}
        self.assertEqual(entries, {"four": "ok", "six": "ok", "wrong": "disqualified"})
        self.assertEqual([path for path in self.home.rglob("*.compiled") if "share" not in path.parts], [])  # it came compiled
        check = json.loads(self.told("bot", "check", f"{HOME}/six.py", "--game", "hog", "--json"))
        self.assertEqual((check["status"], check["answers"][6]), ("ok", 10000))

    def judge_archive(self):
        """A class hands in one zip archive."""
        self.told("contest", "kit", "hog", "--out", HOME + "/kit.zip")
        self.assertIn("hog_contest.py", self.told("contest", "hog", HOME + "/kit.zip"))

    def draw(self):
        self.told("plot", "pig", "--out", HOME + "/pig.svg")
        self.told("plot", "pig", "--out", HOME + "/pig.png")
