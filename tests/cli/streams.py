#!/usr/bin/env python3
"""Standard output that is closed or full, Ctrl-C, and the line of progress."""

import json
import os
import pathlib
import pty
import re
import signal
import subprocess
import time
import unittest

from program import ALEA, TEST_BOTS, alea, answer_of, catches_interrupts, processor_seconds, environment, main, wait_until
from terminal import interrupted

ANSWERS = [["help"], ["version"], ["games"], ["games", "pig", "--json"], ["run", "--help"], ["bot", "list"],
           ["bot", "template", "pig-pen"], ["bot", "check", "hold(20)"], ["run", "pig", "hold(20)", "hold(25)", "--games", "100"]]
LONG = ["run", "pig", "hold(20)", "hold(25)", "--games", "1e12"]


class BrokenOutput(unittest.TestCase):
    def fails(self, answer):
        self.assertEqual(answer.status, 3, answer)
        self.assertRegex(answer.err, r"^alea: Cannot write to standard output: .+\.\n$")

    def test_a_full_disk_is_reported(self):
        for words in ANSWERS:
            with open("/dev/full", "wb") as full:
                self.fails(alea(*words, stdout=full))

    def test_a_reader_that_left_is_no_news(self):
        for words in ANSWERS:
            reading, writing = os.pipe()
            os.close(reading)
            answer = alea(*words, stdout=writing)
            self.assertEqual((answer.status, answer.err), (3, ""), answer)
            os.close(writing)

    def test_a_closed_standard_output_is_reported(self):
        for words in ANSWERS:
            self.fails(alea(*words, stdout=None, preexec_fn=lambda: os.close(1)))

    def test_nothing_is_printed_into_a_record_by_a_closed_standard_output(self):
        alea("run", "pig", "hold(20)", "hold(25)", "--games", "10", "--record", "r.jsonl", stdout=None,
             preexec_fn=lambda: os.close(1))
        with open("r.jsonl", encoding="utf-8") as record:
            for line in record:
                json.loads(line)

    def test_a_reader_of_one_line_gets_it(self):
        first = subprocess.run(f"'{ALEA}' games pig 2>messages | head -1", shell=True, capture_output=True, timeout=60)
        self.assertTrue(first.stdout.startswith(b"Pig: pig("))

    def test_a_broken_standard_error_harms_nothing(self):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([ALEA, "run", "pig", "hold(20)"], stderr=full, stdout=subprocess.PIPE, timeout=60)
        self.assertEqual((done.returncode, done.stdout), (2, b""))


def long_game(states):
    """A rule file for a game whose states take a while to list."""
    path = pathlib.Path(f"long-{states}.lua")
    path.write_text(f"""return {{ name = "long", family = "graph", title = "Long", text = "x", params = {{
      {{ "players", default = 1, min = 1, max = 1, help = "x" }} }},
      rules = function() return {{
        start = function() return 1 end,
        moves = function() end,
        chances = function(s) if s < {states} then return 2, {{ s + 1, s + 1 }} end end,
        payoff = function(s) return {{ score = s }} end,
      }} end }}""")
    return path


