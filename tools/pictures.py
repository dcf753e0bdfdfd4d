"""Makes all pictures of the documentation again: plots of examples, pages and papers' experiments, and parts.

``python -m tools.pictures`` writes them to ``docs/pictures``, ``python -m tools.pictures pendulum Revolute``
only those that are named, ``--to FOLDER`` plots elsewhere; :mod:`tools.parts_pictures` draws the parts.
Pictures that ParaView makes, ``*_paraview.png``, stay as they are: docs/paraview.md says how to make them.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import os
import re
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from cycler import cycler
from matplotlib import rc_context
from PIL import Image

from mbfe.errors import ModelError, did_you_mean
from mbfe.files.figures import PALETTE
from tools import parts_pictures
from tools.parts.pages import PAGES, sections

DOCS = Path(__file__).resolve().parents[1] / "docs"
CODE = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
EXPERIMENTS = "experiments"

OF_EXAMPLES = {
    "cantilever_roll_up.png": ("cantilever_roll_up", "cantilever_roll_up.png"),
    "coupler_curve.png": ("slider_crank", "coupler_curve.png"),
    "custom_element.png": ("custom_element", "custom_element.png"),
    "flexible_slider_crank.png": ("flexible_slider_crank", "flexible_slider_crank.png"),
    "pendulum.png": ("pendulum", "pendulum.png"),
    "rotating_blade.png": ("rotating_blade", "rotating_blade.png"),
    "slider_crank.png": ("slider_crank", "slider_crank.png"),
    "tyre_curves.png": ("tyre_curves", "tyre_curves.png"),
    "vehicle_kinematics.png": ("vehicle_suspension", "kinematics.png"),
    "vehicle_lane_change.png": ("vehicle_suspension", "trajectory.png angles.png currents.png pressures.png"),
}
"""Picture, and the example that draws it with the name of its file, or of several that stand side by side."""
WIDE = 750
"""Width of each of several pictures that stand side by side, two in a row [pixel]."""
OF_PAGES = {
    "audit_engine.svg": ("audit.md", "engine.svg"),
    "servo_drive.svg": ("controls.md", "servo_drive.svg"),
    "plots_pendulum.png": ("results.md", "pendulum.png"),
    "plots_portrait.png": ("results.md", "portrait.png"),
    "plots_steps.png": ("results.md", "steps.png"),
    "plots_spectrum.png": ("results.md", "spectrum.png"),
}
"""Picture, and the page whose code draws it with the name of its file."""

__all__ = ["OF_EXAMPLES", "OF_PAGES", "main", "make"]


@contextlib.contextmanager
def inside(folder: Path) -> Iterator[None]:
    """Work in a folder for a while."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def run_example(name: str, folder: Path) -> None:
    """Run an example with its full duration; its files go to a folder."""
    importlib.import_module(f"mbfe.examples.{name}").main(out=folder)


def run_page(name: str, folder: Path) -> None:
    """Run the code of a page in a folder."""
    code = "\n".join(CODE.findall((DOCS / name).read_text(encoding="utf-8")))
    with inside(folder):
        exec(compile(code, name, "exec"), {"__name__": name})


def run_experiments(to: Path) -> list[Path]:
    """Run the experiments of the papers; returns their pictures."""
    main = importlib.import_module("mbfe.examples.paper_experiments").main
    main(pictures=str(to / EXPERIMENTS))
    return sorted((to / EXPERIMENTS).glob("*.png"))


def together(files: Sequence[Path], to: Path) -> Path:
    """Copy a picture, or put several into one, two in a row."""
    if len(files) == 1:
        return Path(shutil.copyfile(files[0], to))
    parts = [Image.open(file).convert("RGB") for file in files]
    parts = [
        part.resize((WIDE, round(part.height * WIDE / part.width)), Image.Resampling.LANCZOS)
        for part in parts
    ]
    rows = [parts[i : i + 2] for i in range(0, len(parts), 2)]
    heights = [max(part.height for part in row) for row in rows]
    sheet = Image.new("RGB", (2 * WIDE, sum(heights)), "white")
    for number, row in enumerate(rows):
        for column, part in enumerate(row):
            sheet.paste(part, (column * WIDE, sum(heights[:number])))
    sheet.save(to)
    return to


def make(names: Sequence[str], to: Path) -> Iterator[Path]:
    """Make pictures by their names, without endings, in a folder; yields each file."""
    ways = {
        (run, source): [
            (picture, file) for picture, (its_source, file) in table.items() if its_source == source
        ]
        for run, table in ((run_example, OF_EXAMPLES), (run_page, OF_PAGES))
        for source, _ in table.values()
    }
    for (run, source), pictures in ways.items():
        chosen = [(picture, file) for picture, file in pictures if Path(picture).stem in names]
        if not chosen:
            continue
        with tempfile.TemporaryDirectory() as folder, rc_context({"axes.prop_cycle": cycler(color=PALETTE)}):
            run(source, Path(folder))
            for picture, file in chosen:
                to.mkdir(parents=True, exist_ok=True)
                yield together([Path(folder) / name for name in file.split()], to / picture)
    if EXPERIMENTS in names:
        with rc_context({"axes.prop_cycle": cycler(color=PALETTE)}):
            yield from run_experiments(to)


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the pictures that the command line names; all when it names none."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.pictures",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    words = "plots without their endings, sections or pages of parts; all when absent"
    parser.add_argument("names", nargs="*", metavar="NAME", help=words)
    parser.add_argument("--to", type=Path, default=DOCS / "pictures", metavar="FOLDER", help="of the plots")
    given = parser.parse_args(arguments)
    plots = [*(Path(name).stem for name in (*OF_EXAMPLES, *OF_PAGES)), EXPERIMENTS]
    parts = {name for page in PAGES for name in (page.stem, *(section.name for section in sections(page)))}
    for name in given.names:
        if name not in plots and name not in parts:
            remedy = did_you_mean(name, [*plots, *parts])
            raise ModelError(
                "pictures", f'"{name}"', allowed=", ".join([*plots, *sorted(parts)]), remedy=remedy
            )
    for file in make(given.names or plots, given.to):
        print(file)
    chosen = [name for name in given.names if name in parts]
    if chosen or not given.names:
        parts_pictures.main(chosen)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
