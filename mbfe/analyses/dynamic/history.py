"""History before the first step, for second order from there on, and the length of a first automatic step."""

from __future__ import annotations

import warnings
from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp

from mbfe.algebra.arrays import Floats
from mbfe.algebra.motion import CAYLEY
from mbfe.analyses.start.initial import solve_accelerations, unknown_places
from mbfe.analyses.start.saddle import Saddle
from mbfe.analyses.start.tolerances import DIFFERENCES, LOOPS
from mbfe.engine.columns import ACCELS, COORDINATE, NODE, OUTPUT, SPINS, STATE, TWISTS, VALUES, RowType
from mbfe.engine.matrices import carry_entry, residual_entry, sparse_matrices, trial_entry
from mbfe.engine.scheme import CompiledScheme
from mbfe.engine.stepping.control import (
    FIRST_ORDER,
    LARGEST_TURN,
    LONGEST,
    ROTATION,
    SHORTEST,
    TARGET,
    TRANSLATION,
    VARIABLE,
)
from mbfe.engine.stepping.spinning import start_spin
from mbfe.engine.stepping.step import MOST_ITERATIONS, SHORT_STEP
from mbfe.errors import SolveError
from mbfe.integrators.choices import StartRule
from mbfe.integrators.scheme import Scheme
from mbfe.model.compile import CompiledModel

__all__ = ["first_step", "start_history"]


@dataclass
class _Slope:
    """Rates of change at the start: of accelerations, of what the scheme balances, and of multipliers."""

    accel: Floats
    balance: Floats
    multiplier: Floats
    output: Floats


def start_history(
    compiled: CompiledModel,
    scheme: Scheme,
    method: CompiledScheme,
    *,
    step: float,
    time: float,
    room: float,
) -> None:
    """Fill the history that the first step [s] reads, from consistent start values; changes the state.

    Rates are not differenced across a discontinuity or kink of an input at the time `room` [s] from the
    start.

    Notes
    -----
    With α = αm − αf, accelerations 𝒜₀ and their rates 𝒜̇₀ (from a second solution shortly later), the
    algorithmic acceleration starts at 𝒳₀ = 𝒜₀ + αh 𝒜̇₀. Holonomic rows at the level of positions leave a
    velocity defect of second order even in the exact solution of the scheme; started without it,
    accelerations and multipliers would be first order for many steps. In the constrained directions

        q(t + h) = q + h v₀ + h² ((½ − β) 𝒳₀ + β 𝒳₁)

    requires v₀ = q̇ + h² w q⃛ with w = 1/6 − α/2 − β, which is −(1/12 + α²/4) for β = ¼(1 − α)², and the
    increment of the exponential map over a step has the further term h³/12 ad_𝒱 𝒱̇, so

        B 𝒱₀ = h² B (w 𝒜̇₀ + 1/12 ad_𝒱 𝒜₀);

    where the step corrects for spin, w 𝒦(𝒱, 𝒜) of :mod:`mbfe.engine.stepping.spinning` replaces the last
    term. The change is the smallest one in the mass metric. Cayley's map adds (ω²v + 2(ω·v)ω, ω²ω)/12.
    """
    state = compiled.state
    if room < SHORT_STEP * step:
        state.step = step  # so that the first step is a short one
    else:
        step = min(step, room)
    accel = state.motion[:, ACCELS].copy()
    shift = np.zeros_like(accel)
    balance = _balance(compiled, scheme, time)
    state.unconstrained[:] = balance
    state.algorithmic[:] = balance
    state.shares[:] = state.spin_sums[:] = 0.0
    is_state = compiled.system.kind == STATE
    state.algorithmic[is_state] = state.motion[is_state, TWISTS]
    if scheme.start == StartRule.SECOND_ORDER.given:
        slope = _slope(
            compiled, scheme, min(DIFFERENCES.part_of_step * step, 0.5 * room), time, accel, balance
        )
        alpha = scheme.alpha
        second = compiled.system.kind <= COORDINATE
        ahead = alpha * step * slope.balance
        if float(np.abs(ahead[second]).max(initial=0.0)) <= float(state.accel_scale):
            state.algorithmic[second] += ahead[second]
            delta = scheme.delta_m - scheme.delta_f
            state.algorithmic[is_state] += delta * step * slope.output[is_state]
            state.algorithmic_before[:] = state.algorithmic - step * slope.balance
            state.algorithmic_before[is_state] = state.algorithmic[is_state] - step * slope.output[is_state]
            state.accel_before[:] = accel - step * slope.accel
            first = ~second
            value = np.where(is_state[:, None], state.motion[:, TWISTS], state.motion[:, VALUES])
            state.accel_before[first] = value[first] - step * slope.output[first]
            state.multiplier_before[:] = state.multiplier - step * slope.multiplier
            state.step = step
            state.start[:] = state.motion
            start_spin(compiled.system, state, method, step)
            if scheme.form.index_3 and compiled.n_holonomic:
                shift = _velocity_shift(compiled, scheme, method, step=step, time=time, jerk=slope.accel)
    state.start[:] = state.motion
    state.start[:, TWISTS] += shift
    state.gamma = scheme.gamma
    state.theta = scheme.theta
    if scheme.start == StartRule.IMPLICIT.given:
        _implicit_start(compiled, scheme, method, step, time)
    state.clear_counts()


