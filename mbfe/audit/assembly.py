"""Gaps of joints as drawn, in position and velocity, joint by joint instead of an exception for the worst."""

from __future__ import annotations

import contextlib

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.analyses.start.initial import set_characteristics
from mbfe.analyses.start.rates import constraint_rate
from mbfe.analyses.start.start_velocities import go_along, opening
from mbfe.analyses.start.tolerances import POSITION_GAPS
from mbfe.audit.findings import Finding, Kind, Severity
from mbfe.audit.scattered import Scattered, named
from mbfe.audit.tolerances import ROWS
from mbfe.engine.columns import NODE, SPINS, TWISTS, VELOCITIES, RowType
from mbfe.errors import MbfeError
from mbfe.failures.early import NUMERICAL
from mbfe.model.model import Model
from mbfe.model.states.placing import place_joints

__all__ = ["position_gaps", "velocity_gaps"]


def _by_item(scattered: Scattered, values: Floats) -> dict[int, Floats]:
    """Violations of each instance: lengths, angles, anything else (root of the sum of squares)."""
    sums = np.zeros((len(scattered.builder.instances), 3))
    np.add.at(sums, (scattered.row_instance, scattered.system.row_kind), values**2)
    return dict(enumerate(np.sqrt(sums)))


def position_gaps(scattered: Scattered) -> list[Finding]:
    """Joints with violated position constraints."""
    if not scattered.n_row:
        return []
    values = np.where(scattered.system.row_type == RowType.NONHOLONOMIC, 0.0, scattered.constraint())
    findings = []
    for number, (distance, angle, other) in _by_item(scattered, values).items():
        if max(distance / scattered.length, angle, other) <= POSITION_GAPS.gap:
            continue
        owner = scattered.builder.owners[number]
        what = f"{distance:.4g} m and {np.degrees(angle):.4g}° apart"
        if distance + angle == 0.0:
            what = f"off by {other:.4g}"
        words = (
            f"{owner.where} is open: its two sides are {what} as drawn. Correct the positions, or let "
            'initial="project" close the gap'
        )
        numbers = {"gap [m]": float(distance), "gap [°]": float(np.degrees(angle))}
        findings.append(Finding(Severity.ERROR, Kind.GAP, (owner.name,), words, numbers))
    return findings


def _follows(model: Model) -> bool:
    """Whether bodies drawn at rest get velocities at the start, so that the gaps are closed."""
    with contextlib.suppress(MbfeError, *NUMERICAL):
        compiled = model.compile()
        place_joints(compiled, rates_later=True)
        set_characteristics(compiled, 0.0)
        if go_along(compiled, 0.0):
            rates, allowed = opening(compiled, constraint_rate(compiled, 0.0))
            return float(rates.max(initial=0.0)) <= allowed
    return False


def velocity_gaps(scattered: Scattered) -> list[Finding]:
    """Joints with violated velocity constraints."""
    if not scattered.n_row:
        return []
    motion, length = scattered.state.motion, scattered.length
    nodes = scattered.system.kind == NODE
    speed = max(
        float(np.abs(motion[nodes, VELOCITIES]).max(initial=0.0)),
        length * float(np.abs(motion[nodes, SPINS]).max(initial=0.0)),
        float(np.abs(motion[~nodes, TWISTS]).max(initial=0.0)),
    )
    allowed = ROWS.gap_rate * speed + ROWS.least_speed * length
    findings = []
    for number, (linear, angular, other) in _by_item(scattered, scattered.constraint_rate()).items():
        if max(linear, angular * length, other) <= allowed:
            continue
        owner = scattered.builder.owners[number]
        words = (
            f"{owner.where}: given velocities violate its constraints by {linear:.4g} m/s and "
            f'{angular:.4g} rad/s. Correct them, or let initial="project" take the nearest admissible ones'
        )
        numbers = {"gap [m/s]": float(linear), "gap [rad/s]": float(angular)}
        findings.append(Finding(Severity.ERROR, Kind.VELOCITY_GAP, (owner.name,), words, numbers))
    for error in scattered.rates:
        findings.append(Finding(Severity.ERROR, Kind.VELOCITY_GAP, (named(error.where),), str(error), {}))
    return [] if findings and _follows(scattered.model) else findings
