"""Hydraulic cylinder with a proportional valve between two points of two bodies."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from mbfe.checks import finite_vector, positive
from mbfe.contracts import check_fields
from mbfe.elements.actuators.actuator import FedStrut
from mbfe.elements.actuators.hydraulic_cylinder_law import hydraulic_cylinder
from mbfe.elements.actuators.hydraulic_damper import check_less, check_positive
from mbfe.errors import ModelError
from mbfe.model import Model, NamedOutput
from mbfe.model.whole import model_length

__all__ = ["CylinderSize", "HydraulicCylinder"]

ROUNDING = 0.01
"""Part of the full opening over which an edge opens smoothly."""
SPEED_OF_CYLINDERS = 1.0
"""Piston speed [m/s] of the typical rate of the pressures."""


@dataclass(frozen=True, kw_only=True)
class CylinderSize:
    """Dimensions of a hydraulic cylinder, its oil and its 4/3-way proportional valve.

    Parameters
    ----------
    piston_diameter, rod_diameter : float
        Diameters [m].
    through_rod : bool
        Whether the rod passes through both chambers (a symmetric cylinder) or chamber b only.
    stroke : float
        Displacement of the piston from one end to the other [m].
    dead_volume_a, dead_volume_b : float
        Oil of chamber and line with the piston at its end [m³].
    bulk_modulus : float
        Effective bulk modulus of the oil, with entrained air and elastic lines [Pa].
    leak : float
        Leakage across the piston [m³/(s Pa)].
    supply_pressure, tank_pressure : float
        Pressures over the atmosphere [Pa].
    nominal_flow, nominal_drop : float
        Flow of one fully open edge [m³/s] at this pressure difference of the edge [Pa].
    laminar : float
        Pressure difference below which the edges are laminar [Pa].
    overlap : float
        Part of the spool's stroke in which the edges are closed; negative for an underlap, all open in the
        centre.
    relief_pressure : float, optional
        Pressure at which relief valves of both chambers open to the tank [Pa]; none when absent.
    relief_gradient, refill_gradient : float
        Flow of the relief valves beyond their pressure, and of the check valves that refill a chamber below
        the pressure of the tank [m³/(s Pa)].
    knee : float
        Pressure in which these valves begin to open [Pa].
    stop_stiffness : float
        Stiffness of the ends of the stroke [N/m].

    Examples
    --------
    >>> from mbfe.elements import CylinderSize
    >>> size = CylinderSize(piston_diameter=0.05, rod_diameter=0.036, stroke=0.4)
    >>> round(size.area_a / size.area_b, 2)
    2.08
    """

    piston_diameter: float
    rod_diameter: float
    stroke: float
    through_rod: bool = False
    dead_volume_a: float = 1e-4
    dead_volume_b: float = 1e-4
    bulk_modulus: float = 1.4e9
    leak: float = 0.0
    supply_pressure: float = 100e5
    tank_pressure: float = 0.0
    nominal_flow: float = 40.0 / 60e3
    nominal_drop: float = 35e5
    laminar: float = 1e4
    overlap: float = 0.0
    relief_pressure: float | None = None
    relief_gradient: float = 1e-9
    refill_gradient: float = 1e-8
    knee: float = 1e5
    stop_stiffness: float = 1e8

    def __post_init__(self) -> None:
        check_fields(self)
        zero = ("leak", "tank_pressure", "relief_gradient", "refill_gradient")
        check_positive(self, zero=zero, signed=("through_rod", "overlap"))
        if not -1.0 < self.overlap < 1.0:
            raise ModelError("CylinderSize: overlap", f"{self.overlap:g}", allowed="a part between −1 and 1")
        relief = self.supply_pressure if self.relief_pressure is None else self.relief_pressure
        check_less(self, "rod_diameter", self.rod_diameter, "piston_diameter", self.piston_diameter)
        check_less(self, "tank_pressure", self.tank_pressure, "supply_pressure", self.supply_pressure)
        check_less(self, "tank_pressure", self.tank_pressure, "relief_pressure", relief)

    @property
    def area_a(self) -> float:
        """Piston area of chamber a [m²]."""
        bore = 0.25 * math.pi * self.piston_diameter**2
        return self.area_b if self.through_rod else bore

    @property
    def area_b(self) -> float:
        """Annular area of chamber b [m²]."""
        return 0.25 * math.pi * (self.piston_diameter**2 - self.rod_diameter**2)

    def parameters(self) -> dict[str, Any]:
        """Parameters of the law."""
        same = (
            "stroke bulk_modulus leak stop_stiffness laminar overlap supply_pressure tank_pressure "
            "relief_gradient refill_gradient knee"
        )
        numbers = {name: float(getattr(self, name)) for name in same.split()}
        relief = self.relief_pressure
        if relief is None:
            numbers["relief_gradient"] = 0.0
        return numbers | {
            "push_area": self.area_a,
            "pull_area": self.area_b,
            "push_dead": float(self.dead_volume_a),
            "pull_dead": float(self.dead_volume_b),
            "edge": self.nominal_flow / math.sqrt(self.nominal_drop),
            "rounding": ROUNDING,
            "relief_pressure": self.supply_pressure if relief is None else float(relief),
        }


@dataclass(frozen=True, eq=False)
class HydraulicCylinder(FedStrut):
    """Cylinder with a proportional valve: chamber pressures as states, the spool as input, a force as output.

    Parameters
    ----------
    spool : block, str, signal, number, curve or callable
        Source of the place of the spool, −1 to 1 [1]: positive extends. Beyond ±1 the valve is fully open.
    size : CylinderSize
        Dimensions.
    retracted_length : float
        Distance of the points with the piston at the end of chamber a [m].
    start_pressures : (2,) array_like, optional
        Pressures of chambers a and b at the start [Pa]; that of the tank when absent.

    Notes
    -----
    Other parameters as for :class:`mbfe.model.between.BetweenPoints`.

    Ṗ = β/V (q exp(−P/β) − V̇) with V_a = D_a + A_a s, V_b = D_b + A_b (S − s), s the displacement of the
    piston. The edges of the valve have the flow k Δ/(Δ² + Δ₀²)^¼ times their opening, k = Q_n/√Δp_n, from the
    supply to a and from b to the tank for a positive spool, reversed for a negative one (Merritt 1967, ch. 5
    and 6). Flows are volumes at zero pressure; the energy balance is exact.

    A closed valve encloses a mass of oil, so its pressures are not determined in statics. Start a motion with
    ``start_pressures`` that carry the load.

    Results: ``length`` [m], ``rate`` [m/s], ``force`` [N] (positive in compression), ``pressure_a``,
    ``pressure_b`` [Pa over the atmosphere], ``spool``, ``flow_a``, ``flow_b`` [m³/s] into the chambers by
    valves, ``supply_power`` [W] of supply and tank, ``dissipation`` [W].

    Examples
    --------
    >>> from mbfe import Model, elements
    >>> model = Model()
    >>> load = model.add(elements.PointMass("load", mass=40.0, position=(0, 0, 0.7)))
    >>> size = elements.CylinderSize(piston_diameter=0.05, rod_diameter=0.036, stroke=0.4)
    >>> facts = dict(spool=0.2, size=size, retracted_length=0.5)
    >>> model.add(elements.HydraulicCylinder("jack", model.ground, load, **facts)).name
    'jack'
    """

    _: KW_ONLY
    spool: Any
    size: CylinderSize
    retracted_length: float
    start_pressures: ArrayLike | None = None

    fed: ClassVar[tuple[str, ...]] = ("spool",)
    output_law = hydraulic_cylinder
    unit_of_input: ClassVar[str] = "1"
    own_states: ClassVar[tuple[str, ...]] = ("pressure_a", "pressure_b")
    signals: ClassVar[tuple[NamedOutput, ...]] = (
        NamedOutput("length", "length", None, "distance of the two points", rate="rate"),
        NamedOutput("rate", "rate", None, "rate of the length"),
        NamedOutput("force", "force", None, "force, positive in compression"),
        NamedOutput("spool", "spool", None, "place of the spool"),
        NamedOutput("flow_a", "flow_a", None, "flow into chamber a through valves"),
        NamedOutput("flow_b", "flow_b", None, "flow into chamber b through valves"),
        NamedOutput("supply_power", "supply_power", None, "power from supply and tank"),
        NamedOutput("dissipation", "dissipation", None, "power lost in valves and past the piston"),
    )

    def validate(self) -> None:
        """Check the numbers."""
        super().validate()
        positive(self.where, "retracted_length", self.retracted_length)
        if self.start_pressures is not None:
            finite_vector(self.where, "start_pressures", self.start_pressures, size=2)

    def join(self, model: Model) -> None:
        """Check the stroke, add the block of the spool, declare the pressures."""
        drawn = self.drawn(model)
        shortest, longest = self.retracted_length, self.retracted_length + self.size.stroke
        slack = 1e-9 * longest
        if not shortest - slack <= drawn <= longest + slack:
            raise ModelError(
                f"{self.where}: retracted_length",
                f"{shortest:g} m, and the points are {drawn:g} m apart",
                allowed=f"points between {shortest:g} and {longest:g} m apart",
            )
        self.connect(model)
        tank = self.size.tank_pressure
        given = (tank, tank) if self.start_pressures is None else self.start_pressures
        start = tuple(float(value) for value in np.asarray(given, dtype=float))
        volume = self.size.dead_volume_a + self.size.area_a * self.size.stroke
        typical = self.size.bulk_modulus * self.size.area_a / volume * SPEED_OF_CYLINDERS
        facts: dict[str, Any] = {"kind": "state", "values": start, "units": "Pa"}
        model.add_variables(self.name, self.own_states, scales=typical, **facts)

    def numbers(self, model: Model) -> Mapping[str, Any]:
        """Dimensions."""
        own = {"size": model_length(model), "retracted_length": float(self.retracted_length)}
        return own | self.size.parameters()
