"""Roads: planes, kerbs, waves, measured profiles and random roads of ISO 8608, as heights z = s(x, y)."""

from __future__ import annotations

import math
from dataclasses import KW_ONLY, dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import scipy
from numpy.typing import ArrayLike

from mbfe.algebra.arrays import Floats
from mbfe.checks import LARGEST_INT, array, count, finite_vector, positive, shown
from mbfe.contracts import check_fields
from mbfe.errors import ModelError, naming, settle
from mbfe.functions.curves import Curve, Polynomial, Table
from mbfe.geometry.road_law import NUMBERS, RoadKind, rise
from mbfe.geometry.road_mesh import Detail, RoadMesh, lines_over
from mbfe.geometry.shapes import Shape

__all__ = ["ISO_CLASSES", "REFERENCE", "FlatRoad", "ProfileRoad", "Road", "SineRoad"]

ISO_CLASSES = {letter: 4.0**number * 16e-6 for number, letter in enumerate("ABCDEFGH")}
"""Geometric means of G_d(n₀) [m³] of the road classes (ISO 8608:2016, table C.3)."""

REFERENCE = 0.1
"""Reference spatial frequency n₀ [cycles/m]."""

STANDARD_WAVES = (1.0 / 2.83, 1.0 / 0.011)
"""Shortest and longest wavelength that ISO 8608 speaks of [m]."""

EVERYWHERE = 1e9
"""Half of the range of a road that is waved everywhere [m]."""


class Road:
    """Base of the roads: heights over the plane z = 0 of the world.

    A road has numbers for compiled code and perhaps curves; places of the curves are put in when the model
    is compiled.
    """

    @property
    def curves(self) -> tuple[Curve, ...]:
        """Profiles of the left and of the right track."""
        return ()

    def numbers(self, places: tuple[float, ...]) -> list[float]:
        """Numbers of the law, with the places of the curves."""
        return [float(RoadKind.PLANE), 0.0, 0.0]

    def row(self, places: tuple[float, ...]) -> Floats:
        """The same, filled up with zeros."""
        numbers = self.numbers(places)
        return np.array(numbers + [0.0] * (NUMBERS - len(numbers)))

    @property
    def details(self) -> tuple[Detail, Detail]:
        """Where it is not plane along x and y, and the spacing that shows it there [m], for pictures."""
        return None, None

    @cached_property
    def mesh(self) -> RoadMesh:
        """Its numbers with a storage of its curves, of which surfaces are made."""
        storage: list[float] = []
        places = []
        for curve in self.curves:
            places.append(float(len(storage)))
            storage.extend(curve.stored())
        return RoadMesh(self.row(tuple(places)), np.array([*storage, 0.0]), *self.details)

    def heights_at(self, x: float, y: float) -> Floats:
        """s [m], s_x, s_y [1] and s_xx, s_xy, s_yy [1/m] at (x, y) [m]."""
        return np.array(self.mesh.heights_at(float(x), float(y)))

    def height_at(self, x: Any, y: Any) -> Any:
        """Height [m] at (x, y) [m]: a number at numbers, an array at arrays, each pair of them."""
        if isinstance(x, float | int) and isinstance(y, float | int):
            return self.mesh.height(float(x), float(y))
        heights = self.mesh.heights(
            *np.broadcast_arrays(np.asarray(x, dtype=float), np.asarray(y, dtype=float))
        )
        return float(heights) if heights.ndim == 0 else heights

    def surface(self, *, x: ArrayLike, y: ArrayLike, spacing: float = 0.5) -> Shape:
        """Surface for pictures, to be shown by :class:`mbfe.elements.Scenery`.

        Parameters
        ----------
        x, y : (2,) array_like
            Range along and across [m].
        spacing : float
            Largest distance of its points [m].

        Returns
        -------
        Shape
            Mesh of quads.
        """
        where = f"{type(self).__name__}: surface"
        points, quads = self.mesh.grid(*lines_over(where, x, y, spacing))
        return Shape("mesh", {}, points, np.zeros((0, 3), dtype=np.int64), quads, False)


