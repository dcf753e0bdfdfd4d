"""Modes of vibration about a state: ``solve_modes``."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.linalg as la
import scipy.sparse as sp

from mbfe.algebra.arrays import Floats, Ints
from mbfe.algebra.rotations import unrotate
from mbfe.analyses.linear.eigen import Pencil, Vectors, damped, summed, undamped
from mbfe.analyses.linear.eigen.pencil import Numbers, is_symmetric
from mbfe.analyses.linear.linear_equations import equations_about
from mbfe.analyses.linear.steady_frames import steady_equations
from mbfe.analyses.linear.tolerances import LINEAR_STATE
from mbfe.analyses.start.rates import little_adjoints
from mbfe.contracts import checked
from mbfe.engine.columns import ACCEL, ACCELS, COORDINATE, NODE, POSITIONS, ROTATIONS, STATE, TWIST, TWISTS
from mbfe.errors import ModelError
from mbfe.failures.early import explained
from mbfe.model.compile import CompiledModel
from mbfe.model.model import Model
from mbfe.results.linearized import Linearized
from mbfe.results.modes import Modes

__all__ = ["constant_modes", "modes_of", "solve_modes"]

DIRECTIONS = ("along x", "along y", "along z", "about x", "about y", "about z")


@checked
def solve_modes(
    model: Model | CompiledModel,
    *,
    about: Any = None,
    n: int = 10,
    damping: bool | str = "auto",
    time: float | None = None,
) -> Modes:
    """Frequencies, damping and shapes of the small vibrations about a state.

    Parameters
    ----------
    model : Model or CompiledModel
        The mechanism.
    about : object, optional
        The state, as of :func:`mbfe.linearize`: results of any analysis or their file, ``run.at(2.5)``, a
        `Snapshot`, ``"start"`` for the start values of a motion, or nothing for the model at rest as drawn. A
        moving state has modes if its equations are time-invariant in some axes: of the bodies, of the world,
        or of a rotating part.
    n : int
        Number of modes, the lowest ones; rigid-body modes count.
    damping : bool or "auto"
        True for complex modes, with dampers and gyroscopic terms; False leaves these out, and takes the
        symmetric part of the stiffness. With "auto" the modes are complex if there are such terms.
    time : float, optional
        Time at which time functions are evaluated [s]: that of the state, or 0, when absent. With results
        over time it also says which of their states is meant.

    Returns
    -------
    Modes
        ``frequencies``, ``damping_ratios``, ``shapes``, ``print``, ``plot``, ``to_paraview`` and more.

    Raises
    ------
    ModelError
        If an argument is wrong.
        If the equations about a moving state are time-varying in all axes.
    SolveError
        If a part has neither mass nor stiffness in a direction; the message names it. If modes do not satisfy
        the equations, or are missing.

    Notes
    -----
    (s²M + sC + K) φ + L μ = 0, (sN + B) φ = 0, see ``mbfe/analyses/linear/linear_equations.py``;
    undamped modes K φ + Bᵀμ = ω² M φ, B φ = 0 have φᵀMφ = 1 [kg m²], complex ones φᴴMφ = 1 (or largest entry
    1 if nothing with mass moves). Constraints are satisfied exactly, massless parts are eliminated
    statically, first-order states are unknowns with eigenvalues, algebraic outputs are eliminated.

    Examples
    --------
    >>> from mbfe import Model, elements
    >>> model = Model()
    >>> mass = model.add(elements.PointMass("mass", mass=2.0, position=(1.0, 0, 0)))
    >>> spring = model.add(elements.PointSpring("spring", model.ground, mass, stiffness=200.0))
    >>> print(round(float(solve_modes(model).omega[-1]), 12))
    10.0
    """
    if not isinstance(n, int) or n < 1:
        raise ModelError("solve_modes: n", f"{n!r}", allowed="a positive whole number")
    if damping not in (True, False, "auto"):
        raise ModelError("solve_modes: damping", f"{damping!r}", allowed='True, False or "auto"')
    linear = equations_about(model, about=about, time=time)
    return modes_of(linear, n=n, damping=damping)


def modes_of(linear: Linearized, *, n: int = 10, damping: bool | str = "auto") -> Modes:
    """Modes of linearized equations; parameters as for :func:`solve_modes`."""
    with explained(linear.compiled, "solve_modes", time=linear.snapshot.time):
        try:
            steady = steady_equations(linear)
        except ModelError:
            modes = _solved(linear, n, damping)
            if not _is_at_rest(linear, modes.values):
                raise
            return modes
        return _solved(steady, n, damping)


def constant_modes(linear: Linearized, *, n: int, damping: bool | str) -> Modes:
    """Modes of equations in axes in which their coefficients are known to be constant."""
    with explained(linear.compiled, "solve_modes", time=linear.snapshot.time):
        return _solved(linear, n, damping)


def _is_at_rest(linear: Linearized, values: Numbers) -> bool:
    """Whether a state moves so slowly beside its modes that it counts as one at rest, as the end of a run."""
    system = linear.compiled.system
    rates = linear.snapshot.motion[system.kind == NODE]
    unit = 1.0 / np.repeat([float(system.environment.length), 1.0], 3)
    slowest = float(np.abs(values[values != 0.0]).min()) if values.any() else 0.0
    speed = float(np.abs(rates[:, TWISTS] * unit).max())
    change = float(np.abs(rates[:, ACCELS] * unit).max())
    return speed <= LINEAR_STATE.at_rest * slowest and change <= LINEAR_STATE.at_rest * slowest**2


def _solved(linear: Linearized, n: int, damping: bool | str) -> Modes:
    """Modes of equations that do not vary in time."""
    pencil = scaled_pencil(linear)
    states = (linear.compiled.system.kind[linear.places // 6] == STATE).any()
    first_order = states or not linear.holonomic.all()
    if damping == "auto":
        still = pencil.C.nnz == 0 or float(abs(pencil.C).max()) <= 1e-14 * _damping_scale(pencil)
        symmetric = is_symmetric(pencil.K, pencil.K_sum) and is_symmetric(pencil.M, pencil.M_sum)
        damping = bool(first_order or not (still and symmetric))
    if states and not damping:
        raise ModelError(
            "solve_modes: damping", "False, but the model has first-order states", allowed='True or "auto"'
        )
    names = [name.replace(".", " ", 1) for name in linear.dofs]
    if damping:
        values, vectors = damped(pencil, min(n, 2 * pencil.n), names)  # overdamped motions have two each
    else:
        squares, vectors = undamped(pencil, min(n, pencil.n), names)
        values = np.where(squares > 0.0, 1j, 1.0) * np.sqrt(np.abs(squares))
    rigid = _rigid_motions(linear) / linear.scales[:, None]
    kind = linear.compiled.system.kind[linear.places // 6]
    mass = sp.csr_array(sp.diags_array((kind <= COORDINATE).astype(float)) @ pencil.M)
    names_of, vectors = _name_rigid(linear, values, vectors, rigid, mass)
    vectors = _normalised(vectors, mass)
    names_of = [
        label or (_largest_state(linear, v, kind) if s.imag == 0.0 else "")
        for label, s, v in zip(names_of, values, vectors.T, strict=True)
    ]
    return Modes(
        linear=linear,
        values=np.asarray(values, dtype=complex),
        vectors=linear.scales[:, None] * vectors,
        is_damped=bool(damping),
        labels=tuple(names_of),
        shares=_shares(linear, mass, vectors),
        effective_mass=_effective(vectors, rigid, mass),
        rigid_mass=np.einsum("ij,ij->j", rigid, mass @ rigid),
    )


def scaled_pencil(linear: Linearized) -> Pencil:
    """The system in comparable units: unknowns times their scales, rows times theirs."""
    S, T = sp.diags_array(linear.scales), sp.diags_array(linear.row_scales)
    R = sp.diags_array(linear.equation_scales)
    M, C, K = (sp.csr_array(R @ part @ S) for part in (linear.M, linear.C, linear.K))
    L, N, B = (sp.csr_array(part) for part in (R @ linear.L @ T, T @ linear.N @ S, T @ linear.B @ S))
    places = linear.places
    is_node = linear.compiled.system.kind[places // 6] == NODE
    vectors = Vectors.at(places, is_node)
    motion = linear.snapshot.motion
    adjoint = (little_adjoints(linear.compiled, places, first, motion=motion) for first in (TWIST, ACCEL))
    ad_v, ad_a = (abs(sp.diags_array(1.0 / linear.scales) @ part @ S) for part in adjoint)
    none = sp.csr_array(M.shape)
    M_sum = summed(M, none, vectors)
    C_sum = summed(C, sp.csr_array(M_sum @ ad_v), vectors)
    turning = sp.csr_array(C_sum @ ad_v + M_sum @ ad_a)
    K_sum = summed(K, turning, vectors, has_reactions=True)
    return Pencil(M, C, K, L, N, B, linear.holonomic, M_sum, C_sum, K_sum, not bool(is_node.all()))


def _damping_scale(pencil: Pencil) -> float:
    """Size of 2√(KM), beside which damping is compared [kg/s]."""
    sizes = [float(abs(part).max()) if part.nnz else 0.0 for part in (pencil.M, pencil.K)]
    return 2.0 * (sizes[0] * sizes[1]) ** 0.5


def _rigid_motions(linear: Linearized) -> Floats:
    """Unknowns (n, 6) for unit translations along and rotations about world axes through the mass centre."""
    model, motion = linear.compiled.model, linear.snapshot.motion
    full = np.zeros((len(motion), 6, 6))
    n_node = len(model.nodes)
    x, q = motion[:n_node, POSITIONS], motion[:n_node, ROTATIONS]
    for c, e in enumerate(np.eye(3)):
        full[:n_node, :3, c] = full[:n_node, 3:, 3 + c] = unrotate(q, np.broadcast_to(e, x.shape))
        full[:n_node, :3, 3 + c] = unrotate(q, np.cross(e, x))
    rigid = full.reshape(-1, 6)[linear.places]
    mass = rigid.T @ (linear.M @ rigid)
    if mass[0, 0] > 0.0:
        center = np.array([mass[1, 5], -mass[0, 5], mass[0, 4]]) / mass[0, 0]
        rigid[:, 3:] -= rigid[:, :3] @ np.cross(np.eye(3), center).T
    return rigid


def _name_rigid(
    linear: Linearized, values: Numbers, vectors: Numbers, rigid: Floats, M: sp.csr_array
) -> tuple[list[str], Numbers]:
    """Names of zero-frequency modes, and a basis in which rigid motions of the whole model are pure."""
    labels = [""] * len(values)
    zero = np.flatnonzero(values == 0.0)
    if not len(zero):
        return labels, vectors
    basis = la.orth(vectors[:, zero].real)
    made: list[Floats] = []
    found: list[str] = []
    for c in range(6):
        r = rigid[:, c]
        size = float(np.linalg.norm(r))
        if size > 0.0 and np.linalg.norm(r - basis @ (basis.T @ r)) <= 1e-6 * size:
            made.append(r)
            found.append(f"rigid motion {DIRECTIONS[c]}")
    if made:
        known = la.orth(np.column_stack(made))
        rest = la.orth(basis - known @ (known.T @ basis), rcond=1e-6)
    else:
        rest = basis
    rest = rest[:, : len(zero) - len(made)]
    if rest.shape[1]:
        _, _, turn = la.qr(rest.T, pivoting=True)  # a basis in which single unknowns dominate
        rest = rest @ la.inv(rest[turn[: rest.shape[1]]])
    names = [linear.dofs[int(np.argmax(np.abs(r)))].split(".")[0] for r in rest.T]
    columns = [*made, *rest.T][: len(zero)]
    vectors = vectors.copy()
    vectors[:, zero[: len(columns)]] = np.column_stack(columns)
    for at, label in zip(zero, [*found, *(f'free motion of "{name}"' for name in names)], strict=False):
        labels[at] = label
    return labels, vectors


def _normalised(vectors: Numbers, M: sp.csr_array) -> Numbers:
    """Vectors with φᴴMφ = 1 whose largest entry is real and positive."""
    made = vectors.copy()
    for j in range(vectors.shape[1]):
        v = vectors[:, j]
        size = float((v.conj() @ (M @ v)).real)
        largest = v[int(np.argmax(np.abs(v)))]
        if size <= 1e-14 * float(abs(M).max()) * float((np.abs(v) ** 2).sum()):
            size = float(abs(largest)) ** 2
        made[:, j] = v * (np.conj(largest) / abs(largest)) / size**0.5
    return made


def _largest_state(linear: Linearized, vector: Numbers, kind: Ints) -> str:
    """Name of a state that changes most in a mode, empty where a motion does."""
    largest = int(np.argmax(np.abs(vector)))
    return f'state "{linear.dofs[largest]}"' if kind[largest] == STATE else ""


def _shares(linear: Linearized, mass: sp.csr_array, vectors: Numbers) -> Floats:
    """Part of the kinetic energy on each node, (k, n_node); what is on variables is missing."""
    energy = np.abs((vectors.conj() * (mass @ vectors)).real)
    n_node = len(linear.compiled.model.nodes)
    owner = linear.places // 6
    shares = np.zeros((vectors.shape[1], n_node))
    for node in range(n_node):
        shares[:, node] = energy[owner == node].sum(axis=0)
    total = energy.sum(axis=0)[:, None]
    return np.divide(shares, total, out=np.zeros_like(shares), where=total > 0.0)


def _effective(vectors: Numbers, rigid: Floats, M: sp.csr_array) -> Floats:
    """Effective masses and inertias |φᴴM r|²/φᴴMφ of the modes in the six directions, (k, 6)."""
    moved = M @ rigid
    mass = (vectors.conj() * (M @ vectors)).real.sum(axis=0)
    value = np.abs(vectors.conj().T @ moved) ** 2
    return np.divide(value, mass[:, None], out=np.zeros_like(value), where=mass[:, None] > 0.0)
