"""Linearized equations of motion about a state, at rest or moving."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import ArrayLike

from mbfe.algebra.arrays import Floats, Ints
from mbfe.algebra.rotations import unrotate
from mbfe.analyses.linear.tolerances import LINEAR_STATE
from mbfe.analyses.start.balanced_reactions import balance
from mbfe.analyses.start.bases import as_it_moves
from mbfe.analyses.start.initial import set_characteristics, start_values
from mbfe.analyses.start.rates import little_adjoints
from mbfe.analyses.static.friction import FrictionBook
from mbfe.analyses.static.sizes import StateUnits
from mbfe.checks import shown
from mbfe.engine.columns import ACCEL, NODE, RATES, ROTATIONS, SPINS, TWIST, VELOCITIES, RowType
from mbfe.engine.matrices import residual_entry, sparse_matrices
from mbfe.errors import ModelError, SolveError
from mbfe.failures.early import explained, forget_callbacks
from mbfe.model.compile import CompiledModel
from mbfe.model.model import Model
from mbfe.model.states.placing import ASSEMBLED, place_joints
from mbfe.model.states.snapshot import Snapshot
from mbfe.results.given_state import snapshot_of
from mbfe.results.linearized import Linearized

__all__ = ["equations_about", "linearized", "rotating_snapshot", "turn_rigidly"]

CONSISTENT_START = "start"
"""The word for the consistent start values of a motion, as a state."""


def equations_about(
    model: Model | CompiledModel, *, about: Any = None, time: float | None = None
) -> Linearized:
    """Linearize the equations of motion about a state.

    The arguments are those of :func:`mbfe.linearize`.

    Notes
    -----
    With body twists δ𝒱 = η̇ + ad_𝒱 η and δ𝒜 = η̈ + ad_𝒱 η̇ + ad_𝒜 η the variation of r(H, 𝒱, 𝒜, λ) is
    M η̈ + (G + M ad_𝒱) η̇ + (K + G ad_𝒱 + M ad_𝒜) η + L δλ, and that of k(H, 𝒱) is N η̇ + (B + N ad_𝒱) η.

    A state that is not in equilibrium is balanced by dead forces on the nodes, K_uθ = −F̃, and by moments
    that follow half of the rotation, K_θθ = −½ M̃. Both have a potential, so that K of a conservative system
    is symmetric in any state.
    """
    compiled = model.compile() if isinstance(model, Model) else model
    forget_callbacks(compiled)
    with explained(compiled, "linearize", time=time or 0.0):
        return linearized(compiled, set_state(compiled, about, time=time))


def linearized(compiled: CompiledModel, snapshot: Snapshot) -> Linearized:
    """The equations about the present state, of which ``snapshot`` is a copy."""
    compiled = as_it_moves(compiled, snapshot.time)
    system, state = compiled.system, compiled.state
    M, G, K, B, N, L = sparse_matrices(system, state, snapshot.time)
    n_motion = 6 * len(state.motion)
    places = np.unique(system.base[system.base < n_motion])
    residual_entry(system, state, snapshot.time)
    left = state.r[places].copy()
    if not all(np.isfinite(part).all() for part in (left, *(A.data for A in (M, G, K, B, N, L)))):
        raise SolveError("linearize", "the matrices in this state hold values that are not numbers")
    units = StateUnits.of(compiled, places, K, G, time=snapshot.time)
    row_scales = state.scales[n_motion:].copy()
    scales, equation_scales = units.unknowns, units.equations(abs(K) + abs(G))
    forces = np.abs(equation_scales * (L @ state.multiplier)).max(initial=0.0)
    size = max(float(forces), float(np.abs(equation_scales * (left - L @ state.multiplier)).max(initial=0.0)))
    stiff = float(abs(sp.diags_array(equation_scales) @ K @ sp.diags_array(scales)).max()) if K.nnz else 0.0
    allowed = LINEAR_STATE.balanced * size + 1e-11 * stiff * float(system.environment.length)
    imbalance = float(np.abs(equation_scales * left).max(initial=0.0))
    if imbalance <= allowed:
        imbalance = 0.0
    else:
        K = K + _holding(left, places, compiled)
    ad_v, ad_a = (little_adjoints(compiled, places, first) for first in (TWIST, ACCEL))
    nonholonomic = sp.diags_array((system.row_type == RowType.NONHOLONOMIC).astype(float))
    turning = nonholonomic @ N
    return Linearized(
        M,
        sp.csr_array(G + M @ ad_v),
        sp.csr_array(K + G @ ad_v + M @ ad_a),
        L,
        sp.csr_array(turning),
        sp.csr_array(B + turning @ ad_v),
        compiled.dof_names,
        compiled.row_names,
        places,
        scales,
        equation_scales,
        row_scales,
        left,
        imbalance,
        snapshot,
        compiled,
        tuple(FrictionBook(compiled).look_here(snapshot.time).linear()),
    )


def set_state(compiled: CompiledModel, about: Any, *, time: float | None = None) -> Snapshot:
    """Set the state of the argument ``about`` in a compiled model, see :func:`equations_about`."""
    state, system = compiled.state, compiled.system
    now = 0.0 if time is None else time
    if isinstance(about, str) and about == CONSISTENT_START:
        start_values(compiled, time=now, closing=ASSEMBLED)
        return Snapshot.of(compiled, time=now)
    if isinstance(about, str) and ("\0" in about or not os.path.isfile(about)):
        raise ModelError(
            "about", shown(about), allowed=f'"{CONSISTENT_START}", a state or its file, or nothing'
        )
    if about is not None:
        snapshot = snapshot_of(about, "about", time=time)
        fit = snapshot.set_into(compiled, where="about")
        if fit.all_rows and not fit.words:
            set_characteristics(compiled, snapshot.time)
            return snapshot
        balance(compiled, snapshot.time)
        return Snapshot.of(compiled, time=snapshot.time)
    place_joints(compiled, argument="about", rates_later=True)
    state.motion[system.free, RATES] = 0.0
    balance(compiled, now)
    return Snapshot.of(compiled, time=now)


def rotating_snapshot(
    model: Model | CompiledModel,
    *,
    axis: ArrayLike = (0.0, 0.0, 1.0),
    point: ArrayLike = (0.0, 0.0, 0.0),
    speed: float,
) -> Snapshot:
    """State of a model in rigid rotation, as drawn, with the required reactions.

    It turns with a speed [rad/s] about an axis (3,) through a point (3,) [m] in the world: twists
    𝒱 = Ad(H⁻¹)ξ of all nodes, driven ones too, zero accelerations. Elastic parts are not deformed by the
    rotation: ``solve_steady_rotation`` finds that state.
    """
    compiled = model.compile() if isinstance(model, Model) else model
    state, system = compiled.state, compiled.system
    omega = speed * np.asarray(axis, dtype=float) / np.linalg.norm(axis)
    place_joints(compiled)
    state.motion[system.free, RATES] = 0.0
    turn_rigidly(compiled, state.motion, omega, np.asarray(point, dtype=float))
    balance(as_it_moves(compiled, 0.0), 0.0)
    return Snapshot.of(compiled, time=0.0)


def turn_rigidly(compiled: CompiledModel, motion: Floats, omega: Floats, point: Floats) -> None:
    """Give all nodes but the fixed ones, driven ones too, the twists of one rigid rotation.

    Angular velocity ω [rad/s] and a point on its axis [m] are in world axes.
    """
    for node in compiled.model.nodes.values():
        if node.moves or node.drive is not None:
            row = motion[node.number]
            turns = np.array(node.free[3:], dtype=float) if node.moves else np.ones(3)
            row[VELOCITIES] = unrotate(row[ROTATIONS], np.cross(omega, row[0:3] - point))
            row[SPINS] = unrotate(row[ROTATIONS], omega) * turns


def _holding(left: Floats, places: Ints, compiled: CompiledModel) -> sp.csr_array:
    """Stiffness of the dead forces and half-following moments that hold what is left of the equations."""
    n_row = len(compiled.state.motion)
    full = np.zeros(6 * n_row)
    full[places] = left
    wrench = full.reshape(n_row, 2, 3)
    blocks = np.zeros((n_row, 6, 6))
    skew = np.cross(wrench[:, :, None, :], np.eye(3)).swapaxes(2, 3)
    blocks[:, :3, 3:] = -skew[:, 0]
    blocks[:, 3:, 3:] = -0.5 * skew[:, 1]
    blocks[compiled.system.kind != NODE] = 0.0
    whole = sp.bsr_array((blocks, np.arange(n_row), np.arange(n_row + 1)), shape=(6 * n_row, 6 * n_row))
    return sp.csr_array(whole.tocsr()[places][:, places])
