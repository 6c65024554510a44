#!/usr/bin/env python3
"""alea learn: curves against a value iteration, the bytes of what was learned, and matches that were cut."""
import hashlib
import json
import math
import random
import signal
import struct
import subprocess
import time
import unittest
import xml.etree.ElementTree
from pathlib import Path

from program import ALEA, SOURCE, alea, answer_of, json_of, main, write
from terminal import Terminal

LEARNER = SOURCE / "bots/lua-learner/learner.lua"
GOAL = 6
GAME = f"piglet(goal={GOAL})"


def learn(*words):
    return json_of("learn", *words)


def curve(*words):
    return learn(*words)["learners"][0]


def refused(reason, *words):
    """The command must fail as bad input does, and say this."""
    answer = alea(*words)
    assert answer.status == 2 and reason in answer.err and not answer.out, answer


# ---- a policy that never changes, measured by hand ---------------------------------------------------------------------


def best_response(hold_at):
    """How often the best answer to hold(hold_at) wins Piglet, on average over the seats: value iteration over own and other banked
    scores and the turn's total, for the answering player to move and for the one that holds."""
    ours = {}    # [own, other, turn]: the answer decides
    theirs = {}  # [own, other]: the turn of the other begins
    for own in range(GOAL):
        for other in range(GOAL):
            theirs[own, other] = 0.5
            for turn in range(GOAL - own):
                ours[own, other, turn] = 0.5
    for _ in range(2000):
        change = 0.0
        for own in reversed(range(GOAL)):
            for other in reversed(range(GOAL)):
                lost = ours[own, other, 0]  # tails: the other has added nothing
                worth = None
                for turn in reversed(range(1, GOAL - other + 1)):  # having thrown heads
                    if other + turn >= GOAL:
                        worth = 0.0
                    elif turn >= hold_at:
                        worth = ours[own, other + turn, 0]
                    else:
                        worth = (lost + worth) / 2
                worth = (lost + worth) / 2
                change = max(change, abs(worth - theirs[own, other]))
                theirs[own, other] = worth
                for turn in reversed(range(GOAL - own)):
                    heads = 1.0 if own + turn + 1 >= GOAL else ours[own, other, turn + 1]
                    roll = (theirs[own, other] + heads) / 2
                    hold = theirs[own + turn, other] if turn > 0 else 0.0
                    value = max(roll, hold)
                    change = max(change, abs(value - ours[own, other, turn]))
                    ours[own, other, turn] = value
        if change < 1e-15:
            break
    return (ours[0, 0, 0] + theirs[0, 0]) / 2


def measure():
    fixed = write("fixed.lua", "return { memory = 'match', decide = function(v) return v.turn < 2 and v.total < v.goal end }\n")
    result = learn(GAME, fixed, "--games", 10, "--against", "hold(2)")
    points = result["learners"][0]["points"]
    expected = best_response(2) - 0.5
    assert [p["games"] for p in points] == [0, 10], points
    for point in points:
        assert abs(point["exploitability"]["value"] - expected) < 1e-12, (point, expected)
        assert abs(point["exact"]["value"] - 0.5) < 1e-12, point
        assert 0 <= point["loss"]["value"] <= expected + 1e-12, point
    assert points[0]["win_rate"] is None and points[0]["played"] == 0 and points[1]["played"] == 10


# ---- what bots receive ---------------------------------------------------------------------------------------------------

LOGGER = """
local log = {}
local function note(...) log[#log + 1] = table.pack(...) end
return {
  memory = "match",
  game_start = function(g) note("start", g.number, g.seat, g.players, g.game, random(1000000), random()) end,
  rolled = function(seat, dice) note("rolled", seat, table.concat(dice, " ")) end,
  moved = function(seat, move) note("moved", seat, move or "forfeit") end,
  decide = function(v, frozen) return v.moves and v.moves[1] or v.turn < 15 and v.total < v.goal end,
  game_end = function(r) note("end", r.winner or -1, r.scores[1], r.scores[2], r.money[1], r.unfinished) end,
  save = function() return log end,
  load = function(saved) log = saved end,
}
"""


