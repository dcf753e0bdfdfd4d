"""Faults that files get: bits, bytes, lines, words, numbers, counts and codings."""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Callable, Iterator, Sequence

import numpy as np

Rng = np.random.Generator
WORDS = (
    b"nan",
    b"-inf",
    b"1e999",
    b"0",
    b"-1",
    b"",
    b"x",
    b"1,5",
    b"99999999999999999999",
    b"\xff\xfe",
    b"\x00",
)
"""What takes the place of a word."""
NUMBERS = (
    b"nan", b"NaN", b"inf", b"-Infinity", b"1e400", b"-1e400", b"1e308", b"1e-320", b"0", b"-0.0", b"-1",
    b"1_000", b"0x10", b"1,5", b"1.5.2", b"1e", b"x", b"true", b"1+2j", b"9" * 400,
)  # fmt: skip
"""What takes the place of a number."""
COUNTS = (
    b"0", b"-1", b"-7", b"1000", b"2147483647", b"2147483648", b"4294967295", b"99999999999",
    b"9223372036854775807", b"9223372036854775808", b"18446744073709551615", b"1" * 40, b"2.5", b"1e11",
)  # fmt: skip
"""What takes the place of a count or an index."""
PACKED = (
    b"\xff" * 4, b"\xff" * 8, b"\xff\xff\xff\x7f", b"\xff" * 7 + b"\x7f", b"\0\0\0\x80", bytes(4), bytes(8),
    struct.pack("<f", math.nan), struct.pack("<d", math.inf), struct.pack("<d", 1e300),
    struct.pack("<q", 10**11), struct.pack(">q", 10**11), struct.pack("<i", 10**9),
)  # fmt: skip
"""Bytes of counts, indices and coordinates that a file cannot have."""
FOREIGN = (
    "ü".encode("latin-1"), "Länge".encode(), "١٢".encode(), "²".encode(), "−1".encode(), "\u00a01".encode(),
    "\u200b".encode(), "\ufeff".encode(), b"\xed\xa0\x80", b"\x1a", b"\x0c", b"\x85", "\u2028".encode(),
)  # fmt: skip
"""Letters, digits and marks that a reader may stumble at."""


def damaged(content: bytes, rng: Rng, *, kind: str) -> bytes:
    """A file with a fault of one kind, and sometimes another one."""
    content = DAMAGES[kind](content, rng)
    if rng.random() < 0.25:
        content = DAMAGES[str(rng.choice(list(DAMAGES)))](content, rng)
    return content


def place(content: bytes, rng: Rng) -> int:
    """A place in a file."""
    return int(rng.integers(0, len(content) + 1))


def with_bits(content: bytes, rng: Rng) -> bytes:
    """Some bits flipped."""
    some = bytearray(content)
    for at in rng.integers(0, max(len(some), 1), size=3 if some else 0):
        some[at] ^= 1 << int(rng.integers(0, 8))
    return bytes(some)


def without_piece(content: bytes, rng: Rng) -> bytes:
    """A piece is missing."""
    at = place(content, rng)
    return content[:at] + content[at + int(rng.integers(1, 40)) :]


def with_noise(content: bytes, rng: Rng) -> bytes:
    """Random bytes in between."""
    at = place(content, rng)
    return content[:at] + rng.bytes(int(rng.integers(1, 20))) + content[at:]


def with_zeros(content: bytes, rng: Rng) -> bytes:
    """Zero bytes in between, or in the place of what was there."""
    at, size = place(content, rng), int(rng.integers(1, 9))
    return content[:at] + bytes(size) + content[at + size * int(rng.integers(0, 2)) :]


def with_lines(content: bytes, rng: Rng) -> bytes:
    """A line is missing, stands twice or thrice, or changes places with another one."""
    lines = content.split(b"\n")
    i, j = rng.integers(0, len(lines), size=2)
    if rng.random() < 0.5:
        lines[i], lines[j] = lines[j], lines[i]
        return b"\n".join(lines)
    return b"\n".join(lines[:i] + lines[i : i + 1] * int(rng.choice([0, 2, 3])) + lines[i + 1 :])


def with_word(content: bytes, rng: Rng) -> bytes:
    """Another word in the place of one."""
    return replaced(content, rb"[^\s,\[\]<>=\"]+", WORDS, rng)


def with_number(content: bytes, rng: Rng) -> bytes:
    """Another number in the place of one of a text, or of the bytes of one."""
    return replaced(content, rb"(?<![\w.])[-+]?\d[\d.eE+-]*(?!\w)", NUMBERS, rng)


def with_count(content: bytes, rng: Rng) -> bytes:
    """Another whole number in the place of a count or an index."""
    return replaced(content, rb"(?<![\w.])\d+(?![\w.])", COUNTS, rng)


def with_packed(content: bytes, rng: Rng) -> bytes:
    """Bytes of a number that no count and no coordinate is."""
    at, new = place(content, rng), PACKED[int(rng.integers(0, len(PACKED)))]
    return content[:at] + new + content[at + len(new) :]


def in_another_coding(content: bytes, rng: Rng) -> bytes:
    """Bytes taken for Latin-1 and written in another coding, without the mark that identifies it."""
    return content.decode("latin-1").encode(str(rng.choice(["utf-16-le", "utf-16-be", "utf-32", "utf-7"])))


def with_foreign_letters(content: bytes, rng: Rng) -> bytes:
    """Letters of another coding, digits of another script, marks in between."""
    return replaced(content, rb"[^\s]+", FOREIGN, rng)


def replaced(content: bytes, pattern: bytes, choices: Sequence[bytes], rng: Rng) -> bytes:
    """One of the places that match a pattern replaced."""
    found = [match.span() for match in re.finditer(pattern, content)]
    if not found:
        return with_noise(content, rng)
    begin, end = found[int(rng.integers(0, len(found)))]
    return content[:begin] + choices[int(rng.integers(0, len(choices)))] + content[end:]


DAMAGES: dict[str, Callable[[bytes, Rng], bytes]] = {
    "bits": with_bits,
    "piece": without_piece,
    "cut": lambda content, rng: content[: place(content, rng)],
    "noise": with_noise,
    "zeros": with_zeros,
    "lines": with_lines,
    "word": with_word,
    "number": with_number,
    "count": with_count,
    "packed": with_packed,
    "coding": in_another_coding,
    "letters": with_foreign_letters,
    "empty": lambda content, rng: [b"", b"\n", b" ", b"\0" * 100][int(rng.integers(0, 4))],
}
"""Kinds of damage."""


def rewritten(content: bytes) -> Iterator[bytes]:
    """The same text in other codings and with other ends of lines."""
    text = content.decode()
    for coding in ("utf-8-sig", "utf-16"):
        yield text.encode(coding)
    yield text.replace("\n", "\r\n").encode()
    yield text.replace("\n", "\r").encode()
    yield (text + "\n\n").encode()
