"""Laws of beams with 2, 3 and 4 nodes: elastic and damping forces of a line of section frames.

All is written with dual numbers (:mod:`mbfe.duals`): a motion's logarithm is a dual vector d = w + ε u, a
twist ω + ε v, a wrench F + ε M, and the power is the ε part of their product.

In each node stands a section frame Hᵢ (x along the beam). The line of frames between them is interpolated
by relative motions, so that strains do not change when all moves rigidly. With L the length of the element
and s the length along its reference line, the strain measure of a line H(s) is E = H⁻¹H′ = (Rᵀx′, curvature),
the strain ε = E − E₀ with E₀ that of the reference configuration by the same interpolation, the resultants
N = C ε + D ε̇, and the potential ½ ∫ εᵀC ε ds by n − 1 Gauss points of an element with n nodes, which keeps it
free from locking (Hughes 1987, §5: reduced integration).

**Two nodes** (Sonneville, Cardona & Brüls 2014, §4): H(s) = H_A exp(d s/L), d = log(H_A⁻¹H_B), has the
constant strain measure d/L: a helix of any pitch and angle, up to 0.95 π, is exact. With
δd = T⁻¹(d) η_B − T⁻¹(−d) η_A and T⁻¹(d) = I + ½ d̃ + κ d̃² the forces are

    r_B = T⁻ᵀ(d) N = N − ½ d×N + κ d×(d×N),    r_A = −T⁻ᵀ(−d) N = −(N + ½ d×N + κ d×(d×N)).

**Three and four nodes**: see :mod:`mbfe.elements.beam_curve_law`.

Stiffness and damping matrices belong to section axes; the law of the reversed element has its section frames
turned by half a turn about z.

References: V. Sonneville, A. Cardona, O. Brüls, Geometrically exact beam finite element formulated on the
special Euclidean group SE(3), Comput. Methods Appl. Mech. Engrg. 268 (2014) 451–474. O. A. Bauchau, A. Epple,
S. Heo, Interpolation of finite rotations in flexible multi-body dynamics simulations, J. Multi-body Dynamics
222 (2008) 353–366. T. J. R. Hughes, The finite element method, 1987.
"""

from __future__ import annotations

import math
from types import SimpleNamespace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mbfe.compiled import compiled
from mbfe.duals import (
    at_dual,
    dual_add,
    dual_cross,
    dual_dot,
    dual_log,
    dual_matrix_scale,
    dual_matrix_sum,
    dual_product,
    dual_rotation,
    dual_scale,
    dual_skew,
    dual_stretch,
    dual_subtract,
    dual_transpose,
    inverse_matrix,
    pairing,
    slope_of_turned,
    turned_twice,
)
from mbfe.elements.beam_curve import Z, curve_coefficients, interpolated, relations, strain_at
from mbfe.elements.beam_curve_law import beam3, beam4
from mbfe.elements.beam_parts import (
    GAUSS,
    LARGEST,
    LOBATTO,
    blocks_sum,
    blocks_times,
    give_wrench,
    motion_between,
    put_blocks,
    resultant,
    section_blocks,
    section_frame,
    section_twist,
    transposed_times,
    with_geometry,
)
from mbfe.laws import Quantity, law
from mbfe.vectors import norm, quaternion, vector

__all__ = ["GAUSS", "LOBATTO", "beam2", "beam3", "beam4", "reference_strains"]

NONE = (0.0, 0.0)
COMPONENTS = ("1", "2", "3", "4", "5", "6")


@compiled
def stretch(pose, p):
    """Logarithm d of the relative motion of the section frames, the strain, and κ with its slopes."""
    one = section_frame(pose[0], p.offsets[0])
    other = section_frame(pose[1], p.offsets[1])
    x, q = motion_between(one, other)
    d, k = dual_log(x, q)
    f = 1.0 / p.length
    e = dual_subtract(dual_scale(f, d), (vector(p.reference, 3), vector(p.reference, 0)))
    return d, e, k


@compiled
def stretch_rate(twist, p, d, k):
    """Derivative of d with time, d = V_B − V_A + ½ d×(V_A + V_B) + κ d×(d×(V_B − V_A)), and both twists."""
    one = section_twist(twist[0], p.offsets[0])
    other = section_twist(twist[1], p.offsets[1])
    apart = dual_subtract(other, one)
    k_at = at_dual(k[0], k[1], dual_dot(d, d)[1])
    rate = turned_twice(d, apart, 0.0, k_at)
    return dual_add(rate, dual_scale(0.5, dual_cross(d, dual_add(one, other)))), one, other


@compiled
def wrench_of(twist, p, d, e, k):
    """Resultants N = C ε + D ε̇."""
    n = resultant(p.stiffness[0], e)
    if p.damped == 0.0:
        return n
    rate, _, _ = stretch_rate(twist, p, d, k)
    return dual_add(n, resultant(p.damping[0], dual_scale(1.0 / p.length, rate)))


@compiled
def end_wrenches(d, n, k):
    """The wrenches T⁻ᵀ(−d) N at the first end and T⁻ᵀ(d) N at the second one."""
    across = dual_cross(d, n)
    k_at = at_dual(k[0], k[1], dual_dot(d, d)[1])
    middle = dual_add(n, dual_stretch(k_at, dual_cross(d, across)))
    half = dual_scale(0.5, across)
    return dual_add(middle, half), dual_subtract(middle, half)


