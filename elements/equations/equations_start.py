"""Initial values of typed equations: owners of the variables, and a trial evaluation of all functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from typing import Any

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.algebra.rotations import rotate
from mbfe.checks import array, refusal, shown
from mbfe.elements.equations.equations_differences import DIFFERENCED, FINE_STEP, slope
from mbfe.elements.equations.equations_functions import INPUTS, Sizes, Storage, Typed
from mbfe.errors import ModelError
from mbfe.model import Builder, Item, Model, Node

__all__ = ["GivenEquations", "check_mass", "names_of", "start_values", "tried_at_start"]

AXES = ("x", "y", "z")
WORDS = {"y": "coordinate", "states": "state", "outputs": "output"}
ARGUMENT = {"y": "y", "states": "x", "outputs": "u"}
DISAGREE = 1e-6
"""Relative difference above which a derivative is wrong."""


@dataclass(frozen=True)
class Start:
    """Places of the coordinates and initial values."""

    nodes: tuple[str, ...]
    """Nodes whose positions are coordinates."""
    places: tuple[tuple[int, int], ...]
    """As in :class:`mbfe.elements.equations.equations_terms.Plan`."""
    names: Mapping[str, tuple[str, ...]]
    """Names of "y", "states" and "outputs"."""
    values: Mapping[str, Any]
    """Arguments of the functions by name."""
    size: Mapping[str, Floats]
    """Typical sizes of y, x, u, and of t; NaN for positions of nodes."""
    shared_rows: tuple[tuple[str, int], ...] = ()
    """Items and rows whose multipliers are arguments."""
    sizes: Sizes = field(default_factory=Sizes)
    """Sizes, known after the trial."""
    mass: Floats = field(default_factory=lambda: np.zeros((0, 0)))
    """Mass matrix at the start, (n, n)."""
    gradient: Floats = field(default_factory=lambda: np.zeros((0, 0)))
    """Gradient of all constraints at the start, (m, n)."""

    def own(self, group: str, what: str) -> list[float]:
        """Start values or rates of the element's own variables."""
        argument = ARGUMENT[group] if what == "value" else {"y": "z"}.get(group, "")
        given = self.values[argument] if argument else np.zeros(len(self.names[group]))
        return [float(v) for v, name in zip(given, self.names[group], strict=True) if "." not in name]

    def scales(self, storage: Storage, length: float) -> Floats:
        """Typical sizes of all arguments, in the order of the storage."""
        alias = {"z": "y", "a": "y", "xdot": "x"}
        parts = []
        for name in INPUTS:
            sizes = self.size.get(alias.get(name, name), np.ones(storage.sizes.length(name)))
            parts.append(np.where(np.isnan(sizes), length, sizes))
        return np.concatenate(parts)


@dataclass(frozen=True, eq=False)
class GivenEquations(Item):
    """What the user gives of typed equations, see :class:`mbfe.elements.Equations`."""

    name: str
    _: KW_ONLY
    y: Sequence[str] = ()
    mass: Any = None
    force: Any = None
    holonomic: Any = None
    nonholonomic: Any = None
    states: Sequence[str] = ()
    rate: Any = None
    outputs: Sequence[str] = ()
    output: Any = None
    potential: Any = None
    reactions: Any = ()
    derivatives: Mapping[str, Any] = field(default_factory=dict)
    y0: Any = None
    z0: Any = None
    x0: Any = None
    u0: Any = None
    lam0: Any = None
    psi0: Any = None
    units: Mapping[str, str] = field(default_factory=dict)
    scales: Mapping[str, float] = field(default_factory=dict)
    n_holonomic: int | None = None
    n_nonholonomic: int | None = None
    functions: dict[str, Typed] = field(init=False, repr=False)
    start: Start = field(init=False, repr=False)

    def own(self, group: str) -> tuple[str, ...]:
        """Names of the element's own coordinates ("y"), "states" or "outputs"."""
        return tuple(name for name in getattr(self, group) if "." not in name)


def names_of(where: str, group: str, given: Any) -> tuple[str, ...]:
    """Checked names of variables: words of one's own, or "item.word"."""
    names = (given,) if isinstance(given, str) else given
    if not isinstance(names, Sequence):
        raise refusal(where, group, given, 'names like "lean", in a list or tuple')
    names = tuple(names)
    for name in names:
        parts = name.split(".") if isinstance(name, str) else []
        # the item's own name may have any characters
        if not parts or len(parts) > 2 or not parts[-1].isidentifier() or not all(parts):
            raise ModelError(
                f"{where}: {group}",
                shown(name),
                allowed='names like "lean", or "disk.lean" for a variable of another item',
            )
    if len(set(names)) < len(names):
        raise ModelError(f"{where}: {group}", f"{names}", allowed="names that are used once")
    return names


