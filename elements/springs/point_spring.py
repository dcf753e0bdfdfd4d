"""Spring and damper between two points."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field
from typing import Any, ClassVar

from mbfe.checks import positive
from mbfe.elements.springs.point_spring_law import point_spring
from mbfe.elements.tension import APART
from mbfe.errors import ModelError
from mbfe.model import Builder, Model, NamedOutput
from mbfe.model.between import BetweenPoints
from mbfe.model.description import Description, Strut
from mbfe.model.force_functions import ForceFunction, take_force

__all__ = ["PointSpring"]


@dataclass(frozen=True, eq=False)
class PointSpring(BetweenPoints):
    """Spring and damper along the line between two points of two bodies.

    Parameters
    ----------
    stiffness : float
        k [N/m].
    damping : float
        c [N s/m], along the line.
    free_length : float, optional
        ℓ₀ [m]; the distance of the points as drawn when absent.
    preload : float
        Tension at the free length [N].
    force : Curve or callable, optional
        Tension [N] in addition to the above: a curve or f(elongation) of ℓ − ℓ₀ [m], or f(length, rate) of
        ℓ [m] and ℓ̇ [m/s], in Python or compiled (``numba.njit``; some nanoseconds a call instead of
        microseconds).

    Notes
    -----
    Other parameters as for :class:`mbfe.model.between.BetweenPoints`.

    φ = k(ℓ − ℓ₀) + preload + c ℓ̇ + f, tension positive, applied as (k + (φ − kℓ)/ℓ) d along the vector d
    between the points. A spring of zero free length is linear, k d, and smooth through zero length. Any other
    one has no direction where its ends coincide: as drawn this is refused; in a run the force is then k d =
    0, with the energy ½kℓ₀².

    Energies: the linear part, the preload and a curve are elastic, c ℓ̇² is dissipated; the power of a
    callable, which may have no potential, counts as that of a load. Results: ``length`` [m], ``rate`` [m/s],
    ``force`` [N].

    Examples
    --------
    >>> from mbfe import Model, elements
    >>> model = Model()
    >>> bob = model.add(elements.PointMass("bob", mass=0.5, position=(0.2, 0, 0)))
    >>> model.add(elements.PointSpring("cord", model.ground, bob, stiffness=80.0, free_length=0.15)).name
    'cord'
    """

    _: KW_ONLY
    stiffness: float = 0.0
    damping: float = 0.0
    free_length: float | None = None
    preload: float = 0.0
    force: Any = None
    force_function: ForceFunction = field(init=False, repr=False)

    strains: ClassVar[tuple[str, str] | None] = ("free_length", "length")
    line_ends: ClassVar[tuple[str, str] | None] = ("point_a", "point_b")
    output_law = point_spring
    signals: ClassVar[tuple[NamedOutput, ...]] = (
        NamedOutput("length", "length", None, "distance of the two points", rate="rate"),
        NamedOutput("rate", "rate", None, "rate of the length"),
        NamedOutput("force", "force", None, "force, positive in tension"),
    )

    def validate(self) -> None:
        """Check the numbers and the force law."""
        if self.free_length is not None:
            positive(self.where, "free_length", self.free_length, zero=True)
        super().validate()
        take_force(self, self.force, "force")

    def join(self, model: Model) -> None:
        """Check the two sides, and that the force has a direction."""
        ((first, _), (second, _)), distance = self.points(model), self.drawn(model)
        free = distance if self.free_length is None else self.free_length
        if distance <= APART * max(free, 1e-300) and (
            free > 0.0 or self.preload != 0.0 or self.force is not None
        ):
            raise ModelError(
                self.where,
                f'its ends on "{first.name}" and "{second.name}" coincide: its force has no direction',
                allowed="ends apart, or free_length=0 without preload and force law",
                remedy="Move one of the points",
            )

    def build(self, builder: Builder) -> None:
        """Give the law the points and coefficients."""
        (nodes, points), distance = self.placed(builder.model), self.drawn(builder.model)
        free = distance if self.free_length is None else self.free_length
        kind, at = self.force_function.place(builder)
        builder.add(
            self,
            point_spring,
            nodes,
            **points,
            stiffness=self.stiffness,
            damping=self.damping,
            free_length=free,
            preload=self.preload,
            size=max(free, distance) or 1.0,
            force_kind=kind,
            force_at=at,
        )

    def typical_stiffness(self, model: Model, length: float) -> float:
        """Its stiffness [N/m]."""
        return float(self.stiffness)

    def describe(self, model: Model) -> Description:
        """Its ends; a coil where it has a stiffness."""
        return Strut.between(self.points(model), coil=self.stiffness > 0.0)
