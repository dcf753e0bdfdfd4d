"""Motors: position, speed or effort of a joint coordinate by a function of time or a block."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, ClassVar

from mbfe import doors
from mbfe.checks import shown
from mbfe.engine.columns import RowKind
from mbfe.errors import ModelError, settle
from mbfe.functions.curves import Curve, as_curve
from mbfe.joints.coordinates.coordinates import Combination
from mbfe.joints.coordinates.coupling_law import LINEAR, line_drive, line_speed, speed_drive
from mbfe.joints.coordinates.motor_law import (
    effort_drive,
    line_effort,
    wired_drive,
    wired_line,
    wired_speed_drive,
    wired_speed_line,
)
from mbfe.joints.coordinates.on_coordinates import EFFORT, RATE, OnCoordinates, unit_of
from mbfe.laws import Law
from mbfe.model import Builder, Item, Model, NamedOutput
from mbfe.model.variable import Variable

__all__ = ["Motor"]

WAYS = ("position", "speed", "torque", "force")
LAWS_OVER_TIME = {"position": (LINEAR[1], line_drive), "speed": (speed_drive, line_speed)}
"""Laws of prescribed motions over time, on a joint and along a curve."""


@dataclass(frozen=True, eq=False)
class Motor(OnCoordinates):
    """Drive of a joint coordinate by prescribed position, prescribed speed, or torque or force.

    Parameters
    ----------
    name : str
        Name.
    coordinate : str
        The coordinate, named as in results: ``"hinge.angle"``, ``"slide.displacement"``.
    position : float, Curve or callable, optional
        Value of the coordinate over time [m, rad], counted as in the results of the joint.
    speed : float, Curve or callable, block or str, optional
        Rate of the coordinate [m/s, rad/s], over time or the output of a block; the position starts at that
        of the joint.
    torque : float, Curve or callable, block or str, optional
        Torque on an angle [N m], over time or the output of a block, positive when it does work on the
        mechanism as the angle grows.
    force : float, Curve or callable, block or str, optional
        Force on a displacement [N], over time or the output of a block.

    Notes
    -----
    A prescribed position is the holonomic constraint C = q − f(t), a prescribed speed the
    nonholonomic constraint k = q̇ − f(t) or q̇ − y; torque and force are loads. The initial configuration
    must satisfy C = 0: give the initial coordinate of the joint, or start with ``initial="project"``. A
    mechanism that is drawn at rest starts with the prescribed speed; given rates and velocities must be
    consistent with it. A position with a discontinuous rate requires infinite forces; the integral of a
    continuous speed is :func:`mbfe.curves.integral`.

    A speed y that is the output of a block may depend on time, states, positions and speeds: its rate, which
    consistent initial accelerations require, is then known. Dependence on accelerations or reactions without
    a lag is refused. At discontinuities velocities change by the smallest impulses in the mass metric.

    The position cannot be the output of a block: the constraint q − y = 0 determines velocities by ẏ and
    accelerations and the effort by ÿ, which a block does not provide. The speed of the output of a
    second-order lag is a state of :class:`mbfe.blocks.SecondOrderLag`, ``"track.x2"``.

    Results: ``position``, ``rate`` and ``effort`` [N, N m], positive when it does work on the mechanism as
    the coordinate grows, and not part of the reaction of the joint; its power is part of the ``work`` of the
    run's energies.

    Examples
    --------
    >>> from mbfe import Model, curves, elements, joints
    >>> model = Model()
    >>> rotor = model.add(elements.RigidBody("rotor", mass=1.0, inertia=(0.02, 0.02, 0.02)))
    >>> hinge = model.add(joints.Revolute("hinge", model.ground, rotor, axis=(0, 0, 1)))
    >>> motor = joints.Motor("motor", "hinge.angle", position=curves.SmoothStep(0.0, 1.0, after=6.28))
    >>> model.add(motor).way
    'position'
    """

    name: str
    coordinate: Any
    _: KW_ONLY
    position: Any = None
    speed: Any = None
    torque: Any = None
    force: Any = None
    curve: Curve = field(init=False, repr=False)

    family: ClassVar[str] = "coupling"

    @property
    def caption(self) -> str:
        """Label in diagrams."""
        return f"{self.way} on {self.coordinate}"

    @property
    def way(self) -> str:
        """Which of position, speed, torque and force is given."""
        return next(name for name in WAYS if getattr(self, name) is not None)

    @property
    def prescribes(self) -> bool:
        """Whether it is a constraint: position and speed."""
        return self.way in ("position", "speed")

    @property
    def is_wired(self) -> bool:
        """Whether speed, torque or force are the output of a block."""
        return isinstance(getattr(self, self.way), str | Item)

    @property
    def inputs(self) -> Mapping[str, Any]:
        """The block that feeds it, for the diagram."""
        return {self.way: getattr(self, self.way)} if self.is_wired else {}

    @property
    def signals(self) -> tuple[NamedOutput, ...]:  # type: ignore[override]
        """Position, rate and effort."""
        row = self.prescribes
        part = 0 if row else None
        return (
            NamedOutput("position", "values" if row else "position", part, "the coordinate", rate="rate"),
            NamedOutput("rate", "rates" if row else "rate", part, "its rate"),
            NamedOutput("effort", "efforts" if row else "effort", part, "effort on the mechanism"),
        )

    def validate(self) -> None:
        """Check that exactly one of them is given."""
        given = [name for name in WAYS if getattr(self, name) is not None]
        if len(given) != 1:
            raise ModelError(
                self.where,
                f"{' and '.join(given) or 'nothing'} is given",
                allowed=f"exactly one of {', '.join(WAYS)}",
            )
        if self.is_wired and self.way == "position":
            raise ModelError(
                f"{self.where}: position",
                f"{shown(self.position)} was given: accelerations and effort of a position that follows a "
                "block need the second derivative of its output, which a block does not give",
                allowed="a position over time; a block for speed, torque or force",
                remedy='Give the speed, speed="track.x2" after blocks.SecondOrderLag("track", target, …), or '
                "let blocks.PID turn the target position into a torque or force",
            )
        curve = as_curve(0.0 if self.is_wired else getattr(self, self.way), f"{self.where}: {self.way}")
        settle(self, curve=curve)
        self.factors  # noqa: B018  (checks the name)

    def join(self, model: Model) -> None:
        """Find the coordinate, check that a torque turns and a force pushes, add the blocks of its inputs."""
        (coordinate,) = self.combined(model).coordinates
        fits = {"torque": not coordinate.is_length, "force": coordinate.is_length}
        if not fits.get(self.way, True):
            kind, other = ("a displacement", "force") if coordinate.is_length else ("an angle", "torque")
            raise ModelError(
                f"{self.where}: {self.way}", f'"{coordinate.name}" is {kind}', allowed=f"{other}=…"
            )
        if self.is_wired:
            where, feed = f"{self.where}: {self.way}", doors.opened("feed")
            wire = feed(model, getattr(self, self.way), where=where, name=f"{self.name} {self.way}")
            settle(self, wires={self.way: wire})

    def _law(self, builder: Builder, found: Combination) -> tuple[Law, list[Variable], dict[str, float]]:
        """Law of its way, on a joint or along a curve, with what feeds it or the place of its curve."""
        along_curve = bool(found.variables)
        if not self.is_wired:
            laws = LAWS_OVER_TIME.get(self.way, (effort_drive, line_effort))
            is_position = self.way == "position"
            at = builder.curve(self.curve, of_time=True, drives=self.prescribes, is_position=is_position)
            return laws[along_curve], [], {"value_at" if self.prescribes else "effort_at": at}
        laws = (wired_speed_drive, wired_speed_line) if self.prescribes else (wired_drive, wired_line)
        unit = unit_of(RATE if self.prescribes else EFFORT, found.coordinates[0])
        where, feeding = f"{self.where}: {self.way}", doors.opened("fed_variable")
        return laws[along_curve], [feeding(builder.model, self.wires[self.way], (unit,), where=where)], {}

    def build(self, builder: Builder) -> None:
        """Give the law of its way the coordinate, and the curve or the variable that feeds it."""
        found = self.combined(builder.model)
        (coordinate,) = found.coordinates
        law, fed, at = self._law(builder, found)
        builder.add(
            self,
            law,
            found.nodes,
            variables=[*found.variables, *fed],
            row_kinds=(RowKind.LENGTH if coordinate.is_length else RowKind.ANGLE,) if self.prescribes else (),
            history=found.history,
            places=found.places,
            factors=found.factors,
            **dict[str, Any](at),
        )

    def row_words(self, row: int) -> str:
        """Its row in words."""
        return f"prescribed {self.way} of {self.coordinate}"
