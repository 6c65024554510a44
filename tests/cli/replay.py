#!/usr/bin/env python3
"""alea replay: records of runs as text and as JSON, and error messages for records that cannot be read."""

import hashlib
import json
import pathlib
import re
import subprocess
import unittest

from program import ALEA, alea, answer_of, environment, json_of, main, write
from terminal import Terminal

GAMES = (
    ("pig", "hold(20)", "hold(25)"),
    ("pig-pen(players=3)", "hold(20)", "forfeit(2)", "random(0.5)"),
    ("two-dice-pig", "hold(20)", "turns(4)"),
    ("pig-solitaire", "hold(20)"),
    ("red-and-black", "random"),
    ("hog", "always(5)", "always(4)"),
)
KEYS = ["game", "rules_sha256", "seed", "seats", "dice", "cut", "players", "order", "games"]
GAME_KEYS = ["number", "in_seat", "events", "taken_back", "finished", "end"]


def record(game, *bots, games=5, name="games.jsonl", **options):
    more = [word for key, value in options.items() for word in (f"--{key}", value)]
    answer_of("run", game, *bots, "--games", games, "--record", name, *more)
    return [json.loads(line) for line in pathlib.Path(name).read_text(encoding="utf-8").splitlines()]


def games_of(lines):
    """The lines of each game, in a list."""
    games = []
    for line in lines[1:]:
        if "begin" in line:
            games.append([])
        games[-1].append(line)
    return games


class Watch(unittest.TestCase):
    """--watch tells every event of the record, which is read here; keys on a terminal."""

    def test_every_event_is_shown_in_order_without_pauses(self):
        for game, *bots in GAMES:
            with self.subTest(game):
                lines = record(game, *bots, games=2)
                told = answer_of("replay", "games.jsonl", "--watch", "--pace", 60)
                self.assertNotIn("Space", told)
                if game != "red-and-black":  # words take the place of dice
                    self.assertEqual([list(map(int, faces.split())) for faces in re.findall(r" rolls ([\d ]+)\.", told)],
                                     [line["roll"] for line in lines if "roll" in line])
                self.assertEqual(re.findall(r"(?m)^\S+: (roll|hold|\d+)$", told),
                                 [line["move"] for line in lines if line.get("move") in ("roll", "hold") or str(line.get("move")).isdigit()])
                self.assertEqual(re.findall(r"(?m)^Game (\d+) of ", told), ["0", "1"])
                self.assertEqual(len(re.findall("wins the game!|The game is over|cannot continue", told)) >= 2, True, told[-300:])
                self.assertEqual(answer_of("replay", "games.jsonl", "--watch", "--game", 1) in told, True)

    def test_the_end_is_shown_as_at_the_table(self):
        """The loser pays the difference, and twice that with 0 points."""
        record("pig-pen(goal=20)", "hold(9)", "hold(9)", games=8)
        file = pathlib.Path("games.jsonl")
        file.write_text(file.read_text().replace('["hold(9)","hold(9)"]', '["human","graded(club)"]'))
        told = answer_of("replay", file, "--watch")
        ends = re.findall(r"(?m)^ *(You|Computer): (\d+) points?, (\w+) \$(\d+)$", told)
        self.assertEqual(len(ends), 16)
        for i in range(0, 16, 2):
            points = [int(end[1]) for end in ends[i:i + 2]]
            owed = (max(points) - min(points)) * (2 if min(points) == 0 else 1)
            for (name, has, verb, dollars) in ends[i:i + 2]:
                self.assertEqual(int(dollars), owed)
                self.assertEqual(verb, ("get" if int(has) == max(points) else "pay") + ("" if name == "You" else "s"))
        self.assertNotRegex(told, r"\bYou \w+s\b|\b(with|to|for) You\b")

    def test_keys(self):
        record("pig(goal=30)", "hold(20)", "hold(25)", games=2)
        for columns in (80, 120):
            with self.subTest(columns), Terminal("replay", "games.jsonl", "--watch", "--pace", "30", term="xterm", columns=columns) as t:
                t.until("rolls")
                events = t.text.count("rolls")
                t.type("\r")  # the next event at once
                t.until(": roll")
                t.type("   \r")  # pauses, continues, pauses, and shows one event
                t.until("rolls this turn 2")
                self.assertGreater(t.text.count("rolls"), events)
                t.type("n")
                t.until("Game 1 of")
                t.type("q")
                self.assertEqual(t.wait(), 0)
                self.assertLessEqual(max(map(len, t.text.replace("\r", "").split("\n"))), columns)

    def test_a_fast_pace_ends_by_itself_and_ctrl_c_leaves(self):
        record("pig(goal=10)", "hold(20)", "hold(25)", games=1)
        with Terminal("replay", "games.jsonl", "--watch", "--pace", "0.01", term="xterm") as t:
            t.until("wins the game!")
            self.assertEqual(t.wait(), 0)
        with Terminal("replay", "games.jsonl", "--watch", "--pace", "60", term="xterm") as t:
            t.until("rolls")
            t.key("Ctrl-C")
            self.assertEqual(t.wait(), 0)

    def test_what_does_not_go_together(self):
        record("pig(goal=10)", "hold(20)", "hold(25)", games=1)
        for words, said in ((("--watch", "--json"), "leave out --watch or --json"), (("--pace", "1"), "add --watch"), (("--watch", "--pace", "-1"), "pace")):
            answer = alea("replay", "games.jsonl", *words)
            self.assertEqual((answer.status, answer.out), (2, ""))
            self.assertIn(said, answer.err)


