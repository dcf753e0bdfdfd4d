"""Draws pictures of the gallery and the film of the README: ``python -m tools.gallery_pictures [EXAMPLE …]``.

Examples are run, and pictures of their results files are written to ``docs/pictures/gallery``.
"""

from __future__ import annotations

import importlib
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import mbfe
from tools.sources import ROOT

__all__ = ["SHOTS", "main"]

PICTURES = ROOT / "docs" / "pictures" / "gallery"
SIZE, FILM_SIZE = (480, 320), (480, 270)


class Shot(NamedTuple):
    """Results file of an example, the instant that is shown [s], and the camera."""

    file: str
    time: float
    camera: str | tuple[float, float, float] | None = None


FROM_THE_SIDE = (0.3, -1.0, 0.2)
SHOTS = {
    "pendulum": Shot("pendulum.h5", 0.3, FROM_THE_SIDE),
    "double_pendulum": Shot("double_pendulum.h5", 0.35, FROM_THE_SIDE),
    "spinning_top": Shot("spinning_top.h5", 0.4),
    "door_on_two_hinges": Shot("door_two_hinges.h5", 0.5),
    "andrews_mechanism": Shot("andrews.h5", 0.012, "top"),
    "bricard": Shot("bricard.h5", 0.75),
    "universal_driveline": Shot("forks_crossed.h5", 0.1),
    "geneva_or_cam": Shot("cam.h5", 0.3),
    "four_bar": Shot("four_bar.h5", 0.3, FROM_THE_SIDE),
    "flexible_pendulum": Shot("flexible_pendulum.h5", 0.55, FROM_THE_SIDE),
    "vehicle_suspension": Shot("lane_change.h5", 2.0),
    "quarter_car": Shot("kerb.h5", 0.55),
    "tyre_curves": Shot("tyre_curves.h5", 1.0),
    "bouncing_ball": Shot("bouncing_ball.h5", 0.9, FROM_THE_SIDE),
    "rolling_disk": Shot("rolling_disk.h5", 3.0),
}


def draw(name: str, out: Path) -> None:
    """Run an example in a folder and draw its picture, and of the car the film."""
    shot = SHOTS[name]
    importlib.import_module(f"mbfe.examples.{name}").main(out=out)
    run = mbfe.open_results(out / shot.file)
    run.picture(PICTURES / f"{name}.png", time=shot.time, camera=shot.camera, size=SIZE)
    if name == "vehicle_suspension":
        run.animate(PICTURES / "car.gif", start=1.2, end=4.0, fps=12, size=FILM_SIZE)


def main(names: list[str]) -> int:
    """Draw those that are named, or all."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    for name in names or SHOTS:
        with tempfile.TemporaryDirectory() as folder:
            draw(name, Path(folder))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
