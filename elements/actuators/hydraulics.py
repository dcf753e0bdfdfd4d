"""Oil, valves and gas of a hydraulic damper, and its force at steady speed."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from mbfe.algebra.arrays import Floats
from mbfe.checks import positive
from mbfe.contracts import check_fields
from mbfe.elements.actuators.hydraulic_damper_law import pressure_rates, tension_of
from mbfe.errors import ModelError, SolveError

__all__ = ["Hydraulics"]

HYDRAULICS = "Hydraulics"
STEADY, PRESSURE = 1e-9, 1e6
"""Change of the pressures at which they are steady, as a part of themselves and of this one [Pa]."""
ITERATIONS, GROWTH, SHORTEST_STEP = 400, 1.2, 1e-7
"""Steps to a steady state, growth of the rates that a step may bring, shortest step [s]."""


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
        for each in fields(self):
            positive(
                HYDRAULICS, each.name, getattr(self, each.name), zero=each.name in ("bleed_area", "leak")
            )
        ordered = (
            ("rod_diameter", self.rod_diameter, "piston_diameter", self.piston_diameter),
            ("soft_pressure", self.soft_pressure, "firm_pressure", self.firm_pressure),
            ("exponent 1 and exponent", 1.0, "exponent", self.exponent),
        )
        for name, low, other, high in ordered:
            if not low < high:
                raise ModelError(
                    f"{HYDRAULICS}: {name.split()[0]}", f"{low:g}, {other} {high:g}", allowed="less"
                )

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
            f, J = np.array(found[::6]), np.array([found[3:5], found[9:11]])
            change = np.linalg.solve(np.eye(2) / step - J, f)
            tried = pressures + change
            after = pressure_rates(0.0, rate, *tried.tolist(), current, p)
            steady = np.abs(change).max() <= STEADY * (PRESSURE + np.abs(pressures).max())
            if step > 1.0 and steady:
                at_rest = tension_of((self.gas_pressure, self.gas_pressure), p)
                return float(tension_of(tried + self.gas_pressure, p) - at_rest)
            grows = np.linalg.norm(after[::6]) > GROWTH * np.linalg.norm(f)
            if grows and not steady and step > SHORTEST_STEP:
                step *= 0.25
                continue
            pressures, found, step = tried, after, 2.0 * step
        what = f"no steady pressures at {rate:g} m/s and {current:g} A"
        raise SolveError(f"{HYDRAULICS}.static_force", what, allowed="pressures of liquid oil")
