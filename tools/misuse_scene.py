"""A small model in which items are tried, and what a user would do with an item."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np

from mbfe import Model, blocks, elements, joints, lines, sections
from mbfe.engine.matrices import residual_entry
from mbfe.model import Item
from tools.misuse import NotFinite, Subject
from tools.misuse_values import FUNCTION, ITEM, NONE, NUMBER, ROW, TEXT

NAME = "probe"
BAR = sections.rectangle(E=2e9, nu=0.3, width=0.05, height=0.05, density=1000.0)
INERTIA = (0.1, 0.1, 0.1)

ORIENTATION = {"orientation": {ROW, NONE, NUMBER}}
"""An orientation is a rotation vector, a quaternion or a matrix; three numbers are one."""
OVER_TIME = {NUMBER, FUNCTION}
WIRE = {NUMBER, FUNCTION, ITEM}


def scene(*, beam: bool = False) -> Model:
    """Bodies on three hinges and a slider, a free one and a source; a beam where that is asked for."""
    model = Model("scene", gravity=(0.0, 0.0, -9.81))
    for number, name in enumerate(("box", "ball", "arm", "crank", "top")):
        model.add(elements.RigidBody(name, position=(0.5 * number, 1.0, 2.0), mass=1.0, inertia=INERTIA))
    for name, kind, body in (
        ("hinge", joints.Revolute, "box"),
        ("slide", joints.Prismatic, "ball"),
        ("pin", joints.Revolute, "arm"),
        ("turn", joints.Revolute, "crank"),
    ):
        model.add(kind(name, "ground", body, position=(0.0, 1.0, 2.0), axis=(0.0, 0.0, 1.0)))
    model.add(blocks.Source("wave", 0.25))
    if beam:
        line = lines.straight((0.0, -1.0, 0.0), (1.0, -1.0, 0.0))
        model.add(elements.Beam("blade", line=line, section=BAR, n_elements=6, n_nodes=2))
    return model


def used(model: Model) -> None:
    """Compile a model, evaluate it once and write its items as a results file would."""
    compiled = model.compile()
    residual_entry(compiled.system, compiled.state, 0.0)
    for item in model.items.values():
        for callback in item.callbacks():
            if callback.error is not None:  # as a run does
                raise callback.error
    if not np.isfinite(compiled.state.r).all():
        raise NotFinite("the residual at the start is not finite")
    for item in model.items.values():
        json.dumps(item.describe(model).stored())
        str(item.warnings(model))


def item(
    name: str,
    kind: type[Item],
    arguments: Callable[[], dict[str, Any]],
    *,
    beam: bool = False,
    **more: Any,
) -> Subject:
    """Subject of an item; ``more`` are facts of :class:`tools.misuse.Subject`."""

    def call(**given: Any) -> None:
        model = scene(beam=beam)
        made = model.add(kind(**given))
        if isinstance(made, elements.MasslessBody):  # something must be attached to its node
            model.add(elements.PointSpring("held", made, "ground", stiffness=1.0))
        used(model)

    takes = {"name": {TEXT}} | ORIENTATION | {"frame": {NONE}} | more.pop("takes", {})
    named = lambda: {"name": NAME} | arguments()  # noqa: E731
    return Subject(name, kind, named, call=call, called=NAME, takes=takes, **more)


def plain(
    name: str, kind: Callable[..., Any], arguments: Callable[[], dict[str, Any]], **more: Any
) -> Subject:
    """Subject of a class or function that is no item; ``use`` does with it what a user would."""
    use = more.pop("use", None)

    def call(**given: Any) -> None:
        made = kind(**given)
        if use is not None:
            use(made)

    takes = ORIENTATION | more.pop("takes", {})
    return Subject(name, kind, arguments, call=call, takes=takes, **more)
