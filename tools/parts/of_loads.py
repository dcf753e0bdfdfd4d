"""Pictures of damping."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from PIL import Image

from tools.parts.canvas import ACCENT
from tools.parts.plots import ASIDE, drawn, figure, over_time
from tools.parts.shown import shows


@shows("MassDamping")
def mass_damping(names: Mapping[str, Any]) -> Image.Image:
    """Two weights on springs."""
    made, axes = figure()
    run = names["run"]
    heights = [
        (name, 100 * np.asarray(run[name].position)[:, 2], color)
        for name, color in (("free", ASIDE), ("damped", ACCENT))
    ]
    over_time(axes[0, 0], run.time, heights, unit="z [cm]")
    return drawn(made)
