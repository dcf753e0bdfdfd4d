"""The declaration of a law: residual, tangents, energies and outputs as compiled functions.

A law declares its data (nodes, constraint rows, parameters, outputs) and gives formulas, independent of time
steps, numbering and other elements. The engine compiles it into a loop over all elements of its kind.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate
from math import prod
from typing import Any

import numpy as np

from mbfe.compiled import compiled, is_compiled, plain, record
from mbfe.errors import ModelError

__all__ = ["INPUTS", "LETTERS", "OUTPUTS", "SUMS", "Law", "Quantity", "law"]

INPUTS = {
    "t": "time [s]",
    "pose": "motions of the nodes, (k, 7): origin [m] and unit quaternion, world frame",
    "twist": "twists of the nodes, (k, 6): v [m/s] and ω [rad/s], body frame",
    "accel": "their derivatives, (k, 6) [m/s², rad/s²], body frame",
    "q": "generalized coordinates, (n_coordinate,)",
    "v": "their rates, (n_coordinate,)",
    "vdot": "their accelerations, (n_coordinate,)",
    "x": "first-order states, (n_state,)",
    "xdot": "their rates, (n_state,)",
    "y": "algebraic outputs, (n_algebraic,)",
    "multipliers": "multipliers of the constraint rows, (m,): holonomic, then nonholonomic ones",
    "p": "parameters by name",
    "gravity": "gravity times the load factor, a vector [m/s²], world frame",
    "load_factor": "factor of applied loads: 1, or the part of them that a static solution has reached",
    "history": "values kept from the last accepted step, by name",
    "phase": "of a switch, see :meth:`Law.switch`",
    "code": "of a switch at an event: its number, or what a trigger asks for",
    "curves": "storage of curves, for mbfe.curves.evaluate",
    "scratch": "work arrays by name, zero on entry",
}
OUTPUTS = {
    "residual": ("residual", "constraint"),
    "rate": ("rate",),
    "tangent": ("M", "G", "K", "B", "N", "L"),
    "energy": ("energy",),
    "power": ("power",),
    "output": ("out",),
    "advance": ("history",),
    "switch": (),
}
SUMS = {"energy": ("kinetic", "potential", "elastic"), "power": ("dissipated", "loads")}
"""What laws add to ``energy`` [J] and ``power`` [W]."""
LETTERS = "ABCDEFGHIJ"


@dataclass(frozen=True)
class Quantity:
    """Unit and shape of a parameter, an output or a value of the history.

    Attributes
    ----------
    unit : str
        Unit, e.g. ``"N/m"``.
    shape : tuple of int
        ``()`` for a number.
    components : tuple of str
        Names of the components, where they have names.
    array : bool
        Whether a law reaches it as an array, entry by entry, even if it has nine numbers or less.
    """

    unit: str
    shape: tuple[int, ...] = ()
    components: tuple[str, ...] = ()
    array: bool = False

    @property
    def size(self) -> int:
        """Number of floats."""
        return prod(self.shape)


def _quantity(given: Any) -> Quantity:
    if isinstance(given, Quantity):
        return given
    if isinstance(given, str):
        return Quantity(given)
    unit, shape, *rest = given
    return Quantity(
        unit, (shape,) if isinstance(shape, int) else tuple(shape), tuple(rest[0]) if rest else ()
    )


def _quantities(title: str, what: str, given: Any) -> dict[str, Quantity]:
    if not isinstance(given, Mapping):
        raise ModelError(
            f"law {title}: {what}",
            f"{given!r}",
            allowed='names with units, or with units and shapes: {"height": "m", "side": ("1", 3)}',
        )
    return {name: _quantity(value) for name, value in given.items()}


@dataclass(eq=False)
class Law:
    """A compiled law of one kind of element or joint; made by :func:`law`.

    Attributes
    ----------
    name : str
        Name of the kind, unique among the laws of a model.
    nodes : int
        Number of nodes k.
    rows, nonholonomic : int
        Largest numbers of holonomic and of nonholonomic constraint rows.
    coordinates, states, algebraic : int
        Numbers of variables: generalized coordinates, first-order states, algebraic outputs.
    general_reactions : bool
        Whether the residual depends on the multipliers in another way than Bᵀλ + Nᵀψ.
    guards : bool
        Whether ``advance`` returns 0 (accept), 1 (fail) or 2 (the active rows have changed).
    scratch : dict of str to Quantity
        Its work arrays.
    fills_scratch : bool
        Whether its functions fill each entry of them before they read it, so that nothing clears them.
    events : tuple of str
        Outputs whose decrease through zero is an event: the step ends there and ``switch`` is called.
    limits : tuple of str
        Outputs that limit the length of the step [s], after it was solved.
    parameters, outputs, history : dict of str to Quantity
        Facts about the parameters, the outputs and the values kept between accepted steps, in the order of
        storage.
    without : dict of str to str
        Contract letters (A–J) that do not hold, each with its reason.
    functions : dict of str to callable
        Compiled functions by task: ``residual``, ``rate``, ``tangent``, ``energy``, ``power``, ``output``,
        ``advance``, ``switch``.
    """

    name: str
    nodes: int
    rows: int
    parameters: dict[str, Quantity]
    outputs: dict[str, Quantity]
    history: dict[str, Quantity]
    returns_status: bool
    without: dict[str, str]
    nonholonomic: int = 0
    coordinates: int = 0
    states: int = 0
    algebraic: int = 0
    general_reactions: bool = False
    guards: bool = False
    scratch: dict[str, Quantity] = field(default_factory=dict)
    fills_scratch: bool = False
    events: tuple[str, ...] = ()
    limits: tuple[str, ...] = ()
    functions: dict[str, Any] = field(default_factory=dict)
    arguments: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def n_rows(self) -> int:
        """Number m of constraint rows, holonomic and nonholonomic."""
        return self.rows + self.nonholonomic

    @property
    def n_variables(self) -> int:
        """Number of coordinates, states and outputs together."""
        return self.coordinates + self.states + self.algebraic

    @cached_property
    def size(self) -> int:
        """Number n of residual components: six for each node, one for each variable."""
        return 6 * self.nodes + self.n_variables

    @cached_property
    def n_parameters(self) -> int:
        """Length of a row of parameters."""
        return sum(q.size for q in self.parameters.values())

    @cached_property
    def n_outputs(self) -> int:
        """Length of a row of outputs."""
        return sum(q.size for q in self.outputs.values())

    @cached_property
    def n_history(self) -> int:
        """Number of values kept between accepted steps."""
        return sum(q.size for q in self.history.values())

    @cached_property
    def n_scratch(self) -> int:
        """Length of all work arrays together."""
        return sum(q.size for q in self.scratch.values())

    @cached_property
    def shapes(self) -> dict[str, dict[str, Any]]:
        """Shapes of arguments that are reached by name, as ``mbfe.compiled.record`` takes them."""
        rows = {"p": self.parameters, "out": self.outputs, "history": self.history, "scratch": self.scratch}
        sums: dict[str, dict[str, Any]] = {a: dict.fromkeys(names, ()) for a, names in SUMS.items()}
        for argument, quantities in rows.items():
            sums[argument] = {n: list(q.shape) if q.array else q.shape for n, q in quantities.items()}
        return sums

    def by_name(self, argument: str, row: Any) -> Any:
        """Row of numbers of an argument in :attr:`shapes` by names, to read and to set."""
        return record(self.shapes[argument])(row)

    @cached_property
    def kept_angles(self) -> list[int]:
        """Places of angles in a row of its history; they are unwrapped."""
        units = [kept.unit for kept in self.history.values() for _ in range(kept.size)]
        return [k for k, unit in enumerate(units) if unit == "rad"]

    def history_row(self, values: Mapping[str, Any]) -> Any:
        """Row of its history with values by name; the others are zero."""
        row = np.zeros(self.n_history)
        by_name = self.by_name("history", row)
        for name, value in values.items():
            if isinstance(getattr(by_name, name), np.ndarray):
                getattr(by_name, name)[...] = value
            else:
                setattr(by_name, name, value)
        return row

    @cached_property
    def output_starts(self) -> dict[str, int]:
        """Where each output begins in a row of outputs."""
        starts = accumulate((q.size for q in self.outputs.values()), initial=0)
        return dict(zip(self.outputs, starts, strict=False))  # the last sum is the length

    def _register(self, task: str, function: Callable[..., Any]) -> Law:
        names = tuple(inspect.signature(plain(function)).parameters)
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
        """Register the tangent: adds M = ∂r/∂𝒜, G = ∂r/∂𝒱, K = ∂r/∂η (n square) and B = ∂C/∂η (m × n).

        Columns are the nodes' components and then the variables: M holds ∂r/∂v̇, G ∂r/∂v and ∂r/∂ẋ, K ∂r/∂q,
        ∂r/∂x and ∂r/∂y there. K includes d(Bᵀμ)/dη. Nonholonomic rows have ∂k/∂η in B and ∂k/∂𝒱 in N (m × n);
        a law with general reactions gives L = ∂r/∂(λ, ψ) (n × m). Without a tangent the engine makes one by
        central differences on the manifold.
        """
        return self._register("tangent", function)

    def rate(self, function: Callable[..., Any]) -> Law:
        """Register the rates of the holonomic rows: Ċ = B𝒱 + C_t in ``rate`` (rows,), zero on entry.

        Without it the engine differences C along the twists, to fourth order.
        """
        return self._register("rate", function)

    def energy(self, function: Callable[..., Any]) -> Law:
        """Register the energies: ``energy.kinetic``, ``.potential``, ``.elastic`` [J], zero on entry."""
        return self._register("energy", function)

    def power(self, function: Callable[..., Any]) -> Law:
        """Register the powers: ``power.dissipated`` and ``power.loads`` [W], zero on entry."""
        return self._register("power", function)

    def output(self, function: Callable[..., Any]) -> Law:
        """Register the outputs: fields of ``out`` by their declared names, zero on entry."""
        return self._register("output", function)

    def advance(self, function: Callable[..., Any]) -> Law:
        """Register the update of ``history`` at the end of an accepted step."""
        return self._register("advance", function)

    def switch(self, function: Callable[..., Any]) -> Law:
        """Register what happens at events: changes ``history``, returns an :class:`Answer`.

        :class:`Phase` ``AT_EVENT`` is that of the law whose event it is (``code``: its number); it returns
        ``JUMP`` for an impact, ``END`` to end the run. Then all laws are called: ``BEFORE_IMPACT`` rows of
        finite force are released; at ``IMPULSES`` velocities change by the smallest ones, in the mass
        metric, with Ċ = 0, and ``multipliers`` are these, again after a change; ``VELOCITIES`` are
        accepted; ``ACCELERATIONS`` and multipliers are consistent, again after a change. An inactive row
        has zero constraint, rate and gradient.
        """
        return self._register("switch", function)


def law(
    *,
    nodes: int,
    name: str | None = None,
    rows: int = 0,
    nonholonomic: int = 0,
    coordinates: int = 0,
    states: int = 0,
    algebraic: int = 0,
    general_reactions: bool = False,
    guards: bool = False,
    parameters: Mapping[str, Any] | None = None,
    outputs: Mapping[str, Any] | None = None,
    history: Mapping[str, Any] | None = None,
    returns_status: bool = False,
    scratch: Mapping[str, Any] | None = None,
    fills_scratch: bool = False,
    events: Sequence[str] = (),
    limits: Sequence[str] = (),
    without: Mapping[str, str] | None = None,
) -> Callable[[Callable[..., Any]], Law]:
    """Declare a law; decorates its residual function.

    Parameters
    ----------
    nodes : int
        Number of nodes.
    name : str, optional
        Name of the kind; the function's name when absent.
    rows, nonholonomic : int
        Numbers of holonomic rows C(η, t) = 0 and of nonholonomic rows k(η, 𝒱, t) = 0.
    coordinates, states, algebraic : int
        Numbers of generalized coordinates q (second order), states x (first order) and outputs y (algebraic).
    general_reactions : bool
        Whether the residual depends on the multipliers in another way than Bᵀλ + Nᵀψ.
    guards : bool
        Whether ``advance`` returns an integer: 0 to accept, 1 to fail, 2 when the active rows have changed.
    parameters, outputs : mapping, optional
        Name to unit, or to ``(unit, shape)`` or ``(unit, shape, component names)``. A parameter reaches the
        law as ``p.name``: a float, a tuple (up to nine numbers) or a matrix.
    history : mapping, optional
        History variables, kept between accepted steps, declared like outputs: ``history.name`` in the law.
    returns_status : bool
        Whether the residual function returns a :class:`Status`: ``AT_LIMIT`` at the limit of its range, for
        which its item has a message. Without it a law reports failure by NaN.
    scratch : mapping, optional
        Work arrays that its functions may take: name to length or shape, ``scratch.name`` in the law.
    fills_scratch : bool
        Whether its functions fill each entry of large work arrays before they read it: these are then not
        cleared before each call, and hold anything.
    events : sequence of str
        Outputs (numbers) whose decrease through zero ends the step; see :meth:`Law.switch`.
    limits : sequence of str
        Outputs (numbers) [s]: a solved step that is longer is repeated with shorter ones.
    without : mapping, optional
        Contract letters that do not hold for this law, with the reason.

    Returns
    -------
    callable
        Decorator that turns the residual function into a :class:`Law`.

    Notes
    -----
    The residual function adds to ``residual`` (n, zero on entry) the terms of M 𝒜 + g(H, 𝒱, t) + Bᵀμ + Nᵀψ −
    loads, in the body frame of each node, force before moment, then the equations of the coordinates, of the
    states (ẋ − f) and of the outputs (y − h), and writes ``constraint`` (m), zero on entry, holonomic rows
    first. All results of a function are the element's own and zero when it is called, so that entries may be
    set or added to; so are its work arrays. It takes any of the arguments below, by name:

    """
    facts = _quantities(f"{name}", "parameters", parameters or {})
    results = _quantities(f"{name}", "outputs", outputs or {})
    kept = _quantities(f"{name}", "history", history or {})
    work = {k: _quantity(of if isinstance(of, Quantity) else ("", of)) for k, of in (scratch or {}).items()}
    work = {key: replace(quantity, array=bool(quantity.shape)) for key, quantity in work.items()}
    unknown = sorted(set(without or {}) - set(LETTERS))
    if unknown:
        raise ModelError(
            f"law {name}: without", f"unknown contract letters {unknown}", allowed=", ".join(LETTERS)
        )

    for event in (*events, *limits):
        if event not in results or results[event].size != 1:
            where = f"law {name}: events, limits"
            raise ModelError(where, f'"{event}" is no output that is a number', allowed=", ".join(results))

    def decorate(function: Callable[..., Any]) -> Law:
        title = str(name or plain(function).__name__)
        if nodes + coordinates + states + algebraic < 1:
            raise ModelError(f'law "{title}": nodes', f"{nodes}", allowed="1 or more, or variables")
        made = Law(
            title, nodes, rows, facts, results, kept, returns_status, dict(without or {}), nonholonomic,
            coordinates, states, algebraic, general_reactions, guards, work, fills_scratch, tuple(events),
            tuple(limits),
        )  # fmt: skip
        return made._register("residual", function)

    return decorate


law.__doc__ = "\n".join(
    [inspect.cleandoc(law.__doc__ or ""), "", *(f"* ``{name}``: {text}" for name, text in INPUTS.items())]
)
