"""What a step adds to the twists and increments of nodes that turn, so that fast spin costs no accuracy.

Twists are kept in the axes of the node. A vector that stands in the world turns in these axes once a turn,
and generalized-α, which takes the components one by one, integrates this with a relative error (ωh)²/12. A
vector that turns with the node is constant in its axes and has no error. Which of them a motion is, the last
accelerations show. If velocity and angular velocity stood in the world, the second derivative of the twist
(v, ω) with acceleration (v̇, ω̇) would be −𝒦,

    𝒦 = (λ (ω×v̇ + ω̇×v), μ ω×ω̇)

with λ = μ = 1; it is zero for what turns along. With 𝒦

    𝒱 = 𝒲 + c h² 𝒦(𝒱, 𝒜) ,
    𝒲₁ = 𝒲₀ + h ((1 − γ) 𝒳₀ + γ 𝒳₁) ,
    ΔU = h 𝒲₀ + h² ((½ − β) 𝒳₀ + β 𝒳₁) + h³ (c 𝒦 + e 𝒦₀ + 1/12 ad₀)(½(𝒱₀ + 𝒱₁), (½ + α) 𝒳₀ + (½ − α) 𝒳₁) ;

𝒦₀ is 𝒦, and ad₀ the commutator ad_𝒱 in the increment of an exponential, with the same λ and μ. With
θ = ωh and c′ = e′ = 0 at ρ∞ = 1,

    c = (1 − ½θ cot ½θ)/θ² + c′ ,   c + e + 1/12 = tan(½θ)/(2θ) + c′ + e′ .

The method page derives this.
"""

from __future__ import annotations

from mbfe.algebra.motion import inverse_coefficient
from mbfe.algebra.vectors import cross, dot, norm, orientation, rotate, vector
from mbfe.compiled import compiled, entry
from mbfe.engine.columns import (
    ACCEL,
    ANGULAR_ACCEL,
    NEW_ALGORITHMIC,
    NEW_ALGORITHMIC_SPIN,
    NEW_SPIN,
    NEW_TWIST,
    NODE,
    SPIN,
    TWIST,
)

__all__ = [
    "add_at_end", "change_of", "is_spinning", "observe_spin", "start_spin", "subtract_at_start",
    "turn_tangent",
]  # fmt: skip

LARGEST_FOLLOWED = 2.0
"""Turn in a step [rad] up to which c and e follow it; they grow without bound towards half a turn."""
PART_NONE, PART_ALL = 0.25, 0.65
"""Part of a change that stands in the world, below which none of it counts and above which all of it does:
what lies between would let bearings ring, between bodies that spin and bodies that do not."""
SEEN_NONE, SEEN_ALL = 0.02, 0.1
"""Part of what is found (a squared correlation) that must be explained: faster vibrations hide the rest."""
STILL, STEADY = 1e-9, 1e-6
"""Velocity, as a part of the spin times the length of the model, and change of the angular velocity in a
radian, as a part of it, below which they mean nothing."""
SPIN_MEMORY = 10.0
"""Turn [rad] over which λ and μ remember: a share that followed each step would feed its own ringing."""
TURNED_NONE, TURNED_ALL = 3.0, 6.0
"""Turn about one axis [rad], of that which is remembered, below which nothing spins and from which on all
does: what swings or bends has no terms of spin."""
TURN = 6
"""First of the three sums that hold this turn, in the axes of the world."""


@compiled
def standing_change(v, w, a, b):
    """−𝒱̈ of a twist whose velocity and angular velocity stand in the world: (ω×v̇ + ω̇×v, ω×ω̇)."""
    return cross(w, a) + cross(b, v), cross(w, b)


@compiled
def remember(sums, at, expected, found, keep):
    """Add −expected·found, expected² and found² of a step to their sums, of which earlier steps fade."""
    sums[at] = keep * sums[at] - dot(expected, found)
    sums[at + 1] = keep * sums[at + 1] + dot(expected, expected)
    sums[at + 2] = keep * sums[at + 2] + dot(found, found)


