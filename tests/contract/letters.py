"""The lettered properties A–J that laws have, each as a check of one draw.

A check raises AssertionError when the property does not hold. It returns whether there was anything to see: a
law without mass has nothing to show for F.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.contract import se3
from tests.contract.harness import Draw, Rig, Sample

Floats = NDArray[np.float64]


def close(found: Any, expected: Any, *, within: float, of: float = 1.0, what: str = "") -> None:
    """Assert equality within a part of the quantities' size, which is ``of`` at least."""
    assert np.isfinite(found).all(), f"{what} is not a number"
    size = max(of, np.abs(found).max(initial=0.0), np.abs(expected).max(initial=0.0))
    np.testing.assert_allclose(found, expected, rtol=0.0, atol=within * size, err_msg=what)


def tangents(draw: Draw) -> bool:
    """A: M, G, K, B, N are derivatives of residual and rows; multipliers act by Bᵀλ + Nᵀψ, or L is theirs."""
    rig, sample = draw.rig, draw.sample
    n = rig.size
    exact = rig.all_matrices(sample)
    velocities = rig.nonholonomic
    # the engine's own differences are of second order; those of this check of fourth
    within = 1e-8 if "tangent" in draw.case.law.functions else 1e-6
    live = rig.live
    found = {}
    for what in ("accel", "twist", "pose"):
        columns = [
            se3.derivative(lambda s, i=i, c=c, what=what: rig.residual(sample.changed(what, i, c, s)))
            for i, c in rig.moves
        ]
        found[what] = np.column_stack(columns)
    size = float(np.abs(rig.residual(sample)).max())
    for name, matrix, what in zip("MGK", exact[:3], ("accel", "twist", "pose"), strict=True):
        close(matrix, found[what][live], within=within, of=size, what=name)
    close(exact[3], found["pose"][n:], within=within, what="B")
    close(found["accel"][n:], 0.0, within=within, what="constraints depend on accelerations")
    close(exact[4], found["twist"][n:], within=within, what="N")
    close(found["twist"][n:][~velocities], 0.0, within=within, what="holonomic rows depend on velocities")
    if draw.case.law.general_reactions:
        columns = [
            se3.derivative(
                lambda s, i=i: rig.residual(
                    replace(sample, multiplier=sample.multiplier + s * np.eye(len(sample.multiplier))[i])
                )
            )
            for i in range(len(sample.multiplier))
        ]
        close(rig.reactions(sample), np.column_stack(columns)[live], within=within, of=size, what="L")
        return True
    by_one = np.where(velocities[:, None], exact[4], exact[3]).T
    free = replace(sample, multiplier=0.0 * sample.multiplier)
    forces = (rig.residual(sample) - rig.residual(free))[live]
    close(
        forces,
        by_one @ sample.multiplier,
        within=within,
        of=size,
        what="forces of multipliers",
    )
    return any(matrix.any() for matrix in exact)


def evaluation_changes_nothing(draw: Draw) -> bool:
    """B: evaluation changes no state, parameter or history, reads only its own, and repeats itself."""
    rig, sample = draw.rig, draw.sample
    state, system = rig.state, rig.system

    def kept() -> list[Floats]:
        constant = (system.parameter, system.curves, system.environment.gravity, system.index, system.slot)
        return [array.copy() for array in (state.motion, state.multiplier, *constant)]

    def evaluate() -> list[Floats]:
        return [rig.residual(sample), *rig.matrices(sample), *rig.observed(sample)]

    rig.load(sample)
    before, history = kept(), state.history.copy()
    first, second = evaluate(), evaluate()
    np.testing.assert_array_equal(history, state.history, err_msg="history")
    powers = rig.powers(sample)
    np.testing.assert_array_equal(powers, rig.powers(sample), err_msg="powers")
    for was, now in zip(before, kept(), strict=True):
        np.testing.assert_array_equal(was, now)
    for one, two in zip(first, second, strict=True):
        np.testing.assert_array_equal(one, two)
        assert np.isfinite(one).all(), "reads what is not its own, or leaves a result open"
    assert np.isfinite(powers).all()
    return True


