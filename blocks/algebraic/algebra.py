"""Algebraic blocks: gain, sum and product."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, ClassVar

from mbfe.blocks.algebraic.algebra_law import gain, product_of, weighted_sum
from mbfe.blocks.block import NO_UNIT, Block, OneInput
from mbfe.checks import finite_vector, refusal
from mbfe.errors import ModelError, settle
from mbfe.model import Builder

__all__ = ["Gain", "Product", "Sum", "labelled"]


def labelled(inputs: Any, where: str) -> dict[str, Any]:
    """Inputs of a block with several equal ones, named input_1, input_2 and so on."""
    if isinstance(inputs, str | bytes) or not isinstance(inputs, Sequence):
        raise refusal(where, "terms", inputs, "a list of blocks or names")
    if not inputs:
        raise ModelError(
            f"{where}: terms",
            "an empty list was given",
            allowed="one input or more",
            remedy="Something that has no input is a blocks.Source",
        )
    return {f"input_{i + 1}": given for i, given in enumerate(inputs)}


@dataclass(frozen=True, eq=False)
class Gain(OneInput):
    """Gain: y = g u + offset.

    Parameters
    ----------
    gain : float
        The gain g.
    offset : float
        Constant that is added, in the unit of the output: the bias of a sensor.
    unit : str, optional
        Unit of the output; that of the input when absent.
    """

    gain: float = 1.0
    _: KW_ONLY
    offset: float = 0.0
    unit: str | None = None

    label: ClassVar[str] = "× {0.gain:g}"

    def build(self, builder: Builder) -> None:
        """Give the law the numbers."""
        self.give(builder, gain, {"weights": self.gain})


@dataclass(frozen=True, eq=False)
class Sum(Block):
    """Sum: y = Σ ± uᵢ, with signs or any weights.

    Parameters
    ----------
    terms : sequence of inputs
        The terms.
    weights : str or sequence of float, optional
        Signs such as ``"+-"``, or a weight for each input; plus for all when absent.
    unit : str, optional
        Unit of the output; that of the inputs when absent. Inputs of different units are refused unless
        there are weights that are not signs.
    """

    name: str
    terms: Sequence[Any]
    weights: str | Sequence[float] | None = None
    _: KW_ONLY
    unit: str | None = None
    factors: tuple[float, ...] = field(init=False, repr=False)

    @property
    def inputs(self) -> Mapping[str, Any]:
        """Its inputs."""
        return labelled(self.terms, self.where)

    def validate(self) -> None:
        """Check inputs and signs."""
        n = len(self.inputs)
        given: Any = "+" * n if self.weights is None else self.weights
        if isinstance(given, str):
            if set(given) - {"+", "-"} or len(given) != n:
                raise ModelError(
                    f"{self.where}: weights",
                    f'"{given}" for {n} inputs',
                    allowed=f"{n} signs + or −, or {n} numbers",
                )
            given = [1.0 if sign == "+" else -1.0 for sign in given]
        factors = finite_vector(self.where, "weights", given, size=n)
        settle(self, factors=tuple(factors.tolist()))

    def output_unit(self, units: Mapping[str, str]) -> str:
        """That of the inputs."""
        return next((unit for unit in units.values() if unit != NO_UNIT), NO_UNIT)

    def build(self, builder: Builder) -> None:
        """Check that all inputs have one unit and give the law the weights."""
        variables = self.wired(builder)
        given = {each.name: each.unit for each in variables[1:] if each.unit != NO_UNIT}
        if len(set(given.values())) > 1 and all(abs(f) == 1.0 for f in self.factors):
            shown = ", ".join(f'"{name}" [{unit}]' for name, unit in given.items())
            raise ModelError(
                f"{self.where}: inputs",
                f"different units: {shown}",
                allowed="one unit",
                remedy="Give the inputs a Gain with unit=, or the sum weights",
            )
        law = weighted_sum(len(self.factors))
        builder.add(self, law, [], variables=variables, weights=self.factors, offset=0.0)


@dataclass(frozen=True, eq=False)
class Product(Block):
    """Product: y = g Π uᵢ, or a quotient.

    Parameters
    ----------
    terms : sequence of inputs
        The factors.
    operations : str, optional
        ``"*"`` or ``"/"`` for each input, such as ``"*/"``; products when absent.
    gain : float
        Factor g.
    unit : str, optional
        Unit of the output.
    """

    name: str
    terms: Sequence[Any]
    operations: str | None = None
    _: KW_ONLY
    gain: float = 1.0
    unit: str | None = None

    @property
    def inputs(self) -> Mapping[str, Any]:
        """Its inputs."""
        return labelled(self.terms, self.where)

    @property
    def _operations(self) -> str:
        return "*" * len(self.terms) if self.operations is None else self.operations

    def validate(self) -> None:
        """Check inputs, operations and gain."""
        n = len(self.inputs)
        if set(self._operations) - {"*", "/"} or len(self._operations) != n:
            where = f"{self.where}: operations"
            raise ModelError(where, f'"{self.operations}" for {n} inputs', allowed=f'{n} signs "*" or "/"')

    def build(self, builder: Builder) -> None:
        """Give the law the powers."""
        powers = [1.0 if sign == "*" else -1.0 for sign in self._operations]
        law = product_of(len(powers))
        self.give(builder, law, {"powers": powers})
