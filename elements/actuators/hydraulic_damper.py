"""Semi-active hydraulic damper between two points: oil, valves and gas, steady forces, the element."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import KW_ONLY, dataclass, field, fields
from types import SimpleNamespace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from mbfe.algebra.arrays import Floats
from mbfe.checks import positive
from mbfe.contracts import check_fields
from mbfe.elements.actuators.actuator import FedStrut
from mbfe.elements.actuators.hydraulic_damper_law import hydraulic_damper, pressure_rates, tension_of
from mbfe.errors import ModelError, SolveError
from mbfe.model import Model, NamedOutput
from mbfe.model.whole import model_length

__all__ = ["HydraulicDamper", "Hydraulics", "check_less", "check_positive"]

SPEED_OF_DAMPERS = 2.0
"""Piston speed [m/s] of the typical rate of the pressures."""
STEADY, PRESSURE = 1e-9, 1e6
"""Change of the pressures at which they are steady, as a part of themselves and of this one [Pa]."""
ITERATIONS, GROWTH, SHORTEST_STEP = 400, 1.2, 1e-7
"""Steps to a steady state, growth of the rates that a step may bring, shortest step [s]."""


def check_positive(made: Any, *, zero: Collection[str], signed: Collection[str] = ()) -> None:
    """Check that the numbers of a dataclass are positive; some may be ``zero``, ``signed`` or None."""
    for each in fields(made):
        value = getattr(made, each.name)
        if value is not None and each.name not in signed:
            positive(type(made).__name__, each.name, value, zero=each.name in zero)


def check_less(made: Any, name: str, low: float, other: str, high: float) -> None:
    """Refuse a number that is not less than another one."""
    if not low < high:
        raise ModelError(f"{type(made).__name__}: {name}", f"{low:g}, {other} {high:g}", allowed="less")


@dataclass(frozen=True, kw_only=True)
class Hydraulics:
    """Dimensions of a semi-active damper with check valves in piston and base and one controlled valve.

    Parameters
    ----------
    piston_diameter, rod_diameter : float
        Diameters [m].
    compression_volume, rebound_volume : float
        Oil in the two chambers at the reference length [m³].
    bulk_modulus, density : float
        Of the oil, with the air in it [Pa], [kg/m³].
    discharge : float
        Discharge coefficient of all orifices.
    bleed_area : float
        Permanently open orifice of the controlled valve [m²].
    valve_gradient : float
        Flow of its poppet for each pascal beyond its opening pressure [m³/(s Pa)].
    soft_pressure, firm_pressure : float
        Opening pressures without current and at ``firm_current`` [Pa].
    firm_current : float
        Current of the firmest setting [A]; currents are limited to the range from 0 to this one.
    clamp : float
        Part of the range in which these two limits are rounded.
    knee, laminar : float
        Pressures in which the opening of the poppet is rounded, and below which orifices are laminar [Pa].
    piston_check_area, base_check_area : float
        Orifices of the check valves [m²].
    check_pressure : float
        Pressure at which they are half open [Pa].
    leak : float
        Leakage across the piston [m³/(s Pa)].
    gas_pressure : float
        Pressure at the reference length, over the atmosphere [Pa].
    gas_volume : float
        Gas in the reservoir at the reference length [m³].
    exponent : float
        Polytropic exponent of the gas, above 1.
    atmosphere : float
        Pressure of the atmosphere [Pa].

    Notes
    -----
    Defaults are those of a damper of a large passenger car: about 0.5 and 2.8 kN in rebound, 0.3 and 1.5 kN
    in compression at 0.5 m/s, without current and at 1.6 A.

    Examples
    --------
    >>> from mbfe.elements import Hydraulics
    >>> soft, firm = Hydraulics().static_force(0.5, [0.0, 1.6])
    >>> bool(0.0 < soft < 600.0 and firm > 2000.0)
    True
    """

    piston_diameter: float = 0.036
    rod_diameter: float = 0.022
    compression_volume: float = 1.6e-4
    rebound_volume: float = 1.0e-4
    bulk_modulus: float = 1.0e9
    density: float = 860.0
    discharge: float = 0.7
    bleed_area: float = 3.0e-6
    valve_gradient: float = 1.0e-9
    soft_pressure: float = 1.0e5
    firm_pressure: float = 4.0e6
    firm_current: float = 1.6
    clamp: float = 0.02
    knee: float = 1.0e5
    laminar: float = 1.0e5
    piston_check_area: float = 5.0e-5
    base_check_area: float = 5.0e-5
    check_pressure: float = 2.0e5
    leak: float = 1.0e-13
    gas_pressure: float = 5.0e5
    gas_volume: float = 2.5e-4
    exponent: float = 1.3
    atmosphere: float = 101325.0

    def __post_init__(self) -> None:
        check_fields(self)
        check_positive(self, zero=("bleed_area", "leak"))
        check_less(self, "rod_diameter", self.rod_diameter, "piston_diameter", self.piston_diameter)
        check_less(self, "soft_pressure", self.soft_pressure, "firm_pressure", self.firm_pressure)
        check_less(self, "exponent", 1.0, "exponent", self.exponent)

    @property
    def compression_area(self) -> float:
        """Area of the bore [m²]."""
        return 0.25 * math.pi * self.piston_diameter**2

    @property
    def rod_area(self) -> float:
        """Section of the rod [m²]."""
        return 0.25 * math.pi * self.rod_diameter**2

    def parameters(self, length: float) -> dict[str, Any]:
        """Parameters of the law, for a reference length [m]."""
        flow = self.discharge * math.sqrt(2.0 / self.density)
        same = (
            "compression_volume rebound_volume bulk_modulus check_pressure leak gas_volume exponent "
            "valve_gradient soft_pressure firm_pressure firm_current clamp knee laminar"
        )
        numbers = {name: float(getattr(self, name)) for name in same.split()}
        return numbers | {
            "compression_area": self.compression_area,
            "rebound_area": self.compression_area - self.rod_area,
            "reference_length": length,
            "piston_check": flow * self.piston_check_area,
            "base_check": flow * self.base_check_area,
            "valve_area": flow * self.bleed_area,
            "gas_pressure": self.gas_pressure + self.atmosphere,
            "gas_over_atmosphere": self.gas_pressure,
        }

    def gas_pressure_at(self, extension: float) -> float:
        """Gas pressure at rest [Pa over the atmosphere], for an extension beyond the reference length [m]."""
        volume = self.gas_volume + self.rod_area * extension
        absolute = self.gas_pressure + self.atmosphere
        return absolute * (self.gas_volume / volume) ** self.exponent - self.atmosphere

    def static_force(self, rate: ArrayLike, current: ArrayLike) -> Floats:
        """Tension at a steady rate, as the damper passes its reference length.

        Parameters
        ----------
        rate : array_like
            Rates of the length [m/s], positive in rebound.
        current : array_like
            Currents of the valve [A]; broadcast with the rates.

        Returns
        -------
        array
            Tension less that of the resting damper [N].
        """
        found = np.vectorize(self._steady_force, otypes=[float])(rate, current)
        return np.asarray(found)

    def _steady_force(self, rate: float, current: float) -> float:
        """Pressures at which Ṗ = 0, by implicit Euler steps that grow while Ṗ falls, then their force."""
        p = SimpleNamespace(**self.parameters(0.0))
        pressures, step = np.zeros(2), 1e-5
        found = pressure_rates(0.0, rate, 0.0, 0.0, current, p)
        for _ in range(ITERATIONS):
            f = np.array([one.value for one in found])
            J = np.array([[one.by_first, one.by_second] for one in found])
            change = np.linalg.solve(np.eye(2) / step - J, f)
            tried = pressures + change
            after = pressure_rates(0.0, rate, *tried.tolist(), current, p)
            steady = np.abs(change).max() <= STEADY * (PRESSURE + np.abs(pressures).max())
            if step > 1.0 and steady:
                at_rest = tension_of((self.gas_pressure, self.gas_pressure), p)
                return float(tension_of(tried + self.gas_pressure, p) - at_rest)
            grows = np.linalg.norm([one.value for one in after]) > GROWTH * np.linalg.norm(f)
            if grows and not steady and step > SHORTEST_STEP:
                step *= 0.25
                continue
            pressures, found, step = tried, after, 2.0 * step
        what = f"no steady pressures at {rate:g} m/s and {current:g} A"
        raise SolveError("Hydraulics.static_force", what, allowed="pressures of liquid oil")


@dataclass(frozen=True, eq=False)
class HydraulicDamper(FedStrut):
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

    fed: ClassVar[tuple[str, ...]] = ("current",)
    output_law = hydraulic_damper
    unit_of_input: ClassVar[str] = "A"
    own_states: ClassVar[tuple[str, ...]] = ("pressure_rebound", "pressure_compression")
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
        model.add_variables(self.name, self.own_states, scales=size * SPEED_OF_DAMPERS, **facts)

    def numbers(self, model: Model) -> Mapping[str, Any]:
        """Dimensions."""
        _, reference = self._lengths(model)
        return {"size": model_length(model)} | self.hydraulics.parameters(reference)
