"""Environments: the checkers of Gymnasium and PettingZoo, the games of `run`, bad input."""
import copy
import pickle
import re
import subprocess
import sys
import unittest
import warnings

import gymnasium
import numpy as np
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from pettingzoo.test import api_test, seed_test

import alea
from alea import environments

GAMES = ["pig", "piglet", "two-dice-pig", "pig-pen(players=3)", "pig-solitaire", "hog", "hog(goal=20)", "despirala", "red-and-black"]


class Checkers(unittest.TestCase):
    def setUp(self):
        warnings.simplefilter("ignore")

    def test_gymnasium(self):
        for game in GAMES:
            with self.subTest(game):
                check_env(environments.Env(game), skip_render_check=True)

    def test_pettingzoo(self):
        for game in GAMES:
            with self.subTest(game):
                api_test(environments.aec(game), num_cycles=100)
                seed_test(lambda: environments.aec(game), num_cycles=20)

    def test_make(self):
        code = "import gymnasium; gymnasium.make('alea.environments:alea/Dice-v0', game='piglet', render_mode='ansi').reset(seed=1)"
        subprocess.run([sys.executable, "-W", "error", "-c", code], check=True, timeout=120)
        env = gymnasium.make("alea/Dice-v0", game="piglet")
        env.reset(seed=1)
        env.step(1)
        many = gymnasium.make_vec("alea/Dice-v0", num_envs=3, game="piglet")
        self.assertEqual(many.reset(seed=1)[0].shape, (3, 3))


