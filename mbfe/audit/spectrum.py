"""Frequencies that matter at the start, and the step that follows from them.

A load or an initial velocity excites each mode of the linearized model with a share of its energy: modes φ
with frequency ω share in the work of loads f that are out of balance as (φᵀf)²/ω², in the kinetic energy of
the initial velocity v as (φᵀMv)². Lanczos' method that begins with the static answer to f, or with v, gives
both from a few solutions with one sparse factorisation: its first components are these shares (Nour-Omid and
Clough 1984, Earthquake Eng. Struct. Dyn. 12, 565). What matters is the highest frequency that has at least a
thousandth of either energy; a stiff spring that nothing excites does not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import scipy.linalg as la
import scipy.sparse as sp

from mbfe.algebra.arrays import Floats
from mbfe.analyses.linear.eigen import Pencil, Vectors, summed, undamped
from mbfe.analyses.linear.eigen.tolerances import EPS, RANK
from mbfe.analyses.static.sizes import largest
from mbfe.audit.motions import unit_rows
from mbfe.audit.scattered import Scattered, Tangents
from mbfe.audit.tolerances import SPECTRUM
from mbfe.audit.words import place_name
from mbfe.engine.columns import NODE, RATES, SPINS, TWISTS
from mbfe.errors import SolveError

__all__ = ["Spectrum", "recommended_step", "spectrum"]


@dataclass(frozen=True)
class Spectrum:
    """Frequencies of the linearized model."""

    lowest: float
    highest: float
    """Lowest and highest angular frequency that matter [rad/s]; zero where there is none."""
    excited: bool
    """Whether something excites them at the start; otherwise they are the lowest one of the model."""


def spectrum(scattered: Scattered, still: Tangents) -> Spectrum:
    """Frequencies that matter at the start; ``still`` are the matrices without loads.

    That a direction has neither mass nor stiffness is a SolveError.
    """
    velocity = np.where(scattered.is_motion, scattered.motion[:, TWISTS].ravel()[scattered.dofs], 0.0)
    saved = scattered.state.motion.copy()
    scattered.state.motion[:, RATES] = 0.0
    try:
        load = _balance(scattered, still.L)
        tangents = scattered.tangents()
    finally:
        scattered.state.motion[:] = saved
    keep = np.flatnonzero(scattered.is_motion)
    D = sp.diags_array(scattered.scales()[keep])
    M, K = (sp.csr_array(D @ part[keep][:, keep] @ D) for part in (tangents.M, tangents.K))
    M, K = (sp.csr_array(0.5 * (part + part.T)) for part in (M, K))
    load, velocity = D @ load[keep], velocity[keep] / scattered.scales()[keep]
    rows = unit_rows(scattered)[:, keep]
    low = _lowest(scattered, M, K, rows)
    if low == 0.0:
        return Spectrum(0.0, 0.0, False)
    shift = SPECTRUM.shift * low
    saddle = _Saddle(sp.csr_array(K + shift * M), rows)

    def inverse(x: Floats) -> Floats:
        return saddle.solve(M @ x)

    found = []
    answer = saddle.solve(load)
    if float(load @ answer) > 0.0:
        found.append(_ritz(inverse, M, answer, shift, of_loads=True))
    if velocity.any():
        found.append(_ritz(inverse, M, velocity, shift, of_loads=False))
    squares = np.concatenate(found) if found else np.zeros(0)
    if len(squares):
        return Spectrum(float(np.sqrt(squares.min())), float(np.sqrt(squares.max())), True)
    lowest = float(np.sqrt(low))
    return Spectrum(lowest, lowest, False)


def _lowest(scattered: Scattered, M: sp.csr_array, K: sp.csr_array, rows: sp.csr_array) -> float:
    """Square of the lowest frequency [1/s²], as `solve_modes` finds it, zero if there is none."""
    places = scattered.dofs[scattered.is_motion]
    is_node = scattered.kind[places // 6] == NODE
    groups = Vectors.at(places, is_node)
    none, m = sp.csr_array(M.shape), rows.shape[0]
    pencil = Pencil(
        M, none, K, sp.csr_array(rows.T), sp.csr_array(rows.shape), rows, np.ones(m, dtype=bool),
        summed(M, none, groups), none, summed(K, none, groups, has_reactions=True),
    )  # fmt: skip
    if max((len(unknowns) for unknowns, _ in pencil.parts()), default=0) > SPECTRUM.most_full:
        return _lowest_square(pencil)
    names = [place_name(scattered, int(place) // 6) for place in places]
    count = SPECTRUM.first_modes
    while True:
        values, _ = undamped(pencil, count, names)
        live = np.abs(values[values != 0.0])
        if len(live):
            return float(live.min())
        if len(values) < count:
            return 0.0
        count *= 4


def _lowest_square(pencil: Pencil) -> float:
    """Square of the lowest frequency of a large model [1/s²], zero if there is none.

    What errors of rounding make of motions without stiffness changes with the shift: never the same twice.
    """
    mass, stiff = pencil.M.diagonal(), largest(pencil.K)
    both = (mass > 0.0) & (stiff > 0.0)
    before = 0.0
    for part in SPECTRUM.shifts if both.any() else ():
        try:
            square = _square_above(pencil, part * float(np.median(stiff[both] / mass[both])))
        except SolveError:  # masses are lost beside the stiffness
            if part == SPECTRUM.shifts[-1]:
                raise
            square = np.inf
        if abs(square - before) <= SPECTRUM.same_square * square < np.inf:
            return square
        before = square
    return 0.0


def _square_above(pencil: Pencil, shift: float) -> float:
    """The lowest |λ| by Lanczos' method beside a shift σ [1/s²], infinite if there is none.

    With S = (K + σM)⁻¹M on the motions that the rows allow, S − σS² is zero for motions without stiffness,
    however many these are, and λ/(λ + σ)² for others, so that the lowest ones beyond σ are found first.
    """
    M, K = pencil.M, pencil.K
    saddle = _Saddle(sp.csr_array(K + shift * M), pencil.B)

    def apply(motion: Floats) -> Floats:
        moved = saddle.solve(M @ motion)
        return moved - shift * saddle.solve(M @ moved)

    start = np.random.default_rng(1).standard_normal(pencil.n)
    values, turn, basis = _lanczos(apply, M, apply(apply(start)))
    vectors = basis.T @ turn
    squares = np.einsum("ij,ij->j", vectors, K @ vectors)
    rounded = RANK.roundings * EPS * np.einsum("ij,ij->j", np.abs(vectors), pencil.K_sum @ np.abs(vectors))
    apart = np.abs(values * (squares + shift) ** 2 - squares)
    live = np.abs(squares[(np.abs(squares) > rounded) & (apart <= SPECTRUM.unlike_ritz * np.abs(squares))])
    return float(live.min(initial=np.inf))


def _balance(scattered: Scattered, forces: sp.csr_array) -> Floats:
    """Set the reactions that balance the loads best; returns the loads that are left [N, N m]."""
    scattered.state.multiplier[:] = 0.0
    loads = -scattered.residual()
    if scattered.n_row:
        s, t = scattered.scales(), scattered.state.scales[6 * len(scattered.state.motion) :]
        L = sp.csr_array(sp.diags_array(s) @ forces @ sp.diags_array(t))
        exact = sp.block_array([[sp.eye_array(L.shape[0]), L], [L.T, None]], format="csc")
        slack = np.repeat([0.0, SPECTRUM.compliance_beside_metric], L.shape)
        factors = sp.linalg.splu(sp.csc_array(exact - sp.diags_array(slack)))
        right = np.concatenate([s * loads, np.zeros(L.shape[1])])
        answer = factors.solve(right)
        for _ in range(2):  # takes the slack away
            answer += factors.solve(right - exact @ answer)
        scattered.state.multiplier[:] = t * answer[len(s) :]
    left = -scattered.residual()
    noise = 1e-9 * float(np.abs(scattered.scales() * loads).max(initial=0.0))
    return np.where(np.abs(scattered.scales() * left) > noise, left, 0.0)


def _ritz(
    inverse: Callable[[Floats], Floats],
    M: sp.csr_array,
    start: Floats,
    shift: float,
    *,
    of_loads: bool,
) -> Floats:
    """Squares of frequencies whose share is large enough, from Lanczos' method in the metric of M."""
    values, vectors, _ = _lanczos(inverse, M, start)
    if not len(values):
        return values
    live = np.abs(values) > 1e-12 * np.abs(values).max()
    values, energy = values[live], vectors[0, live] ** 2
    if of_loads:
        energy = energy / np.abs(values)
    squares = np.abs(1.0 / values - shift)
    energy = np.where(squares > 10.0 * shift, energy, 0.0)  # without stiffness the work has no bound
    made: Floats = squares[(energy >= SPECTRUM.share_of_energy * energy.sum()) & (squares > 10.0 * shift)]
    return made


