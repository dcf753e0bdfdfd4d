"""Draw the pictures of the pages of parts: run the code of each section, and draw what it made.

python -m tools.parts_pictures                       # all
python -m tools.parts_pictures Revolute PID          # some sections
python -m tools.parts_pictures --sheet sheet.png     # and all of them on one sheet
"""

from __future__ import annotations

import argparse
import importlib
import math
import pkgutil
from collections.abc import Sequence
from pathlib import Path

from PIL import Image, ImageDraw

from tools import parts
from tools.parts.canvas import SIZE, Canvas, reduced
from tools.parts.pages import PAGES, Section, executed, sections
from tools.parts.shown import DRAWN

for found in pkgutil.iter_modules(parts.__path__, f"{parts.__name__}."):
    importlib.import_module(found.name)


def drawn(section: Section) -> Image.Image:
    """The picture of a section."""
    made = DRAWN[section.name](executed(section))
    return reduced(made.picture() if isinstance(made, Canvas) else made)


def sheet(pictures: Sequence[tuple[str, Path]], *, across: int = 5) -> Image.Image:
    """Pictures with their names, side by side."""
    width, height = SIZE
    down = math.ceil(len(pictures) / across)
    whole = Image.new("RGB", (across * width, down * (height + 24)), "white")
    draw = ImageDraw.Draw(whole)
    for number, (name, path) in enumerate(pictures):
        x, y = number % across * width, number // across * (height + 24)
        whole.paste(Image.open(path).convert("RGB"), (x, y + 24))
        draw.text((x + 6, y + 2), name, fill="black", font_size=18)
        draw.rectangle((x, y, x + width - 1, y + height + 23), outline="#CCCCCC")
    return whole


def main(given: Sequence[str] | None = None) -> None:
    """Draw what the command line names."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", help="sections or pages; all of them without a name")
    parser.add_argument("--sheet", type=Path, help="file of a sheet with the pictures of these sections")
    asked = parser.parse_args(given)
    pictures = []
    for section in (section for page in PAGES for section in sections(page)):
        if asked.names and not {section.name, section.page.stem} & set(asked.names):
            continue
        path = (section.page.parent / section.picture).resolve()
        path.parent.mkdir(parents=True, exist_ok=True)
        drawn(section).save(path, optimize=True)
        pictures.append((section.name, path))
        print(f"{section.name:20} {path.stat().st_size / 1000:5.1f} kB  {path.name}")
    if asked.sheet:
        sheet(pictures).save(asked.sheet)


if __name__ == "__main__":
    main()
