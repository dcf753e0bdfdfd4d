"""What the equations of a step are: residuals of the stages of every form of method.

``END``: r = 0 with the accelerations at the end of the step. ``WEIGHTED`` and ``SOI2``: forces weighted by
αf, inertia by αm, with masses at t + αh (Jay and Negrut 2008, sections 3 and 5, eq. 14). ``HHT``:
accelerations without constraints f, and constraint accelerations R₀, R₁ with multipliers of their own (Jay
and Negrut 2007, eq. 3.4 and 3.5, section 6). Forces and inertia are not separate in a residual: E(𝒜, λ)
with and without accelerations and multipliers gives each of them.
"""

from __future__ import annotations

from mbfe.algebra.motion import compose, increment
from mbfe.algebra.vectors import scale, vector
from mbfe.compiled import compiled, entry
from mbfe.engine.assembly import assemble_at, assemble_rates, drive_motion
from mbfe.engine.columns import ACCEL, NEW_TWIST, NODE, TWIST
from mbfe.engine.kernels.gather import copy_rows
from mbfe.integrators.choices import ALPHA_F, ALPHA_M, END, FORM, HHT_FORM, MAP, VARIANT, VARIANTS

RIGHT, ROUNDED = 1e-11, 4e-15
"""Part of the first step, and of the time, after which forces at its start are read: curves count from the
left, and the integration may start at a jump."""
PREDICTED = VARIANTS.index("predicted")
MIDPOINT = VARIANTS.index("midpoint")
MIDPOINT_PREDICTED = VARIANTS.index("midpoint_predicted")


@compiled
def is_plain(state, scheme):
    """Whether the residual of the motion itself is the equation of the step."""
    return scheme[FORM] == END or (scheme[FORM] == HHT_FORM and state.stage.shape[0] == 1)


@compiled
def set_point(system, state, t, step_map, fraction, increments, speed_of_end, point):
    """Motions H₀ ∘ map(fraction · increment) at time t, without accelerations.

    Their twists are 𝒱₀ + speed_of_end (𝒱₁ − 𝒱₀). ``increments`` has them in its first columns.
    """
    copy_rows(state.motion, point)
    drive_motion(system, t, point)
    for i in range(system.free.shape[0]):
        n = system.free[i]
        start = state.start[n]
        if system.kind[n] == NODE:
            u = scale(fraction, vector(increments[n], 0))
            w = scale(fraction, vector(increments[n], 3))
            x, q = increment(step_map, u, w)
            compose(start, x, q, point[n])
        else:
            for j in range(6):
                point[n, j] = start[j] + fraction * increments[n, j]
        for j in range(6):
            v = start[TWIST + j]
            point[n, TWIST + j] = v + speed_of_end * (state.motion[n, TWIST + j] - v)
            point[n, ACCEL + j] = 0.0


@compiled
def set_end(system, state, accel, f, point):
    """Copy the motions at the end of the step, with accelerations f times those given, (n_node, 6)."""
    copy_rows(state.motion, point)
    set_accel(system, accel, f, 0.0, point)


@compiled
def set_accel(system, accel, f, keep, point):
    """Accelerations of the free rows: f times those given and ``keep`` times their own."""
    for i in range(system.free.shape[0]):
        n = system.free[i]
        for j in range(6):
            point[n, ACCEL + j] = f * accel[n, j] + keep * point[n, ACCEL + j]


