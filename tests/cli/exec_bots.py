#!/usr/bin/env python3
"""Bots that are programs: they play like the same bots in Lua, receive what records say, and can neither hang alea nor outlive it;
and only a command line starts them."""

import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import time
import unittest

from program import ALEA, SOURCE, alea, answer_of, environment, json_of, main, wait_until, write

# Runs handlers by the names of events; `say` answers. Each test adds its own.
FRAME = """import json, os, signal, sys, time
def say(**answer): print(json.dumps(answer), flush=True)
def weight(value):  # of a view, whatever the order of its keys
    if isinstance(value, dict): return sum(len(key) + weight(value[key]) for key in value)
    if isinstance(value, list): return sum(i + 1 + weight(v) for i, v in enumerate(value))
    return len(value) if isinstance(value, str) else int(value)
"""
READ = """
for line in sys.stdin:
    it = json.loads(line)
    globals()[it["event"].replace("-", "_")](it)
"""
LUA_WEIGHT = """local function weight(value)
  if type(value) == "table" then
    local sum = 0
    for key, v in pairs(value) do sum = sum + (type(key) == "string" and #key or key) + weight(v) end
    return sum
  end
  if type(value) == "string" then return #value end
  return value == true and 1 or value == false and 0 or value
end
"""


def program(name, text, declares="", read=READ):
    """A command for a bot in Python; `declares` is what it says of itself."""
    write(f"{name}.py", FRAME + f"def match_start(it): say({declares})\n" + text + read)
    return f"exec:{sys.executable} {name}.py"


def record_of(game, bots, games=20, **more):
    """The lines of a record, without the bots' hashes."""
    answer_of("run", game, *bots, "--games", games, "--record", "record.jsonl", "--record-games", games, says="", **more)
    return re.sub(r',"bots_sha256":\[.*?\]', "", pathlib.Path("record.jsonl").read_text(encoding="utf-8")).splitlines()


def lines_of(text):
    return [json.loads(line) for line in text.splitlines()]


