"""Friction that sticks and rigid stops on joint coordinates: rows that act between events."""

from __future__ import annotations

import math
from dataclasses import KW_ONLY, dataclass
from typing import ClassVar

from mbfe.checks import positive
from mbfe.elements.joint_forces import FAR
from mbfe.errors import ModelError
from mbfe.joints.switched import REST, SLACK, SwitchedRow
from mbfe.joints.switched_law import LOOSE, OPEN, rigid_stop, sticking_friction
from mbfe.model import Builder, Signal


@dataclass(frozen=True, eq=False)
class JointFriction(SwitchedRow):
    """Coulomb friction on a joint coordinate that really sticks: at rest nothing creeps.

    Parameters
    ----------
    coulomb : float
        F_c, friction of a moving joint [N, N m].
    static : float, optional
        F_s, the largest force that holds it at rest; F_c when absent.
    stribeck_speed : float, optional
        v_s, rate over which friction falls from F_s to F_c [m/s, rad/s]; needed when F_s > F_c.
    viscous : float
        b [N s/m, N m s/rad].

    Notes
    -----
    Other parameters as for :class:`mbfe.joints.switched.SwitchedRow`.

    While it sticks a constraint row holds the coordinate where it stopped, and the multiplier is the
    friction; it lets go at the instant at which this would exceed F_s. While it slips
    φ = ±(F_c + (F_s − F_c) exp(−(q̇/v_s)²)) + b q̇, until the rate vanishes. Both instants are hit exactly and
    the integration starts anew there. In an impact friction of a finite force has no part.
    Results: ``position``, ``rate``, ``effort`` [N, N m], ``sticks`` (1 or 0).
    """

    _: KW_ONLY
    coulomb: float
    static: float | None = None
    stribeck_speed: float | None = None
    viscous: float = 0.0

    signals: ClassVar[tuple[Signal, ...]] = (
        *SwitchedRow.signals,
        Signal("sticks", "sticks", None, "1 while it sticks"),
    )

    def validate(self) -> None:
        """Check the numbers."""
        super().validate()
        for name in ("coulomb", "viscous"):
            positive(self.where, name, getattr(self, name), zero=True)
        if self.static is not None and not self.coulomb <= self.static < math.inf:
            raise ModelError(
                f"{self.where}: static", f"{self.static}", allowed=f"at least coulomb, {self.coulomb}"
            )
        if self.stribeck_speed is not None:
            positive(self.where, "stribeck_speed", self.stribeck_speed)
        elif self.static is not None and self.static > self.coulomb:
            raise ModelError(
                f"{self.where}: stribeck_speed",
                "it is not given, and static friction is larger than coulomb friction",
                allowed="the rate over which one falls to the other [m/s, rad/s]",
            )
        if not self.coulomb and not self.static:
            raise ModelError(
                self.where, "coulomb and static are zero", allowed="some friction",
                remedy="For viscous friction alone take JointSpring(damping=…)",
            )  # fmt: skip

    def build(self, builder: Builder) -> None:
        """Hand the law the coordinate and the numbers; it chooses its mode at the start."""
        nodes, place, length = self.place(builder)
        start = self.found(builder.model).start
        builder.add(
            self,
            sticking_friction,
            nodes,
            row_kinds=(int(place["component"] > 2),),
            history=(LOOSE, start, start),
            coulomb=float(self.coulomb),
            static=float(self.coulomb if self.static is None else self.static),
            stribeck_speed=float(self.stribeck_speed or 1.0),
            viscous=float(self.viscous),
            rest=REST * length,
            **place,
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
    Other parameters as for :class:`mbfe.joints.switched.SwitchedRow`.

    The coordinate hits a stop exactly at an event; velocities then change by the smallest impulses in the
    mass metric with q̇₊ = −e q̇₋ (Newton 1687), together with all
    joints. Rebounds slower than a millionth of the model's length a second (of a radian for angles) stay on
    the stop, which then holds the coordinate until its force would pull. For compliant stops see
    :class:`mbfe.elements.JointStop`. Results: ``position``, ``rate``, ``effort`` [N, N m], positive at the
    upper stop, ``closed`` (1 or 0).
    """

    _: KW_ONLY
    lower: float | None = None
    upper: float | None = None
    restitution: float = 0.0

    signals: ClassVar[tuple[Signal, ...]] = (
        *SwitchedRow.signals,
        Signal("closed", "closed", None, "1 while it rests on a stop"),
    )

    def validate(self) -> None:
        """Check the numbers."""
        super().validate()
        given = [value for value in (self.lower, self.upper) if value is not None]
        if not given or not all(math.isfinite(value) for value in given):
            raise ModelError(
                self.where, f"lower={self.lower}, upper={self.upper}", allowed="finite numbers, one or both"
            )
        if len(given) == 2 and not given[0] < given[1]:
            raise ModelError(
                f"{self.where}: lower", f"{self.lower} with upper {self.upper}", allowed="lower < upper"
            )
        if not 0.0 <= self.restitution <= 1.0:
            raise ModelError(f"{self.where}: restitution", f"{self.restitution}", allowed="0 to 1")

    def build(self, builder: Builder) -> None:
        """Hand the law the coordinate and the numbers."""
        nodes, place, length = self.place(builder)
        builder.add(
            self,
            rigid_stop,
            nodes,
            row_kinds=(int(place["component"] > 2),),
            history=(OPEN, self.found(builder.model).start, 1.0, 0.0),
            lower=-FAR if self.lower is None else float(self.lower),
            upper=FAR if self.upper is None else float(self.upper),
            restitution=float(self.restitution),
            rest=REST * length,
            slack=SLACK * length,
            **place,
        )