class Reader:
    """Reads a saved value (src/bot/lua_saved.c)."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, size):
        piece = self.data[self.at:self.at + size]
        assert len(piece) == size, "the value is cut off"
        self.at += size
        return piece

    def value(self):
        kind = self.take(1)
        if kind in b"NTF":
            return {b"N": None, b"T": True, b"F": False}[kind]
        if kind == b"I":
            return struct.unpack("<q", self.take(8))[0]
        if kind == b"D":
            return struct.unpack("<d", self.take(8))[0]
        if kind == b"S":
            return self.take(struct.unpack("<Q", self.take(8))[0]).decode()
        assert kind == b"{", kind
        table = {}
        while self.data[self.at:self.at + 1] != b"}":
            key = self.value()
            table[key] = self.value()
        self.at += 1
        return table


def saved(path):
    """What the first bot saved."""
    data = Path(path).read_bytes()
    line, _, rest = data.partition(b"\n")
    return Reader(rest[:json.loads(line)["sizes"][0]]).value()


def as_list(table):
    return [table[i] for i in range(1, 1 + sum(isinstance(key, int) for key in table))]


def philox(key, counter):
    for _ in range(10):
        p0, p1 = 0xD2511F53 * counter[0], 0xCD9E8D57 * counter[2]
        counter = [p1 >> 32 ^ counter[1] ^ key[0], p1 & 0xFFFFFFFF, p0 >> 32 ^ counter[3] ^ key[1], p0 & 0xFFFFFFFF]
        key = [(key[0] + 0x9E3779B9) & 0xFFFFFFFF, (key[1] + 0xBB67AE85) & 0xFFFFFFFF]
    return counter


def drawn(seed, seat, game):
    """The numbers that random(1000000) and random() give first: docs/randomness.md, the stream of a seat."""
    words = philox([seed & 0xFFFFFFFF, seed >> 32], [0, 1 + seat, game, 0])
    fair = 0xFFFFFFFF - 0xFFFFFFFF % 1000000
    assert words[0] < fair
    return 1 + words[0] % 1000000, ((words[1] >> 5) << 26 | words[2] >> 6) / 2 ** 53


def events(game, opponent, games=40):
    """Compares the events with those of a record of the same games."""
    opponents = [opponent] * (2 if "players=3" in game else 1)
    logger = write("logger.lua", LOGGER)
    Path("log.state").unlink(missing_ok=True)
    learn(game, logger, *(f"--against={o}" for o in opponents), "--games", games, "--seed", 7, "--save", "log.state")
    answer_of("run", game, logger, *opponents, "--games", games, "--seed", 7, "--record", "log.jsonl")
    expected = []
    for line in Path("log.jsonl").read_text(encoding="utf-8").splitlines()[1:]:
        event = json.loads(line)
        if "begin" in event:
            number, seat = event["begin"], event["bots"].index(0)
            expected.append(["start", number, seat, len(event["bots"]), game.partition("(")[0], *drawn(7, seat, number)])
        elif "roll" in event:
            expected.append(["rolled", None, " ".join(map(str, event["roll"]))])
        elif "move" in event:
            expected.append(["moved", event["seat"], event["move"]])
        elif "end" in event:
            end = event["end"]
            expected.append(["end", -1 if end["winner"] is None else end["winner"], *end["scores"][:2], end["money"][0], end["unfinished"]])
    got = [as_list(row) for row in as_list(saved("log.state"))]
    assert len(got) == len(expected) and len(got) > 100, (len(got), len(expected))
    for mine, theirs in zip(got, expected):
        for a, b in zip(mine, theirs):
            assert b is None or a == b, (mine, theirs)


# ---- matches that are cut ------------------------------------------------------------------------------------------------


def cut():
    """A match that is ended by kill -9 and continued has the bytes of one that was not."""
    words = [GAME, LEARNER, "--games", 60000, "--seed", 3]
    whole = learn(*words, "--save", "whole.state")
    with subprocess.Popen([ALEA, "learn", *map(str, words), "--save", "cut.state"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        while process.poll() is None:
            points = Path("cut.state").exists() and json.loads(Path("cut.state").read_bytes().partition(b"\n")[0])["points"]
            if points and len(points) >= 3:
                process.send_signal(signal.SIGKILL)
                break
            time.sleep(0.01)
    rest = learn(*words, "--save", "cut.state")
    assert Path("cut.state").read_bytes() == Path("whole.state").read_bytes(), "the two states differ"
    assert rest["learners"][0]["resumed"] > 0 or process.returncode == 0
    assert rest["learners"][0]["points"] == whole["learners"][0]["points"]
    longer = learn(GAME, LEARNER, "--games", 61000, "--seed", 3, "--save", "cut.state", "--threads", 1)
    assert [p["games"] for p in longer["learners"][0]["points"]][-2:] == [60000, 61000]
    alone = learn(*words, "--threads", 1)
    assert alone["learners"][0]["points"] == whole["learners"][0]["points"], "a state file or threads change the result"


def refusals():
    base = [GAME, LEARNER, "--games", "2000"]
    learn(*base, "--save", "a.state")
    data = Path("a.state").read_bytes()
    refused("another value of: seed", "learn", *base, "--seed", "5", "--save", "a.state")
    refused("another value of: game", "learn", "piglet(goal=7)", LEARNER, "--save", "a.state")
    other = write("other.lua", LEARNER.read_text(encoding="utf-8") + "-- another\n")
    refused("another value of: bots", "learn", GAME, other, "--save", "a.state")
    generator = random.Random(1)
    for size in [0, 1, 10, *(generator.randrange(len(data)) for _ in range(30)), len(data) - 1]:
        Path("b.state").write_bytes(data[:size])
        refused("b.state", "learn", *base, "--save", "b.state")
        assert Path("b.state").read_bytes() == data[:size], "a refused file was changed"
    for _ in range(30):
        at = generator.randrange(len(data))
        Path("b.state").write_bytes(data[:at] + bytes([data[at] ^ 1 << generator.randrange(8)]) + data[at + 1:])
        refused("b.state", "learn", *base, "--save", "b.state")
    Path("b.state").write_bytes(data + bytes(64 << 20))
    refused("damaged", "learn", *base, "--save", "b.state")
    head, _, rest = data.partition(b"\n")
    line = json.loads(head)
    for value in [b"", b"{", b"}", b"Q", b"S" + b"\xff" * 8, b"I123", b"{" * 10000, b"{N" + b"N}", b"{D" + struct.pack("<d", math.nan) + b"T}",
                  rest[:line["sizes"][0]] + b"N"]:
        line["sizes"] = [len(value), 0]
        body = json.dumps(line).encode() + b"\n" + value
        Path("b.state").write_bytes(body + b"\n" + hashlib.sha256(body).hexdigest().encode() + b"\n")
        if value:  # else there is nothing to load, as for a bot that has learned nothing
            refused("", "learn", *base, "--games", 3000, "--save", "b.state")
    plain = write("plain.lua", "return function(v) return v.turn < 2 end\n")
    refused("does not learn", "learn", GAME, plain)
    mute = write("mute.lua", "return { memory = 'match', decide = function(v) return v.turn < 2 end }\n")
    refused("cannot be saved", "learn", GAME, mute, "--save", "c.state")
    assert not Path("c.state").exists()
    refused(".svg, .html or .csv", "learn", GAME, mute, "--out", "curve.txt")
    refused("one bot at a time", "learn", GAME, mute, mute, "--save", "c.state")
    wrong = write("wrong.lua", "return { memory = 'match', decide = function() return true end, save = function() return decide end,"
                               " load = function() end }\n".replace("return decide", "return function() end"))
    refused("a function cannot be saved", "learn", GAME, wrong, "--games", "1")
    draws = write("draws.lua", "return { memory = 'match', decide = function() return random(2) == 1 end }\n")
    result = curve(GAME, draws, "--games", 100)
    assert not result["has_exact"] and "frozen" in result["inexact"], result


def outputs():
    mute = write("mute.lua", "return { memory = 'match', decide = function(v) return v.turn < 2 and v.total < v.goal end }\n")
    for name in ["curve.svg", "curve.html", "curve.csv"]:
        answer_of("learn", GAME, mute, f"q={LEARNER}", "--games", 3000, "--out", name)
    assert Path("curve.csv").read_text(encoding="utf-8").count("\n") == 1 + 2 * 4
    assert xml.etree.ElementTree.parse("curve.svg").getroot().tag.endswith("svg")
    assert "<svg" in Path("curve.html").read_text(encoding="utf-8")
    text = answer_of("learn", GAME, mute, "--games", 1000)
    assert "exploitability" in text and max(map(len, text.splitlines())) <= 100, text
    three = curve("piglet(players=3,goal=4)", mute, "--games", 2000, "--against", "hold(1)", "--against", "hold(2)")
    assert not three["has_exact"] and three["points"][-1]["win_rate"] is not None and three["points"][-1]["exact"] is None
    alone = curve("pig-solitaire(turns=3,goal=20)", mute, "--games", 10)
    assert alone["against"] is None and alone["points"][0]["loss"]["lower"] >= 0 and alone["points"][0]["exploitability"] is None, alone


def declared():
    """Declarations that contradict themselves."""
    for text, reason in [
            ("return { rolled = function() end, decide = function() return true end }", "add memory"),
            ("return { memory = 'position', moved = function() end, decide = function() return true end }", "add memory"),
            ("return { memory = 'game', save = function() end, load = function() end, decide = function() return true end }", "whole match"),
            ("return { memory = 'match', save = function() end, decide = function() return true end }", "needs both"),
            ("return { memory = 'year', decide = function() return true end }", "`memory`"),
            ("return { memory = 'game', game_over = function() end, decide = function() return true end }", "`game_over`"),
            ("return { memory = 'game', rolled = 3, decide = function() return true end }", "`rolled`"),
    ]:
        refused(reason, "run", "pig", write("odd.lua", text), "hold(20)", "--games", "10")
    for text, reason in [
            ("return { memory = 'game', rolled = function() error('no') end, decide = function() return true end }", "in `rolled`"),
            ("return { memory = 'game', game_end = function() while true do end end, decide = function() return true end }", "in `game_end`"),
            ("return function() return random(2) == 1 end", "random() is for bots"),
    ]:
        result = json_of("run", "pig", write("odd.lua", text), "hold(20)", "--games", 10)
        mine = next(s for s in result["standings"] if s["bot"] == "odd.lua")
        assert mine["forfeits"] > 0 and reason in mine["first_failure"]["text"], mine
    learner = write("mute.lua", "return { memory = 'match', decide = function(v) return v.turn < 9 end }\n")
    refused("remembers the whole match", "run", "pig", learner, "hold(20)", "--games", "9000", "--part", "1/2", "--out", "part.json")
    # the bot that the manual shows
    shown = (SOURCE / "docs/learn.md").read_text(encoding="utf-8").partition("```lua\n")[2].partition("```")[0]
    played = json_of("run", "pig", write("shown.lua", shown), "hold(20)", "--games", 500)
    assert [s["forfeits"] for s in played["standings"]] == [0, 0], played
    # in a run a learner remembers all games, in the record and when that is verified too
    model = SOURCE / "bots/lua-model/model.lua"
    answer_of("run", "pig(goal=20)", model, "hold(9)", "--games", 4200, "--record", "m.jsonl", "--record-games", 4200)
    assert "verified" in answer_of("replay", "--verify", "m.jsonl")
    # a game's memory is that game's: the count of decisions starts at nothing in each
    text = "local n = 0 return { memory = 'game', decide = function(v) n = n + 1 return n < 4 and v.total < v.goal end }"
    counts = write("counts.lua", text)
    one, two = (json_of("run", "pig", counts, "hold(20)", "--games", 5000, "--threads", n)["standings"] for n in (1, 2))
    assert one == two


class Learn(unittest.TestCase):
    def test_a_policy_that_never_changes_is_measured_as_by_value_iteration(self):
        measure()

    def test_bots_receive_the_events_of_the_record(self):
        events("pig(goal=30)", "hold(20)")
        events("pig-pen(players=3)", "hold(20)")
        events("despirala(players=2)", "greedy", games=4)

    def test_a_match_that_was_cut_ends_in_the_same_bytes(self):
        cut()

    def test_a_program_outside_the_sandbox_learns_and_goes_on(self):
        gradient = f"exec:python3 {SOURCE / 'bots/exec-gradient/gradient.py'}"
        words = ["pig(goal=10)", gradient, "--against", "hold(5)", "--seed", 4]
        whole = curve(*words, "--games", 2000, "--save", "program.state")
        curve(*words, "--games", 1000, "--save", "program-part.state")
        rest = curve(*words, "--games", 2000, "--save", "program-part.state")
        self.assertEqual(Path("program-part.state").read_bytes(), Path("program.state").read_bytes())
        self.assertEqual([rest["resumed"], rest["points"]], [1000, whole["points"]])
        self.assertLess(whole["points"][-1]["exploitability"]["value"], whole["points"][0]["exploitability"]["value"] / 2)

    def test_a_terminal_shows_what_goes_on(self):
        mute = write("mute.lua", "return { memory = 'match', decide = function(v) return v.turn < 9 and v.total < v.goal end }\n")
        for words in (["learn", GAME, mute, "--games", 3000], ["run", "pig", "hold(20)", mute, "--games", 9000, "--live"],
                      ["tournament", "pig", "hold(20)", mute, "hold(25)", "--games", 9000, "--live"]):
            with Terminal(*words, term="xterm") as t:
                t.asked()
                self.assertEqual(t.status, 0, (words, t.text))
                self.assertIn(b"\x1b[J", t.raw, words)  # something was drawn, and taken away

    def test_bad_states_and_bots_are_refused(self):
        refusals()

    def test_curves_are_written_and_drawn(self):
        outputs()

    def test_declarations_are_checked(self):
        declared()


if __name__ == "__main__":
    main()
