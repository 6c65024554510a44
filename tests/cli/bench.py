#!/usr/bin/env python3
"""alea bench: the textbook programs play the same games as alea, figures arrive, and no figure is a verdict."""
import json
import os
import subprocess
import sys

ALEA = os.environ["ALEA"]
JOBS = ["pig", "pig-pen", "solve"]
if not os.environ.get("ALEA_SANITIZED"):
    JOBS += ["table", "table-low", "keep-pace", "pig-pen-4", "wasm", "wasm-wasi", "evaluate"]


def bench(*arguments):
    return subprocess.run([ALEA, "bench", *arguments], capture_output=True, text=True)


def a_wrong_name_is_refused_with_the_nearest():
    answer = bench("pig-pan")
    assert answer.returncode == 2, answer
    assert "`pig-pen`" in answer.stderr, answer.stderr
    assert answer.stdout == "", answer.stdout


def every_measurement_is_listed():
    answer = bench("--list")
    names = [line.split()[0] for line in answer.stdout.splitlines()]
    assert answer.returncode == 0 and set(JOBS) <= set(names), answer


def the_textbooks_agree_with_alea():
    answer = bench("--quick", "--json", *JOBS)
    assert answer.returncode == 0, answer.stderr
    jobs = json.loads(answer.stdout)["jobs"]
    assert sorted(job["name"] for job in jobs) == sorted(JOBS), jobs
    for job in jobs:
        assert "agree within" in job["checked"], job
        assert len(job["rows"]) >= 2 and job["rows"][0]["ratio"] == 1, job
        for row in job["rows"]:
            assert 0 < row["least"] <= row["median"] <= row["most"], row


def nothing_is_left_behind():
    before = set(os.listdir("."))
    os.environ["TMPDIR"] = os.getcwd()
    assert bench("--quick", "pig").returncode == 0
    assert set(os.listdir(".")) == before, os.listdir(".")


def main():
    for test in (a_wrong_name_is_refused_with_the_nearest, every_measurement_is_listed, the_textbooks_agree_with_alea,
                 nothing_is_left_behind):
        test()
        print("ok", test.__name__)


sys.exit(main())
