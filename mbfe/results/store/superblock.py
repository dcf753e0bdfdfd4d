"""First bytes of an HDF5 file: whether it was closed, and how long it says that it is.

Notes
-----
Superblock of version 3 (HDF5 File Format Specification 3.0, section II.A), as HDF5 1.10 writes it: signature
in bytes 0 to 7, version in byte 8, flags of the file's consistency in byte 11, its end in bytes 28 to 35, and
in bytes 44 to 47 a checksum of all before.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, BinaryIO

from mbfe.results.store.layout import SIGNATURE

__all__ = ["LENGTH", "Left", "checksum", "superblock_of"]

LENGTH, CHECKED = 48, 44
"""Bytes of the superblock, and those that its checksum covers."""
VERSION = 3
FLAGS, END = 11, slice(28, 36)
WORD = 0xFFFFFFFF


@dataclass(frozen=True)
class Superblock:
    """What the first bytes say: whether its writer is at work, or was killed, and how long it is at least."""

    unclosed: bool
    end: int


def superblock_of(head: bytes) -> Superblock | None:
    """Superblock of a file by its first bytes; None where it is of another version."""
    if len(head) < LENGTH or not head.startswith(SIGNATURE) or head[8] != VERSION:
        return None
    return Superblock(bool(head[FLAGS]), int.from_bytes(head[END], "little"))


class Left:
    """A file that its writer left open when it was killed, as one that was closed.

    HDF5 assumes that what it cannot read in an open file is still being written, and waits for it, without
    end if the writer was killed. Here the flag is hidden, and the file, open for reading without a buffer,
    ends at its actual size.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        head = bytearray(file.read(LENGTH))
        head[FLAGS] = 0
        head[END] = os.fstat(file.fileno()).st_size.to_bytes(8, "little")
        head[CHECKED:] = checksum(bytes(head[:CHECKED])).to_bytes(4, "little")
        self._head = bytes(head)

    def seek(self, *place: int) -> int:
        """Go to a place, as files do: an offset, and from where it counts."""
        return self._file.seek(*place)

    def tell(self) -> int:
        """The place."""
        return self._file.tell()

    def read(self, count: int) -> bytes:
        """Bytes from there on."""
        buffer = bytearray(count)
        return bytes(buffer[: self.readinto(buffer)])

    def readinto(self, buffer: Any) -> int:
        """Read bytes."""
        at = self._file.tell()
        count = int(self._file.readinto(buffer))  # type: ignore[attr-defined]
        end = min(at + count, LENGTH)
        if at < end:
            memoryview(buffer)[: end - at] = self._head[at:end]
        return count


def checksum(data: bytes) -> int:
    """Checksum of HDF5's metadata (Jenkins 2006, lookup3, hashlittle)."""
    a = b = c = (0xDEADBEEF + len(data)) & WORD
    whole = max(0, (len(data) - 1) // 12)
    padded = data + bytes(-len(data) % 12)
    for at in range(0, len(padded), 12):
        words = (int.from_bytes(padded[at + 4 * i : at + 4 * i + 4], "little") for i in range(3))
        a, b, c = ((part + word) & WORD for part, word in zip((a, b, c), words, strict=True))
        if at < 12 * whole:
            for turn in (4, 6, 8, 16, 19, 4):
                a = ((a - c) & WORD) ^ _turned(c, turn)
                c = (c + b) & WORD
                a, b, c = b, c, a
    for turn in (14, 11, 25, 16, 4, 14, 24):
        c = ((c ^ b) - _turned(b, turn)) & WORD
        a, b, c = b, c, a
    return b


def _turned(word: int, bits: int) -> int:
    """A word of 32 bits turned to the left."""
    return ((word << bits) | (word >> (32 - bits))) & WORD