def _balance(compiled: CompiledModel, scheme: Scheme | None, time: float) -> Floats:
    """Acceleration that the recurrence of the scheme takes: the true one, or that without constraints."""
    state = compiled.state
    accel = state.motion[:, ACCELS].copy()
    if scheme is None or not scheme.form.splits_forces or len(state.stage) == 1:
        return accel
    saddle = Saddle(compiled, time)
    multiplier, kept = state.multiplier.copy(), state.motion.copy()
    state.multiplier[:] = 0.0
    place = unknown_places(compiled, saddle.dofs)
    flat = state.motion.reshape(-1)
    flat[place] = 0.0
    residual_entry(compiled.system, state, time)
    force = state.r[saddle.dofs].copy()
    state.motion[:], state.multiplier[:] = kept, multiplier
    free = sp.linalg.spsolve(saddle.M.tocsc(), -force)
    if not np.isfinite(free).all():
        raise SolveError(
            type(scheme).__name__,
            "the mass matrix alone is singular",
            allowed="mass and inertia in every direction: the method splits off the constraint forces",
            remedy="Give the massless parts mass, or take GeneralizedAlpha or SOI2",
        )
    rows = np.zeros(accel.size)
    rows[saddle.dofs] = free
    return rows.reshape(-1, 6)


def _slope(
    compiled: CompiledModel, scheme: Scheme | None, e: float, time: float, accel: Floats, balance: Floats
) -> _Slope:
    """Rates of change by a second solution the time e later on the motion."""
    system, state = compiled.system, compiled.state
    kept, multiplier = state.motion.copy(), state.multiplier.copy()
    scale = float(state.accel_scale)
    ahead = kept.copy()
    second = system.kind <= COORDINATE
    ahead[second, TWISTS] += 0.5 * e * kept[second, ACCELS]
    carry_entry(system, state, ahead, e)
    state.motion[second, TWISTS] = kept[second, TWISTS] + e * kept[second, ACCELS]
    solve_accelerations(compiled, time + e)
    later = state.motion.copy()
    free = _balance(compiled, scheme, time + e)
    slope = _Slope(
        (later[:, ACCELS] - accel) / e,
        (free - balance) / e,
        (state.multiplier - multiplier) / e,
        np.where(
            (system.kind == OUTPUT)[:, None], later[:, 0:6] - kept[:, 0:6], later[:, TWISTS] - kept[:, TWISTS]
        )
        / e,
    )
    state.motion[:], state.multiplier[:] = kept, multiplier
    state.accel_scale = scale
    residual_entry(system, state, time)
    return slope


def slope_of_accelerations(compiled: CompiledModel, step: float, time: float) -> Floats:
    """Rates of change of the accelerations (of ẋ of states) at consistent start values, (n_node, 6)."""
    state = compiled.state
    accel = state.motion[:, ACCELS].copy()
    slope = _slope(compiled, None, DIFFERENCES.part_of_step * step, time, accel, accel.copy())
    return np.where((compiled.system.kind == STATE)[:, None], slope.output, slope.accel)


def _velocity_shift(
    compiled: CompiledModel, scheme: Scheme, method: CompiledScheme, *, step: float, time: float, jerk: Floats
) -> Floats:
    """Change of the twists to the defect that constraints at the level of positions keep."""
    system, state = compiled.system, compiled.state
    twist, accel = state.motion[:, TWISTS], state.motion[:, ACCELS]
    required = scheme.error * jerk
    node = system.kind == NODE
    v, w, a, b = twist[node, :3], twist[node, 3:], accel[node, :3], accel[node, 3:]
    bracket = np.hstack([np.cross(w, a) + np.cross(v, b), np.cross(w, b)]) / 12.0
    if method.spins:
        shares = np.repeat(state.shares[node], 3, axis=1)
        standing = np.hstack([np.cross(w, a) - np.cross(v, b), np.cross(w, b)])
        bracket += shares * (scheme.error * standing - bracket)
    required[node] += bracket
    if method.step_map == CAYLEY:
        ww = (w**2).sum(axis=1, keepdims=True)
        wv = (w * v).sum(axis=1, keepdims=True)
        required[node] += np.hstack([ww * v + 2.0 * wv * w, ww * w]) / 12.0
    saddle = Saddle(compiled, time)
    rate = step**2 * (saddle.D @ required.ravel()[saddle.dofs])
    rate[system.row_type == RowType.NONHOLONOMIC] = 0.0
    change, _ = saddle.solve(np.zeros(len(saddle.dofs)), rate)
    rows = np.zeros(6 * len(state.motion))
    rows[saddle.dofs] = change
    return np.where((system.kind <= COORDINATE)[:, None], rows.reshape(-1, 6), 0.0)