@dataclass(frozen=True)
class FlatRoad(Road):
    """The plane z = height.

    Parameters
    ----------
    height : float
        Height [m].
    """

    _: KW_ONLY
    height: float = 0.0

    def __post_init__(self) -> None:
        check_fields(self)

    @property
    def curves(self) -> tuple[Curve, ...]:
        """A constant, where the road is not at z = 0."""
        return (Polynomial(self.height),) if self.height else ()

    def numbers(self, places: tuple[float, ...]) -> list[float]:
        """A plane, or a profile of one height."""
        more = [*places, *places, 0.0, 1.0] if places else []
        return [float(RoadKind.TRACKS if places else RoadKind.PLANE), 0.0, 0.0, *more]


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
    >>> round(Slope(angle=0.1).height_at(10.0, 0.0), 4)
    1.0033
    """

    angle: float
    _: KW_ONLY
    bank: float = 0.0

    def __post_init__(self) -> None:
        check_fields(self)
        for name in ("angle", "bank"):
            value = getattr(self, name)
            if not abs(value) < 0.5 * math.pi:
                raise ModelError(f"Slope: {name}", f"{value}", allowed="less than π/2 in size [rad]")

    def numbers(self, places: tuple[float, ...]) -> list[float]:
        """Tangents of the angles."""
        return [RoadKind.PLANE, math.tan(self.angle), math.tan(self.bank)]


@dataclass(frozen=True)
class Kerb(Road):
    """Step of the height of a flat road, a smooth one of some width.

    Parameters
    ----------
    height : float
        Height of the step [m], downwards when negative.
    at : float
        Where it begins, x [m].
    width : float
        Width over which it rises, by 6u⁵ − 15u⁴ + 10u³ [m].

    Notes
    -----
    The contact of a tyre is a single point: for a step that is narrower than the contact patch
    the width represents the filtering by the tyre, about the length over which a real wheel climbs it.
    """

    height: float
    _: KW_ONLY
    at: float
    width: float

    def __post_init__(self) -> None:
        check_fields(self)
        positive("Kerb", "width", self.width)

    @property
    def details(self) -> tuple[Detail, Detail]:
        """The step."""
        return (self.at, self.at + self.width, self.width / 12.0), None

    def numbers(self, places: tuple[float, ...]) -> list[float]:
        """Height, place, width."""
        return [RoadKind.KERB, 0.0, 0.0, self.height, self.at, self.width]


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
        check_fields(self)
        positive("SineRoad", "wavelength", self.wavelength)

    @property
    def details(self) -> tuple[Detail, Detail]:
        """The waves, everywhere."""
        return (-EVERYWHERE, EVERYWHERE, self.wavelength / 24.0), None

    def numbers(self, places: tuple[float, ...]) -> list[float]:
        """Amplitude, wave number, phase."""
        return [RoadKind.SINE, 0.0, 0.0, self.amplitude, 2.0 * math.pi / self.wavelength, self.phase]


class Profile(Road):
    """Base of the roads with one or two profiles along x."""

    tables: tuple[Table, ...]
    track: float | None

    @property
    def curves(self) -> tuple[Curve, ...]:
        """Left and right profile, or the one of both."""
        return self.tables

    @property
    def details(self) -> tuple[Detail, Detail]:
        """Points of the profile, and the change from track to track."""
        x = np.array(self.tables[0].x)
        along = float(x[0]), float(x[-1]), float(np.diff(x).min())
        half = 0.5 * (self.track or 0.0)
        return along, (-half, half, half / 6.0) if self.track else None

    def numbers(self, places: tuple[float, ...]) -> list[float]:
        """Places of the profiles, y of the right track, distance."""
        width = self.track or 1.0
        return [RoadKind.TRACKS, 0.0, 0.0, places[0], places[-1], -0.5 * width, width]


@dataclass(frozen=True, eq=False)
class ProfileRoad(Profile):
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
    >>> round(road.height_at(1.0, 0.0), 6)
    0.02
    """

    x: ArrayLike
    z: ArrayLike
    _: KW_ONLY
    right: ArrayLike | None = None
    track: float | None = None
    tables: tuple[Table, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        check_fields(self)
        if (self.right is None) != (self.track is None):
            raise ModelError(
                "ProfileRoad: right, track",
                f"right={'given' if self.right is not None else None}, track={self.track}",
                allowed="both or none: heights of the right track and the distance of the tracks",
            )
        if self.track is not None:
            positive("ProfileRoad", "track", self.track)
        given = [self.z] if self.right is None else [self.z, self.right]
        x = array("ProfileRoad", "x", self.x, shape=(None,)).tolist()
        named = zip(("z", "right"), given, strict=False)
        rows = [array("ProfileRoad", name, values, shape=(None,)).tolist() for name, values in named]
        with naming("ProfileRoad: x, z"):
            settle(self, tables=tuple(Table(x, row) for row in rows))


@dataclass(frozen=True, eq=False)
class RandomRoad(Profile):
    """Random road of a class of ISO 8608, the same for the same seed.

    Parameters
    ----------
    iso_class : str
        A (very good) to H (very poor).
    seed : int
        Seed of the random phases.
    length : float
        Length [m]; flat before and after.
    start : float
        Where it begins, x [m].
    fade : float
        Length over which it grows from the flat road, and fades at its end [m].
    wavelengths : (2,) array_like
        Shortest and longest wavelength [m]; those of the standard, 1/2.83 to 1/0.011 m, when absent.
    waviness : float
        w.
    track : float, optional
        Distance of two tracks [m], correlated as on an isotropic surface; one profile when absent.

    Notes
    -----
    G_d(n) = G_d(n₀)(n/n₀)^−w, n₀ = 0.1 cycles/m, one-sided, G_d(n₀) = 16·10⁻⁶·4^k m³ of classes A, B, …
    (ISO 8608:2016). z = Σ √(2 G_d(n_k)/L) cos(2π n_k x + φ_k), n_k = k/L, with random phases, stored as a
    cubic spline with eight points in the shortest wave. Two tracks at a distance b have the coherency
    2 (π n b)^{w/2} K_{w/2}(2π n b)/Γ(w/2) (isotropy: Dodds and Robson, J. Sound Vib. 31, 1973).

    Examples
    --------
    >>> road = RandomRoad(iso_class="C", seed=1, length=200.0)
    >>> road.height_at(0.0, 0.0), abs(road.height_at(100.0, 0.0)) < 0.1
    (0.0, True)
    """

    _: KW_ONLY
    iso_class: str
    seed: int
    length: float
    start: float = 0.0
    fade: float = 5.0
    wavelengths: ArrayLike = STANDARD_WAVES
    waviness: float = 2.0
    track: float | None = None
    tables: tuple[Table, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        check_fields(self)
        if self.iso_class not in ISO_CLASSES:
            raise ModelError("RandomRoad: iso_class", shown(self.iso_class), allowed=", ".join(ISO_CLASSES))
        for name in ("length", "fade", "waviness", "track"):
            if getattr(self, name) is not None:
                positive("RandomRoad", name, getattr(self, name))
        short, long = finite_vector("RandomRoad", "wavelengths", self.wavelengths, size=2)
        if not (0.0 < short < long and short < 0.5 * self.length and 2.0 * self.fade < self.length):
            raise ModelError(
                "RandomRoad: wavelengths, fade",
                f"wavelengths {short:g} to {long:g} m, fade {self.fade:g} m of a length of {self.length:g} m",
                allowed="a shorter and a longer wave; a length of more than twice the fade and a short wave",
            )
        count("RandomRoad", "seed", self.seed, most=LARGEST_INT)
        x, rows = self._synthesised(float(short), float(long))
        tables = tuple(Table((x + self.start).tolist(), row.tolist()) for row in rows)
        settle(self, tables=tables)

    def density(self, n: ArrayLike) -> Floats:
        """G_d(n) [m³] at the spatial frequency n [cycles/m]."""
        ratio = np.asarray(n, dtype=float) / REFERENCE
        return np.asarray(ISO_CLASSES[self.iso_class] * ratio**-self.waviness)

    def _synthesised(self, short: float, long: float) -> tuple[Floats, Floats]:
        """Places and heights of each track."""
        count = 2 * math.ceil(4.0 * self.length / short)
        k = np.arange(1, count // 2)
        k = k[(k >= self.length / long) & (k <= self.length / short)]
        n = k / self.length
        rng = np.random.default_rng(self.seed)
        phases = rng.uniform(0.0, 2.0 * math.pi, size=(2, len(n)))
        left, other = np.sqrt(2.0 * self.density(n) / self.length) * np.exp(1j * phases)
        amplitudes = [left]
        if self.track is not None:
            half = 0.5 * self.waviness
            x = 2.0 * math.pi * n * self.track
            bessel = scipy.special.kv(half, x) / scipy.special.gamma(half)
            alike = np.minimum(2.0 * (0.5 * x) ** half * bessel, 1.0)
            amplitudes.append(alike * left + np.sqrt(1.0 - alike**2) * other)
        places = np.linspace(0.0, self.length, count + 1)
        spectra = np.zeros((len(amplitudes), count // 2 + 1), dtype=complex)
        spectra[:, k] = 0.5 * count * np.array(amplitudes)
        heights = np.fft.irfft(spectra, n=count, axis=1)
        heights = np.concatenate([heights, heights[:, :1]], axis=1)
        grown = [rise(u / self.fade)[0] for u in np.minimum(places, self.length - places)]
        return places, heights * np.array(grown)
