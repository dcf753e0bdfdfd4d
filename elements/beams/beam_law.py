"""Laws of beams with 2, 3 and 4 nodes: elastic and damping forces of a line of section frames.

All is written with dual numbers (:mod:`mbfe.algebra.duals`): a motion's logarithm is a dual vector d = w + ε
u, a twist ω + ε v, a wrench F + ε M, and the power is the ε part of their product.

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

**Three and four nodes**: see :mod:`mbfe.elements.beams.beam_curve_law`.

Stiffness and damping matrices belong to section axes; the law of the reversed element has its section frames
turned by half a turn about z.

References: V. Sonneville, A. Cardona, O. Brüls, Geometrically exact beam finite element formulated on the
special Euclidean group SE(3), Comput. Methods Appl. Mech. Engrg. 268 (2014) 451–474. O. A. Bauchau, A. Epple,
S. Heo, Interpolation of finite rotations in flexible multi-body dynamics simulations, J. Multi-body Dynamics
222 (2008) 353–366. T. J. R. Hughes, The finite element method, 1987.
"""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mbfe.algebra.duals import DualVec3, dual_at, pairing, set_dual
from mbfe.algebra.small_matrices import add_block, add_product, clear, set_twist_matrix
from mbfe.algebra.vectors import vector
from mbfe.compiled import compiled
from mbfe.elements.beams.beam_curve import keep_rates, keep_relations, point_at, strain_at
from mbfe.elements.beams.beam_curve_law import beam3, beam4, beam_facts
from mbfe.elements.beams.beam_parts import (
    GAUSS,
    LARGEST_BEND,
    LOBATTO,
    end_wrenches,
    give_wrench,
    keep_log,
    resultant,
    section_frame,
)
from mbfe.elements.beams.beam_tangent import add_relations, keep_column, keep_ends, keep_nodes
from mbfe.laws import Status, law

__all__ = ["GAUSS", "LOBATTO", "beam2", "beam3", "beam4", "reference_strains"]


@compiled
def stretch(pose, p, scratch):
    """Write the relation d of the two section frames; returns the strain and the angle."""
    own = section_frame(pose[1], p.offsets[1])
    angle = keep_log(scratch, 0, section_frame(pose[0], p.offsets[0]), own)
    e = dual_at(scratch.z[0], 0) / p.length
    return e - DualVec3(vector(p.reference, 3), vector(p.reference, 0)), angle


@compiled
def stretch_rate(twist, p, scratch):
    """Write dd/dt; returns the strain rate."""
    keep_rates(2, twist, p, scratch)
    return dual_at(scratch.rate[0], 0) / p.length


@compiled
def keep_resultants(pose, twist, p, scratch):
    """Write the resultants N = C ε + D ε̇, the force on d; returns the strain and the angle."""
    e, angle = stretch(pose, p, scratch)
    n = resultant(p.stiffness[0], e)
    if p.damped != 0.0:
        n = n + resultant(p.damping[0], stretch_rate(twist, p, scratch))
    set_dual(scratch.force[0], 0, n)
    return e, angle


@law(**beam_facts(2, 2))
def beam2(pose, twist, p, scratch, residual):
    """The end wrenches, carried to the nodes."""
    _, angle = keep_resultants(pose, twist, p, scratch)
    first, second = end_wrenches(scratch, 0)
    give_wrench(residual, 0, -1.0, p.offsets[0], first)
    give_wrench(residual, 6, 1.0, p.offsets[1], second)
    if angle < LARGEST_BEND:
        return Status.FINE
    return Status.AT_LIMIT


@beam2.tangent
def beam2_tangent(pose, twist, p, scratch, G, K):
    """K = Pᵀ(C/L + D/L ∂ḋ/∂d)P + (∂Pᵀ/∂d) N P and G = PᵀDP/L, P = ∂d/∂η."""
    keep_resultants(pose, twist, p, scratch)
    keep_nodes(2, p, scratch)
    keep_ends(0, p, scratch)
    keep_column(2, 0, 1, scratch, scratch.ends[0], scratch.ends[1])
    keep_column(2, 0, 0, scratch, scratch.ends[2], scratch.ends[3])
    f = 1.0 / p.length
    hessian, viscous = scratch.hessian[0], scratch.viscous[0]
    clear(hessian)
    add_block(hessian, f, p.stiffness[0])
    if p.damped != 0.0:
        set_twist_matrix(scratch.block, scratch.slope[0])
        add_product(hessian, (0, 6), f, p.damping[0], scratch.block)
        clear(viscous)
        add_block(viscous, f, p.damping[0])
        add_relations(2, scratch, scratch.viscous, 0, G)
    add_relations(2, scratch, scratch.hessian, 1, K)


@beam2.energy
def beam2_energy(pose, p, scratch, energy):
    """Elastic energy ½ L εᵀC ε."""
    e, _ = stretch(pose, p, scratch)
    energy.elastic += 0.5 * p.length * pairing(resultant(p.stiffness[0], e), e)


@beam2.power
def beam2_power(pose, twist, p, scratch, power):
    """Dissipated power L ε̇ᵀD ε̇."""
    if p.damped != 0.0:
        stretch(pose, p, scratch)
        rate = stretch_rate(twist, p, scratch)
        power.dissipated += p.length * pairing(resultant(p.damping[0], rate), rate)


@beam2.output
def beam2_output(pose, twist, p, scratch, out):
    """Strain, and the wrenches on the section faces at both ends, tension positive, in section axes."""
    e, _ = keep_resultants(pose, twist, p, scratch)
    first, second = end_wrenches(scratch, 0)
    set_dual(out.strain[0], 0, DualVec3(e.dual, e.real))
    set_dual(out.resultant[0], 0, first)
    set_dual(out.resultant[1], 0, second)


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
    scratch = beam2.by_name("scratch", np.zeros(beam2.n_scratch))
    if n == 2:
        p.reference = (0.0,) * 6
        e, _ = stretch(rows, p, scratch)
        return np.array([[*e.dual, *e.real]])
    p.reference = np.zeros((n - 1, 6))
    keep_relations(n, rows, p, scratch)
    strains = (strain_at(g, p, point_at(n, g, p, scratch)) for g in range(n - 1))
    return np.array([[*e.dual, *e.real] for e in strains])