@entry()
def prepare(system, state, scheme, t, h):
    """Evaluate what is constant in a step of the weighted methods and of HHT; returns a status.

    ``constant[0]``: the residual without accelerations and multipliers where masses or R₀ are taken.
    ``constant[1]``: αm M𝒳 + αf (−f) at the start; ``constant[2]``: M𝒳.
    """
    n_motion = 6 * state.motion.shape[0]
    step_map = int(scheme[MAP])
    t0 = t - h
    point = state.point[0]
    if scheme[FORM] == HHT_FORM:
        ahead = 0.0 if state.stage.shape[0] == 3 else 0.5 * h
        set_point(system, state, t0 + ahead, step_map, ahead, state.start_twist, 0.0, point)
        status = assemble_at(system, state, t0 + ahead, point, state.no_multiplier, state.r)
        for i in range(n_motion):
            state.constant[0, i] = state.r[i]
        return status
    alpha = scheme[ALPHA_M] - scheme[ALPHA_F]
    jump = state.jump
    if state.steps == 0:
        jump = 0.0
        right = max(RIGHT * h, ROUNDED * abs(t0))
        status = start_history(system, state, scheme, t0 + right, alpha * h)
        if status != 0:
            return status
    for i in range(n_motion):
        inertia = state.inertia[i] + jump * (state.inertia[i] - state.inertia_before[i])
        state.constant[2, i] = inertia
        state.constant[1, i] = scheme[ALPHA_M] * inertia + scheme[ALPHA_F] * state.force[i]
    ahead = (1.0 + alpha) * h
    set_point(system, state, t0 + ahead, step_map, ahead, state.start_twist, 0.0, point)
    status = assemble_at(system, state, t0 + ahead, point, state.no_multiplier, state.r)
    for i in range(n_motion):
        state.constant[0, i] = state.r[i]
    return status


@compiled
def start_history(system, state, scheme, t0, ahead):
    """Forces at the start of the first step, and M𝒳 with the mass at t₀ + αh; returns a status."""
    n_motion = 6 * state.motion.shape[0]
    point = state.point[0]
    set_point(system, state, t0, int(scheme[MAP]), 0.0, state.start_twist, 0.0, point)
    status = assemble_at(system, state, t0, point, state.multiplier_start, state.r)
    for i in range(n_motion):
        state.force[i] = state.r[i]
    set_point(system, state, t0 + ahead, int(scheme[MAP]), ahead, state.start_twist, 0.0, point)
    status = max(status, assemble_at(system, state, t0 + ahead, point, state.no_multiplier, state.r))
    for i in range(n_motion):
        state.constant[0, i] = state.r[i]
    return max(status, inertia_of(system, state, t0 + ahead, state.used, state.inertia))


@compiled
def inertia_of(system, state, t, accel, out):
    """M 𝒳 at ``point[0]``: the residual with these accelerations less that without."""
    set_accel(system, accel, 1.0, 0.0, state.point[0])
    status = assemble_at(system, state, t, state.point[0], state.no_multiplier, state.r)
    for i in range(6 * state.motion.shape[0]):
        out[i] = state.r[i] - state.constant[0, i]
    return status


@entry()
def evaluate_stages(system, state, scheme, t, h):
    """Residuals of all stages and rows in ``state.defect`` at the current iterate; returns a status."""
    if scheme[FORM] == HHT_FORM:
        return evaluate_split(system, state, scheme, t, h)
    n_motion = 6 * state.motion.shape[0]
    n_row = state.multiplier.shape[0]
    stages = state.stage.shape[0]
    am, af = scheme[ALPHA_M], scheme[ALPHA_F]
    mass_time = t + (am - af) * h
    end = state.point[1]
    worst = 0
    for s in range(stages):
        out = state.defect[s * n_motion : (s + 1) * n_motion]
        accel = state.stage[s] if stages > 1 else state.unknown
        if stages == 1:
            read_unknown(system, state)
        worst = max(worst, inertia_of(system, state, mass_time, accel, out))
        multiplier = state.stage_multiplier[s] if stages > 1 else state.multiplier
        set_end(system, state, accel, 0.0, end)
        worst = max(worst, assemble_at(system, state, t, end, multiplier, state.r))
        for i in range(n_motion):
            out[i] = (1.0 - am) * out[i] + (1.0 - af) * state.r[i] + state.constant[1, i]
        at = stages * n_motion + s * n_row
        for j in range(n_row):
            state.defect[at + j] = state.r[n_motion + j]
    if stages > 1:
        worst = max(worst, other_rows(system, state, t, state.c.c7 * h))
    return worst


@compiled
def read_unknown(system, state):
    """Copy the unknown accelerations of a single stage out of the motions."""
    for i in range(system.free.shape[0]):
        n = system.free[i]
        for j in range(6):
            state.unknown[n, j] = state.motion[n, ACCEL + j]


