"""Actuators: forces and moments by the output of a controller."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, replace
from typing import Any, ClassVar

from numpy.typing import ArrayLike

from mbfe.algebra.rotations import unit_vector
from mbfe.blocks.block import Fed
from mbfe.checks import finite_vector
from mbfe.elements.actuators.actuator_law import actuator, strut_actuator
from mbfe.errors import ModelError
from mbfe.laws import Law
from mbfe.model import Builder, Model, NamedOutput
from mbfe.model.between import BetweenPoints
from mbfe.model.places import BODY, WORLD, check_world_or_body
from mbfe.model.whole import model_length

__all__ = ["Actuator", "FedStrut", "StrutActuator"]

EFFORT_AND_POWER = (
    NamedOutput("effort", "effort", None, "force or moment of the actuator"),
    NamedOutput("power", "power", None, "its power"),
)


@dataclass(frozen=True, eq=False)
class Actuator(Fed):
    """Force or moment on a body by the output of a block.

    Parameters
    ----------
    name : str
        Name.
    body : body, node or str
        Body that it acts on.
    direction : (3,) array_like
        Direction of a positive effort; its length does not matter.
    effort : block, str, signal, number, curve or callable
        Source of the force [N] or moment [N m]; blocks that are not in the model yet are added with it.
    point : (3,) array_like
        Point of application of a force, in the body frame [m].
    frame : {"world", "body"}
        Axes of the direction.
    moment : bool
        Whether the effort is a moment.

    Notes
    -----
    r = −y (e, s×e), or −y (0, e) for a moment: the term L y of Brüls and Arnold (2008, eq. 1). Its power is
    part of the work of loads, and the load factor of statics multiplies it. Results: ``effort``, ``power``
    [W], ``force`` and ``moment`` about the origin of the body, world axes.

    Examples
    --------
    >>> from mbfe import Model, blocks, elements
    >>> model = Model()
    >>> mass = model.add(elements.PointMass("mass", mass=1.0))
    >>> brake = blocks.Gain("brake", "mass.velocity.x", -2.0, unit="N")
    >>> model.add(elements.Actuator("actuator", mass, direction=(1, 0, 0), effort=brake)).name
    'actuator'
    >>> sorted(model.items)
    ['actuator', 'brake', 'mass', 'mass velocity x']
    """

    name: str
    body: Any
    _: KW_ONLY
    direction: ArrayLike
    effort: Any
    point: ArrayLike = (0.0, 0.0, 0.0)
    frame: str = WORLD
    moment: bool = False

    fed: ClassVar[tuple[str, ...]] = ("effort",)
    output_law = actuator
    signals: ClassVar[tuple[NamedOutput, ...]] = (
        *EFFORT_AND_POWER,
        NamedOutput("force", "force", None, "force, world axes"),
        NamedOutput("moment", "moment", None, "moment about the origin of the body, world axes"),
    )

    @property
    def caption(self) -> str:
        """Label in diagrams."""
        body = self.body if isinstance(self.body, str) else self.body.name
        return f"{'moment' if self.moment else 'force'} on {body}"

    def validate(self) -> None:
        """Check direction, point and frame."""
        check_world_or_body(self.where, self.frame)
        unit_vector(self.direction, where=f"{self.where}: direction")
        finite_vector(self.where, "point", self.point)

    def join(self, model: Model) -> None:
        """Look up the body and add the blocks of its inputs."""
        node = model.node(self.body, where=f"{self.where}: body")
        if not any(node.free[3:] if self.moment else node.free) and node.drive is None:
            what = "turn" if self.moment else "move"
            where = f"{self.where}: body"
            raise ModelError(where, f'"{node.name}" does not {what}', allowed=f"a body that {what}s")
        self.connect(model)

    def build(self, builder: Builder) -> None:
        """Give the law direction and point."""
        builder.add(
            self,
            actuator,
            [builder.model.node(self.body)],
            variables=[self.feeding_in("N m" if self.moment else "N", builder.model)],
            point=self.point,
            direction=unit_vector(self.direction),
            follows=float(self.frame == BODY),
            is_moment=float(self.moment),
        )

    def signals_in(self, model: Model) -> tuple[NamedOutput, ...]:
        """Its signals, the effort with its unit."""
        unit = "N m" if self.moment else "N"
        return tuple(replace(s, unit=unit) if s.name == "effort" else s for s in self.signals)


@dataclass(frozen=True, eq=False)
class FedStrut(BetweenPoints, Fed):
    """Base of the elements between two points with an input, and perhaps states of their own."""

    output_law: ClassVar[Law]
    unit_of_input: ClassVar[str]
    own_states: ClassVar[tuple[str, ...]] = ()
    """Names of its states, in the order of its law."""

    def numbers(self, model: Model) -> Mapping[str, Any]:
        """Parameters of its law besides the points."""
        return {"size": model_length(model)}

    def build(self, builder: Builder) -> None:
        """Give the law the points, the states, the input and the numbers."""
        model = builder.model
        nodes, points = self.placed(model)
        own = [model.variable(f"{self.name}.{name}") for name in self.own_states]
        variables = [*own, self.feeding_in(self.unit_of_input, model)]
        builder.add(self, self.output_law, nodes, variables=variables, **points, **self.numbers(model))


@dataclass(frozen=True, eq=False)
class StrutActuator(FedStrut):
    """Force between two points of two bodies by the output of a block; positive in compression.

    Parameters
    ----------
    effort : block, str, signal, number, curve or callable
        Source of the force [N].

    Notes
    -----
    Other parameters as for :class:`mbfe.model.between.BetweenPoints`.

    Results: ``effort`` [N], ``length`` [m], ``rate`` [m/s], ``power`` [W].
    """

    _: KW_ONLY
    effort: Any

    fed: ClassVar[tuple[str, ...]] = ("effort",)
    output_law = strut_actuator
    unit_of_input: ClassVar[str] = "N"
    signals: ClassVar[tuple[NamedOutput, ...]] = (
        *EFFORT_AND_POWER,
        NamedOutput("length", "length", None, "distance of the points", rate="rate"),
        NamedOutput("rate", "rate", None, "its rate"),
    )

    def join(self, model: Model) -> None:
        """Look up the bodies, refuse points that coincide, add the blocks of its inputs."""
        self.apart(model)
        self.connect(model)
