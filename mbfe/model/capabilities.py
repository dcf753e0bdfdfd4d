"""Capabilities of items that other modules use: signals, bodies, beams, initial values of joints."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from types import MappingProxyType
from typing import Any, ClassVar, Protocol, TypeAlias

from mbfe.algebra.arrays import Floats
from mbfe.compiled.callbacks import Callback
from mbfe.functions.curve_base import Calls
from mbfe.geometry.shapes import Shape
from mbfe.laws import Law
from mbfe.model.description import Body, Description, Jointed
from mbfe.model.node import Frame, Node

__all__ = ["AnyModel", "Capabilities", "DryFriction", "NamedOutput", "RelativeStart", "Sectioned", "Solid"]

AnyModel: TypeAlias = Any
"""The :class:`mbfe.Model` that an item is asked about: models know items, and not the other way round."""


@dataclass(frozen=True)
class RelativeStart:
    """Initial pose and velocity of a joint's second frame relative to its first.

    Attributes
    ----------
    first, second : Node
        Both sides.
    first_frame, second_frame : Frame
        The joint's frames in them.
    displaced : Frame
        Initial pose of the second frame in the first.
    velocity, angular_velocity : (3,) array
        Initial relative velocity [m/s] and angular velocity [rad/s], axes of the first frame, which come to
        those that are drawn.
    by_drives : bool
        Whether drives prescribe it, not given initial coordinates: it is then a constraint also in a loop.
    """

    first: Node
    second: Node
    first_frame: Frame
    second_frame: Frame
    displaced: Frame
    velocity: Floats
    angular_velocity: Floats
    by_drives: bool = False


@dataclass(frozen=True)
class NamedOutput:
    """An output of a law that an item offers as a signal.

    Attributes
    ----------
    name : str
        Attribute of the results view, e.g. ``"angle"``.
    output : str
        Output of the law that it comes from.
    part : int or None
        Component of the output; all of them when None.
    description : str
        One line for help and files.
    unit : str
        Its unit, where the model decides it and not the law.
    frame : str
        Axes of its components, where they are not those of the first side of a joint.
    summed : bool
        Whether it is the sum over all laws of the item.
    rate : str
        Name within the item of its rate, such as ``"velocity.x"``, where it is not its own name with "_rate".
    """

    name: str
    output: str
    part: int | None = None
    description: str = ""
    unit: str = ""
    frame: str = ""
    summed: bool = False
    rate: str = ""


@dataclass(frozen=True)
class Solid:
    """Data of a body besides its node.

    Attributes
    ----------
    shape : Shape or None
        Its surface in the frame of the node.
    mass : float
        Its mass [kg].
    """

    shape: Shape | None
    mass: float


@dataclass(frozen=True)
class DryFriction:
    """Coulomb friction of an item: the largest force or moment at rest, and the size of that in a state.

    Units are of both, and of the rate against which it acts; it `holds` where it sticks, by a constraint row
    or a spring. Within the `regular_speed` its sign changes smoothly, so that it exerts no force at rest; 0
    for sticking friction. Up to `rest` the present rate counts as zero; `sticks_as` says which friction
    sticks, for one that is smooth in the rate.
    """

    limit: float
    force: float
    unit: str
    rate_unit: str
    holds: bool = False
    regular_speed: float = 0.0
    rate: float = 0.0
    rest: float = 0.0
    sticks_as: str = ""

    @property
    def moves(self) -> bool:
        """Whether its coordinate moves."""
        return abs(self.rate) > self.rest

    @property
    def stands_still(self) -> bool:
        """Whether it is at rest without a sticking constraint: its force is undetermined up to the limit."""
        return not self.holds and self.force == 0.0 and self.regular_speed == 0.0


class Sectioned(Protocol):
    """An item with sections along a line, as a beam or cable has.

    Attributes
    ----------
    mesh : Mesh
        Its elements.
    section_at : callable
        Section along the line, s [m] ↦ Section.
    is_cable : bool
        Whether it is a cable, of negligible bending stiffness.
    """

    is_cable: ClassVar[bool]

    @property
    def where(self) -> str: ...  # noqa: D102

    @property
    def mesh(self) -> Any: ...  # noqa: D102

    @property
    def section_at(self) -> Callable[[float], Any]: ...  # noqa: D102


class Capabilities:
    """Capabilities of an item that audits, analyses, results and pictures use.

    All of them are declared here with default values; a kind overrides them where it differs, and no audit,
    analysis or picture is edited for it.
    """

    name: str
    family: ClassVar[str] = "element"
    signals: ClassVar[tuple[NamedOutput, ...]] = ()
    output_law: ClassVar[Law | None] = None
    """Law whose outputs ``signals`` names; none where all of them are numbers with units of their own."""
    reaction: ClassVar[tuple[NamedOutput, ...]] = ()
    """Outputs that views of joints show as a wrench."""
    carries: ClassVar[bool] = False
    """Whether all of it moves along when a joint places one of its nodes at the start, as a beam does."""
    ties: ClassVar[bool] = True
    """Whether its constraint rows tie bodies together then; those of a coupling of joints do not."""
    strains: ClassVar[tuple[str, str] | None] = None
    """Parameter and output of its laws: measure without stress and strain, or free length and length."""
    line_ends: ClassVar[tuple[str, str] | None] = None
    """Parameters of its law that place two points on its two nodes, whose distance it holds."""
    friction_sizes: ClassVar[Mapping[str, tuple[str, ...]]] = MappingProxyType({})
    """Sizes that friction by its reaction has on each of its coordinates; a radius must be given."""
    is_source: ClassVar[bool] = False
    """Whether its output is given and not computed, so that linear models may take it as an input."""
    wires: Mapping[str, str] = MappingProxyType({})
    """Full name of the variable that feeds each input; of a block that is added later, its name."""

    def warnings(self, model: AnyModel) -> tuple[str, ...]:
        """Warnings of the item in the model, for reports of runs."""
        return ()

    def dry_friction(self, model: AnyModel, outputs: Sequence[Mapping[str, Floats]]) -> DryFriction | None:
        """Its dry friction in a state, from the outputs of its laws there; None where there is none."""
        return None

    def callbacks(self) -> tuple[Callback, ...]:
        """Python functions that compiled code calls on behalf of this item, made of its arguments."""
        entries: Any = fields(self) if is_dataclass(self) else ()
        made = {entry.name for entry in entries if not entry.init}
        found = (value for name, value in vars(self).items() if name in made)
        return tuple(callback for one in found if isinstance(one, Calls) for callback in one.callbacks)

    def failure_words(self, code: int) -> str:
        """Reason why a law of this item failed, for the error of the run."""
        return f"failed (code {code})"

    def part(self, name: str) -> Node | None:
        """Node of the item that is called ``item.name``, for items with several nodes."""
        return None

    def start_of(self, model: AnyModel) -> RelativeStart | None:
        """Initial coordinates that a joint sets, None for everything else."""
        return None

    @property
    def coordinate_names(self) -> tuple[str, ...]:
        """Names of its coordinates, as "hinge.angle", for items that have any."""
        return ()

    @property
    def instead_of_coordinate(self) -> str:
        """Advice for an item without a coordinate."""
        return ""

    @property
    def sections(self) -> tuple[str, ...]:
        """Names of its sections that move as bodies do, as ``item.name``, for items with several nodes."""
        return ()

    def place_of_section(self, name: str) -> tuple[Node, Floats]:
        """Node of a section, and the frame of the section in the node, (7,)."""
        raise KeyError(name)

    @property
    def caption(self) -> str:
        """Label in diagrams, with its main parameter."""
        return type(self).__name__

    @property
    def as_solid(self) -> Solid | None:
        """Shape and mass, for bodies."""
        return None

    @property
    def as_beam(self) -> Sectioned | None:
        """The item itself where it has sections along a line."""
        return None

    @property
    def is_idle(self) -> bool:
        """Whether it never has an effect, as a load of zero."""
        return False

    @property
    def prescribes(self) -> bool:
        """Whether its constraint rows prescribe a motion, as those of a motor do."""
        return False

    @property
    def aligns_axes(self) -> bool:
        """Whether it keeps the z axes of its two frames parallel, by the output ``rotation`` of its law."""
        return False

    @property
    def assumed(self) -> tuple[str, ...]:
        """Which of "position" and "axis" have an effect and were not given, so that defaults are used."""
        return ()

    def typical_stiffness(self, model: AnyModel, length: float) -> float:
        """Largest force per displacement [N/m], of an angle on the model's length [m]; 0 for none."""
        return 0.0

    def frames(self, model: AnyModel) -> tuple[Node, Frame, Node, Frame] | None:
        """Two nodes and the frames in them that it connects, as a joint."""
        return None

    def row_words(self, row: int) -> str:
        """A constraint row in words, e.g. ``locked rotation about x``."""
        return f"row {row}"

    def signals_in(self, model: AnyModel) -> tuple[NamedOutput, ...]:
        """Its signals with the units that they have in the model."""
        return self.signals

    def describe(self, model: AnyModel) -> Description:
        """Its description in results, which determines its view."""
        places, node = self.frames(model), model.nodes.get(self.name)
        if self.family == "joint" and places is not None:
            return Jointed.between(*places)
        if node is None:
            return Description()
        shape, mass = (None, None) if self.as_solid is None else (self.as_solid.shape, self.as_solid.mass)
        return Body(node.number, None if shape is None else shape.to_dict(), mass)
