"""The resolver of names and handles of quantities, and the error of unknown names.

``"hinge.angle"``, ``"rod.velocity.x"``, ``"spring.force"``, ``"disk.lean_rate"``, ``"blade.tip.position.z"``:
results, stop conditions, sensors, inputs of blocks, trim, kinematics and the command line resolve names here,
and accept and refuse the same ones. The result is a :class:`NamedQuantity`; its value is read from its
:attr:`~NamedQuantity.place`: a point of a body, a variable of the model, an output of a law, or a quantity
that only results have.

Any coordinate has a rate under its name with ``_rate``; coordinates that are unknowns of the model also have
an acceleration, with ``_acceleration``.
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass, replace
from typing import Any

from mbfe.checks import shown
from mbfe.errors import MbfeError, ModelError, did_you_mean
from mbfe.model.handle import BODY, Handle
from mbfe.model.item import Item
from mbfe.model.node import Node
from mbfe.model.start_number import refuse_start_value
from mbfe.quantities.catalogue import AXES, OF_SECTION, ORDERS, PER, POINT, RATES, Catalogue, Entry

__all__ = [
    "WORLD", "NamedQuantity", "OfOutput", "OfPoint", "OfVariable", "Recorded", "find", "names_of",
    "quantity", "refusal",
]  # fmt: skip

SHOWN = 24
"""Names that a refusal lists."""
WORLD = "world"


@dataclass(frozen=True)
class OfPoint:
    """Motion of a point of a body, given in the frame of the body [m].

    The body is a body or node, or a section of a beam such as ``"blade.tip"``; `what` is a key of
    :data:`mbfe.quantities.catalogue.POINT`. Axes are "world", "body" (of the body itself) or the name of
    another body, the direction is a unit vector in them, or None for the whole vector.
    """

    body: str
    what: str
    point: tuple[float, ...]
    frame: str
    direction: tuple[float, ...] | None


@dataclass(frozen=True)
class OfVariable:
    """Variable of the model by its full name: its value, rate or acceleration, of order 0, 1 or 2."""

    variable: str
    order: int


@dataclass(frozen=True)
class OfOutput:
    """Output of the law of an item, which offers it under a name: a component, or all of them when None."""

    item: str
    offered: str
    output: str
    part: int | None


@dataclass(frozen=True)
class Recorded:
    """Quantity that only results have, as energies and shapes of beams."""


@dataclass(frozen=True)
class NamedQuantity:
    """A quantity found by its full name, and the place from which it is read.

    Labels of its components, none for a number; name of its rate, empty where it has none.
    """

    name: str
    unit: str
    place: OfPoint | OfVariable | OfOutput | Recorded
    components: tuple[str, ...] = ()
    rate: str = ""

    def number(self, where: str) -> NamedQuantity:
        """Itself, if it is a number of the model; refused if it is a vector or in results alone."""
        if isinstance(self.place, Recorded):
            raise ModelError(
                where,
                f'"{self.name}" is known in results alone',
                allowed="motion of points, coordinates, variables and outputs of items, as "
                '"rod.velocity.x", "hinge.angle", "spring.force"',
                remedy=f'Read it after the run, run.signal("{self.name}")',
            )
        if self.components:
            known = ", ".join(f'"{self.name}.{c}"' for c in self.components)
            along = ", or .along(direction) of a handle" if isinstance(self.place, OfPoint) else ""
            raise ModelError(where, f'"{self.name}" is a vector', allowed=f"one of {known}{along}")
        return self


def quantity(
    known: Catalogue, given: Any, *, where: str, error: type[MbfeError] = ModelError
) -> NamedQuantity:
    """Resolve a name, a handle or a block with one output, in a model or in results.

    `error` is the class of the error of an unknown name.
    """
    refuse_start_value(given, where=where)
    name = given
    if isinstance(given, Handle):
        known.check_owner(given.owner, where)
        name = str(given)
    elif isinstance(given, Item | Node):
        known.check_owner(given, where)
        name = given.name
    if not isinstance(name, str):
        allowed = 'the name of a quantity, such as "hinge.angle", or its handle, hinge["angle"]'
        raise error(where, f"{shown(given)} was given", allowed=allowed)
    found = find(known, name)
    if found is None:
        raise refusal(known, name, where=where, error=error)
    return _of_handle(found, given, where) if isinstance(given, Handle) else found


def _of_handle(found: NamedQuantity, given: Handle, where: str) -> NamedQuantity:
    """The quantity at the point and in the axes of a handle."""
    plain = given.frame == "" and given.direction is None and not any(given.point)
    if plain:
        return found
    if not isinstance(found.place, OfPoint):
        what = f"{given} is no motion of a point: it has neither a point nor other axes"
        raise ModelError(where, what, allowed=f'its name, "{given}"')
    place = replace(found.place, point=given.point, frame=given.frame or found.place.frame)
    if given.direction is not None:
        if place.direction is not None:
            raise ModelError(where, f"{given} is a component", allowed="a direction of a vector")
        return replace(found, place=replace(place, direction=given.direction), components=())
    return replace(found, place=place)


def find(known: Catalogue, name: str) -> NamedQuantity | None:
    """Quantity of a name; None when the name is unknown."""
    for order, ending in enumerate(("", *RATES)):
        bare = name.removesuffix(ending)
        variable = known.variable(bare) if name.endswith(ending) else None
        if variable is not None and ending in ORDERS[variable.kind]:
            rates = ORDERS[variable.kind][order + 1 :]
            rate = f"{bare}{rates[0]}" if rates else ""
            return NamedQuantity(name, variable.unit + PER[order], OfVariable(bare, order), rate=rate)
    owner, _, rest = name.partition(".")
    entry = known.entry(owner)
    if entry is None:
        return None
    body, section = owner, ""
    if rest.partition(".")[0] in entry.sections:
        section, _, rest = rest.partition(".")
        body = f"{owner}.{section}"
    what, _, component = rest.partition(".")
    if (entry.is_body or section) and what in POINT:
        return _of_point(name, body, what, component)
    if section:
        return _recorded(name, OF_SECTION, rest)
    return _of_entry(known, entry, name, rest) or _recorded(name, entry.recorded, rest)


def _of_point(name: str, body: str, what: str, component: str) -> NamedQuantity | None:
    if component and component not in AXES:
        return None
    unit, rate = POINT[what]
    frame = BODY if what == "accelerometer" else WORLD
    place = OfPoint(body, what, (0.0, 0.0, 0.0), frame, AXES.get(component))
    full = f"{body}.{rate}" + (f".{component}" if component else "")
    return NamedQuantity(name, unit, place, () if component else tuple(AXES), full if rate else "")


def _of_entry(known: Catalogue, entry: Entry, name: str, rest: str) -> NamedQuantity | None:
    """What an item offers: outputs of its law, and the component of a measured point."""
    if not rest and known.only_output(entry.name):
        return find(known, known.only_output(entry.name))
    if entry.measures is not None and (not rest or rest in AXES):
        what, body, point, frame = entry.measures
        made = OfPoint(body, what, point, frame, AXES.get(rest))
        return NamedQuantity(name, POINT[what][0], made, () if rest else tuple(AXES))
    offered, _, component = rest.partition(".")
    offer = entry.offers.get(offered)
    if offer is None:
        of_what = offered.removesuffix(RATES[0])
        source = entry.offers.get(of_what) if of_what != offered else None
        if source is None or not source.rate or component:
            return None
        found = find(known, f"{entry.name}.{source.rate}")
        return found and replace(found, name=name)
    place = OfOutput(entry.name, offered, offer.output, offer.part)
    rate = offer.rate or (f"{offered}{RATES[0]}" if f"{offered}{RATES[0]}" in entry.offers else "")
    rate = f"{entry.name}.{rate}" if rate else ""
    if not component:
        return NamedQuantity(name, offer.unit, place, offer.components, rate)
    if component not in offer.components:
        return None
    return NamedQuantity(name, offer.unit, replace(place, part=offer.components.index(component)))


def _recorded(name: str, recorded: dict[str, tuple[str, tuple[str, ...]]], rest: str) -> NamedQuantity | None:
    what, _, component = rest.partition(".")
    if what not in recorded or (component and component not in recorded[what][1]):
        return None
    unit, components = recorded[what]
    return NamedQuantity(name, unit, Recorded(), () if component else components)


def refusal(known: Catalogue, name: str, *, where: str, error: type[MbfeError] = ModelError) -> MbfeError:
    """The error of an unknown name: existing names, and the nearest one."""
    owner, _, rest = name.partition(".")
    entry = known.entry(owner)
    others = [] if entry is not None else list(known.owners())
    closest = difflib.get_close_matches(owner, others, n=1)
    if closest:
        entry = known.entry(closest[0])
    numbers = [row for name_of in names_of(known, entry) if (row := _numbers(known, name_of))]
    asked = f"{entry.name}.{rest}" if entry else name
    remedy = did_you_mean(asked, [each for row in numbers for each in row], otherwise="Take one of these")
    allowed = [row[0] for row in numbers] or others
    listed = ", ".join(f'"{other}"' for other in allowed[:SHOWN]) + (", …" if len(allowed) > SHOWN else "")
    what = f'there is no quantity "{name}"'
    return error(where, what, allowed=listed or "none: nothing is there", remedy=remedy)


def _numbers(known: Catalogue, name: str) -> list[str]:
    """Name of a quantity, or those of the components of a vector."""
    found = find(known, name)
    return [f"{name}.{component}" for component in found.components] or [name] if found else []


def names_of(known: Catalogue, entry: Entry | None) -> list[str]:
    """Names of the quantities of an item or node, those of vectors without their components."""
    if entry is None:
        return []
    names = [f"{entry.name}.{offered}" for offered in entry.offers]
    names += known.variables_of(entry.name)
    if entry.measures is not None:
        names += [f"{entry.name}.{axis}" for axis in AXES]
    if entry.is_body:
        names += [f"{entry.name}.{what}" for what in POINT]
    names += [f"{entry.name}.{section}.{what}" for section in list(entry.sections)[-1:] for what in POINT]
    return list(dict.fromkeys([*names, *(f"{entry.name}.{what}" for what in entry.recorded if what)]))
