"""Dry friction in analyses without sliding: warnings of omitted or approximated friction.

A mechanism with dry friction has a whole range of equilibria; statics and linearized equations see one of
them. Friction that slips is known where the motion is, so that it is set from the rates there.
"""

from __future__ import annotations

import math

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.analyses.start.events import Switching
from mbfe.analyses.start.outputs import settle_outputs
from mbfe.analyses.static.tolerances import PATH
from mbfe.engine.stepping.loop import outputs_entry
from mbfe.model.capabilities import DryFriction
from mbfe.model.compile import CompiledModel
from mbfe.model.item import Item

__all__ = ["FrictionBook", "slip_as_it_moves"]


class FrictionBook:
    """Dry friction of the items of a model, looked at in one state after another.

    ``found`` is the friction of each item that may hold most, of all states that were looked at.
    """

    def __init__(self, compiled: CompiledModel) -> None:
        self.compiled = compiled
        builder = compiled.builder
        self.items = [
            item
            for item in compiled.model.items.values()
            if type(item).dry_friction is not Item.dry_friction and id(item) in builder.numbers
        ]
        self.found: dict[Item, DryFriction] = {}

    def of(self, item: Item, outputs: Floats) -> DryFriction | None:
        """Friction of an item in a state with these outputs of all laws."""
        layout, builder = self.compiled.layout, self.compiled.builder
        own = []
        for number in builder.numbers[id(item)]:
            law, first = builder.instances[number].law, layout.outputs[number]
            own.append(
                {
                    name: outputs[first + start : first + start + law.outputs[name].size]
                    for name, start in law.output_starts.items()
                }
            )
        return item.dry_friction(self.compiled.model, own)

    def look(self, outputs: Floats) -> None:
        """Look at a state, by the outputs of all laws there."""
        for item in self.items:
            now, before = self.of(item, outputs), self.found.get(item)
            if now is not None and now.limit > 0.0 and (before is None or _severity(now) > _severity(before)):
                self.found[item] = now

    def look_here(self, time: float) -> FrictionBook:
        """Look at the present state of the model."""
        if self.items:
            outputs = np.zeros(self.compiled.layout.n_output)
            outputs_entry(self.compiled.system, self.compiled.state, time, outputs)
            self.look(outputs)
        return self

    def at_rest(self) -> list[str]:
        """Warnings of friction that equilibria omit, one for each item."""
        texts = ((item, _at_rest(friction)) for item, friction in self.found.items())
        return [f"{item.where} {text}" for item, text in texts if text]

    def linear(self) -> list[str]:
        """Warnings of friction that linearized equations omit, one for each item."""
        texts = ((item, _linear(friction)) for item, friction in self.found.items())
        return [f"{item.where} {text}" for item, text in texts if text]

    def as_supports(self) -> list[str]:
        """What to say of friction where nothing else holds a model at rest."""
        dry, smooth = [], []
        for item, friction in self.found.items():
            words = f"{item.where} (up to {friction.limit:.4g} {friction.unit})"
            if friction.regular_speed > 0.0:
                smooth.append(f"{words}: take {friction.sticks_as}")
            elif friction.stands_still:
                dry.append(words)
        lines = []
        if dry:
            lines.append(
                f"The dry friction of {', '.join(dry)} has no part in statics. Whether it holds, a motion "
                "says: run = solve_dynamic(model, ...). Statics from its end, state=run, have what sticks."
            )
        if smooth:
            lines.append(f"Friction that is smooth in the rate holds nothing at rest, {'; '.join(smooth)}.")
        return lines


def _severity(friction: DryFriction) -> tuple[float, float]:
    """Order of two states of a friction for the report: excess over the limit, then size."""
    over = friction.force / friction.limit if friction.holds else 0.0
    return (over if over > 1.0 + PATH.over_friction else 0.0, 0.0 if friction.holds else friction.limit)


def _at_rest(friction: DryFriction) -> str:
    """What a state of rest says of a friction, empty where it is as in a motion that came to rest."""
    limit = f"{friction.limit:.4g} {friction.unit}"
    force = f"{friction.force:.4g} {friction.unit}"
    if friction.holds:
        if friction.force <= friction.limit * (1.0 + PATH.over_friction):
            return ""
        return (
            f"holds with {force}, more than the {limit} that it may: the model does not rest here, it slips. "
            "Let it move, solve_dynamic(model, ...)"
        )
    if friction.moves and friction.force > 0.0:  # in a rotation it slips, as it should
        return ""
    if friction.regular_speed > 0.0:
        return (
            "exerts nothing at rest, since it is smooth in the rate: the state is the one without friction, "
            f"to which the model creeps. Dry friction up to {limit} would let it rest beside: take "
            f"{friction.sticks_as}, run the model until it rests, and continue with state=run"
        )
    if friction.force > 0.0:
        return (
            f"counts with {force} in the direction in which it slipped last, as in the given state. Continue "
            "from a state in which it has come to rest, or from the model as drawn, without it"
        )
    return (
        f"is left out, dry friction that may hold up to {limit}: the state is the one without it, one of "
        "many in which the model may rest. Run it until it rests, run = solve_dynamic(model, ...), and "
        "continue with state=run: there it holds"
    )


def _linear(friction: DryFriction) -> str:
    """What equations linearized about a state say of a friction, empty where they are exact."""
    limit = f"{friction.limit:.4g} {friction.unit}"
    if friction.regular_speed > 0.0:
        part = abs(friction.rate) / friction.regular_speed
        if part > PATH.smooth_friction:
            return ""
        damping = friction.limit / friction.regular_speed / math.cosh(part) ** 2
        return (
            f"counts as a damper of {damping:.4g} {friction.unit}/({friction.rate_unit}), its {limit} over "
            f"{friction.regular_speed:g} {friction.rate_unit} within which it changes its sign: right only "
            f"for vibrations well below this rate. For others leave it out, or take {friction.sticks_as} and "
            "the end of a run, where it holds"
        )
    if friction.holds or friction.force > 0.0:
        return ""
    return (
        f"is left out, dry friction that may hold up to {limit}: it neither holds nor damps here. Where it "
        "holds, linearize about a state in which it sticks, such as the end of a run: about=run"
    )


def slip_as_it_moves(compiled: CompiledModel, time: float) -> bool:
    """Let friction of joints slip in the direction of the present rates; what stands still is left out.

    Returns whether anything changed what it does.
    """
    book = FrictionBook(compiled)
    if not book.items:
        return False
    state, outputs = compiled.state, np.zeros(compiled.layout.n_output)
    kept = state.history.copy()
    settle_outputs(compiled, time)
    Switching(compiled).slip(time)
    outputs_entry(compiled.system, state, time, outputs)
    slipping = np.zeros(len(kept), dtype=bool)
    for item in book.items:
        friction = book.of(item, outputs)
        if friction is not None and not friction.holds:
            for number in compiled.builder.numbers[id(item)]:
                at = compiled.layout.histories[number]
                slipping[at : at + compiled.builder.instances[number].law.n_history] = True
    state.history[:] = np.where(slipping, state.history, kept)
    return bool((state.history != kept).any())