def _lanczos(
    inverse: Callable[[Floats], Floats], M: sp.csr_array, start: Floats
) -> tuple[Floats, Floats, Floats]:
    """Ritz values (k,), their vectors (k, k) in a basis (k, n) with V M Vᵀ = 1, and this basis."""
    V = np.zeros((min(SPECTRUM.krylov_vectors, len(start)) + 1, len(start)))
    size = float(np.sqrt(max(start @ (M @ start), 0.0)))
    if size == 0.0:
        return np.zeros(0), np.zeros((0, 0)), V[:0]
    V[0] = start / size
    diagonal, beside = [], []
    for k in range(len(V) - 1):
        w = inverse(V[k])
        diagonal.append(float(V[k] @ (M @ w)))
        for _ in range(2):
            w = w - V[: k + 1].T @ (V[: k + 1] @ (M @ w))
        size = float(np.sqrt(max(w @ (M @ w), 0.0)))
        if size <= 1e-10 * max(np.abs(diagonal)):
            break
        beside.append(size)
        V[k + 1] = w / size
    values, vectors = la.eigh_tridiagonal(diagonal, beside[: len(diagonal) - 1])
    return values, vectors, V[: len(values)]


class _Saddle:
    """Solutions x of Q x + Bᵀλ = b, B x = 0 by a sparse factorisation, dependent rows allowed."""

    def __init__(self, Q: sp.csr_array, B: sp.csr_array) -> None:
        m, self.n = B.shape
        scale = float(abs(Q).max()) or 1.0
        self.exact = sp.block_array([[Q, scale * B.T], [scale * B, None]], format="csr") if m else Q
        slack = sp.block_diag(
            [sp.csr_array((self.n, self.n)), SPECTRUM.compliance_of_rows * scale * sp.eye_array(m)]
        )
        try:
            # this order has half the fill of COLAMD for loops side by side, about the same for chains
            self.factors = sp.linalg.splu(sp.csc_array(self.exact - slack if m else Q), permc_spec="MMD_ATA")
        except RuntimeError as error:
            raise SolveError("eigenvalues", f"the matrix cannot be factorised ({error})") from error

    def solve(self, b: Floats) -> Floats:
        """Solve, with one step of refinement that takes the slack of the rows away."""
        right = np.zeros(self.exact.shape[0])
        right[: self.n] = b
        x = self.factors.solve(right)
        if len(right) > self.n:
            x += self.factors.solve(right - self.exact @ x)
        return x[: self.n]


