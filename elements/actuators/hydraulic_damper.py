"""Semi-active hydraulic damper between two points of two bodies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, ClassVar

from mbfe.blocks.block import Fed
from mbfe.checks import positive, shown
from mbfe.elements.actuators.hydraulic_damper_law import hydraulic_damper
from mbfe.elements.actuators.hydraulics import Hydraulics
from mbfe.errors import ModelError
from mbfe.model import Builder, Model, NamedOutput
from mbfe.model.between import BetweenPoints
from mbfe.model.whole import model_length

__all__ = ["HydraulicDamper"]

DAMPER_PRESSURES = ("pressure_rebound", "pressure_compression")


@dataclass(frozen=True, eq=False)
class HydraulicDamper(BetweenPoints, Fed):
    """Semi-active damper: two chamber pressures as states, a valve current as input, a force as output.

    Parameters
    ----------
    current : block, str, signal, number, curve or callable
        Source of the current of the valve [A]; blocks that are not in the model yet are added with it.
    hydraulics : Hydraulics
        Dimensions of the damper.
    reference_length : float, optional
        Length at which the volumes of ``hydraulics`` are [m]; that of the configuration as drawn when absent.

    Notes
    -----
    Other parameters as for :class:`mbfe.model.between.BetweenPoints`.

    The semi-active damper of Brüls and Arnold (2008): ẋ = f(u, x), force h(u, x) with u = (l, l̇, i) and
    x = (p_reb, p_comp). Oil leaves the rebound chamber through the controlled valve to the reservoir in both
    strokes; check valves refill compression from the reservoir in rebound and rebound from compression in
    compression. Ṗ = β/V (q exp(−P/β) − V̇) for each chamber, with turbulent orifices q = C A √(2Δ/ρ) that
    are laminar near zero, and a polytropic gas. Energies of oil and gas are elastic, all flows dissipate.

    It starts at rest, with both pressures equal to that of the gas. Oil is stiff, with time constants below a
    millisecond: steps of 10 ms resolve the slow part of the pressures, and ``newton_tolerance=1e-5`` is
    sufficient; after a sudden start the pressures oscillate unless the scheme damps states
    (``GeneralizedAlpha(state_radius=0.0)``).

    The step fails when a chamber is empty: limit the stroke by a stop. Cavitation is not modelled: the base
    check valve keeps the compression chamber near the pressure of the gas.

    Results: ``length`` [m], ``rate`` [m/s], ``force`` [N] (tension), ``pressure_rebound``,
    ``pressure_compression``, ``pressure_gas`` [Pa over the atmosphere], ``current`` [A], ``valve_flow``
    [m³/s], ``dissipation`` [W].

    Examples
    --------
    >>> from mbfe import Model, elements
    >>> model = Model()
    >>> wheel = model.add(elements.PointMass("wheel", mass=40.0, position=(0, 0, -0.5)))
    >>> damper = elements.HydraulicDamper("damper", model.ground, wheel, current=0.8)
    >>> model.add(damper).name, sorted(model.items)
    ('damper', ['damper', 'damper current', 'wheel'])
    """

    _: KW_ONLY
    current: Any
    hydraulics: Hydraulics = field(default_factory=Hydraulics)
    reference_length: float | None = None

    output_law = hydraulic_damper
    signals: ClassVar[tuple[NamedOutput, ...]] = (
        NamedOutput("length", "length", None, "distance of the two points", rate="rate"),
        NamedOutput("rate", "rate", None, "rate of the length"),
        NamedOutput("force", "force", None, "force, positive in tension"),
        NamedOutput("pressure_gas", "pressure_gas", None, "pressure of the gas over the atmosphere"),
        NamedOutput("current", "current", None, "current of the valve"),
        NamedOutput("valve_flow", "valve_flow", None, "flow through the controlled valve"),
        NamedOutput("dissipation", "dissipation", None, "power lost in the valves"),
    )

    def validate(self) -> None:
        """Check the numbers."""
        super().validate()
        if self.reference_length is not None:
            positive(self.where, "reference_length", self.reference_length)
        given: Any = self.hydraulics
        if not isinstance(given, Hydraulics):
            raise ModelError(f"{self.where}: hydraulics", shown(given), allowed="elements.Hydraulics")

    def _lengths(self, model: Model) -> tuple[float, float]:
        """Length as drawn and reference length."""
        drawn = self.drawn(model)
        return drawn, drawn if self.reference_length is None else float(self.reference_length)

    def join(self, model: Model) -> None:
        """Check the stroke, add the block of the current, declare the pressures."""
        self.apart(model)
        drawn, reference = self._lengths(model)
        h, x = self.hydraulics, drawn - reference
        longest = h.rebound_volume / (h.compression_area - h.rod_area)
        shortest = h.compression_volume / h.compression_area
        if not -shortest < x < longest or h.gas_volume + h.rod_area * x <= 0.0:
            raise ModelError(
                f"{self.where}: reference_length",
                f"{reference:g} m, and the points are {drawn:g} m apart",
                allowed=f"lengths between {reference - shortest:g} and {reference + longest:g} m",
            )
        self.connect(model)
        start = h.gas_pressure_at(x)
        size = h.bulk_modulus * h.compression_area / h.compression_volume
        facts: dict[str, Any] = {"kind": "state", "values": (start, start), "units": "Pa"}
        model.add_variables(self.name, DAMPER_PRESSURES, scales=size * SPEED_OF_DAMPERS, **facts)

    @property
    def inputs(self) -> Mapping[str, Any]:
        """Its inputs."""
        return {"current": self.current}

    def build(self, builder: Builder) -> None:
        """Give the law points and dimensions."""
        model = builder.model
        nodes, points = self.placed(model)
        own = [model.variable(f"{self.name}.{name}") for name in DAMPER_PRESSURES]
        _, reference = self._lengths(model)
        builder.add(
            self,
            hydraulic_damper,
            nodes,
            variables=[*own, self.feeding_in("A", model)],
            **points,
            size=model_length(model),
            **self.hydraulics.parameters(reference),
        )


SPEED_OF_DAMPERS = 2.0
"""Piston speed [m/s] of the typical rate of the pressures."""
