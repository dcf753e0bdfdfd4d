"""Torsional spring and damper."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field
from typing import Any, ClassVar

from numpy.typing import ArrayLike

from mbfe.checks import shown
from mbfe.elements.springs.torsion_spring_law import torsion_spring
from mbfe.errors import ModelError
from mbfe.joints.pairs.coordinate_law import ANGLE
from mbfe.joints.pairs.lower_pair_base import LowerPair
from mbfe.model import Builder, Frame, Item, Model, NamedOutput, Node
from mbfe.model.force_functions import ForceFunction, take_force
from mbfe.model.places import WORLD, common_frame, two_sides

__all__ = ["TorsionSpring"]


@dataclass(frozen=True, eq=False)
class TorsionSpring(Item):
    """Spring and damper on the relative rotation of two bodies about an axis.

    Parameters
    ----------
    name : str
        Name.
    first, second : body, node or str, optional
        The two sides; the angle is that of the second relative to the first. Not given with ``joint``.
    joint : joint or str, optional
        Joint whose bodies, z axis and angle are taken: revolute, cylindrical, screw, planar.
    axis : (3,) array_like, optional
        Axis, when there is no joint; the angle is zero as drawn.
    frame : body, node or "world"
        Where the axis is given.
    stiffness : float
        k [N m/rad].
    damping : float
        c [N m s/rad].
    free_angle : float
        α₀ [rad], any number of turns.
    preload : float
        Moment at the free angle [N m].
    moment : Curve or callable, optional
        Moment [N m] in addition to the above: a curve or f(α − α₀) [rad], or f(angle, rate) [rad, rad/s],
        in Python or compiled (``numba.njit``).
    initial_angle : float, optional
        Initial value for unwrapping [rad]: of the angles that differ by whole turns, the one nearest to it is
        used. The initial angle of the joint, or zero, when absent.

    Notes
    -----
    M = k(α − α₀) + preload + c α̇ + f, positive when it tends to reduce the angle of the second
    side. The angle is unwrapped over any number of turns while it changes by less than half a turn a step;
    the moment derives from an energy also when the z axes are not parallel. Results: ``angle`` [rad],
    ``rate`` [rad/s], ``moment`` [N m]. Energies as for :class:`PointSpring`.

    Examples
    --------
    >>> from mbfe import Model, elements, joints
    >>> model = Model()
    >>> rotor = model.add(elements.RigidBody("rotor", mass=1.0, inertia=(0.02, 0.02, 0.02)))
    >>> hinge = model.add(joints.Revolute("hinge", model.ground, rotor, axis=(0, 0, 1), angle=22.0))
    >>> spring = model.add(elements.TorsionSpring("spring", joint=hinge, stiffness=0.5))
    >>> spring.start_angle(model)
    22.0
    """

    name: str
    first: Any = None
    second: Any = None
    _: KW_ONLY
    joint: Any = None
    axis: ArrayLike | None = None
    frame: Any = WORLD
    stiffness: float = 0.0
    damping: float = 0.0
    free_angle: float = 0.0
    preload: float = 0.0
    moment: Any = None
    initial_angle: float | None = None
    force_function: ForceFunction = field(init=False, repr=False)

    output_law = torsion_spring
    signals: ClassVar[tuple[NamedOutput, ...]] = (
        NamedOutput("angle", "angle", None, "angle of the second side, unwrapped", rate="rate"),
        NamedOutput("rate", "rate", None, "rate of the angle"),
        NamedOutput("moment", "moment", None, "moment, positive against the angle of the second side"),
    )

    def validate(self) -> None:
        """Check the numbers, the moment law and that the axis is given one way."""
        two = self.first is not None and self.second is not None and self.axis is not None
        one = self.joint is not None and self.first is None and self.second is None and self.axis is None
        if one == two:
            raise ModelError(
                self.where,
                f"first={shown(self.first)}, second={shown(self.second)}, axis={shown(self.axis)}, "
                f"joint={shown(self.joint)}",
                allowed="either first, second and axis, or joint alone",
            )
        take_force(self, self.moment, "moment")

    def _joint(self, model: Model) -> LowerPair:
        name = self.joint.name if isinstance(self.joint, Item) else self.joint
        joint = model.items.get(name) if isinstance(name, str) else None
        if joint is None or (joint is not self.joint and joint.name != self.joint):
            known = ", ".join(f'"{name}"' for name, item in model.items.items() if item.family == "joint")
            raise ModelError(
                f"{self.where}: joint",
                f"{shown(self.joint)} is not in the model",
                allowed=known or "none yet",
            )
        if not isinstance(joint, LowerPair) or "angle" not in joint.coordinates:
            raise ModelError(
                f"{self.where}: joint",
                f"{joint.where} has no angle about an axis",
                allowed="a revolute, cylindrical, screw, planar or parallel-axis joint",
            )
        return joint

    def _frames(self, model: Model) -> tuple[Node, Frame, Node, Frame]:
        if self.joint is not None:
            return self._joint(model).frames(model)
        first, second = two_sides(model, self.where, self.first, self.second)
        given = common_frame(
            model,
            self.where,
            position=None,  # it exerts a moment alone
            axis=self.axis,
            orientation=None,
            frame=self.frame,
            default=lambda: first.frame.position,
        )
        return first, given.seen_from(first.frame), second, given.seen_from(second.frame)

    def start_angle(self, model: Model) -> float:
        """Initial value for unwrapping [rad]."""
        if self.initial_angle is not None:
            return float(self.initial_angle)
        if self.joint is None:
            return 0.0
        joint = self._joint(model)
        now = model.coordinates_now.get((joint.name, ANGLE))
        return joint.start_value(model, ANGLE) if now is None else now

    def join(self, model: Model) -> None:
        """Check the two sides."""
        first, _, second, _ = self._frames(model)
        for side in (first, second):
            if side.lacks_rotation:
                raise ModelError(
                    self.where,
                    f'"{side.name}" has no rotation and bears no moment',
                    allowed="sides that turn, or the ground",
                )
        if not (any(first.free[3:]) or any(second.free[3:])):
            raise ModelError(
                self.where,
                f'neither "{first.name}" nor "{second.name}" turns freely',
                allowed="a side that turns",
            )

    def typical_stiffness(self, model: Model, length: float) -> float:
        """Its stiffness on the length of the model [N/m]."""
        return float(self.stiffness) / length**2

    def build(self, builder: Builder) -> None:
        """Give the law the axes and coefficients."""
        first, a, second, b = self._frames(builder.model)
        kind, at = self.force_function.place(builder)
        builder.add(
            self,
            torsion_spring,
            [first, second],
            history={"angle": self.start_angle(builder.model)},
            rotation_a=a.orientation,
            rotation_b=b.orientation,
            stiffness=self.stiffness,
            damping=self.damping,
            free_angle=self.free_angle,
            preload=self.preload,
            force_kind=kind,
            force_at=at,
        )
