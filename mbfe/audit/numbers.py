"""Inconsistent masses, sections and stiffnesses; items without effect; implicit defaults."""

from __future__ import annotations

import warnings
from itertools import permutations

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.audit.findings import Finding, Kind, Severity
from mbfe.audit.graph import GROUND
from mbfe.audit.scattered import Scattered, Tangents
from mbfe.audit.sizes import DENSITIES, Body
from mbfe.audit.tolerances import NUMBERS
from mbfe.audit.words import listed
from mbfe.integrators.generalized_alpha import GeneralizedAlpha
from mbfe.sections.checks import SectionWarning, check_scales

__all__ = ["defaults", "inertia_checks", "section_checks", "stiffness_checks", "useless_items"]

# ------------------------------------------------------------------ mass and inertia


def inertia_checks(scattered: Scattered, found: list[Body]) -> list[Finding]:
    """Moments of inertia that no body has, or not one of this size and shape."""
    findings = []
    for body in found:
        if not scattered.live[body.place, 3:].all():
            continue
        low, middle, high = np.linalg.eigvalsh(body.inertia)
        small = NUMBERS.moment_over_others * max(abs(high), body.mass * (1e-6 * scattered.length) ** 2)
        words = ""
        if low < -small or high > low + middle + small:
            words = (
                f'"{body.name}" has principal moments of inertia {low:.4g}, {middle:.4g} and {high:.4g} '
                "kg m² about its centre of mass: no body has these, none may be negative or above the sum of "
                "the others"
            )
        elif body.uniform is not None and DENSITIES[0] <= body.mass / body.volume <= DENSITIES[1]:
            words = _unlike_shape(body)  # with another density the shape is a picture rather
        elif body.size > 0.0 and high > 0.0:
            words = _unlike_size(body, float(np.sqrt(high / body.mass)))
        if words:
            numbers = {"lowest [kg m²]": float(low), "highest [kg m²]": float(high)}
            findings.append(Finding(Severity.WARNING, Kind.INERTIA, (body.name,), words, numbers))
    return findings


def _unlike_size(body: Body, radius: float) -> str:
    if NUMBERS.smallest_gyration * body.size <= radius <= NUMBERS.largest_gyration * body.size:
        return ""
    return (
        f'"{body.name}" has a radius of gyration of {radius:.3g} m, its joints are {body.size:.3g} m apart: '
        "is its inertia in the units of its mass and lengths?"
    )


def _unlike_shape(body: Body) -> str:
    """Words if the inertia differs much from that of the shape filled uniformly."""
    assert body.uniform is not None
    given, uniform = np.diag(body.inertia), np.diag(body.uniform.inertia)
    if (uniform <= 0.0).any() or (given <= 0.0).any():
        return ""
    numbers = f"({given[0]:.3g}, {given[1]:.3g}, {given[2]:.3g}) kg m²"
    filled = f"({uniform[0]:.3g}, {uniform[1]:.3g}, {uniform[2]:.3g})"
    if _apart(given, uniform) > NUMBERS.unlike_uniform:
        swapped = any(_apart(given[list(order)], uniform) < 2.0 for order in permutations(range(3)))
        hint = "as if its axes were exchanged" if swapped else "are its units those of mass and shape?"
        return f'"{body.name}" has inertia {numbers}, its shape of the same mass {filled}: {hint}'
    return ""


def _apart(a: Floats, b: Floats) -> float:
    ratio = a / b
    return float(max(ratio.max(), 1.0 / ratio.min()))


# ------------------------------------------------------------------ sections and stiffnesses


def section_checks(scattered: Scattered) -> list[Finding]:
    """Sections with impossible ratios, and very short beams."""
    findings = []
    for item in scattered.model.items.values():
        beam = item.as_beam
        if beam is None:
            continue
        lengths = np.asarray(beam.mesh.lengths, dtype=float)
        sections = {id(one): one for one in (beam.section_at(float(s)) for s in beam.mesh.boundaries)}
        with warnings.catch_warnings(record=True) as heard:
            warnings.simplefilter("always", SectionWarning)
            for section in sections.values():
                check_scales(item.where, section.stiffness, section.mass, section.loops)
        said = [one.message for one in heard if issubclass(one.category, SectionWarning)]
        texts = [(Severity.WARNING, str(message)) for message in said]
        K = np.array([np.diag(section.stiffness) for section in sections.values()])
        radius = float(np.sqrt(K[:, 4:].max(axis=1) / K[:, 0]).max())
        thin = float(np.sqrt(K[:, 4:].min(axis=1) / K[:, 0]).min())
        whole = float(lengths.sum())
        if whole < NUMBERS.stubby * radius:
            text = f"is {whole / radius:.3g} radii of gyration long, rather a solid than a beam"
            texts.append((Severity.WARNING, f"{item.where} {text}"))
        if whole > NUMBERS.thin * thin and not beam.is_cable:
            text = f"is {whole / thin:.3g} radii of gyration long: elements.Cable leaves its bending out"
            texts.append((Severity.NOTE, f"{item.where} {text}"))
        if lengths.min() < NUMBERS.short_element * radius:
            text = f"has an element of {lengths.min():.3g} m, less than its radius of gyration {radius:.3g} m"
            texts.append((Severity.NOTE, f"{item.where} {text}: fewer elements do as well"))
        findings += [
            Finding(severity, Kind.SECTION, (item.name,), text, {"slenderness": whole / radius})
            for severity, text in dict.fromkeys(texts)
        ]
    return findings


