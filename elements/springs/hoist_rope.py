"""Rope with a length that is changed by a winch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar

from mbfe.checks import positive
from mbfe.elements.actuators.actuator import FedStrut
from mbfe.elements.springs.hoist_rope_law import hoist_rope
from mbfe.model import Model, NamedOutput
from mbfe.model.description import Description, Strut

__all__ = ["HoistRope"]

SHORTEST_ROPE = 1e-3
"""Shortest rope, as a part of that at the start."""


@dataclass(frozen=True, eq=False)
class HoistRope(FedStrut):
    """Straight rope of a hoist, crane or lift with a winch at its first end.

    Parameters
    ----------
    speed : block, str, signal, number, curve or callable
        Source of the command of the winch [m/s]: rate of the unstretched length, negative when it hoists.
    axial_stiffness : float
        EA [N].
    mass_per_length : float
        μ of the unstretched rope [kg/m].
    length : float, optional
        Unstretched length at the start [m]; the distance of the points as drawn when absent.
    initial_speed : float
        Rate of the length at the start [m/s].
    lag : float
        Time constant T of the winch, T v̇ = u − v with the command u [s].
    damping_time : float
        Strain-rate damping of the rope, EA · this time [s].

    Notes
    -----
    Other parameters as for :class:`mbfe.model.between.BetweenPoints`; on the first side is the
    drum or the last pulley, on the second the load.

    Tension EA ((ℓ − s)/s + τ ε̇) with the unstretched length s between the points, zero when it is slack. The
    rope is straight: its mass μ s is distributed uniformly between the points (consistent, not lumped),
    varies with s, and enters with the velocity of the rope at the first point; the derivation is in
    ``elements/springs/hoist_rope_law.py``. Waves along the rope and sag are not modelled: a Cable of fixed
    length has them. The axial stiffness of the free rope is EA/s, so it grows while hoisting.

    The winch has no inertia: its speed is prescribed. For a drum with inertia, the torque on it is
    ``tension`` times the radius, and its rate times the radius the speed, both by blocks. The power of the
    drive and the energy of the entering rope count as work of loads.

    Results: ``tension`` [N], ``length`` (of the straight line) [m], ``unstretched`` and ``paid_out`` since
    the start [m], ``speed`` [m/s], ``strain``, ``rope_mass`` [kg], ``pull`` (on the second body, world axes)
    [N], ``power`` [W].

    Examples
    --------
    >>> from mbfe import Model, elements
    >>> model = Model(gravity=(0, 0, -9.81))
    >>> load = model.add(elements.PointMass("load", mass=200.0, position=(0, 0, -10)))
    >>> rope = elements.HoistRope("rope", model.ground, load, speed=-0.5, axial_stiffness=5e6)
    >>> model.add(rope).name
    'rope'
    """

    _: KW_ONLY
    speed: Any
    axial_stiffness: float
    mass_per_length: float = 0.0
    length: float | None = None
    initial_speed: float = 0.0
    lag: float = 0.02
    damping_time: float = 0.0

    fed: ClassVar[tuple[str, ...]] = ("speed",)
    output_law = hoist_rope
    unit_of_input: ClassVar[str] = "m/s"
    own_states: ClassVar[tuple[str, ...]] = ("paid_out", "speed")
    signals: ClassVar[tuple[NamedOutput, ...]] = (
        NamedOutput("tension", "tension", None, "tension of the rope"),
        NamedOutput("unstretched", "unstretched", None, "unstretched length between the points"),
        NamedOutput("length", "length", None, "distance of the two points"),
        NamedOutput("strain", "strain", None, "strain, negative when slack"),
        NamedOutput("rope_mass", "rope_mass", None, "mass of the rope that is paid out"),
        NamedOutput("pull", "pull", None, "force on the second body, world axes"),
        NamedOutput("power", "power", None, "power of the drive and of the rope that enters"),
    )

    def validate(self) -> None:
        """Check the numbers."""
        super().validate()
        for name in ("axial_stiffness", "lag"):
            positive(self.where, name, getattr(self, name))
        for name in ("mass_per_length", "damping_time"):
            positive(self.where, name, getattr(self, name), zero=True)
        if self.length is not None:
            positive(self.where, "length", self.length)

    def _start(self, model: Model) -> float:
        """Unstretched length at the start."""
        drawn = self.apart(model)
        return drawn if self.length is None else float(self.length)

    def join(self, model: Model) -> None:
        """Check the points, add the block of the speed, declare length and speed."""
        self._start(model)
        self.connect(model)
        start: dict[str, Any] = {"kind": "state", "values": (0.0, self.initial_speed)}
        model.add_variables(self.name, self.own_states, units=("m", "m/s"), **start)

    def numbers(self, model: Model) -> Mapping[str, Any]:
        """Coefficients, and lengths at the start."""
        names = ("axial_stiffness", "damping_time", "mass_per_length", "lag")
        start = self._start(model)
        return {name: getattr(self, name) for name in names} | {
            "start": start,
            "shortest": SHORTEST_ROPE * start,
        }

    def failure_words(self, code: int) -> str:
        """Reason why the law failed."""
        return (
            f"is drawn in to {SHORTEST_ROPE:g} of its length at the start: the load is in the winch; "
            "stop the winch, or end the run before (StopWhen)"
        )

    def describe(self, model: Model) -> Description:
        """Its ends, for pictures."""
        return Strut.between(self.points(model), tension="tension")
