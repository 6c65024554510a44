"""Table files for the tests in this folder: h5py, and modified files with valid checksums."""

import hashlib
import pathlib
import subprocess
import sys

from program import write


def python_with_h5py():
    """Debian's h5py is for Debian's Python, which need not be the first one in the path."""
    for python in (sys.executable, "/usr/bin/python3"):
        if subprocess.run([python, "-c", "import h5py"], stderr=subprocess.DEVNULL).returncode == 0:
            return python
    return None


PYTHON = python_with_h5py()


def python(program):
    """Returns the output of a program that may import h5py."""
    done = subprocess.run([PYTHON, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=100)
    assert done.returncode == 0, done.stdout.decode()
    return done.stdout.decode()


def seal(path):
    """Makes a changed table look valid."""
    data = pathlib.Path(path).read_bytes()
    block = f"alea table 1\nsha256 {hashlib.sha256(data[512:]).hexdigest()}\nsize {len(data)}\n".encode()
    write(path, block.ljust(512, b"\0") + data[512:])
