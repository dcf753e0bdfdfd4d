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

from mbfe.algebra.duals import DualVec3
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
from mbfe.elements.beams.beam_curve import measure
from mbfe.elements.beams.beam_parts import LARGEST_BEND, RELATIONS
from mbfe.elements.beams.beam_section_point import combined, give_inside, section_inside, twist_inside
from mbfe.laws import Answer, Law, Phase, Quantity, Status, law

__all__ = ["beam_slider2", "beam_slider3", "beam_slider4", "shapes_at"]

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
def shapes_at(n, p, s):
    """Shape functions of the relations at the place s of an element, and their slopes with s."""
    f, df = shapes(n, 2.0 * (s - p.first) / (p.last - p.first) - 1.0)
    k = 2.0 / (p.last - p.first)
    return f, (k * df[0], k * df[1], k * df[2])


@compiled
def slide(n, pose, p, s, lam, scratch, residual, constraint):
    """Rows and forces of the acting element; returns the force along the beam λ·R_bᵀx′ and the angle."""
    f, df = shapes_at(n, p, s)
    section = section_inside(n, pose, f, p, scratch)
    tangent_H = measure(section.r, combined(n, df, scratch.z), section.co).dual
    q_WB = orientation(pose[n])
    y_B = unrotate(q_WB, position(pose[n]) - section.frame.p_WH)
    for c in range(3):
        constraint[c] = y_B[c] + p.point[c]
    add_vector(residual, 6 * n, lam)
    add_vector(residual, 6 * n + 3, cross(lam, y_B))
    force_H = unrotate(section.frame.q_WH, rotate(q_WB, -lam))
    give_inside(n, section, DualVec3(force_H, ZERO), f, p, scratch, residual)
    return dot(force_H, tangent_H), section.angle


@compiled
def slide_rate(n, pose, twist, p, s, speed, scratch, rate):
    """Rates y′ = v_b + y×ω_b − R_bᵀ(R v(s) + x′ ṡ) of the rows of the acting element."""
    f, df = shapes_at(n, p, s)
    section = section_inside(n, pose, f, p, scratch)
    tangent_H = measure(section.r, combined(n, df, scratch.z), section.co).dual
    along_H = twist_inside(n, section, twist, f, p, scratch).dual + speed * tangent_H
    q_WB = orientation(pose[n])
    y_B = unrotate(q_WB, position(pose[n]) - section.frame.p_WH)
    moved = linear(twist[n]) + cross(y_B, angular(twist[n]))
    moved = moved - unrotate(q_WB, rotate(section.frame.q_WH, along_H))
    for c in range(3):
        rate[c] = moved[c]


@compiled
def slider_residual(n, pose, q, v, multipliers, p, history, scratch, residual, constraint):
    """Rows and forces while the element acts; returns the status."""
    if history.mode == AWAY:
        return Status.FINE
    lam = vector(multipliers, 0)
    along, angle = slide(n, pose, p, q[0], lam, scratch, residual, constraint)
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
        scratch=RELATIONS,
        fills_scratch=True,
        without={"H": "the last node is the body"},
    )
    def slider(pose, q, v, multipliers, p, history, scratch, residual, constraint):  # type: ignore[no-untyped-def]
        return slider_residual(n, pose, q, v, multipliers, p, history, scratch, residual, constraint)

    @slider.rate
    def slider_rate(pose, twist, q, v, p, history, scratch, rate):  # type: ignore[no-untyped-def]
        if history.mode == ACTS:
            slide_rate(n, pose, twist, p, q[0], v[0], scratch, rate)

    @slider.output
    def slider_outputs(pose, q, v, multipliers, p, history, out):  # type: ignore[no-untyped-def]
        slider_output(pose[n], q, v, multipliers, p, history, out)

    slider.power(slider_power)
    slider.switch(slider_switch)
    return slider


beam_slider2 = beam_slider(2)
beam_slider3 = beam_slider(3)
beam_slider4 = beam_slider(4)
