#!/usr/bin/env python3
"""Little stack and little address space: the same results, by other ways."""

import resource
import unittest

from program import COMPONENTS, ON_PURPOSE, SANITIZED, TEST_BOTS, alea, answer_of, json_of, main, result_of

GOOD = TEST_BOTS / "two.wasm"


def little_stack():
    """As after `ulimit -s 64`."""
    resource.setrlimit(resource.RLIMIT_STACK, (64 << 10, 64 << 10))


def little_space():
    """As after `ulimit -v 1048576`: 1 GiB."""
    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))


@unittest.skipIf(SANITIZED, ON_PURPOSE + "sanitizers need stack and address space themselves")
class Limits(unittest.TestCase):
    def test_solving_with_little_stack(self):
        for game in ("pig(goal=20)", "pig-pen(goal=20)", "hog(goal=20)", "coin-pig(goal=4)"):
            with self.subTest(game):
                expected, found = json_of("solve", game), json_of("solve", game, preexec_fn=little_stack)
                for key in ("lower", "upper", "states"):
                    self.assertEqual(found.get(key), expected.get(key), key)

    def test_drawing_and_running_with_little_stack(self):
        plot = ("plot", "pig(goal=20)", "hold(10)")
        self.assertEqual(answer_of(*plot, preexec_fn=little_stack), answer_of(*plot))
        words = ["pig(goal=50)", "hold(20)", "hold(25)", "--games", 20000, "--threads", 2]
        self.assertEqual(result_of(*words, preexec_fn=little_stack), result_of(*words))

    def test_statuses_and_messages_with_little_stack(self):
        answer = alea("solve", "pog", preexec_fn=little_stack)
        self.assertEqual((answer.status, answer.out), (2, ""), answer)
        self.assertIn("pog", answer.err)
        self.assertIn("pig", answer_of("games", preexec_fn=little_stack))

    def test_bots_with_little_address_space(self):
        words = ["pig-pen", GOOD, COMPONENTS / "original-random.wasm", "--games", 2000, "--threads", 2]
        for path in ("block", "step"):
            with self.subTest(path):
                self.assertEqual(result_of(*words, "--path", path, preexec_fn=little_space),
                                 result_of(*words, "--path", path))


if __name__ == "__main__":
    main()
