"""Text files of other programs: in any usual coding, with any ends of lines, or refused in words."""

from __future__ import annotations

import codecs
import os
import re
from pathlib import Path

from mbfe.errors import ModelError

__all__ = ["MARKS", "decoded", "file_bytes", "split_lines", "text_lines"]

MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
"""Byte-order marks and what they stand for."""


def file_bytes(path: str | os.PathLike[str], where: str) -> bytes:
    """The content of a file."""
    try:
        file = Path(path)
        if file.is_dir():
            raise ModelError(where, "it is a folder", allowed="a file")
        return file.read_bytes()
    except (OSError, ValueError) as error:
        if isinstance(error, FileNotFoundError):
            given, remedy = "cannot be read: there is no such file", f"The path is taken from {Path.cwd()}"
        else:
            given, remedy = f"cannot be read ({error})", "Check the path, and that you may read the file"
        raise ModelError(where, given, remedy=remedy) from error


def decoded(content: bytes, where: str) -> str:
    """Bytes as text without a mark: UTF-8, UTF-16 with its mark, or Latin-1."""
    for mark, coding in MARKS:
        if content.startswith(mark):
            return content[len(mark) :].decode(coding, errors="replace")
    if b"\0" in content:
        line = content[: content.index(b"\0")].count(b"\n") + 1
        raise ModelError(
            f"{where}, line {line}",
            "it is no text, it has zero bytes",
            allowed="text in UTF-8, UTF-16 with its mark, or Latin-1",
        )
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def text_lines(path: str | os.PathLike[str], where: str) -> list[str]:
    """Lines of a text file without their ends, whatever these are."""
    return split_lines(decoded(file_bytes(path, where), where))


def split_lines(text: str) -> list[str]:
    """Lines that end with LF, CR LF or CR; other characters that Unicode counts as ends do not end them."""
    return re.split("\r\n|\n|\r", text)
