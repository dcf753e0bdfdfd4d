"""Plane mechanisms of the tests, drawn closed or as rough sketches, and their closed forms."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

import mbfe
from mbfe import elements, joints

Floats = NDArray[np.float64]
Z = (0.0, 0.0, 1.0)
CRANK, COUPLER, ROCKER, BASE = 1.0, 3.0, 2.5, 3.5
"""A crank-rocker by Grashof: 1 + 3.5 < 3 + 2.5."""
R, L = 0.2, 0.5
"""Crank and rod of the slider-crank [m]."""


def turned(angle: float) -> Floats:
    """Unit vector in the plane."""
    return np.array([np.cos(angle), np.sin(angle), 0.0])


def angle_of(vector: Floats) -> float:
    """Its angle."""
    return float(np.arctan2(vector[1], vector[0]))


def four_bar(
    crank: float = CRANK,
    coupler: float = COUPLER,
    rocker: float = ROCKER,
    base: float = BASE,
    *,
    angle: float = np.pi / 2,
    unit: float = 1.0,
) -> mbfe.Model:
    """Four-bar on massless bodies with its crank at an angle; origins at the first joint of each bar."""
    model = mbfe.Model("four-bar")
    a, d = np.zeros(3), np.array([base, 0.0, 0.0])
    b = crank * turned(angle)
    across = d - b
    far = float(np.linalg.norm(across))
    lift = np.arccos((coupler**2 + far**2 - rocker**2) / (2.0 * coupler * far))
    c = b + coupler * turned(angle_of(across) + lift)
    for name, start, end in (("crank", a, b), ("coupler", b, c), ("rocker", d, c)):
        turn = (0.0, 0.0, angle_of(end - start))
        model.add(elements.MasslessBody(name, position=unit * start, orientation=turn))
    for name, first, second, place in (
        ("A", "ground", "crank", a),
        ("B", "crank", "coupler", b),
        ("C", "coupler", "rocker", c),
        ("D", "ground", "rocker", d),
    ):
        model.add(joints.Revolute(name, first, second, position=unit * place, axis=Z))
    return model


def slider_crank(angle: float, *, masses: bool = False, gravity: float = 0.0) -> mbfe.Model:
    """Slider-crank with its crank at an angle; masses of 1, 0.8 and 0.5 kg, bodies uniform rods."""
    model = mbfe.Model("slider-crank", gravity=(0.0, -gravity, 0.0))
    b = R * turned(angle)
    c = np.array([piston(angle)[0], 0.0, 0.0])
    for name, start, end, mass in (("crank", np.zeros(3), b, 1.0), ("rod", b, c, 0.8)):
        turn = (0.0, 0.0, angle_of(end - start))
        length = float(np.linalg.norm(end - start))
        moment = mass * length**2 / 12.0
        body: Any = elements.MasslessBody(name, position=start, orientation=turn)
        if masses:
            body = elements.RigidBody(
                name, position=start, orientation=turn, mass=mass,
                inertia=(1e-4 * moment, moment, moment), center_of_mass=(0.5 * length, 0, 0),
            )  # fmt: skip
        model.add(body)
    slider: Any = elements.MasslessBody("piston", position=c)
    if masses:
        slider = elements.RigidBody("piston", position=c, mass=0.5, inertia=(1e-4,) * 3)
    model.add(slider)
    model.add(joints.Revolute("main", "ground", "crank", position=(0, 0, 0), axis=Z))
    model.add(joints.Revolute("big end", "crank", "rod", position=b, axis=Z))
    model.add(joints.Revolute("small end", "rod", "piston", position=c, axis=Z))
    model.add(joints.Prismatic("guide", "ground", "piston", position=c, axis=(1, 0, 0)))
    return model


def piston(angle: Any) -> tuple[Any, Any, Any]:
    """Place of the piston and its derivatives with the crank's angle: x = r cos φ + √(l² − r² sin² φ)."""
    s, c = np.sin(angle), np.cos(angle)
    q = np.sqrt(L**2 - (R * s) ** 2)
    first = -R * s - R**2 * s * c / q
    second = -R * c - R**2 * (c**2 - s**2) / q - (R**2 * s * c) ** 2 / q**3
    return R * c + q, first, second


def crank_torque(angle: Floats, rate: Floats, accel: Floats, gravity: float) -> Floats:
    """Torque on the crank by Lagrange's equation, J φ″ + ½ J′ φ′² + V′ = T, with energies in closed form.

    2T/φ′² = J = J_crank + m_rod |v_c|² + I_rod β′² + m x′², sin β = r sin φ / l, all derivatives with φ; J′
    by differences of sixth order, which are exact to round-off here.
    """

    def moment(phi: Floats) -> Floats:
        beta = np.arcsin(R * np.sin(phi) / L)
        dbeta = R * np.cos(phi) / (L * np.cos(beta))
        vx = -R * np.sin(phi) - 0.5 * L * np.sin(beta) * dbeta
        vy = R * np.cos(phi) - 0.5 * L * np.cos(beta) * dbeta
        rod = 0.8 * (vx**2 + vy**2) + 0.8 * L**2 / 12.0 * dbeta**2
        return 1.0 * R**2 / 3.0 + rod + 0.5 * piston(phi)[1] ** 2

    h = 1e-2
    slope = sum(
        w * (moment(angle + k * h) - moment(angle - k * h))
        for k, w in ((1, 4 / 5), (2, -1 / 5), (3, 4 / 105), (4, -1 / 280))
    )
    height = (1.0 * 0.5 * R + 0.8 * 0.5 * R) * np.cos(angle)  # d/dφ of Σ m y
    return moment(angle) * accel + 0.5 * slope / h * rate**2 + gravity * height
