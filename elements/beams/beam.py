"""Geometrically exact beams, and cables with a small bending stiffness that regularises their statics."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from mbfe.algebra.arrays import Floats
from mbfe.checks import positive, shown
from mbfe.elements.beams.beam_mesh import make_mesh, section_function
from mbfe.elements.beams.slender import Slender
from mbfe.errors import ModelError, settle
from mbfe.sections import Section

__all__ = ["Beam", "Cable"]

STRANDED = 1.0 / 200.0
"""Bending stiffness of a rope of loose wires over that of a solid bar: wires of 1/14 of its diameter."""
SHEAR = 1.0 / 2.6
"""Shear over axial stiffness of a solid bar, G/E; a cable's shear is far stiffer than its bending."""


@dataclass(frozen=True, eq=False)
class Beam(Slender):
    """Geometrically exact beam along any line: a blade, a spar, a shaft, a spring leaf, a frame member.

    Parameters
    ----------
    name : str
        Name; its nodes are called ``"name.0"``, ``"name.1"``, … from start to end.
    line : Line
        Reference line, of :mod:`mbfe.lines`. The sections' matrices are about it.
    section : Section, sequence of (s, Section) or callable
        Section, the same everywhere; or at stations s, in metres along the line from 0 to its length, with
        interpolation between; or f(s) -> Section.
    n_elements : int, optional
        Number of elements, of equal length.
    n_nodes : {3, 2, 4}
        Nodes of each element. Errors of displacements decrease with h², h⁴ and h⁶ for 2, 3 and 4.
    stations : sequence of float, optional
        Where elements begin and end [m along the line], from 0 to the length, instead of ``n_elements``.
        There is a node at each of them, for loads and joints.
    up : (3,) array_like, optional
        Vector whose projection on the section is its z axis [world]. Without it: see
        ``frames`` of :class:`mbfe.lines.Line`.
    twist : float, sequence of (s, angle) or callable
        Angle by which the section is then rotated about the line, right-handed [rad].
    start, end : body, node or str, optional
        Body or node to which the end of the beam is rigidly connected, in the position as drawn; without it
        the end is a separate node. A closed line is connected to itself unless ``end`` is given.
    velocity, angular_velocity : (3,) array_like
        Initial motion of the beam as a rigid body: velocity of its start [m/s] and angular velocity [rad/s],
        world axes.

    Attributes
    ----------
    nodes : tuple of Node
        Its nodes after ``model.add``, from start to end, for joints, loads and other beams.
    start, end : Node
        The first and the last of them, after ``model.add``; by name ``"blade.start"`` and ``"blade.end"``.

    Notes
    -----
    Strains ε = (γ1, γ2, γ3, κ1, κ2, κ3) of the section frames H(s) are those of vee(H⁻¹H′) less
    their values on the line as drawn, which is free of stress; resultants N = (F1, F2, F3, M1, M2, M3) = C ε
    + D ε̇ in section axes, tension positive: see ``elements/beams/beam_law.py``. The mass matrix is lumped at
    the nodes, which are Gauss–Lobatto points. Damping is that of the sections. A beam without mass (density
    0) can be used in statics, or in motion with bodies at all of its nodes.

    Results: ``run["blade"].resultants``, ``.strains``, ``.positions``, ``.tip`` and others, see
    :class:`mbfe.results.views.beam_view.BeamView`.

    Examples
    --------
    >>> from mbfe import Model, Section, elements, joints, lines
    >>> model = Model()
    >>> bar = Section.rectangle(E=210e9, nu=0.3, density=7850.0, width=0.02, height=0.01)
    >>> axis = lines.straight((0, 0, 0), (1, 0, 0))
    >>> leaf = model.add(elements.Beam("leaf", line=axis, section=bar, n_elements=4))
    >>> root = model.add(joints.Fixed("root", model.ground, leaf.start))
    >>> [node.name for node in leaf.nodes][-1], round(leaf.mass_properties.mass, 9)
    ('leaf.8', 1.57)
    """

    _: KW_ONLY
    section: Any
    n_nodes: int = 3
    up: ArrayLike | None = None
    twist: Any = 0.0

    def validate(self) -> None:
        """Make the mesh and check the sections."""
        mesh = make_mesh(
            self.where,
            self.line,
            n_elements=self.n_elements,
            n_nodes=self.n_nodes,
            boundaries=self.stations,
            up=self.up,
            twist=self.twist,
        )
        section = section_function(self.where, self.section, self.line.length)
        section(0.0)
        super().validate()
        settle(self, mesh=mesh, section_at=section)

    def frames_at(self, s: ArrayLike) -> Floats:
        """Section frames as drawn at arc lengths s [m], (n, 7): origins and quaternions, world."""
        return self.line.frames(s, up=self.up, twist=self.twist, where=self.where)