def rigid_motion_is_free(draw: Draw) -> bool:
    """C: after a rigid motion from the reference nothing is strained, and nothing is damped during one."""
    rig, case = draw.rig, draw.case
    still = draw.sample.at_rest()
    if not (rig.observed(draw.sample)[0][2] or rig.powers(draw.sample)[0] or rig.layout.n_row):
        return False  # neither strained nor damped: a load is not elastic
    pose = draw.sample.pose if case.reference is None else case.reference(draw.rng, draw.parameters)
    reference = replace(still, pose=pose)
    placed = reference.carried(draw.world())
    close(rig.residual(placed), 0.0, within=1e-11, of=float(np.abs(rig.residual(still)).max()), what="force")
    close(rig.observed(placed)[0][2], rig.observed(reference)[0][2], within=1e-11, what="elastic energy")
    twist = draw.rng.normal(size=6)
    seen = [se3.adjoint(np.linalg.inv(se3.matrix(node))) @ twist for node in placed.pose]
    turning = replace(placed, twist=np.array(seen).reshape(-1, 6))
    M, _, _, B = rig.matrices(turning)
    if not M.any() and draw.at_ground is None:
        # a damper has no force at rest, so that what it does in the drawn motion is the measure
        size = float(max(np.abs(rig.residual(state)).max() for state in (still, draw.sample)))
        close(rig.residual(turning), 0.0, within=1e-10, of=size, what="damping")
        close(rig.powers(turning)[0], 0.0, within=1e-10, what="dissipated power")
        close(
            B @ turning.velocity,
            0.0,
            # gradients that the engine makes by differences are less exact
            within=1e-11 if "tangent" in case.law.functions else 1e-8,
            of=float(np.abs(twist).max()),
            what="constraint rate",
        )
    return True


def moves_with_the_world(draw: Draw) -> bool:
    """D: the residual in body axes stays when the world moves, ground and gravity with it; so do energies."""
    rig, sample = draw.rig, draw.sample
    elsewhere = sample.carried(draw.world())
    here = rig.residual(sample)
    close(rig.residual(elsewhere), here, within=1e-12)
    energy = rig.balance(sample)
    close(np.delete(rig.balance(elsewhere) - energy, 1), 0.0, within=1e-12, of=float(np.abs(energy).max()))
    return bool(here.any())


def total_wrench(pose: Floats, wrenches: Floats, point: Floats) -> Floats:
    """Sum of body-frame wrenches at their origins, about a point of the world."""
    total = np.zeros(6)
    for node, wrench in zip(pose, wrenches, strict=True):
        H = se3.matrix(node)
        force, moment = H[:3, :3] @ wrench[:3], H[:3, :3] @ wrench[3:]
        total += np.concatenate([force, moment + np.cross(H[:3, 3] - point, force)])
    return total


def wrenches_balance(draw: Draw) -> bool:
    """E: internal forces sum to no force and no moment; those of a law with mass are what is left at rest."""
    rig, sample = draw.rig, draw.sample
    if rig.matrices(sample)[0].any():
        sample = replace(sample.at_rest(), multiplier=sample.multiplier)
    wrenches = rig.wrenches(sample)
    total = total_wrench(sample.pose, wrenches, draw.rng.normal(size=3))
    close(total, 0.0, within=1e-12, of=10.0 * float(np.abs(wrenches).max(initial=0.0)))
    return bool(wrenches.any())


def mass_is_positive(draw: Draw) -> bool:
    """F: M is symmetric and positive semidefinite."""
    M = draw.rig.matrices(draw.sample)[0]
    motions = len(draw.rig.columns) - draw.case.law.states - draw.case.law.algebraic
    M = M[:motions, :motions]  # the equations of states and outputs have no mass
    close(M, M.T, within=1e-14, what="symmetry")
    assert np.linalg.eigvalsh(M).min(initial=0.0) > -1e-12 * max(1.0, np.abs(M).max(initial=0.0))
    return bool(M.any())


def energy_balances(draw: Draw) -> bool:
    """G: r·𝒱 = d(kinetic + potential + elastic)/dt + dissipated − load power + μ·Ċ.

    A driven row, C_t ≠ 0, has the load power μ C_t. For nonholonomic rows k takes the place of Ċ.
    """
    rig, sample = draw.rig, draw.sample
    power = float(rig.residual(sample)[: rig.size] @ sample.velocity)
    dissipated, loads = rig.powers(sample)
    stored = [se3.derivative(lambda tau, i=i: rig.observed(sample.after(tau))[0][i]) for i in range(3)]
    explicit = se3.derivative(lambda tau: rig.constraint(replace(sample, t=sample.t + tau)))
    rate = constraint_rate(rig, sample) + explicit
    held = float(sample.multiplier @ np.where(rig.nonholonomic, rig.constraint(sample), rate))
    parts = np.array([power, *stored, dissipated, loads, held])
    size = float(max(np.abs(parts).max(), np.abs(rig.observed(sample)[0]).max()))
    # B of a law without a tangent is made by differences
    within = 1e-9 if "tangent" in draw.case.law.functions or not rig.layout.n_row else 1e-8
    close(power, sum(stored) + dissipated - loads + held, within=within, of=size, what=str(parts))
    assert dissipated >= 0.0
    return bool(parts.any())


