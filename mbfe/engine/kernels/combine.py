"""Combination of an element's tangents into the iteration matrix, for one stage or several coupled ones.

A scheme with S stages has S unknown accelerations for every motion component and Q multipliers for every
constraint row. With w the weights of :class:`mbfe.engine.kernels.weights.Weights`, σ the scale of the rows,
κ the factor of their penalty and ℓ their lengths,

    S_su = w_M M + w_G G + w_K K T + κσ Σ ℓ² w_F L D    (the sum over the rows whose stage is s)
    D_qu = w_B B T + w_V B (holonomic),  w_B B T + w_N N (nonholonomic)

and the couplings are σ ℓ w_F L and σ ℓ D, where L = Bᵀ or Nᵀ unless the law has general reactions, which take
no penalty. All rows and columns are scaled.
"""

from __future__ import annotations

from mbfe.algebra.sixes import add_six, plus_six, set_six, six, times_of, times_six
from mbfe.compiled import compiled, flat, load, store
from mbfe.engine.columns import OUTPUT, STATE

__all__ = ["combine"]


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
def add_value(values, place, value):
    """Add a value at its place, if it has one."""
    if place >= 0:
        store(values, place, load(values, place) + value)


@compiled
def variable_weights(kind, weight, mass, gyro, stiff):
    """Weights of M, G and K for a column of a variable."""
    if kind == STATE:
        return 0.0, weight.state_g, weight.state_k
    if kind == OUTPUT:
        return 0.0, 0.0, weight.output_k
    return mass, gyro, stiff


