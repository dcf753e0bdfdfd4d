"""The papers' convergence experiments: which problem, which method, which steps, which errors.

Orders are asymptotic, so steps are as small as each variable needs for a slope within 5 % of its order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import pi

import numpy as np
from numpy.typing import NDArray

import mbfe
from mbfe.examples.paper import problems
from mbfe.examples.paper.chain import CORRECTIONS, chain_experiments
from mbfe.examples.paper.convergence import Experiment
from mbfe.examples.paper.problems import Exact

__all__ = ["FIGURES", "experiments"]

Floats = NDArray[np.float64]
Errors = Callable[[mbfe.Run, float, float], Mapping[str, float]]

THIRDS = (1.0 / 3.0, 2.0 / 3.0)
"""Steps that alternate between h/3 and 2h/3."""
TENTHS = (0.3, 0.7)
"""Steps of 0.3 H and 0.7 H."""

ALL = {"y": 2, "z": 2, "a": 2, "lambda": 2, "psi": 2}
WITHOUT_LAMBDA = {"y": 2, "z": 2, "a": 2, "psi": 2}
MOTION = {"y": 2, "z": 2, "a": 2}


def _end(run: mbfe.Run, name: str, signals: tuple[str, ...], ending: str = "") -> Floats:
    return np.array([float(run[name].signal(f"{signal}{ending}").values[-1]) for signal in signals])


def errors_of_pair(exact: Callable[[float], Exact], rows: tuple[str, ...]) -> Errors:
    """‖y_n − y(t_n)‖₂, ‖z_n − z(t_n)‖₂, ‖a_{n+α} − a(t_n + αh_n)‖₂ and those of the multipliers."""

    def errors(run: mbfe.Run, alpha: float, last: float) -> dict[str, float]:
        end = float(run.time[-1])
        at, ahead = exact(end), exact(end + alpha * last)
        multipliers = np.atleast_2d(np.asarray(run["pair"].multipliers))[-1]
        found = {
            "y": np.linalg.norm(_end(run, "pair", problems.PAIR) - at.y),
            "z": np.linalg.norm(_end(run, "pair", problems.PAIR, "_rate") - at.z),
            "a": np.linalg.norm(run.algorithmic_acceleration("pair") - ahead.a),
        }
        found |= {row: abs(multipliers[i] - at.multipliers[i]) for i, row in enumerate(rows)}
        return {name: float(value) for name, value in found.items()}

    return errors


def errors_of_hht(run: mbfe.Run, alpha: float, last: float) -> dict[str, float]:
    """Errors of the HHT-α paper, 5.1; a is compared with f(t, y, z), which has no constraint forces in it.

    λ is not in the paper's figures.
    """
    found = dict(errors_of_pair(problems.hht_exact, ("lambda",))(run, alpha, last))
    ahead = problems.hht_free(float(run.time[-1]) + alpha * last)
    found["a"] = float(np.linalg.norm(run.algorithmic_acceleration("pair") - ahead))
    return found


def errors_of_disk(run: mbfe.Run, alpha: float, last: float) -> dict[str, float]:
    """Errors in y, z and ψ at t = 10."""
    at = problems.DISK_AT_10
    multipliers = np.asarray(run["disk"].multipliers)[-1]
    return {
        "y": float(np.linalg.norm(_end(run, "disk", problems.DISK) - at.y)),
        "z": float(np.linalg.norm(_end(run, "disk", problems.DISK, "_rate") - at.z)),
        "psi": float(np.linalg.norm(multipliers - at.multipliers)),
    }


def errors_of_pendulum(run: mbfe.Run, alpha: float, last: float) -> dict[str, float]:
    """|y₃ − y₃(t)| and |z₃ − z₃(t)| at t = 2 s, of equations or of the mechanism."""
    angle, rate = problems.PENDULUM_AT_2
    if "hinge" in run.names:
        found = (1.5 * pi + float(run["hinge"].angle.values[-1]), float(run["hinge"].rate.values[-1]))
    else:
        found = (float(run["bar"].angle.values[-1]), float(run["bar"].angle_rate.values[-1]))
    return {"angle": abs(found[0] - angle), "rate": abs(found[1] - rate)}


def errors_of_control(run: mbfe.Run, alpha: float, last: float) -> dict[str, float]:
    """Relative errors in q and x at t = 5 s, of equations or of the mechanism."""
    q, x = problems.CONTROLLED_AT_5
    if "control" in run.names:
        found = (float(run["mass"].position.values[-1, 0]), float(run["control"].x.values[-1]))
    else:
        found = (float(run["mass"].q.values[-1]), float(run["mass"].x.values[-1]))
    return {"q": abs(found[0] / q - 1.0), "x": abs(found[1] / x - 1.0)}


def _soi2_paper() -> list[Experiment]:
    errors = errors_of_pair(problems.soi2_exact, ("lambda", "psi"))
    build, radius = problems.soi2_model, 0.2
    return [
        Experiment(
            "soi2-figure-1",
            "SOI2 paper, figure 1",
            build,
            mbfe.SOI2(spectral_radius=radius, step_change="extrapolate"),
            1.0,
            (40, 80, 160, 320),
            errors,
            ALL,
            THIRDS,
        ),
        Experiment(
            "soi2-figure-2",
            "SOI2 paper, figure 2 (no correction)",
            build,
            mbfe.SOI2(spectral_radius=radius, step_change="none"),
            1.0,
            (160, 320, 640, 1280),
            errors,
            {"y": 2, "z": 2, "a": 1, "lambda": 1, "psi": 1},
            THIRDS,
        ),
    ]


def _convergence_paper() -> list[Experiment]:
    scheme = mbfe.GeneralizedAlpha(spectral_radius=0.2, balance="weighted", start="acceleration")
    return [
        Experiment(
            "nonholonomic-figure-7.1",
            "convergence paper, figure 7.1",
            problems.nonholonomic_model,
            scheme,
            1.0,
            (80, 160, 320, 640),
            errors_of_pair(problems.nonholonomic_exact, ("psi",)),
            WITHOUT_LAMBDA,
        ),
        Experiment(
            "rolling-disk-figure-7.2",
            "convergence paper, figure 7.2",
            problems.disk_model,
            scheme,
            10.0,
            (40_000, 80_000, 160_000),
            errors_of_disk,
            {"y": 2, "z": 2, "psi": 2},
        ),
    ]


def _hht_paper() -> list[Experiment]:
    alpha, b = -0.15, 0.3
    coarse, fine = (20, 40, 80, 160), (640, 1280, 2560, 5120)
    plain = mbfe.HHT(alpha=alpha, b=b, step_change="none")
    rows: list[tuple[str, mbfe.Scheme, tuple[int, ...], int, tuple[float, ...]]] = [
        ("5.1", plain, coarse, 2, (1.0,)),
        ("5.2", mbfe.HHT(alpha=alpha, b=b, variant="predicted", step_change="none"), coarse, 2, (1.0,)),
        ("5.3", plain, fine, 1, THIRDS),
        ("5.4", mbfe.HHT(alpha=alpha, b=b, step_change="acceleration"), coarse, 2, THIRDS),
    ]
    return [
        Experiment(
            f"hht-figure-{figure}",
            f"HHT-α paper, figure {figure}",
            problems.hht_model,
            scheme,
            1.0,
            counts,
            errors_of_hht,
            dict.fromkeys((*MOTION, "lambda"), order),
            pattern,
        )
        for figure, scheme, counts, order, pattern in rows
    ]


def _pendulum() -> list[Experiment]:
    builds = {"": problems.pendulum_model, "-mechanism": problems.pendulum_mechanism}
    return [
        Experiment(
            f"hht-figure-{figure}{ending}",
            f"HHT-α paper, figure {figure}{' (mechanism)' if ending else ''}",
            build,
            mbfe.HHT(alpha=alpha, b=0.0),
            2.0,
            counts,
            errors_of_pendulum,
            {"angle": 2, "rate": 2},
        )
        for figure, alpha, counts in (
            ("5.7", 0.0, (2_000, 3_000, 4_000)),
            ("5.8", -0.3, (4_000, 6_000, 8_000)),
        )
        for ending, build in builds.items()
    ]


def _controlled_spring_mass() -> list[Experiment]:
    builds = {"": problems.controlled_model, "-mechanism": problems.controlled_mechanism}
    rows: list[tuple[str, str, str, tuple[int, ...], int, tuple[float, ...]]] = [
        ("5", "", "none", (50, 100, 200, 400), 2, (1.0,)),
        ("6-updated", " (γ, θ updated)", "gamma", (50, 100, 200, 400), 2, TENTHS),
        ("6-fixed", " (γ, θ fixed)", "none", (1_600, 3_200, 6_400, 12_800), 1, TENTHS),
    ]
    return [
        Experiment(
            f"mechatronic-figure-{figure}{ending}",
            f"Brüls and Arnold, figure {figure[0]}{words}{', mechanism' if ending else ''}",
            build,
            mbfe.GeneralizedAlpha(spectral_radius=0.8, step_change=change, start="acceleration"),
            5.0,
            counts,
            errors_of_control,
            {"q": order, "x": order},
            pattern,
        )
        for figure, words, change, counts, order, pattern in rows
        for ending, build in builds.items()
    ]


def experiments() -> dict[str, Experiment]:
    """All convergence experiments by name."""
    groups = (
        _soi2_paper(),
        _convergence_paper(),
        _hht_paper(),
        _pendulum(),
        _controlled_spring_mass(),
        chain_experiments(),
    )
    return {experiment.name: experiment for group in groups for experiment in group}


FIGURES: dict[str, tuple[str, ...]] = {
    "soi2": ("soi2-figure-1", "soi2-figure-2"),
    "nonholonomic": ("nonholonomic-figure-7.1", "rolling-disk-figure-7.2"),
    "hht": ("hht-figure-5.1", "hht-figure-5.2"),
    "hht_steps": ("hht-figure-5.3", "hht-figure-5.4"),
    "hht_pendulum": ("hht-figure-5.7", "hht-figure-5.8"),
    "hht_pendulum_mechanism": ("hht-figure-5.7-mechanism", "hht-figure-5.8-mechanism"),
    "mechatronic": ("mechatronic-figure-5", "mechatronic-figure-6-updated", "mechatronic-figure-6-fixed"),
    "mechatronic_mechanism": (
        "mechatronic-figure-5-mechanism",
        "mechatronic-figure-6-updated-mechanism",
        "mechatronic-figure-6-fixed-mechanism",
    ),
    "chain_steps": tuple(f"chain-steps-{name}" for name in CORRECTIONS),
    "chain_start": ("chain-start-acceleration", "chain-start-second_order"),
}
"""Experiments that share a picture, by the name of the picture."""
