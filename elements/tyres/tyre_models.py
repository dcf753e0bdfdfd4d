"""Tyre models: forces at given slips, load and camber."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, ClassVar

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.checks import finite_vector, positive
from mbfe.contracts import check_fields
from mbfe.elements.tyres.tyre_files import COMMONROAD, SHIFTS, SIDED, TyreNumbers, read_tyre_file
from mbfe.elements.tyres.tyre_forces import (
    BRUSH,
    COEFFICIENTS,
    LINEAR,
    PAC2002,
    PAC2002_NAMES,
    PACEJKA89,
    tyre_forces,
)
from mbfe.errors import ModelError, immutable, settle

__all__ = ["BrushTyre", "LinearTyre", "MagicFormula", "Pacejka89", "TyreFile", "TyreModel"]


class TyreModel:
    """Base of the models; a model has a nominal load and numbers for compiled code.

    Slips are κ = −V_sx/‖V_x‖ and tan α = −V_sy/‖V_x‖ (Pacejka 2012, chapter 1): positive ones give positive
    forces, x forward and y to the left. Camber is positive when the wheel leans to the right.
    """

    kind: ClassVar[int]
    load: float

    @property
    def coefficients(self) -> tuple[float, ...]:
        """Numbers after kind and load."""
        raise NotImplementedError("use a model of mbfe.elements.tyres")

    @property
    def row(self) -> Floats:
        """Kind, load and coefficients, filled up with zeros."""
        numbers = [float(self.kind), self.load, *self.coefficients]
        return np.array(numbers + [0.0] * (COEFFICIENTS - len(numbers)))

    def forces(
        self,
        *,
        slip_ratio: float = 0.0,
        slip_angle: float = 0.0,
        load: float | None = None,
        camber: float = 0.0,
        reverse: bool = False,
    ) -> tuple[float, float, float]:
        """Steady forces.

        Parameters
        ----------
        slip_ratio : float
            κ; −1 is a locked wheel.
        slip_angle : float
            α [rad].
        load : float, optional
            F_z [N]; the nominal one when absent.
        camber : float
            γ [rad].
        reverse : bool
            Whether the wheel rolls backwards, V_x < 0: the trail is then before the centre of the contact.

        Returns
        -------
        tuple of 3 float
            F_x, F_y [N] and M_z [N m].
        """
        load = self.load if load is None else load
        direction = -1.0 if reverse else 1.0
        fx, fy, mz = tyre_forces(self.row, slip_ratio, math.tan(slip_angle), load, camber, direction)
        return float(fx[0]), float(fy[0]), float(mz[0])

    @property
    def slip_stiffness(self) -> tuple[float, float]:
        """∂F_x/∂κ and ∂F_y/∂tan α at zero slip and the nominal load [N]."""
        fx, fy, _ = tyre_forces(self.row, 0.0, 0.0, self.load, 0.0, 1.0)
        return float(fx[1]), float(fy[2])

    @property
    def grip(self) -> tuple[float, float]:
        """Stiffness over the largest force, along and across, at the nominal load."""
        stiff = self.slip_stiffness
        ranges = np.linspace(0.0, 1.0, 401)[1:]
        top_x = max(self.forces(slip_ratio=k)[0] for k in ranges)
        top_y = max(self.forces(slip_angle=a)[1] for a in ranges)
        return stiff[0] / top_x, stiff[1] / top_y


@immutable
@dataclass(frozen=True)
class LinearTyre(TyreModel):
    """Forces proportional to slips and load, without saturation: for comparison with single-track theory.

    Parameters
    ----------
    cornering_stiffness : float
        ∂F_y/∂tan α at the nominal load [N].
    load : float
        Nominal load [N].
    longitudinal_stiffness : float, optional
        ∂F_x/∂κ [N]; the cornering stiffness when absent.
    camber_stiffness : float
        −∂F_y/∂γ [N/rad].
    trail : float
        Pneumatic trail [m].

    Examples
    --------
    >>> LinearTyre(cornering_stiffness=4e4, load=4e3).forces(slip_angle=0.01)[1].__round__(3)
    400.013
    """

    _: KW_ONLY
    cornering_stiffness: float
    load: float
    longitudinal_stiffness: float | None = None
    camber_stiffness: float = 0.0
    trail: float = 0.0

    kind: ClassVar[int] = LINEAR

    def __post_init__(self) -> None:
        check_fields(self)
        for name in ("cornering_stiffness", "load", "longitudinal_stiffness"):
            if getattr(self, name) is not None:
                positive("LinearTyre", name, getattr(self, name))

    @property
    def coefficients(self) -> tuple[float, ...]:
        """Stiffnesses and trail."""
        along = self.longitudinal_stiffness or self.cornering_stiffness
        return along, self.cornering_stiffness, self.camber_stiffness, self.trail

    @property
    def grip(self) -> tuple[float, float]:
        """Nothing limits the forces."""
        return 0.0, 0.0


@immutable
@dataclass(frozen=True)
class BrushTyre(TyreModel):
    """Brush model with parabolic pressure (Pacejka 2012, section 3.2), combined slip included.

    Parameters
    ----------
    stiffness : float
        C = 2 c_p a² at the nominal load, the slope of F_x with κ and of F_y with tan α [N].
    friction : float
        μ between tread and road.
    load : float
        Nominal load [N].
    half_length : float
        Half the length a of the contact at the nominal load [m], for the aligning moment.

    Notes
    -----
    With σ = (κ, tan α)/(1 + κ), (1 − κ) backwards, and λ = C‖σ‖/(3 μ F_z) the force is μ F_z (3λ − 3λ² + λ³)
    along σ, and M_z = −μ F_z a λ(1 − λ)³ σ_y/‖σ‖; for λ ≥ 1 all of the contact slides and F = μ F_z. a grows
    with √F_z, so that C is proportional to the load.

    Examples
    --------
    >>> tyre = BrushTyre(stiffness=6e4, friction=0.8, load=3e3)
    >>> round(tyre.forces(slip_ratio=-1.0)[0], 3)
    -2400.0
    """

    _: KW_ONLY
    stiffness: float
    friction: float
    load: float
    half_length: float = 0.0

    kind: ClassVar[int] = BRUSH

    def __post_init__(self) -> None:
        check_fields(self)
        for name in ("stiffness", "friction", "load"):
            positive("BrushTyre", name, getattr(self, name))
        positive("BrushTyre", "half_length", self.half_length, zero=True)

    @property
    def coefficients(self) -> tuple[float, ...]:
        """Stiffness, friction, half length."""
        return self.stiffness, self.friction, self.half_length

    @property
    def grip(self) -> tuple[float, float]:
        """C/(μ F_z)."""
        one = self.stiffness / (self.friction * self.load)
        return one, one


@immutable
@dataclass(frozen=True)
class MagicFormula(TyreModel):
    """Magic Formula PAC2002 (Pacejka 2012, section 4.3.2), combined slip by its weighting functions.

    Parameters
    ----------
    coefficients_by_name : mapping of str to float
        Coefficients by their names in a tyre file, e.g. ``pcx1``; those that are absent are zero. They hold
        in ISO axes, as tyre files have them: p_Ky1 is negative.
    load : float
        Nominal load F_z0 [N].
    radius : float
        Unloaded radius R_0 [m] of the moments.
    symmetric : bool
        Whether to omit the terms with forces at zero slip and camber, by which left and right differ.
    mirrored : bool
        Whether to exchange left and right: the tyre of the other side of a car.

    Notes
    -----
    Used are p_Cx1, p_Dx1–3, p_Ex1–4, p_Kx1–3, p_Hx1–2, p_Vx1–2, r_Bx1–2, r_Cx1, r_Ex1–2, r_Hx1; p_Cy1,
    p_Dy1–3, p_Ey1–4, p_Ky1–3, p_Hy1–3, p_Vy1–4, r_By1–3, r_Cy1, r_Ey1–2, r_Hy1–2, r_Vy1–6; q_Bz1–5, q_Bz9–10,
    q_Cz1, q_Dz1–4, q_Dz6–9, q_Ez1–5, q_Hz1–4, s_Sz1–4: the forces and the aligning moment of pure and
    combined slip. Scaling factors are one (those of a file are in its coefficients), turn slip is left out;
    a camber enters as γ. p_Ky2 = 0 stands for a stiffness in proportion to the load, p_Ky1 F_z. Curvatures E
    are at most one; μ and the effect of camber on K_y keep their sign and a hundredth of their nominal value.
    """

    coefficients_by_name: Mapping[str, float] = field(default_factory=lambda: COMMONROAD)
    _: KW_ONLY
    load: float = 4000.0
    radius: float = 0.3
    symmetric: bool = False
    mirrored: bool = False

    kind: ClassVar[int] = PAC2002

    def __post_init__(self) -> None:
        check_fields(self)
        where, given = "MagicFormula: coefficients_by_name", self.coefficients_by_name
        unknown = sorted(set(given) - set(PAC2002_NAMES))
        if unknown:
            text = f"unknown coefficients {', '.join(unknown)}"
            raise ModelError(where, text, allowed=", ".join(PAC2002_NAMES))
        for name in ("pcx1", "pdx1", "pkx1", "pcy1"):
            positive(where, name, given.get(name, 0.0))
        positive(where, "pky2", given.get("pky2", 0.0), zero=True)
        if not given.get("pdy1"):
            raise ModelError(f"{where}: pdy1", "it is zero or absent", allowed="the friction across")
        if not given.get("pky1", 0.0) < 0.0:
            remedy = "A set of SAE axes has other signs of its lateral coefficients"
            allowed = "a negative number, as in ISO axes"
            raise ModelError(f"{where}: pky1", f"{given.get('pky1', 0.0)}", allowed=allowed, remedy=remedy)
        for name in ("load", "radius"):
            positive("MagicFormula", name, getattr(self, name))

    @classmethod
    def from_file(
        cls, path: str | os.PathLike[str], *, symmetric: bool = False, mirrored: bool = False
    ) -> MagicFormula:
        """Model of a tyre property file, PAC2002 or MF-Tyre 5.2; :class:`TyreFile` has the rest of it.

        Parameters
        ----------
        path : path
            The ``.tir`` file.
        symmetric, mirrored : bool
            As above; a file whose USE_MODE is negative is mirrored already, and once more by this.

        Returns
        -------
        MagicFormula
            Model in m, N and rad, with the scaling factors of the file in its coefficients.
        """
        return cls._of_numbers(read_tyre_file(path), symmetric, mirrored)

    @classmethod
    def _of_numbers(cls, found: TyreNumbers, symmetric: bool, mirrored: bool) -> MagicFormula:
        """Model of a file that has been read."""
        sides = {"symmetric": symmetric, "mirrored": mirrored != found.mirrored}
        return cls(found.coefficients, load=found.load, radius=found.radius, **sides)

    @property
    def coefficients(self) -> tuple[float, ...]:
        """Radius and all coefficients in the order of storage."""
        given = dict(self.coefficients_by_name)
        if self.mirrored:
            given |= {name: -given[name] for name in SIDED if name in given}
        if self.symmetric:
            given |= dict.fromkeys(SHIFTS, 0.0)
        return self.radius, *(float(given.get(name, 0.0)) for name in PAC2002_NAMES)


@immutable
@dataclass(frozen=True)
class Pacejka89(TyreModel):
    """Lateral Magic Formula of Bakker, Pacejka and Lidner (1989), a₀ to a₁₃.

    Parameters
    ----------
    a : sequence of 14 float
        a₀ … a₁₃, loads in kN and angles in degrees, SAE axes.
    load : float
        Nominal load [N].
    longitudinal_ratio : float
        r, the stiffness with the slip ratio over that with tan α.
    trail : float
        Pneumatic trail [m].

    Notes
    -----
    C = a₀, D = a₁F_z² + a₂F_z, BCD = a₃ sin(2 atan(F_z/a₄))(1 − a₅|γ|), E = a₆F_z + a₇,
    S_h = a₉F_z + a₁₀ + a₈γ, S_v = a₁₁F_zγ + a₁₂F_z + a₁₃. F_x follows by similarity: the force of a slip
    ρ = √((rκ)² + tan²α) acts along (rκ, tan α).
    """

    a: tuple[float, ...]
    _: KW_ONLY
    load: float = 4000.0
    longitudinal_ratio: float = 1.0
    trail: float = 0.0

    kind: ClassVar[int] = PACEJKA89

    def __post_init__(self) -> None:
        check_fields(self)
        settle(self, a=tuple(finite_vector("Pacejka89", "a", self.a, size=14).tolist()))
        for index in (0, 2, 3, 4):
            positive("Pacejka89", f"a[{index}]", self.a[index])
        positive("Pacejka89", "load", self.load)
        positive("Pacejka89", "longitudinal_ratio", self.longitudinal_ratio)

    @property
    def coefficients(self) -> tuple[float, ...]:
        """Trail, ratio and a₀ … a₁₃."""
        return self.trail, self.longitudinal_ratio, *self.a


@immutable
@dataclass(frozen=True)
class TyreFile:
    """A tyre property file: a model and all that :class:`mbfe.elements.Tyre` takes beside it.

    Parameters
    ----------
    model : MagicFormula
        Forces.
    radius, stiffness, damping : float
        Unloaded radius [m], vertical stiffness [N/m] and damping [N s/m].
    relaxation_length : tuple of 2 float
        σ along and across at the nominal load [m].
    rolling_resistance, effective_radius : float
        f_r and η.

    Examples
    --------
    ``elements.Tyre("front left", wheel, carrier=hub, **tyres.TyreFile.read("car.tir").arguments)``
    """

    _: KW_ONLY
    model: MagicFormula
    radius: float
    stiffness: float
    damping: float
    relaxation_length: tuple[float, float]
    rolling_resistance: float
    effective_radius: float

    @classmethod
    def read(
        cls, path: str | os.PathLike[str], *, symmetric: bool = False, mirrored: bool = False
    ) -> TyreFile:
        """Read a file; see :meth:`MagicFormula.from_file`."""
        found = read_tyre_file(path)
        stiffness, damping = found.vertical
        return cls(
            model=MagicFormula._of_numbers(found, symmetric, mirrored),
            radius=found.radius,
            stiffness=stiffness,
            damping=damping,
            relaxation_length=found.relaxation,
            rolling_resistance=found.rolling_resistance,
            effective_radius=found.effective_radius,
        )

    @property
    def arguments(self) -> dict[str, Any]:
        """All of it by the names of the arguments of :class:`mbfe.elements.Tyre`."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}
