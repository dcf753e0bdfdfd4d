"""Law of a motor that exerts a given effort on a joint coordinate."""

from __future__ import annotations

from mbfe.compiled import compiled
from mbfe.curve_law import evaluate
from mbfe.joints.combination_law import Force, force_law, total, total_rate


@compiled
def effort_value(t, load_factor, x, rate, p, curves, wanted, scratch):
    """−f(t): an effort that does work on the mechanism pushes x forward."""
    f, _, _ = evaluate(curves, p.effort_at, t)
    return -load_factor * f, 0.0, 0.0


@compiled
def effort_energy(x, p, curves):
    """None."""
    return 0.0


@compiled
def effort_powers(x, rate, phi, p, curves):
    """All of it is that of a load."""
    return 0.0, -phi * rate


EFFORT = Force(effort_value, effort_energy, effort_powers, {"effort_at": "1"})
effort_drive = force_law("effort_drive", EFFORT, 1)
line_effort = force_law("line_effort", EFFORT, 0, variables=1)


@compiled
def effort_output(t, load_factor, pose, twist, q, v, p, curves, history, output):
    """Position, rate, and the effort on the mechanism."""
    f, _, _ = evaluate(curves, p.effort_at, t)
    output[0] = total(pose, q, p, history)
    output[1] = total_rate(pose, twist, v, p, history)
    output[2] = load_factor * f


effort_drive.output(effort_output)
line_effort.output(effort_output)
