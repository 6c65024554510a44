#!/usr/bin/env python3
"""Every command that writes runs where files may have only so many bytes (ulimit -f), and on a disk with so many free pages.
What must hold is that of faults.py; once there is room, the same command gets to the same files."""

import contextlib
import os
import pathlib
import resource
import subprocess
import sys

from faults import COMMANDS, Failure, Trial, make_files
from program import CANNOT_RUN, SOAK

PAGE = resource.getpagesize()
ROOM = 64 << 20  # bytes; more than any command writes
PAGES = range(0, 65) if SOAK else (0, 3)
SIZES = [0, 1, 100, 1000, *range(2048, 65536 + 1, 2048)] if SOAK else [1000]  # bytes of a file
UNLIMITED = resource.RLIM_INFINITY


class LimitedFiles(Trial):
    """Each file may have so many bytes."""

    def limit(self, size):
        resource.prlimit(self.server.process.pid, resource.RLIMIT_FSIZE, (size, UNLIMITED))

    def run_once(self, fault):
        self.work.renew()
        self.limit(UNLIMITED if fault == "" else fault)
        done = self.server.run("")
        if fault != "" and len(done.err.encode()) >= fault:  # its message did not fit either
            done.err = "alea: cut"
        return done


class FullDisk(Trial):
    """The disk on which the folder is has so many free pages."""

    def resize(self, size):
        subprocess.run(["mount", "-o", f"remount,size={size}", self.folder], check=True)

    def run_once(self, fault):
        self.resize(ROOM)
        self.work.renew()
        if fault != "":
            about = os.statvfs(self.folder)
            self.resize((about.f_blocks - about.f_bfree) * about.f_frsize + fault * PAGE)
        return self.server.run("")

    def check_growing(self, now):
        self.resize(ROOM)
        super().check_growing(now)


def try_all(kind, amounts, fixtures, **more):
    """The number of failures."""
    wrong = 0
    for tried in COMMANDS:
        if not tried.writes and not tried.grows and not tried.whole:
            continue
        with contextlib.closing(kind(tried, fixtures, **more)) as trial:
            ended = 0
            for amount in amounts:
                try:
                    trial.fail(amount)
                    ended += trial.last.status != 0
                except Failure as failure:
                    wrong += 1
                    print(failure, "\n", flush=True)
        print(f"{tried.name}: {kind.__name__}, {len(amounts)} sizes, {ended} too small", flush=True)
    return wrong


@contextlib.contextmanager
def small_disk(folder):
    """Whether a disk of ROOM bytes is mounted at the folder. Unmounts it afterwards."""
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={ROOM}", "tmpfs", folder], check=False).returncode == 0
    try:
        yield mounted
    finally:
        if mounted:
            subprocess.run(["umount", "--lazy", folder], check=True)


def main():
    fixtures = pathlib.Path("files").absolute()
    make_files(fixtures)
    wrong = try_all(LimitedFiles, SIZES, fixtures)
    work = fixtures.parent / "work"
    subprocess.run(["rm", "-rf", work], check=True)
    work.mkdir()
    with small_disk(work) as mounted:
        if not mounted:
            print("cannot run here: a small disk cannot be mounted, which takes root")
            return wrong > 0 or CANNOT_RUN
        wrong += try_all(FullDisk, PAGES, fixtures)
    print(f"{wrong} failures")
    return wrong > 0


def enter_name_space():
    """Restarts this program with its own mounts, so that they end with it even if it is killed. In a root folder
    that is not a mount, such as chroot's, that only works with unchanged propagation."""
    os.environ["ALEA_UNSHARED"] = "1"
    for unshare in (["unshare", "-m"], ["unshare", "-m", "--propagation", "unchanged"]):
        with contextlib.suppress(FileNotFoundError):
            if subprocess.run([*unshare, "true"], check=False, stderr=subprocess.DEVNULL).returncode == 0:
                os.execvp("unshare", [*unshare, sys.executable, *sys.argv])


if __name__ == "__main__":
    if os.environ.get("ALEA_UNSHARED") is None:
        enter_name_space()
    sys.exit(main())
