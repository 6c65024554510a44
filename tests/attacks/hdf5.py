"""Tables changed and sealed again: the checksums of HDF5's object headers, and the SHA-256 of alea's first block."""

import hashlib
import struct

BLOCK = 512  # alea's own, before HDF5 begins


def _rotated(word, by):
    return (word << by | word >> (32 - by)) & 0xFFFFFFFF


def lookup3(data):
    """Bob Jenkins's hashlittle with the initial value 0, as HDF5 uses it."""
    a = b = c = 0xDEADBEEF + len(data) & 0xFFFFFFFF
    if not data:
        return c
    padded = data + bytes(-len(data) % 12)
    words = struct.unpack(f"<{len(padded) // 4}I", padded)
    for i in range(0, len(words) - 3, 3):
        a, b, c = a + words[i] & 0xFFFFFFFF, b + words[i + 1] & 0xFFFFFFFF, c + words[i + 2] & 0xFFFFFFFF
        for by in (4, 6, 8, 16, 19, 4):
            a = (a - c & 0xFFFFFFFF) ^ _rotated(c, by)
            a, b, c = b, c + b & 0xFFFFFFFF, a  # the roles of a, b, c go round
    a, b, c = a + words[-3] & 0xFFFFFFFF, b + words[-2] & 0xFFFFFFFF, c + words[-1] & 0xFFFFFFFF
    for by in (14, 11, 25, 16, 4, 14, 24):
        c = (c ^ b) - _rotated(b, by) & 0xFFFFFFFF
        a, b, c = b, c, a
    return b


def headers(data):
    """(begin, end) of each object header's first chunk; the checksum stands at the end."""
    found, at = [], data.find(b"OHDR")
    while at >= 0:
        flags = data[at + 5]
        size_at = at + 6 + (16 if flags & 0x20 else 0) + (4 if flags & 0x10 else 0)
        width = 1 << (flags & 3)
        found.append((at, size_at + width + int.from_bytes(data[size_at:size_at + width], "little")))
        at = data.find(b"OHDR", at + 4)
    return found


def continuations(data):
    """(begin, end) of each further chunk of a header: a message in the chunk before has its address and its length."""
    found, at = [], data.find(b"OCHK")
    while at >= 0:
        message = data.index(struct.pack("<Q", at - BLOCK))
        length, = struct.unpack_from("<Q", data, message + 8)
        found.append((at, at + length - 4))
        at = data.find(b"OCHK", at + 4)
    return found


def changed(data, at, value):
    """The table with one byte changed, and sealed again."""
    chunks = headers(data)
    for begin, end in chunks:
        assert lookup3(data[begin:end]) == int.from_bytes(data[end:end + 4], "little"), "a checksum is read wrongly"
    chunks += continuations(data)
    new = bytearray(data)
    new[at] = value
    for begin, end in chunks:
        new[end:end + 4] = struct.pack("<I", lookup3(bytes(new[begin:end])))
    seal = f"alea table 1\nsha256 {hashlib.sha256(new[BLOCK:]).hexdigest()}\nsize {len(new)}\n".encode()
    return seal.ljust(BLOCK, b"\0") + bytes(new[BLOCK:])