def stiffness_checks(scattered: Scattered, still: Tangents) -> list[Finding]:
    """Springs that are far stiffer than all others, or too stiff relative to the total weight."""
    items = list(scattered.model.items.values())
    found = {item.name: item.typical_stiffness(scattered.model, scattered.length) for item in items}
    found = {name: value for name, value in found.items() if np.isfinite(value) and value > 0.0}
    gravity = float(np.linalg.norm(scattered.model.gravity))
    weight = gravity * float(still.M.diagonal()[scattered.dofs % 6 < 3].sum()) / 3.0
    findings = []
    for name, value in found.items():
        item = scattered.model.items[name]
        others = [other for key, other in found.items() if key != name]
        typical = float(np.median(others)) if others else np.inf
        sag = weight / value
        if value > NUMBERS.stiff_beside_others * typical:
            words = (
                f"{item.where} has {value:.3g} N/m, {value / typical:.1g} times the typical one of others: "
                "it acts as a rigid connection, at the price of very high frequencies. A joint is exact"
            )
        elif sag > 0.0 and item.as_beam is None and sag < NUMBERS.least_sag * scattered.length:
            words = (
                f"{item.where} has {value:.3g} N/m: the weight of all, {weight:.3g} N, would move it by "
                f"{sag:.1g} m only in a model of {scattered.length:.3g} m. Is it in N/m?"
            )
        else:
            continue
        numbers = {"stiffness [N/m]": value, "sag [m]": sag}
        findings.append(Finding(Severity.WARNING, Kind.STIFFNESS, (name,), words, numbers))
    return findings


# ------------------------------------------------------------------ items that do nothing, defaults


def useless_items(scattered: Scattered) -> list[Finding]:
    """Nodes to which nothing is attached, items on fixed nodes, zero loads."""
    findings = [
        Finding(
            Severity.ERROR,
            Kind.UNUSED,
            (name,),
            f'nothing is attached to node "{name}", so that a solution refuses it: attach something, or '
            "leave it out",
        )
        for name in scattered.unused
    ]
    moved: dict[str, bool] = {}
    for number, owner in enumerate(scattered.builder.owners):
        moves = any(place != GROUND for place in scattered.free_places[number])
        moved[owner.name] = moved.get(owner.name, False) or moves
    for name, moves in moved.items():
        if not moves:
            where = scattered.model.items[name].where
            words = f"{where} has no effect: it acts on fixed or driven nodes only"
            findings.append(Finding(Severity.WARNING, Kind.UNUSED, (name,), words))
    for item in scattered.model.items.values():
        if item.is_idle:
            words = f"{item.where} is zero at all times: it has no effect"
            findings.append(Finding(Severity.WARNING, Kind.UNUSED, (item.name,), words))
    return findings


def defaults(scattered: Scattered, still: Tangents) -> list[Finding]:
    """Defaults with an effect that were not given explicitly."""
    model = scattered.model
    findings = []

    def note(items: tuple[str, ...], words: str) -> None:
        findings.append(Finding(Severity.NOTE, Kind.DEFAULT, items, words))

    if not np.any(model.gravity) and still.M.nnz and abs(still.M).max() > 0.0:
        note((), "gravity is zero. Model(gravity=(0, 0, -9.81)) gives it")
    assumed = {item.name: item.assumed for item in model.items.values()}
    origin = tuple(name for name, what in assumed.items() if "position" in what)
    if origin:
        stand = "stands" if len(origin) == 1 else "stand"
        note(origin, f"{listed(origin)} {stand} at the origin of the world: no position is given")
    axes = tuple(name for name, what in assumed.items() if "axis" in what)
    if axes:
        note(axes, f"{listed(axes)} {'has' if len(axes) == 1 else 'have'} the z axis: no axis is given")
    radius = GeneralizedAlpha().spectral_radius
    note((), f"solve_dynamic takes generalized-α with a spectral radius of {radius:g} by default")
    return findings
