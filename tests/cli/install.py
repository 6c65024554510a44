#!/usr/bin/env python3
"""`make install` puts each file in its place, and installed files refer to installed files."""

import pathlib
import re
import subprocess
import unittest

from program import BUILD, SANITIZED, SOURCE, answer_of, main

LINK = re.compile(r"\]\(([^)\s#]+)[^)\s]*\)")


def run(*words, **more):
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=250, check=False, **more)


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.prefix = pathlib.Path("installed").resolve()
        for component in ("common", "development"):
            done = run("cmake", "--install", BUILD, "--prefix", cls.prefix, "--component", component)
            assert done.returncode == 0, done.stdout
        cls.doc = cls.prefix / "share/doc/alea"

    def same(self, name, source):
        self.assertEqual((self.doc / name).read_bytes().splitlines()[:3], (SOURCE / source).read_bytes().splitlines()[:3])

    def test_two_readmes_do_not_overwrite_each_other(self):
        self.same("README.md", "README.md")
        self.same("docs/README.md", "docs/README.md")
        self.assertNotEqual((self.doc / "README.md").read_text(), (self.doc / "docs/README.md").read_text())

    def test_all_pages_and_pictures_of_the_manual_are_there(self):
        names = {path.name for path in (SOURCE / "docs").iterdir()}
        self.assertEqual({path.name for path in (self.doc / "docs").iterdir()}, names)

    def test_links_lead_to_installed_files(self):
        pages = sorted(self.prefix.rglob("*.md"))
        found = [(page, target) for page in pages for target in LINK.findall(page.read_text(encoding="utf-8")) if "://" not in target]
        self.assertGreater(len(found), 100)
        self.assertEqual([f"{page}: {target}" for page, target in found if not (page.parent / target).exists()], [])

    def test_links_into_the_source_become_words(self):
        self.assertIn("`src/", (SOURCE / "docs/architecture.md").read_text(encoding="utf-8"))
        self.assertNotIn("](../src", (self.doc / "docs/architecture.md").read_text(encoding="utf-8"))
        self.assertIn("(in the source)", (self.doc / "docs/architecture.md").read_text(encoding="utf-8"))

    def test_no_compiled_or_temporary_file_is_installed(self):
        names = [path.name for path in self.prefix.rglob("*") if path.name.startswith(".") or path.name == "__pycache__"]
        self.assertEqual(names, [])

    @unittest.skipIf(SANITIZED, "builds with sanitizers print no man pages")
    def test_every_command_has_a_man_page(self):
        commands = set(re.findall(r"(?m)^  ([a-z]+) +\w", answer_of("help"))) - {"help"}
        pages = {path.name for path in (self.prefix / "share/man/man1").iterdir()}
        below = {f"alea-bot-{name}.1" for name in ("list", "check", "build", "freeze", "template")}
        below |= {f"alea-notebook-{name}.1" for name in ("list", "export", "delete")}
        self.assertEqual(pages, {"alea.1"} | {f"alea-{name}.1" for name in commands} | below)

    @unittest.skipIf(SANITIZED, "builds with sanitizers print no completion scripts")
    def test_completion_scripts_are_what_alea_prints(self):
        for shell, place in (("bash", "bash-completion/completions/alea"), ("fish", "fish/vendor_completions.d/alea.fish"),
                             ("zsh", "zsh/*/_alea")):  # in another folder for Debian's package
            file, = (self.prefix / "share").glob(place)
            self.assertEqual(file.read_text(encoding="utf-8"), answer_of("completion", shell))


class Preparing(unittest.TestCase):
    def test_a_broken_link_is_reported(self):
        pathlib.Path("pages").mkdir()
        pathlib.Path("pages/page.md").write_text("[one](page.md) [two](missing.md#part) [three](https://example.org/x)", encoding="utf-8")
        done = run(SOURCE / "tools/installed-docs", "--check", "pages")
        self.assertEqual((done.returncode, done.stdout), (1, "pages/page.md: missing.md#part\n"))

    def test_a_folder_that_cannot_be_made(self):
        done = run(SOURCE / "tools/installed-docs", "/proc/alea")
        self.assertEqual(done.returncode, 3)
        self.assertIn("installed-docs: /proc", done.stdout)

    def test_notices_refuse_a_file_of_unknown_origin(self):
        pathlib.Path("stranger.a").write_text("", encoding="utf-8")
        done = run(SOURCE / "tools/notices", "stranger.a")
        self.assertEqual(done.returncode, 3)
        self.assertIn("belongs to no Debian package", done.stdout)


if __name__ == "__main__":
    main()
