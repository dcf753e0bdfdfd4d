"""The pages of parts: each public kind of item has a section on one of them, with a picture and code."""

from __future__ import annotations

import re

import pytest

import mbfe
from mbfe import blocks, elements, joints
from mbfe.model import Item
from tools.parts.pages import PAGES, Section, sections

BASES = {blocks.Block, joints.LowerPair}
"""Public classes that others derive from, of which no model has one."""
BESIDES = {"mbfe.Model.add_base"}
"""What is added to a model by a method."""
LARGEST = 25_000
"""Size of the file of a picture [bytes]."""
MOST_LINES = 12
"""Lines of code of a section: five or so, more where the part needs a mechanism around it."""
ALL: list[Section] = [section for page in PAGES for section in sections(page)]


def public_kinds() -> set[str]:
    """Full names of the items that users add to a model."""
    kinds = {
        f"{space.__name__}.{name}": getattr(space, name)
        for space in (mbfe, elements, joints, blocks)
        for name in dir(space)
    }
    items = {name: kind for name, kind in kinds.items() if isinstance(kind, type) and issubclass(kind, Item)}
    return {name for name, kind in items.items() if kind not in BASES}


def missing_and_double(found: list[Section], kinds: set[str]) -> tuple[set[str], set[str]]:
    """Kinds without a section, and sections that are not of one kind or of one that has another."""
    shown = [section.kinds for section in found]
    once = {names[0] for names in shown if len(names) == 1 and shown.count(names) == 1}
    return kinds - once, {
        section.name for section in found if section.kinds[:1] and section.kinds[0] not in once & kinds
    }


def test_every_public_kind_has_a_section_on_one_page() -> None:
    assert missing_and_double(ALL, public_kinds() | BESIDES) == (set(), set())
    assert len({section.label for section in ALL}) == len(ALL)


def test_a_kind_without_a_section_or_with_two_is_seen() -> None:
    first, second, *others = ALL
    kinds = public_kinds() | BESIDES
    assert missing_and_double([second, *others], kinds)[0] == set(first.kinds)
    assert missing_and_double([first, *ALL], kinds) == (set(first.kinds), {first.name})


@pytest.mark.parametrize("section", ALL, ids=lambda section: section.name)
def test_section_has_a_picture_and_code(section: Section) -> None:
    picture = (section.page.parent / section.picture).resolve()
    stored = picture.read_bytes()
    width, height, palette = (
        int.from_bytes(stored[at : at + n], "big") for at, n in ((16, 4), (20, 4), (25, 1))
    )
    assert (stored[:4], width, height, palette) == (b"\x89PNG", 480, 320, 3)
    assert len(stored) <= LARGEST
    assert len(section.words.split()) >= 4
    assert re.search(rf"\b{section.name}\(", section.code)
    assert 0 < len(section.code.strip().splitlines()) <= MOST_LINES


def test_every_section_is_drawn_and_every_drawing_is_of_a_section() -> None:
    pytest.importorskip("pyvista")
    from tools.parts_pictures import DRAWN

    assert set(DRAWN) == {section.name for section in ALL}


def test_code_of_a_section_runs_without_those_before_it() -> None:
    """The pictures are of sections alone, while the test of pages runs them one after the other."""
    from tools.parts.pages import executed

    section = next(section for section in ALL if section.name == "Revolute")
    assert executed(section)["run"]["hinge"].angle[-1] > 0.0