class Names(unittest.TestCase):
    """The names of the table: worked out by hand from the rule in alea/record.h."""

    SEATED = (
        (("human(Ann)", "graded(club)", "graded(0.3)"), ("Ann", "Computer", "Computer 2")),
        (("human", "human(Ann)", "human(Ann)"), ("You", "Ann", "Ann 2")),
        (("human(Zoë (x)", "hold(20)", "hold(20)"), ("Zoë (x", "hold(20)", "hold(20) 2")),
    )

    def test_seats_are_called_as_at_the_table(self):
        for seats, names in (*self.SEATED, (("human(Ann)", "optimal"), ("Ann", "Computer")), (("optimal", "hold(9)"), ("optimal", "hold(9)"))):
            with self.subTest(seats):
                record(f"pig(goal=20,players={len(seats)})", *["hold(9)"] * len(seats), games=1)
                file = pathlib.Path("games.jsonl")
                file.write_text(file.read_text().replace(json.dumps(["hold(9)"] * len(seats), separators=(",", ":")),
                                                         json.dumps(seats, ensure_ascii=False, separators=(",", ":"))))
                self.assertIn(f"Game 0: {', '.join(names)}, in this order", answer_of("replay", file))
                reviewed = answer_of("review", file, "--no-keep", "--html", "page.html")
                for shown in (reviewed, answer_of("review", file, "--no-keep", "--seat", names[-1]), pathlib.Path("page.html").read_text()):
                    self.assertNotRegex(shown, r"human\b|graded\b")
                for name in names:
                    self.assertRegex(reviewed, rf"(?m)^  {re.escape(name)} +[\d.]+ %")


def sha256(text):
    return hashlib.sha256(text.encode()).hexdigest()


LUA = "return { decide = function() return 'hold' end }"


class Origin(unittest.TestCase):
    """The heading says which program and which bots played."""

    def test_the_version_and_the_hashes_of_built_in_bots(self):
        heading = record("pig", "hold(20)", "random(0.5)", games=1)[0]
        self.assertEqual((heading["version"], heading["written_by"], heading["command"]), (2, json_of("version")["version"], "run"))
        self.assertEqual(heading["bots_sha256"], [hash_of_built_in(bot) for bot in ("hold(20)", "random(0.5)")])

    def test_the_hash_of_a_program_is_that_of_its_code_and_limits(self):
        def hash_of(text, *more):
            write("x.lua", text)
            answer_of("run", "pig", "x.lua", "hold(20)", "--games", 1, "--record", "x.jsonl", *more)
            return json.loads(pathlib.Path("x.jsonl").read_text().splitlines()[0])["bots_sha256"][0]
        hashes = [hash_of(LUA), hash_of(LUA + "\n"), hash_of(LUA, "--fuel", 1000), hash_of(LUA, "--memory", 20), hash_of(LUA, "--pure", "x")]
        self.assertEqual(len(set(hashes)), 5)
        self.assertEqual(hash_of(LUA), hashes[0])

    def test_people_have_no_hash(self):
        pathlib.Path("table.jsonl").unlink(missing_ok=True)
        subprocess.run([ALEA, "play", "pig", "Ann", "hold(20)", "graded(club)", "--record", "table.jsonl"], input=b"", stdout=subprocess.DEVNULL, check=True)
        heading = json.loads(pathlib.Path("table.jsonl").read_text().splitlines()[0])
        self.assertEqual((heading["command"], heading["bots_sha256"]), ("play", [None, hash_of_built_in("hold(20)"), None]))


