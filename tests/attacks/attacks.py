#!/usr/bin/env python3
"""Runs the attacks on alea, each with limits of time and memory, and compares what the innocent reach.

    attacks.py [--list] [--only PATTERN] [--all] [--write FOLDER] GROUP…

GROUP is the name of a file cases_GROUP.py beside this one; without a group, all of them. PATTERN is a shell pattern of names of
cases. Cases of not_yet.py are known to break alea: their failure is expected, and the run fails when one of them holds. --all runs
every command of these cases too, not only until the first miss. --write only writes the files of the attacks.
"""

import argparse
import fnmatch
import importlib
import os
import pathlib
import shutil
import signal
import sys
import traceback

import case
import measure
import program
import wat
from not_yet import NOT_YET

HERE = pathlib.Path(__file__).resolve().parent
HELD, MISSED, EXPECTED_MISS, SURPRISE = "held", "MISSED", "not yet", "HOLDS NOW"


def groups():
    return sorted(path.stem.removeprefix("cases_") for path in HERE.glob("cases_*.py"))


def cases_of(group, only):
    cases = importlib.import_module(f"cases_{group}").CASES
    names = [each.name for each in cases]
    assert len(set(names)) == len(names), f"two cases of {group} have the same name"
    return [each for each in cases if fnmatch.fnmatch(each.name, only)]


def write_in_child(cases, folder):
    """Writing the large files takes memory, which a program that this one starts would seem to have taken."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            for each in cases:
                case.write_files(each.files, folder / each.name)
            status = 0
        except Exception:
            traceback.print_exc()
        finally:
            sys.stderr.flush()
            os._exit(status)
    if os.waitpid(child, 0)[1] != 0:
        sys.exit("attacks: the files could not be written")


def row(name, trial, result, verdict):
    print(f"{name:28} {trial:13} {result.seconds:6.2f} s {result.processor:6.2f} s {result.peak / measure.MIB:6.0f} MB  {verdict}",
          flush=True)


def run_trial(trial, folder):
    shutil.rmtree(folder / "cache", ignore_errors=True)
    trial.prepare(folder)
    env = case.settings(folder, **trial.environment)
    result = measure.run(trial.command, folder, trial.limits, env, **trial.more)
    return result, measure.is_over(result, trial.limits) or trial.judge(result)


def run_case(each, folder, thorough):
    """Whether all trials held. A case that is known to miss ends at its first miss."""
    known, held = each.name in NOT_YET, True
    folder.mkdir(parents=True, exist_ok=True)
    for trial in each.trials:
        result, wrong = run_trial(trial, folder)
        held = held and wrong is None
        row(each.name, trial.name, result, HELD if wrong is None else f"{EXPECTED_MISS if known else MISSED}: {wrong}")
        if known and not held and not thorough:
            break
    return held


def verdict_of(each, held):
    if held == (each.name not in NOT_YET):
        return True
    if held:
        print(f"{each.name:28} {SURPRISE}: take it out of not_yet.py ({NOT_YET[each.name]})")
    return False


def run_groups(chosen, options):
    wrong = []
    for group in chosen:
        cases = cases_of(group, options.only)
        folder = pathlib.Path(group)
        write_in_child(cases, folder)
        wrong += [each.name for each in cases if not verdict_of(each, run_case(each, folder / each.name, options.all))]
    return wrong


def check_not_yet():
    """Every name in the list is the name of a case."""
    known = {each.name for group in groups() for each in cases_of(group, "*")}
    return sorted(set(NOT_YET) - known)


def list_cases(chosen, only):
    for group in chosen:
        for each in cases_of(group, only):
            print(f"{group:10} {each.name:28} {', '.join(trial.name for trial in each.trials):30} {each.about}")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("groups", nargs="*")
    parser.add_argument("--only", default="*")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--write")
    options = parser.parse_args()
    chosen = options.groups or groups()
    if options.list:
        return list_cases(chosen, options.only)
    if not wat.library_path():
        print("cannot run here: libwasmtime.so is not where the build puts it")
        return program.CANNOT_RUN
    if options.write:
        return write_in_child([each for group in chosen for each in cases_of(group, options.only)], pathlib.Path(options.write))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the commands it started are ended
    unknown = check_not_yet()
    wrong = run_groups(chosen, options)
    for name in unknown:
        print(f"not_yet.py names {name}, which is no case")
    print(f"attacks: {'all as expected' if not wrong else 'NOT as expected: ' + ', '.join(wrong)}")
    return 1 if wrong or unknown else 0


if __name__ == "__main__":
    sys.exit(main())