@compiled
def between(x, low, high):
    """0 up to ``low``, 1 from ``high`` on, smooth between."""
    x = min(max((x - low) / (high - low), 0.0), 1.0)
    return x * x * (3.0 - 2.0 * x)


@compiled
def share(sums, at, small):
    """How much of an expected change counts, 0 to 1; 1 where less than ``small`` is known of it."""
    product, expected, found = sums[at] + small, sums[at + 1] + small, sums[at + 2] + small
    if expected == 0.0 or found == 0.0:  # squares of a spin of round-off vanish
        return 0.0
    part = product / expected
    return between(part, PART_NONE, PART_ALL) * between(part * product / found, SEEN_NONE, SEEN_ALL)


@compiled
def turn_on(sums, rate, h, keep):
    """Add a turn of h at an angular velocity, in the axes of the world, to those before; part that counts."""
    for j in range(3):
        sums[TURN + j] = keep * sums[TURN + j] + h * rate[j]
    return between(norm(vector(sums, TURN)), TURNED_NONE, TURNED_ALL)


@compiled
def observe_spin(system, state, scheme, h):
    """λ and μ of all nodes from the accelerations of a step of length h and of those before it.

    The part −ω×v of v̇ gives λ, −ω×ω̇ of ω̈ gives μ ≤ λ; a node that nearly stays where it is has λ = 1,
    one that has not turned far about one axis λ = 0.
    """
    if scheme.spins == 0:
        return
    length = system.environment.length
    for i in range(system.free.shape[0]):
        n = system.free[i]
        if system.kind[n] != NODE:
            continue
        start, old, sums = state.start[n], state.accel_before[n], state.spin_sums[n]
        v, w = vector(start, TWIST), vector(start, SPIN)
        a, b = vector(start, ACCEL), vector(start, ANGULAR_ACCEL)
        speed = norm(w)
        if speed == 0.0:
            state.shares[n, 0] = state.shares[n, 1] = 0.0
            continue
        keep = 1.0 / (1.0 + h * speed / SPIN_MEMORY)
        spins = turn_on(sums, rotate(orientation(start), w), h, keep)
        remember(sums, 0, cross(w, v), a, keep)
        d = vector(old, 3)
        remember(sums, 3, cross(w, 0.5 * (b + d)), (b - d) / h, keep)
        place = spins * share(sums, 0, (STILL * speed * speed * length) ** 2)
        state.shares[n, 0] = place
        state.shares[n, 1] = place * share(sums, 3, (STEADY * speed**3) ** 2)


@entry()
def start_spin(system, state, scheme, h):
    """First λ and μ, of a history that restarts.

    The turn before is taken to be that in which the present angular acceleration makes the angular velocity.
    """
    state.spin_sums[:] = 0.0
    for i in range(system.free.shape[0]):
        n = system.free[i]
        start = state.start[n]
        if system.kind[n] == NODE:
            w, change = vector(start, SPIN), norm(vector(start, ANGULAR_ACCEL))
            speed = norm(w)
            time = SPIN_MEMORY / speed if speed > 0.0 else 0.0
            if change * time > speed:
                time = speed / change
            turn_on(state.spin_sums[n], rotate(orientation(start), w), time, 0.0)
    observe_spin(system, state, scheme, h)


@compiled
def spin_weights(c, start, h):
    """Weights c h² and e h³ of a node in a step of length h [s²], [s³]."""
    w = vector(start, SPIN)
    square = min(h * h * dot(w, w), LARGEST_FOLLOWED * LARGEST_FOLLOWED)
    k = inverse_coefficient(square)
    speed = k + c.turn_speed
    place = 0.25 / (1.0 - square * k) - k - 1.0 / 12.0 + c.turn_place
    return speed * h * h, place * h * h * h


