"""Cable, rope or string: a slender beam with a small bending stiffness that regularises its statics."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import ClassVar

import numpy as np

from mbfe.checks import positive, shown
from mbfe.elements.beams.beam_mesh import make_mesh
from mbfe.elements.beams.slender import Slender
from mbfe.errors import ModelError, settle
from mbfe.sections import Section

__all__ = ["Cable"]

STRANDED = 1.0 / 200.0
"""Bending stiffness of a rope of loose wires over that of a solid bar: wires of 1/14 of its diameter."""
SHEAR = 1.0 / 2.6
"""Shear over axial stiffness of a solid bar, G/E; a cable's shear is far stiffer than its bending."""


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
