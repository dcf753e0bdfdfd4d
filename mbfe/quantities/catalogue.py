"""Catalogue of quantities: of a model that is being built, and, by the same rules, of results."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from mbfe.errors import ModelError
from mbfe.model.contents import ModelContents
from mbfe.model.item import Item
from mbfe.quantities.measurement import Measurement

__all__ = [
    "AXES", "ENDS", "OF_BEAM", "OF_PATH", "OF_RUN", "OF_SECTION", "ORDERS", "PER", "POINT", "RATES",
    "Catalogue", "Entry", "ModelCatalogue", "Offer", "Variable",
]  # fmt: skip

AXES: dict[str, tuple[float, ...]] = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}
POINT: dict[str, tuple[str, str]] = {
    "position": ("m", "velocity"),
    "velocity": ("m/s", "acceleration"),
    "acceleration": ("m/s^2", ""),
    "accelerometer": ("m/s^2", ""),
    "angular_velocity": ("rad/s", "angular_acceleration"),
    "angular_acceleration": ("rad/s^2", ""),
}
"""Quantities of a point of a body: unit, and name of its rate; in the order of the compiled code."""
ORDERS = {"coordinate": ("", "_rate", "_acceleration"), "state": ("", "_rate"), "output": ("",)}
"""Endings of the names of a variable, its rate and its acceleration, by its kind."""
RATES = ("_rate", "_acceleration")
PER = ("", "/s", "/s^2")
"""Suffixes of the unit of a variable for its rate and its acceleration."""
ORIENTATIONS: dict[str, tuple[str, tuple[str, ...]]] = {
    "orientation": ("1", ("w", "x", "y", "z")),
    "rotation_vector": ("rad", ("x", "y", "z")),
    "rotation_matrix": ("1", ()),
}
"""Quantities of a body in results besides the motion of its points: unit and components."""
OF_BEAM: dict[str, tuple[str, tuple[str, ...]]] = {
    "positions": ("m", ("x", "y", "z")),
    "rotations": ("rad", ("x", "y", "z")),
    "orientations": ("1", ("w", "x", "y", "z")),
    "resultants": ("N, N m", ("F1", "F2", "F3", "M1", "M2", "M3")),
    "strains": ("1, 1/m", ("gamma1", "gamma2", "gamma3", "kappa1", "kappa2", "kappa3")),
}
"""Quantities of a beam or cable in results, at its nodes or along it."""
ENDS = ("start", "end", "tip")
"""Sections of a beam by other names than the number of their node; the tip is its end."""
OF_SECTION = {**ORIENTATIONS, "displacement": ("m", ("x", "y", "z"))}
"""Quantities of a section of a beam in results besides the motion of its points."""
OF_RUN: dict[str, dict[str, tuple[str, tuple[str, ...]]]] = {
    "energy": {
        "": ("J", ("kinetic", "potential", "elastic", "dissipated", "work")),
        **dict.fromkeys(
            ("kinetic", "potential", "elastic", "dissipated", "work", "total", "balance"), ("J", ())
        ),
    },
    "violation": {"": ("m", ())},
    "step": {"": ("s", ())},
    "iterations": {"": ("1", ())},
    "factorisations": {"": ("1", ())},
    "load_factor": {"": ("1", ())},
    "unstable": {"": ("1", ())},
}
"""Quantities of the whole run, where no item has such a name."""
OF_PATH = ("load_factor", "unstable")
"""Those of static analyses alone."""


@dataclass(frozen=True)
class Offer:
    """Output of a law that an item offers under a name.

    A component `part` of the output, or all of them when None; labels of the components, none for a number;
    and the name within the item of its rate, where that is not its own name with "_rate".
    """

    output: str
    part: int | None
    unit: str
    components: tuple[str, ...] = ()
    rate: str = ""


@dataclass(frozen=True)
class Variable:
    """Kind ("coordinate", "state", "output") and unit of a variable."""

    kind: str
    unit: str


@dataclass(frozen=True)
class Entry:
    """Quantities of an item or a node, or one of the whole run.

    Outputs of its law by the names under which it offers them; whether it has a node of its name; its
    sections that move as bodies do, the ends and nodes of a beam; and quantity, body, point and frame of a
    measurement.
    """

    name: str
    offers: Mapping[str, Offer] = field(default_factory=dict)
    is_body: bool = False
    sections: Collection[str] = ()
    measures: tuple[str, str, tuple[float, ...], str] | None = None
    is_of_run: bool = False

    @property
    def recorded(self) -> dict[str, tuple[str, tuple[str, ...]]]:
        """Quantities that only results have: unit and components by name."""
        if self.is_of_run:
            return OF_RUN[self.name]
        return OF_BEAM if self.sections else ORIENTATIONS if self.is_body else {}


class Catalogue:
    """Catalogue of quantities. Names are looked up one by one, since models have many items."""

    def variable(self, name: str) -> Variable | None:
        """Variable by its full name."""
        raise NotImplementedError

    def own_variables(self, owner: str) -> Mapping[str, Variable]:
        """Variables of an item by their full names."""
        raise NotImplementedError

    def variables_of(self, owner: str) -> list[str]:
        """Full names of the variables of an item, and of their rates."""
        own = self.own_variables(owner).items()
        return [name + ending for name, variable in own for ending in ORDERS[variable.kind]]

    def only_output(self, owner: str) -> str:
        """Full name of the output of an item that has one output variable, else empty."""
        own = [name for name, variable in self.own_variables(owner).items() if variable.kind == "output"]
        return own[0] if len(own) == 1 else ""

    def entry(self, owner: str) -> Entry | None:
        """Item, node, or what results hold of the whole run, by its name."""
        raise NotImplementedError

    def owners(self) -> Iterator[str]:
        """Names of items and nodes."""
        raise NotImplementedError

    def check_owner(self, owner: Any, where: str) -> None:
        """Refuse an unknown owner of a handle."""


class ModelCatalogue(Catalogue):
    """Quantities of a model, to which items may be added later."""

    def __init__(self, model: ModelContents) -> None:
        self.model = model

    def variable(self, name: str) -> Variable | None:
        """Variable by its full name."""
        found = self.model.variables.get(name)
        return None if found is None else Variable(found.kind, found.unit)

    def own_variables(self, owner: str) -> Mapping[str, Variable]:
        """Variables of an item by their full names."""
        own = (each for name, each in self.model.variables.items() if name.partition(".")[0] == owner)
        return {each.name: Variable(each.kind, each.unit) for each in own}

    def entry(self, owner: str) -> Entry | None:
        """Item or node by its name."""
        item, is_body = self.model.items.get(owner), owner in self.model.nodes
        if item is None:
            is_of_run = owner in OF_RUN and not is_body
            return Entry(owner, is_body=is_body, is_of_run=is_of_run) if is_body or is_of_run else None
        measures = item.describe(self.model).measures if isinstance(item, Measurement) else None
        return Entry(owner, offers_of(item, self.model), is_body, item.sections, measures)

    def owners(self) -> Iterator[str]:
        """Names of items and nodes."""
        yield from dict.fromkeys([*self.model.items, *list(self.model.nodes)[1:]])

    def check_owner(self, owner: Any, where: str) -> None:
        """Refuse the owner of a handle that is not in the model."""
        if isinstance(owner, Item) and self.model.items.get(owner.name) is not owner:
            raise ModelError(where, f"{owner.where} is not in the model", remedy="Add it with model.add(...)")
        if not isinstance(owner, str | Item):
            self.model.node(owner, where=where)


def offers_of(item: Item, model: ModelContents) -> dict[str, Offer]:
    """Outputs of the law of an item by the names under which it offers them."""
    facts = {} if item.output_law is None else item.output_law.outputs
    made = {}
    for named in (*item.signals_in(model), *item.reaction):
        of = facts.get(named.output)
        unit = named.unit or ("1" if of is None else of.unit)
        whole = named.part is None and of is not None
        components = tuple(of.components) if whole and of is not None else ()
        made[named.name] = Offer(named.output, named.part, unit, components, named.rate)
    return made
