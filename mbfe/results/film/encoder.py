"""Files of films, coded by ffmpeg frame by frame."""

from __future__ import annotations

import contextlib
import os
import subprocess
import tempfile
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mbfe.errors import ResultsError
from mbfe.files.extras import import_extra
from mbfe.files.writing import writing

__all__ = ["Encoder", "film_file"]

PALETTES, DITHER = "palettegen=stats_mode=diff", "paletteuse=dither=sierra2_4a"
"""How the 256 colours of a GIF are chosen, and others made of them."""
CODES = {
    ".mp4": ["-c:v", "libx264", "-preset", "medium", "-crf", "18", "-movflags", "+faststart"],
    ".webm": ["-c:v", "libvpx-vp9", "-crf", "28", "-b:v", "0", "-row-mt", "1", "-deadline", "good",
              "-cpu-used", "4"],
    ".gif": ["-filter_complex", f"split[a][b];[a]{PALETTES}[p];[b][p]{DITHER}", "-loop", "0"],
}  # fmt: skip
"""Endings of films, and how they are coded."""
HALVED = (".mp4", ".webm")
"""Films whose colours have half the resolution, so that width and height are even."""


def film_file(path: str | PathLike[str], where: str, size: tuple[int, int]) -> Path:
    """The file of a film, its ending and size checked."""
    file = Path(path)
    if file.suffix.lower() not in CODES:
        raise ResultsError(f"{where}: path", f'"{file}"', allowed=f"an ending {', '.join(CODES)}")
    if file.suffix.lower() in HALVED and (size[0] % 2 or size[1] % 2):
        raise ResultsError(
            f"{where}: size", f"{size[0]} × {size[1]} pixels", allowed=f"even numbers for {file.suffix}"
        )
    return file


class Encoder:
    """A film that is being written; the file is there when it is whole.

    Parameters
    ----------
    file : Path
        The file.
    size : tuple of int
        Width and height [pixel].
    fps : float
        Frames per second.
    """

    def __init__(self, file: Path, size: tuple[int, int], fps: float) -> None:
        self.file, self.size = file, size
        self.where = f'film "{file}"'
        program = import_extra("imageio_ffmpeg", "view").get_ffmpeg_exe()
        ending = file.suffix.lower()
        with writing(self.where):
            if file.is_dir():
                raise IsADirectoryError(21, "it is a folder")
            self.part = file.with_name(f".{file.stem[:40]}_{os.getpid()}{ending}")
            self.part.write_bytes(b"")
        source = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{size[0]}x{size[1]}", "-r", f"{fps:.9g}"]
        pixels = ["-pix_fmt", "yuv420p"] if ending in HALVED else []
        command = [program, "-y", "-v", "error", *source, "-i", "-", "-an", *CODES[ending], *pixels]
        self._said: Any = tempfile.TemporaryFile()
        self._process = subprocess.Popen(
            [*command, str(self.part)], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=self._said
        )

    def add(self, picture: NDArray[np.uint8]) -> None:
        """Add a frame (height, width, 3)."""
        assert self._process.stdin is not None
        assert picture.shape == (self.size[1], self.size[0], 3)
        try:
            self._process.stdin.write(np.ascontiguousarray(picture).data)
        except OSError:
            self._finish()

    def __enter__(self) -> Encoder:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            if kind is None:
                self._finish()
                with writing(self.where):
                    self.part.replace(self.file)
            else:
                self._process.kill()
                with contextlib.suppress(OSError):
                    self._process.communicate()
        finally:
            self._said.close()
            self.part.unlink(missing_ok=True)

    def _finish(self) -> None:
        """Wait for the end of the file, or say what ffmpeg says."""
        with contextlib.suppress(OSError):
            self._process.communicate()
        if self._process.returncode:
            self._said.seek(0)
            words = self._said.read().decode(errors="replace").strip().splitlines()
            reason = words[-1] if words else "no reason given"
            raise ResultsError(self.where, f"ffmpeg cannot write it ({reason})")
