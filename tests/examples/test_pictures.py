"""Pictures of the documentation can be made again, and none is forgotten."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("matplotlib")

from PIL import Image

from mbfe.errors import ModelError
from mbfe.examples import pendulum
from tools.pictures import OF_EXAMPLES, OF_PAGES, main, together

DOCS = Path(__file__).parents[2] / "docs"
BY_PARAVIEW = re.compile(r".*_paraview\.png")


def test_every_picture_is_made_by_the_command_or_by_paraview() -> None:
    found = {file.name for file in (DOCS / "pictures").iterdir() if file.is_file()}
    plots = {name for name in found if not BY_PARAVIEW.fullmatch(name)}
    assert plots == {*OF_EXAMPLES, *OF_PAGES}


def test_every_picture_is_shown() -> None:
    pages = [*DOCS.rglob("*.md"), DOCS.parent / "README.md"]
    text = "\n".join(page.read_text(encoding="utf-8") for page in pages if "_build" not in page.parts)
    assert [name for name in (*OF_EXAMPLES, *OF_PAGES) if f"pictures/{name}" not in text] == []


@pytest.mark.slow
def test_a_plot_and_a_drawing_are_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = pendulum.main
    monkeypatch.setattr(pendulum, "main", lambda out: whole(out=out, quick=True))
    assert main(["pendulum", "servo_drive", "--to", str(tmp_path / "pictures")]) == 0
    made = {file.name: file.read_bytes() for file in (tmp_path / "pictures").iterdir()}
    assert made.keys() == {"pendulum.png", "servo_drive.svg"}
    assert made["pendulum.png"].startswith(b"\x89PNG")
    assert b"<svg" in made["servo_drive.svg"]
    with Image.open(tmp_path / "pictures" / "pendulum.png") as picture:
        colours = {tuple(colour) for colour in np.asarray(picture.convert("RGB")).reshape(-1, 3).tolist()}
    assert {(0, 0x72, 0xB2), (0xD5, 0x5E, 0)} <= colours  # blue and vermilion of Okabe and Ito


def test_pictures_stand_side_by_side(tmp_path: Path) -> None:
    files = []
    for number, colour in enumerate(("red", "green", "blue")):
        files.append(tmp_path / f"{number}.png")
        Image.new("RGB", (300, 100 + 100 * number), colour).save(files[-1])
    with Image.open(together(files, tmp_path / "all.png")) as sheet:
        assert sheet.size == (1500, 500 + 750)
        corners = [sheet.getpixel(at) for at in ((10, 10), (1490, 490), (10, 1240), (1490, 1240))]
    assert corners == [(255, 0, 0), (0, 128, 0), (0, 0, 255), (255, 255, 255)]


def test_an_unknown_picture_is_refused() -> None:
    with pytest.raises(ModelError, match=r'(?s)"pendulums".*pendulum'):
        main(["pendulums"])