@law(
    name="beam2",
    nodes=2,
    parameters={
        "length": "m",
        "offsets": ("m, 1", (2, 7)),
        "reference": ("1, 1/m", (1, 6)),
        "stiffness": ("N, N m, N m²", (1, 6, 6)),
        "damping": ("N s, N m s, N m² s", (1, 6, 6)),
        "damped": "1",
    },
    outputs={
        "strain": Quantity("1, 1/m", (1, 6)),
        "resultant": Quantity("N, N m", (2, 6)),
    },
    returns_status=True,
)
def beam2(pose, twist, p, residual):
    """The end wrenches, carried to the nodes."""
    d, e, k = stretch(pose, p)
    n = wrench_of(twist, p, d, e, k)
    first, second = end_wrenches(d, n, k)
    give_wrench(residual, 0, -1.0, p.offsets[0], first)
    give_wrench(residual, 6, 1.0, p.offsets[1], second)
    if norm(d[0]) < LARGEST:
        return 0
    residual[9] = math.nan  # by which the failure is found among many
    return 1


@beam2.tangent
def beam2_tangent(pose, twist, p, G, K):
    """K = PᵀSP + (∂Pᵀ/∂d) N P, P = ∂d/∂η; S = (C + D ∂ε̇/∂ε)/L at fixed twists; G = PᵀDP/L."""
    d, e, k = stretch(pose, p)
    n = wrench_of(twist, p, d, e, k)
    t = dual_dot(d, d)[1]
    k_at, dk = at_dual(k[0], k[1], t), at_dual(k[1], k[2], t)
    to_a = dual_rotation(vector(p.offsets[0], 0), quaternion(p.offsets[0]))
    to_b = dual_rotation(vector(p.offsets[1], 0), quaternion(p.offsets[1]))
    with_a = dual_product(dual_matrix_scale(-1.0, inverse_matrix(d, -0.5, k_at)), dual_transpose(to_a))
    with_b = dual_product(inverse_matrix(d, 0.5, k_at), dual_transpose(to_b))
    bend = slope_of_turned(d, n, NONE, NONE, k_at, dk)
    turn = dual_skew(dual_scale(0.5, n))
    S = section_blocks(p.stiffness[0], 1.0 / p.length)
    if p.damped != 0.0:
        _, one, other = stretch_rate(twist, p, d, k)
        D = section_blocks(p.damping[0], 1.0 / p.length)
        slope = slope_of_turned(d, dual_subtract(other, one), NONE, NONE, k_at, dk)
        turning = dual_skew(dual_scale(0.5, dual_add(one, other)))
        S = blocks_sum(S, blocks_times(D, dual_matrix_sum(1.0, slope, -1.0, turning)))
        put_pair(G, transposed_times(with_a, D), transposed_times(with_b, D), with_a, with_b)
    row_a = with_geometry(
        transposed_times(with_a, S), dual_product(to_a, dual_matrix_sum(-1.0, bend, 1.0, turn))
    )
    row_b = with_geometry(
        transposed_times(with_b, S), dual_product(to_b, dual_matrix_sum(1.0, bend, 1.0, turn))
    )
    put_pair(K, row_a, row_b, with_a, with_b)


@compiled
def put_pair(block, row_a, row_b, with_a, with_b):
    """Add (rows of a and b) × (columns of a and b)."""
    put_blocks(block, 0, 0, blocks_times(row_a, with_a))
    put_blocks(block, 0, 6, blocks_times(row_a, with_b))
    put_blocks(block, 6, 0, blocks_times(row_b, with_a))
    put_blocks(block, 6, 6, blocks_times(row_b, with_b))


@beam2.energy
def beam2_energy(pose, p, energy):
    """Elastic energy ½ L εᵀC ε."""
    _, e, _ = stretch(pose, p)
    energy[2] += 0.5 * p.length * pairing(resultant(p.stiffness[0], e), e)


@beam2.power
def beam2_power(pose, twist, p, power):
    """Dissipated power L ε̇ᵀD ε̇."""
    if p.damped != 0.0:
        d, _, k = stretch(pose, p)
        rate, _, _ = stretch_rate(twist, p, d, k)
        power[0] += pairing(resultant(p.damping[0], rate), rate) / p.length


@beam2.output
def beam2_output(pose, twist, p, output):
    """Strain, and the wrenches on the section faces at both ends, tension positive, in section axes."""
    d, e, k = stretch(pose, p)
    first, second = end_wrenches(d, wrench_of(twist, p, d, e, k), k)
    for i in range(3):
        output[i] = e[1][i]
        output[3 + i] = e[0][i]
        output[6 + i] = first[0][i]
        output[9 + i] = first[1][i]
        output[12 + i] = second[0][i]
        output[15 + i] = second[1][i]


def reference_strains(frames: ArrayLike, length: float) -> NDArray[np.float64]:
    """Strain measures E₀ at the Gauss points of an element whose section frames stand free of stress.

    Parameters
    ----------
    frames : (n, 7) array_like
        Section frames at the nodes, world axes: origin [m] and unit quaternion (w, x, y, z); n = 2, 3 or 4.
    length : float
        Length of the element along its reference line [m].

    Returns
    -------
    (n − 1, 6) array
        (Rᵀx′, curvature) [1, 1/m], (1, 0, 0, 0, 0, 0) on a straight line; by the interpolation of the laws,
        so that the law's strains vanish there.
    """
    rows = np.ascontiguousarray(frames, dtype=float)
    n = len(rows)
    p = SimpleNamespace(length=length, offsets=np.tile([0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0], (n, 1)))
    if n == 2:
        p.reference = (0.0,) * 6
        _, e, _ = stretch(rows, p)
        return np.array([[*e[1], *e[0]]])
    p.reference = np.zeros((n - 1, 6))
    work = np.zeros(beam3.scratch)
    relations(n, rows, p, work)
    strains = []
    for g in range(n - 1):
        r, dr = interpolated(n, g, 0, p, work, Z), interpolated(n, g, 1, p, work, Z)
        e = strain_at(g, p, r, dr, curve_coefficients(r))
        strains.append([*e[1], *e[0]])
    return np.array(strains)
