#!/usr/bin/env python3
"""libalea without SQLite, cairo, wasmtime and libedit: it builds, needs none of them, and plays as the full one.

The build is kept in $ALEA_BUILD/minimal, so that only what has changed is compiled again. The program of tools/signature is
linked with it there, for the test minimal/signature."""

import pathlib
import re
import subprocess
import unittest

from program import BUILD, SANITIZED, SOURCE, main

MINIMAL = BUILD / "minimal"
INHERITED = ["CMAKE_C_COMPILER", "CMAKE_C_COMPILER_LAUNCHER", "ALEA_WERROR"]
LEFT = ["-ljansson", "-lmd", "-lm"]
NOT_LOOKED_FOR = re.compile(r"^(pkg_(cairo|sqlite3|libedit)|ALEA_WASM_CLANG)", re.MULTILINE)
TIMES = re.compile(r'(?m)"(seconds|games_per_second|threads|path)": [^,}]*,?|^.* s\.$')  # what differs between two runs
NOT_NEEDED = re.compile(r"lib(hdf5|sqlite3|cairo|wasmtime|edit)\b")
NOT_CALLED = re.compile(r" U (H5|sqlite3_|cairo_|wasm|wasi|el_)")
LIBRARIES = [MINIMAL / "libalea-ui.a", MINIMAL / "libalea.a"]
INCLUDES = [f"-I{SOURCE / 'include'}", f"-I{SOURCE / 'tests'}"]
TABLE = SOURCE / "tests" / "compat" / "0.1" / "pig.h5"
WARNINGS = ["-std=c17", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]


def run(*words):
    done = subprocess.run([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=550)
    return done.returncode, done.stdout.decode()


def cache(folder):
    return (folder / "CMakeCache.txt").read_text(encoding="utf-8")


def inherited():
    """The compiler and what stands in front of it are those of the build under test."""
    found = dict(re.findall(r"^(\w+):\w+=(.*)$", cache(BUILD), re.MULTILINE))
    return [f"-D{name}={found[name]}" for name in INHERITED if found.get(name)]


def defined(build):
    """The symbols that the objects of a build define: the source files by name."""
    found = {}
    for made in sorted((build / "CMakeFiles").glob("*.dir/src/**/*.o")):
        source = str(made).partition(".dir/src/")[2].removesuffix(".o")
        if not (SOURCE / "src" / source).exists():
            continue  # of an earlier state of the tree
        for line in run("nm", "--defined-only", "--extern-only", made)[1].splitlines():
            words = line.split()
            if len(words) == 3 and words[1] in "TDRB":
                found.setdefault(words[2], set()).add(source)
    return found


class Minimal(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.must("cmake", "-G", "Ninja", "-S", SOURCE, "-B", MINIMAL, "-DCMAKE_BUILD_TYPE=Release", "-DALEA_MINIMAL=ON",
                 *inherited())
        cls.must("cmake", "--build", MINIMAL, "--target", "libalea", "libalea_ui", "libalea_core",
                 "libalea_ui_static", "alea")
        cls.must("cc", *WARNINGS, *INCLUDES, SOURCE / "tests" / "minimal" / "play.c", "-o", "play",
                 *LIBRARIES, *LEFT)
        sources = sorted((SOURCE / "tests" / "signature").glob("*.c"))
        (MINIMAL / "tests").mkdir(exist_ok=True)
        cls.must("cc", *WARNINGS, "-D_GNU_SOURCE", *INCLUDES, *sources, "-o", MINIMAL / "tests" / "signature",
                 *LIBRARIES, *LEFT)

    @classmethod
    def must(cls, *words):
        status, said = run(*words)
        if status != 0:
            raise AssertionError(f"{words[0]} failed:\n{said[-5000:]}")

    def test_the_libraries_are_not_even_looked_for(self):
        self.assertIsNone(NOT_LOOKED_FOR.search(cache(MINIMAL)))
        if not SANITIZED:
            self.assertIsNotNone(NOT_LOOKED_FOR.search(cache(BUILD)), "the pattern finds nothing in a full build either")

    def test_neither_library_nor_program_needs_them(self):
        for file in (MINIMAL / "libalea.so", MINIMAL / "alea", "play"):
            status, said = run("ldd", file)
            self.assertEqual((status, NOT_NEEDED.search(said)), (0, None), said)
        status, said = run("nm", "-u", MINIMAL / "libalea.a")
        self.assertEqual((status, NOT_CALLED.search(said)), (0, None))
        if not SANITIZED:
            self.assertIsNotNone(NOT_CALLED.search(run("nm", "-u", BUILD / "libalea.a")[1]))

    def test_only_the_listed_functions_have_two_forms(self):
        listed = re.findall(r"TWIN\((\w+)\)", (SOURCE / "src/minimal/twins.h").read_text(encoding="utf-8"))
        here, there = defined(MINIMAL), defined(BUILD)
        twins = [name for name, files in here.items() if any(file.startswith("minimal/") for file in files)]
        self.assertEqual(sorted(twins), sorted(listed))
        self.assertEqual([name for name in twins if name not in there], [])
        self.assertEqual([(name, files) for found in (here, there) for name, files in found.items()
                          if len(files) > 1 and name != "main"], [])

    def test_the_program_solves_and_runs_as_the_full_one_does(self):
        for words in (["solve", "pig", "--json"], ["run", "pig", "hold(20)", "hold(25)", "--games", "5000", "--json"],
                      ["eval", "pig", "hold(20)", "hold(25)"], ["verify", TABLE], ["help", "play"]):
            here, there = run(MINIMAL / "alea", *words), run(BUILD / "alea", *words)
            self.assertEqual(here[0], 0, here)
            self.assertEqual([TIMES.sub("", said) for _, said in (here, there)], [TIMES.sub("", there[1])] * 2)

    def test_the_program_saves_the_same_table(self):
        for folder in (MINIMAL, BUILD):
            self.assertEqual(run(folder / "alea", "solve", "pig(goal=20)", "--out", f"{folder.name}.h5")[0], 0)
        self.assertEqual(*(pathlib.Path(f"{folder.name}.h5").read_bytes() for folder in (MINIMAL, BUILD)))

    def test_the_program_says_what_it_lacks(self):
        for words, reason in ((["plot", "pig", "--out", "pig.svg"], "without cairo"), (["notebook", "list"], "without SQLite")):
            status, said = run(MINIMAL / "alea", *words)
            self.assertEqual(status, 2, said)
            self.assertIn(reason, said)

    def test_it_exports_what_the_full_library_exports(self):
        def exported(folder):
            status, said = run("nm", "-D", "--defined-only", folder / "libalea.so")
            self.assertEqual(status, 0, said)
            return set(re.findall(r"\balea_\w+", said))

        self.assertEqual(exported(MINIMAL), exported(BUILD))

    def test_it_plays_as_the_full_library_does_and_refuses_the_rest(self):
        status, here = run("./play", TABLE, "--absent")
        self.assertEqual(status, 0, here)
        refused = [line for line in here.splitlines() if line.startswith("refused: ")]
        self.assertEqual(len(refused), 6, here)
        if SANITIZED:
            return
        self.must("cc", *WARNINGS, *INCLUDES, SOURCE / "tests" / "minimal" / "play.c", "-o", "full",
                  f"-L{BUILD}", f"-Wl,-rpath,{BUILD}", "-lalea-ui", "-lalea", "-lm")
        status, there = run("./full", TABLE)
        self.assertEqual(status, 0, there)
        self.assertEqual([line for line in here.splitlines() if line not in refused], there.splitlines())


if __name__ == "__main__":
    main()