@dataclass(frozen=True, eq=False)
class Cable(Slender):
    """Cable, rope or string: axial stiffness, mass and a small bending stiffness.

    Parameters
    ----------
    name : str
        Name; its nodes are called ``"name.0"``, ``"name.1"``, … from start to end.
    line : Line
        The cable as drawn, of :mod:`mbfe.lines`.
    axial_stiffness : float
        EA [N].
    mass_per_length : float
        Mass per length without tension [kg/m]; 0 for statics.
    diameter : float
        Diameter [m], for the default bending stiffness, the rotary inertia and pictures.
    bending_stiffness : float, optional
        EI [N m²]; EA d²/16/200 by default, that of a rope whose wires slide on each other (a solid bar has
        EA d²/16). It is not zero, so that the equilibrium of a slack or straight cable is unique.
    damping_time : float
        Strain-rate damping D = C · this time [s].
    tension : float
        Tension as drawn [N]: the length without strain is that of the line divided by 1 + tension/EA. A bent
        line keeps its shape without moments.
    n_elements : int, optional
        Number of two-node elements, of equal length.
    stations : sequence of float, optional
        Where elements begin and end [m along the line], instead of ``n_elements``.
    start, end : body, node or str, optional
        Body or node to which an end is clamped. An end that rotates freely is a separate node with a
        spherical joint: usually the better model, see below.
    velocity, angular_velocity : (3,) array_like
        Initial motion as a rigid body: velocity of its start [m/s] and angular velocity [rad/s], world axes.

    Notes
    -----
    Two-node elements of ``elements/beams/beam_law.py``, six unknowns a node: three more than a
    chain of point masses and springs, but with bending, twist and no mechanism when slack. In statics the
    supports of a straight cable may be moved together until it is slack. The boundary layer of bending at a
    clamped end has the length √(EI/tension); where elements are longer, a clamped end reduces the free length
    by about 0.3 of an element (measured on a string), a hinged end does not.

    Results as of :class:`mbfe.elements.Beam`; the tension is ``run["name"].resultants.F1``.
    """

    _: KW_ONLY
    axial_stiffness: float
    mass_per_length: float
    diameter: float
    bending_stiffness: float | None = None
    damping_time: float = 0.0
    tension: float = 0.0

    is_cable: ClassVar[bool] = True

    def validate(self) -> None:
        """Make the mesh and the section."""
        where = self.where
        axial = positive(where, "axial_stiffness", self.axial_stiffness)
        mass = positive(where, "mass_per_length", self.mass_per_length, zero=True)
        d = positive(where, "diameter", self.diameter)
        default = STRANDED * axial * d * d / 16.0
        bending = default if self.bending_stiffness is None else self.bending_stiffness
        bending = positive(where, "bending_stiffness", bending)
        if self.tension <= -0.5 * axial:
            raise ModelError(f"{where}: tension", shown(self.tension), allowed="above −EA/2 [N]")
        super().validate()
        shear, inertia = SHEAR * axial, mass * d * d / 16.0
        angle = np.linspace(0.0, 2.0 * np.pi, 12, endpoint=False)
        section = Section(
            np.diag([axial, shear, shear, 2.0 * SHEAR * bending, bending, bending]),
            np.diag([mass, mass, mass, 2.0 * inertia, inertia, inertia]),
            damping=positive(where, "damping_time", self.damping_time, zero=True),
            outline=0.5 * d * np.stack([np.cos(angle), np.sin(angle)], axis=1),
        )
        mesh = make_mesh(where, self.line, n_elements=self.n_elements, n_nodes=2, boundaries=self.stations)
        settle(self, mesh=mesh, section_at=lambda s: section)

    @property
    def stretch(self) -> float:
        """Length as drawn over the length without strain."""
        return 1.0 + self.tension / self.axial_stiffness
