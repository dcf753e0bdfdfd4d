"""Law of a switch between two inputs by a third one, with exact switching times."""

from __future__ import annotations

from mbfe.compiled import compiled
from mbfe.laws import Answer, Phase, law

__all__ = ["ABOVE", "BELOW", "switch"]

UNKNOWN, ABOVE, BELOW = 0.0, 1.0, -1.0
"""Modes; the first is known when the run starts."""


@compiled
def margin_of(u, mode, p):
    """How far the control is from switching."""
    if mode == ABOVE:
        return u - p.threshold + p.hysteresis
    return p.threshold + p.hysteresis - u


@compiled
def is_above(u, mode, p):
    """Whether the input for controls above the threshold passes."""
    return mode == ABOVE or (mode == UNKNOWN and u >= p.threshold)


@law(
    name="switch",
    nodes=0,
    algebraic=4,
    history={"mode": "1"},
    parameters={"threshold": "1", "hysteresis": "1"},
    outputs={"margin": "1"},
    events=("margin",),
)
def switch(y, p, history, residual):
    """Residual y − u_above or y − u_below; y holds the output, the control and both inputs."""
    residual[0] += y[0] - (y[2] if is_above(y[1], history.mode, p) else y[3])


@switch.tangent
def switch_tangent(y, p, history, K):
    """∂r/∂y and ∂r/∂u of the input that passes."""
    K[0, 0] += 1.0
    K[0, 2 if is_above(y[1], history.mode, p) else 3] -= 1.0


@switch.output
def switch_output(y, p, history, out):
    """Margin."""
    out.margin = 1.0 if history.mode == UNKNOWN else margin_of(y[1], history.mode, p)


@switch.switch
def switch_switch(phase, y, p, history):
    """Pass the other input at an event, or when the control has jumped beyond the threshold."""
    if phase == Phase.AT_EVENT:
        history.mode = -history.mode
        return Answer.CHANGED
    if phase == Phase.ACCELERATIONS:
        if history.mode == UNKNOWN:
            history.mode = ABOVE if y[1] >= p.threshold else BELOW
            return Answer.CHANGED
        if margin_of(y[1], history.mode, p) < -1e-9 * (abs(p.threshold) + p.hysteresis + abs(y[1])):
            history.mode = -history.mode
            return Answer.CHANGED
    return Answer.SAME
