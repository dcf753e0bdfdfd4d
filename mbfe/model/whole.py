"""Data of a whole model that many of its items use."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from mbfe.model.contents import ModelContents
from mbfe.model.node import Node
from mbfe.model.variable import Variable

__all__ = ["model_length", "nodes_by_number", "of_whole", "variables_by_number"]

Fact = TypeVar("Fact")
ModelT = TypeVar("ModelT", bound=ModelContents)


def of_whole(find: Callable[[ModelT], Fact]) -> Callable[[ModelT], Fact]:
    """Cache the result of a function of a model until something is added or the model is compiled.

    Without it the cost would be quadratic in the number of items.
    """

    @functools.wraps(find)
    def found(model: ModelT) -> Fact:
        facts: dict[Any, Any] = model.facts
        if find not in facts:
            facts[find] = find(model)
        return facts[find]  # type: ignore[no-any-return]

    return found


@of_whole
def nodes_by_number(model: ModelContents) -> list[Node]:
    """Nodes in the order of their numbers."""
    return list(model.nodes.values())


@of_whole
def variables_by_number(model: ModelContents) -> dict[int, Variable]:
    """Variables by their places in a compiled model."""
    return {variable.number: variable for variable in model.variables.values()}


@of_whole
def _extent(model: ModelContents) -> float:
    """Diagonal of the box around the nodes [m], 1 without any."""
    points = [node.frame.position for node in model.nodes.values() if node.number > 0]
    if not points:
        return 1.0
    cloud = np.array(points)
    extent = float(np.linalg.norm(cloud.max(axis=0) - cloud.min(axis=0)))
    return extent if extent > 0.0 else 1.0


def model_length(model: ModelContents) -> float:
    """Characteristic length of a model [m]: the diagonal of the box around its nodes."""
    return _extent(model) if model.length is None else model.length
