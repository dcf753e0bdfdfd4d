"""What the group kernels share: local copies of motions and variables, and the scatter of residuals."""

from __future__ import annotations

from mbfe.algebra.fours import four, set_four
from mbfe.algebra.motion import compose, exp
from mbfe.algebra.vectors import ZERO, Vec3, vector
from mbfe.compiled import compiled, flat, load, store
from mbfe.engine.columns import ACCEL, END_OF_MOTION, MOTION, SPIN, TWIST

__all__ = ["copy_numbers", "copy_rows", "displace", "restore"]


@compiled
def copy_rows(source, target):
    """Copy rows of motions (a slice assignment might allocate)."""
    for i in range(source.shape[0]):
        for j in range(END_OF_MOTION):
            target[i, j] = source[i, j]


@compiled
def copy_numbers(source, target):
    """Fill a one-dimensional array with the first numbers of another one."""
    for i in range(target.shape[0]):
        target[i] = source[i]


@compiled
def clear(array, first, count):
    """Set numbers of a one-dimensional array to zero."""
    for i in range(count):
        array[first + i] = 0.0


@compiled
def clear_fours(square):
    """Set a square of numbers to zero, four at a time."""
    numbers = flat(square)
    whole = numbers.shape[0] // 4 * 4
    for i in range(0, whole, 4):
        set_four(numbers, i, (0.0, 0.0, 0.0, 0.0))
    for i in range(whole, numbers.shape[0]):
        store(numbers, i, 0.0)


@compiled
def take_motion(motion, index, first, k, local):
    """Copy the motion rows of k nodes to the local table."""
    source, target = flat(motion), flat(local)
    for i in range(k):
        at, to = MOTION * load(index, first + i), MOTION * i
        for c in range(0, MOTION, 4):
            set_four(target, to + c, four(source, at + c))


@compiled
def take_variables(motion, index, first, count, values, rates, accels):
    """Copy values, rates and accelerations of variables; their index is 6 row + component."""
    for j in range(count):
        row = index[first + j] // 6
        c = index[first + j] % 6
        values[j] = motion[row, c]
        rates[j] = motion[row, TWIST + c]
        accels[j] = motion[row, ACCEL + c]


@compiled
def take_multipliers(multiplier, index, first, m, lam):
    """Copy the multipliers of m rows; an inactive row has none, that of another item is given as −2 − row."""
    for j in range(m):
        row = load(index, first + j)
        if row < -1:
            row = -2 - row
        store(lam, j, load(multiplier, row) if row >= 0 else 0.0)


@compiled
def give_residual(residual, constraint, index, first, k, nv, m, n_motion, r):
    """Add the local residual to the rows of nodes and variables and write the constraint rows."""
    for i in range(k):
        at = 6 * load(index, first + i)
        for c in range(6):
            store(r, at + c, load(r, at + c) + load(residual, 6 * i + c))
    for j in range(nv):
        r[index[first + k + j]] += residual[6 * k + j]
    for j in range(m):
        row = load(index, first + k + nv + j)
        if row >= 0:
            store(r, n_motion + row, load(constraint, j))


@compiled
def give_rates(rate, index, first, mh, n_motion, r):
    """Write the rates of mh holonomic rows."""
    for j in range(mh):
        row = index[first + j]
        if row >= 0:
            r[n_motion + row] = rate[j]


@compiled
def carry_local(motion, index, first, k, nv, dt, local, values, rates):
    """Move the local nodes along their twists and the local variables along their rates for a time dt."""
    for i in range(k):
        row = motion[index[first + i]]
        x, q = exp(dt * vector(row, TWIST), dt * vector(row, SPIN))
        compose(row, x, q, local[i])
    for j in range(nv):
        values[j] = motion[index[first + k + j] // 6, index[first + k + j] % 6] + dt * rates[j]


@compiled
def interval(local, k, length):
    """Time over which k nodes move little, for differences in time: at most a millisecond [s]."""
    rate = 1.0
    for i in range(k):
        for c in range(3):
            rate = max(rate, abs(local[i, TWIST + c]) / length, abs(local[i, SPIN + c]))
    return 1e-3 / rate


@compiled
def displace(local, i, c, amount, saved):
    """Move node i of the local table by a body-frame increment in direction c (exponential map)."""
    for d in range(7):
        saved[d] = local[i, d]
    u = ZERO
    w = ZERO
    if c == 0:
        u = Vec3(amount, 0.0, 0.0)
    elif c == 1:
        u = Vec3(0.0, amount, 0.0)
    elif c == 2:
        u = Vec3(0.0, 0.0, amount)
    elif c == 3:
        w = Vec3(amount, 0.0, 0.0)
    elif c == 4:
        w = Vec3(0.0, amount, 0.0)
    else:
        w = Vec3(0.0, 0.0, amount)
    x, q = exp(u, w)
    compose(saved, x, q, local[i])


@compiled
def restore(local, i, saved):
    """Undo :func:`displace`."""
    for d in range(7):
        local[i, d] = saved[d]
