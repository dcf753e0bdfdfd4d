"""Roads: planes, kerbs, waves, measured profiles and random roads of ISO 8608, as heights z = s(x, y)."""

from __future__ import annotations

import math
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mbfe.checks import finite_vector, positive
from mbfe.curves import Curve, Polynomial, Table
from mbfe.elements.road_law import KERB, NUMBERS, PLANE, SINE, TRACKS, road_heights
from mbfe.errors import ModelError

Floats = NDArray[np.float64]

ISO_CLASSES = {letter: 4.0**number * 16e-6 for number, letter in enumerate("ABCDEFGH")}
"""Geometric means of G_d(n₀) [m³] of the road classes (ISO 8608:2016, table C.3)."""

REFERENCE = 0.1
"""Reference spatial frequency n₀ [cycles/m]."""


class Road:
    """Base of the roads: heights over the plane z = 0 of the world.

    A road has numbers for compiled code and perhaps curves; places of the curves are put in when the model
    is compiled.
    """

    kind: ClassVar[int] = PLANE

    @property
    def curves(self) -> tuple[Curve, ...]:
        """Profiles of the left and of the right track."""
        return ()

    def numbers(self, places: tuple[float, ...] = ()) -> list[float]:
        """Numbers of the law, with the places of the curves."""
        return [float(self.kind), 0.0, 0.0]

    def row(self, places: tuple[float, ...] = ()) -> Floats:
        """The same, filled up with zeros."""
        numbers = self.numbers(places)
        return np.array(numbers + [0.0] * (NUMBERS - len(numbers)))

    def heights_at(self, x: float, y: float) -> Floats:
        """s [m], s_x, s_y [1] and s_xx, s_xy, s_yy [1/m] at (x, y) [m]."""
        storage: list[float] = []
        places = []
        for curve in self.curves:
            places.append(float(len(storage)))
            storage.extend(curve.stored())
        return np.array(road_heights(self.row(tuple(places)), np.array([*storage, 0.0]), x, y))

    def height(self, x: float, y: float = 0.0) -> float:
        """Height [m] at (x, y) [m]."""
        return float(self.heights_at(x, y)[0])


@dataclass(frozen=True)
class FlatRoad(Road):
    """The plane z = level.

    Parameters
    ----------
    level : float
        Height [m].
    """

    _: KW_ONLY
    level: float = 0.0

    def __post_init__(self) -> None:
        finite_vector("FlatRoad", "level", [self.level], size=1)

    @property
    def curves(self) -> tuple[Curve, ...]:
        """A constant, where the road is not at z = 0."""
        return (Polynomial(self.level),) if self.level else ()

    def numbers(self, places: tuple[float, ...] = ()) -> list[float]:
        """A plane, or a profile of one height."""
        return [TRACKS, 0.0, 0.0, *places, *places, 0.0, 1.0] if places else [PLANE, 0.0, 0.0]


@dataclass(frozen=True)
class Slope(Road):
    """Plane through the origin that rises along x, and to the left when it is banked.

    Parameters
    ----------
    angle : float
        Angle of the rise along x [rad].
    bank : float
        Angle of the rise along y [rad].

    Examples
    --------
    >>> round(Slope(angle=0.1).height(10.0), 4)
    1.0033
    """

    angle: float
    _: KW_ONLY
    bank: float = 0.0

    def __post_init__(self) -> None:
        for name in ("angle", "bank"):
            value = getattr(self, name)
            finite_vector("Slope", name, [value], size=1)
            if not abs(value) < 0.5 * math.pi:
                raise ModelError(f"Slope: {name}", f"{value}", allowed="less than π/2 in size [rad]")

    def numbers(self, places: tuple[float, ...] = ()) -> list[float]:
        """Tangents of the angles."""
        return [PLANE, math.tan(self.angle), math.tan(self.bank)]


@dataclass(frozen=True)
class Kerb(Road):
    """Step of the height of a flat road, a smooth one of some width.

    Parameters
    ----------
    height_of_step : float
        Height of the step [m], downwards when negative.
    at : float
        Where it begins, x [m].
    width : float
        Width over which it rises, by 6u⁵ − 15u⁴ + 10u³ [m].

    Notes
    -----
    A tyre here touches the road in one point: over a step that is narrower than its contact the
    width stands for the filtering of the tyre, about the length over which a real wheel climbs it.
    """

    height_of_step: float
    _: KW_ONLY
    at: float
    width: float

    def __post_init__(self) -> None:
        finite_vector("Kerb", "height_of_step, at", (self.height_of_step, self.at), size=2)
        positive("Kerb", "width", self.width)

    def numbers(self, places: tuple[float, ...] = ()) -> list[float]:
        """Height, place, width."""
        return [KERB, 0.0, 0.0, self.height_of_step, self.at, self.width]


@dataclass(frozen=True)
class SineRoad(Road):
    """s = amplitude sin(2π x/wavelength + phase).

    Parameters
    ----------
    amplitude, wavelength : float
        Amplitude and wavelength [m].
    phase : float
        Phase at x = 0 [rad].
    """

    amplitude: float
    wavelength: float
    _: KW_ONLY
    phase: float = 0.0

    def __post_init__(self) -> None:
        finite_vector("SineRoad", "amplitude, phase", (self.amplitude, self.phase), size=2)
        positive("SineRoad", "wavelength", self.wavelength)

    def numbers(self, places: tuple[float, ...] = ()) -> list[float]:
        """Amplitude, wave number, phase."""
        return [SINE, 0.0, 0.0, self.amplitude, 2.0 * math.pi / self.wavelength, self.phase]


@dataclass(frozen=True, eq=False)
class ProfileRoad(Road):
    """A measured profile along x, natural cubic splines through its points; the end heights beyond them.

    Parameters
    ----------
    x, z : (n,) array_like
        Places, increasing, and heights [m]; of the left track where there are two.
    right : (n,) array_like, optional
        Heights of the right track.
    track : float, optional
        Distance of the tracks [m], at y = ±track/2; between them the height changes by 6u⁵ − 15u⁴ + 10u³.

    Examples
    --------
    >>> road = ProfileRoad((0.0, 1.0, 2.0), (0.0, 0.02, 0.0))
    >>> round(road.height(1.0), 6)
    0.02
    """

    x: ArrayLike
    z: ArrayLike
    _: KW_ONLY
    right: ArrayLike | None = None
    track: float | None = None
    tables: tuple[Curve, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if (self.right is None) != (self.track is None):
            raise ModelError(
                "ProfileRoad: right, track",
                f"right={'given' if self.right is not None else None}, track={self.track}",
                allowed="both or none: heights of the right track and the distance of the tracks",
            )
        if self.track is not None:
            positive("ProfileRoad", "track", self.track)
        given = [self.z] if self.right is None else [self.z, self.right]
        rows = [np.array(values, dtype=float).tolist() for values in given]
        x = np.array(self.x, dtype=float).tolist()
        object.__setattr__(self, "tables", tuple(Table(x, row) for row in rows))

    kind: ClassVar[int] = TRACKS

    @property
    def curves(self) -> tuple[Curve, ...]:
        """Left and right profile, or the one of both."""
        return self.tables

    def numbers(self, places: tuple[float, ...] = ()) -> list[float]:
        """Places of the profiles, y of the right track, distance."""
        width = self.track or 1.0
        return [TRACKS, 0.0, 0.0, places[0], places[-1], -0.5 * width, width]