def is_alive(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


class TheSameGames(unittest.TestCase):
    maxDiff = None

    def plays_the_same(self, game, lua_answer, answer, others=("first",), games=20):
        lua = write("mine.lua", LUA_WEIGHT + f"return function(view) return {lua_answer} end")
        bot = program("mine", f"def choose(it):\n    view, moves = it['view'], it['moves']\n    say(move={answer})\n",
                      "memory='position'")
        wanted = record_of(game, [f"it={lua}", *others], games)
        self.assertEqual(record_of(game, [f"it={bot}", *others], games), wanted)
        self.assertGreater(len(wanted), 4 * games)

    def test_pig(self):
        self.plays_the_same("pig", 'weight(view) % 5 > 0 and "roll" or "hold"', "'roll' if weight(view) % 5 else 'hold'", ["hold(20)"])

    def test_hog(self):
        self.plays_the_same("hog(goal=50)", "weight(view) % 11", "weight(view) % 11", ["always(4)"])

    def test_despirala(self):
        self.plays_the_same("despirala", "view.moves[1 + weight(view) % #view.moves]", "moves[weight(view) % len(moves)]", ["random"], 5)

    def test_yahtzee(self):
        self.plays_the_same("yahtzee(turns=3,players=2)", "view.moves[1 + weight(view) % #view.moves]", "weight(view) % len(moves)")

    def test_a_game_of_the_family_graph(self):
        self.plays_the_same("coin-pig", "view.moves[1 + weight(view) % #view.moves]", "weight(view) % len(moves)",
                            ["random"])

    def test_a_bot_in_a_shell(self):
        write("twenty.sh", """while read -r line; do
    case $line in
    *match-start*) echo '{"events":[]}' ;;
    *) turn=${line#*'"turn":'}; total=${line#*'"total":'}
       if [ "${turn%%[,\\}]*}" -lt 20 ] && [ "${total%%[,\\}]*}" -lt 100 ]; then echo '{"move":"roll"}'; else echo '{"move":"hold"}'; fi ;;
    esac
done
""")
        self.assertEqual(record_of("pig", ["it=exec:sh twenty.sh", "hold(25)"]), record_of("pig", ["it=hold(20)", "hold(25)"]))

    def test_the_bot_of_the_manual(self):
        page = (SOURCE / "docs/write-a-bot.md").read_text(encoding="utf-8")
        write("mine.py", re.search(r"```python\n(import json.*?)```", page, re.S)[1])
        command = f"exec:{sys.executable} mine.py"
        answer = alea("run", "pig", command, "hold(20)", "--games", 500, "--json")
        wins = {one["kind"]: (one["wins"], one["forfeits"]) for one in json.loads(answer.out)["standings"]}
        self.assertEqual(wins["exec"][1], 0)
        self.assertEqual(answer.err.splitlines(), ["0 games won", f"{wins['exec'][0]} games won"])

    def test_threads_change_nothing(self):
        bot = program("mine", "def choose(it): say(move=weight(it['view']) % 3 % 2)\n", "events=[]")
        one, two = (json_of("run", "pig(goal=5)", bot, "hold(2)", "--games", 5000, "--threads", n)["standings"] for n in (1, 2))
        self.assertEqual(one, two)


class Events(unittest.TestCase):
    maxDiff = None

    def test_a_program_receives_what_the_record_says(self):
        bot = program("log", """def choose(it): say(move=it['moves'][weight(it['view']) % len(it['moves'])])
def game_start(it): pass
rolled = moved = game_end = game_start
""", read="""log = open("log.jsonl", "w")
for line in sys.stdin:
    print(line, end="", file=log, flush=True)
    it = json.loads(line)
    globals()[it["event"].replace("-", "_")](it)
""")
        record = lines_of("\n".join(record_of("pig(goal=20)", [f"it={bot}", "forfeit(2)"], 6)))
        log = lines_of(pathlib.Path("log.jsonl").read_text(encoding="utf-8"))
        first = log.pop(0)
        self.assertEqual(first, {"event": "match-start", "protocol": "alea:bot@1.0.0", "game": "pig", "players": 2,
                                 "spec": record[0]["game"], "parameters": {"dice": 1, "goal": 20, "players": 2, "sides": 6}})
        wanted, seats = [], []
        for line in record[1:]:
            if "begin" in line:
                seats = line["bots"]
                wanted.append({"event": "game-start", "number": line["begin"], "seat": seats.index(0), "players": 2, "frozen": False})
            elif "roll" in line:
                wanted.append({"event": "rolled", "faces": line["roll"]})
            elif "move" in line or "forfeit" in line:
                if seats[line["seat"]] == 0:
                    wanted.append({"event": "choose", "moves": ["hold", "roll"], "frozen": False})
                wanted.append({"event": "moved", "seat": line["seat"], "move": line.get("move")})
            elif "end" in line:
                end = line["end"]
                wanted.append({"event": "game-end", "winner": end["winner"], "scores": end["scores"]})
        seeds = [line.pop("seed") for line in log if line["event"] == "game-start"]
        self.assertEqual(len(set(seeds)), 6)
        for line in log:
            for key in {"choose": ["view"], "game-end": ["money", "unfinished"], "rolled": ["seat"]}.get(line["event"], []):
                del line[key]
        self.assertEqual(log, wanted)
        self.assertIn(None, [line.get("move", "") for line in wanted])

    def count(self, memory, games):
        """How many games each process has seen, in the order of their starts; the first is only asked what it is."""
        write("counts", "")
        bot = program("count", """games = 0
def game_start(it):
    global games
    games += 1
def choose(it): say(move=0)
""", f"memory='{memory}', events=['game-start']", READ + "print(games, file=open('counts', 'a'), flush=True)\n")
        run = json_of("run", "pig(goal=2)", bot, "hold(2)", "--games", games, "--threads", 1)
        self.assertEqual(run["standings"][0]["forfeits"] + run["standings"][1]["forfeits"], 0)
        return [int(line) for line in pathlib.Path("counts").read_text(encoding="ascii").split()]

    def test_the_memory_of_a_match_goes_on_between_blocks(self):
        self.assertEqual(self.count("match", 4200), [0, 4200])

    def test_else_a_program_is_started_for_each_block(self):
        self.assertEqual(self.count("game", 4200), [0, 4096, 104])


class Commands(unittest.TestCase):
    def setUp(self):
        self.bot = program("twenty", """def choose(it): say(move="roll" if it["view"]["turn"] < 20 and it["view"]["total"] < 30 else "hold")
""", "name='Twenty', memory='position'")

    def test_exact_results_are_those_of_the_same_policy(self):
        wanted, found = (json_of("eval", "pig(goal=30)", bot, "hold(25)")["first"]["value"] for bot in ("hold(20)", self.bot))
        self.assertAlmostEqual(found, wanted, delta=1e-9)
        for bot in ("it=hold(20)", f"it={self.bot}"):
            self.assertIn("exploitability", answer_of("best", "pig(goal=30)", bot))

    def test_compare_tournament_and_play(self):
        self.assertIn("Twenty", answer_of("compare", f"Twenty={self.bot}", "hold(25)", "pig(goal=30)", "--most-games", 300))
        self.assertIn("Twenty", answer_of("tournament", "pig(goal=30)", f"Twenty={self.bot}", "hold(25)", "hold(10)", "--games", 100))
        self.assertEqual(alea("play", "pig(goal=30)", f"Twenty={self.bot}", "hold(25)", "--no-record", "--seed", 1).status, 0)

    def test_check(self):
        shown = json_of("bot", "check", self.bot, "--game", "pig(goal=30)")
        self.assertEqual((shown["kind"], shown["deterministic"], shown["pure"]), ("exec", True, "declared"))
        follows = program("follows", "def choose(it): say(move=0)\ngame_start = rolled = moved = game_end = lambda it: 0\n")
        self.assertEqual(json_of("bot", "check", follows, "--game", "pig(goal=20)")["kind"], "exec")


class BadPrograms(unittest.TestCase):
    def refuses(self, command, words, status=2):
        answer = alea("run", "pig", command, "hold(20)", "--games", 1)
        self.assertEqual((answer.status, answer.out), (status, ""), answer)
        self.assertRegex(answer.err, words)

    def test_what_does_not_start(self):
        for command, words in (
                ("exec:", "NAME=exec:COMMAND"), ("exec:./nothing", "exit status 127"), ("exec:sh -c 'exit 3'", "exit status 3"),
                ("exec:sh -c 'kill -9 $$'", "signal 9"), ("exec:echo hello", "`hello`, which is not"), ("exec:printf '{\"na'", "middle of a line"),
                ("exec:echo '[1]'", "not an object"), ("exec:echo '{\"name\":1}'", "[Ss]tring"),
                ("exec:echo '{\"memory\":\"hour\"}'", "\"memory\" must be"), ("exec:echo '{\"events\":[\"won\"]}'", "\"events\" must"),
                ("exec:echo '{\"memories\":1}'", "memories"), ("exec:echo '{\"save\":true}'", "\"match\""),
                ("exec:echo '{\"memory\":\"position\",\"events\":[\"moved\"]}'", "need \"memory\""),
                ("exec:head -c 2000000 /dev/zero", "more than 1048576 bytes"),
                ("exec:sh -c 'exec >&- <&-; sleep 60'", "closed its output")):
            with self.subTest(command):
                self.refuses(command, words)

    def test_a_failure_is_a_forfeit_and_the_next_game_goes_on(self):
        for number, (text, kind, words) in enumerate((
                ("say(move='rol')", "illegal", '"rol".*such as "hold"'), ("say(move=2)", "illegal", "index"),
                ("say()", "illegal", "must be one of"), ("print('roll', flush=True)", "trap", "`roll`, which is not an object"),
                ("print('[]', flush=True)", "trap", "not an object"), ("sys.exit(3)", "trap", "exit status 3"),
                ("os.kill(os.getpid(), signal.SIGKILL)", "trap", "signal 9"),
                ("print('{\"mo', end='', flush=True); sys.exit(0)", "trap", "middle of a line"),
                ("print('x' * 1100000, flush=True)", "trap", "more than 1048576"),
                ("os.write(1, b'\\xff\\n')", "trap", "not an object"))):
            with self.subTest(text):
                bot = program(f"bad{number}", f"""game = 0
def game_start(it):
    global game
    game = it["number"]
def choose(it):
    if game == 1: {text}
    else: say(move=0)
""", "events=['game-start']")
                answer = alea("run", "pig(goal=30)", bot, "hold(20)", "--games", 4, "--threads", 1, "--json")
                run = json.loads(answer.out)
                one = run["standings"][0] if run["standings"][0]["kind"] == "exec" else run["standings"][1]
                self.assertEqual((one["forfeits"], one["failures"][kind], one["first_failure"]["game"]), (1, 1, 1), one)
                self.assertRegex(one["first_failure"]["text"], words)

    def test_an_answer_without_a_question(self):
        bot = program("twice", """def choose(it):
    say(move=1)
    say(move=1)
""", "events=[]")
        self.assertIn("without a question", alea("run", "pig(goal=30)", bot, "hold(20)", "--games", 4).out)

    def test_silence_has_an_end(self):
        """Real patience, of ten seconds, for a program that does not say what it is, and one that does not decide."""
        silent = program("silent", "def choose(it): time.sleep(100)\n", "events=[]")
        commands = [[ALEA, "run", "pig", bot, "hold(20)", "--games", "1", "--seats", "fixed"] for bot in ("exec:sleep 100", silent)]
        running = [subprocess.Popen(c, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment(), text=True) for c in commands]
        said = [(one.communicate(timeout=100)[0], one.returncode) for one in running]
        self.assertEqual([status for _, status in said], [2, 0])
        for text, _ in said:
            self.assertIn("did not read or answer for 10 seconds", text)


class Stopping(unittest.TestCase):
    def interrupt(self, *arguments):
        """Sends Ctrl-C once a bot has written its process into `pids`. Returns the exit status and the seconds until the end."""
        write("pids", "")
        process = subprocess.Popen([ALEA, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment())
        try:
            wait_until(lambda: pathlib.Path("pids").read_text(encoding="ascii").count("\n") >= 2, "two processes")
            began = time.monotonic()
            process.send_signal(signal.SIGINT)
            status = process.wait(timeout=100)
        finally:
            process.kill()
        for pid in map(int, pathlib.Path("pids").read_text(encoding="ascii").split()):
            wait_until(lambda pid=pid: not is_alive(pid), f"the end of process {pid}", 10)
        return status, time.monotonic() - began

    def test_no_process_is_left(self):
        note = "print(os.getpid(), file=open('pids', 'a'), flush=True)\n"
        plays = program("plays", "def choose(it): say(move=1)\n" + note, "events=[]")
        stays = program("stays", "signal.signal(signal.SIGTERM, signal.SIG_IGN)\ndef choose(it): say(move=1)\n" + note, "events=[]",
                        READ + "time.sleep(100)\n")
        parent = f"exec:sh -c 'sleep 100 & echo $! >> pids; exec {plays[5:]}'"
        for bot in (plays, stays, parent):
            with self.subTest(bot):
                status, _ = self.interrupt("run", "pig", bot, "hold(20)", "--games", "1e9")
                self.assertEqual(status, 1)

    def test_waiting_is_interrupted(self):
        waits = program("waits", "print(os.getpid(), file=open('pids', 'a'), flush=True)\ndef choose(it): time.sleep(100)\n", "events=[]")
        status, seconds = self.interrupt("run", "pig", waits, "hold(20)", "--games", "10")
        self.assertEqual(status, 1)
        self.assertLess(seconds, 8)
        mute = "exec:sh -c 'echo $$ >> pids; echo $$ >> pids; exec sleep 100'"
        status, seconds = self.interrupt("run", "pig", mute, "hold(20)")
        self.assertEqual(status, 1)
        self.assertLess(seconds, 8)


class Refusals(unittest.TestCase):
    def test_names_of_files_are_no_commands(self):
        """A shell puts the names of files in the place of a *."""
        for name in ("exec:touch made", "a=exec:touch made", "exec:touch made;.lua"):
            with self.subTest(name):
                write(name, "return function(view) return true end\n")
                answer = alea("run", "pig", name, "hold(20)", "--games", 1)
                self.assertEqual((answer.status, os.path.exists("made")), (2, False), answer)
                self.assertIn("command line" if name.startswith("exec:") else "exec:touch", answer.err)

    def test_folders_of_bots_and_contests(self):
        os.makedirs("all")
        write("all/exec:touch made;.lua", "return function(view) return 4 end\n")
        write("all/b=exec:touch made;.lua", "return function(view) return 4 end\n")
        answer_of("tournament", "hog", "all", "--games", 10)
        alea("contest", "hog", "all")
        self.assertFalse(os.path.exists("made"))

    def test_a_record_runs_no_command(self):
        evil = "exec:sh -c 'touch PWNED; cat'"
        answer_of("run", "pig", "hold(20)", "hold(25)", "--games", 2, "--record", "r.jsonl")
        lines = pathlib.Path("r.jsonl").read_text(encoding="utf-8").splitlines()
        head = json.loads(lines[0])
        head["bots"][0] = evil
        write("evil.jsonl", "\n".join([json.dumps(head, separators=(",", ":")), *lines[1:]]) + "\n")
        table = {**head, "command": "play", "seats": "fixed", "seed": 3, "bots_sha256": [head["bots_sha256"][0], None], "bots": [evil, "human(Ann)"]}
        write("table.jsonl", json.dumps(table, separators=(",", ":")) + '\n{"begin":0,"bots":[0,1]}\n')
        for words in (["replay", "--verify", "evil.jsonl"], ["play", "--resume", "table.jsonl"]):
            answer = alea(*words)
            self.assertEqual((answer.status, "names the command" in answer.err), (2, True), answer)
        self.assertFalse(pathlib.Path("PWNED").exists())

    def test_a_contest_takes_no_command(self):
        answer = alea("contest", "hog", "exec:touch made")
        self.assertEqual((answer.status, os.path.exists("made")), (2, False), answer)


if __name__ == "__main__":
    main()
