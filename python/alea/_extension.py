"""Takes the extension of the package alea-lab-bots, which has the sandbox, in the place of alea's own where it is installed."""
from __future__ import annotations

import sys

from . import _alea

try:
    import alea_bots
except ModuleNotFoundError as error:
    if error.name != "alea_bots":
        raise
else:
    if alea_bots.extension.version() != _alea.version():
        raise ImportError(
            f"alea-lab has version {_alea.version()}, but alea-lab-bots {alea_bots.extension.version()}: "
            'install both again (pip install --upgrade "alea-lab[bots]").'
        )
    sys.modules["alea._alea"] = sys.modules["alea"]._alea = alea_bots.extension  # type: ignore[attr-defined]