def hash_of_built_in(bot):
    return sha256(f"built-in {sha256(bot)} fuel 0 memory 0")


def claim(lines, old, new):
    """The lines of a record, which now says that another built-in bot played, and has its hash."""
    heading = json.dumps(lines[0]).replace(old, new).replace(hash_of_built_in(old), hash_of_built_in(new))
    return "".join(json.dumps(line) + "\n" for line in (json.loads(heading), *lines[1:]))


def first_hold_at(lines, player, total):
    """Game, event and line of the first decision to hold with exactly this turn total; read from the lines alone."""
    for number, line in enumerate(lines[1:], 2):
        if "begin" in line:
            game, seats, event, turn = line["begin"], line["bots"], -1, 0
            continue
        event += 1
        if "roll" in line:
            turn = turn + line["roll"][0] if line["roll"][0] > 1 else 0
        if line.get("move") == "hold" and (seats[line["seat"]], turn) == (player, total):
            return game, event, number, line["seat"]
        if line.get("move") == "hold":
            turn = 0
    raise AssertionError("no player held")


class Verify(unittest.TestCase):
    MOODY = "local n = 0\nreturn { decide = function() n = n + 1; return n % 7 < 3 and 'hold' or 'roll' end }"

    def verdict(self, file, *more, status=0):
        told = alea("replay", file, "--verify", "--json", *more)
        self.assertEqual((told.status, told.err), (status, ""))
        return json.loads(told.out)

    def refuses(self, words, *arguments):
        told = alea("replay", *arguments)
        self.assertEqual((told.status, told.out), (2, ""))
        self.assertIn(words, told.err)

    def test_runs_are_verified(self):
        for game, *bots in GAMES:
            with self.subTest(game):
                record(game, *bots)
                self.assertEqual(self.verdict("games.jsonl"), {"verified": True, "games": 5, "difference": None})
                self.assertEqual(answer_of("replay", "games.jsonl", "--verify"), "verified: 5 games\n")
        record("pig-pen", "forfeit(3)", "hold(20)", games=30, seats="fixed", seed=2**62)
        self.assertEqual(answer_of("replay", "games.jsonl", "--verify"), "verified: 30 games\n")

    def test_one_game_of_a_bot_with_a_memory(self):
        write("moody.lua", self.MOODY)
        record("pig", "moody.lua", "random(0.6)", games=20)
        self.assertEqual(answer_of("replay", "games.jsonl", "--verify", "--game", 17), "verified: 1 game\n")

    def test_another_bot_differs_where_it_would_have_rolled(self):
        """hold(21) rolls on with 20 points, where hold(20) held."""
        lines = record("pig", "hold(20)", "hold(25)", games=9)
        game, event, line, seat = first_hold_at(lines, 0, 20)
        write("claimed.jsonl", claim(lines, "hold(20)", "hold(21)"))
        self.assertEqual(self.verdict("claimed.jsonl", status=1)["difference"], {
            "bots": [], "game": game, "event": event, "line": line, "recorded": f"seat {seat}: hold", "played": f"seat {seat}: roll"})
        told = alea("replay", "claimed.jsonl", "--verify")
        self.assertEqual(told.status, 1)
        self.assertIn(f"game {game}, event {event}, line {line}", told.out)

    def test_changed_files_and_limits_are_named(self):
        write("moody.lua", self.MOODY)
        record("pig", "moody.lua", "M=moody.lua", games=3)
        write("moved.lua", self.MOODY)
        self.assertTrue(self.verdict("games.jsonl", "--bot", "M=moved.lua")["verified"])
        self.assertEqual(self.verdict("games.jsonl", "--bot", "M=moved.lua", "--fuel", 5000, status=1)["difference"], {"bots": ["moody.lua", "M"]})
        write("moved.lua", self.MOODY + "\n")
        self.assertEqual(self.verdict("games.jsonl", "--bot", "M=moved.lua", status=1)["difference"], {"bots": ["M"]})
        self.refuses("--bot N=moved.lua fits no bot", "games.jsonl", "--verify", "--bot", "N=moved.lua")
        self.refuses("M", "games.jsonl", "--verify")

    def table(self, *seats, undo=False):
        pathlib.Path("table.jsonl").unlink(missing_ok=True)
        typed = ("\nroll\nundo\n" if undo else "") + "\nroll\nhold\n" * 300
        subprocess.run([ALEA, "play", *seats, "--seed", "3", "--order", "given", "--record", "table.jsonl"], input=typed.encode(), stdout=subprocess.DEVNULL, check=True)
        return [json.loads(line) for line in pathlib.Path("table.jsonl").read_text().splitlines()]

    def test_the_computers_of_a_table(self):
        write("moody.lua", self.MOODY)
        self.table("pig", "Ann", "graded(0.4)", "moody.lua", "random(0.3)", undo=True)
        self.assertEqual(self.verdict("table.jsonl"), {"verified": True, "games": 1, "difference": None})
        lines = self.table("pig(goal=500)", "Ann", "hold(20)", undo=True)
        self.assertTrue(any("undo" in line for line in lines))
        self.assertTrue(self.verdict("table.jsonl")["verified"])
        game, event, line, seat = first_hold_at(lines, 1, 20)
        write("claimed.jsonl", claim(lines, "hold(20)", "hold(21)"))
        self.assertEqual(self.verdict("claimed.jsonl", status=1)["difference"], {
            "bots": [], "game": game, "event": event, "line": line, "recorded": f"seat {seat}: hold", "played": f"seat {seat}: roll"})

    def test_a_graded_computer_of_another_strength_differs(self):
        lines = self.table("pig", "Ann", "graded(0.3)")
        write("claimed.jsonl", "".join(json.dumps(line) + "\n" for line in lines).replace("graded(0.3)", "graded(1)"))
        self.assertFalse(self.verdict("claimed.jsonl", status=1)["verified"])

    def test_what_cannot_be_verified(self):
        lines = record("piglet", "hold(1)", "hold(2)", games=1)
        old = {key: value for key, value in lines[0].items() if key not in ("written_by", "command", "bots_sha256")} | {"version": 1}
        for words, heading, rest in (("version 1", old, lines[1:]), ("no games", lines[0], ()),
                                     ("no hash of hold(1)", lines[0] | {"bots_sha256": [None] * 2}, lines[1:])):
            write("bad.jsonl", "".join(json.dumps(line) + "\n" for line in (heading, *rest)))
            self.refuses(words, "bad.jsonl", "--verify")
        write("real.jsonl", two_players(*TakenBack.LINES).replace('"run"', '"play"'))
        people = json.loads(pathlib.Path("real.jsonl").read_text().split("\n")[0]) | {"bots_sha256": [None] * 2}
        write("real.jsonl", json.dumps(people) + "\n" + pathlib.Path("real.jsonl").read_text().split("\n", 1)[1])
        self.refuses("real", "real.jsonl", "--verify")
        self.refuses("add --verify", "games.jsonl", "--fuel", 5)
        self.refuses("leave out --watch", "games.jsonl", "--verify", "--watch")


