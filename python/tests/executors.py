"""Parts of a run or a tournament as tasks: the results are those of one process, whatever happens to the workers."""
import os
import signal
import tempfile
import threading
import unittest
import unittest.mock
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import alea
from alea import _executors

BOT = "return { decide = function(view) return view.turn >= 18 and 'hold' or 'roll' end }"


def without_times(result):
    return {key: value for key, value in result.to_dict().items() if key not in ("seconds", "games_per_second", "threads")}


def kill_self(*_):
    os.kill(os.getpid(), signal.SIGKILL)


class Breaking:
    """A pool of which the second task kills its worker."""

    def __init__(self, pool):
        self.pool, self.tasks = pool, 0

    def submit(self, function, /, *arguments):
        self.tasks += 1
        return self.pool.submit(kill_self if self.tasks == 2 else function, *arguments)


class Executors(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = cls.enterClassContext(tempfile.TemporaryDirectory())
        cls.enterClassContext(unittest.mock.patch.dict(os.environ, TMPDIR=folder))  # a killed worker leaves its files
        cls.bot = str(Path(folder, "mine.lua"))
        Path(cls.bot).write_text(BOT)
        cls.bots = ["hold(20)", cls.bot]
        cls.run_alone = without_times(alea.run("pig", *cls.bots, games=200_000, seed=7))
        cls.entrants = [*cls.bots, "random(0.5)", "keep-pace"]
        cls.tournament_alone = without_times(alea.tournament("pig", *cls.entrants, games=5000, seed=7))

    def pool(self):
        return ProcessPoolExecutor(2, mp_context=get_context("spawn"))

    def check(self, executor):
        self.assertEqual(without_times(alea.run("pig", *self.bots, games=200_000, seed=7, executor=executor)), self.run_alone)
        shared = without_times(alea.tournament("pig", *self.entrants, games=5000, seed=7, executor=executor))
        self.assertEqual(shared["standings"], self.tournament_alone["standings"])
        self.assertEqual(shared["pairs"], self.tournament_alone["pairs"])

    def test_processes_play_the_games_of_one(self):
        with self.pool() as pool:
            self.check(pool)

    def test_the_parts_of_a_killed_worker_are_played_here(self):
        with self.pool() as pool:
            self.check(Breaking(pool))

    def test_an_adaptive_tournament_has_the_result_of_one_process(self):
        alone = alea.tournament("pig", *self.entrants, until="90%", seed=7)
        with self.pool() as pool:
            shared = alea.tournament("pig", *self.entrants, until="90%", seed=7, executor=pool)
        self.assertEqual(shared.to_dict()["standings"], alone.to_dict()["standings"])

    def test_dask_plays_the_games_of_one_process_though_a_worker_is_killed(self):
        from dask.distributed import Client, LocalCluster

        with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
            pid = min(client.run(os.getpid).values())
            timer = threading.Timer(0.2, os.kill, (pid, signal.SIGKILL))
            timer.start()
            self.check(client)
            timer.join()

    def test_mistakes_are_reported_as_without_an_executor(self):
        with self.pool() as pool, self.assertRaisesRegex(alea.Error, "There is no bot"):
            alea.run("pig", "hold(20)", "no-such-bot", games=1000, executor=pool)

    def test_progress_counts_parts(self):
        seen = []
        with self.pool() as pool:
            alea.run("pig", *self.bots, games=10_000, executor=pool, progress=lambda *report: seen.append(report))
        self.assertEqual(seen, [(done, 8, "parts") for done in range(1, 9)])

    def test_files_go_where_they_are_missing(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "deep", "mine.lua")
            _executors._provide({str(path): b"return {}"})
            self.assertEqual(path.read_bytes(), b"return {}")
            with self.assertRaisesRegex(ValueError, "another file"):
                _executors._provide({str(path): b"return 1"})
        self.assertEqual(list(_executors.files_of([f"me=table:{self.bot}(x=1)", "hold(20)"])), [self.bot])


if __name__ == "__main__":
    unittest.main()
