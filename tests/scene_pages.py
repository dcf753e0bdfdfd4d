"""What stands in the page of a scene: its description, and its tables restored."""

from __future__ import annotations

import base64
import json
import re
import zlib
from pathlib import Path
from typing import Any

import numpy as np

__all__ = ["scene_of", "unpacked"]


def unpacked(text: str, ref: dict[str, Any]) -> np.ndarray:
    """A table restored from its description: planes of bytes, sums along each column, low + n·step."""
    data = zlib.decompress(base64.b64decode(text))
    if ref["kind"] == "f4":
        return np.frombuffer(data, "<f4", int(np.prod(ref["shape"])), ref["at"]).reshape(ref["shape"])
    rows, columns = ref["shape"]
    width = {"q2": 2, "q4": 4}[ref["kind"]]
    planes = np.frombuffer(data, np.uint8, rows * columns * width, ref["at"]).reshape(width, columns, rows)
    changes = sum(planes[k].astype(np.int64) << (8 * k) for k in range(width))
    counts = np.cumsum(changes, axis=1) % (1 << (8 * width))
    values = np.array(ref["low"])[:, None] + counts * np.array(ref["step"])[:, None]
    return np.where((counts == 65_535) & (width == 2), np.nan, values).T


def scene_of(page: Path) -> dict[str, Any]:
    """The description in a page."""
    found = re.search(r'<script type="application/json" id="scene">(.*?)</script>', page.read_text("utf-8"))
    assert found
    made: dict[str, Any] = json.loads(found[1])
    return made