@compiled
def other_rows(system, state, t, c7):
    """Rows of SOI2 that the end of the step does not give: Ċ = 0, and k = 0 at the twists of stage ã."""
    n_motion = 6 * state.motion.shape[0]
    n_row = state.multiplier.shape[0]
    end = state.point[1]
    status = assemble_rates(system, state, t, end, state.r)
    at = 2 * n_motion + n_row
    nonholonomic = False
    for j in range(n_row):
        if system.row_type[j] == 0:
            state.defect[at + j] = state.r[n_motion + j]
        else:
            nonholonomic = True
    if nonholonomic:
        for i in range(system.free.shape[0]):
            n = system.free[i]
            for j in range(6):
                end[n, TWIST + j] = state.predicted[n, NEW_TWIST + j] + c7 * state.stage[0, n, j]
        status = max(status, assemble_at(system, state, t, end, state.stage_multiplier[0], state.r))
        for j in range(n_row):
            if system.row_type[j] == 1:
                state.defect[at - n_row + j] = state.r[n_motion + j]
    return status


@compiled
def evaluate_split(system, state, scheme, t, h):
    """Residuals of HHT: M f − F at the end, M R₀ + Q(Λ₀) at the start, M R₁ + Q(Λ₁) where it says."""
    n_motion = 6 * state.motion.shape[0]
    n_row = state.multiplier.shape[0]
    stages = state.stage.shape[0]
    end = state.point[1]
    defect = state.defect
    set_end(system, state, state.stage[0], 1.0, end)
    status = assemble_at(system, state, t, end, state.no_multiplier, state.r)
    for i in range(n_motion):
        defect[i] = state.r[i]
    for j in range(n_row):
        defect[stages * n_motion + j] = state.r[n_motion + j]
    if stages == 2:
        return max(status, middle_reaction(system, state, scheme, t, h, 0.5, 1, 0))
    status = max(status, assemble_rates(system, state, t, end, state.r))
    for j in range(n_row):
        defect[stages * n_motion + n_row + j] = state.r[n_motion + j]
    set_accel(system, state.stage[1], 1.0, 0.0, state.point[0])
    first = state.stage_multiplier[0]
    status = max(status, assemble_at(system, state, t - h, state.point[0], first, state.r))
    for i in range(n_motion):
        defect[n_motion + i] = state.r[i] - state.constant[0, i]
    if scheme[VARIANT] != 0:
        return max(status, middle_reaction(system, state, scheme, t, h, 0.0, 2, 1))
    set_accel(system, state.stage[2], 1.0, 1.0, end)
    status = max(status, assemble_at(system, state, t, end, state.stage_multiplier[1], state.r))
    for i in range(n_motion):
        defect[2 * n_motion + i] = state.r[i] - defect[i]
    return status


@compiled
def middle_reaction(system, state, scheme, t, h, speed_of_end, s, q):
    """Residual M R + Q(Λ) of stage s at a predicted or middle point; returns a status."""
    n_motion = 6 * state.motion.shape[0]
    point = state.point[1]
    step_map = int(scheme[MAP])
    variant = scheme[VARIANT]
    at = t
    if state.stage.shape[0] == 2 or variant == MIDPOINT_PREDICTED:
        at = t - 0.5 * h
        set_point(system, state, at, step_map, 0.5 * h, state.start_twist, speed_of_end, point)
    elif variant == PREDICTED:
        set_point(system, state, at, step_map, h, state.start_twist, speed_of_end, point)
    elif variant == MIDPOINT:
        at = t - 0.5 * h
        set_point(system, state, at, step_map, 0.5, state.increment, speed_of_end, point)
    out = state.defect[s * n_motion : (s + 1) * n_motion]
    status = assemble_at(system, state, at, point, state.no_multiplier, state.r)
    for i in range(n_motion):
        out[i] = state.r[i]
    set_accel(system, state.stage[s], 1.0, 0.0, point)
    status = max(status, assemble_at(system, state, at, point, state.stage_multiplier[q], state.r))
    for i in range(n_motion):
        out[i] = state.r[i] - out[i]
    return status
