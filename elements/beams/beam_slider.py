"""A body that slides along a deforming beam."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field
from typing import Any, ClassVar

import numpy as np
import scipy
from numpy.typing import ArrayLike, NDArray

from mbfe.algebra.rotations import rotate
from mbfe.checks import finite_vector, shown
from mbfe.elements.beams.beam_slider_law import beam_slider2, beam_slider3, beam_slider4
from mbfe.elements.beams.slender import Slender
from mbfe.errors import ModelError, settle
from mbfe.laws import Status
from mbfe.model import Builder, Item, Model, NamedOutput
from mbfe.model.variable import Variable
from mbfe.model.whole import model_length

__all__ = ["BeamSlider"]

SLIDER_LAWS = {2: beam_slider2, 3: beam_slider3, 4: beam_slider4}
SLACK = 1e-9
"""Part of an element's length by which a point may be beyond it before the next element is active."""


@dataclass(frozen=True, eq=False)
class BeamSlider(Item):
    """Point of a body that slides along the reference line of a beam or cable, from element to element.

    Parameters
    ----------
    name : str
        Name.
    beam : Beam, Cable or str
        The beam, added before.
    body : body, node or str
        The body.
    point : (3,) array_like
        The point of the body, in its frame [m].
    place : float, optional
        Initial place along the line as drawn [m]; the nearest point when absent.
    rate : float
        Initial rate of the place [m/s]; the body's velocity must be consistent with it.
    damping : float
        Viscous friction along the line [N s/m].

    Notes
    -----
    The place s is a coordinate without mass; three constraints keep the point on the interpolated
    line, x_b + R_b p = x(s) (Cardona, Géradin & Doan 1991, prismatic joint on a beam, here without its
    rotations). The line has a small kink between elements; the velocity normal to it is lost as in an impact,
    an effect of second order in the angle of the kink. The run ends when the point reaches an end of the
    beam. Results: ``place`` [m], ``place_rate`` [m/s], ``force`` on the body, world axes [N].
    """

    name: str
    beam: Any
    body: Any
    _: KW_ONLY
    point: ArrayLike = (0.0, 0.0, 0.0)
    place: float | None = None
    rate: float = 0.0
    damping: float = 0.0
    _variable: Variable = field(init=False, repr=False)

    family: ClassVar[str] = "joint"
    ties: ClassVar[bool] = False
    output_law = SLIDER_LAWS[2]
    signals: ClassVar[tuple[NamedOutput, ...]] = (
        NamedOutput("force", "force", None, "force on the body, world axes", frame="world", summed=True),
    )

    def validate(self) -> None:
        """Check the numbers."""
        finite_vector(self.where, "point", self.point)
        if self.damping < 0.0:
            raise ModelError(
                f"{self.where}: damping", f"{self.damping}", allowed="a finite number, 0 or more"
            )

    def _line(self, model: Model) -> Slender:
        item = model.item(self.beam)
        if not isinstance(item, Slender):
            beams = [other for other in model.items.values() if isinstance(other, Slender)]
            known = ", ".join(f'"{beam.name}"' for beam in beams) or "a beam added before"
            raise ModelError(f"{self.where}: beam", shown(self.beam), allowed=known)
        return item

    def join(self, model: Model) -> None:
        """Check the beam and the body, and find the place."""
        line = self._line(model)
        body = model.node(self.body, where=f"{self.where}: body")
        if any(node is body for node in line.nodes):
            raise ModelError(
                f"{self.where}: body", f'"{body.name}" is a node of the beam', allowed="another body"
            )
        length = float(line.mesh.boundaries[-1])
        point = np.asarray(self.point, dtype=float)
        target = body.frame.position + rotate(body.frame.orientation, point)
        s = _nearest(line, target) if self.place is None else float(self.place)
        if not 0.0 <= s <= length:
            raise ModelError(f"{self.where}: place", f"{self.place}", allowed=f"0 to {length:.9g} m")
        made = model.add_variables(self.name, ["place"], values=[s], rates=[self.rate], units="m")
        settle(self, _variable=made[0])

    def build(self, builder: Builder) -> None:
        """Hand each element its law; the one with the place acts."""
        line = self._line(builder.model)
        body = builder.model.node(self.body)
        mesh, ends = line.mesh, line.mesh.boundaries
        own = int(np.clip(np.searchsorted(ends, self._variable.value, side="right") - 1, 0, len(ends) - 2))
        for element, nodes in enumerate(mesh.elements):
            builder.add(
                self,
                SLIDER_LAWS[mesh.order],
                [*(line.nodes[k] for k in nodes), body],
                variables=[self._variable],
                row_kinds=(0, 0, 0),
                history={"mode": float(element == own)},
                offsets=line.offsets[nodes],
                point=self.point,
                first=ends[element],
                last=ends[element + 1],
                slack=SLACK * model_length(builder.model),
                lower_end=float(element == 0 and not line.line.closed),
                upper_end=float(element == len(ends) - 2 and not line.line.closed),
                damping=self.damping,
            )

    def failure_words(self, code: int) -> str:
        """Reason why the run ended."""
        if code == Status.AT_LIMIT:
            return "is on an element of its beam along which the section turned by about half a turn"
        return "slides off the end of its beam"

    def row_words(self, row: int) -> str:
        """A constraint row in words."""
        return f"distance from the line along {'xyz'[row]} of the body"


def _nearest(line: Slender, target: NDArray[np.float64]) -> float:
    """Place on the line as drawn that is nearest to a point [m]."""
    ends = line.mesh.boundaries
    s = np.linspace(0.0, ends[-1], 16 * (len(ends) - 1) + 1)

    def distance(at: Any) -> Any:
        return np.linalg.norm(line.frames_at(np.atleast_1d(at))[:, :3] - target, axis=1)

    best = int(distance(s).argmin())
    low, high = s[max(best - 1, 0)], s[min(best + 1, len(s) - 1)]
    found = scipy.optimize.minimize_scalar(
        lambda at: distance(at)[0] ** 2,
        bounds=(low, high),
        method="bounded",
        options={"xatol": 1e-12 * ends[-1]},
    )
    return float(found.x)
