"""What the laws of beams share: section frames in nodes, section matrices, 6×6 blocks of dual matrices."""

from __future__ import annotations

from mbfe.compiled import compiled
from mbfe.duals import matrix_plus
from mbfe.elements.algebra import part, scale_matrix
from mbfe.motion import adjoint_inverse, relative
from mbfe.vectors import (
    add,
    cross,
    multiply,
    product,
    put,
    put_vector,
    quaternion,
    rotate,
    times,
    transpose,
    vector,
)

LARGEST = 2.984513020910303
"""Relative rotation from which the laws fail, 0.95 π; the logarithm has two values at π [rad]."""
LOBATTO = {
    2: (-1.0, 1.0),
    3: (-1.0, 0.0, 1.0),
    4: (-1.0, -(0.2**0.5), 0.2**0.5, 1.0),
}
"""Gauss–Lobatto points of the nodes on [−1, 1], by number of nodes."""
GAUSS = {
    2: ((0.0,), (2.0,)),
    3: ((-(3.0**-0.5), 3.0**-0.5), (1.0, 1.0)),
    4: ((-(0.6**0.5), 0.0, 0.6**0.5), (5.0 / 9.0, 8.0 / 9.0, 5.0 / 9.0)),
}
"""Gauss points and weights on [−1, 1], by number of nodes: one point less than nodes."""


@compiled
def section_frame(node, offset):
    """Origin and quaternion of the section frame of a node."""
    p = quaternion(node)
    return add(vector(node, 0), rotate(p, vector(offset, 0))), multiply(p, quaternion(offset))


@compiled
def motion_between(one, other):
    """Motion of a section frame seen from another one."""
    return relative(one[0], one[1], other[0], other[1])


@compiled
def section_twist(twist, offset):
    """Twist of a section frame in its own axes, as a dual vector ω + ε v."""
    v, w = adjoint_inverse(vector(offset, 0), quaternion(offset), vector(twist, 0), vector(twist, 3))
    return w, v


@compiled
def give_wrench(residual, i, sign, offset, wrench):
    """Add a wrench in section axes to the rows of a node, from row i on."""
    p = quaternion(offset)
    f = rotate(p, wrench[0])
    put_vector(residual, i, sign, f)
    put_vector(residual, i + 3, sign, add(rotate(p, wrench[1]), cross(vector(offset, 0), f)))


@compiled
def resultant(C, e):
    """Wrench C ε of a section: (F + ε M) of κ + ε γ."""
    return (
        add(times(part(C, 0, 0), e[1]), times(part(C, 0, 3), e[0])),
        add(times(part(C, 3, 0), e[1]), times(part(C, 3, 3), e[0])),
    )


@compiled
def section_blocks(C, f):
    """f C as four 3×3 blocks."""
    return (
        scale_matrix(f, part(C, 0, 0)),
        scale_matrix(f, part(C, 0, 3)),
        scale_matrix(f, part(C, 3, 0)),
        scale_matrix(f, part(C, 3, 3)),
    )


@compiled
def blocks_sum(a, b):
    """A + B of two matrices of four blocks."""
    return matrix_plus(a[0], b[0]), matrix_plus(a[1], b[1]), matrix_plus(a[2], b[2]), matrix_plus(a[3], b[3])


@compiled
def blocks_times(S, P):
    """S P: four blocks times a dual matrix that gives twists, [[A, B], [0, A]]."""
    A, B = P
    return (
        product(S[0], A),
        matrix_plus(product(S[0], B), product(S[1], A)),
        product(S[2], A),
        matrix_plus(product(S[2], B), product(S[3], A)),
    )


@compiled
def transposed_times(P, S):
    """Pᵀ S: a transposed dual matrix times four blocks, [[Aᵀ, 0], [Bᵀ, Aᵀ]] S."""
    A, B = transpose(P[0]), transpose(P[1])
    return (
        product(A, S[0]),
        product(A, S[1]),
        matrix_plus(product(B, S[0]), product(A, S[2])),
        matrix_plus(product(B, S[1]), product(A, S[3])),
    )


@compiled
def with_geometry(S, g):
    """S + [[0, A], [A, B]]: four blocks and a dual matrix that gives wrenches from twists."""
    return S[0], matrix_plus(S[1], g[0]), matrix_plus(S[2], g[0]), matrix_plus(S[3], g[1])


@compiled
def put_blocks(block, i, j, S):
    """Add four blocks from row i and column j on."""
    put(block, i, j, 1.0, S[0])
    put(block, i, j + 3, 1.0, S[1])
    put(block, i + 3, j, 1.0, S[2])
    put(block, i + 3, j + 3, 1.0, S[3])
