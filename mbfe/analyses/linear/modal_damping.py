"""Damping of sections from measured damping ratios of modes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import nnls

from mbfe.algebra.arrays import Floats
from mbfe.analyses.linear.tolerances import LINEAR_STATE
from mbfe.checks import count, number, refusal
from mbfe.contracts import checked
from mbfe.errors import ModelError
from mbfe.model.item import Item
from mbfe.results.modes import Modes
from mbfe.results.modes_motion import amplitude

__all__ = ["fit_damping"]


@dataclass(frozen=True, eq=False)
class DampingFit:
    """Factors of strain-rate damping and the resulting damping ratios.

    Attributes
    ----------
    factors : (6,) array
        β for the strains γ1, γ2, γ3, κ1, κ2, κ3 [s], for ``damping=`` of a section.
    ratios : dict of int to float
        Damping ratio of each mode with these factors, where the sections do not couple their strains.
    """

    factors: Floats
    ratios: dict[int, float]


@checked
def fit_damping(modes: Modes, beam: Any, ratios: Mapping[int, float]) -> DampingFit:
    """Factors of the strain-rate damping of a beam for given damping ratios of modes (modal damping).

    Parameters
    ----------
    modes : Modes
        Undamped modes of the model.
    beam : Beam or str
        Beam whose sections are to be damped.
    ratios : mapping of int to float
        Required damping ratio ζ by number of the mode.

    Returns
    -------
    DampingFit
        Six factors, none negative: give ``section.with_damping(fit.factors)`` to a new beam.

    Raises
    ------
    ModelError
        If the modes are damped ones, a mode has frequency zero or does not strain the beam.

    Notes
    -----
    With the strains ε of mode k, φᵀMφ = 1, the damping D = √β C √β adds Σⱼ βⱼ ∫ Cⱼⱼ εⱼ² ds = 2 ζ
    ω, which is solved for β ≥ 0 by least squares. Damping of strains is objective: it is valid for large
    rotations and has no effect on rigid-body motions, unlike a modal damping matrix. With more modes than
    kinds of strain, or modes with similar strains, not all ratios can be satisfied; ``ratios`` has the
    result.
    """
    where = "fit_damping"
    model = modes.linear.compiled.model
    name = beam.name if isinstance(beam, Item) else beam
    item = model.items.get(name) if isinstance(name, str) else None
    if item is None or item.as_beam is None:
        raise refusal(where, "beam", beam, "a beam of the model, or its name")
    if modes.is_damped:
        raise ModelError(f"{where}: modes", "they are damped ones", allowed="solve_modes(…, damping=False)")
    rows, required = [], []
    if not isinstance(ratios, Mapping) or not ratios:
        raise refusal(where, "ratios", ratios, "damping ratios by numbers of modes, {0: 0.01}")
    for mode, ratio in ratios.items():
        count(where, "ratios, a mode", mode, most=len(modes) - 1)
        number(where, f"ratios[{mode}]", ratio)
        omega = float(modes.omega[mode])
        if not omega > 0.0 or not ratio >= 0.0:
            given = f"{ratio} for mode {mode} of {omega:.4g} rad/s"
            raise ModelError(f"{where}: ratios", given, allowed="ratios of vibrations, none negative")
        rows.append(_strain_energies(modes, mode, item) / (2.0 * omega))
        required.append(ratio)
        if not rows[-1].any():
            raise ModelError(f"{where}: ratios", f'mode {mode} does not strain "{name}"')
    factors = _smallest_factors(np.array(rows), np.array(required), [modes.omega[mode] for mode in ratios])
    return DampingFit(factors, {mode: float(row @ factors) for mode, row in zip(ratios, rows, strict=True)})


def _smallest_factors(matrix: Floats, ratios: Floats, omega: list[float]) -> Floats:
    """β ≥ 0 with matrix @ β ≈ ratios; where many do, small ones, so that no strain is damped for another."""
    size = float(np.mean(2.0 * ratios / omega)) or 1.0
    weight = 1.0 / np.maximum(ratios, 0.1 * ratios.max())[:, None] if ratios.any() else 1.0
    left = np.vstack([weight * matrix * size, LINEAR_STATE.weight_of_usual * np.eye(6)])
    right = np.concatenate([np.ravel(weight * ratios[:, None]), np.zeros(6)])
    return nnls(left, right)[0] * size


def _strain_energies(modes: Modes, mode: int, item: Any) -> Floats:
    """∫ Cⱼⱼ εⱼ² ds of the six strains in a mode with φᵀMφ = 1 [1/s²]."""
    length = float(modes.linear.compiled.system.environment.length)
    shape = np.abs(modes.shapes[mode])
    shift = float(np.linalg.norm(shape[:, :3], axis=1).max())
    turn = length * float(np.linalg.norm(shape[:, 3:], axis=1).max())
    scale = LINEAR_STATE.mode_for_strains * length * (shift / max(shift, turn) if shift > 0.0 else 1.0)
    values = modes.motion(mode, frames=2, scale=scale)[item.name].strains.values
    strain = 0.5 * (values[0] - values[1]) / amplitude(modes.linear, modes.vectors[:, mode], scale)
    stations = item.mesh.gauss_stations.ravel()
    stiffness = np.array([np.diag(item.section_at(float(s)).stiffness) for s in stations])
    return (item.mesh.gauss_weights[:, None] * stiffness * strain**2).sum(axis=0)