class Json(unittest.TestCase):
    def test_every_line_of_the_record_is_there(self):
        for game, *bots in GAMES:
            with self.subTest(game):
                lines = record(game, *bots)
                shown = json_of("replay", "games.jsonl")
                self.assertEqual(list(shown), KEYS)
                self.assertEqual(shown["players"], bots)
                self.assertEqual(shown["rules_sha256"], lines[0]["rules_sha256"])
                for written, read in zip(games_of(lines), shown["games"], strict=True):
                    self.assertEqual(list(read), GAME_KEYS)
                    self.assertEqual(read["number"], written[0]["begin"])
                    self.assertEqual(read["in_seat"], written[0]["bots"])
                    self.assertEqual(read["end"], written[-1]["end"])
                    for line, event in zip(written[1:-1], read["events"], strict=True):
                        self.assertEqual(line, {key: event[key] for key in line})
                        self.assertEqual(lines[event["line"] - 1], line)

    def test_turns_count_up_to_those_that_were_played(self):
        record("hog", "always(5)", "always(4)")
        for game in json_of("replay", "games.jsonl")["games"]:
            turns = [event["turn"] for event in game["events"]]
            self.assertEqual(turns, sorted(turns))
            self.assertEqual(turns[0], 1)
            self.assertEqual(turns[-1], game["end"]["turns"])

    def test_the_position_after_the_last_event_is_the_end(self):
        record("pig", "hold(20)", "hold(25)")
        for game in json_of("replay", "games.jsonl")["games"]:
            scores = ",".join(map(str, game["end"]["scores"]))
            self.assertEqual(game["events"][-1]["state"], f"scores {scores}, over")