def _numbers(item: GivenEquations, key: str, group: str) -> dict[str, float]:
    """Start values by name, from a sequence or a mapping."""
    given, names = getattr(item, key), item.own(group)
    where, allowed = (
        f"{item.where}: {key}",
        f"{len(names)} finite numbers, for {', '.join(names) or 'nothing'}",
    )
    if given is None:
        return dict.fromkeys(names, 0.0)
    if isinstance(given, Mapping) and given:
        unknown = [name for name in given if name not in names]
        if unknown:
            raise ModelError(where, f'"{unknown[0]}" is no {WORDS[group]} of its own', allowed=allowed)
        given = [given.get(name, 0.0) for name in names]
    numbers = np.atleast_1d(array(where, "", given, words=allowed))
    if numbers.shape != (len(names),):
        raise refusal(where, "", given, allowed)
    return dict(zip(names, numbers.tolist(), strict=True))


def _node_of(item: GivenEquations, model: Model, name: str) -> tuple[Node, int] | None:
    """Node and axis that are meant by "body.x"; None for a variable."""
    owner, part = name.split(".")
    if owner not in model.nodes or part not in AXES:
        return None
    node = model.nodes[owner]
    if node is model.ground:
        raise ModelError(f"{item.where}: y", f'"{name}": the ground does not move', allowed="a body")
    return node, AXES.index(part)


def start_values(item: GivenEquations, model: Model) -> Start:
    """Find the variables of others and collect all start values, without sizes, which the trial finds."""
    values: dict[str, Any] = {"t": 0.0}
    size = {"t": np.array([float(item.scales.get("t", 1.0))])}
    nodes: list[str] = []
    places: list[tuple[int, int]] = []
    n_variables = 0
    for group, word in WORDS.items():
        argument = ARGUMENT[group]
        own = _numbers(item, f"{argument}0", group)
        rates = _numbers(item, "z0", "y") if group == "y" else {}
        rows = []
        for name in getattr(item, group):
            of_node = _node_of(item, model, name) if group == "y" and "." in name else None
            if of_node is not None:
                node, axis = of_node
                if node.name not in nodes:
                    nodes.append(node.name)
                places.append((nodes.index(node.name), axis))
                speed = rotate(node.frame.orientation, node.twist[:3])
                rows.append((node.frame.position[axis], speed[axis], np.nan))
                continue
            if group == "y":
                places.append((n_variables, -1))
                n_variables += 1
            if "." not in name:
                rows.append((own[name], rates.get(name, 0.0), float(item.scales.get(name, 1.0))))
                continue
            variable = model.variable(name, where=f"{item.where}: {group}")
            if variable.kind != word:
                where = f"{item.where}: {group}"
                raise ModelError(where, f'"{name}" is a {variable.kind}', allowed=f"{word}s")
            rows.append((variable.value, variable.rate, variable.scale))
        table = np.array(rows, dtype=float).reshape(-1, 3)
        values[argument], size[argument] = table[:, 0], table[:, 2]
        if group == "y":
            values["z"], values["a"] = table[:, 1], np.zeros(len(table))
    names = {group: tuple(getattr(item, group)) for group in WORDS}
    if any(not s > 0.0 for sizes in size.values() for s in sizes if not np.isnan(s)):
        raise ModelError(f"{item.where}: scales", f"{dict(item.scales)}", allowed="positive numbers")
    return Start(tuple(nodes), tuple(places), names, values, size, _shared_rows(item, model))


def _shared_rows(item: GivenEquations, model: Model) -> tuple[tuple[str, int], ...]:
    """Rows of the items whose multipliers are arguments, found by building the present model."""
    where = f"{item.where}: reactions"
    given = (item.reactions,) if isinstance(item.reactions, str | Item) else item.reactions
    if not isinstance(given, Sequence) or not all(isinstance(other, str | Item) for other in given):
        raise refusal(where, "", item.reactions, "joints of the model or their names")
    names = [other.name if isinstance(other, Item) else other for other in given]
    if not names:
        return ()
    builder = Builder(model, curves=[0.0, 1.0, 0.0])
    for other in model.items.values():
        other.build(builder)
    found = []
    for name in names:
        if name not in model.items:
            raise ModelError(
                where, f'there is no item "{name}"', allowed=", ".join(model.items), remedy="Add it before"
            )
        made = builder.numbers.get(id(model.items[name]), [])
        kinds = builder.instances[made[0]].row_kinds if made else ()
        if not any(kind >= 0 for kind in kinds):
            raise ModelError(where, f'"{name}" has no constraints', allowed="a joint, or equations with some")
        found += [(name, row) for row, kind in enumerate(kinds) if kind >= 0]
    return tuple(found)


# ------------------------------------------------------------------ trial


def _count(item: GivenEquations, name: str, given: int | None, values: Mapping[str, Any]) -> int:
    """Number of constraints, by a trial; checked against what the user says."""
    found = len(item.functions[name].tried(values, None)) if name in item.functions else 0
    if given is not None and given != found:
        raise ModelError(
            f"{item.where}: n_{name}", f"{given}", allowed=f"{found}, as many as the function returns"
        )
    return found


def _guess(item: GivenEquations, name: str, given: Any, size: int) -> Floats:
    if given is None:
        return np.zeros(size)
    words = f"{size} finite numbers"
    numbers = np.atleast_1d(array(item.where, f"{name}0", given, words=words))
    if numbers.shape != (size,):
        raise refusal(item.where, f"{name}0", given, words)
    return numbers


