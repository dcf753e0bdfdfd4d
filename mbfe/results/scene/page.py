"""The HTML file of a scene: its description and the viewer, with nothing that is fetched."""

from __future__ import annotations

import html
import json
from collections.abc import Mapping, Sequence
from importlib.resources import files
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.files.writing import writing

__all__ = ["chapter", "page_of", "write_page"]

POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; "
    "base-uri 'none'; form-action 'none'"
)
"""What the page may do: run what stands in it, and fetch nothing."""


def page_of(scene: Mapping[str, Any]) -> str:
    """Text of the page that shows a scene, see :mod:`mbfe.results.scene.contents`.

    Names stand in it as data alone: ``<`` is written by its code, so that no name can end the data.
    """
    viewer = files(__package__).joinpath("viewer.js").read_text(encoding="utf-8")
    data = json.dumps(scene, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    data = data.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{html.escape(str(scene['title']))}</title>\n</head>\n<body>\n"
        "<noscript>This scene needs JavaScript.</noscript>\n"
        f'<script type="application/json" id="scene">{data}</script>\n'
        f"<script>{viewer}</script>\n</body>\n</html>\n"
    )


def chapter(
    times: Floats,
    *,
    seconds: float,
    first: int = 0,
    caption: str = "",
    group: str = "",
    cells: Sequence[str] = (),
) -> dict[str, Any]:
    """Rows of a scene that are shown one after the other: a whole run, or one of several shapes.

    The rows begin with `first`, stand at `times` of the scene's axis and take so many `seconds`. The
    `caption` is shown above the scene, the `cells` in a table of the chapters of its `group`.
    """
    words = {"caption": caption, "group": group, "cells": list(cells)}
    return {"times": np.asarray(times).tolist(), "seconds": seconds, "first": first, **words}


def write_page(path: str | PathLike[str], scene: Mapping[str, Any]) -> Path:
    """Write the page of a scene and return its path."""
    file = Path(path)
    text = page_of(scene)
    with writing(f'scene "{file}"'):
        file.write_bytes(text.encode("utf-8"))
    return file