@compiled
def is_spinning(state, n):
    """Whether node n has terms of spin in this step."""
    return state.shares[n, 0] > 0.0


@compiled
def change_of(state, n, v, w, a, b):
    """𝒦 of node n, from its twist (v, w) and acceleration (a, b)."""
    x, y = standing_change(v, w, a, b)
    return state.shares[n, 0] * x, state.shares[n, 1] * y


@compiled
def subtract_at_start(state, n, h):
    """Take 𝒲₀ instead of 𝒱₀ in the predictions of increment and twist."""
    start, predicted = state.start[n], state.predicted[n]
    f, _ = spin_weights(state.c, start, h)
    v, w = vector(start, TWIST), vector(start, SPIN)
    a, b = change_of(state, n, v, w, vector(start, ACCEL), vector(start, ANGULAR_ACCEL))
    for j in range(3):
        predicted[j] -= h * f * a[j]
        predicted[3 + j] -= h * f * b[j]
        predicted[NEW_TWIST + j] -= f * a[j]
        predicted[NEW_SPIN + j] -= f * b[j]


@compiled
def mean_twist(start, motion):
    """Mean of the twists at both ends of the step."""
    v = 0.5 * (vector(start, TWIST) + vector(motion, TWIST))
    return v, 0.5 * (vector(start, SPIN) + vector(motion, SPIN))


@compiled
def add_at_end(state, n, h):
    """Add to the twist and the increment of node n what its present acceleration makes of them.

    ``motion`` has the twist of the iterate before, ``increment`` the increment without these terms.
    """
    c, start, motion, predicted = state.c, state.start[n], state.motion[n], state.predicted[n]
    moved, used = state.increment[n], state.used[n]
    f, g = spin_weights(c, start, h)
    accel, turn = vector(motion, ACCEL), vector(motion, ANGULAR_ACCEL)
    a, b = change_of(state, n, vector(motion, TWIST), vector(motion, SPIN), accel, turn)
    for j in range(3):
        motion[TWIST + j] = predicted[NEW_TWIST + j] + c.c7 * h * accel[j] + f * a[j]
        motion[SPIN + j] = predicted[NEW_SPIN + j] + c.c7 * h * turn[j] + f * b[j]
    first, last = 0.5 - c.lean, 0.5 + c.lean
    new = vector(predicted, NEW_ALGORITHMIC) + c.c9 * accel
    new_turn = vector(predicted, NEW_ALGORITHMIC_SPIN) + c.c9 * turn
    x = first * vector(used, 0) + last * new
    y = first * vector(used, 3) + last * new_turn
    v, w = mean_twist(start, motion)
    d = h * h * h / 12.0
    along, across, turned = cross(w, x), cross(v, y), cross(w, y)
    place, angle = state.shares[n, 0], state.shares[n, 1]
    f = h * f + g
    for j in range(3):
        moved[j] += place * ((f + d) * along[j] + (d - f) * across[j])
        moved[3 + j] += angle * (f + d) * turned[j]


@compiled
def turn_tangent(state, n, h, T):
    """Replace T by T (1 + D), D what a change of 𝒜 adds to the increment over what it makes without it."""
    c, start = state.c, state.start[n]
    f, g = spin_weights(c, start, h)
    ratio = (0.5 + c.lean) * c.c9 / (c.c8 * h * h)
    d = h * h * h / 12.0
    v, w = mean_twist(start, state.motion[n])
    f = h * f + g
    place, angle = ratio * state.shares[n, 0], ratio * state.shares[n, 1]
    for i in range(6):
        p, q = vector(T[i], 0), vector(T[i], 3)
        a = place * (f + d) * cross(p, w)
        b = place * (d - f) * cross(p, v) + angle * (f + d) * cross(q, w)
        for j in range(3):
            T[i, j] += a[j]
            T[i, 3 + j] += b[j]
