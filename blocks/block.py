"""Base of all blocks: inputs by object or by name, outputs and states as variables of the model.

A block is an item with output variables y, equations y − h = 0, and perhaps states x, equations ẋ − f = 0
(Brüls and Arnold 2008, eq. 3 and 4). Its inputs are variables of other items. All of them are solved for
together with the motion, in one Newton iteration.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from mbfe import doors
from mbfe.compiled.callbacks import Callback
from mbfe.errors import ModelError, settle
from mbfe.laws import Law
from mbfe.model import Builder, Item, Model
from mbfe.model.variable import Variable
from mbfe.quantities.catalogue import ModelCatalogue
from mbfe.quantities.quantity import find, refusal

__all__ = [
    "FEEDS", "NO_UNIT", "Block", "Fed", "OneInput", "fed_variable", "numbered", "several", "single_output",
]  # fmt: skip

FEEDS = 'a block or its name, a quantity such as "hinge.angle", a number, a curve or a function of time'
NO_UNIT = "1"
"""Unit of a number, and default unit."""


class Fed(Item):
    """Base of items with inputs: blocks and actuators."""

    ties: ClassVar[bool] = False
    fed: ClassVar[tuple[str, ...]] = ()
    """Names of the arguments that are its inputs."""

    @property
    def inputs(self) -> Mapping[str, Any]:
        """Its inputs by name."""
        return {name: getattr(self, name) for name in self.fed}

    def _input(self, label: str) -> str:
        """An input for errors: its argument, or ``terms`` with its label, where that holds several."""
        several = "terms" in vars(self) and label not in vars(self)
        return f"{self.where}: terms, {label}" if several else f"{self.where}: {label}"

    def connect(self, model: Model) -> None:
        """Add the blocks of its inputs."""
        wires, feed = {}, doors.opened("feed")
        for label, given in self.inputs.items():
            wires[label] = feed(model, given, where=self._input(label), name=f"{self.name} {label}")
        settle(self, wires=wires)

    def feeding(self, model: Model) -> list[Variable]:
        """Variables of its inputs."""
        wires = self.wires.items()
        return [found_variable(model, wire, where=self._input(label)) for label, wire in wires]

    def feeding_in(self, unit: str, model: Model) -> Variable:
        """Variable of its only input, which has a unit."""
        ((label, wire),) = self.wires.items()
        return fed_variable(model, wire, (unit,), where=f"{self.where}: {label}")


class Block(Fed):
    """Base of all blocks.

    A kind is a frozen dataclass with ``name``, its inputs and its numbers; it says which of its arguments are
    ``fed``, and gives its law the numbers with ``give``.
    """

    family: ClassVar[str] = "block"
    sort: ClassVar[str] = "block"
    """How diagrams draw it: "source", "sensor" or "block"."""
    label: ClassVar[str] = ""
    """Label in diagrams, a format of the block; the name of its class when empty."""
    shared: ClassVar[str] = "name : str\n    Name.\n"
    """Documentation of the arguments that all kinds take alike."""
    unit: str | None = None
    """Unit of its outputs, where the user may give it."""

    def __init_subclass__(cls) -> None:
        """Document the shared arguments before those of the kind, for ``help`` and the reference."""
        super().__init_subclass__()
        text, heading = inspect.cleandoc(cls.__doc__ or ""), "Parameters\n----------\n"
        if "\nname : " not in text:
            cls.__doc__ = text.replace(heading, heading + cls.shared, 1)

    def callbacks(self) -> tuple[Callback, ...]:
        """Its Python function, where it has one, and those of its curves."""
        own = vars(self).get("callback")
        return super().callbacks() if own is None else (own,)

    @property
    def caption(self) -> str:
        """Label in diagrams, with its main parameter."""
        return self.label.format(self) or super().caption

    @property
    def outputs(self) -> tuple[str, ...]:
        """Names of its outputs."""
        return ("output",)

    @property
    def states(self) -> tuple[str, ...]:
        """Names of its states."""
        return ()

    @property
    def start(self) -> tuple[float, ...]:
        """Initial values of its states."""
        return (0.0,) * len(self.states)

    @property
    def given_unit(self) -> str | None:
        """Unit of its outputs as the user gave it."""
        return self.unit

    def output_unit(self, units: Mapping[str, str]) -> str:
        """Unit of its outputs, from those of its inputs."""
        return NO_UNIT

    def join(self, model: Model) -> None:
        """Add the blocks of its inputs, and declare its outputs and states."""
        self.connect(model)
        known = {
            name: model.variables[wire].unit for name, wire in self.wires.items() if wire in model.variables
        }
        unit = self.output_unit({name: known.get(name, NO_UNIT) for name in self.wires})
        unit = unit if self.given_unit is None else self.given_unit
        if self.states:
            model.add_variables(self.name, self.states, kind="state", values=self.start)
        model.add_variables(self.name, self.outputs, kind="output", units=unit)

    def wired(self, builder: Builder) -> list[Variable]:
        """Its states, outputs and inputs, in the order in which laws take them."""
        model = builder.model
        own = [model.variable(f"{self.name}.{name}") for name in (*self.states, *self.outputs)]
        return own + self.feeding(model)

    def give(self, builder: Builder, law: Law, numbers: Mapping[str, Any]) -> None:
        """Give a law its variables, and its parameters: ``numbers``, and arguments of the same names."""
        own = {name: getattr(self, name) for name in law.parameters if name not in numbers}
        builder.add(self, law, [], variables=self.wired(builder), **own, **numbers)


@dataclass(frozen=True, eq=False)
class OneInput(Block):
    """Base of the blocks with a single input, whose unit is that of the output by default."""

    name: str
    input: Any

    fed: ClassVar[tuple[str, ...]] = ("input",)
    shared: ClassVar[str] = (
        Block.shared + "input : block, str, signal, number, curve or callable\n    Its input u.\n"
    )

    def output_unit(self, units: Mapping[str, str]) -> str:
        """That of the input."""
        return units["input"]


def numbered(one: str, letter: str, count: int) -> tuple[str, ...]:
    """Names of several equal things: the name of one, or a letter with the numbers from 1 on."""
    return (one,) if count == 1 else tuple(f"{letter}{i + 1}" for i in range(count))


def several(given: Any) -> dict[str, Any]:
    """One input or a sequence of them, named input, or input_1, input_2 and so on."""
    inputs = list(given) if isinstance(given, tuple | list) else [given]
    return dict(zip(numbered("input", "input_", len(inputs)), inputs, strict=True))


def single_output(block: Any, where: str) -> str:
    """Full name of the output of a block that has one."""
    names = block.outputs
    if len(names) != 1:
        allowed = ", ".join(f'"{block.name}.{name}"' for name in names)
        raise ModelError(where, f"{block.where} has {len(names)} outputs", allowed=f"one of {allowed}")
    return f"{block.name}.{names[0]}"


def found_variable(model: Model, wire: str, *, where: str) -> Variable:
    """Variable of a connection, which must exist now."""
    if wire in model.variables:
        return model.variables[wire]
    item = model.items.get(wire)
    if isinstance(item, Block):
        return model.variables[single_output(item, where)]
    if item is not None:
        raise ModelError(where, f"{item.where} is no block", allowed=FEEDS)
    known = ModelCatalogue(model)
    if find(known, wire) is not None:
        owner = wire.partition(".")[0]
        what, remedy = f'"{owner}" was added after what reads it', f'Add "{owner}" first'
        raise ModelError(where, what, allowed="quantities of items that are in the model", remedy=remedy)
    raise refusal(known, wire, where=where)


def fed_variable(model: Model, wire: str, allowed: tuple[str, ...], *, where: str) -> Variable:
    """Variable of a connection, refused when its unit is not one of those that are allowed."""
    variable = found_variable(model, wire, where=where)
    if variable.unit not in (NO_UNIT, *allowed):
        raise ModelError(
            where,
            f'"{variable.name}" is given in {variable.unit}',
            allowed=" or ".join(allowed),
            remedy="Put a Gain with unit= between them",
        )
    return variable
