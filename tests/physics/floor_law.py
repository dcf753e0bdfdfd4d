"""A rigid floor as a law of one's own with events: what a unilateral constraint asks of the engine."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import ClassVar

from mbfe.algebra.vectors import dot, linear, orientation, rotate, unrotate
from mbfe.compiled import compiled
from mbfe.laws import Answer, Phase, law
from mbfe.model import Builder, Item, NamedOutput

OPEN, CLOSED, IMPACT = 0.0, 1.0, 2.0


@compiled
def closing_speed(pose, twist):
    """Upward velocity of the node [m/s]."""
    return dot((0.0, 0.0, 1.0), rotate(orientation(pose[0]), linear(twist[0])))


@law(
    name="floor",
    nodes=1,
    rows=1,
    history={"mode": "1", "speed": "m/s"},
    parameters={"restitution": "1", "rest": "m/s"},
    outputs={"margin": "m", "gap": "m", "force": "N"},
    events=("margin",),
)
def floor(pose, multipliers, history, residual, constraint):
    """z ≥ 0, a force only upwards."""
    constraint[0] = 0.0
    if history.mode > OPEN:
        constraint[0] = pose[0, 2]
        f = unrotate(orientation(pose[0]), (0.0, 0.0, multipliers[0]))
        for c in range(3):
            residual[c] += f[c]


@floor.rate
def floor_rate(pose, twist, p, history, rate):
    """The rate, in an impact v + e v₋."""
    rate[0] = 0.0
    if history.mode > OPEN:
        rate[0] = closing_speed(pose, twist)
    if history.mode == IMPACT:
        rate[0] += p.restitution * history.speed


@floor.output
def floor_output(pose, multipliers, history, out):
    """Distance while open, force while closed."""
    out.gap = pose[0, 2]
    out.force = -multipliers[0] if history.mode > OPEN else 0.0
    out.margin = out.gap if history.mode == OPEN else out.force


@floor.switch
def floor_switch(pose, twist, multipliers, p, history, phase):
    """Close with an impact, open when the force would pull."""
    if phase == Phase.AT_EVENT and history.mode == OPEN:
        history.speed = closing_speed(pose, twist)
        if history.speed <= p.rest:
            history.mode = IMPACT if history.speed < -p.rest else CLOSED
        return int(history.mode)
    if phase == Phase.VELOCITIES and history.mode == IMPACT:
        history.mode = CLOSED if p.restitution * abs(history.speed) <= p.rest else OPEN
        return Answer.CHANGED
    pulled = phase == Phase.IMPULSES or phase == Phase.ACCELERATIONS
    if history.mode > OPEN and (phase == Phase.AT_EVENT or (pulled and multipliers[0] > 0.0)):
        history.mode = OPEN
        return Answer.CHANGED
    return Answer.SAME


@dataclass(frozen=True, eq=False)
class Floor(Item):
    """Floor z = 0 under the origin of a node."""

    name: str
    node: str
    _: KW_ONLY
    restitution: float = 0.0
    rest: float = 1e-4

    signals: ClassVar[tuple[NamedOutput, ...]] = (NamedOutput("force", "force"), NamedOutput("gap", "gap"))

    def build(self, builder: Builder) -> None:
        """Hand the law its node."""
        node = builder.model.node(self.node, where=self.where)
        builder.add(
            self, floor, [node], row_kinds=(0,), restitution=float(self.restitution), rest=float(self.rest)
        )
