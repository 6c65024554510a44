#!/usr/bin/env python3
"""Writes damaged copies of a WebAssembly file, for tests that must see them rejected.

    damage.py GOOD.wasm FOLDER
"""
import pathlib
import sys


def damaged(good: bytes) -> dict[str, bytes]:
    half = len(good) // 2
    return {
        "empty": b"",
        "text": b"this is not WebAssembly\n",
        "magic_only": good[:4],
        "header_only": good[:8],
        "truncated": good[:half],
        "last_byte_missing": good[:-1],
        "later_version": good[:4] + b"\x63" + good[5:],
        "bytes_inverted": good[:half] + bytes(b ^ 0xFF for b in good[half : half + 16]) + good[half + 16 :],
        "junk_at_end": good + b"\xff\xff\xff\xff",
    }


def main() -> None:
    good, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in damaged(good.read_bytes()).items():
        (folder / f"{name}.wasm").write_bytes(content)


if __name__ == "__main__":
    main()
