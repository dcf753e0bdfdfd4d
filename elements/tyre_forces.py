"""Forces of tyres in compiled code: linear, brush and two Magic Formulas, with exact gradients.

All take the slip ratio κ = −V_sx/‖V_x‖, t = tan α = −V_sy/‖V_x‖, the load F_z [N] and the camber γ [rad] as
jets (:mod:`mbfe.elements.jets`, in this order) and give F_x, F_y and M_z about the normal, in the axes of the
contact: x forward, y to the left, z along the normal of the road. The numbers of a model stand in an array:
its kind, then its coefficients in the order of the constants below.
"""

from __future__ import annotations

import math

from mbfe.compiled import compiled
from mbfe.elements.jets import (
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

LINEAR, BRUSH, PAC2002, PACEJKA89 = range(4)
"""Kinds of models."""

COEFFICIENTS = 80
"""Length of the array of a model."""

PAC2002_NAMES = (
    "pcx1", "pdx1", "pdx2", "pdx3", "pex1", "pex2", "pex3", "pex4", "pkx1", "pkx2", "pkx3",
    "phx1", "phx2", "pvx1", "pvx2", "rbx1", "rbx2", "rcx1", "rex1", "rex2", "rhx1",
    "pcy1", "pdy1", "pdy2", "pdy3", "pey1", "pey2", "pey3", "pey4", "pky1", "pky2", "pky3",
    "phy1", "phy2", "phy3", "pvy1", "pvy2", "pvy3", "pvy4",
    "rby1", "rby2", "rby3", "rcy1", "rey1", "rey2", "rhy1", "rhy2",
    "rvy1", "rvy2", "rvy3", "rvy4", "rvy5", "rvy6",
    "qbz1", "qcz1", "qdz1", "qez1",
)  # fmt: skip
"""Coefficients of PAC2002 that are used, in the order of storage, after kind, load and radius."""

(
    CX1, DX1, DX2, DX3, EX1, EX2, EX3, EX4, KX1, KX2, KX3,
    HX1, HX2, VX1, VX2, RBX1, RBX2, RCX1, REX1, REX2, RHX1,
    CY1, DY1, DY2, DY3, EY1, EY2, EY3, EY4, KY1, KY2, KY3,
    HY1, HY2, HY3, VY1, VY2, VY3, VY4,
    RBY1, RBY2, RBY3, RCY1, REY1, REY2, RHY1, RHY2,
    RVY1, RVY2, RVY3, RVY4, RVY5, RVY6,
    QBZ1, QCZ1, QDZ1, QEZ1,
) = range(3, 3 + len(PAC2002_NAMES))  # fmt: skip

DEGREE = math.pi / 180.0
ZERO = (0.0, 0.0, 0.0, 0.0, 0.0)
LEAST = 1e-9
"""Load below which a tyre has no forces, in units of its nominal load."""


@compiled
def tyre_forces(c, kappa, tangent, load, camber):
    """F_x, F_y and M_z as jets of the model whose numbers are c."""
    if not load > LEAST * c[1]:
        return ZERO, ZERO, ZERO
    k, t, f, g = seed(kappa, 0), seed(tangent, 1), seed(load, 2), seed(camber, 3)
    if c[0] == BRUSH:
        return brush(c, k, t, f)
    if c[0] == PAC2002:
        return pac2002(c, k, t, f, g)
    if c[0] == PACEJKA89:
        return pacejka89(c, k, t, f, g)
    share = stretch(1.0 / c[1], f)
    side = mul(share, minus(stretch(c[3], t), stretch(c[4], g)))
    return stretch(c[2], mul(share, k)), side, stretch(-c[5], side)


@compiled
def brush(c, k, t, f):
    """Brush model with parabolic pressure: F = μ F_z (3λ − 3λ² + λ³) along the slip.

    M_z = −μ F_z a λ(1 − λ)³ times the lateral part of its direction; λ = θ σ, σ = s/(1 + κ) the theoretical
    slip, θ = C/(3μ F_z). For λ ≥ 1 the whole contact slides.
    """
    theta = c[2] / (3.0 * c[3] * c[1])
    slip = root(plus(mul(k, k), mul(t, t)))
    grip = stretch(c[3], f)
    rolled = shift(1.0, k)
    if theta * slip[0] >= rolled[0]:
        pull = div(grip, slip)
        return mul(pull, k), mul(pull, t), ZERO
    part = div(constant(theta), rolled)
    lam = mul(part, slip)
    fill = shift(3.0, mul(lam, shift(-3.0, lam)))
    pull = mul(mul(grip, part), fill)
    rest = shift(1.0, stretch(-1.0, lam))
    half = stretch(-c[4] / math.sqrt(c[1]), root(f))
    moment = mul(mul(mul(grip, part), half), mul(rest, mul(rest, rest)))
    return mul(pull, k), mul(pull, t), mul(moment, t)


@compiled
def magic_angle(b, e, x):
    """atan(Bx − E(Bx − atan Bx)) with jets B and E."""
    bx = mul(b, x)
    return arctan(minus(bx, mul(e, minus(bx, arctan(bx)))))


@compiled
def signed(factor, x):
    """1 − factor sgn(x), the asymmetry of a curvature."""
    if factor == 0.0 or x[0] == 0.0:
        return constant(1.0)
    return constant(1.0 - math.copysign(factor, x[0]))


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
def pac2002(c, k, t, f, g):
    """PAC2002 with α_iso = −α, reduced: unit scaling factors, no turn slip, no residual moment."""
    df = stretch(1.0 / c[1], shift(-c[1], f))
    alpha = stretch(-1.0, arctan(t))
    fx = mul(pac2002_along(c, k, f, g, df), along_weight(c, k, alpha, df))
    fy, mu = pac2002_across(c, alpha, f, g, df)
    # lateral force of braking (S_Vyκ) and the weight of the pure one
    vary = shift(c[RVY1], plus(stretch(c[RVY2], df), stretch(c[RVY3], g)))
    size_v = mul(mul(mul(mu, f), vary), cosine(arctan(stretch(c[RVY4], alpha))))
    extra = mul(size_v, sine(stretch(c[RVY5], arctan(stretch(c[RVY6], k)))))
    b = stretch(c[RBY1], cosine(arctan(stretch(c[RBY2], shift(-c[RBY3], alpha)))))
    e = curvature(shift(c[REY1], stretch(c[REY2], df)))
    s = shift(c[RHY1], stretch(c[RHY2], df))
    pure = mul(weight(b, c[RCY1], e, k, s), fy)
    trail = magic_angle(constant(c[QBZ1]), curvature(constant(c[QEZ1])), alpha)
    trail = mul(cosine(stretch(c[QCZ1], trail)), cosine(alpha))
    trail = stretch(c[QDZ1] * c[2] / c[1], mul(f, trail))
    return fx, plus(pure, extra), stretch(-1.0, mul(trail, pure))


@compiled
def pac2002_along(c, k, f, g, df):
    """Pure longitudinal force, D sin(C atan(Bκ_x − E(…))) + S_Vx."""
    x = plus(k, shift(c[HX1], stretch(c[HX2], df)))
    mu = shift(c[DX1], stretch(c[DX2], df))
    mu = mul(mu, shift(1.0, stretch(-c[DX3], mul(g, g))))
    e = shift(c[EX1], mul(df, shift(c[EX2], stretch(c[EX3], df))))
    e = curvature(mul(e, signed(c[EX4], x)))
    stiff = shift(c[KX1], stretch(c[KX2], df))
    stiff = mul(stiff, chain(math.exp(c[KX3] * df[0]), c[KX3] * math.exp(c[KX3] * df[0]), df))
    b = div(stiff, stretch(c[CX1], mu))
    y = mul(mu, sine(stretch(c[CX1], magic_angle(b, e, x))))
    return mul(f, plus(y, shift(c[VX1], stretch(c[VX2], df))))


@compiled
def along_weight(c, k, alpha, df):
    """G_xα."""
    b = stretch(c[RBX1], cosine(arctan(stretch(c[RBX2], k))))
    e = curvature(shift(c[REX1], stretch(c[REX2], df)))
    return weight(b, c[RCX1], e, alpha, constant(c[RHX1]))


@compiled
def pac2002_across(c, alpha, f, g, df):
    """Pure lateral force D sin(C atan(Bα_y − E(…))) + S_Vy, and μ_y."""
    x = plus(alpha, plus(shift(c[HY1], stretch(c[HY2], df)), stretch(c[HY3], g)))
    mu = shift(c[DY1], stretch(c[DY2], df))
    mu = mul(mu, shift(1.0, stretch(-c[DY3], mul(g, g))))
    e = shift(c[EY1], stretch(c[EY2], df))
    if x[0] != 0.0:
        e = mul(e, shift(1.0, stretch(-math.copysign(1.0, x[0]), shift(c[EY3], stretch(c[EY4], g)))))
    e = curvature(e)
    if c[KY2] == 0.0:
        stiff = constant(c[KY1])
    else:
        turned = sine(stretch(2.0, arctan(stretch(1.0 / (c[KY2] * c[1]), f))))
        stiff = div(stretch(c[KY1] * c[1], turned), f)
    stiff = mul(stiff, shift(1.0, stretch(-c[KY3], size(g))))
    b = div(stiff, stretch(c[CY1], mu))
    y = mul(mu, sine(stretch(c[CY1], magic_angle(b, e, x))))
    lift = plus(shift(c[VY1], stretch(c[VY2], df)), mul(g, shift(c[VY3], stretch(c[VY4], df))))
    return mul(f, plus(y, lift)), mu


@compiled
def pacejka89(c, k, t, f, g):
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
    return mul(pull, rk), side, stretch(-c[2], mul(pull, t))


@compiled
def pacejka89_curve(c, d, bcd, e, x):
    """D sin(C atan(Bx − E(Bx − atan Bx))), x in degrees."""
    b = div(bcd, stretch(c[4], d))
    return mul(d, sine(stretch(c[4], magic_angle(b, e, x))))