class Vector(unittest.TestCase):
    def test_the_games_are_those_of_run(self):
        """hold(20) in seat 0 against hold(25) in seat 1: the first 1,000 games of the seed, won as `run` says."""
        env = environments.VectorEnv("pig", 1000, seed=7, autoreset_mode=AutoresetMode.DISABLED)
        own, turn = env.feature_names.index("own"), env.feature_names.index("turn")
        observation, info = env.reset()
        wins = np.zeros(2)
        for _ in range(10_000):
            target = np.where(info["seat"] == 1, 25, 20)
            rolls = (observation[:, turn] < target) & (observation[:, own] + observation[:, turn] < 100)
            observation, _, terminated, truncated, info = env.step(rolls)
            wins += info["rewards"].sum(axis=0)
            if (terminated | truncated).all():
                break
        run = alea.run("pig", "hold(20)", "hold(25)", games=1000, seed=7, seats="fixed")
        self.assertEqual(wins.tolist(), [standing.wins for standing in run.standings])

    def test_rewards_are_of_the_player_who_moved(self):
        env = environments.VectorEnv("piglet", 64, seed=3)
        env.reset()
        rng = np.random.default_rng(1)
        before = env.reset()[1]["seat"]
        seen = 0.0
        for _ in range(500):
            _, reward, terminated, _, info = env.step(rng.integers(0, 2, 64))
            np.testing.assert_array_equal(reward, info["rewards"][np.arange(64), before])
            self.assertFalse(reward[~terminated].any())
            seen += reward.sum()
            before = info["seat"]
        self.assertGreater(seen, 100)

    def test_the_last_observation_of_a_game_is_there(self):
        env = environments.VectorEnv("piglet", 16, seed=3)
        own, turn = env.feature_names.index("own"), env.feature_names.index("turn")
        now, _ = env.reset()
        for _ in range(200):
            now, _, terminated, _, info = env.step(now[:, own] + now[:, turn] < 2)
            if terminated.any():
                np.testing.assert_array_equal(info["_final_obs"], terminated)
                last = info["final_obs"][terminated]
                self.assertTrue((last[:, own] + last[:, turn] >= 2).all())
                return
        self.fail("no game ended")

    def test_modes(self):
        for mode in AutoresetMode:
            env = environments.VectorEnv("piglet", 8, seed=3, autoreset_mode=mode)
            self.assertEqual(env.metadata["autoreset_mode"], mode)
            env.reset()
            for _ in range(50):
                env.step(np.ones(8, np.int32))
            for name in (mode.name, mode.value):
                self.assertEqual(environments.VectorEnv("piglet", 8, autoreset_mode=name).metadata["autoreset_mode"], mode)
        with self.assertRaisesRegex(ValueError, "SAME"):
            environments.VectorEnv("piglet", 8, autoreset_mode="SAME")

    def test_a_seed_at_reset_is_that_of_the_constructor(self):
        one, other = environments.VectorEnv("pig", 8, seed=5), environments.VectorEnv("pig", 8)
        first = one.reset()[0]
        other.reset()
        other.step(np.ones(8, np.int32))
        np.testing.assert_array_equal(other.reset(seed=5)[0], first)
        self.assertFalse((one.reset(seed=6)[0] == first).all())

    def test_a_reset_without_a_seed_goes_on_to_the_next_games(self):
        def games(resets, **seed):
            env = environments.VectorEnv("pig", 4, **seed)
            seen = []
            for given in resets:
                env.reset(seed=given)
                seen.append(env._games.game.tolist())
            return seen
        self.assertEqual(games([None, None, None], seed=5), [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]])
        self.assertEqual(games([None, None]), [[0, 1, 2, 3], [4, 5, 6, 7]])
        self.assertEqual(games([5, None, 5]), [[0, 1, 2, 3], [4, 5, 6, 7], [0, 1, 2, 3]])
        with self.assertRaisesRegex(ResetNeeded, "reset"):
            environments.aec("pig").step(1)
        env = environments.VectorEnv("pig", 2, seed=5)
        env.reset()
        env.reset(options={"reset_mask": np.array([False, True])})
        for wrong in (np.array([0, 1]), np.array([True]), [[True, False]]):
            with self.assertRaisesRegex(ValueError, "2 booleans"):
                env.reset(options={"reset_mask": wrong})
        self.assertEqual(env._games.game.tolist(), [0, 3])

    def test_without_a_seed_all_environments_play_other_games(self):
        def play(env, seed=None):
            env.reset(seed=seed)
            return [env.step(1)[0].tolist() for _ in range(5)] + [env.reset()[0].tolist() for _ in range(5)]
        four = gymnasium.vector.SyncVectorEnv([lambda: environments.Env("pig-pen(players=3)")] * 4)
        self.assertEqual(len(set(four.np_random_seed)), 4)
        for make in (environments.Env, environments.aec):
            self.assertEqual(len({make("pig")._games.seed for _ in range(4)}), 4)
        env = environments.Env("two-dice-pig")
        self.assertEqual(play(env), play(environments.Env("two-dice-pig"), env.np_random_seed))
        self.assertEqual(environments.VectorEnv("pig", 2, seed=5).np_random_seed, 5)

    def test_numbers_of_numpy(self):
        env = environments.VectorEnv("pig", np.int64(3), players=np.uint8(3), seed=np.uint64(2**63))
        self.assertEqual((env.num_envs, env.players, env.np_random_seed), (3, 3, 2**63))
        env.reset(seed=np.int32(7))
        self.assertEqual(env.np_random_seed, 7)
        for make in (environments.Env, environments.aec):
            make("pig", seed=np.int64(1)).reset(seed=np.int64(2))

    def test_games_of_a_rule_file_open_after_work_was_stopped(self):
        def stop(done, total, unit):
            raise RuntimeError("enough")
        with self.assertRaisesRegex(RuntimeError, "enough"):
            alea.run("pig", "hold(20)", "hold(25)", games=10**10, progress=stop)
        self.assertEqual(environments.VectorEnv("red-and-black", 3).reset()[0].shape[0], 3)

    def test_the_same_seed_gives_the_same_games(self):
        def steps():
            env = environments.VectorEnv("hog", 32)
            first, _ = env.reset(seed=5)
            rng = np.random.default_rng(2)
            return [first] + [env.step(rng.integers(0, 11, 32))[0] for _ in range(100)]
        np.testing.assert_array_equal(steps(), steps())

    def test_bad_input(self):
        env = environments.VectorEnv("pig", 4)
        env.reset()
        with self.assertRaisesRegex(ValueError, "seed is one whole number"):
            env.reset(seed=[1, 2])
        for number, shown in ((0, "0"), (-1, "-1"), (2**32 + 4, "4,294,967,300"), (10**12, "1,000,000,000,000")):
            with self.assertRaisesRegex(ValueError, f"num_envs must be from 1 to 1,048,576, not {shown}"):
                environments.VectorEnv("pig", number)
        for make in (environments.VectorEnv, environments.Env, environments.aec):
            with self.assertRaisesRegex(ValueError, "players must be from 0 to 8, not 4,294,967,298"):
                make("pig", players=2**32 + 2)
            with self.assertRaisesRegex(ValueError, "seed must be .* not -1"):
                make("pig", seed=-1)
            with self.assertRaisesRegex(ValueError, "seed must be .* not 18,446,744,073,709,551,616"):
                make("pig").reset(seed=2**64)
            with self.assertRaises(TypeError):
                make("pig", seed=1.0)
        with self.assertRaisesRegex(alea.Error, "did you mean"):
            environments.VectorEnv("pigg", 4)
        for make in (environments.VectorEnv, environments.Env):
            with self.assertRaisesRegex(ValueError, "render_mode must be None"):
                make("pig", render_mode="human")
        for make in (environments.VectorEnv, environments.Env, environments.aec):
            for copies in (copy.copy, copy.deepcopy, pickle.dumps):
                with self.assertRaisesRegex(TypeError, "cannot be copied"):
                    copies(make("pig"))
        env = environments.VectorEnv("hog", 4)
        env.reset()
        _, reward, terminated, _, info = env.step(np.full(4, 99))  # an illegal move forfeits
        self.assertTrue(terminated.all())
        self.assertEqual((reward.sum(), info["rewards"].sum()), (0, 4))

    def test_a_step_needs_a_game(self):
        one, many = environments.Env("hog"), environments.VectorEnv("hog", 2)
        for step, action in ((one.step, 1), (many.step, [1, 1])):
            with self.assertRaisesRegex(ResetNeeded, "reset"):
                step(action)
        one.reset()
        self.assertTrue(one.step(-1)[2])
        with self.assertRaisesRegex(ResetNeeded, "over"):
            one.step(1)
        one.reset()
        one.step(1)
        one.close()
        with self.assertRaisesRegex(ResetNeeded, "closed"):
            one.step(1)
        one.reset()
        one.step(1)
        fresh = environments.Env("hog")
        fresh.close()
        fresh.reset()
        fresh.step(1)
        many.reset()
        many.close()
        with self.assertRaisesRegex(ClosedEnvironmentError, "closed"):
            many.step([1, 1])

    def test_who_forfeits_a_race_drops_out(self):
        env = environments.Env("pig", seed=1)
        env.reset()
        _, _, terminated, _, info = env.step(-1)
        self.assertEqual((terminated, info["seat"]), (False, 1))
        while not terminated:
            observation, reward, terminated, _, info = env.step(1)
            if not terminated and observation[env.feature_names.index("turn")] >= 20:
                _, reward, terminated, _, info = env.step(0)
            self.assertIn(info["seat"], (1, -1))
        self.assertEqual((reward, info["rewards"].tolist()), (1, [0, 1]))

    def test_actions_are_whole_numbers_in_the_right_shape(self):
        many, one, agents = environments.VectorEnv("pig", 2, seed=1), environments.Env("pig", seed=1), environments.aec("pig", seed=1)
        for env in (many, one, agents):
            env.reset()
        for wrong in (1.0, np.nan, 1j, "1", None, np.datetime64("2026-01-01"), np.timedelta64(1)):
            for step, action in ((many.step, [wrong, wrong]), (one.step, wrong), (agents.step, wrong)):
                with self.subTest(action=action), self.assertRaisesRegex(TypeError, "an action is a whole number or a boolean"):
                    step(action)
        for shape in ((), (1,), (3,), (2, 1)):
            with self.assertRaisesRegex(ValueError, f"2 actions are needed, not an array of shape {re.escape(str(shape))}"):
                many.step(np.zeros(shape, np.int32))
        with self.assertRaisesRegex(ValueError, r"one action is needed, not an array of shape \(1,\)"):
            one.step(np.array([1]))
        for right in (True, 1, np.True_, np.uint8(1), np.uint64(1), np.array(1)):
            one.reset(seed=1)
            self.assertEqual(one.step(right)[4]["seat"], 0)

    def test_actions_beyond_32_bits_are_illegal(self):
        for action in (2**32 + 1, -2**32 + 1, 2**64, -2**64, np.uint32(2**32 - 1), np.uint64(2**64 - 1)):
            with self.subTest(action=action):
                env = environments.Env("hog", seed=1)
                env.reset()
                self.assertTrue(env.step(action)[2])
        many = environments.VectorEnv("hog", 2, seed=1)
        many.reset()
        self.assertTrue(many.step(np.array([2**32 + 1, -2**32 + 1]))[2].all())