def constraint_rate(rig: Rig, sample: Sample) -> Floats:
    """B𝒱 of holonomic rows, N𝒱 of nonholonomic ones."""
    return np.asarray(rig.matrices(sample)[3] @ sample.velocity[rig.live])


def order_of_nodes(draw: Draw) -> bool:
    """H: with its nodes in reverse order, and its parameters with them, the element does the same."""
    rig, sample = draw.rig, draw.sample
    if len(rig.nodes) < 2:
        return False
    turned = Rig(draw.case, [draw.case.exchanged(draw.parameters)], rig.nodes[::-1], draw.curves)
    back = replace(sample, pose=sample.pose[::-1], twist=sample.twist[::-1], accel=sample.accel[::-1])
    wrenches = rig.wrenches(sample)
    close(turned.wrenches(back)[::-1], wrenches, within=1e-12)
    close(turned.balance(back), rig.balance(sample), within=1e-12)
    return bool(wrenches.any())


def elements_add(draw: Draw) -> bool:
    """I: two equal elements give twice one, and with another one between them the sum of all three."""
    case, rig, sample = draw.case, draw.rig, draw.sample
    n, m = rig.size, rig.layout.n_row
    other = Rig(case, [draw.others], rig.nodes, draw.curves)
    three = Rig(case, [draw.parameters, draw.others, draw.parameters], rig.nodes, draw.curves)
    all_rows = replace(sample, multiplier=np.tile(sample.multiplier, 3))
    one, two = rig.residual(sample), other.residual(sample)
    sum_of_three = three.residual(all_rows)
    close(sum_of_three[:n], 2.0 * one[:n] + two[:n], within=1e-13)
    close(sum_of_three[n:], np.concatenate([one[n:], two[n:], one[n:]]), within=1e-13)
    singles, others, together = rig.matrices(sample), other.matrices(sample), three.matrices(all_rows)
    for whole, a, b in zip(together[:3], singles, others, strict=False):
        close(whole, 2.0 * a + b, within=1e-13)
    close(together[3], np.concatenate([singles[3], others[3], singles[3]]), within=1e-13)
    close(three.balance(all_rows), 2.0 * rig.balance(sample) + other.balance(sample), within=1e-13)
    outputs = [each.observed(sample)[1] for each in (rig, other, rig)]
    close(three.observed(all_rows)[1], np.concatenate(outputs), within=1e-13)
    return bool(one.any() or m)


def constraints_move(draw: Draw) -> bool:
    """J: along a motion dC/dt = B𝒱 + ∂C/∂t and C̈ = B𝒜 + Γ; so are the Ċ and Γ that the program makes.

    For nonholonomic rows k takes the place of Ċ, and dk/dt = N𝒜 + Γ.
    """
    rig, sample = draw.rig, draw.sample
    if not rig.layout.n_row:
        return False
    with_tangent = "tangent" in draw.case.law.functions
    explicit = se3.derivative(lambda tau: rig.constraint(replace(sample, t=sample.t + tau)))
    rate = se3.derivative(lambda tau: rig.constraint(sample.after(tau)))
    second = se3.second_derivative(lambda tau: rig.constraint(sample.after(tau)))
    held = rig.nonholonomic
    second = np.where(held, rate, second)
    rate = np.where(held, rig.constraint(sample), rate)
    explicit = np.where(held, rate - constraint_rate(rig, sample), explicit)
    close(
        constraint_rate(rig, sample) + explicit,
        rate,
        within=1e-8 if with_tangent else 1e-6,
        what="Ċ = B𝒱 + C_t",
    )
    made, gamma = rig.rates(sample)
    close(made, rate, within=1e-8, what="Ċ")
    accel = np.concatenate([sample.accel.ravel(), sample.coordinates[2]])
    expected = rig.matrices(sample)[3] @ accel[rig.live] + gamma
    close(expected, second, within=1e-6, what="C̈ = B𝒜 + Γ")
    return True


CHECKS: dict[str, Callable[[Draw], bool]] = {
    "A": tangents,
    "B": evaluation_changes_nothing,
    "C": rigid_motion_is_free,
    "D": moves_with_the_world,
    "E": wrenches_balance,
    "F": mass_is_positive,
    "G": energy_balances,
    "H": order_of_nodes,
    "I": elements_add,
    "J": constraints_move,
}
