"""The model: a named set of nodes, elements, joints and sensors, validated as it is built."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from mbfe import doors
from mbfe.algebra import vectors
from mbfe.algebra.rotations import IDENTITY, unit_vector
from mbfe.checks import finite_vector, flag, positive, refusal, several, shown, text
from mbfe.contracts import checked
from mbfe.errors import ModelError, naming, unknown_name
from mbfe.model.compile import CompiledModel, compile_model
from mbfe.model.item import Item
from mbfe.model.node import Frame, Node, make_drive
from mbfe.model.variable import Variable, make_variables

ItemT = TypeVar("ItemT", bound=Item)


class Model:
    """A mechanism.

    Parameters
    ----------
    name : str
        Name of the model; names its files.
    gravity : (3,) array_like
        Gravity [m/s²], world frame; none unless it is given. It acts on everything that has mass.
    length : float, optional
        Characteristic length [m] for scaling; from the extent of the model when absent.

    Attributes
    ----------
    name : str
        Name.
    ground : Node
        The fixed node, at the origin of the world.
    nodes : dict of str to Node
        Nodes by name, the ground first.
    items : dict of str to Item
        Elements, joints and sensors by name.
    groups : dict of str to tuple of str
        Named groups of items.
    variables : dict of str to Variable
        Generalized coordinates, states and outputs by full name.

    Examples
    --------
    >>> from mbfe import Model, elements, joints
    >>> model = Model("pendulum", gravity=(0, 0, -9.81))
    >>> body = elements.RigidBody("rod", position=(0.5, 0, 0), mass=2.0, inertia=(0.002, 0.17, 0.17))
    >>> rod = model.add(body)
    >>> hinge = model.add(joints.Revolute("hinge", model.ground, rod, position=(0, 0, 0), axis=(0, 1, 0)))
    >>> sorted(model.items)
    ['hinge', 'rod']
    """

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

    # ------------------------------------------------------------------ building

    def add(self, item: ItemT) -> ItemT:
        """Add an element, joint or sensor, check it against the model and return it.

        Parameters
        ----------
        item : Item
            What to add; its name must be new.

        Returns
        -------
        Item
            The same item, for use in later calls.

        Raises
        ------
        ModelError
            If the name is taken or the item does not fit the model.
        """
        if not isinstance(item, Item):
            raise ModelError(
                f'model "{self.name}": add: item', shown(item), allowed="an element, joint or sensor of mbfe"
            )
        if item.name in self.items:
            raise ModelError(
                f'model "{self.name}": add',
                f'a {type(self.items[item.name]).__name__} named "{item.name}" is there already',
                allowed="names that are used once",
            )
        with naming(item.where):
            item.join(self)
        self.items[item.name] = item
        self.facts.clear()
        return item

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
            Whether its rotation is unknown; a point mass does not turn.
        is_point : bool
            Whether it is a point, as a node of a beam, where joints stand whose position is not given; a
            node that does not turn always is.

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
        back = vectors.conjugate(tuple(frame.orientation.tolist()))
        v = finite_vector(where, "velocity", velocity)
        w = finite_vector(where, "angular_velocity", angular_velocity)
        twist = np.array([*vectors.rotate(back, v.tolist()), *vectors.rotate(back, w.tolist())])
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
        """Add variables of an item; parameters as for :func:`mbfe.model.variable.make_variables`.

        Raises
        ------
        ModelError
            If the data are wrong or a name is in use.
        """
        made = make_variables(owner, names, kind=kind, values=values, rates=rates, units=units, scales=scales)
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

    # ------------------------------------------------------------------ compiling

    def compile(self, *, form: int = 0) -> CompiledModel:
        """Check the whole model and translate it into the engine's arrays.

        Parameters
        ----------
        form : int
            Form of the scheme that will run it, see :mod:`mbfe.engine.stepping.stages`.
        """
        return compile_model(self, form=form)

    @contextlib.contextmanager
    def coordinates_at(self, values: Mapping[tuple[str, int], float]) -> Iterator[None]:
        """Let the coordinates of joints start from given values, in place of those as drawn.

        Parameters
        ----------
        values : mapping of (str, int) to float
            Values [m, rad] by joint and component, with all turns.
        """
        self.coordinates_now = values
        try:
            yield
        finally:
            self.coordinates_now = {}

    def assemble(
        self,
        *,
        values: Mapping[str, float] | None = None,
        rates: Mapping[str, float] | None = None,
        hold: Iterable[Any] = (),
        weights: Mapping[str, float] | None = None,
        metric: str = "mass",
        state: Any = None,
        time: float | None = None,
        attempts: int = 20,
    ) -> Any:
        """Close the loops of the model from a rough pose; see :func:`mbfe.assemble`.

        The model stays as it is drawn; analyses start from what is returned, ``state=model.assemble()``.
        """
        return doors.opened("assemble")(
            self,
            values=values,
            rates=rates,
            hold=hold,
            weights=weights,
            metric=metric,
            state=state,
            time=time,
            attempts=attempts,
        )

    @checked
    def matrices(self, *, time: float = 0.0) -> Any:
        """M, G, K and B of the model in its initial state, as sparse matrices.

        Parameters
        ----------
        time : float
            Time at which time functions are evaluated [s].

        Returns
        -------
        mbfe.model.compile.Matrices
            ``M``, ``G``, ``K`` (n × n) and ``B`` (m × n), with ``dofs`` and ``rows`` naming rows and columns.

        Notes
        -----
        M = ∂r/∂𝒜, G = ∂r/∂𝒱, K = ∂r/∂η and B = ∂C/∂η, body-frame increments, force before moment. K includes
        d(Bᵀμ)/dη with the multipliers of the state, zero before a run.
        """
        return self.compile().matrices(time=time)

    @checked
    def audit(self, *, time: float = 0.0) -> Any:
        """Say what is wrong, surprising or good to know before the first step; nothing is changed or raised.

        Parameters
        ----------
        time : float
            Time at which time functions are evaluated [s].

        Returns
        -------
        mbfe.audit.Audit
            Degrees of freedom, redundant rows, free motions, gaps, units, scales and a step; ``print`` it.
        """
        return doors.opened("audit")(self, time=time)

    def __str__(self) -> str:
        lines = [f'Model "{self.name}": {len(self.nodes) - 1} nodes, {len(self.items)} items']
        width = max([len(name) for name in self.items], default=4)
        for name, item in self.items.items():
            lines.append(f"  {name:<{width}}  {type(item).__name__}")
        lines.append(f"  gravity {tuple(self.gravity.tolist())} m/s²")
        return "\n".join(lines)
