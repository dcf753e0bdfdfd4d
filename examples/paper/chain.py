"""A chain of two bodies that tumbles in three dimensions: variable steps, and the first steps, in index 3.

The papers show these for test equations, here they are applied to a mechanism. Reference: Newton-Euler
equations of the bodies with unknown reactions, integrated by a method of order 8 to 3e-14.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

import mbfe
from mbfe import elements, joints
from mbfe.examples.paper.convergence import NEWTON, Experiment

__all__ = ["AT_1", "CORRECTIONS", "chain_experiments"]

Floats = NDArray[np.float64]
PIVOT, KNEE = np.array([0.1, -0.2, 0.3]), np.array([0.55, 0.05, 0.45])
AXIS = np.array([0.3, 1.0, 0.2]) / np.linalg.norm([0.3, 1.0, 0.2])
KNEE_AXIS = np.array([0.6, 0.3, 1.0]) / np.linalg.norm([0.6, 0.3, 1.0])
SPIN = 2.5 * AXIS
LOWER_SPIN = SPIN - 6.0 * KNEE_AXIS

AT_1 = {
    "position": [
        [0.022408067959962, 0.005997130441082, 0.236402245854643],
        [-0.112386860978612, 0.201738094093796, -0.072642709687828],
    ],
    "velocity": [
        [0.785641904608022, -0.026695599522809, -1.044984859297999],
        [-0.378608189842931, 1.175037643118632, -1.981302455458567],
    ],
    "acceleration": [
        [8.603341330883087, -3.5556665048458562, 4.873320527904661],
        [34.80727660420048, 58.01368450835938, 13.685625214430297],
    ],
    "reaction": [
        [58.07568932565163, 55.63701999804986, 59.616824950054045],
        [38.28800426462053, 63.81505295919533, 25.84518773587333],
    ],
}
"""Centres of mass [m, m/s, m/s²] of the upper and lower body and forces of pivot and knee [N] at t = 1 s."""


@dataclass(frozen=True)
class Part:
    """A body by its centre of mass, inertia about it in its own frame, attitude and place of its frame."""

    name: str
    mass: float
    inertia: list[list[float]]
    center: list[float]
    turn: list[float]
    origin: list[float]

    @property
    def center_in_body(self) -> Floats:
        """Centre of mass in the frame of the body [m]."""
        away = np.subtract(self.center, self.origin)
        return np.asarray(Rotation.from_rotvec(self.turn).inv().apply(away))


UPPER = Part(
    "upper",
    2.3,
    [[0.031, 0.004, -0.006], [0.004, 0.082, 0.005], [-0.006, 0.005, 0.071]],
    [0.30, -0.10, 0.35],
    [0.4, -0.7, 0.2],
    [0.25, -0.05, 0.31],
)
LOWER = Part(
    "lower",
    1.1,
    [[0.022, -0.003, 0.002], [-0.003, 0.013, 0.004], [0.002, 0.004, 0.028]],
    [0.72, 0.21, 0.40],
    [-0.3, 0.5, 1.1],
    [0.70, 0.15, 0.47],
)
PARTS = (UPPER, LOWER)


def chain_model() -> mbfe.Model:
    """Two bodies on skew hinges, thrown, without symmetry."""
    model = mbfe.Model("tumbling chain", gravity=(0.0, 0.0, -9.81))
    for part, spin in zip(PARTS, (SPIN, LOWER_SPIN), strict=True):
        velocity = np.cross(SPIN, np.subtract(part.origin, PIVOT))
        if part is LOWER:
            velocity = np.cross(SPIN, KNEE - PIVOT) + np.cross(spin, np.subtract(part.origin, KNEE))
        model.add(
            elements.RigidBody(
                part.name,
                position=part.origin,
                orientation=Rotation.from_rotvec(part.turn),
                mass=part.mass,
                inertia=part.inertia,
                center_of_mass=part.center_in_body,
                velocity=velocity,
                angular_velocity=spin,
            )
        )
    model.add(joints.Revolute("pivot", model.ground, "upper", position=PIVOT, axis=AXIS))
    model.add(joints.Revolute("knee", "upper", "lower", position=KNEE, axis=KNEE_AXIS))
    return model


def values_of(run: mbfe.Run, row: int = -1) -> dict[str, Floats]:
    """Motion of the centres of mass and forces of the hinges at a recorded row, world frame."""
    bodies = [(run[part.name], part.center_in_body) for part in PARTS]
    return {
        "position": np.array([body.position_at(center).values[row] for body, center in bodies]),
        "velocity": np.array([body.velocity_at(center).values[row] for body, center in bodies]),
        "acceleration": np.array([body.acceleration_at(center).values[row] for body, center in bodies]),
        "reaction": np.array(
            [run[pin].reaction.in_frame("world").force.values[row] for pin in ("pivot", "knee")]
        ),
    }


def errors_of_chain(run: mbfe.Run, alpha: float, last: float) -> dict[str, float]:
    """Errors at t = 1 s."""
    found = values_of(run)
    return {name: float(np.linalg.norm(found[name] - np.array(AT_1[name]))) for name in AT_1}


def errors_of_first_steps(run: mbfe.Run, alpha: float, last: float) -> dict[str, float]:
    """Errors after the first steps, against a run with steps 16 times smaller."""
    end = float(run.time[-1])
    fine = mbfe.solve_dynamic(
        chain_model(),
        duration=end,
        step=last / 16.0,
        scheme=mbfe.GeneralizedAlpha(spectral_radius=0.8),
        output_times=[end],
        newton_tolerance=NEWTON,
        progress=False,
    )
    found, exact = values_of(run), values_of(fine)
    return {name: float(np.linalg.norm(found[name] - exact[name])) for name in ("acceleration", "reaction")}


CORRECTIONS = {
    "none": (" (no correction)", "none", False),
    "gamma": (" (γ updated)", "gamma", False),
    "extrapolated": (" (eq. 15)", "extrapolate", False),
    "rescaled": (" (eq. 15, defect rescaled)", "extrapolate", True),
}
"""What happens when the step changes: words, choice and rescaling."""


def chain_experiments() -> list[Experiment]:
    """Steps of h/3 and 2h/3 with four corrections, and the third step with two starts."""
    made = []
    for name, (words, change, rescale) in CORRECTIONS.items():
        scheme = mbfe.GeneralizedAlpha(spectral_radius=0.5, step_change=change, rescale=rescale)
        in_motion, in_forces = 1 if name == "none" else 2, 2 if rescale else 1
        orders = {"position": in_motion, "velocity": in_motion}
        orders |= {"acceleration": in_forces, "reaction": in_forces}
        made.append(
            Experiment(
                f"chain-steps-{name}",
                f"tumbling chain{words}",
                chain_model,
                scheme,
                1.0,
                (1024, 2048, 4096),
                errors_of_chain,
                orders,
                (1.0 / 3.0, 2.0 / 3.0),
            )
        )
    for start, order in (("acceleration", 1), ("second_order", 2)):
        made.append(
            Experiment(
                f"chain-start-{start}",
                f"tumbling chain, third step ({start})",
                chain_model,
                mbfe.GeneralizedAlpha(spectral_radius=0.8, start=start),
                1.0,
                (256, 512, 1024),
                errors_of_first_steps,
                {"acceleration": order, "reaction": order},
                first=3,
            )
        )
    return made
