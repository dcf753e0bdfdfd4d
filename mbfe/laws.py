"""Laws: what an element or joint does to the motion of its own nodes, as a few compiled functions.

A law states facts (nodes, constraint rows, parameters, outputs) and gives formulas. It knows nothing of time
steps, of numbering or of other elements. The engine compiles it into a loop over all elements of its kind.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from mbfe.compiled import compiled, is_compiled
from mbfe.errors import ModelError

INPUTS = {
    "t": "time [s]",
    "pose": "motions of the nodes, (k, 7): origin [m] and unit quaternion, world frame",
    "twist": "twists of the nodes, (k, 6): v [m/s] and ω [rad/s], body frame",
    "accel": "their derivatives, (k, 6) [m/s², rad/s²], body frame",
    "multipliers": "multipliers of the constraint rows, (m,)",
    "p": "parameters by name",
    "gravity": "gravity, a tuple of 3 [m/s²], world frame",
    "history": "values kept from the last accepted step, (n_history,)",
    "curves": "storage of curves, for mbfe.curves.evaluate",
    "scratch": "small work array, (24,)",
}
OUTPUTS = {
    "residual": ("residual", "constraint"),
    "tangent": ("M", "G", "K", "B"),
    "energy": ("energy",),
    "power": ("power",),
    "output": ("output",),
    "advance": ("history",),
}
LETTERS = "ABCDEFGHIJ"


@dataclass(frozen=True)
class Quantity:
    """Unit and shape of a parameter or output.

    Attributes
    ----------
    unit : str
        Unit, e.g. ``"N/m"``.
    shape : tuple of int
        ``()`` for a number.
    components : tuple of str
        Names of the components, where they have names.
    """

    unit: str
    shape: tuple[int, ...] = ()
    components: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """Number of floats."""
        n = 1
        for length in self.shape:
            n *= length
        return n


def _quantity(given: Any) -> Quantity:
    if isinstance(given, Quantity):
        return given
    if isinstance(given, str):
        return Quantity(given)
    unit, shape, *rest = given
    return Quantity(
        unit, (shape,) if isinstance(shape, int) else tuple(shape), tuple(rest[0]) if rest else ()
    )


@dataclass(eq=False)
class Law:
    """A compiled law of one kind of element or joint; made by :func:`law`.

    Attributes
    ----------
    name : str
        Name of the kind, unique among the laws of a model.
    nodes : int
        Number of nodes k.
    rows : int
        Largest number of holonomic constraint rows m.
    parameters, outputs : dict of str to Quantity
        Facts about the parameters and the outputs, in the order of storage.
    history : int
        Number of values kept between accepted steps.
    without : dict of str to str
        Contract letters (A–J) that do not hold, each with its reason.
    functions : dict of str to callable
        Compiled functions by task: ``residual``, ``tangent``, ``energy``, ``power``, ``output``, ``advance``.
    """

    name: str
    nodes: int
    rows: int
    parameters: dict[str, Quantity]
    outputs: dict[str, Quantity]
    history: int
    returns_status: bool
    without: dict[str, str]
    functions: dict[str, Any] = field(default_factory=dict)
    arguments: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def n_parameters(self) -> int:
        """Length of a row of parameters."""
        return sum(q.size for q in self.parameters.values())

    @property
    def n_outputs(self) -> int:
        """Length of a row of outputs."""
        return sum(q.size for q in self.outputs.values())

    def _register(self, task: str, function: Callable[..., Any]) -> Law:
        names = tuple(inspect.signature(getattr(function, "py_func", function)).parameters)
        allowed = [*INPUTS, *OUTPUTS[task]]
        for name in names:
            if name not in allowed:
                raise ModelError(
                    f'law "{self.name}": {task} function',
                    f'has an argument "{name}"',
                    allowed=", ".join(allowed),
                    remedy="Arguments are recognised by their names; rename this one",
                )
        self.functions[task] = function if is_compiled(function) else compiled(function)
        self.arguments[task] = names
        return self

    def tangent(self, function: Callable[..., Any]) -> Law:
        """Register the tangent: adds M = ∂r/∂𝒜, G = ∂r/∂𝒱, K = ∂r/∂η (k·6 square) and B = ∂C/∂η (m × k·6).

        K includes d(Bᵀμ)/dη. Without a tangent the engine makes one by central differences on the manifold.
        """
        return self._register("tangent", function)

    def energy(self, function: Callable[..., Any]) -> Law:
        """Register the energies: adds kinetic, potential and elastic energy to ``energy`` (3) [J]."""
        return self._register("energy", function)

    def power(self, function: Callable[..., Any]) -> Law:
        """Register the powers: adds dissipated power and power of loads to ``power`` (2) [W]."""
        return self._register("power", function)

    def output(self, function: Callable[..., Any]) -> Law:
        """Register the outputs: fills ``output``, in the order of the declared outputs."""
        return self._register("output", function)

    def advance(self, function: Callable[..., Any]) -> Law:
        """Register the update of ``history`` at the end of an accepted step."""
        return self._register("advance", function)


def law(
    *,
    nodes: int,
    name: str | None = None,
    rows: int = 0,
    parameters: Mapping[str, Any] | None = None,
    outputs: Mapping[str, Any] | None = None,
    history: int = 0,
    returns_status: bool = False,
    without: Mapping[str, str] | None = None,
) -> Callable[[Callable[..., Any]], Law]:
    """Declare a law; decorates its residual function.

    Parameters
    ----------
    nodes : int
        Number of nodes.
    name : str, optional
        Name of the kind; the function's name when absent.
    rows : int
        Number of holonomic constraint rows.
    parameters, outputs : mapping, optional
        Name to unit, or to ``(unit, shape)`` or ``(unit, shape, component names)``. A parameter reaches the
        law as ``p.name``: a float, a tuple (up to nine numbers) or a matrix.
    history : int
        Number of values kept between accepted steps.
    returns_status : bool
        Whether the residual function returns an integer, 0 for success. Without it a law reports failure by
        NaN.
    without : mapping, optional
        Contract letters that do not hold for this law, with the reason.

    Returns
    -------
    callable
        Decorator that turns the residual function into a :class:`Law`.

    Notes
    -----
    The residual function adds to ``residual`` (k·6, zero on entry) the terms of M 𝒜 + g(H, 𝒱, t) + Bᵀμ −
    loads, in the body frame of each node, force before moment, and fills ``constraint`` (m). It takes any of
    the arguments below, by name:

    """
    facts = {key: _quantity(value) for key, value in (parameters or {}).items()}
    results = {key: _quantity(value) for key, value in (outputs or {}).items()}
    unknown = sorted(set(without or {}) - set(LETTERS))
    if unknown:
        raise ModelError(
            f"law {name}: without", f"unknown contract letters {unknown}", allowed=", ".join(LETTERS)
        )

    def decorate(function: Callable[..., Any]) -> Law:
        title = str(name or getattr(function, "__name__", "law"))
        if nodes < 1:
            raise ModelError(f'law "{title}": nodes', f"{nodes}", allowed="1 or more")
        made = Law(title, nodes, rows, facts, results, history, returns_status, dict(without or {}))
        return made._register("residual", function)

    return decorate


law.__doc__ = "\n".join(
    [inspect.cleandoc(law.__doc__ or ""), "", *(f"* ``{name}``: {text}" for name, text in INPUTS.items())]
)
