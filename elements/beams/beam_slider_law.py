"""Laws of a point of a body that slides along a beam: one for each element, of which one acts at a time.

The place s along the beam is a coordinate without mass. With H(s) the frame that the element interpolates
(see :mod:`mbfe.elements.beams.beam_curve`), y = R_bᵀ(x_b − x(s)) and the body's point p, the three rows are
C = y + p = 0 in the axes b of the body, δC = δu_b + y×δθ_b − R_bᵀ(δx(s) + x′ δs). The force −λ on the body
acts on the frame H(s), and from there on the nodes as the interpolation carries it; λ·R_bᵀx′ drives s
against its friction.

An element acts while s is inside it. At its end its neighbour takes over, at an event of both.
"""

from __future__ import annotations

from typing import Any

from mbfe.algebra.duals import STILL, DualVec3, dual_at, set_dual
from mbfe.algebra.motion import adjoint_inverse, exp
from mbfe.algebra.vectors import (
    ZERO,
    add_vector,
    angular,
    cross,
    dot,
    linear,
    orientation,
    position,
    rotate,
    unrotate,
    vector,
)
from mbfe.compiled import compiled
from mbfe.elements.beams.beam_curve import (
    curve_coefficients,
    mean_frame,
    mean_twist,
    relation_rates,
    relations,
    turned,
)
from mbfe.elements.beams.beam_curve_law import give_base, give_relation
from mbfe.elements.beams.beam_parts import (
    FORCE,
    LARGEST_BEND,
    RATE,
    RELATION,
    Z,
    give_wrench,
    keep_log,
    keep_rate,
    section_frame,
    section_twist,
)
from mbfe.elements.beams.beam_tangent import TANGENT_LENGTH
from mbfe.laws import Answer, Law, Phase, Quantity, Status, law

__all__ = ["beam_slider2", "beam_slider3", "beam_slider4", "place_on"]

INNER = 0.2**0.5
"""Lobatto point of four nodes."""
AWAY, ACTS = 0.0, 1.0


@compiled
def shapes(n, x):
    """Shape functions of the relations of an element of n nodes at x on [−1, 1], and their slopes."""
    if n == 2:
        return (0.5 * (x + 1.0), 0.0, 0.0), (0.5, 0.0, 0.0)
    if n == 3:
        return (0.5 * x * (x - 1.0), 0.5 * x * (x + 1.0), 0.0), (x - 0.5, x + 0.5, 0.0)
    a = INNER
    s, d = x * x - a * a, 2.0 * x
    first, last = -0.625 * s * (x - 1.0), 0.625 * s * (x + 1.0)
    dfirst, dlast = -0.625 * (d * (x - 1.0) + s), 0.625 * (d * (x + 1.0) + s)
    # −½ N₂ + ½ N₃ of the two in the middle
    e = x * x - 1.0
    middle = -0.625 / a * e * x
    return (first, middle, last), (dfirst, -0.625 / a * (d * x + e), dlast)


@compiled
def place_on(n, pose, p, s, work):
    """Write the relations; returns base frame, ρ, frame H(s), Rᵀx′ and the shape functions there."""
    if n == 2:
        base = section_frame(pose[0], p.offsets[0])
        angle = keep_log(work, 0, base, section_frame(pose[1], p.offsets[1]))
    else:
        angle = relations(n, pose, p, work)
        base = section_frame(pose[1], p.offsets[1])
    if n == 4:
        base = mean_frame(base, work)
    at = 2.0 * (s - p.first) / (p.last - p.first) - 1.0
    f, df = shapes(n, at)
    r, dr = STILL, STILL
    for a in range(n - 1):
        r = r + f[a] * dual_at(work, a * RELATION + Z)
        dr = dr + 2.0 / (p.last - p.first) * df[a] * dual_at(work, a * RELATION + Z)
    co = curve_coefficients(r)
    e = dr + turned(r, dr, -co.b, co.c)
    x, q = exp(r.dual, r.real)
    frame = (base[0] + rotate(base[1], x), base[1] * q)
    return x, q, r, co, frame, e.dual, f, angle


@compiled
def slide(n, pose, p, s, lam, work, residual, constraint):
    """Rows and forces of the acting element; returns the force along the beam and the angle."""
    x, q, r, co, frame, tangent, f, angle = place_on(n, pose, p, s, work)
    body = orientation(pose[n])
    y = unrotate(body, position(pose[n]) - frame[0])
    for c in range(3):
        constraint[c] = y[c] + p.point[c]
    add_vector(residual, 6 * n, lam)
    add_vector(residual, 6 * n + 3, cross(lam, y))
    force = unrotate(frame[1], rotate(body, -lam))
    wrench = DualVec3(force, ZERO)
    axial = wrench + turned(r, wrench, co.b, co.c)
    for a in range(n - 1):
        set_dual(work, a * RELATION + FORCE, f[a] * axial)
    carried = rotate(q, force)
    direct = DualVec3(carried, cross(x, carried))
    give_to_nodes(n, direct, p, work, residual)
    return dot(force, tangent), angle


