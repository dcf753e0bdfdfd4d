"""What changes while a model runs; everything that the next step reads is declared here, by its role."""

from __future__ import annotations

from typing import NamedTuple

from mbfe.algebra.arrays import Floats
from mbfe.compiled.bundle import Bundle, Number, array, integer, number, part
from mbfe.engine.columns import MOTION
from mbfe.engine.kernels.weights import Weights

__all__ = ["ONE_STAGE", "Coefficients", "Memory", "Stages", "State"]


class Stages(NamedTuple):
    """How many sets of unknowns a scheme has in a step.

    Attributes
    ----------
    coupled : int
        Stages whose accelerations are solved for together, in one matrix.
    sets : int
        Sets of multipliers in this matrix.
    points : int
        Points of a collocation, each with unknowns of its own, solved one by one with one matrix; 0 for the
        other schemes.
    """

    coupled: int = 1
    sets: int = 1
    points: int = 0


ONE_STAGE = Stages()
"""Of most schemes and of all other analyses."""


class Coefficients(Bundle):
    """Coefficients of the scheme in a step, set by its ``begin``, see :mod:`mbfe.engine.scheme`."""

    c1: float = number("Of the old algorithmic acceleration in the prediction of the increment, × h².")
    c2: float = number("Of 𝒳ₙ in the prediction of the increment, × h².")
    c3: float = number("Of the old acceleration in the prediction of the twist, × h.")
    c4: float = number("Of 𝒳ₙ in the prediction of the twist, × h.")
    c5: float = number("Of the old acceleration in the new 𝒳.")
    c6: float = number("Of 𝒳ₙ in the new 𝒳.")
    c7: float = number("Of the new acceleration in the twist, × h.")
    c8: float = number("Of the new acceleration in the increment, × h².")
    c9: float = number("Of the new acceleration in the new 𝒳.")
    alpha: float = number("α = αm − αf: 𝒳 is the acceleration at t + αh.")
    state_rate: float = number("Of ẋₙ in the prediction of a state x.", unit="s")
    state_old: float = number("Of wₙ in the prediction of x.", unit="s")
    w_rate: float = number("Of ẋₙ in the prediction of the algorithmic rate w.")
    w_old: float = number("Of wₙ in the prediction of w.")
    state: float = number("Of the new ẋ in x.", unit="s")
    w: float = number("Of the new ẋ in w.")
    delta: float = number("δm − δf.")
    turn_speed: float = number("c′ of :mod:`mbfe.engine.stepping.spinning`.")
    turn_place: float = number("e′ of that module.")
    lean: float = number("−α.")


