"""The manual is true: the blocks of Python in docs/python.md and the README run, and print what the block of text after them shows."""
import contextlib
import io
import os
import re
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).parents[2]


def blocks(page):
    """Pairs of the code and what is shown, or None."""
    text = page.read_text(encoding="utf-8")
    for match in re.finditer(r"```python\n(.*?)```(?:\s*```text\n(.*?)```)?", text, re.DOTALL):
        yield match.group(1), match.group(2)


class Manual(unittest.TestCase):
    def test_blocks_run_and_print_what_is_shown(self):
        here = Path.cwd()
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            self.addCleanup(os.chdir, here)
            for page in (ROOT / "docs/python.md", ROOT / "python/README.md"):
                names = {"__name__": "__main__"}
                for code, shown in blocks(page):
                    out = io.StringIO()
                    with self.subTest(page=page.name, code=code), contextlib.redirect_stdout(out):
                        exec(compile(code, page.name, "exec"), names)  # pylint: disable=exec-used
                        if shown is not None:
                            pattern = ".*".join(re.escape(part) for part in shown.rstrip().split("…"))
                            self.assertRegex(out.getvalue().rstrip(), rf"\A{pattern}\Z")


if __name__ == "__main__":
    unittest.main()
