"""The audit of a model: every look at it, one after the other, none of which can spoil the others."""

from __future__ import annotations

import time as clock
from collections.abc import Callable
from typing import Any, TypeVar

from mbfe.audit.assembly import position_gaps, velocity_gaps
from mbfe.audit.constraints import Constraints, look_at_constraints
from mbfe.audit.findings import Audit, Count, Finding, Kind, Severity
from mbfe.audit.motions import free_groups, free_motions, idle_spins, massless_directions
from mbfe.audit.numbers import defaults, inertia_checks, section_checks, stiffness_checks, useless_items
from mbfe.audit.scattered import Scattered
from mbfe.audit.sizes import bodies, scales_of, typical_size, unit_hints
from mbfe.audit.spectrum import recommended_step, spectrum
from mbfe.model import Model

T = TypeVar("T")
ORDER = list(Severity)


def audit_model(model: Model, *, time: float = 0.0) -> Audit:
    """Say what is wrong, surprising or good to know about a model before the first step.

    Parameters
    ----------
    model : Model
        The model; it is not changed.
    time : float
        Time at which time functions are evaluated [s].

    Returns
    -------
    Audit
        Degrees of freedom, findings, characteristic scales and a step.

    Notes
    -----
    Nothing is raised: an item that refuses to build, or a look that fails, becomes a finding.
    """
    began = clock.perf_counter()
    findings: list[Finding] = []

    def look(what: str, at: Callable[[], T]) -> T | None:
        """Take one look; what it raises becomes a finding."""
        try:
            return at()
        except Exception as error:  # an audit reports, whatever a user's own law does
            words = f"{what} could not be looked at: {error}"
            findings.append(Finding(Severity.WARNING, Kind.NOT_DONE, (), words))
            return None

    def find(what: str, at: Callable[[], list[Finding]]) -> None:
        findings.extend(look(what, at) or [])

    scattered = look("the model", lambda: Scattered(model, time=time))
    constraints: Constraints | None = None
    scales: dict[str, Any] = {}
    step: float | None = None
    if scattered is not None:
        findings += refusals(scattered)
        find("items that do nothing", lambda: useless_items(scattered))
        find("gaps", lambda: position_gaps(scattered))
        find("velocities", lambda: velocity_gaps(scattered))
        constraints = look("constraints", lambda: look_at_constraints(scattered))
        findings += constraints.findings if constraints is not None else []
        find("groups", lambda: free_groups(scattered))
        still = look("mass and stiffness", lambda: scattered.tangents(load_factor=0.0))
        if still is not None:
            find("directions without mass", lambda: massless_directions(scattered, still))
            find("spins", lambda: idle_spins(scattered, still))
            find("free motions", lambda: free_motions(scattered, still))
            masses = look("masses", lambda: bodies(scattered, still)) or []
            find("inertia", lambda: inertia_checks(scattered, masses))
            find("sections", lambda: section_checks(scattered))
            find("stiffness", lambda: stiffness_checks(scattered, still))
            find("units", lambda: unit_hints(scattered, masses))
            loose = any(finding.kind is Kind.MASSLESS for finding in findings)
            loose |= constraints is not None and constraints.count.dof <= 0
            found = None if loose else look("frequencies", lambda: spectrum(scattered, still))
            proposed: tuple[float | None, str] = (None, "")
            if found is not None:
                proposed = recommended_step(scattered, found, size=typical_size(scattered, masses))
            step = proposed[0]
            scales = look("sizes", lambda: scales_of(scattered, still, found, proposed)) or {}
            find("defaults", lambda: defaults(scattered, still))
    findings.sort(key=lambda finding: ORDER.index(finding.severity))
    joints = sum(item.family == "joint" for item in model.items.values())
    return Audit(
        model.name,
        sum(node.moves for node in model.nodes.values()),
        joints,
        len(model.items) - joints,
        constraints.count if constraints is not None else Count(0, 0, 0, 0, 0),
        constraints.loops if constraints is not None else (),
        tuple(findings),
        scales,
        step,
        clock.perf_counter() - began,
        constraints.largest if constraints is not None else 0,
        model,
    )


def refusals(scattered: Scattered) -> list[Finding]:
    """Items that did not build, and a model in which nothing moves."""
    findings = [
        Finding(Severity.ERROR, Kind.REFUSED, (one.name,), one.words) for one in scattered.refused
    ]
    if not len(scattered.dofs):
        words = f'nothing moves in model "{scattered.model.name}": add a body'
        findings.append(Finding(Severity.ERROR, Kind.REFUSED, (), words))
    return findings
