"""The picture of a model before any run."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import Any

from mbfe.model.model import Model
from mbfe.results.film.film import View, write_picture
from mbfe.results.scene.model_scene import as_drawn

__all__ = ["picture_model"]


def picture_model(
    model: Model,
    path: str | PathLike[str],
    *,
    size: Any,
    camera: Any,
    background: str,
    ground: bool | None,
) -> Path:
    """Write the picture of a model as drawn; arguments as for :meth:`mbfe.Run.picture`."""
    view = View(size, camera, False, (), background, ground)
    return write_picture(as_drawn(model.compile()), path, view, where="Model.picture", time=None)