class Memory(Bundle):
    """What the next step reads of those before it: what a checkpoint holds."""

    motion: Floats = array(
        f"n_node, {MOTION}", "Motions at the end of the step: pose, twist, acceleration.", kept=True
    )
    algorithmic: Floats = array(
        "n_node, 6", "Algorithmic accelerations 𝒳 at the start of the step.", kept=True
    )
    algorithmic_before: Floats = array("n_node, 6", "𝒳 of the step before, as it was used.", kept=True)
    unconstrained: Floats = array(
        "n_node, 6", "Accelerations without constraint forces, in HHT-α.", kept=True
    )
    half: Floats = array(
        "n_node, 6", "Accelerations of the constraints at the middle of the last step, in HHT-α.", kept=True
    )
    half_multiplier: Floats = array(
        "n_row", "Multipliers at the middle of the last step, in HHT-α.", kept=True
    )
    accel_before: Floats = array(
        "n_node, 6", "Accelerations one step earlier, for the first guess.", kept=True
    )
    twist_before: Floats = array(
        "n_node, 6", "Twists one step earlier, for the error of automatic steps.", kept=True
    )
    past: Floats = array("5, 6 n_node", "Unknowns two to six steps earlier, for the first guess.", kept=True)
    force: Floats = array("6 n_node", "−f at the start of the step, in the weighted methods.", kept=True)
    inertia: Floats = array("6 n_node", "M𝒳 at the start of the step, in these methods.", kept=True)
    inertia_before: Floats = array("6 n_node", "M𝒳 one step earlier.", kept=True)
    multiplier: Floats = array("n_row", "Lagrange multipliers at the end of the step.", kept=True)
    multiplier_before: Floats = array("n_row", "Multipliers one step earlier.", kept=True)
    multiplier_past: Floats = array("5, n_row", "Multipliers two to six steps earlier.", kept=True)
    shares: Floats = array("n_node, 2", "λ and μ of :mod:`mbfe.engine.stepping.spinning`.", kept=True)
    spin_sums: Floats = array("n_node, 9", "Sums of which they are ratios, with the turn so far.", kept=True)
    offset: Floats = array(
        "n_row", "Constraint values that the accepted assembly left, taken as zero.", kept=True
    )
    history: Floats = array("n_history", "Values that laws keep between accepted steps.", kept=True)
    continued: Floats = array(
        "n_point, 6 n_node + n_row", "Unknowns at the points of the last step of a collocation.", kept=True
    )
    size: Floats = array("6 n_node", "Typical sizes of variables: the largest so far.", kept=True, start=1.0)
    widest: Floats = array(
        "n_unknown", "Largest pivot that each row has had, as a part of the rows' scale.", kept=True
    )
    miss: Floats = array(
        "6", "How far the guesses of the accelerations were off of late.", unit="m/s²", kept=True
    )

    time: float = number("Time.", unit="s", kept=True)
    step: float = number("Last step.", unit="s", kept=True)
    step_before: float = number("Step before the last.", unit="s", kept=True)
    step_factored: float = number("Step of the factorisation at hand.", unit="s", kept=True)
    step_weighted: float = number("Step of the weights at hand.", unit="s", kept=True)
    step_limit: float = number(
        "Longest automatic step that lately converged, 0 if none failed.", unit="s", kept=True
    )
    next_step: float = number("Proposal for the next automatic step.", unit="s", kept=True)
    error_before: float = number("Error of the last automatic step, as a part of its tolerance.", kept=True)
    accel_scale: float = number("Scale of the accelerations.", unit="m/s²", kept=True)
    contraction: float = number("Rate of contraction of the Newton iteration.", kept=True)
    excess: float = number("Iterations in excess since the factorisation.", kept=True)
    row_scale: float = number("Scale σ = c₈s of the constraint rows.", unit="kg", kept=True)
    gamma: float = number("γ of the last step.", kept=True)
    theta: float = number("θ of the last step.", kept=True)
    gamma_next: float = number("γ of the present step.", kept=True)
    theta_next: float = number("θ of the present step.", kept=True)
    jump: float = number("α(r − 1) of the present step, r the ratio of the steps.", kept=True)
    newton_tolerance: float = number(
        "Largest correction that ends an iteration, × ``accel_scale``.", kept=True
    )
    rank: float = number("Size of pivots that count as zero, × ``row_scale``.", kept=True)
    dissipated: float = number("Energy dissipated so far.", unit="J", kept=True)
    work: float = number("Work of loads so far.", unit="J", kept=True)
    power_out: float = number("Dissipated power at the end of the step.", unit="W", kept=True)
    power_in: float = number("Power of loads at the end of the step.", unit="W", kept=True)
    mass: float = number("Characteristic mass of the scaling.", unit="kg", kept=True)
    damping: float = number("Characteristic damping of the scaling.", unit="N s/m", kept=True)
    stiffness: float = number("Characteristic stiffness of the scaling.", unit="N/m", kept=True)
    growth: float = number("Growth of the factorisation.", kept=True)
    narrow: float = number("Smallest pivot of a row, as a part of its largest one so far.", kept=True)

    loops: int = integer("1 if joints close loops.", kept=True)
    steps: int = integer("Accepted steps.", kept=True)
    iterations: int = integer("Newton iterations.", kept=True)
    factorisations: int = integer("Factorisations.", kept=True)
    rejected: int = integer("Rejected steps.", kept=True)
    factored: int = integer("1 while a factorisation is at hand.", kept=True)
    base_iterations: int = integer("Iterations of a step with new factors.", kept=True)
    step_iterations: int = integer("Iterations of the present step.", kept=True)
    worst: int = integer("Unknown with the largest correction.", kept=True)
    drift_known: int = integer("1 when ``drift`` belongs to the start of this step.", kept=True)
    guard_group: int = integer("Kind of the element whose law refused to continue.", kept=True)
    guard_element: int = integer("Its number in the kind.", kept=True)
    held: int = integer("Steps since the automatic step changed.", kept=True)
    dropped: int = integer("Rows that the last factorisation found dependent.", kept=True)
    even: int = integer("Steps before the last one that are as long as it.", kept=True)
    newest: int = integer("Row of the newest unknowns in ``past``.", kept=True)
    smooth: int = integer("1 where ``continued`` belongs to the step before.", kept=True)
    mixing: int = integer("Steps in which a collocation still mixes the residuals of its points.", kept=True)

    def clear_counts(self, *kept: str) -> None:
        """Set all counters to zero, those named apart."""
        for name, field in self.fields.items():
            if isinstance(field, Number) and field.dtype is int and name not in ("loops", *kept):
                setattr(self, name, 0)


