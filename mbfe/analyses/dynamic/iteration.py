"""Options of the Newton iteration of a step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mbfe.analyses.start.initial import scale_by_all
from mbfe.contracts import check_fields
from mbfe.engine.stepping.loop import MAX_HALVINGS
from mbfe.errors import ModelError

if TYPE_CHECKING:
    from mbfe.analyses.dynamic.simulation import Simulation

__all__ = ["Iteration"]

PREDICTORS = ("extrapolated", "zero")
SCALES = ("translations", "all")


@dataclass(frozen=True, kw_only=True)
class Iteration:
    """How the equations of a step are solved; the solution does not depend on it, the way there does.

    Parameters
    ----------
    predictor : {"extrapolated", "zero"}
        First guess of accelerations, multipliers, rates of states and outputs: extrapolated from the steps
        before, or zero, as in the Dymore manual (section 5) and in Brüls and Arnold 2008, Algorithm 1.
    penalty : float
        Penalty p of the augmented Lagrangian as a multiple of the scale s of the constraints (Dymore manual,
        eq. 16 and 26); 0 for plain Lagrange multipliers.
    scale : {"translations", "all"}
        Diagonal terms whose averages make the scale s = k + d/h + m/h² (there, eq. 22): those of translations
        and coordinates, or all of them, rotations as they are, as in the manual.
    rejections : int
        How often a step that fails is halved before the run fails.
    residual_tolerance : float, optional
        The iteration ends when the root of the sum of squares of all residuals, in their own units, is below
        this (Brüls and Arnold 2008, Algorithm 1), in place of the size of corrections.

    Notes
    -----
    ``RadauIIA`` has a predictor and a stopping test of its own and refuses others.

    Examples
    --------
    >>> Iteration(predictor="zero", residual_tolerance=1e-6).penalty
    1.0
    """

    predictor: str = PREDICTORS[0]
    penalty: float = 1.0
    scale: str = SCALES[0]
    rejections: int = MAX_HALVINGS
    residual_tolerance: float | None = None

    def __post_init__(self) -> None:
        check_fields(self)
        for name, given, allowed in (
            ("predictor", self.predictor, PREDICTORS),
            ("scale", self.scale, SCALES),
        ):
            if given not in allowed:
                words = " or ".join(f'"{choice}"' for choice in allowed)
                raise ModelError(f"Iteration: {name}", f'"{given}"', allowed=words)
        if self.penalty < 0.0:
            raise ModelError("Iteration: penalty", f"{self.penalty:g}", allowed="0 or more")
        if not 0 <= self.rejections <= MOST_REJECTIONS:
            raise ModelError("Iteration: rejections", f"{self.rejections}", allowed=f"0 to {MOST_REJECTIONS}")
        if self.residual_tolerance is not None and self.residual_tolerance <= 0.0:
            raise ModelError(
                "Iteration: residual_tolerance", f"{self.residual_tolerance:g}", allowed="above 0"
            )

    def apply(self, simulation: Simulation, time: float) -> None:
        """Hand the options to the engine, when start values and history are known."""
        state = simulation.compiled.state
        for name, given in (("predictor", self.predictor), ("residual_tolerance", self.residual_tolerance)):
            if len(state.unknown_at) > 0 and given not in (PREDICTORS[0], None):
                raise ModelError(
                    f"Iteration: {name}", f"{given}", remedy="Leave it out: RadauIIA has its own"
                )
        state.guess_size = 0.0 if self.predictor == "zero" else 1.0
        if self.penalty != state.penalty:
            state.penalty = self.penalty
            state.step_weighted = 0.0  # the weights are made again
        state.residual_tolerance = self.residual_tolerance or 0.0
        simulation.record.most_halvings = self.rejections
        if self.scale == "all":
            scale_by_all(simulation.compiled, time)


MOST_REJECTIONS = 50
"""Halvings after which a step is nothing beside the time: 2⁻⁵⁰ of it."""
