"""Translation of a model into the engine's arrays, and the matrices of a compiled model."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import scipy.sparse as sp

from mbfe.algebra.arrays import Floats
from mbfe.engine.columns import DRIVEN, NODE, POSES, POSITIONS, ROTATIONS, TWIST, TWISTS, RowType
from mbfe.engine.matrices import sparse_matrices
from mbfe.engine.scheme import one_stage
from mbfe.engine.state import Stages, State
from mbfe.engine.system import Environment, System
from mbfe.engine.tables import Layout, build_system
from mbfe.errors import ModelError, naming
from mbfe.model.contents import ModelContents
from mbfe.model.item import Builder, Item
from mbfe.model.node import Node
from mbfe.model.state_layout import Memory, StateLayout, count_up, turning_nodes
from mbfe.model.variable import ROWS_OF_VARIABLES, Variable, place_variables
from mbfe.model.whole import model_length

__all__ = [
    "CompiledModel", "compile_model", "describe_row", "describe_rows", "driven_rows", "memories_of",
    "set_reference",
]  # fmt: skip

COMPONENTS = ("u_x", "u_y", "u_z", "θ_x", "θ_y", "θ_z")
FORCES = ("force x", "force y", "force z", "moment x", "moment y", "moment z")


@dataclass(frozen=True)
class Matrices:
    """Sparse matrices of a model about a state.

    Attributes
    ----------
    M, G, K : (n, n) csr_array
        ∂r/∂𝒜, ∂r/∂𝒱 and ∂r/∂η.
    B, N : (m, n) csr_array
        ∂C/∂η of holonomic and ∂k/∂η of nonholonomic rows; ∂k/∂𝒱.
    dofs, rows : list of str
        Names of the unknowns and of the constraint rows.
    """

    M: sp.csr_array
    G: sp.csr_array
    K: sp.csr_array
    B: sp.csr_array
    N: sp.csr_array
    dofs: list[str]
    rows: list[str]


@dataclass
class CompiledModel:
    """A model as arrays: system and state of the engine, with its numbering, instances and their owners.

    ``variables`` are those in each row of the motion table after the nodes.
    """

    model: ModelContents
    system: System
    state: State
    layout: Layout
    builder: Builder
    variables: list[list[Variable]]

    def instances_of(self, item: Item) -> list[int]:
        """Numbers of the instances of an item."""
        return self.builder.numbers.get(id(item), [])

    @property
    def row_names(self) -> list[str]:
        """Names of the constraint rows: item and local row."""
        names = [""] * self.layout.n_row
        for number, owner in enumerate(self.builder.owners):
            for local, row in enumerate(self.layout.rows[number]):
                if row >= 0:
                    names[row] = f"{owner.name}.{local}"
        return names

    @cached_property
    def state_layout(self) -> StateLayout:
        """Layout of the numbers of its states, by names."""
        return layout_of(self)

    @property
    def dof_names(self) -> list[str]:
        """Names of the unknown node components."""
        names = []
        for node in self.model.nodes.values():
            names += [f"{node.name}.{COMPONENTS[c]}" for c in range(6) if node.free[c]]
        return names + [variable.name for row in self.variables for variable in row]

    def component_name(self, number: int) -> str:
        """Node component or variable at a place 6 row + component, in words."""
        row, component = divmod(number, 6)
        nodes = list(self.model.nodes)
        if row < len(nodes):
            return f'node "{nodes[row]}" {FORCES[component]}'
        return f'equation of "{self.variables[row - len(nodes)][component].name}"'

    @property
    def n_holonomic(self) -> int:
        """Number of holonomic constraint rows."""
        return int((self.system.row_type == RowType.HOLONOMIC).sum())

    def matrices(self, *, time: float = 0.0) -> Matrices:
        """M, G, K and B about the present state."""
        M, G, K, B, N, _ = sparse_matrices(self.system, self.state, time)
        return Matrices(M, G, K, B, N, self.dof_names, self.row_names)


def compile_model(
    model: ModelContents, *, stages_of: Callable[..., Stages] = one_stage
) -> CompiledModel:
    """Build every item and tabulate the result, in the reference state with initial twists.

    Consistent values come from :mod:`mbfe.analyses.start.initial`. `stages_of` is that of
    :meth:`mbfe.model.model.Model.compile`.
    """
    model.facts.clear()
    nodes = list(model.nodes.values())
    rows = place_variables(list(model.variables.values()), len(nodes))
    builder = Builder(model, curves=[0.0, 1.0, 0.0])
    for item in model.items.values():
        builder.where = item.where
        with naming(item.where):
            item.build(builder)
    used = {number for instance in builder.instances for number in instance.nodes}
    for node in nodes[1:]:
        if node.number not in used:
            raise ModelError(
                f'node "{node.name}"',
                "nothing is attached to it",
                remedy="Attach a body or an element, or leave it out",
            )
    if not rows and not any(node.moves for node in nodes):
        raise ModelError(f'model "{model.name}"', "nothing in it moves", remedy="Add a body")
    laws = [instance.law for instance in builder.instances]
    stages = stages_of(
        holonomic=any(law.rows for law in laws), nonholonomic=any(law.nonholonomic for law in laws)
    )
    driven = driven_rows(nodes, builder)  # before the curves are an array: it adds some
    held = [[component < len(row) for component in range(6)] for row in rows]
    system, state, layout = build_system(
        builder.instances,
        np.array([*(node.free for node in nodes), *held], dtype=bool),
        curves=np.array(builder.curves),
        environment=Environment.given(model.gravity, model_length(model)),
        driven=driven,
        kind=np.array([*(NODE for _ in nodes), *(ROWS_OF_VARIABLES[row[0].kind] for row in rows)]),
        stages=stages,
    )
    set_reference(state, nodes, rows)
    return CompiledModel(model, system, state, layout, builder, rows)


def set_reference(state: State, nodes: list[Node], rows: list[list[Variable]]) -> None:
    """Put nodes, the ground first, and variables where they are drawn, with their initial velocities.

    After the nodes each row of the motion table has its list of variables.
    """
    for node in nodes:
        state.motion[node.number, POSITIONS] = node.frame.position
        state.motion[node.number, ROTATIONS] = node.frame.orientation
        state.motion[node.number, TWISTS] = node.twist
    for row in rows:
        state.motion[row[0].row, POSES] = 0.0
        for variable in row:
            state.motion[variable.row, variable.component] = variable.value
            state.motion[variable.row, TWIST + variable.component] = variable.rate
            state.size[variable.number] = variable.scale
            state.given_size[variable.number] = variable.scale


def driven_rows(nodes: list[Node], builder: Builder) -> Floats:
    """Driven nodes as the engine reads them."""
    rows = []
    for node in nodes:
        if node.drive is not None:
            builder.where = f'base "{node.name}"'
            kind = {"of_time": True, "drives": True, "is_position": True}
            rows.append(
                [
                    node.number,
                    *node.frame.position,
                    *node.frame.orientation,
                    *(builder.curve(part, **kind) for part in node.drive.translation),
                    *node.drive.axis,
                    builder.curve(node.drive.angle, **kind),
                ]
            )
    return np.array(rows).reshape(-1, DRIVEN)


def describe_row(compiled: CompiledModel, row: int) -> str:
    """A constraint row in the user's words, e.g. ``Revolute "hinge" locked rotation about x``."""
    return describe_rows(compiled, [row])[0]


