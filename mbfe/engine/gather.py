"""What the group kernels share: local copies of motions, scatter of residuals, combination of tangents."""

from __future__ import annotations

from mbfe.compiled import compiled, flat, load, store
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

    S_uu = w_M M + w_G G + w_K K T + w_P Σ ℓ² BᵀB T and S_λu = w_B ℓ B T, S_uλ = w_B ℓ Bᵀ,
    all rows and columns scaled.

    Parameters
    ----------
    block : (6, n, n) array
        Local M, G, K and B, and two squares of scratch: for S_uu and B T.
    slot : (…) array of int
        Place of each entry of the local (6k + m) square in ``values``, −1 where there is none.
    """
    n = 6 * k
    width = n + m
    side = block.shape[1]
    square = side * side
    b = flat(block)
    for i in range(k):
        t = flat(step_tangent[index[first + i]])
        for r in range(n):
            times_tangent(b, 2 * square + r * side + 6 * i, t, weight[W_STIFF], 4 * square + r * side + 6 * i)
            at_m = r * side + 6 * i
            axpy6(b, 4 * square + at_m, weight[W_MASS], at_m)
            axpy6(b, 4 * square + at_m, weight[W_GYRO], square + at_m)
        for r in range(m):
            times_tangent(b, 3 * square + r * side + 6 * i, t, 1.0, 5 * square + r * side + 6 * i)
    for q in range(m):
        row = index[first + k + q]
        if row < 0:
            continue
        f = weight[W_COUPLING] * row_scale[row]
        p = weight[W_PENALTY] * row_scale[row] ** 2
        for i in range(n):
            gradient = load(b, 3 * square + q * side + i)
            scale = f * load(dof_scale, i % 6)
            if gradient != 0.0:
                for j in range(k):
                    axpy6(b, 4 * square + i * side + 6 * j, p * gradient, 5 * square + q * side + 6 * j)
                put_value(values, load(slot, at + i * width + n + q), scale * gradient)
            put_value(
                values, load(slot, at + (n + q) * width + i), scale * load(b, 5 * square + q * side + i)
            )
    for i in range(n):
        scale = load(dof_scale, i % 6)
        for j in range(n):
            entry = load(b, 4 * square + i * side + j)
            put_value(values, load(slot, at + i * width + j), entry * scale * load(dof_scale, j % 6))


@compiled
def put_value(values, place, value):
    """Add a value at its place, if it has one."""
    if place >= 0:
        store(values, place, load(values, place) + value)


@compiled
def axpy6(b, to, f, source):
    """Six consecutive entries: b[to …] += f b[source …]."""
    t0, t1, t2 = load(b, source), load(b, source + 1), load(b, source + 2)
    t3, t4, t5 = load(b, source + 3), load(b, source + 4), load(b, source + 5)
    s0, s1, s2 = load(b, to), load(b, to + 1), load(b, to + 2)
    s3, s4, s5 = load(b, to + 3), load(b, to + 4), load(b, to + 5)
    store(b, to, s0 + f * t0)
    store(b, to + 1, s1 + f * t1)
    store(b, to + 2, s2 + f * t2)
    store(b, to + 3, s3 + f * t3)
    store(b, to + 4, s4 + f * t4)
    store(b, to + 5, s5 + f * t5)


@compiled
def times_tangent(b, source, t, f, to):
    """Six consecutive entries as a row times T: b[to …] = f b[source …] T."""
    s0 = s1 = s2 = s3 = s4 = s5 = 0.0
    for d in range(6):
        value = load(b, source + d)
        s0 += value * load(t, 6 * d)
        s1 += value * load(t, 6 * d + 1)
        s2 += value * load(t, 6 * d + 2)
        s3 += value * load(t, 6 * d + 3)
        s4 += value * load(t, 6 * d + 4)
        s5 += value * load(t, 6 * d + 5)
    store(b, to, f * s0)
    store(b, to + 1, f * s1)
    store(b, to + 2, f * s2)
    store(b, to + 3, f * s3)
    store(b, to + 4, f * s4)
    store(b, to + 5, f * s5)


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