class Interrupt(unittest.TestCase):
    def test_the_first_stops_and_prints_what_has_been_played(self):
        answer = interrupted(*LONG, "--json")
        result = json.loads(answer.out)
        self.assertEqual(answer.status, 1)
        self.assertEqual([result["stopped"], result["asked"]], [True, 10**12])
        self.assertGreater(result["games"], 0)
        self.assertEqual(sum(standing["wins"] for standing in result["standings"]), result["games"])
        self.assertIn(f"Stopped after {result['games']} of {10**12} games", answer.err)

    def test_text_says_so_in_its_title(self):
        self.assertRegex(interrupted(*LONG).out, r"^pig\(.*\): [\d,]+ of 1,000,000,000,000 games, .*, stopped\n")

    def test_what_was_played_is_what_a_shorter_run_plays(self):
        stopped = json.loads(interrupted(*LONG, "--json").out)
        again = json.loads(alea("run", "pig", "hold(20)", "hold(25)", "--games", stopped["games"], "--json").out)
        self.assertEqual(stopped["standings"], again["standings"])

    def test_the_second_ends_the_program(self):
        running = subprocess.Popen([ALEA, "run", "pig-pen", TEST_BOTS / "endless.wasm", "hold(20)", "--fuel", "1e12",
                                    "--no-isolation"],  # a worker would end at the first one
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment())
        wait_until(lambda: catches_interrupts(running), "alea catches Ctrl-C")
        wait_until(lambda: processor_seconds(running) > 1, "the bot is asked, which takes less than 1 s, and thinks without end")
        running.send_signal(signal.SIGINT)
        wait_until(lambda: not catches_interrupts(running), "the first Ctrl-C has come")
        running.send_signal(signal.SIGINT)
        running.communicate(timeout=60)
        self.assertEqual(running.returncode, -signal.SIGINT)


    def test_it_stops_the_listing_of_states(self):
        for command in (["games"], ["solve"], ["run"]):
            answer = interrupted(*command, long_game(4900000), *(["first"] if command == ["run"] else []))
            self.assertEqual((answer.status, answer.out), (1, ""), answer)
            self.assertIn("Stopped on request.", answer.err)


class Waiting(unittest.TestCase):
    def test_seconds_are_those_for_which_one_waited(self):
        game = long_game(200000)
        for words in (["solve", game], ["eval", game, "first"], ["run", game, "first", "--games", 100]):
            start = time.monotonic()
            told = json.loads(answer_of(*words, "--json"))["seconds"]
            waited = time.monotonic() - start
            self.assertLessEqual(told, waited)
            self.assertGreater(told, waited / 2, words)


class Progress(unittest.TestCase):
    def on_a_terminal(self, *words, **variables):
        """Standard error as a terminal gets it."""
        ours, theirs = pty.openpty()
        running = subprocess.Popen([ALEA, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=theirs,
                                   env=environment(**variables))
        os.close(theirs)
        seen = b""
        while True:
            try:
                more = os.read(ours, 4096)
            except OSError:
                break
            if not more:
                break
            seen += more
        running.communicate(timeout=60)
        os.close(ours)
        self.assertEqual(running.returncode, 0)
        return seen.decode()

    slow = ["run", "pig-pen", "turns(4)", "hold(25)", "--games", "200000", "--path", "step"]

    def test_a_terminal_gets_a_line_that_is_erased_at_the_end(self):
        seen = self.on_a_terminal(*self.slow, TERM="xterm")
        self.assertRegex(seen, r"\r.*of 200,000 games.*/s.*left\x1b\[K")
        self.assertTrue(seen.endswith("\r\x1b[K"))
        self.assertNotIn("\n", seen)

    def test_it_is_never_wider_than_the_terminal(self):
        seen = self.on_a_terminal(*self.slow, TERM="xterm", COLUMNS="30")
        self.assertLess(max(map(len, re.findall(r"\r([^\r\x1b]*)", seen))), 30)

    def test_it_comes_ten_times_a_second_at_most(self):
        start = time.monotonic()
        seen = self.on_a_terminal(*self.slow, TERM="xterm")
        self.assertLessEqual(seen.count("\r"), 10 * (time.monotonic() - start) + 1)

    def test_listing_the_states_of_a_game_has_one(self):
        seen = self.on_a_terminal("games", long_game(400000), TERM="xterm")
        self.assertRegex(seen, r"\r.*\d states listed.*/s.*\x1b\[K")
        self.assertTrue(seen.endswith("\r\x1b[K"))

    def test_a_dumb_terminal_gets_none(self):
        self.assertEqual(self.on_a_terminal(*self.slow, TERM="dumb"), "")

    def test_a_file_gets_none(self):
        self.assertEqual(alea(*self.slow).err, "")


if __name__ == "__main__":
    main()
