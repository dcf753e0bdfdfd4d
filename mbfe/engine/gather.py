"""Helpers that the group kernels share: local copies of motions, scatter of residuals, combination of tangents."""

from __future__ import annotations

from mbfe.compiled import compiled
from mbfe.motion import compose, exp

POSE = 0
TWIST = 7
ACCEL = 13
MOTION = 20
"""Layout of a row of the motion table: pose (7), twist (6), acceleration (6), one spare for alignment."""

GRAVITY = 0
LENGTH = 3
SIZE_ENV = 4
"""Layout of the environment array: gravity (3) [m/s²], characteristic length [m]."""

W_MASS, W_GYRO, W_STIFF, W_COUPLING, W_PENALTY, SIZE_WEIGHTS = range(6)
"""Weights of M, G, K, B and BᵀB in the iteration matrix."""


@compiled
def take_motion(motion, index, first, k, local):
    """Copy the motion rows of k nodes to the local table."""
    for i in range(k):
        node = index[first + i]
        for c in range(19):
            local[i, c] = motion[node, c]


@compiled
def take_multipliers(multiplier, index, first, m, lam):
    """Copy the multipliers of m rows; a row that is not active has none."""
    for j in range(m):
        row = index[first + j]
        lam[j] = multiplier[row] if row >= 0 else 0.0


@compiled
def give_residual(residual, constraint, index, first, k, m, n_motion, r):
    """Add the local residual to the nodes' rows and write the constraint rows."""
    for i in range(k):
        at = 6 * index[first + i]
        for c in range(6):
            r[at + c] += residual[6 * i + c]
    for j in range(m):
        row = index[first + k + j]
        if row >= 0:
            r[n_motion + row] = constraint[j]


@compiled
def combine(k, m, index, first, weight, step_tangent, row_scale, dof_scale, block, slot, at, values):
    """Add one element's weighted tangents to the values of the iteration matrix.

    S_uu = w_M M + w_G G + w_K K T + w_P Σ ℓ² BᵀB T and S_λu = w_B ℓ B T, S_uλ = w_B ℓ Bᵀ, all rows and columns scaled.

    Parameters
    ----------
    block : (4, n, n) array
        Local M, G, K and B.
    slot : (…) array of int
        Place of each entry of the local (6k + m) square in ``values``, −1 where there is none.
    """
    n = 6 * k
    width = n + m
    mass, gyro, stiff, blocked = block[0], block[1], block[2], block[3]
    for i in range(k):  # K ← K T and B ← B T, node by node
        tangent = step_tangent[index[first + i]]
        right_multiply(stiff, n, 6 * i, tangent, block[4])
        for j in range(m):
            for c in range(6):
                value = 0.0
                for d in range(6):
                    value += blocked[j, 6 * i + d] * tangent[d, c]
                block[5, j, 6 * i + c] = value
    for i in range(n):
        for j in range(n):
            place = slot[at + i * width + j]
            if place < 0:
                continue
            value = weight[W_MASS] * mass[i, j] + weight[W_GYRO] * gyro[i, j] + weight[W_STIFF] * block[4, i, j]
            for q in range(m):
                row = index[first + k + q]
                if row >= 0:
                    value += weight[W_PENALTY] * row_scale[row] ** 2 * blocked[q, i] * block[5, q, j]
            values[place] += value * dof_scale[i % 6] * dof_scale[j % 6]
    for q in range(m):
        row = index[first + k + q]
        if row < 0:
            continue
        f = weight[W_COUPLING] * row_scale[row]
        for j in range(n):
            place = slot[at + (n + q) * width + j]
            if place >= 0:
                values[place] += f * block[5, q, j] * dof_scale[j % 6]
            place = slot[at + j * width + n + q]
            if place >= 0:
                values[place] += f * blocked[q, j] * dof_scale[j % 6]


@compiled
def right_multiply(a, n, first, tangent, out):
    """Columns ``first`` to ``first + 6`` of out = a T."""
    for r in range(n):
        for c in range(6):
            value = 0.0
            for d in range(6):
                value += a[r, first + d] * tangent[d, c]
            out[r, first + c] = value


@compiled
def displace(local, i, c, amount, saved):
    """Move node i of the local table by a body-frame increment in direction c (exponential map)."""
    for d in range(7):
        saved[d] = local[i, d]
    u = (0.0, 0.0, 0.0)
    w = (0.0, 0.0, 0.0)
    if c == 0:
        u = (amount, 0.0, 0.0)
    elif c == 1:
        u = (0.0, amount, 0.0)
    elif c == 2:
        u = (0.0, 0.0, amount)
    elif c == 3:
        w = (amount, 0.0, 0.0)
    elif c == 4:
        w = (0.0, amount, 0.0)
    else:
        w = (0.0, 0.0, amount)
    x, q = exp(u, w)
    compose(saved, x, q, local[i])


@compiled
def restore(local, i, saved):
    """Undo :func:`displace`."""
    for d in range(7):
        local[i, d] = saved[d]
