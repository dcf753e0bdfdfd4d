"""Characteristic sizes of a model, and hints of other units."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.audit.findings import Finding, Kind, Scale, Severity
from mbfe.audit.rows import Gradients
from mbfe.audit.scattered import Scattered, Tangents
from mbfe.audit.spectrum import Spectrum
from mbfe.audit.tolerances import NUMBERS, ROWS
from mbfe.audit.words import listed, place_name
from mbfe.engine.columns import NODE, TWISTS
from mbfe.errors import ModelError
from mbfe.geometry.mass_properties import MassProperties, from_shape

__all__ = ["DENSITIES", "Body", "bodies", "scales_of", "typical_size", "unit_hints"]

DENSITIES = (1.0, 25000.0)
"""Densities from aerogels and foams to gold and tungsten [kg/m³]."""
TONNES = (1e-11, 3e-8)
"""The same in tonnes per cubic millimetre."""
KILOGRAMS = (3e-8, 3e-5)
"""The same in kilograms per cubic millimetre."""
GRAVITIES = {
    (9.5, 10.0): "m/s²",
    (9500.0, 10000.0): "mm/s²",
    (380.0, 390.0): "in/s²",
    (31.9, 32.5): "ft/s²",
    (950.0, 1000.0): "cm/s²",
}


@dataclass(frozen=True, eq=False)
class Body:
    """Mass and size of a node."""

    place: int
    """Row of the motion table."""
    name: str
    mass: float
    """Mass [kg]."""
    inertia: Floats
    """Inertia about the centre of mass, body axes [kg m²], (3, 3)."""
    size: float
    """Distance of its joints from each other, or the extent of its shape [m]; 0 if unknown."""
    volume: float = 0.0
    """Volume of its shape [m³]; 0 if unknown."""
    uniform: MassProperties | None = field(default=None)
    """Those of its shape with the same mass, uniformly distributed."""


def bodies(scattered: Scattered, still: Tangents) -> list[Body]:
    """Nodes with mass that turn, from the mass matrix, and what their shapes say."""
    blocks = scattered.node_blocks(still.M)
    sizes = _joint_sizes(scattered)
    made = []
    for place in np.flatnonzero((scattered.kind == NODE) & scattered.live.any(axis=1)).tolist():
        M = blocks[place]
        mass = float(np.trace(M[:3, :3])) / 3.0
        if mass <= 0.0:
            continue
        c = np.array([M[5, 1], M[3, 2], M[4, 0]]) / mass
        inertia = M[3:, 3:] - mass * (c @ c * np.eye(3) - np.outer(c, c))
        name = place_name(scattered, place)
        item = scattered.model.items.get(name)
        solid = None if item is None else item.as_solid
        size, volume, uniform = float(sizes[place]), 0.0, None
        if solid is not None and solid.shape is not None:
            shape = solid.shape
            size = max(size, float(np.linalg.norm(np.ptp(shape.points, axis=0))))
            try:
                volume = from_shape(shape, density=1.0).mass
                uniform = from_shape(shape, mass=solid.mass)
            except ModelError:  # an open surface, or no mass
                uniform = None
        made.append(Body(place, name, mass, inertia, size, volume, uniform))
    return made


def _joint_sizes(scattered: Scattered) -> Floats:
    """Distance of the joints of each node from each other [m], 0 where there are less than two."""
    sizes = np.zeros(scattered.n_own)
    if not scattered.n_row:
        return sizes
    gradients = Gradients(scattered, scattered.drawn)
    points, owner = gradients.points, scattered.owner
    known = ~np.isnan(points[:, 0]) & (scattered.kind[owner] == NODE)
    low, high = np.full((2, scattered.n_own, 3), np.nan)
    np.fmin.at(low, owner[known], points[known])
    np.fmax.at(high, owner[known], points[known])
    made: Floats = np.nan_to_num(np.linalg.norm(high - low, axis=1))
    made[made < ROWS.smallest_body * scattered.length] = 0.0
    return made


def typical_size(scattered: Scattered, found: list[Body]) -> float:
    """Median size of the bodies [m], that of the model where none is known."""
    known = [body.size for body in found if body.size > 0.0]
    return float(np.median(known)) if known else scattered.length


def scales_of(
    scattered: Scattered, still: Tangents, found: Spectrum | None, step: tuple[float | None, str]
) -> dict[str, Scale]:
    """Characteristic length, mass, stiffness and times."""
    diagonal = still.M.diagonal()
    component = scattered.dofs % 6
    is_node = scattered.kind[scattered.dofs // 6] == NODE
    made = {
        "length": Scale(scattered.length, "m", "diagonal of the box around nodes and joints"),
    }
    mass = float(diagonal[is_node & (component < 3)].sum()) / 3.0
    if mass > 0.0:
        made["mass"] = Scale(mass, "kg", "of all that moves")
    scaled = still.K.diagonal() * scattered.scales() ** 2
    live = scaled > 1e-15 * scaled.max(initial=0.0)
    if live.any():
        made["stiffness"] = Scale(float(np.median(scaled[live])), "N/m", "median of the nodes with stiffness")
    gravity = float(np.linalg.norm(scattered.model.gravity))
    if gravity > 0.0:
        made["fall"] = Scale(float(np.sqrt(scattered.length / gravity)), "s", "√(length / gravity)")
    rates = scattered.motion[scattered.kind == NODE, TWISTS]
    speed = float(np.linalg.norm(rates[:, :3], axis=1).max(initial=0.0))
    spin = float(np.linalg.norm(rates[:, 3:], axis=1).max(initial=0.0))
    if speed > 0.0:
        words = f"length over the largest speed, {speed:.4g} m/s"
        made["travel"] = Scale(scattered.length / speed, "s", words)
    if spin > 0.0:
        made["turn"] = Scale(2.0 * np.pi / spin, "s", f"a turn at the largest rate, {spin:.4g} rad/s")
    if found is not None and found.highest > 0.0:
        what = "that loads or velocities excite" if found.excited else "at all; nothing excites one at first"
        made["longest period"] = Scale(2.0 * np.pi / found.lowest, "s", f"longest one {what}")
        if found.excited:
            made["shortest period"] = Scale(2.0 * np.pi / found.highest, "s", f"shortest one {what}")
    if step[0] is not None:
        made["step"] = Scale(step[0], "s", step[1])
    return made


# ------------------------------------------------------------------ units


def unit_hints(scattered: Scattered, found: list[Body]) -> list[Finding]:
    """What numbers look like in other units than SI; carefully, since nobody can know."""
    gravity = float(np.linalg.norm(scattered.model.gravity))
    unit = next((name for (low, high), name in GRAVITIES.items() if low <= gravity <= high), "")
    findings = []
    density = {body.name: body.mass / body.volume for body in found if body.volume > 0.0}
    odd = {name: value for name, value in density.items() if not DENSITIES[0] <= value <= DENSITIES[1]}
    sizes = [body.mass / body.size**3 for body in found if body.size > 0.0]
    light = bool(sizes) and float(np.median(sizes)) < NUMBERS.light
    millimetres = ""
    if odd:
        typical = float(np.median(list(odd.values())))
        if TONNES[0] <= typical <= TONNES[1]:
            millimetres = "tonnes and millimetres"
        elif KILOGRAMS[0] <= typical <= KILOGRAMS[1]:
            millimetres = "kilograms and millimetres"
    if not density and light and scattered.length > 50.0:
        millimetres = "millimetres"
    if millimetres:
        findings.append(_mixed(scattered, millimetres, unit, gravity))
    elif odd:
        first = next(iter(odd))
        words = (
            f"mass and shape of {listed(list(odd))} make a density of {odd[first]:.3g} kg/m³; materials have "
            "1 to 25000. Look at the units of mass and shape"
        )
        findings.append(
            Finding(Severity.WARNING, Kind.UNITS, tuple(odd), words, {"density [kg/m³]": odd[first]})
        )
    if not millimetres and unit not in ("", "m/s²"):
        words = f"gravity {gravity:.5g} looks like {unit}: then lengths, forces and moments are in such units"
        findings.append(Finding(Severity.NOTE, Kind.UNITS, (), words, {"gravity": gravity}))
    return findings


def _mixed(scattered: Scattered, units: str, unit: str, gravity: float) -> Finding:
    """Hint at millimetres, with what that means for gravity."""
    numbers = {"length": scattered.length, "gravity": gravity}
    looks = f"lengths of {scattered.length:.4g} with these masses look like {units}"
    if unit == "m/s²":
        words = (
            f"{looks}, but gravity {gravity:.5g} like m/s². Then weights and periods are wrong: give lengths "
            "in metres, or gravity as 9810 mm/s² with masses in tonnes (forces then are in N)"
        )
        return Finding(Severity.WARNING, Kind.UNITS, (), words, numbers)
    if units.startswith("kilograms"):
        words = f"{looks}: then forces are in mN and moments in mN mm, unless masses are given in tonnes"
        return Finding(Severity.NOTE, Kind.UNITS, (), words, numbers)
    words = f"{looks}: masses must then be in tonnes for forces in N, gravity in mm/s², stresses in MPa"
    return Finding(Severity.NOTE, Kind.UNITS, (), words, numbers)