@compiled
def row_gradients(k, nv, mh, m, index, first, weight, q, u, step_tangent, kind, b, side, to):
    """D of the rows of set q with respect to unknown u, m rows of n entries from b[to]."""
    square = side * side
    for r in range(m):
        turned = weight.turned_b[q, u] if r < mh else weight.turned_n[q, u]
        straight = weight.b[q, u] if r < mh else weight.n[q, u]
        norm = load(weight.norm, q) if r < mh else load(weight.norm, 2 + q)
        other = 3 * square if r < mh else 4 * square  # B or N
        for i in range(k):
            t = flat(step_tangent[index[first + i]])
            c = r * side + 6 * i
            times_tangent(b, 3 * square + c, t, turned, to + c)
            if straight != 0.0:
                axpy6(b, to + c, straight, other + c)
        for j in range(nv):
            c = r * side + 6 * k + j
            what = kind[index[first + k + j] // 6]
            if what == STATE or what == OUTPUT:
                _, wg, wk = variable_weights(what, weight, 0.0, 0.0, 0.0)
                value = norm * (wk * load(b, 3 * square + c) + wg * load(b, 4 * square + c))
            else:
                value = turned * load(b, 3 * square + c) + straight * load(b, other + c)
            store(b, to + c, value)


@compiled
def stage_matrix(k, nv, inert, index, first, weight, s, u, step_tangent, kind, b, side, to):
    """w_M M + w_G G + w_K K T (or w_T G T + w_K K) of stage s and unknown u, n × n from b[to]."""
    square = side * side
    n = 6 * k + nv
    mass, gyro, stiff = weight.mass[s, u], weight.gyro[s, u], weight.stiff[s, u]
    turn = weight.turn
    for i in range(k):
        t = flat(step_tangent[index[first + i]])
        for r in range(n):
            c = r * side + 6 * i
            if turn == 0.0:
                times_tangent(b, 2 * square + c, t, stiff, to + c)
            else:
                for d in range(to + c, to + c + 6):
                    store(b, d, 0.0)
                if inert == 0:
                    times_tangent(b, square + c, t, turn, to + c)
                axpy6(b, to + c, stiff, 2 * square + c)
            if inert == 0:
                axpy6(b, to + c, mass, c)
                axpy6(b, to + c, gyro, square + c)
    for j in range(nv):
        what = kind[index[first + k + j] // 6]
        wm, wg, wk = variable_weights(what, weight, mass, gyro, stiff)
        for r in range(n):
            c = r * side + 6 * k + j
            value = wk * load(b, 2 * square + c)
            if inert == 0:
                value += wm * load(b, c) + wg * load(b, square + c)
            store(b, to + c, value)


@compiled
def reaction(general, mh, b, side, i, r):
    """Entry (i, r) of L: how a multiplier acts on component i."""
    square = side * side
    if general == 1:
        return load(b, 5 * square + i * side + r)
    if r < mh:
        return load(b, 3 * square + r * side + i)
    return load(b, 4 * square + r * side + i)


@compiled
def combine(
    k, nv, mh, m, general, inert, index, first, weight, step_tangent, scales, kind, n_motion, block, slot, at,
    values,
):  # fmt: skip
    """Add one element's weighted tangents to the values of the iteration matrix.

    The law has k nodes, nv variables, mh holonomic rows and m rows in all; ``general`` is 1 if it gives L
    itself, ``inert`` 1 if it has neither M nor G, whose blocks are not read then. ``block`` (10, n, n) has
    the local M, G, K, B, N and L, and four squares of scratch, ``scales`` the scales of all components and
    rows, ``kind`` the kinds of the rows of the motion table, then 1 for shared rows, and ``slot`` the place
    of each entry of the local square of S n + Q m unknowns in ``values``, −1 where there is none.
    """
    if weight.whole == 1 and weight.unit == 1 and weight.turn == 0.0 and weight.turned_b[0, 0] == 1.0:
        combine_whole(k, m, inert, index, first, weight, scales, kind, n_motion, block, slot, at, values)
        return
    n = 6 * k + nv
    stages, sets = weight.stages, weight.sets
    width = stages * n + sets * m
    side = block.shape[1]
    square = side * side
    b = flat(block)
    sigma = weight.sigma
    rows = first + k + nv
    own = 9 * square
    for i in range(n):
        store(b, own + i, scale_of(k, index, first, scales, i))
    for u in range(stages):
        for q in range(sets):
            to = (7 + q) * square
            row_gradients(k, nv, mh, m, index, first, weight, q, u, step_tangent, kind, b, side, to)
            for r in range(m):
                if index[rows + r] < 0:
                    continue
                f = sigma * load(scales, n_motion + index[rows + r])
                line = at + (stages * n + q * m + r) * width + u * n
                for i in range(n):
                    f_i = f * load(b, own + i)
                    add_value(values, load(slot, line + i), f_i * load(b, to + r * side + i))
        for s in range(stages):
            stage_matrix(k, nv, inert, index, first, weight, s, u, step_tangent, kind, b, side, 6 * square)
            for q in range(sets):
                if general == 0 and weight.pair[q] == s:
                    w = sigma * weight.penalty * weight.force[s, q]
                    at_d = (7 + q) * square
                    add_penalty(k, nv, mh, m, w, index, rows, scales, kind, n_motion, b, side, at_d)
            for i in range(n):
                f = load(b, own + i)
                line = at + (s * n + i) * width + u * n
                for j in range(n):
                    entry = load(b, 6 * square + i * side + j)
                    add_value(values, load(slot, line + j), entry * f * load(b, own + j))
    for s in range(stages):
        for q in range(sets):
            w = sigma * weight.force[s, q]
            if w == 0.0:
                continue
            for r in range(m):
                row = index[rows + r]
                if row < -1:
                    row = -2 - row
                if row < 0:
                    continue
                f = w * load(scales, n_motion + row)
                for i in range(n):
                    entry = reaction(general, mh, b, side, i, r)
                    if entry != 0.0:
                        place = load(slot, at + (s * n + i) * width + stages * n + q * m + r)
                        add_value(values, place, f * load(b, own + i) * entry)


@compiled
def combine_whole(k, m, inert, index, first, weight, scales, kind, n_motion, block, slot, at, values):
    """The same for one stage, T = 1, and a law whose entries stand side by side, see ``System.whole``.

    ``slot`` gives the first place of each six, and of the active rows, whose scaled gradients are packed.
    """
    n, rows = 6 * k, first + k
    width = n + m
    side = block.shape[1]
    square = side * side
    b = flat(block)
    own, packed = 9 * square, 7 * square
    force, sigma = weight.force[0, 0], weight.sigma
    mass, gyro, stiff = weight.mass[0, 0], weight.gyro[0, 0], weight.stiff[0, 0]
    for i in range(k):
        set_six(b, own + 6 * i, six(scales, 6 * load(index, first + i)))
    active = first_active = 0
    for r in range(m):
        row = load(index, rows + r)
        if row < 0:
            continue
        first_active = r if active == 0 else first_active
        scale = load(scales, n_motion + row)
        line = at + (n + r) * width
        to = packed + active * side
        for j in range(k):
            six_gradients = six(b, 3 * square + r * side + 6 * j)
            scaled = times_six(scale, times_of(six_gradients, six(b, own + 6 * j)))
            set_six(b, to + 6 * j, scaled)
            add_six(values, load(slot, line + 6 * j), sigma, scaled)
        shared = kind[n_motion // 6 + row] == 1
        store(b, own + n + active, 0.0 if shared else sigma * weight.penalty * force)
        active += 1
    for i in range(n):
        line = at + i * width
        f = load(b, own + i)
        for j in range(k):
            place = load(slot, line + 6 * j)
            if place < 0:
                continue
            c = i * side + 6 * j
            entries = times_six(stiff, six(b, 2 * square + c))
            if inert == 0:
                entries = plus_six(plus_six(entries, mass, six(b, c)), gyro, six(b, square + c))
            entries = times_six(f, times_of(entries, six(b, own + 6 * j)))
            for r in range(active):
                g = load(b, own + n + r) * load(b, packed + r * side + i)
                entries = plus_six(entries, g, six(b, packed + r * side + 6 * j))
            add_six(values, place, 1.0, entries)
        place = load(slot, line + n + first_active) if active > 0 else -1
        if place >= 0:
            for r in range(active):
                value = sigma * force * load(b, packed + r * side + i)
                store(values, place + r, load(values, place + r) + value)


@compiled
def scale_of(k, index, first, scales, i):
    """Scale of local component i."""
    if i < 6 * k:
        return load(scales, 6 * index[first + i // 6] + i % 6)
    return load(scales, index[first + k + i - 6 * k])


@compiled
def add_penalty(k, nv, mh, m, w, index, rows, scales, kind, n_motion, b, side, gradients):
    """Add Σ w ℓ² L D to the scratch square 6, D standing from ``gradients``."""
    square = side * side
    n = 6 * k + nv
    for r in range(m):
        row = index[rows + r]
        if row < 0 or kind[n_motion // 6 + row] == 1:
            continue
        p = w * load(scales, n_motion + row) ** 2
        for i in range(n):
            entry = reaction(0, mh, b, side, i, r)
            if entry == 0.0:
                continue
            for j in range(k):
                axpy6(b, 6 * square + i * side + 6 * j, p * entry, gradients + r * side + 6 * j)
            for j in range(6 * k, n):
                c = 6 * square + i * side + j
                store(b, c, load(b, c) + p * entry * load(b, gradients + r * side + j))