@compiled
def slide_rate(n, pose, twist, p, s, speed, work, rate):
    """Rates y′ = v_b + y×ω_b − R_bᵀ(R v(s) + x′ ṡ) of the rows of the acting element.

    The twist of H(s) is that of the base seen from there, and T(ρ) ρ̇.
    """
    x, q, r, co, frame, tangent, f, _ = place_on(n, pose, p, s, work)
    if n == 2:
        base = section_twist(twist[0], p.offsets[0])
        keep_rate(work, 0, base, section_twist(twist[1], p.offsets[1]))
    else:
        relation_rates(n, twist, p, work)
        base = section_twist(twist[1], p.offsets[1])
    if n == 4:
        base = mean_twist(base, section_twist(twist[2], p.offsets[2]), work)
    dr = STILL
    for a in range(n - 1):
        dr = dr + f[a] * dual_at(work, a * RELATION + RATE)
    own = dr + turned(r, dr, -co.b, co.c)
    v, _ = adjoint_inverse(x, q, base.dual, base.real)
    along = v + own.dual + speed * tangent
    body = orientation(pose[n])
    y = unrotate(body, position(pose[n]) - frame[0])
    moved = linear(twist[n]) + cross(y, angular(twist[n]))
    moved = moved - unrotate(body, rotate(frame[1], along))
    for c in range(3):
        rate[c] = moved[c]


@compiled
def give_to_nodes(n, direct, p, work, residual):
    """Add the forces of the relations, and the wrench on the base frame itself, to the nodes."""
    if n == 2:
        base = give_relation(0, 1, p, work, residual)
        give_wrench(residual, 0, -1.0, p.offsets[0], base - direct)
        return
    first = give_relation(0, 0, p, work, residual)
    last = give_relation(n - 2, n - 1, p, work, residual)
    give_base(n, first + last - direct, p, work, residual)


@compiled
def slider_residual(n, pose, q, v, multipliers, p, history, work, residual, constraint):
    """Rows and forces while the element acts; returns the status."""
    for c in range(3):
        constraint[c] = 0.0
    if history.mode == AWAY:
        return Status.FINE
    lam = vector(multipliers, 0)
    along, angle = slide(n, pose, p, q[0], lam, work, residual, constraint)
    residual[6 * n + 6] += along + p.damping * v[0]
    return Status.FINE if angle < LARGEST_BEND else Status.AT_LIMIT


@compiled
def slider_power(v, p, history, power):
    """Dissipated power of sliding."""
    if history.mode == ACTS:
        power.dissipated += p.damping * v[0] * v[0]


@compiled
def slider_output(body, q, v, multipliers, p, history, out):
    """Margin, place and rate, and the force on the body in world axes; zeros while it is away."""
    s = q[0]
    if history.mode == ACTS:
        out.margin = min(p.last - s, s - p.first) + p.slack
        out.place = s
        out.rate = v[0]
        out.force = rotate(orientation(body), -vector(multipliers, 0))
    elif s < 0.5 * (p.first + p.last):
        out.margin = p.first - s + p.slack  # the same number as the margin of the neighbour
    else:
        out.margin = s - p.last + p.slack
    out.acts = history.mode


@compiled
def slider_switch(q, p, history, phase):
    """Leave at an end, or take over from the neighbour; at an end of the beam there is none."""
    if phase != Phase.AT_EVENT:
        return Answer.SAME
    s = q[0]
    if history.mode == ACTS:
        if (s >= p.last and p.upper_end > 0.5) or (s <= p.first and p.lower_end > 0.5):
            return Answer.END
        history.mode = AWAY
    else:
        history.mode = ACTS
    return Answer.JUMP


SLIDER_OUTPUTS = {
    "margin": "m",
    "place": "m",
    "rate": "m/s",
    "force": Quantity("N", (3,), ("x", "y", "z")),
    "acts": "1",
}


def beam_slider(n: int) -> Law:
    """Law of a point that slides along an element of n nodes.

    Parameters
    ----------
    n : int
        2, 3 or 4.

    Returns
    -------
    Law
        Nodes of the element and the body, the place s as its coordinate, three rows.
    """
    parameters: dict[str, Any] = {"offsets": ("m, 1", (n, 7)), "point": ("m", 3), "damping": "N s/m"}
    parameters |= {"first": "m", "last": "m", "slack": "m", "lower_end": "1", "upper_end": "1"}

    @law(
        name=f"beam_slider{n}",
        nodes=n + 1,
        rows=3,
        coordinates=1,
        history={"mode": "1"},
        parameters=parameters,
        outputs=SLIDER_OUTPUTS,
        events=("margin",),
        returns_status=True,
        scratch={"work": TANGENT_LENGTH},
        fills_scratch=True,
        without={"H": "the last node is the body"},
    )
    def slider(pose, q, v, multipliers, p, history, scratch, residual, constraint):  # type: ignore[no-untyped-def]
        return slider_residual(n, pose, q, v, multipliers, p, history, scratch.work, residual, constraint)

    @slider.rate
    def slider_rate(pose, twist, q, v, p, history, scratch, rate):  # type: ignore[no-untyped-def]
        for c in range(3):
            rate[c] = 0.0
        if history.mode == ACTS:
            slide_rate(n, pose, twist, p, q[0], v[0], scratch.work, rate)

    @slider.output
    def slider_outputs(pose, q, v, multipliers, p, history, out):  # type: ignore[no-untyped-def]
        slider_output(pose[n], q, v, multipliers, p, history, out)

    slider.power(slider_power)
    slider.switch(slider_switch)
    return slider


beam_slider2 = beam_slider(2)
beam_slider3 = beam_slider(3)
beam_slider4 = beam_slider(4)
