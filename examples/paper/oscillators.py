"""Figures 1 to 3 of the Dymore manual: behaviour of generalized-α, measured on the running integrator.

Sixty uncoupled oscillators q̈ + ω²q = 0 are integrated by a few steps of 1 s. The values of one oscillator at
equal steps follow a linear recurrence of third order whose roots are the eigenvalues of the amplification
matrix; they are found from the values (Prony's method).
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import mbfe
from mbfe import elements

__all__ = ["RADII", "behaviour", "differences", "draw"]

Floats = NDArray[np.float64]
RADII = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
RATIOS = np.unique(np.concatenate([np.logspace(-2.0, 3.0, 41), np.linspace(0.02, 0.4, 20)]))
"""h/T: step over period."""
STEPS = 12


def bank(ratios: Floats) -> mbfe.Model:
    """Make oscillators of periods 1/ratio [s], started with displacement and velocity."""
    stiffness = (2.0 * np.pi * ratios) ** 2
    tangent = np.diag(-stiffness)
    model = mbfe.Model("oscillators")
    model.add(
        elements.Equations(
            "bank",
            y=[f"q{i}" for i in range(len(ratios))],
            mass=np.ones(len(ratios)),
            force=lambda y: -stiffness * y,
            derivatives={"f_y": lambda y: tangent},
            y0=np.ones(len(ratios)),
            z0=0.5 * np.sqrt(stiffness),
        )
    )
    return model


def motion(scheme: mbfe.Scheme, ratios: Floats) -> Floats:
    """Displacements after each step of 1 s, shape (STEPS + 1, number of oscillators)."""
    run = mbfe.solve_dynamic(
        bank(ratios), duration=STEPS, step=1.0, scheme=scheme, newton_tolerance=1e-13, progress=False
    )
    return np.stack([np.asarray(run["bank"].signal(f"q{i}").values) for i in range(len(ratios))], axis=1)


def roots_of(values: Floats) -> NDArray[np.complex128]:
    """Roots of the recurrence q_{n+3} = c₂ q_{n+2} + c₁ q_{n+1} + c₀ q_n that the values follow."""
    columns = np.stack([values[k : len(values) - 3 + k] for k in range(4)], axis=1)
    weights = np.abs(columns).max(axis=1, keepdims=True)
    columns = columns[weights[:, 0] > 0.0] / weights[weights[:, 0] > 0.0]
    coefficients = np.linalg.lstsq(columns[:, :3], columns[:, 3], rcond=1e-12)[0]
    return np.asarray(np.roots([1.0, *-coefficients[::-1]]), dtype=complex)


def behaviour(scheme: mbfe.Scheme, ratios: Floats = RATIOS) -> dict[str, Floats]:
    """Spectral radius, relative period elongation and algorithmic damping ratio by h/T.

    Notes
    -----
    With the principal pair exp((−ξ̄ ± i) ω̄h): elongation ω/ω̄ − 1, damping ξ̄ (Hughes 1987). NaN where the
    roots are real.
    """
    found: dict[str, Floats] = {
        name: np.full(len(ratios), np.nan) for name in ("radius", "elongation", "damping")
    }
    for i, values in enumerate(motion(scheme, ratios).T):
        roots = roots_of(values)
        found["radius"][i] = np.abs(roots).max()
        pair = roots[np.abs(roots.imag) > 1e-9]
        if len(pair):
            log = np.log(pair[np.argmax(np.abs(pair))])
            found["elongation"][i] = 2.0 * np.pi * ratios[i] / abs(log.imag) - 1.0
            found["damping"][i] = -log.real / abs(log.imag)
    return found


def differences(scheme: mbfe.Scheme, curve: dict[str, Floats], ratios: Floats = RATIOS) -> dict[str, float]:
    """Largest differences of measured curves from the eigenvalues of the amplification matrix.

    Elongation and damping up to h/T = 0.4, where the principal roots are complex for all ρ∞.
    """
    radius = np.array([scheme.spectral_radius_at(2.0 * np.pi * ratio) for ratio in ratios])
    near = ratios <= 0.4
    turns = 2.0 * np.pi * ratios[near]
    elongation = np.array([scheme.period_elongation(turn) for turn in turns])
    damping = np.array([scheme.algorithmic_damping(turn) for turn in turns])
    return {
        "radius": float(np.abs(curve["radius"] - radius).max()),
        "elongation": float(np.abs(curve["elongation"][near] - elongation).max()),
        "damping": float(np.abs(curve["damping"][near] - damping).max()),
    }


def draw(path: Path, curves: dict[float, dict[str, Floats]]) -> None:
    """Draw the three figures of the manual side by side."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(15.0, 4.2), layout="constrained")
    FigureCanvasAgg(figure)
    titles = {
        "radius": "spectral radius",
        "elongation": "period elongation",
        "damping": "algorithmic damping",
    }
    for axes, (key, title) in zip(figure.subplots(1, 3), titles.items(), strict=True):
        for radius, curve in curves.items():
            near = RATIOS <= (RATIOS[-1] if key == "radius" else 0.4)
            axes.plot(RATIOS[near], curve[key][near], label=f"ρ∞ = {radius:g}")
        axes.set(xlabel="h/T", title=f"Dymore manual: {title}", xscale="log" if key == "radius" else "linear")
        axes.grid(True, linewidth=0.2)
        axes.legend(fontsize="small")
    figure.savefig(path, dpi=80)