def _implicit_start(
    compiled: CompiledModel, scheme: Scheme, method: CompiledScheme, step: float, time: float
) -> None:
    """Algorithmic acceleration a_α with M a_α = (1 − α) f₀ + α f₁ by iteration (SOI2 paper, eq. 10).

    That of states starts at ẋ₀ + (δm − δf) h ẍ₀.
    """
    system, state = compiled.system, compiled.state
    alpha = scheme.alpha
    kept, multiplier = state.motion.copy(), state.multiplier.copy()
    is_state = system.kind == STATE
    if is_state.any():
        slope = slope_of_accelerations(compiled, step, time)
        state.algorithmic[is_state] += (scheme.delta_m - scheme.delta_f) * step * slope[is_state]
    ahead = kept.copy()
    carry_entry(system, state, ahead, alpha * step)
    M = sparse_matrices(system, state, time + alpha * step)[0]
    dofs = np.unique(system.base[system.base < 6 * len(kept)])
    moving = system.kind[dofs // 6] <= COORDINATE
    M, dofs = M[moving][:, moving].tocsc(), dofs[moving]
    before = _force(compiled, scheme, kept, multiplier, time)[dofs]
    state.motion[:] = kept
    for _ in range(LOOPS.most_rounds_of_start):
        if trial_entry(system, state, method, time + step, step, MOST_ITERATIONS) != 0:
            break
        after = _force(compiled, scheme, state.motion.copy(), state.multiplier.copy(), time + step)[dofs]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", sp.linalg.MatrixRankWarning)
            solved = sp.linalg.spsolve(M, (1.0 - alpha) * before + alpha * after)
        new = state.algorithmic.copy()
        if not np.isfinite(solved).all():  # massless parts: the explicit value is of second order as well
            state.motion[:], state.multiplier[:] = kept, multiplier
            slope = slope_of_accelerations(compiled, step, time)
            new = np.where(is_state[:, None], new, kept[:, ACCELS] + alpha * step * slope)
            state.algorithmic[:] = new
            break
        new.reshape(-1)[dofs] = solved
        change = float(np.abs(new - state.algorithmic).max())
        state.algorithmic[:] = new
        if change <= 1e-13 * max(1.0, float(np.abs(new).max())):
            break
    state.motion[:] = kept
    state.multiplier[:] = state.multiplier_start


def _force(
    compiled: CompiledModel, scheme: Scheme, motion: Floats, multiplier: Floats, time: float
) -> Floats:
    """Forces f of the equations M a = f in given motions; without the constraints' if these are apart."""
    system, state = compiled.system, compiled.state
    state.motion[:] = motion
    state.motion[system.free, ACCELS] = 0.0
    state.multiplier[:] = 0.0 if scheme.form.splits_forces else multiplier
    residual_entry(system, state, time)
    state.multiplier[:] = multiplier
    return -state.r


def first_step(
    compiled: CompiledModel, scheme: Scheme, tolerance: Floats, *, duration: float, time: float
) -> float:
    """Step [s] whose error is the target, from the consistent accelerations at the start and their rates.

    With the tolerances (6,) of :mod:`mbfe.engine.stepping.control`: h³ w |𝒜̇| is the target, ½h²|𝒜| at most
    the power 2/3 of the tolerance, and no turn is above 1 rad.
    """
    system, state = compiled.system, compiled.state
    allowed = np.full((len(state.motion), 6), np.inf)
    allowed[system.kind == NODE] = np.repeat(tolerance[[TRANSLATION, ROTATION]], 3)
    given = state.given_size.reshape(-1, 6)
    for kind, place in ((COORDINATE, VARIABLE), (STATE, FIRST_ORDER)):
        allowed[system.kind == kind] = tolerance[place] * given[system.kind == kind]
    is_state = (system.kind == STATE)[:, None]
    accel = np.where(is_state, state.motion[:, TWISTS], state.motion[:, ACCELS])
    slope = slope_of_accelerations(compiled, DIFFERENCES.part_of_run * duration, time)
    w = abs(scheme.error)
    jerk = float(np.abs(w * slope / allowed).max())
    push = float(np.abs(0.5 * accel / allowed ** (2.0 / 3.0)).max())
    step = 0.1 * duration
    if jerk > 0.0:
        step = min(step, (TARGET / jerk) ** (1.0 / 3.0))
    if push > 0.0:
        step = min(step, (2.0 / push) ** 0.5)
    spin = float(np.linalg.norm(state.motion[system.kind == NODE, SPINS], axis=1).max(initial=0.0))
    if spin > 0.0:
        step = min(step, LARGEST_TURN / spin)
    return float(np.clip(step, tolerance[SHORTEST], tolerance[LONGEST]))