def describe_rows(compiled: CompiledModel, rows: Sequence[int]) -> list[str]:
    """Several constraint rows in the user's words."""
    words = {row: f"row {row}" for row in rows}
    for number, owner in enumerate(compiled.builder.owners):
        for local, row in enumerate(compiled.layout.rows[number]):
            if row in words:
                words[row] = f"{owner.where} {owner.row_words(local)}"
    return [words[row] for row in rows]


def layout_of(compiled: CompiledModel) -> StateLayout:
    """Layout of the states of a compiled model."""
    model = compiled.model
    rows: dict[tuple[str, str, int], int] = {}
    memories: dict[tuple[str, str, int], Memory] = {}
    for item in model.items.values():
        for number in compiled.instances_of(item):
            for local, row in enumerate(compiled.layout.rows[number]):
                if row >= 0:
                    count_up(rows, item.name, item.row_words(local), row)
    for name, parts in memories_of(compiled).items():
        for law, start, length in parts:
            count_up(memories, name, law, Memory(start, length))
    return StateLayout(
        model.name,
        tuple(model.nodes),
        turning_nodes(model),
        {v.name: (v.row, v.component, v.kind) for row in compiled.variables for v in row},
        rows,
        memories,
        {item.name: type(item).__name__ for item in model.items.values()},
    )


def memories_of(compiled: CompiledModel) -> dict[str, list[tuple[str, int, int]]]:
    """Law, first place and length of each memory, by item."""
    found: defaultdict[str, list[tuple[str, int, int]]] = defaultdict(list)
    for number, owner in enumerate(compiled.builder.owners):
        law = compiled.builder.instances[number].law
        if law.history:
            found[owner.name].append((law.name, compiled.layout.histories[number], law.n_history))
    return found
