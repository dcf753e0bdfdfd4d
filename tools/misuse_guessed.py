"""Items whose arguments say what they are, as subjects of :mod:`tools.misuse`: nothing is written for them.

A kind that ``elements``, ``joints`` or ``blocks`` exports and that no other module has as a subject is tried
with arguments that follow from their names and annotations: two sides, a body, an input, numbers. One that
asks for more needs a module ``tools/misuse_….py`` of its own, which is found.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from functools import partial
from types import ModuleType
from typing import Any

from mbfe import blocks, elements, joints
from mbfe.model import Item
from tools.misuse import PARTS, Subject
from tools.misuse import subjects as subjects_of
from tools.misuse_blocks import UNIT, WIRES
from tools.misuse_scene import item

BY_NAME = {"first": "ground", "second": "top", "body": "box", "coordinate": "hinge.angle", "input": "wave"}
"""Things of the scene, by the names of arguments that ask for such."""
NUMBER = 1.0
"""What an argument that is a number is given."""


def guess(kind: Callable[..., Any]) -> dict[str, Any] | None:
    """Arguments of a kind that have no default but its name, None where one of them cannot be guessed."""
    found: dict[str, Any] = {}
    for name, parameter in inspect.signature(kind).parameters.items():
        if name == "name" or parameter.default is not inspect.Parameter.empty:
            continue
        if name in BY_NAME:
            found[name] = BY_NAME[name]
        elif parameter.annotation == "float":
            found[name] = NUMBER
        else:
            return None
    return found


def exported(room: ModuleType) -> Iterator[tuple[str, type[Item]]]:
    """Names and classes of the items that a package exports, but bases that build nothing."""
    for name in room.__all__:
        thing = getattr(room, name)
        if inspect.isclass(thing) and issubclass(thing, Item) and thing.build is not Item.build:
            yield name, thing


def subjects() -> list[Subject]:
    """All of them."""
    written = tuple(part for part in PARTS if part != __name__)
    known = {subject.target for subject in subjects_of(written)}
    made = []
    for room in (elements, joints, blocks):
        own = WIRES | UNIT if room is blocks else {}
        title = room.__name__.rpartition(".")[2]
        for name, kind in exported(room):
            arguments = guess(kind)
            if kind not in known and arguments is not None:
                made.append(item(f"{title}.{name}", kind, partial(dict, arguments), takes=dict(own)))
    return made
