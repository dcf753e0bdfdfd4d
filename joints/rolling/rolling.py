"""Rolling joint: disk, wheel, torus or sphere on a plane or a smooth surface."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from mbfe.algebra.rotations import rotate, unit_vector
from mbfe.checks import finite_vector, positive
from mbfe.compiled.callbacks import Callback
from mbfe.engine.columns import RowKind
from mbfe.errors import ModelError
from mbfe.joints.rolling.rolling_contact import LYING
from mbfe.joints.rolling.rolling_law import OnLift, rolling
from mbfe.joints.rolling.surfaces import Plane, Surface
from mbfe.laws import Status
from mbfe.model import Builder, Item, Model, NamedOutput, Node
from mbfe.model.description import Touch

__all__ = ["Rolling"]

ON_LIFT = {"error": OnLift.FAIL, "release": OnLift.RELEASE, "hold": OnLift.HOLD}
ROW_WORDS_OF_ROLLING = (
    "penetration of the wheel into the surface",
    "slip along the first tangent of the surface",
    "slip along the second tangent of the surface",
    "spinning about the normal of the surface",
)


@dataclass(frozen=True, eq=False)
class Rolling(Item):
    """Rolling of a wheel on a surface without slip.

    Parameters
    ----------
    name : str
        Name.
    wheel, base : body, node or str
        The body that rolls, and the body, driven base or ground that carries the surface.
    radius : float
        Radius R of the circle around which the wheel's tube lies [m]; 0 for a sphere.
    tube : float
        Radius ρ of the tube [m]; 0 for a disk with a sharp edge. The largest radius of the wheel is R + ρ: a
        disk of 0.3 m is ``radius=0.3``, a tyre 0.6 m high and 0.1 m wide ``radius=0.25, tube=0.05``, a ball
        of 0.2 m ``radius=0, tube=0.2``.
    axis : (3,) array_like
        Axis of the wheel, in the wheel's frame; for a sphere only ``lean`` and ``spin`` refer to it.
    center : (3,) array_like
        Centre of the wheel in the wheel's frame [m].
    surface : Plane or Height
        The surface in the frame of the base, of ``mbfe.joints.surfaces``; the plane z = 0 when
        absent.
    spinning : bool
        Whether the wheel may spin about the normal of the surface; otherwise ω·n = 0 is a third row.
    on_lift : {"error", "release", "hold"}
        What happens when the normal force changes its sign: the run stops, the wheel is free from then on
        (without further contact), or the force may be tensile (a wheel between two rails).

    Notes
    -----
    One holonomic row, the gap along the normal, and two nonholonomic rows: the contact points of
    wheel and base have equal velocities in the tangent plane. Lagrange multipliers: λ, the normal force [N],
    positive in compression, and ψ₁, ψ₂, the friction force along the tangents of the surface (ψ₃, the moment
    about the normal). The friction force is not limited by a friction law; ``needed_friction`` is the
    required coefficient. For a flat disk or wheel, n along the axis, the contact point is not unique: there
    the step fails.

    Results: ``contact_point`` [m], ``contact_force``, ``friction_force`` [N] on the wheel, world axes;
    ``path`` [m], the contact point in the frame of the surface; ``normal_force`` [N]; ``needed_friction``,
    friction over normal force; ``lean`` [rad], angle of the axis above the tangent plane, 0 for an upright
    wheel; ``spin`` [rad/s], angular velocity relative to the base along the axis; ``slip`` [m/s];
    ``spinning_moment`` [N m]; ``gap`` [m]; ``in_contact``, 1 or 0.

    Examples
    --------
    >>> from mbfe import Model, elements, joints
    >>> model = Model(gravity=(0, 0, -9.81))
    >>> coin = elements.RigidBody("coin", position=(0, 0, 0.15), mass=1.2, inertia=(7e-3, 14e-3, 7e-3))
    >>> coin = model.add(coin)
    >>> model.add(joints.Rolling("edge", coin, model.ground, radius=0.15, axis=(0, 1, 0))).outer_radius
    0.15
    """

    name: str
    wheel: Any
    base: Any
    _: KW_ONLY
    radius: float
    tube: float = 0.0
    axis: ArrayLike = (0.0, 0.0, 1.0)
    center: ArrayLike = (0.0, 0.0, 0.0)
    surface: Surface = field(default_factory=Plane)
    spinning: bool = True
    on_lift: str = "error"

    family: ClassVar[str] = "joint"
    output_law = rolling
    signals: ClassVar[tuple[NamedOutput, ...]] = (
        NamedOutput("contact_point", "contact_point", None, "touching point, world", frame="world"),
        NamedOutput("path", "path", None, "contact point in the frame of the surface", frame="surface"),
        NamedOutput("contact_force", "contact_force", None, "force of the surface on it", frame="world"),
        NamedOutput("friction_force", "friction_force", None, "its part in the tangent plane", frame="world"),
        NamedOutput("normal_force", "normal_force", None, "part along the normal, positive in compression"),
        NamedOutput("spinning_moment", "spinning_moment", None, "moment on the wheel about the normal"),
        NamedOutput("needed_friction", "needed_friction", None, "friction force over normal force"),
        NamedOutput("lean", "lean", None, "angle of the wheel's axis above the tangent plane"),
        NamedOutput("spin", "spin", None, "angular velocity relative to the base along the wheel's axis"),
        NamedOutput("slip", "slip", None, "speed of the contact point relative to the base"),
        NamedOutput("gap", "gap", None, "distance along the normal"),
        NamedOutput("in_contact", "in_contact", None, "1 while rolling, 0 once released"),
    )

    @property
    def outer_radius(self) -> float:
        """Largest radius of the wheel, R + ρ [m]."""
        return float(self.radius) + float(self.tube)

    def validate(self) -> None:
        """Check the numbers and the choices."""
        for name in ("radius", "tube"):
            positive(self.where, name, getattr(self, name), zero=True)
        if self.outer_radius == 0.0:
            raise ModelError(
                self.where,
                "radius and tube are both zero",
                allowed="radius > 0 for a disk, tube > 0 for a sphere, both for a wheel with a round rim",
            )
        unit_vector(self.axis, where=f"{self.where}: axis")
        finite_vector(self.where, "center", self.center)
        if self.on_lift not in ON_LIFT:
            raise ModelError(
                f"{self.where}: on_lift", f'"{self.on_lift}"', allowed=", ".join(f'"{k}"' for k in ON_LIFT)
            )

    def _sides(self, model: Model) -> tuple[Node, Node]:
        wheel = model.node(self.wheel, where=f"{self.where}: wheel")
        base = model.node(self.base, where=f"{self.where}: base")
        return wheel, base

    def _start(self, model: Model) -> tuple[np.ndarray, np.ndarray]:
        """Centre and axis of the wheel as drawn, in the frame of the surface."""
        wheel, base = self._sides(model)
        seen = wheel.frame.seen_from(base.frame @ self.surface.frame)
        centre = seen.position + rotate(seen.orientation, finite_vector(self.where, "center", self.center))
        return centre, rotate(seen.orientation, unit_vector(self.axis))

    def join(self, model: Model) -> None:
        """Check the two sides, and that a disk does not lie flat."""
        wheel, base = self._sides(model)
        if wheel is base:
            raise ModelError(self.where, f'wheel and base are both "{wheel.name}"', allowed="two bodies")
        if not wheel.moves and not base.moves:
            raise ModelError(
                self.where, f'neither "{wheel.name}" nor "{base.name}" moves freely', allowed="a free side"
            )
        _, axis = self._start(model)
        if self.radius > 0.0 and isinstance(self.surface, Plane) and np.hypot(axis[0], axis[1]) <= LYING:
            raise ModelError(
                f"{self.where}: axis",
                f'it is along the normal: "{wheel.name}" lies flat, so that the contact point is not unique',
                allowed="an axis that is not along the normal",
                remedy="Axis and normal are given in the frames of wheel and base; a wheel stands on its rim",
            )

    def build(self, builder: Builder) -> None:
        """Give the law the frame of the surface, the wheel and the point below its centre to start from."""
        wheel, base = self._sides(builder.model)
        centre, _ = self._start(builder.model)
        frame = self.surface.frame
        kind, at = self.surface.placed()
        builder.add(
            self,
            rolling,
            [base, wheel],
            row_kinds=(
                RowKind.LENGTH,
                RowKind.LENGTH,
                RowKind.LENGTH,
                RowKind.NOT_OWN if self.spinning else RowKind.ANGLE,
            ),
            history={"x": centre[0], "y": centre[1]},
            position_a=frame.position,
            rotation_a=frame.orientation,
            center_b=self.center,
            axis_b=unit_vector(self.axis),
            radius=self.radius,
            tube=self.tube,
            surface=kind,
            surface_at=at,
            on_lift=ON_LIFT[self.on_lift],
        )

    def callbacks(self) -> tuple[Callback, ...]:
        """Python functions of the surface."""
        return self.surface.callbacks

    def describe(self, model: Model) -> Touch:
        """Where the contact is and the force there."""
        return Touch()

    def row_words(self, row: int) -> str:
        """A constraint row in words."""
        return ROW_WORDS_OF_ROLLING[row]

    def failure_words(self, code: int) -> str:
        """Reason why the run ended."""
        if code == Status.AT_LIMIT:
            return (
                "the wheel has no point of contact: it lies flat, or the surface is more sharply curved than "
                "the wheel"
            )
        return (
            "the wheel lifts off the surface, its normal force became a pull "
            '(on_lift="release" would set it free, "hold" lets the surface pull)'
        )
