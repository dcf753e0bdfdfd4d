"""Strains with which the stiffness of a balance may be taken in place of those of its motion."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from mbfe.algebra.arrays import Floats, Ints
from mbfe.engine.stepping.loop import outputs_entry
from mbfe.laws import Quantity
from mbfe.model.compile import CompiledModel

__all__ = ["Lines", "Strains"]


class Strains:
    """Strains of all elements that name them (:attr:`mbfe.model.item.Item.strains`).

    With `springs` the lengths of springs between points (:attr:`mbfe.model.item.Item.line_ends`) count too.
    """

    references: Ints
    places: Ints
    """Places of references among the parameters, and of strains among the outputs."""
    preferred: bool
    """Whether predicted strains have served where Newton's method alone did not."""

    def __init__(self, compiled: CompiledModel, *, springs: bool = False) -> None:
        self._compiled = compiled
        self._outputs = np.zeros(compiled.layout.n_output)
        self.preferred = False
        references = [np.zeros(0, dtype=np.int64)]
        strains = [np.zeros(0, dtype=np.int64)]
        builder, layout = compiled.builder, compiled.layout
        for number, (instance, owner) in enumerate(zip(builder.instances, builder.owners, strict=True)):
            law = instance.law
            if owner.strains is None or owner.strains[0] not in law.parameters:
                continue
            if owner.line_ends is not None and not springs:
                continue
            reference, strain = owner.strains
            references.append(layout.parameters[number] + _places(law.parameters, reference))
            strains.append(layout.outputs[number] + _places(law.outputs, strain))
        self.references, self.places = np.concatenate(references), np.concatenate(strains)

    def __len__(self) -> int:
        return len(self.places)

    def measured(self, time: float) -> Floats:
        """Strains of the present motion."""
        outputs_entry(self._compiled.system, self._compiled.state, time, self._outputs)
        return self._outputs[self.places]


class Lines:
    """Lines between points of two nodes, of all that name them (:attr:`mbfe.model.item.Item.line_ends`)."""

    nodes: Ints
    """Rows of the nodes of both points, (2, n)."""
    points: Floats
    """The points, axes of their nodes [m], (2, n, 3)."""

    def __init__(self, compiled: CompiledModel) -> None:
        nodes: list[list[int]] = []
        places = [np.zeros((0, 2, 3), dtype=np.int64)]
        builder, layout = compiled.builder, compiled.layout
        for number, (instance, owner) in enumerate(zip(builder.instances, builder.owners, strict=True)):
            parameters = instance.law.parameters
            if owner.line_ends is None or owner.line_ends[0] not in parameters:
                continue
            nodes.append(list(instance.nodes))
            ends = [layout.parameters[number] + _places(parameters, name) for name in owner.line_ends]
            places.append(np.array([ends]))
        self.nodes = np.array(nodes, dtype=np.int64).reshape(-1, 2).T
        self.points = compiled.system.parameter[np.concatenate(places)].transpose(1, 0, 2)

    def __len__(self) -> int:
        return self.nodes.shape[1]


def _places(facts: Mapping[str, Quantity], name: str) -> Ints:
    """Places of a quantity among those of a law."""
    first = 0
    for other, quantity in facts.items():
        if other == name:
            return first + np.arange(quantity.size)
        first += quantity.size
    raise KeyError(name)