class Text(unittest.TestCase):
    def test_each_turn_has_its_line_with_the_scores_after_it(self):
        record("pig", "hold(20)", "hold(25)", games=1)
        game = json_of("replay", "games.jsonl")["games"][0]
        rows = [line.split("  ") for line in answer_of("replay", "games.jsonl", env=environment(COLUMNS=2000)).splitlines()[4:-1]]
        self.assertEqual(len(rows), game["end"]["turns"])
        last = ", ".join(map(str, game["end"]["scores"]))
        self.assertIn(last, [cell.strip() for cell in rows[-1]])
        dice = sum(len(event["roll"]) for event in game["events"] if "roll" in event)
        self.assertEqual(sum(row[-1].count("[") for row in rows), dice)

    def test_one_game_alone(self):
        record("pig", "hold(20)", "hold(25)")
        text = answer_of("replay", "games.jsonl", "--game", 3)
        self.assertIn("Game 3:", text)
        self.assertNotIn("Game 2:", text)
        self.assertIn(text.split("\n\n", 1)[1], answer_of("replay", "games.jsonl"))

    def test_forfeits_have_their_reason(self):
        record("pig", "forfeit(1)", "hold(20)", games=1)
        self.assertIn("forfeits (illegal: forfeits on purpose)", answer_of("replay", "games.jsonl", env=environment(COLUMNS=200)))

    def test_a_narrow_terminal_gets_narrow_lines(self):
        record("pig-pen(players=3)", "hold(20)", "hold(25)", "hold(30)", games=1)
        for width in (40, 60, 100):
            lines = answer_of("replay", "games.jsonl", env=environment(COLUMNS=width)).splitlines()
            turns = [line for line in lines[3:-1] if line.startswith("  ")]
            self.assertLessEqual(max(map(len, turns)), width)

    def test_without_utf8_only_ascii_is_printed(self):
        record("red-and-black", "random", games=1)
        self.assertTrue(answer_of("replay", "games.jsonl", env=environment(LC_ALL="C")).isascii())


def two_players(*lines):
    """A record of piglet with real dice, a coin whose faces are 1 (loses the turn) and 2."""
    heading = record("piglet", "hold(1)", "hold(2)", games=1)[0] | {"seats": "fixed", "dice": "manual", "bots": ["human(Ann)", "human(Ben)"]}
    return "".join(json.dumps(line) + "\n" for line in (heading, *lines))


