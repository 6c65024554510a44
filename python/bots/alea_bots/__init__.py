"""The extension of alea with the sandbox, which `import alea` takes in the place of its own where this package is installed."""
import os
from pathlib import Path

from . import _alea as extension

__all__ = ["extension"]



def _cache() -> Path:
    """The folder of compiled bots, which the program uses too."""
    if own := os.environ.get("ALEA_CACHE"):
        return Path(own)
    standard = os.environ.get("XDG_CACHE_HOME", "")
    return Path(standard if standard.startswith("/") else os.path.expanduser("~/.cache")) / "alea"


_folder = Path(__file__).parent
extension.use_sandbox(str(_folder / "alea-worker"), str(_folder / "python.wasm"), str(_cache()))