class AttemptedStep(Memory):
    """What a step begins with and works on; an attempt that fails leaves ``Memory`` as it was."""

    start: Floats = array(f"n_node, {MOTION}", "Motions at the start of the step.")
    predicted: Floats = array("n_node, 18", "Predictors of increment, twist and 𝒳 (for zero acceleration).")
    increment: Floats = array("n_node, 6", "Increments ΔU of the step at the current iterate.")
    used: Floats = array(
        "n_node, 6", "𝒳 as this step uses it, moved to the instant that its length asks for."
    )
    unknown: Floats = array("n_node, 6", "Copy of the unknown accelerations.")
    start_twist: Floats = array("n_node, 6", "Copy of the twists at the start.")
    next_algorithmic: Floats = array("n_node, 6", "𝒳 at the end of a solved step.")
    drift: Floats = array(
        "n_node, 6",
        "Part of the twists that violates the constraints' velocities; then the error of the step.",
    )
    constant: Floats = array("4, 6 n_node", "What is constant in a step of the weighted methods.")
    point: Floats = array(f"2, n_node, {MOTION}", "Motions at other instants, where these methods evaluate.")
    stage: Floats = array("stages, n_node, 6", "Accelerations of the stages of methods that have several.")
    multiplier_start: Floats = array("n_row", "Multipliers at the start of the step.")
    stage_multiplier: Floats = array("sets, n_row", "Multipliers of the stages.")
    no_multiplier: Floats = array("n_row", "Zeros.")
    step_tangent: Floats = array("n_node, 6, 6", "T(ΔU) of the step map.")
    c: Coefficients = part(Coefficients, "Coefficients of the scheme in this step.")
    weight: Weights = part(Weights, "Weights of the iteration matrix.")
    guess: Floats = array(
        "7", "Weights of the first guess, its factor, see :mod:`mbfe.engine.stepping.guess`."
    )
    unknown_at: Floats = array(
        "n_point, 6 n_node + n_row", "Unknowns and multipliers at the points of a collocation."
    )
    rate_at: Floats = array("n_point, n_node, 6", "Rates of the increments at these points, T⁻¹(ΔU) 𝒱.")
    power_at: Floats = array("n_point, 2", "Dissipated power and power of loads at these points.", unit="W")
    turned: Floats = array("n_point", "Defects of one row at all points.")
    defect_at: Floats = array("n_point, 6 n_node + n_row", "Residuals there, with the rates of the rows.")
    history_at_start: Floats = array("n_history", "Room for the history of laws at the start of a step.")
    dissipated_ahead: float = number(
        "Energy dissipated from the start of the step to a time inside.", unit="J"
    )
    work_ahead: float = number("Work of loads from the start of the step to this time.", unit="J")
    guess_size: float = number("Factor of the first guess; 0: all unknowns begin at zero.", start=1.0)
    penalty: float = number("Factor of the penalty of the rows in the iteration matrix.", start=1.0)
    residual_tolerance: float = number(
        "Norm of the residuals that ends an iteration; 0 where corrections do."
    )
    corrections: Floats = array(
        "48", "Largest component of each correction of the last attempt.", unit="m/s²"
    )


class State(AttemptedStep):
    """The state of a model, with the workspace of its linear algebra."""

    values: Floats = array("n_values", "Iteration matrix, front by front.")
    packed: Floats = array("n_packed", "Its factors.")
    diagonal: Floats = array("n_unknown", "Its pivots.")
    x: Floats = array("n_unknown", "Right-hand side, then solution.")
    z: Floats = array("n_front", "Scratch of a front.")
    r: Floats = array("6 n_node + n_row", "Residual.")
    defect: Floats = array("stages 6 n_node + sets n_row", "Residuals of the stages' equations.")
    x_at: Floats = array("n_lane n_unknown", "Right-hand sides of the points, then their solutions.")
    z_at: Floats = array("n_lane n_front", "Scratch of a front for them.")
    scales: Floats = array("6 n_node + n_row", "Scales of components and constraint rows.", start=1.0)
    scale: Floats = array("n_unknown", "The same for each unknown.", start=1.0)
    given_size: Floats = array("6 n_node", "Typical sizes of variables, as given.", start=1.0)
    sums: Floats = array("5", "Kinetic, potential, elastic energy [J], dissipated power, power of loads [W].")
