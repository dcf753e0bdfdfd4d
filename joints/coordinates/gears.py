"""Couplings as machine elements: gear pairs, racks, screws, belts, differentials."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, ClassVar

from mbfe.checks import array, nonzero, positive, shown, text
from mbfe.errors import ModelError, settle
from mbfe.functions.curves import Curve
from mbfe.joints.coordinates.couplings import Coupling
from mbfe.model import Model

__all__ = ["Belt", "Differential", "GearPair", "RackAndPinion", "ScrewDrive"]

AN_ANGLE, A_DISPLACEMENT = "an angle", "a displacement"


@dataclass(frozen=True, eq=False)
class Transmission(Coupling):
    """Base of the couplings below: what kind each coordinate must be, and its label in the results."""

    coordinates: Any = field(init=False, repr=False, default=None)
    value: Any = field(init=False, repr=False, default=None)
    curve: Curve | None = field(init=False, repr=False)

    kinds: ClassVar[Mapping[str, str]] = {}
    """Argument by which each coordinate is given, and whether it is an angle or a displacement."""

    @property
    def labels(self) -> tuple[str, ...]:
        """Names of the coordinates in the results: those of the arguments."""
        return tuple(self.kinds)

    def argument_of(self, name: Any) -> str:
        """The argument by which a coordinate was given, for errors."""
        return f"{self.where}: {next(each for each in self.kinds if getattr(self, each) == name)}"

    def weights(self) -> Sequence[float]:
        """Factors of the coordinates, in the order of ``kinds``."""
        raise NotImplementedError("a transmission says its factors")

    def validate(self) -> None:
        """Check that the coordinates differ, and set their factors."""
        names = [text(self.where, argument, getattr(self, argument)) for argument in self.kinds]
        if len(set(names)) != len(names):
            raise ModelError(
                self.where,
                f"{', '.join(self.kinds)} are {', '.join(map(repr, names))}",
                allowed="different coordinates",
            )
        settle(self, coordinates=dict(zip(names, self.weights(), strict=True)))
        super().validate()

    def join(self, model: Model) -> None:
        """Find the coordinates and check that they are angles or displacements."""
        for (argument, kind), found in zip(self.kinds.items(), self.combined(model).coordinates, strict=True):
            if found.is_length != (kind == A_DISPLACEMENT):
                other = A_DISPLACEMENT if found.is_length else AN_ANGLE
                raise ModelError(
                    f"{self.where}: {argument}", f'"{found.name}" is {other}', allowed=f"{kind} of a joint"
                )


def two_numbers(where: str, name: str, value: Any) -> tuple[float, float]:
    """Two positive numbers, or a refusal."""
    pair = array(where, name, value, shape=(2,), words="two positive numbers, first and second")
    return positive(where, name, pair[0]), positive(where, name, pair[1])


@dataclass(frozen=True, eq=False)
class GearPair(Transmission):
    """Two gears in mesh: q₁ + i q₂ is constant, q₁ − i q₂ when one is an inner gear.

    Parameters
    ----------
    name : str
        Name.
    first, second : str
        Angles of the two gears, of joints whose z axes point the same way: ``"pinion.angle"``.
    ratio : float, optional
        i = abs(ω₁/ω₂), for bevel gears too; this or ``teeth``.
    teeth : (int, int), optional
        Numbers of teeth of first and second; i = z₂/z₁.
    inner : bool
        Whether one of them is an inner (ring) gear, so that both rotate in the same sense.

    Notes
    -----
    The angles are relative to the first side of the joint of each gear, so that a planet on an
    arm needs no special treatment: with sun and planet both on joints of the arm, their gear pair is that of
    fixed axes. There is no tooth geometry: no tooth forces on the bearings, no backlash, no mesh stiffness.
    Results: ``value_``, ``rate_`` and ``effort_first`` and ``…_second``; the effort is the torque of the mesh
    on that gear [N m].

    Examples
    --------
    >>> pair = GearPair("mesh", "pinion.angle", "wheel.angle", teeth=(20, 60))
    >>> pair.coordinates
    {'pinion.angle': 1.0, 'wheel.angle': 3.0}
    """

    first: Any
    second: Any
    _: KW_ONLY
    ratio: float | None = None
    teeth: Any = None
    inner: bool = False

    kinds: ClassVar[Mapping[str, str]] = {"first": AN_ANGLE, "second": AN_ANGLE}

    def weights(self) -> Sequence[float]:
        """1 and ± i."""
        if (self.ratio is None) == (self.teeth is None):
            raise ModelError(
                self.where,
                f"ratio={shown(self.ratio)}, teeth={shown(self.teeth)}",
                allowed="exactly one of ratio and teeth",
            )
        if self.teeth is None:
            ratio = positive(self.where, "ratio", self.ratio)
        else:
            first, second = two_numbers(self.where, "teeth", self.teeth)
            if first % 1.0 or second % 1.0:
                raise ModelError(f"{self.where}: teeth", f"{self.teeth}", allowed="whole numbers")
            ratio = second / first
        return 1.0, -ratio if self.inner else ratio


@dataclass(frozen=True, eq=False)
class RackAndPinion(Transmission):
    """A rack that a pinion drives: x − r q is constant.

    Parameters
    ----------
    name : str
        Name.
    rack, pinion : str
        Displacement of the rack and angle of the pinion: ``"slide.displacement"``, ``"hinge.angle"``.
    radius : float
        Pitch radius r of the pinion [m]; negative when the rack moves backwards as the angle grows.

    Notes
    -----
    Results: ``value_``, ``rate_`` and ``effort_rack`` [N] and ``…_pinion`` [N m]. No tooth geometry.
    """

    rack: Any
    pinion: Any
    _: KW_ONLY
    radius: float

    kinds: ClassVar[Mapping[str, str]] = {"rack": A_DISPLACEMENT, "pinion": AN_ANGLE}

    def weights(self) -> Sequence[float]:
        """1 and −r."""
        return 1.0, -nonzero(self.where, "radius", self.radius)


@dataclass(frozen=True, eq=False)
class ScrewDrive(Transmission):
    """A nut on a turning screw, as coordinates of two joints: x − q lead/2π is constant.

    Parameters
    ----------
    name : str
        Name.
    nut, screw : str
        Displacement of the nut along the screw and angle of the screw against the nut.
    lead : float
        Advance per turn [m]; negative when the nut moves backwards as the angle grows.

    Notes
    -----
    The joint :class:`Screw` connects the two parts of a screw; this one couples existing joints.
    Results: ``value_``, ``rate_`` and ``effort_nut`` [N] and ``…_screw`` [N m]. Without friction.
    """

    nut: Any
    screw: Any
    _: KW_ONLY
    lead: float

    kinds: ClassVar[Mapping[str, str]] = {"nut": A_DISPLACEMENT, "screw": AN_ANGLE}

    def weights(self) -> Sequence[float]:
        """1 and −lead/2π."""
        return 1.0, -nonzero(self.where, "lead", self.lead) / (2.0 * math.pi)


@dataclass(frozen=True, eq=False)
class Belt(Transmission):
    """A belt or chain over two pulleys, taut, inextensible and without slip: r₁q₁ − r₂q₂ is constant.

    Parameters
    ----------
    name : str
        Name.
    first, second : str
        Angles of the pulleys, of joints whose z axes point the same way.
    radii : (float, float)
        Their radii (pitch radii of sprockets) [m].
    crossed : bool
        Whether the belt is crossed, so that the pulleys rotate in opposite senses.

    Notes
    -----
    Results: ``value_``, ``rate_`` and ``effort_first`` and ``…_second`` [N m]; effort over radius is the
    difference of the two strands' tensions. The tensions themselves do not load the bearings. An elastic belt
    is a :class:`mbfe.elements.JointSpring` on the same combination of angles.
    """

    first: Any
    second: Any
    _: KW_ONLY
    radii: Any
    crossed: bool = False

    kinds: ClassVar[Mapping[str, str]] = {"first": AN_ANGLE, "second": AN_ANGLE}

    def weights(self) -> Sequence[float]:
        """Ratio of the radii, so that the row is an angle: 1 and ∓ r₂/r₁."""
        first, second = two_numbers(self.where, "radii", self.radii)
        return 1.0, second / first if self.crossed else -second / first


@dataclass(frozen=True, eq=False)
class Differential(Transmission):
    """Differential gear: q_left + q_right − (2/i) q_input is constant.

    Parameters
    ----------
    name : str
        Name.
    input, left, right : str
        Angles of the input and of the two outputs, all against the housing of the axle.
    ratio : float
        i = ω_input / ω_cage: 1 when the input is the cage itself, the ratio of pinion and ring gear
        otherwise; negative when the cage turns backwards.

    Notes
    -----
    Both outputs have the same torque, −i/2 times that of the input. Results: ``value_``, ``rate_`` and
    ``effort_input``, ``…_left`` and ``…_right`` [N m]. No tooth geometry and no friction.
    """

    input: Any
    left: Any
    right: Any
    _: KW_ONLY
    ratio: float = 1.0

    kinds: ClassVar[Mapping[str, str]] = {"input": AN_ANGLE, "left": AN_ANGLE, "right": AN_ANGLE}

    def weights(self) -> Sequence[float]:
        """−2/i, 1 and 1."""
        return -2.0 / nonzero(self.where, "ratio", self.ratio), 1.0, 1.0
