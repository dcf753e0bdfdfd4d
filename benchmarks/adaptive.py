"""What automatic steps cost and save, ``python -m benchmarks.adaptive``.

Cost: seconds of the time loop by accepted steps under ``step="auto"``, over the same with as many fixed
steps, both taking turns in one run. Steps: how many fixed steps have the final error of the automatic ones,
on the double pendulum with a stiff bushing, against a reference that mbfe has no part in.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from scipy.integrate import solve_ivp

import mbfe
from benchmarks.chains.mbfe_side import Case, Setting
from benchmarks.chains.problems import chain
from benchmarks.command import Command, Table, say, versions, write_json
from benchmarks.matching import match_steps
from mbfe import elements, joints
from mbfe.algebra.rotations import quat_from_axis_angle

__all__ = ["CASES", "Arm", "main", "measure_cost", "measure_steps"]


@dataclass(frozen=True)
class Arm:
    """Two rods that swing in the vertical plane from rest, their elbow a hinge or a stiff bushing.

    Attributes
    ----------
    lengths, masses : tuple of float
        Of the upper and the lower rod [m, kg]; uniform and thin.
    angles : tuple of float
        From the hanging position at the start [rad].
    stiffness, damping : float
        Of the bushing along all axes [N/m, N s/m]; a hinge when zero.
    gravity : float
        Acceleration of gravity [m/s²].
    """

    lengths: tuple[float, float] = (0.5, 0.4)
    masses: tuple[float, float] = (1.0, 0.7)
    angles: tuple[float, float] = (1.9, 1.0)
    stiffness: float = 0.0
    damping: float = 0.0
    gravity: float = 9.81

    def model(self) -> mbfe.Model:
        """Return the arm as bodies, a revolute joint and a bushing or a second joint."""
        model = mbfe.Model("arm", gravity=(0, 0, -self.gravity))
        top, rods = np.zeros(3), []
        for name, length, mass, angle in zip(
            ("upper", "lower"), self.lengths, self.masses, self.angles, strict=True
        ):
            along = np.array([np.sin(angle), 0.0, -np.cos(angle)])
            across = mass * length**2 / 12
            # the body's z axis points up the rod
            turned = quat_from_axis_angle((0, 1, 0), -angle)
            body = elements.RigidBody(
                name,
                position=tuple(top + along * length / 2),
                orientation=turned,
                mass=mass,
                inertia=(across, across, 1e-3 * across),
            )
            rods.append(model.add(body))
            top = top + along * length
        elbow = np.array([np.sin(self.angles[0]), 0.0, -np.cos(self.angles[0])]) * self.lengths[0]
        model.add(joints.Revolute("shoulder", model.ground, rods[0], position=(0, 0, 0), axis=(0, -1, 0)))
        if self.stiffness:
            model.add(
                elements.Bushing(
                    "elbow",
                    *rods,
                    position=tuple(elbow),
                    stiffness=(self.stiffness, 0.0),
                    damping=(self.damping, 0.0),
                )
            )
        else:
            model.add(joints.Revolute("elbow", *rods, position=tuple(elbow), axis=(0, -1, 0)))
        return model

    def tip(self, run: mbfe.Run) -> np.ndarray:
        """Return where the end of the lower rod is at the end of a run [m], shape (3,)."""
        return np.asarray(run["lower"].position_at((0, 0, -self.lengths[1] / 2)))[-1]


@lru_cache
def flexible_tip(arm: Arm, duration: float) -> np.ndarray:
    """Return the reference of the arm with a bushing, integrated by DOP853 in planar coordinates.

    Parameters
    ----------
    arm : Arm
        The arm; its stiffness is not zero.
    duration : float
        Time [s].

    Returns
    -------
    ndarray, shape (3,)
        Position of the end of the lower rod [m].

    Notes
    -----
    Unknowns: the angle φ of the upper rod, centre (x, z) and angle θ of the lower one. The strain is u =
    R(φ)ᵀ(b − a), a and b the ends that meet; force on the lower rod at b: −R(K u + C u̇); its reaction on
    the upper rod acts at b too, since that does the same work.
    """
    (upper, lower), (m1, m2) = arm.lengths, arm.masses
    J1, J2 = m1 * upper**2 / 3, m2 * lower**2 / 12

    def slope(_: float, state: np.ndarray) -> list[float]:
        phi, x, z, theta, phi_t, x_t, z_t, theta_t = state.tolist()
        s, c, s2, c2 = np.sin(phi), np.cos(phi), np.sin(theta), np.cos(theta)
        bx, bz = x - s2 * lower / 2, z + c2 * lower / 2
        ux, uz = bx - s * upper, bz + c * upper
        bx_t, bz_t = x_t - c2 * theta_t * lower / 2, z_t - s2 * theta_t * lower / 2
        # R u̇ = relative velocity − φ̇ × u, with φ turning x towards z
        wx = bx_t - c * upper * phi_t + phi_t * uz
        wz = bz_t - s * upper * phi_t - phi_t * ux
        fx, fz = -arm.stiffness * ux - arm.damping * wx, -arm.stiffness * uz - arm.damping * wz
        turn1 = -(bx * fz - bz * fx) - m1 * arm.gravity * s * upper / 2
        turn2 = (-s2 * lower / 2) * fz - (c2 * lower / 2) * fx
        return [phi_t, x_t, z_t, theta_t, turn1 / J1, fx / m2, fz / m2 - arm.gravity, turn2 / J2]

    phi, theta = arm.angles
    x = upper * np.sin(phi) + lower / 2 * np.sin(theta)
    z = -upper * np.cos(phi) - lower / 2 * np.cos(theta)
    start = [phi, x, z, theta, 0.0, 0.0, 0.0, 0.0]
    found = solve_ivp(slope, (0.0, duration), start, method="DOP853", rtol=1e-11, atol=1e-13)
    _, x, z, theta = found.y[:4, -1]
    return np.array([x + lower / 2 * np.sin(theta), 0.0, z - lower / 2 * np.cos(theta)])


STIFF = Arm(stiffness=1e7, damping=300.0)


def _falling_chain() -> mbfe.Model:
    return Case(chain("spherical", 20), Setting()).model


@dataclass(frozen=True)
class AdaptiveCase:
    """A model, its duration and the tolerance of automatic steps.

    Attributes
    ----------
    build : callable
        Makes the model.
    duration : float
        Simulated time [s].
    tolerance : float
        Error tolerance of automatic steps.
    """

    build: Callable[[], mbfe.Model]
    duration: float
    tolerance: float


CASES: dict[str, AdaptiveCase] = {
    "double pendulum": AdaptiveCase(Arm().model, 5.0, 1e-5),
    "chain of 20": AdaptiveCase(_falling_chain, 0.3, 1e-5),
    "double pendulum, stiff bushing": AdaptiveCase(STIFF.model, 2.0, 1e-5),
}
"""The cost is measured on these."""


def measure_cost(case: AdaptiveCase, *, rounds: int) -> dict:
    """Time automatic steps and as many fixed ones, turn and turn about; ``cost`` is the ratio of times."""
    model = case.build()
    auto = _run(model, case, "auto")
    steps = int(auto.report["steps"])
    fixed = _run(model, case, case.duration / steps)
    seconds: dict[str, list[float]] = {"auto": [], "fixed": []}
    for _ in range(rounds):
        seconds["auto"].append(_run(model, case, "auto").seconds)
        seconds["fixed"].append(_run(model, case, case.duration / steps).seconds)
    row = {"tolerance": case.tolerance, "steps": steps, "rejected": int(auto.report["rejected"])}
    for name, run in (("auto", auto), ("fixed", fixed)):
        count = int(run.report["steps"])
        row[f"{name}_microseconds_a_step"] = 1e6 * statistics.median(seconds[name]) / count
        row[f"{name}_iterations_a_step"] = run.report["iterations"] / count
        row[f"{name}_factorisations_a_step"] = run.report["factorisations"] / count
    row["cost"] = row["auto_microseconds_a_step"] / row["fixed_microseconds_a_step"]
    return row


def measure_steps(tolerance: float, *, duration: float = 2.0) -> dict:
    """Compare the steps of the arm with the stiff bushing, automatic and fixed, at the same final error [m].

    ``fixed`` is None when no number of fixed steps has that error.
    """
    model, exact = STIFF.model(), flexible_tip(STIFF, duration)
    case = AdaptiveCase(STIFF.model, duration, tolerance)

    def away(run: mbfe.Run) -> float:
        return float(np.linalg.norm(STIFF.tip(run) - exact))

    auto = _run(model, case, "auto")
    error, accepted = away(auto), int(auto.report["steps"])
    found = match_steps(lambda n: away(_run(model, case, duration / n)), error, accepted)
    return {
        "tolerance": tolerance,
        "error": error,
        "accepted": accepted,
        "rejected": int(auto.report["rejected"]),
        "fixed": found.request if found else None,
        "fixed_error": found.error if found else None,
    }


def _run(model: mbfe.Model, case: AdaptiveCase, step: float | str) -> mbfe.Run:
    options = {"tolerance": case.tolerance} if step == "auto" else {}
    return mbfe.solve_dynamic(
        model, duration=case.duration, step=step, output_times=[case.duration], **options
    )


def main(arguments: list[str] | None = None) -> int:
    """Measure automatic steps from the command line.

    The exit status is 1 when a step costs more than 1.2 fixed ones, more than one in ten is rejected, or
    fixed steps of the same error are fewer.
    """
    command = Command("benchmarks.adaptive", __doc__, out="out/adaptive.json")
    command.count("rounds", 21, "timed runs of each")
    command.numbers("tolerances", (1e-3, 1e-4, 1e-5, 1e-6), "of the comparison of steps")
    given = command.read(arguments)
    costs, good = {}, True
    table = Table("model", "accepted", "rejected", "auto [µs]", "fixed [µs]", "cost")
    for name, case in CASES.items():
        row = costs[name] = measure_cost(case, rounds=given.rounds)
        good &= row["cost"] <= 1.2
        times = (row[key] for key in ("auto_microseconds_a_step", "fixed_microseconds_a_step", "cost"))
        table.row(name, row["steps"], row["rejected"], *(f"{value:.2f}" for value in times))
    say("")
    table = Table("tolerance", "final error [m]", "accepted", "rejected", "fixed steps")
    steps = []
    for tolerance in given.tolerances:
        row = measure_steps(tolerance)
        steps.append(row)
        good &= row["rejected"] < 0.1 * row["accepted"]
        good &= row["fixed"] is None or row["accepted"] + row["rejected"] <= row["fixed"]
        table.row(f"{tolerance:g}", f"{row['error']:.2e}", row["accepted"], row["rejected"], row["fixed"])
    write_json(given.out, {"cost": costs, "steps": steps, "versions": versions()})
    return int(not good)


if __name__ == "__main__":
    sys.exit(main())