class Callables(unittest.TestCase):
    def test_a_callable_plays_as_the_policy_that_it_imitates(self):
        own, turn = (alea.features("pig").index(name) for name in ("own", "turn"))

        def twenty(positions, legal):
            self.assertEqual((positions.dtype, legal.dtype), (np.int32, np.bool_))
            return (positions[:, turn] < 20) & (positions[:, own] + positions[:, turn] < 100)

        played = alea.run("pig", twenty, "hold(25)", games=20_000, seed=3)
        same = alea.run("pig", "hold(20)", "hold(25)", games=20_000, seed=3)
        self.assertEqual(played.standings[0].bot, "twenty")
        self.assertEqual([s.wins for s in played.standings], [s.wins for s in same.standings])
        self.assertAlmostEqual(alea.eval("pig", twenty, "hold(20)").mean.value, 0.5, places=12)

    def test_hog(self):
        def six(positions, legal):
            return np.full(len(positions), alea.moves("hog").index("6"))
        six_or_less = alea.eval("hog", six, "always(6)").mean.value
        self.assertAlmostEqual(six_or_less, 0.5, places=12)

    def test_mistakes_surface(self):
        def missing(positions, legal):
            raise KeyError("weights")
        with self.assertRaisesRegex(KeyError, "weights"):
            alea.run("pig", missing, "hold(20)")
        with self.assertRaisesRegex(ValueError, "one for each position"):
            alea.run("pig", lambda positions, legal: np.zeros(3), "hold(20)")
        with self.assertRaisesRegex(ValueError, "chose move 7 in a position of pig .* own 0"):
            alea.run("pig", lambda positions, legal: np.full(len(positions), 7), "hold(20)")
        with self.assertRaisesRegex(RuntimeError, "at work"):
            alea.run("pig", lambda positions, legal: alea.solve("pig"), "hold(20)")


if __name__ == "__main__":
    unittest.main()
