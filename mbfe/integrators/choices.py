"""Closed sets of choices of a scheme, and the places of its numbers in the array that the engine reads."""

from __future__ import annotations

MAPS = ("cayley", "exp")
"""Maps from increments to motions."""
END, WEIGHTED, SOI2_FORM, HHT_FORM = range(4)
FORMS = ("end", "weighted", "soi2", "hht")
"""Where equilibrium is enforced: at t_{n+1}, as a weighted balance, in two coupled stages, or in the stages
of the extended HHT-α method."""
VARIANTS = ("end", "predicted", "midpoint", "midpoint_predicted")
"""Where the extended HHT-α method takes the constraint forces (Jay and Negrut 2007, section 3)."""
STEP_CHANGES = ("none", "gamma", "extrapolate", "acceleration")
"""What happens to γ or to the algorithmic acceleration when the step changes, see
:mod:`mbfe.integrators.changing_steps`."""
STARTS = ("acceleration", "second_order", "implicit")
"""First algorithmic acceleration: the true one, its value at t₀ + αh, or implicitly by eq. (10) of the SOI2
paper."""

(FORM, ALPHA_M, ALPHA_F, BETA, GAMMA, DELTA_M, DELTA_F, THETA) = range(8)
(B, VARIANT, STEP_CHANGE, RESCALE, START, MAP, RADIUS) = range(8, 15)
NUMBERS = 16
"""Length of :meth:`Scheme.numbers`; the constants above are places in it."""

ALLOWED_CHANGES = {
    END: STEP_CHANGES,
    WEIGHTED: ("none", "extrapolate"),
    SOI2_FORM: ("none", "extrapolate"),
    HHT_FORM: STEP_CHANGES,
}
ALLOWED_STARTS = {
    END: ("acceleration", "second_order"),
    WEIGHTED: ("acceleration", "implicit"),
    SOI2_FORM: ("acceleration", "implicit"),
    HHT_FORM: ("acceleration", "implicit"),
}
USUAL_START = {END: "second_order", WEIGHTED: "implicit", SOI2_FORM: "implicit", HHT_FORM: "acceleration"}