class TakenBack(unittest.TestCase):
    LINES = ({"player": 0, "order": 5}, {"player": 1, "order": 2}, {"begin": 0, "bots": [1, 0]}, {"roll": [2]},
             {"seat": 0, "move": "roll"}, {"roll": [1]}, {"undo": 2}, {"seat": 0, "move": "hold"})

    def test_it_is_shown_on_request_only(self):
        write("undo.jsonl", two_players(*self.LINES))
        self.assertNotIn("taken back", answer_of("replay", "undo.jsonl"))
        text = answer_of("replay", "undo.jsonl", "--taken-back")
        self.assertIn("[2] roll [1] (2 taken back)", text)
        self.assertIn("hold\n", text)

    def test_json_has_it_on_request_only(self):
        write("undo.jsonl", two_players(*self.LINES))
        game = json_of("replay", "undo.jsonl")["games"][0]
        self.assertEqual([event.get("move") for event in game["events"]], [None, "hold"])
        self.assertEqual(game["taken_back"], 2)
        self.assertFalse(game["finished"])
        self.assertIsNone(game["end"])
        events = json_of("replay", "undo.jsonl", "--taken-back")["games"][0]["events"]
        self.assertEqual([event.get("undo") for event in events], [None, None, None, 2, None])

    def test_people_have_their_names_and_the_order_is_shown(self):
        write("undo.jsonl", two_players(*self.LINES))
        text = answer_of("replay", "undo.jsonl")
        self.assertIn("Rolled for the order of turns: Ann 5, Ben 2.", text)
        self.assertIn("Game 0: Ben, Ann, in this order", text)
        self.assertIn("Not finished.", text)
        self.assertIn("real dice", text)

    def test_a_line_cut_short_is_left_out_and_said(self):
        whole = two_players(*self.LINES)
        write("cut.jsonl", whole[:-3])
        self.assertIn("is incomplete", answer_of("replay", "cut.jsonl"))
        self.assertTrue(json_of("replay", "cut.jsonl")["cut"])
        write("whole.jsonl", whole)
        self.assertNotIn("is incomplete", answer_of("replay", "whole.jsonl"))


class BadInput(unittest.TestCase):
    def refuses(self, *words, file="bad.jsonl", options=(), status=2):
        answer = alea("replay", file, *options)
        self.assertEqual((answer.status, answer.out), (status, ""), answer)
        self.assertTrue(answer.err.startswith("alea"), answer)
        for word in words:
            self.assertIn(word, answer.err)

    def test_lines_that_cannot_be(self):
        start = ({"begin": 0, "bots": [0, 1]}, {"roll": [2]})
        for line, words in (
            ({"roll": [2]}, "Seat 0 must decide"),
            ({"seat": 1, "move": "hold"}, "seat 0 must decide"),
            ({"seat": 0, "move": "jump"}, "`jump` is not legal here"),
            ({"undo": 3}, "from 1 to 1"),
            ({"end": {}}, "not over"),
        ):
            write("bad.jsonl", two_players(*start, line))
            self.refuses("bad.jsonl:4: ", words)

    def test_other_files(self):
        self.refuses("missing.jsonl", file="missing.jsonl")
        self.refuses("folder", file=".")
        self.refuses("bad.jsonl:1: this is not a record", file=write("bad.jsonl", ""))
        self.refuses("bad.jsonl:1: ", file=write("bad.jsonl", b"\x00\xff\x1b[2J\n"))
        self.refuses("version 7", file=write("bad.jsonl", '{"alea":"record","version":7}\n'))

    def test_nothing_reaches_the_terminal_that_is_not_text(self):
        write("bad.jsonl", '{"alea":"record","version":1,"game":"\\u001b[2Jx","rules_sha256":"","seed":1,"seats":"fixed","bots":[]}\n')
        answer = alea("replay", "bad.jsonl")
        self.assertEqual(answer.status, 2)
        self.assertNotIn("\x1b", answer.err)

    def test_other_games_and_options(self):
        record("piglet", "hold(1)", "hold(2)", games=2)
        self.refuses("no game 2", file="games.jsonl", options=("--game", 2))
        self.refuses("--game", file="games.jsonl", options=("--game", "x"))
        self.assertEqual(alea("replay").status, 2)
        self.assertEqual(alea("replay", "games.jsonl", "more.jsonl").status, 2)

    def test_a_changed_rule_file(self):
        lines = record("piglet", "hold(1)", "hold(2)", games=1)
        lines[0]["rules_sha256"] = "0" * 64
        write("bad.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
        self.refuses("bad.jsonl:1: ", "0" * 64, "the rules of piglet")


if __name__ == "__main__":
    main()
