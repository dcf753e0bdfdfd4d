"""The total joint: each of six relative components free, locked or driven."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, ClassVar

import numpy as np
from scipy.spatial.transform import Rotation

from mbfe.callbacks import Callback
from mbfe.curves import Curve, Polynomial, PythonCurve, as_curve
from mbfe.errors import ModelError
from mbfe.joints.angular_pairs import SPACE, SPACE_SIGNALS
from mbfe.joints.lower_pair import ANGLE, LENGTH, OFF, WORDS, LowerPair
from mbfe.joints.lower_pairs import CARDAN, CARDAN_SIGNALS
from mbfe.joints.total_joint_law import total_joint
from mbfe.model import Builder, Frame, Model, RelativeStart, Signal

COMPONENTS = {**SPACE, **CARDAN}
FREE, LOCKED = "free", "locked"


@dataclass(frozen=True, eq=False)
class TotalJoint(LowerPair):
    """Joint whose six relative components are each free, locked, or driven by a time function.

    Parameters
    ----------
    displacement_x, displacement_y, displacement_z : "free", "locked", float, Curve or callable
        Displacement of the second frame along the axes of the first [m].
    angle_x, angle_y, angle_z : "free", "locked", float, Curve or callable
        Angles of the rotation R_x(angle_x) R_y(angle_y) R_z(angle_z) of the second frame [rad].

    Notes
    -----
    Other parameters as for :class:`LowerPair`. A locked component keeps the value that it has as drawn; a
    driven one starts at the value and rate of its time function at t = 0. With angles free or driven, angle_y
    stays between −π/2 and π/2; the others may turn for ever. Springs, stops, motors and couplings act on the
    components that are not locked, by the names above. Results: ``displacement`` and its parts, ``velocity``,
    ``angle_x``, ``angle_y``, ``angle_z`` and their ``…_rate``, ``rotation``, ``angular_velocity``,
    ``reaction``, with the forces and torques of the drives in it.

    Examples
    --------
    >>> from mbfe import Model, curves, elements, joints
    >>> model = Model()
    >>> table = model.add(elements.RigidBody("table", mass=9.0, inertia=(1.0, 1.0, 2.0)))
    >>> shake = curves.Harmonic(0.02, 5.0)
    >>> joint = joints.TotalJoint("shaker", model.ground, table, displacement_x=shake, angle_z="free")
    >>> sorted(model.add(joint).coordinates)
    ['angle_z', 'displacement_x']
    """

    _: KW_ONLY
    displacement_x: Any = LOCKED
    displacement_y: Any = LOCKED
    displacement_z: Any = LOCKED
    angle_x: Any = LOCKED
    angle_y: Any = LOCKED
    angle_z: Any = LOCKED
    drives: Mapping[str, Curve] = field(init=False, repr=False)

    signals: ClassVar[tuple[Signal, ...]] = (
        *SPACE_SIGNALS,
        *CARDAN_SIGNALS,
        Signal("rotation", "rotation", None, "rotation of the second side"),
        Signal("angular_velocity", "angular_velocity", None, "relative angular velocity"),
    )

    @property
    def coordinates(self) -> Mapping[str, int]:
        """Components that are not locked."""
        return {name: number for name, number in COMPONENTS.items() if self._way(name) != LOCKED}

    def _way(self, name: str) -> str:
        """Free, locked or "driven"."""
        given = getattr(self, name)
        return given if isinstance(given, str) else "driven"

    def validate(self) -> None:
        """Check what is said of each component."""
        drives = {}
        for name in COMPONENTS:
            where = f"{self.where}: {name}"
            if self._way(name) == "driven":
                drives[name] = as_curve(getattr(self, name), where)
            elif self._way(name) not in (FREE, LOCKED):
                raise ModelError(
                    where, f'"{self._way(name)}"', allowed=f'"{FREE}", "{LOCKED}", or a time function'
                )
        object.__setattr__(self, "drives", drives)
        if all(self._way(name) == FREE for name in COMPONENTS):
            raise ModelError(self.where, "all components are free", allowed="a component that is not")
        super().validate()

    def _begin(self, model: Model) -> dict[str, tuple[float, float]]:
        """Value and rate of each component at the start: those of its drive, or as drawn and at rest."""
        drawn = self.drawn_apart(model)
        turn = Rotation.from_quat(np.roll(drawn.orientation, -1)).as_euler("XYZ")
        values = dict(zip(COMPONENTS, (*drawn.position.tolist(), *turn.tolist()), strict=True))
        driven = {name: curve.derivatives(0.0)[:2] for name, curve in self.drives.items()}
        return {name: driven.get(name, (value, 0.0)) for name, value in values.items()}

    def start_of(self, model: Model) -> RelativeStart | None:
        """Pose and velocity in which the drives begin."""
        if not self.drives:
            return None
        begin = self._begin(model)
        (a, da), (b, db), (c, dc) = (begin[name] for name in CARDAN)
        place, velocity = (np.array([begin[name][order] for name in SPACE]) for order in (0, 1))
        about_y = np.array([0.0, np.cos(a), np.sin(a)])
        about_z = np.array([np.sin(b), -np.sin(a) * np.cos(b), np.cos(a) * np.cos(b)])
        spin = da * np.eye(3)[0] + db * about_y + dc * about_z
        first, frame_a, second, frame_b = self.frames(model)
        placed = Frame(place, Rotation.from_euler("XYZ", [a, b, c]))
        return RelativeStart(first, second, frame_a, frame_b, placed, velocity, spin)

    def start_value(self, model: Model, component: int) -> float:
        """Component at the start, that of its drive with all turns [m, rad]."""
        name = next(name for name, number in COMPONENTS.items() if number == component)
        return self._begin(model)[name][0]

    def build(self, builder: Builder) -> None:
        """Hand the law the frames and the time functions."""
        first, a, second, b = self.frames(builder.model)
        starts = {name: value for name, (value, _) in self._begin(builder.model).items()}
        kinds = (LENGTH,) * 3 + (ANGLE,) * 3
        curves = (self.drives.get(name, Polynomial(starts[name])) for name in COMPONENTS)
        builder.add(
            self,
            total_joint,
            [first, second],
            row_kinds=[
                OFF if self._way(n) == FREE else kind for n, kind in zip(COMPONENTS, kinds, strict=True)
            ],
            history=[starts[name] for name in CARDAN],
            position_a=a.position,
            rotation_a=a.orientation,
            position_b=b.position,
            rotation_b=b.orientation,
            values_at=[builder.curve(curve, of_time=True) for curve in curves],
        )

    def callbacks(self) -> tuple[Callback, ...]:
        """Time functions that are Python functions."""
        return tuple(c.callback for c in self.drives.values() if isinstance(c, PythonCurve))

    def row_words(self, row: int) -> str:
        """A constraint row in words."""
        name = list(COMPONENTS)[row]
        return f"prescribed {name}" if name in self.drives else WORDS[row]
