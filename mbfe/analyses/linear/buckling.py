"""Buckling loads from the change of the tangent stiffness with the load: ``solve_buckling``."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import scipy.linalg as la
import scipy.sparse as sp
from scipy.sparse.linalg import ArpackNoConvergence, LinearOperator, eigs, splu

from mbfe.algebra.arrays import Floats
from mbfe.algebra.threads import one_blas_thread
from mbfe.analyses.linear.eigen.accepted import checked as accepted
from mbfe.analyses.linear.eigen.checks import Polynomial
from mbfe.analyses.linear.eigen.pencil import Numbers
from mbfe.analyses.linear.linear_equations import equations_about
from mbfe.analyses.linear.tolerances import BUCKLING
from mbfe.analyses.static.static import solve_static
from mbfe.contracts import checked
from mbfe.errors import ModelError, SolveError
from mbfe.failures.early import explained
from mbfe.model.compile import CompiledModel
from mbfe.model.model import Model
from mbfe.results.buckling import Buckling
from mbfe.results.linearized import Linearized

__all__ = ["solve_buckling"]


@dataclass(frozen=True, eq=False)
class _Tangent:
    """Tangent [K, L; B, 0] in comparable units at a load, and its rate with the load factor."""

    base: Linearized
    now: sp.csr_array
    rate: sp.csr_array


@checked
def solve_buckling(
    model: Model,
    *,
    n: int = 4,
    load_factor: float = 0.0,
    refine: bool = False,
    time: float = 0.0,
    initial: str = "refuse",
) -> Buckling:
    """Critical load factors of a structure, and the buckling modes.

    Parameters
    ----------
    model : Model
        The structure with its reference loads.
    n : int
        Number of factors of each sign, the nearest ones.
    load_factor : float
        Load about which the stiffness is extrapolated.
    refine : bool
        Move this load towards the lowest positive factor until it converges: the exact bifurcation with
        prebuckling deformation. Otherwise the factors are those of linear theory about ``load_factor``.
    time : float
        Time at which time functions are evaluated [s].
    initial : {"refuse", "project"}
        Whether violated constraints as drawn are refused or closed.

    Returns
    -------
    Buckling
        ``factors``, ``lowest``, ``shape``, ``to_paraview``.

    Raises
    ------
    SolveError
        If the loads do not change the stiffness, or no equilibrium is found.

    Notes
    -----
    With T = [K, L; B, 0] the tangent of equilibrium and constraints, reactions included,
    (T(Λ₀) + μ dT/dΛ) z = 0 and Λ = Λ₀ + μ (Cook et al. 2002, §18.2–18.4, with (T(Λ₀+δ) − T(Λ₀−δ))/2δ in
    place of a stress stiffness). δ is a small part of the lowest factor, found by iteration, so the result
    does not depend on the size of the reference load.
    """
    if not isinstance(n, int) or n < 1:
        raise ModelError("solve_buckling: n", f"{n!r}", allowed="a positive whole number")
    compiled = model.compile()
    with explained(compiled, "solve_buckling", time=time):
        return _path(model, compiled, float(load_factor), n, refine=refine, time=time, initial=initial)


def _path(
    model: Model, compiled: CompiledModel, base: float, n: int, *, refine: bool, time: float, initial: str
) -> Buckling:
    """Factors about a load, which goes towards the lowest one when ``refine`` is set."""
    step = BUCKLING.first_step
    state, before = None, np.inf
    for _ in range(BUCKLING.most_trials):
        run = solve_static(model, load_factor=base, state=state, time=time, initial=initial)
        snapshot = run.snapshot
        found, step = _about(model, compiled, snapshot, step, n, time)
        found = replace(found, warnings=tuple(run.report.get("warnings", ())))
        state = snapshot
        ahead = found.factors[found.factors > base]
        if not refine or not len(ahead):
            return found
        lowest = float(ahead.min())
        if abs(lowest - before) <= 1e-7 * abs(lowest):
            return found
        before = lowest
        base += 0.9 * (lowest - base)
    return found


def _about(
    model: Model, compiled: CompiledModel, snapshot: Any, step: float, n: int, time: float
) -> tuple[Buckling, float]:
    """Factors by linear extrapolation from a state, and the step that was good."""
    for _ in range(BUCKLING.most_trials):
        try:
            tangent = _tangent(model, compiled, snapshot, step, time)
        except SolveError as error:
            failed, step = error, 0.01 * step
            continue
        factors, vectors = _factors(tangent, n)
        if not len(factors):
            if step >= 1e6:
                break
            step *= 1e3
            continue
        required = BUCKLING.step * float(np.abs(factors).min())
        if required / BUCKLING.far_from_required <= step <= required * BUCKLING.far_from_required:
            return _result(tangent, snapshot.load_factor + factors, vectors), step
        step = required
    else:
        raise SolveError(
            "solve_buckling", f"no equilibrium beside the load factor {snapshot.load_factor:g}"
        ) from failed
    raise SolveError(
        "solve_buckling",
        "the loads do not change the stiffness",
        allowed="loads that stress the structure",
        remedy="Apply the loads under which it may buckle",
    )


def _tangent(model: Model, compiled: CompiledModel, snapshot: Any, step: float, time: float) -> _Tangent:
    sides = []
    for sign in (1.0, -1.0):
        factor = snapshot.load_factor + sign * step
        run = solve_static(model, load_factor=factor, state=snapshot, time=time, tolerance=1e-12)
        sides.append(equations_about(compiled, about=run.snapshot))
    base = equations_about(compiled, about=snapshot)
    now, plus, minus = (_saddle(part, base) for part in (base, *sides))
    return _Tangent(base, now, sp.csr_array((plus - minus) / (2.0 * step)))


def _saddle(linear: Linearized, base: Linearized) -> sp.csr_array:
    """[K, L; B, 0], unknowns and rows in the units of the base, rows as stiff as the rest."""
    S, T = sp.diags_array(base.scales), sp.diags_array(base.row_scales)
    size = float(np.median(np.abs((S @ base.K @ S).diagonal()))) or 1.0
    if not linear.rows:
        return sp.csr_array(S @ linear.K @ S)
    L, B = size * (S @ linear.L @ T), size * (T @ (linear.B + linear.N) @ S)
    return sp.csr_array(sp.block_array([[S @ linear.K @ S, L], [B, None]]))


@one_blas_thread()
def _factors(tangent: _Tangent, n: int) -> tuple[Floats, Floats]:
    """Real μ of (T + μ T′) z = 0, n of either sign at most, by ascending magnitude, with the vectors."""
    size = tangent.now.shape[0]
    n_dof = len(tangent.base.dofs)
    slack = np.zeros(size)
    slack[n_dof:] = BUCKLING.compliance_of_rows * float(abs(tangent.now).max())
    factors = splu(sp.csc_array(tangent.now - sp.diags_array(slack)))

    def apply(z: Numbers) -> Numbers:
        right = -(tangent.rate @ z)
        x = factors.solve(right)
        return x + factors.solve(right - tangent.now @ x)

    if size <= BUCKLING.most_dense:
        full = -tangent.rate.toarray()
        T = factors.solve(full)
        T += factors.solve(full - tangent.now @ T)
        inverse, vectors = la.eig(T)
    else:
        operator = LinearOperator((size, size), matvec=apply, dtype=float)
        start = apply(np.random.default_rng(1).standard_normal(size))
        parts = [_arnoldi(operator, start, n, which) for which in ("LR", "SR")]
        inverse = np.concatenate([part[0] for part in parts])
        vectors = np.hstack([part[1] for part in parts])
    largest = np.abs(inverse).max(initial=0.0)
    # below the size of T′ beside T inverse factors are errors of rounding
    noise = 1e-12 * float(abs(tangent.rate).max() / abs(tangent.now).max()) if tangent.rate.nnz else np.inf
    real = (np.abs(inverse.imag) <= 1e-6 * np.abs(inverse)) & (np.abs(inverse) > max(1e-9 * largest, noise))
    mu = 1.0 / inverse[real].real
    vectors = vectors[:, real].real
    chosen = [np.flatnonzero(sign * mu > 0.0) for sign in (1.0, -1.0)]
    kept = np.concatenate([part[np.argsort(np.abs(mu[part]))][:n] for part in chosen])
    kept = kept[np.argsort(np.abs(mu[kept]), kind="stable")]
    equations = Polynomial((tangent.now, tangent.rate), size, False)
    mu, vectors = accepted(equations, mu[kept], vectors[:, kept], where="solve_buckling")
    return mu, vectors[:n_dof]


def _arnoldi(operator: Any, start: Floats, n: int, which: Any) -> tuple[Numbers, Numbers]:
    try:
        found: tuple[Numbers, Numbers] = eigs(
            operator, n, v0=start, which=which, ncv=max(4 * n, 60), maxiter=60
        )  # type: ignore[call-overload]
        return found
    except ArpackNoConvergence as error:
        return error.eigenvalues, error.eigenvectors


def _result(tangent: _Tangent, factors: Floats, vectors: Floats) -> Buckling:
    base = tangent.base
    scaled = base.scales[:, None] * vectors
    sizes = np.linalg.norm(base.world(scaled)[:, :, :3], axis=2).max(axis=1)
    sizes = np.where(sizes > 0.0, sizes, np.abs(scaled).max(axis=0))
    largest = scaled[np.abs(vectors).argmax(axis=0), np.arange(len(factors))]
    return Buckling(base, factors, scaled * np.sign(largest) / sizes, base.snapshot.load_factor)
