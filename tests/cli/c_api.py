#!/usr/bin/env python3
"""The programs in docs/c-api.md compile against what `make install` installs, and print what the page shows."""

import os
import pathlib
import re
import shutil
import subprocess
import unittest

from program import BUILD, ON_PURPOSE, SANITIZED, SOURCE, main

PAGE = (SOURCE / "docs" / "c-api.md").read_text(encoding="utf-8")
PROGRAM = re.compile(r"`(\w+)\.c`, complete:\n\n```c\n(.*?)```\n.*?```text\n(.*?)```\n", re.DOTALL)
WARNINGS = ["-std=c17", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]


def run(*words, **variables):
    done = subprocess.run([str(word) for word in words], env=dict(os.environ, **variables), stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=250)
    return done.returncode, done.stdout.decode()


@unittest.skipIf(SANITIZED, ON_PURPOSE + "a program without sanitizers cannot load a library with them")
class Examples(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.prefix = pathlib.Path("installed").resolve()
        status, said = run("cmake", "--install", BUILD, "--prefix", cls.prefix)
        assert status == 0, said

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.prefix)

    def flags(self, *options, module="alea"):
        status, said = run("pkg-config", "--cflags", "--libs", *options, module,
                           PKG_CONFIG_PATH=str(self.prefix / "lib" / "pkgconfig"))
        self.assertEqual(status, 0, said)
        return said.split()

    def test_the_page_has_its_programs(self):
        self.assertEqual([name for name, _, _ in PROGRAM.findall(PAGE)], ["match", "hand", "exact", "batch"])

    def test_each_program_prints_what_the_page_says(self):
        for name, program, printed in PROGRAM.findall(PAGE):
            with self.subTest(program=name):
                pathlib.Path(f"{name}.c").write_text(program, encoding="utf-8")
                compiled = run("cc", *WARNINGS, f"{name}.c", "-o", name, *self.flags())
                self.assertEqual(compiled, (0, ""))
                self.assertEqual(run(f"./{name}", LD_LIBRARY_PATH=str(self.prefix / "lib")), (0, printed))

    def test_a_program_can_be_linked_statically(self):
        name, program, printed = PROGRAM.findall(PAGE)[0]
        pathlib.Path("static.c").write_text(program, encoding="utf-8")
        flags = [flag if flag != "-lalea" else "-l:libalea.a" for flag in self.flags("--static")]
        self.assertEqual(run("cc", *WARNINGS, "static.c", "-o", "static", *flags), (0, ""))
        self.assertEqual(run("./static"), (0, printed))

    def test_programs_link_to_the_second_library(self):
        page = """#include <alea/alea.h>
            #include <stdio.h>
            int main(void)
            {
                alea_view_options options = ALEA_VIEW_OPTIONS_INIT;
                char *text;
                options.width = 40;
                if (alea_view_paragraphs("From libalea-ui.", &options, &text, NULL) != ALEA_OK) return 1;
                fputs(text, stdout);
                alea_text_free(text);
                return 0;
            }"""
        pathlib.Path("page.c").write_text(page, encoding="utf-8")
        self.assertEqual(run("cc", *WARNINGS, "page.c", "-o", "page", *self.flags(module="alea-ui")), (0, ""))
        self.assertEqual(run("./page", LD_LIBRARY_PATH=str(self.prefix / "lib")), (0, "From libalea-ui.\n"))

    def test_every_header_stands_alone_in_c_and_in_cxx(self):
        for language, standard in [("c", "c17"), ("c++", "c++20")]:
            for header in sorted((self.prefix / "include" / "alea").glob("*.h")):
                text = header.read_text(encoding="utf-8")
                program = f"#include <alea/{header.name}>\nint main(void)\n{{\n"
                for i, kind in enumerate(re.findall(r"^#define ALEA_(\w+)_OPTIONS_INIT", text, re.MULTILINE)):
                    program += f"    alea_{kind.lower()}_options o{i} = ALEA_{kind}_OPTIONS_INIT;\n"
                    program += f"    if (o{i}.size != sizeof o{i}) return 1;\n"
                pathlib.Path("header.src").write_text(program + "    return 0;\n}\n", encoding="utf-8")
                with self.subTest(header=header.name, language=language):
                    self.assertEqual(run("clang-19", "-x", language, f"-std={standard}", "-Wall", "-Wpedantic", "-Werror",
                                         f"-I{self.prefix / 'include'}", "header.src", "-o", "header"), (0, ""))
                    self.assertEqual(run("./header"), (0, ""))

    def test_the_installed_program_runs(self):
        status, said = run(self.prefix / "bin" / "alea", "version")
        self.assertEqual(status, 0, said)


if __name__ == "__main__":
    main()
