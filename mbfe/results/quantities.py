"""What quantities there are in results, from their header."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from mbfe.model.capabilities import NamedOutput
from mbfe.model.description import Jointed, Line, Reading, described
from mbfe.quantities.catalogue import ENDS, OF_PATH, OF_RUN, Catalogue, Entry, Offer, Variable

__all__ = ["HeaderCatalogue"]


class HeaderCatalogue(Catalogue):
    """What quantities there are in results, from their header."""

    def __init__(self, header: Mapping[str, Any]) -> None:
        self._items = {item["name"]: item for item in header["items"]}
        self._nodes = dict.fromkeys(header["nodes"])
        self._is_static = header.get("kind") == "static"
        self._variables: dict[str, dict[str, Variable]] = {}
        self._places: dict[str, tuple[int, int]] = {}
        for entry in header.get("variables", ()):
            owned = self._variables.setdefault(entry["name"].partition(".")[0], {})
            owned[entry["name"]] = Variable(entry["kind"], entry["unit"])
            self._places[entry["name"]] = entry["row"], entry["component"]

    def at(self, variable: str) -> tuple[int, int]:
        """Row and component of a variable in the motion table."""
        return self._places[variable]

    def variable(self, name: str) -> Variable | None:
        """Variable by its full name."""
        return self._variables.get(name.partition(".")[0], {}).get(name)

    def own_variables(self, owner: str) -> Mapping[str, Variable]:
        """Variables of an item by their full names."""
        return self._variables.get(owner, {})

    def entry(self, owner: str) -> Entry | None:
        """Item, node, or what results hold of the whole run, by its name."""
        item, is_body = self._items.get(owner), owner in self._nodes
        if item is None:
            is_of_run = owner in OF_RUN and not is_body and (self._is_static or owner not in OF_PATH)
            return Entry(owner, is_body=is_body, is_of_run=is_of_run) if is_body or is_of_run else None
        about = described(item["description"])
        measures = about.measures if isinstance(about, Reading) else None
        sections = (*map(str, range(len(about.nodes))), *ENDS) if isinstance(about, Line) else ()
        return Entry(owner, _offers(item), is_body, sections, measures)

    def owners(self) -> Iterator[str]:
        """Names of items and nodes."""
        yield from dict.fromkeys([*self._items, *list(self._nodes)[1:]])


def _offers(item: Mapping[str, Any]) -> dict[str, Offer]:
    """Outputs of the law of an item by the names under which it offers them."""
    outputs = {entry["name"]: entry for entry in item["outputs"]}
    made = {}
    named = list(item["signals"])
    if item["description"]["view"] == Jointed.view:
        named += [asdict(NamedOutput(name, name)) for name in ("force", "moment")]
    for one in named:
        of = outputs.get(one["output"])
        if of is not None:
            components = tuple(of["components"]) if one["part"] is None else ()
            unit = one["unit"] or of["unit"]
            made[one["name"]] = Offer(one["output"], one["part"], unit, components, one["rate"])
    return made
