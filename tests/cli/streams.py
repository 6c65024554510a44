#!/usr/bin/env python3
"""Standard output that is closed or full, Ctrl-C, and the line of progress."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
import unittest

sys.dont_write_bytecode = True
from program import ALEA, TEST_BOTS, alea, environment

ANSWERS = [["help"], ["version"], ["games"], ["games", "pig", "--json"], ["run", "--help"], ["bot", "list"],
           ["bot", "template", "pig-pen"], ["bot", "check", "hold(20)"], ["run", "pig", "hold(20)", "hold(25)", "--games", "100"]]
LONG = [ALEA, "run", "pig", "hold(20)", "hold(25)", "--games", "1e12"]


class BrokenOutput(unittest.TestCase):
    def fails(self, answer):
        self.assertEqual(answer.status, 3, answer)
        self.assertRegex(answer.err, r"^alea: Cannot write to standard output: .+\.\n$")

    def test_a_full_disk_is_reported(self):
        for words in ANSWERS:
            with open("/dev/full", "wb") as full:
                self.fails(alea(*words, stdout=full))

    def test_a_reader_that_left_is_reported(self):
        for words in ANSWERS:
            reading, writing = os.pipe()
            os.close(reading)
            self.fails(alea(*words, stdout=writing))
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


class Interrupt(unittest.TestCase):
    def start(self, command, **more):
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(), **more)

    def interrupted(self, command):
        """Waits until alea catches the signal, as /proc tells, then sends it."""
        running = self.start(command)
        caught = 0
        while not caught >> (signal.SIGINT - 1) & 1:
            self.assertIsNone(running.poll())
            with open(f"/proc/{running.pid}/status", encoding="ascii") as status:
                caught = int(re.search(r"SigCgt:\s*(\w+)", status.read()).group(1), 16)
            time.sleep(0.01)
        time.sleep(0.5)
        running.send_signal(signal.SIGINT)
        return running

    def test_the_first_stops_and_prints_what_has_been_played(self):
        running = self.interrupted([*LONG, "--json"])
        out, err = running.communicate(timeout=60)
        result = json.loads(out)
        self.assertEqual(running.returncode, 1)
        self.assertEqual([result["stopped"], result["asked"]], [True, 10**12])
        self.assertGreater(result["games"], 0)
        self.assertEqual(sum(standing["wins"] for standing in result["standings"]), result["games"])
        self.assertIn(f"Stopped after {result['games']} of {10**12} games", err.decode())

    def test_text_says_so_in_its_title(self):
        out, _ = self.interrupted(LONG).communicate(timeout=60)
        self.assertRegex(out.decode(), r"^pig\(.*\): [\d,]+ of 1,000,000,000,000 games, .*, stopped\n")

    def test_what_was_played_is_what_a_shorter_run_plays(self):
        out, _ = self.interrupted([*LONG, "--json"]).communicate(timeout=60)
        stopped = json.loads(out)
        games = stopped["games"]
        if games > 5_000_000:
            self.skipTest("too many games to play again")
        again = json.loads(alea("run", "pig", "hold(20)", "hold(25)", "--games", games, "--json").out)
        self.assertEqual(stopped["standings"], again["standings"])

    def test_the_second_ends_the_program(self):
        running = self.interrupted([ALEA, "run", "pig-pen", TEST_BOTS / "endless.wasm", "hold(20)", "--fuel", "1e12"])
        time.sleep(0.2)
        running.send_signal(signal.SIGINT)
        running.communicate(timeout=60)
        self.assertEqual(running.returncode, -signal.SIGINT)


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

    def test_a_dumb_terminal_gets_none(self):
        self.assertEqual(self.on_a_terminal(*self.slow, TERM="dumb"), "")

    def test_a_file_gets_none(self):
        self.assertEqual(alea(*self.slow).err, "")


if __name__ == "__main__":
    unittest.main()
