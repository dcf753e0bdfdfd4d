"""Contents of a model: nodes, items, groups and variables by name."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from mbfe.algebra.rotations import IDENTITY, unit_vector
from mbfe.algebra.vectors import Quat, Vec3, unrotate
from mbfe.checks import finite_vector, flag, positive, refusal, several, shown, text
from mbfe.contracts import checked
from mbfe.errors import ModelError, unknown_name
from mbfe.model.item import Item
from mbfe.model.node import Frame, Node, make_drive
from mbfe.model.variable import ROWS_OF_VARIABLES, Variable

__all__ = ["ModelContents"]


class ModelContents:
    """Nodes, items, groups and variables of a model; see :class:`mbfe.Model`."""

    def __init__(
        self, name: str = "model", *, gravity: ArrayLike = (0.0, 0.0, 0.0), length: float | None = None
    ) -> None:
        self.name = text("Model", "name", name)
        self.ground = Node("ground", 0, Frame(), free=(False,) * 6)
        self.nodes: dict[str, Node] = {"ground": self.ground}
        self.items: dict[str, Item] = {}
        self.groups: dict[str, tuple[str, ...]] = {}
        self.variables: dict[str, Variable] = {}
        self.measured: set[str] = set()
        self.gravity = finite_vector(f'model "{name}"', "gravity", gravity)
        self.length = None if length is None else positive(f'model "{name}"', "length", length)
        self.coordinates_now: Mapping[tuple[str, int], float] = {}
        self.facts: dict[Any, Any] = {}  # of the whole model, see mbfe.model.whole; forgotten when it changes

    def add_node(
        self,
        name: str,
        *,
        position: ArrayLike = (0.0, 0.0, 0.0),
        orientation: Any = IDENTITY,
        velocity: ArrayLike = (0.0, 0.0, 0.0),
        angular_velocity: ArrayLike = (0.0, 0.0, 0.0),
        turns: bool = True,
        is_point: bool = False,
    ) -> Node:
        """Add a free node.

        Parameters
        ----------
        name : str
            Name, new among the nodes.
        position, orientation : array_like, object
            Pose in the world [m].
        velocity : (3,) array_like
            Initial velocity of its origin [m/s], world frame.
        angular_velocity : (3,) array_like
            Initial angular velocity [rad/s], world frame.
        turns : bool
            Whether it has a rotation; a point mass has none.
        is_point : bool
            Whether it is a point, as a node of a beam, at which joints without a position are placed; a node
            without rotation always is.

        Returns
        -------
        Node
            The node.
        """
        where = f'node "{text("Model.add_node", "name", name)}"'
        turns, is_point = flag(where, "turns", turns), flag(where, "is_point", is_point)
        if name in self.nodes:
            raise ModelError(where, "this name is used by another node", allowed="names that are used once")
        frame = Frame(finite_vector(where, "position", position), orientation, where=where)
        q = Quat(*frame.orientation)
        v = Vec3(*finite_vector(where, "velocity", velocity))
        w = Vec3(*finite_vector(where, "angular_velocity", angular_velocity))
        twist = np.array([*unrotate(q, v), *unrotate(q, w)])
        node = Node(name, len(self.nodes), frame, twist, (True,) * 3 + (turns,) * 3)
        node.is_point = is_point or not turns
        self.nodes[name] = node
        self.facts.clear()
        return node

    @checked
    def add_base(
        self,
        name: str,
        *,
        position: ArrayLike = (0.0, 0.0, 0.0),
        orientation: Any = IDENTITY,
        translation: Sequence[Any] | None = None,
        axis: ArrayLike = (0.0, 0.0, 1.0),
        angle: Any = 0.0,
    ) -> Node:
        """Add a node whose motion is prescribed: a shaking table, a driven shaft.

        Parameters
        ----------
        name : str
            Name, new among the nodes.
        position, orientation : array_like, object
            Pose from which the motion counts, world frame [m].
        translation : sequence of three numbers, curves or callables, optional
            Displacement along the world axes over time [m].
        axis : (3,) array_like
            Axis of the turn, in the frame of the node.
        angle : float, curve or callable
            Angle of the turn over time [rad].

        Returns
        -------
        Node
            The node; joints and springs attach to it as to a body.
        """
        where = f'node "{text("Model.add_base", "name", name)}"'
        node = self.add_node(name, position=position, orientation=orientation)
        node.free = (False,) * 6
        node.drive = make_drive(translation, unit_vector(axis, where=f"{where}: axis"), angle, where)
        return node

    def add_variables(
        self,
        owner: str,
        names: Sequence[str],
        *,
        kind: str = "coordinate",
        values: ArrayLike | None = None,
        rates: ArrayLike | None = None,
        units: Sequence[str] | str = "1",
        scales: ArrayLike = 1.0,
    ) -> list[Variable]:
        """Add variables of an item, named ``owner.name``.

        Initial values and rates (n,) are zeros when absent; units are of each or of all, and scales typical
        sizes, see ``mbfe.model.variable.Variable``. The kind is "coordinate" (second order), "state"
        (first order) or "output" (algebraic).

        Raises
        ------
        ModelError
            If the data are wrong or a name is in use.
        """
        where = f'"{owner}"'
        if kind not in ROWS_OF_VARIABLES:
            raise ModelError(f"{where}: variables", f'kind "{kind}"', allowed=", ".join(ROWS_OF_VARIABLES))
        for name in names:
            if not isinstance(name, str) or not name.isidentifier() or list(names).count(name) > 1:
                raise ModelError(
                    f"{where}: variable", shown(name), allowed="different names such as lean or x1"
                )
        n = len(names)
        start = np.zeros(n) if values is None else finite_vector(where, "initial values", values, size=n)
        speed = np.zeros(n) if rates is None else finite_vector(where, "initial rates", rates, size=n)
        size = np.broadcast_to(np.asarray(scales, dtype=float), (n,))
        if not (np.isfinite(size).all() and (size > 0.0).all()):
            raise ModelError(f"{where}: scales", f"{size.tolist()}", allowed="positive numbers")
        given = [units] * n if isinstance(units, str) else list(units)
        if len(given) != n:
            raise ModelError(f"{where}: units", f"{len(given)} were given", allowed=f"{n}, or one for all")
        made = [
            Variable(f"{owner}.{name}", kind, float(start[i]), float(speed[i]), given[i], float(size[i]))
            for i, name in enumerate(names)
        ]
        for variable in made:
            if variable.name in self.variables:
                raise ModelError(
                    f'variable "{variable.name}"', "this name is in use", allowed="names that are used once"
                )
        self.variables.update({variable.name: variable for variable in made})
        self.facts.clear()
        return made

    def variable(self, name: str, *, where: str = "model") -> Variable:
        """Variable by its full name, e.g. ``"disk.lean"``."""
        if name not in self.variables:
            raise unknown_name(where, name, list(self.variables), "variable")
        return self.variables[name]

    @checked
    def group(self, name: str, members: Sequence[Item | str]) -> tuple[str, ...]:
        """Name a group of items; results of a group are those of its members."""
        given = several(f'group "{name}"', "members", members, "items or their names, in a list")
        names = tuple(self._member(member, f'group "{name}"') for member in given)
        if name in self.groups or name in self.items:
            raise ModelError(f'group "{name}"', "this name is in use", allowed="a new name")
        return self.groups.setdefault(text("Model.group", "name", name), names)

    # ------------------------------------------------------------------ looking up

    def node(self, given: Any, *, where: str = "model") -> Node:
        """Node that is meant by a node, a body or a name."""
        if isinstance(given, Node):
            if self.nodes.get(given.name) is not given:
                raise ModelError(where, f"{given!r} belongs to another model")
            return given
        if isinstance(given, Item):
            if self.items.get(given.name) is not given:
                raise ModelError(
                    where, f"{given.where} is not in the model", remedy="Add it with model.add(...) first"
                )
            given = given.name
        if isinstance(given, str) and given in self.nodes:
            return self.nodes[given]
        if isinstance(given, str) and given.partition(".")[0] in self.items:
            owner, _, part = given.partition(".")
            node = self.items[owner].part(part)
            if node is not None:
                return node
        if isinstance(given, str) and given in self.items:
            several = self.items[given].part("start") is not None
            raise ModelError(
                where,
                f"{self.items[given].where} has {'several nodes' if several else 'no node'}",
                allowed=f'"{given}.start", "{given}.end", "{given}.1" and so on'
                if several
                else "a body, a node or its name",
            )
        if isinstance(given, str):
            raise unknown_name(where, given, list(self.nodes), "body or node")
        raise refusal(where, "", given, "a body, a node or its name")

    def item(self, given: Any) -> Item | None:
        """Item of the model that is meant by an item or its name; None for anything else."""
        name = given if isinstance(given, str) else given.name if isinstance(given, Item) else ""
        found = self.items.get(name)
        return found if found is given or isinstance(given, str) else None

    def _member(self, given: Any, where: str) -> str:
        """Name of an item that was given, or named."""
        name = given.name if isinstance(given, Item) else given
        if not isinstance(name, str):
            raise refusal(where, "members", given, "items or their names")
        if name not in self.items:
            raise unknown_name(f"{where}: members", name, list(self.items), "item")
        if isinstance(given, Item) and self.items[name] is not given:
            raise ModelError(f"{where}: members", f"{given.where} belongs to another model")
        return name

    @contextlib.contextmanager
    def coordinates_at(self, values: Mapping[tuple[str, int], float]) -> Iterator[None]:
        """Let coordinates of joints start from given values [m, rad] in place of those as drawn.

        The values, by joint and component, have all turns.
        """
        self.coordinates_now = values
        try:
            yield
        finally:
            self.coordinates_now = {}
