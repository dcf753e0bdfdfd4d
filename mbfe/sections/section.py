"""The section of a beam: stiffness, mass and damping per length about its reference axis."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from mbfe.algebra.arrays import Floats
from mbfe.checks import array, finite_vector, parts_of, positive
from mbfe.contracts import check_fields, checked
from mbfe.errors import ModelError, immutable, settle
from mbfe.sections import checks, constants
from mbfe.sections.frames import carried, rows_of, turned
from mbfe.sections.making import Making
from mbfe.sections.measures import Measures
from mbfe.sections.picture import plot_section
from mbfe.sections.report import html_of, table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Section", "damping_factor"]


@immutable
@dataclass(frozen=True, eq=False)
class Section(Measures):
    """Stiffness, mass and damping per length of a beam about its reference axis, in section axes.

    x points along the beam, y and z lie in the section. Strains are ε = (γ₁ axial, γ₂, γ₃ shears, κ₁ twist,
    κ₂, κ₃ bending), resultants N = C ε + D ε̇ = (F₁, F₂, F₃, M₁, M₂, M₃), tension positive; a fibre at (y, z)
    has the axial strain γ₁ + z κ₂ - y κ₃.

    Parameters
    ----------
    stiffness : array_like, shape (6, 6) or (6,)
        C, symmetric and positive definite [N, N m, N m²]; six numbers are its diagonal.
    mass : array_like, shape (6, 6), optional
        Mass matrix for twists (v, ω), m [[1, -c̃], [c̃, J/m]] [kg/m, kg, kg m]; zeros make a massless beam.
    damping : float or array_like, optional
        Factor β [s] for D = β C (see :func:`damping_factor`), six factors, one for each strain, for
        D = √β C √β (see :func:`mbfe.fit_damping`), or D (6, 6) itself [N s, N m s, N m² s].
    outline : array_like, shape (n, 2), or list of such, optional
        Closed loops (y, z) for pictures [m]: the outer one, then holes.
    making : Making, optional
        Function and dimensions of the section, by which :func:`mbfe.sections.interpolate` tapers it.

    Examples
    --------
    >>> import mbfe
    >>> section = mbfe.Section.rectangle(E=70e9, nu=0.33, density=2700.0, width=0.02, height=0.04)
    >>> print(round(section.axial_stiffness), round(section.mass_per_length, 6))
    56000000 2.16
    >>> print(section.shift(0.0, -0.03).tension_center)
    [0.   0.03]
    """

    stiffness: Floats
    mass: Floats = None  # type: ignore[assignment]
    damping: Any = 0.0
    outline: Any = None
    making: Making | None = field(default=None, repr=False)

    rectangle: ClassVar[Callable[..., Section]]
    circle: ClassVar[Callable[..., Section]]
    tube: ClassVar[Callable[..., Section]]
    ellipse: ClassVar[Callable[..., Section]]
    box: ClassVar[Callable[..., Section]]
    i_section: ClassVar[Callable[..., Section]]
    channel: ClassVar[Callable[..., Section]]
    thin_walled: ClassVar[Callable[..., Section]]

    def __post_init__(self) -> None:
        where = "Section"
        stiffness = checks.definite(f"{where}: stiffness", self.stiffness)
        mass = np.zeros((6, 6)) if self.mass is None else checks.rigid(f"{where}: mass", self.mass)
        check_fields(self)
        if parts_of(self.damping) is None:
            damping = positive(where, "damping", self.damping, zero=True) * stiffness
        elif array(where, "damping", self.damping).shape == (6,):
            root = np.sqrt(checks.factors(f"{where}: damping", self.damping))
            damping = root[:, None] * stiffness * root
        else:
            damping = checks.semidefinite(f"{where}: damping", self.damping)
        damping = checks.square(f"{where}: damping", damping)
        loops = checks.as_loops(where, self.outline)
        checks.check_scales(where, stiffness, mass, loops)
        for name, matrix in (("stiffness", stiffness), ("mass", mass), ("damping", damping)):
            matrix.flags.writeable = False
            settle(self, **{name: matrix})
        settle(self, outline=(loops[0] if len(loops) == 1 else list(loops)) if loops else None)

    # -------------------------------------------------------------------------- making one

    @classmethod
    @checked
    def from_matrices(
        cls,
        stiffness: ArrayLike,
        mass: ArrayLike | None,
        *,
        order: str = "mbfe",
        reference: ArrayLike = (0.0, 0.0),
        damping: float | ArrayLike = 0.0,
        outline: Any = None,
    ) -> Section:
        """Section from the 6×6 matrices of another program.

        Parameters
        ----------
        stiffness, mass : array_like, shape (6, 6)
            About one point and in the axes and order of that program; mass None makes a massless beam.
        order : {"mbfe", "vabs", "beamdyn", "becas", "hawc2", "anba4"}
            Order of the program. ``"vabs"`` (γ₁₁, 2γ₁₂, 2γ₁₃, κ₁, κ₂, κ₃; x₁ along the beam) is that of mbfe.
            The others have z along the beam and the order (Fx, Fy, Fz, Mx, My, Mz): x, y, z of mbfe are their
            z, x, y, a cyclic permutation, so that in BeamDyn's blade axes y of mbfe points to the suction
            side (flap) and z to the trailing edge (edge).
        reference : array_like, shape (2,), optional
            Where the beam's reference axis passes, seen from the point that the matrices are about: y, z in
            *our* axes [m].
        damping : float or array_like, shape (6, 6), optional
            Factor β [s], or the matrix D in the same order.
        outline : array_like or list, optional
            Loops (y, z) in our axes about the point that the matrices are about [m].

        Returns
        -------
        Section
            About the reference axis.
        """
        rows = np.ix_(rows_of(order), rows_of(order))
        given: dict[str, Any] = {"stiffness": stiffness, "mass": mass, "damping": damping}
        ours: dict[str, Any] = {"mass": None, "damping": damping}
        for name, matrix in given.items():
            if name == "stiffness" or (matrix is not None and np.ndim(matrix) > 0):
                ours[name] = checks.square(f"Section.from_matrices: {name}", matrix)[rows]
        y, z = finite_vector("Section.from_matrices", "reference", reference, size=2)
        return cls(outline=outline, **ours).shift(y, z)

    @classmethod
    @checked
    def from_stiffness(
        cls,
        *,
        axial: float,
        bending: tuple[float, float],
        torsion: float,
        shear: tuple[float, float],
        tension_center: ArrayLike = (0.0, 0.0),
        shear_center: ArrayLike | None = None,
        angle: float = 0.0,
        mass_per_length: float = 0.0,
        mass_center: ArrayLike | None = None,
        gyration: tuple[float, float] = (0.0, 0.0),
        damping: float | ArrayLike = 0.0,
        outline: Any = None,
    ) -> Section:
        """Section from principal stiffnesses and centres.

        Parameters
        ----------
        axial : float
            EA [N].
        bending : tuple of 2 floats
            EI about the principal axes y and z through the tension centre [N m²].
        torsion : float
            GJ [N m²].
        shear : tuple of 2 floats
            k GA along the principal axes y and z [N].
        tension_center, shear_center, mass_center : array_like, shape (2,), optional
            Points (y, z) in section axes [m]; the latter two are the tension centre if not given.
        angle : float, optional
            Turn of the principal axes about x [rad].
        mass_per_length : float, optional
            Mass per length [kg/m].
        gyration : tuple of 2 floats, optional
            Radii of gyration about y' and z' through the mass centre, principal axes [m].
        damping, outline : optional
            As of :class:`Section`.

        Returns
        -------
        Section
            About the origin.
        """
        where = "Section.from_stiffness"
        tension = finite_vector(where, "tension_center", tension_center, size=2)
        shear_point, center = (
            tension if point is None else finite_vector(where, name, point, size=2)
            for name, point in (("shear_center", shear_center), ("mass_center", mass_center))
        )
        EI, GA = (
            np.diag([positive(where, name, v) for v in finite_vector(where, name, pair, size=2)])
            for name, pair in (("bending", bending), ("shear", shear))
        )
        K = constants.stiffness_of(
            positive(where, "axial", axial),
            constants.turned_block(EI, angle),
            positive(where, "torsion", torsion),
            constants.turned_block(GA, angle),
            tension,
            shear_point,
        )
        m = positive(where, "mass_per_length", mass_per_length, zero=True)
        about_y, about_z = finite_vector(where, "gyration", gyration, size=2) ** 2
        second = constants.turned_block(np.diag([about_z, about_y]), angle) + np.outer(center, center)
        return cls(K, constants.plane_mass(m, center, m * second), damping, outline)

    @classmethod
    @checked
    def from_constants(
        cls,
        *,
        E: float,
        area: float,
        I_y: float,
        I_z: float,
        J: float,
        shear_factors: tuple[float, float],
        G: float | None = None,
        nu: float | None = None,
        I_yz: float = 0.0,
        density: float = 0.0,
        centroid: ArrayLike = (0.0, 0.0),
        shear_center: ArrayLike | None = None,
        damping: float | ArrayLike = 0.0,
        outline: Any = None,
    ) -> Section:
        """Section of one isotropic material from the constants of its figure.

        Parameters
        ----------
        E : float
            Young's modulus [Pa].
        area : float
            Area [m²].
        I_y, I_z, I_yz : float
            ∫z² dA, ∫y² dA and ∫yz dA about the centroid [m⁴].
        J : float
            Torsion constant [m⁴], not the polar moment.
        shear_factors : tuple of 2 floats
            k_y, k_z: shear stiffness over G times area along y and z, 5/6 in a rectangle with ν = 0.
        G : float, optional
            Shear modulus [Pa]; give this or `nu`.
        nu : float, optional
            Poisson's ratio.
        density : float, optional
            Density [kg/m³].
        centroid, shear_center : array_like, shape (2,), optional
            Points (y, z) [m]; the shear centre is the centroid if not given.
        damping, outline : optional
            As of :class:`Section`.

        Returns
        -------
        Section
            About the origin.
        """
        where = "Section.from_constants"
        made = checks.material(where, E, G, nu, density)
        A = positive(where, "area", area)
        ky, kz = finite_vector(where, "shear_factors", shear_factors, size=2)
        c = finite_vector(where, "centroid", centroid, size=2)
        s = c if shear_center is None else finite_vector(where, "shear_center", shear_center, size=2)
        I_y, I_z = positive(where, "I_y", I_y), positive(where, "I_z", I_z)
        J, most = positive(where, "J", J), I_y + I_z
        if J > 1.001 * most:
            given = f"{J:g} m⁴ was given, with I_y + I_z = {most:g} m⁴"
            allowed = "at most I_y + I_z, which only a round section reaches"
            raise ModelError(f"{where}: J", given, allowed=allowed)
        if I_yz * I_yz >= I_y * I_z:
            allowed = f"less than √(I_y I_z) = {(I_y * I_z) ** 0.5:g} in magnitude"
            raise ModelError(f"{where}: I_yz", f"{I_yz:g}", allowed=allowed)
        figure = constants.Area(A, c, np.array([[I_z, I_yz], [I_yz, I_y]]))
        shear = np.diag([positive(where, "shear_factors", k) * made.G * A for k in (ky, kz)])
        K = constants.stiffness_of(made.E * A, made.E * figure.bending, made.G * J, shear, c, s)
        return cls(K, constants.mass_of(made.density, figure), damping, outline)

    # -------------------------------------------------------------------------- moving and writing

    def shift(self, y: float, z: float) -> Section:
        """The same section about a reference axis that passes through the point (y, z) of the present axes.

        Parameters
        ----------
        y, z : float
            The point [m].

        Returns
        -------
        Section
            With C' = Sᵀ C S, S = [[1, r̃], [0, 1]]; points of the outline lose (y, z).
        """
        point = finite_vector("Section", "shift", (y, z), size=2)
        making = self.making and self.making.then("shift", *point.tolist())
        return self._changed(carried(*-point), [loop - point for loop in self.loops], making)

    def rotate(self, angle: float) -> Section:
        """The same section in axes turned by `angle` [rad] about x (from y to z).

        Parameters
        ----------
        angle : float
            Turn of the *axes*; the material stays where it is.

        Returns
        -------
        Section
            With C' = Rᵀ C R.
        """
        turn = float(finite_vector("Section", "angle", [angle], size=1)[0])
        R = turned(turn)
        making = self.making and self.making.then("rotate", turn)
        return self._changed(R, [loop @ R[1:3, 1:3] for loop in self.loops], making)

    def _changed(self, S: Floats, loops: Sequence[Floats], making: Making | None) -> Section:
        C, M, D = (S.T @ matrix @ S for matrix in (self.stiffness, self.mass, self.damping))
        with checks.quiet():
            return Section(C, M, D, list(loops) or None, making)

    def with_damping(self, damping: float | ArrayLike) -> Section:
        """The same section with another damping: one factor β [s] for D = β C, or six, or D itself."""
        return replace(self, damping=damping, making=self.making and self.making.with_damping(damping))

    def to_matrices(self, *, order: str = "mbfe") -> tuple[Floats, Floats]:
        """Stiffness and mass in the order of another program, see :meth:`from_matrices`.

        Parameters
        ----------
        order : str, optional
            Whose order.

        Returns
        -------
        tuple of 2 ndarrays, shape (6, 6)
            About the reference axis.
        """
        back = np.argsort(rows_of(order))
        rows = np.ix_(back, back)
        return self.stiffness[rows], self.mass[rows]

    def plot(self, *, file: str | os.PathLike[str] | None = None, title: str | None = None) -> Figure:
        """Draw outline, centres and principal axes; see ``mbfe/sections/picture.py``."""
        return plot_section(self, file=file, title=title)

    def _repr_html_(self) -> str:
        return html_of(self)

    def __str__(self) -> str:
        return table(self)


@checked
def damping_factor(*, ratio: float, frequency: float) -> float:
    """Factor β = 2ζ/ω = ζ/(πf) [s] for a damping ratio ζ at one frequency.

    At other frequencies ζ is proportional to them: twice at 2f, half at f/2.

    Parameters
    ----------
    ratio : float
        Damping ratio ζ, 0.01 for one per cent.
    frequency : float
        Frequency f [Hz].

    Returns
    -------
    float
        For ``damping=`` of a section, D = β C.
    """
    where = "damping_factor"
    return positive(where, "ratio", ratio, zero=True) / (np.pi * positive(where, "frequency", frequency))
