"""Sticking friction and rigid stops on joint coordinates: constraint rows that are active between events."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import ClassVar

from mbfe.elements.contacts.friction_numbers import RELEASED, ROWS_OF_JOINT, FrictionNumbers, weight_of
from mbfe.elements.loads.joint_forces import NO_LIMIT
from mbfe.errors import ModelError
from mbfe.joints.coordinates.applied_friction_law import applied_friction
from mbfe.joints.coordinates.loaded_friction_law import loaded_friction
from mbfe.joints.coordinates.on_coordinates import REST, SLACK, SwitchedRow, check_stops
from mbfe.joints.coordinates.switched_law import LOOSE, OPEN, rigid_stop, sticking_friction
from mbfe.model import Builder, NamedOutput
from mbfe.model.whole import model_length

__all__ = ["JointFriction", "RigidStop"]


@dataclass(frozen=True, eq=False)
class JointFriction(FrictionNumbers, SwitchedRow):  # type: ignore[override]
    """Coulomb friction on a joint coordinate with true sticking, by a constraint.

    Notes
    -----
    Parameters as for :class:`mbfe.joints.coordinates.on_coordinates.SwitchedRow` and
    :class:`mbfe.elements.contacts.friction_numbers.FrictionNumbers`, which defines the load N from the
    reaction of the joint. Without ``stribeck_speed`` friction drops from that at rest to that of motion as
    slipping begins.

    While it sticks a constraint row keeps the coordinate constant, and its Lagrange multiplier is the
    friction; it is released at the time at which this would exceed F_s + μ_s N at the current reaction. While
    it slips φ = ±(F_c + μ N + (F_s − F_c + (μ_s − μ) N) exp(−(q̇/v_s)²)) + b q̇, without the exponential term
    when no v_s is given, until the rate vanishes. Both events are located exactly and the integration
    restarts there. Friction has no impulse in impacts. Results: ``position``, ``rate``, ``effort`` [N, N m],
    ``sticks`` (1 or 0), and ``limit``, F_s + μ_s N, where it depends on the reaction or an input.

    The sticking limit of an applied brake is its current force: it is released when this falls below the
    load. A released brake is not part of the equations.

    Examples
    --------
    >>> from mbfe import Model, elements, joints
    >>> model = Model(gravity=(0, 0, -9.81))
    >>> disc = model.add(elements.RigidBody("disc", mass=4.0, inertia=(0.05, 0.05, 0.05)))
    >>> shaft = model.add(joints.Revolute("shaft", model.ground, disc, axis=(1, 0, 0)))
    >>> journal = elements.JointFriction("journal", "shaft.angle", coulomb=0.05, mu=0.1, radius=0.02)
    >>> [signal.name for signal in model.add(journal).signals]
    ['position', 'rate', 'effort', 'sticks', 'limit']
    """

    plain_signals: ClassVar[tuple[NamedOutput, ...]] = (
        *SwitchedRow.signals,
        NamedOutput("sticks", "sticks", None, "1 while it sticks"),
    )

    def validate(self) -> None:
        """Check the numbers."""
        super().validate()
        if not self.inputs and not self.coulomb and not self.static and not self.is_loaded:
            raise ModelError(
                self.where, "coulomb, static and mu are zero", allowed="some friction",
                remedy="For viscous friction alone take JointSpring(damping=…)",
            )  # fmt: skip

    def build(self, builder: Builder) -> None:
        """Give the law the coordinate and the numbers; the mode is chosen at the start."""
        model = builder.model
        nodes, place, length = self.place(builder)
        found = self.found(model)
        law, rows = sticking_friction, [int(place["component"] > 2)]
        if self.inputs:
            law, small = applied_friction, RELEASED * weight_of(model)
            numbers = self.applied(model, fall=0.0)
            numbers["nothing"] = small if found.is_length else small * model_length(model)
        else:
            numbers = self.coefficients(fall=0.0)
            if numbers["stribeck_speed"] < REST * length:  # it falls within what counts as rest
                numbers["stribeck_speed"] = 0.0
        if self.is_loaded:
            law, rows = loaded_friction, [*rows, *ROWS_OF_JOINT]
            place = self.loading(builder, found) | self.loaded_coefficients()
        builder.add(
            self,
            law,
            nodes,
            row_kinds=rows,
            history={"mode": LOOSE, "value": found.start, "place": found.start},
            shared_rows=self.shared_rows(model) if self.is_loaded else (),
            rest=REST * length,
            **place,
            **numbers,
        )


@dataclass(frozen=True, eq=False)
class RigidStop(SwitchedRow):
    """Rigid end stops of a joint coordinate, with restitution.

    Parameters
    ----------
    lower, upper : float, optional
        Where the stops are [m, rad]; one of them, or both.
    restitution : float
        e, rate after an impact over that before it, 0 to 1.

    Notes
    -----
    Other parameters as for :class:`mbfe.joints.coordinates.on_coordinates.SwitchedRow`.

    An impact on a stop is an event; velocities then change by the smallest impulses in the mass metric with
    q̇₊ = −e q̇₋ (Newton 1687), subject to all constraints. After rebounds slower than a millionth of the
    model's length a second (of a radian for angles) the stop is a constraint until its force would become
    tensile. For compliant stops see :class:`mbfe.elements.JointStop`. Results: ``position``, ``rate``,
    ``effort`` [N, N m], positive at the upper stop, ``closed`` (1 or 0).
    """

    _: KW_ONLY
    lower: float | None = None
    upper: float | None = None
    restitution: float = 0.0

    signals: ClassVar[tuple[NamedOutput, ...]] = (
        *SwitchedRow.signals,
        NamedOutput("closed", "closed", None, "1 while it rests on a stop"),
    )

    def validate(self) -> None:
        """Check the numbers."""
        super().validate()
        check_stops(self.where, self.lower, self.upper)
        if not 0.0 <= self.restitution <= 1.0:
            raise ModelError(f"{self.where}: restitution", f"{self.restitution}", allowed="0 to 1")

    def build(self, builder: Builder) -> None:
        """Give the law the coordinate and the numbers."""
        nodes, place, length = self.place(builder)
        builder.add(
            self,
            rigid_stop,
            nodes,
            row_kinds=(int(place["component"] > 2),),
            history={"mode": OPEN, "value": self.found(builder.model).start, "side": 1.0},
            lower=-NO_LIMIT if self.lower is None else float(self.lower),
            upper=NO_LIMIT if self.upper is None else float(self.upper),
            restitution=float(self.restitution),
            rest=REST * length,
            slack=SLACK * length,
            **place,
        )