def tried_at_start(item: GivenEquations, model: Model, start: Start) -> Start:
    """Call every function once at the start values, count the constraints and check derivatives and mass."""
    values = dict(start.values)
    n_lam = _count(item, "holonomic", item.n_holonomic, values)
    n_psi = _count(item, "nonholonomic", item.n_nonholonomic, values)
    sizes = Sizes(
        len(item.y),
        len(item.states),
        len(item.outputs),
        n_lam,
        n_psi,
        len(start.shared_rows),
        len(item.own("states")),
        len(item.own("outputs")),
    )
    values |= {"lam": _guess(item, "lam", item.lam0, n_lam), "psi": _guess(item, "psi", item.psi0, n_psi)}
    values["mu"] = np.zeros(sizes.mu)
    if (n_lam or n_psi or "force" in item.functions) and not item.y:
        raise ModelError(f"{item.where}: y", "no coordinates, but forces or constraints", allowed="y=")
    found = {}
    for name, typed in item.functions.items():
        typed.check_sizes(sizes)
        found[name] = typed.tried(values, sizes.shape(name))
    start = replace(start, values=values, sizes=sizes, mass=found.get("mass", np.zeros((sizes.y, sizes.y))))
    rows = [np.zeros((0, sizes.y))]
    for name, function, variable in DIFFERENCED:
        if function in item.functions and name != "k_y":  # it serves only the iterations
            made = _derivative(item, start, name, function, variable, found.get(name))
            rows += [made] if variable != "t" else []
    return replace(start, gradient=np.vstack(rows))


def _slope(typed: Typed, start: Start, function: str, variable: str, step: float) -> Floats:
    """Derivative of a function at the start, in plain Python."""
    shape = start.sizes.shape(function)
    sizes = start.size["y" if variable == "z" else variable]

    def value(moved: Floats) -> Floats:
        given = float(moved[0]) if variable == "t" else moved
        return typed.value({**start.values, variable: given}, shape)

    middle = np.atleast_1d(np.array(start.values[variable], dtype=float))
    return slope(value, middle, step * np.where(np.isnan(sizes), 1.0, sizes)).T


def _derivative(
    item: GivenEquations, start: Start, name: str, function: str, variable: str, given: Any
) -> Floats:
    """Derivative of constraints at the start; a given one is compared, another one made at two steps."""
    typed = item.functions[function]
    shape = start.sizes.shape(name)
    try:
        with np.errstate(all="ignore"):
            fine = _slope(typed, start, function, variable, FINE_STEP).reshape(shape)
            finer = _slope(typed, start, function, variable, 0.25 * FINE_STEP).reshape(shape)
    except ModelError:
        raise
    except Exception:  # beside the start values the function may not be defined
        return np.zeros(shape) if given is None else np.asarray(given)
    compared, other = (finer, fine) if given is None else (np.asarray(given), fine)
    size = max(float(np.abs(fine).max(initial=0.0)), float(np.abs(compared).max(initial=0.0)))
    wrong = np.argwhere(np.abs(compared - other) > DISAGREE * max(size, 1e-6))
    if len(wrong) == 0 or not np.isfinite(fine).all():
        return compared
    at = tuple(int(i) for i in wrong[0])
    if given is None:
        raise ModelError(
            f"{item.where}: {function}",
            f"it changes too fast with {variable} for differences: the derivatives {fine[at]:.9g} and"
            f" {finer[at]:.9g} in component {at} differ",
            remedy=f'Give scales= for its variables ("t" for time), or derivatives={{"{name}": …}}',
        )
    raise ModelError(
        f"{item.where}: derivatives {name}",
        f"component {at} is {compared[at]:.9g} at the start; differences of {function} give {fine[at]:.9g}",
        remedy="Correct it, or leave it out",
    )


def check_mass(item: GivenEquations, start: Start) -> None:
    """Refuse own coordinates that neither mass nor constraints determine."""
    own = [j for j, name in enumerate(item.y) if "." not in name]
    if not own:
        return
    size = np.array([start.size["y"][j] for j in own])
    columns = np.vstack([start.mass, start.gradient])[:, own] * size
    largest = np.abs(columns).max(axis=1, keepdims=True)
    columns = columns / np.where(largest > 0.0, largest, 1.0)
    _, values, directions = np.linalg.svd(columns, full_matrices=True)
    values = np.concatenate([values, np.zeros(len(own) - len(values))])
    free = directions[values <= 1e-13 * max(float(values[0]), 1.0)]
    if len(free) == 0:
        return
    worst = np.linalg.norm(free, axis=0)
    names = ", ".join(item.y[own[i]] for i in np.flatnonzero(worst > 0.1 * worst.max()))
    raise ModelError(
        f"{item.where}: mass",
        f"it is singular at the start: nothing resists an acceleration of {names}",
        remedy="Correct the mass, or make the coordinate a state or an output",
    )
