#!/usr/bin/env python3
"""alea-bench: the textbook programs play the same games as alea, all figures are printed, and no figure fails the
run."""
import json
import os
import subprocess
import sys

ALEA = os.environ["ALEA"]
BENCH = ALEA + "-bench"
JOBS = ["pig", "pig-pen", "solve"]
if not os.environ.get("ALEA_SANITIZED"):
    JOBS += ["table", "table-low", "keep-pace", "pig-pen-4", "pig-3", "random", "turns", "optimal", "wasm", "wasm-wasi", "evaluate",
             "evaluate-pig-pen", "solve-pig-pen", "solve-solitaire", "solve-graph"]


def bench(*arguments):
    return subprocess.run([BENCH, *arguments], capture_output=True, text=True)


def a_wrong_name_is_refused_with_the_nearest():
    answer = bench("pig-pan")
    assert answer.returncode == 2, answer
    assert "`pig-pen`" in answer.stderr, answer.stderr
    assert answer.stdout == "", answer.stdout


def every_measurement_is_listed():
    answer = bench("--list")
    names = [line.split()[0] for line in answer.stdout.splitlines()]
    assert answer.returncode == 0 and set(JOBS) <= set(names), answer


def every_measurement_is_in_the_manual_with_its_textbook():
    """docs/speed.md has a row for each job in its table, with the textbook program, or with the reason why there is
    none."""
    with open(os.path.join(os.environ["ALEA_SOURCE"], "docs", "speed.md"), encoding="utf-8") as file:
        part = file.read().split("## Jobs and textbook programs", 1)[1].split("\n## ", 1)[0]
    told = {}
    for line in part.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 3:
            told.update({name.strip("` "): cells[2] for name in cells[0].split(",")})
    missing = [line.split()[0] for line in bench("--list").stdout.splitlines() if not told.get(line.split()[0])]
    assert not missing, f"the table of jobs in docs/speed.md says nothing of {missing}, or not with what they are compared"


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


def scaled(figures, factor):
    """Figures with every ratio and every figure without one multiplied, and hardly an error."""
    copy = json.loads(json.dumps(figures))
    for job in copy["jobs"]:
        for row in job["rows"]:
            row["error"] = 1e-6
            row["ratio" if row["ratio"] else "median"] *= factor
    return copy


def compare(figures, *jobs):
    with open("earlier.json", "w", encoding="utf-8") as file:
        json.dump(figures, file)
    answer = bench("--quick", "--json", "--compare", "earlier.json", *jobs)
    assert answer.returncode == 0, answer
    return json.loads(answer.stdout)


def what_changed_is_shown_with_its_error():
    figures = json.loads(bench("--quick", "--json", "solve", "memory").stdout)
    for factor, ratio_is, memory_is in (100, "worse", "unknown"), (0.01, "better", "unknown"):
        memory, solve = compare(scaled(figures, factor), "solve", "memory")["jobs"]
        textbook, ours, *_ = solve["rows"]
        earlier = next(job for job in figures["jobs"] if job["name"] == "solve")["rows"][1]
        change = ours["change"]
        assert textbook["change"] is None, textbook
        assert change["verdict"] == ratio_is and change["of_ratio"], ours
        assert abs(change["before"] / (factor * earlier["ratio"]) - 1) < 1e-9, (change, earlier)
        assert abs(change["factor"] / (ours["ratio"] / change["before"]) - 1) < 1e-9, ours
        assert abs(change["factor_se"] / (change["factor"] * ours["error"]) - 1) < 1e-3, ours
        assert memory["rows"][0]["change"]["verdict"] == memory_is, memory
        assert (memory["rows"][0]["change"]["factor"] > 1) == (factor > 1), memory  # less memory is better
    text = bench("--quick", "--compare", "earlier.json", "solve").stdout
    assert " times faster\n" in text, text


def another_machine_gives_ratios_only():
    figures = json.loads(bench("--quick", "--json", "solve", "memory").stdout)
    figures["machine"]["processor"] = "another"
    memory, solve = compare(figures, "solve", "memory")["jobs"]
    assert memory["rows"][0]["change"] is None, memory
    assert solve["rows"][1]["change"] is not None, solve
    assert "only ratios are compared" in bench("--quick", "--compare", "earlier.json", "solve").stdout


def luck_is_compared_with_plain_games():
    """Twice 1.645 standard errors of a game with variance 1/4 are 0.016866, by which hold(20) wins more than half against hold(22)."""
    luck = json.loads(bench("--quick", "--json", "luck").stdout)["jobs"][0]
    plain, best, near = luck["rows"]
    assert abs(plain["median"] / (3.2897**2 / 4 / 0.016866**2) - 1) < 0.01, plain
    assert 7 < best["ratio"] < 13 and near["ratio"] > 100 and near["ratio_wanted"] == 20, luck
    assert "agree with the exact result within" in luck["checked"], luck


def a_job_without_its_program_is_skipped_and_says_why():
    if any(os.path.exists(os.path.join(os.path.dirname(ALEA), place)) for place in ("alea-mpi", "mpi/alea-mpi")):
        return
    answer = bench("ranks")
    assert answer.returncode == 0 and "ranks is skipped" in answer.stderr and "make mpi" in answer.stderr, answer


def the_engine_in_the_browser_gives_the_same_bits():
    """Left out without `make web`; otherwise a pair of rows for each task, of which the second is the engine's."""
    if os.environ.get("ALEA_SANITIZED"):
        return
    built = os.path.join(os.path.dirname(ALEA), "web", "alea.wasm")
    answer = bench("--quick", "--json", "web")
    assert answer.returncode == 0, answer
    jobs = json.loads(answer.stdout)["jobs"]
    if not os.path.exists(built) or not jobs:
        assert "web is skipped" in answer.stderr and "make web" in answer.stderr, answer
        return
    rows = jobs[0]["rows"]
    assert "agree to the last bit" in jobs[0]["checked"] and len(rows) == 8, jobs
    for here, there in zip(rows[::2], rows[1::2]):
        assert here["what"].endswith("natively, 128 bits") and here["ratio"] == 1, here
        assert there["what"].endswith("in Node") and 0.01 < there["ratio"] < 10, there
    assert rows[1]["ratio_wanted"] == 0.4 and rows[0]["unit"] == "games/s", rows
    assert [row["below_wanted"] for row in rows[3::2]] == [15, 15, 1000], rows


def other_files_are_no_figures():
    for name, text in ("none.json", None), ("text.json", "figures"), ("list.json", "[]"), ("run.json", '{"game": "pig"}'):
        if text is not None:
            with open(name, "w", encoding="utf-8") as file:
                file.write(text)
        answer = bench("--compare", name, "solve")
        assert answer.returncode == 2 and answer.stdout == "" and name in answer.stderr, answer
        assert text is None or "alea-bench --json > FILE" in answer.stderr, answer


def nothing_is_left_behind():
    before = set(os.listdir("."))
    os.environ["TMPDIR"] = os.getcwd()
    assert bench("--quick", "pig").returncode == 0
    assert set(os.listdir(".")) == before, os.listdir(".")


def main():
    for test in (a_wrong_name_is_refused_with_the_nearest, every_measurement_is_listed,
                 every_measurement_is_in_the_manual_with_its_textbook, the_textbooks_agree_with_alea,
                 what_changed_is_shown_with_its_error, another_machine_gives_ratios_only,
                 luck_is_compared_with_plain_games, a_job_without_its_program_is_skipped_and_says_why,
                 the_engine_in_the_browser_gives_the_same_bits, other_files_are_no_figures, nothing_is_left_behind):
        test()
        print("ok", test.__name__)


sys.exit(main())