def recommended_step(scattered: Scattered, found: Spectrum, *, size: float) -> tuple[float | None, str]:
    """Step [s] and what it follows from: frequencies, or the size [m] of a body that moves under its weight.

    None if there is none.
    """
    limits: list[tuple[float, str]] = []
    if found.highest > 0.0:
        period = 2.0 * np.pi / found.highest
        what = "highest frequency that loads or velocities excite" if found.excited else "lowest frequency"
        hertz = found.highest / (2.0 * np.pi)
        words = f"{SPECTRUM.steps_per_period} steps a period of the {what}, {hertz:.4g} Hz"
        limits.append((period / SPECTRUM.steps_per_period, words))
    spin = float(np.linalg.norm(scattered.motion[scattered.kind == NODE, SPINS], axis=1).max(initial=0.0))
    if spin > 0.0:
        words = f"{SPECTRUM.steps_per_radian} steps a radian at {spin:.4g} rad/s"
        limits.append((1.0 / (SPECTRUM.steps_per_radian * spin), words))
    gravity = float(np.linalg.norm(scattered.model.gravity))
    if gravity > 0.0:
        fall = float(np.sqrt(size / gravity))
        words = (
            f"{SPECTRUM.steps_per_fall} steps in √(size / gravity) of a body of {size:.3g} m, {fall:.3g} s"
        )
        limits.append((fall / SPECTRUM.steps_per_fall, words))
    if not limits:
        return None, ""
    step, words = min(limits)
    power = 10.0 ** np.floor(np.log10(step))
    rounded = max(f for f in (1.0, 2.0, 5.0) if f * power <= step * (1.0 + 1e-9)) * power
    return float(f"{rounded:.3g}"), words
