"""Forces of tyres in compiled code: linear, brush and two Magic Formulas, with exact gradients.

All take the slip ratio κ = −V_sx/‖V_x‖, t = tan α = −V_sy/‖V_x‖, the load F_z [N], the camber γ [rad] and the
direction of travel d = sgn V_x as jets (:mod:`mbfe.elements.actuators.jets`, in this order) and give F_x, F_y
and M_z about the normal, in the axes of the contact: x forward, y to the left, z along the normal of the
road.

A tyre is taken to be the same fore and aft, so that a wheel that rolls backwards is the mirror image of one
that rolls forwards: F_x(κ) = −F_x(−κ) and M_z = −M_z at the same F_y. Near V_x = 0 the law goes smoothly
from one to the other, −1 ≤ d ≤ 1. The numbers of a model stand in an array: its kind, then its coefficients
in the order of the constants below.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from mbfe.compiled import compiled
from mbfe.elements.actuators.jets import (
    arctan,
    chain,
    constant,
    cosine,
    div,
    minus,
    mul,
    plus,
    root,
    seed,
    shift,
    sine,
    size,
    stretch,
)

__all__ = [
    "BRUSH", "COEFFICIENTS", "LINEAR", "PAC2002", "PAC2002_NAMES", "PACEJKA89", "magic_angle", "tyre_forces",
]  # fmt: skip

LINEAR, BRUSH, PAC2002, PACEJKA89 = range(4)
"""Kinds of models."""

COEFFICIENTS = 96
"""Length of the array of a model."""

PAC2002_NAMES = (
    "pcx1", "pdx1", "pdx2", "pdx3", "pex1", "pex2", "pex3", "pex4", "pkx1", "pkx2", "pkx3",
    "phx1", "phx2", "pvx1", "pvx2", "rbx1", "rbx2", "rcx1", "rex1", "rex2", "rhx1",
    "pcy1", "pdy1", "pdy2", "pdy3", "pey1", "pey2", "pey3", "pey4", "pky1", "pky2", "pky3",
    "phy1", "phy2", "phy3", "pvy1", "pvy2", "pvy3", "pvy4",
    "rby1", "rby2", "rby3", "rcy1", "rey1", "rey2", "rhy1", "rhy2",
    "rvy1", "rvy2", "rvy3", "rvy4", "rvy5", "rvy6",
    "qbz1", "qbz2", "qbz3", "qbz4", "qbz5", "qbz9", "qbz10", "qcz1", "qdz1", "qdz2", "qdz3", "qdz4",
    "qdz6", "qdz7", "qdz8", "qdz9", "qez1", "qez2", "qez3", "qez4", "qez5",
    "qhz1", "qhz2", "qhz3", "qhz4", "ssz1", "ssz2", "ssz3", "ssz4",
)  # fmt: skip
"""Coefficients of PAC2002 that are used, in the order of storage, after kind, load and radius."""

(
    CX1, DX1, DX2, DX3, EX1, EX2, EX3, EX4, KX1, KX2, KX3,
    HX1, HX2, VX1, VX2, RBX1, RBX2, RCX1, REX1, REX2, RHX1,
    CY1, DY1, DY2, DY3, EY1, EY2, EY3, EY4, KY1, KY2, KY3,
    HY1, HY2, HY3, VY1, VY2, VY3, VY4,
    RBY1, RBY2, RBY3, RCY1, REY1, REY2, RHY1, RHY2,
    RVY1, RVY2, RVY3, RVY4, RVY5, RVY6,
    QBZ1, QBZ2, QBZ3, QBZ4, QBZ5, QBZ9, QBZ10, QCZ1, QDZ1, QDZ2, QDZ3, QDZ4,
    QDZ6, QDZ7, QDZ8, QDZ9, QEZ1, QEZ2, QEZ3, QEZ4, QEZ5,
    QHZ1, QHZ2, QHZ3, QHZ4, SSZ1, SSZ2, SSZ3, SSZ4,
) = range(3, 3 + len(PAC2002_NAMES))  # fmt: skip

DEGREE = math.pi / 180.0
NO_FORCES = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
LEAST = 1e-9
"""Load below which a tyre has no forces, in units of its nominal load."""
WEAKEST = 1e-2
"""Least friction and cornering stiffness, in units of the nominal ones: formulas fitted at some loads and
cambers give those of the other sign far from them."""


@compiled
def tyre_forces(c, kappa, tangent, load, camber, direction):
    """F_x, F_y and M_z as jets of the model whose numbers are c; ``direction`` d is −1 backwards."""
    if not load > LEAST * c[1]:
        return NO_FORCES, NO_FORCES, NO_FORCES
    k, t, f, g, d = seed(kappa, 0), seed(tangent, 1), seed(load, 2), seed(camber, 3), seed(direction, 4)
    if c[0] == BRUSH:
        return brush(c, k, t, f, d)
    if c[0] == PAC2002:
        return pac2002(c, k, t, f, g, d)
    if c[0] == PACEJKA89:
        return pacejka89(c, k, t, f, g, d)
    share = stretch(1.0 / c[1], f)
    side = mul(share, minus(stretch(c[3], t), stretch(c[4], g)))
    return stretch(c[2], mul(share, k)), side, stretch(-c[5], mul(d, side))


@compiled
def brush(c, k, t, f, d):
    """Brush model with parabolic pressure: F = μ F_z (3λ − 3λ² + λ³) along the slip.

    M_z = −μ F_z a λ(1 − λ)³ times the lateral part of its direction; λ = θ σ, σ = s/(1 + d κ) the theoretical
    slip, θ = C/(3μ F_z). For λ ≥ 1 the whole contact slides.
    """
    theta = c[2] / (3.0 * c[3] * c[1])
    slip = root(plus(mul(k, k), mul(t, t)))
    grip = stretch(c[3], f)
    rolled = shift(1.0, mul(d, k))
    if theta * slip[0] >= rolled[0]:
        pull = div(grip, slip)
        return mul(pull, k), mul(pull, t), NO_FORCES
    part = div(constant(theta), rolled)
    lam = mul(part, slip)
    fill = shift(3.0, mul(lam, shift(-3.0, lam)))
    pull = mul(mul(grip, part), fill)
    rest = shift(1.0, stretch(-1.0, lam))
    half = stretch(-c[4] / math.sqrt(c[1]), root(f))
    moment = mul(mul(mul(grip, part), half), mul(rest, mul(rest, rest)))
    return mul(pull, k), mul(pull, t), mul(d, mul(moment, t))


@compiled
def magic_angle(b, e, x):
    """atan(Bx − E(Bx − atan Bx)) with jets B and E."""
    bx = mul(b, x)
    return arctan(minus(bx, mul(e, minus(bx, arctan(bx)))))


@compiled
def signed(factor, x):
    """1 − f sgn(x) with jets f and x, the asymmetry of a curvature."""
    if x[0] == 0.0:
        return constant(1.0)
    return shift(1.0, factor if x[0] < 0.0 else stretch(-1.0, factor))


@compiled
def held(value, nominal):
    """A jet that keeps the sign of its nominal value, and at least a hundredth of it."""
    least = WEAKEST * nominal
    return value if (value[0] - least) * nominal >= 0.0 else constant(least)


@compiled
def curvature(e):
    """E, at most one: beyond, the curve would turn back through zero (Pacejka 2012, eq. 4.E14)."""
    return e if e[0] <= 1.0 else constant(1.0)


@compiled
def weight(b, number, e, x, x_shift):
    """Weight cos(C atan(Bx_s − E(Bx_s − atan Bx_s))) over the same at the shift, x_s = x + shift."""
    one = cosine(stretch(number, magic_angle(b, e, plus(x, x_shift))))
    return div(one, cosine(stretch(number, magic_angle(b, e, x_shift))))


@compiled
def load_series(c, first, df):
    """c₁ + c₂ df of a coefficient and the one after it."""
    return shift(c[first], stretch(c[first + 1], df))


@compiled
def load_squares(c, first, df):
    """c₁ + c₂ df + c₃ df² of a coefficient and the two after it."""
    return shift(c[first], mul(df, load_series(c, first + 1, df)))


@compiled
def pac2002(c, k, t, f, g, d):
    """PAC2002 with α_iso = −α and unit scaling factors, without turn slip."""
    df = stretch(1.0 / c[1], shift(-c[1], f))
    alpha = stretch(-1.0, arctan(t))
    bare_x, stiff_x = pac2002_along(c, k, f, g, df, d)
    fx = mul(bare_x, along_weight(c, k, alpha, df))
    across = pac2002_across(c, alpha, f, g, df)
    # lateral force of braking (S_Vyκ) and the weight of the pure one
    size_v = mul(mul(mul(across.mu, f), plus(load_series(c, RVY1, df), stretch(c[RVY3], g))), d)
    size_v = mul(size_v, cosine(arctan(stretch(c[RVY4], alpha))))
    extra = mul(size_v, sine(stretch(c[RVY5], arctan(stretch(c[RVY6], k)))))
    b = stretch(c[RBY1], cosine(arctan(stretch(c[RBY2], shift(-c[RBY3], alpha)))))
    e = curvature(load_series(c, REY1, df))
    pure = mul(weight(b, c[RCY1], e, k, mul(d, load_series(c, RHY1, df))), across.force)
    fy = plus(pure, extra)
    ratio = mul(k, div(stiff_x, across.stiffness))
    trail = pac2002_trail(c, alpha, g, df, ratio)
    rest = plus(alpha, plus(across.shift, div(across.lift, across.stiffness)))
    rest = pac2002_rest(c, rest, g, df, div(across.stiffness, across.mu), ratio)
    turning = mul(mul(mul(d, f), cosine(alpha)), minus(rest, mul(trail, pure)))
    arm = plus(shift(c[SSZ1], stretch(c[SSZ2] / c[1], fy)), mul(g, load_series(c, SSZ3, df)))
    return fx, fy, plus(turning, stretch(c[2], mul(arm, fx)))


@compiled
def pac2002_along(c, k, f, g, df, d):
    """Pure longitudinal force, D sin(C atan(Bκ_x − E(…))) + S_Vx, and K_x/F_z."""
    x = plus(k, mul(d, load_series(c, HX1, df)))
    mu = mul(load_series(c, DX1, df), shift(1.0, stretch(-c[DX3], mul(g, g))))
    mu = held(mu, c[DX1])
    e = curvature(mul(load_squares(c, EX1, df), signed(stretch(c[EX4], d), x)))
    stiff = load_series(c, KX1, df)
    stiff = mul(stiff, chain(math.exp(c[KX3] * df[0]), c[KX3] * math.exp(c[KX3] * df[0]), df))
    b = div(stiff, stretch(c[CX1], mu))
    y = mul(mu, sine(stretch(c[CX1], magic_angle(b, e, x))))
    return mul(f, plus(y, mul(d, load_series(c, VX1, df)))), stiff


@compiled
def along_weight(c, k, alpha, df):
    """G_xα."""
    b = stretch(c[RBX1], cosine(arctan(stretch(c[RBX2], k))))
    e = curvature(load_series(c, REX1, df))
    return weight(b, c[RCX1], e, alpha, constant(c[RHX1]))


class Across(NamedTuple):
    """Pure lateral force, μ_y, K_y/F_z, S_Hy and S_Vy/F_z, jets."""

    force: Any
    mu: Any
    stiffness: Any
    shift: Any
    lift: Any


@compiled
def pac2002_across(c, alpha, f, g, df):
    """Pure lateral force D sin(C atan(Bα_y − E(…))) + S_Vy."""
    shift_y = plus(load_series(c, HY1, df), stretch(c[HY3], g))
    x = plus(alpha, shift_y)
    mu = mul(load_series(c, DY1, df), shift(1.0, stretch(-c[DY3], mul(g, g))))
    mu = held(mu, c[DY1])
    e = mul(load_series(c, EY1, df), signed(shift(c[EY3], stretch(c[EY4], g)), x))
    e = curvature(e)
    if c[KY2] == 0.0:
        stiff = constant(c[KY1])
    else:
        turned = sine(stretch(2.0, arctan(stretch(1.0 / (c[KY2] * c[1]), f))))
        stiff = div(stretch(c[KY1] * c[1], turned), f)
    stiff = mul(stiff, held(shift(1.0, stretch(-c[KY3], size(g))), 1.0))
    b = div(stiff, stretch(c[CY1], mu))
    y = mul(mu, sine(stretch(c[CY1], magic_angle(b, e, x))))
    lift = plus(load_series(c, VY1, df), mul(g, load_series(c, VY3, df)))
    return Across(mul(f, plus(y, lift)), mu, stiff, shift_y, lift)


@compiled
def equivalent_angle(angle, ratio):
    """atan √(tan²α + r²) sgn α, the slip angle that stands for combined slip, positive at α = 0."""
    slope = div(sine(angle), cosine(angle))
    both = arctan(root(plus(mul(slope, slope), mul(ratio, ratio))))
    return both if angle[0] >= 0.0 else stretch(-1.0, both)


@compiled
def pac2002_trail(c, alpha, g, df, ratio):
    """Pneumatic trail over cos α and F_z, D_t cos(C_t atan(B_t α_t − E_t(…))), [m/N]."""
    angle = plus(alpha, plus(load_series(c, QHZ1, df), mul(g, load_series(c, QHZ3, df))))
    lean = plus(shift(1.0, stretch(c[QBZ4], g)), stretch(c[QBZ5], size(g)))
    b = mul(load_squares(c, QBZ1, df), lean)
    bent = stretch(2.0 / math.pi, arctan(stretch(c[QCZ1], mul(b, angle))))
    e = mul(load_squares(c, QEZ1, df), shift(1.0, mul(load_series(c, QEZ4, g), bent)))
    top = mul(load_series(c, QDZ1, df), shift(1.0, mul(g, load_series(c, QDZ3, g))))
    wave = magic_angle(b, curvature(e), equivalent_angle(angle, ratio))
    return stretch(c[2] / c[1], mul(top, cosine(stretch(c[QCZ1], wave))))


@compiled
def pac2002_rest(c, angle, g, df, stiff, ratio):
    """Residual moment over cos α and F_z, D_r cos(atan(B_r α_r)), of K_y/(μ_y F_z), [m]."""
    b = shift(c[QBZ9], stretch(c[QBZ10], stiff))
    top = stretch(c[2], plus(load_series(c, QDZ6, df), mul(g, load_series(c, QDZ8, df))))
    return mul(top, cosine(arctan(mul(b, equivalent_angle(angle, ratio)))))


@compiled
def pacejka89(c, k, t, f, g, d):
    """Magic Formula of 1989, lateral (SAE axes); longitudinal by similarity of slips.

    With ρ = √((r κ)² + t²) the total force is that of a slip angle atan ρ without camber and shifts, along
    (rκ, t); what camber and shifts add fades as 1/(1 + (r κ BCD/D)²).
    """
    load = stretch(1e-3, f)
    gamma = stretch(1.0 / DEGREE, g)
    alpha = stretch(-1.0 / DEGREE, arctan(t))
    rk = stretch(c[3], k)
    rho = root(plus(mul(rk, rk), mul(t, t)))
    d = mul(load, shift(c[6], stretch(c[5], load)))
    rise = sine(stretch(2.0, arctan(stretch(1.0 / c[8], load))))
    bcd = stretch(c[7], rise)
    e = shift(c[11], stretch(c[10], load))
    total = pacejka89_curve(c, d, bcd, e, stretch(1.0 / DEGREE, arctan(rho)))
    if rho[0] > 0.0:
        pull = div(total, rho)
    else:
        pull = stretch(1.0 / DEGREE, bcd)
    plain = pacejka89_curve(c, d, bcd, e, alpha)
    x = plus(alpha, shift(c[14], plus(stretch(c[13], load), stretch(c[12], gamma))))
    cambered = mul(bcd, shift(1.0, stretch(-c[9], size(gamma))))
    full = pacejka89_curve(c, d, cambered, e, x)
    full = plus(full, shift(c[17], plus(stretch(c[16], load), stretch(c[15], mul(load, gamma)))))
    ratio = mul(rk, div(stretch(1.0 / DEGREE, bcd), d))
    fade = div(constant(1.0), shift(1.0, mul(ratio, ratio)))
    side = minus(mul(pull, t), mul(fade, minus(full, plain)))
    return mul(pull, rk), side, stretch(-c[2], mul(d, mul(pull, t)))


@compiled
def pacejka89_curve(c, d, bcd, e, x):
    """D sin(C atan(Bx − E(Bx − atan Bx))), x in degrees."""
    b = div(bcd, stretch(c[4], d))
    return mul(d, sine(stretch(c[4], magic_angle(b, e, x))))
