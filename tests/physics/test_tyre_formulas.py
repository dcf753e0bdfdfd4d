"""Tyre formulas written out independently: coefficients with each sign, all signs of slip, camber and travel.

Sources: Pacejka, Tire and Vehicle Dynamics, 2nd edition (2006), section 4.3.2 (PAC2002, MF-Tyre 5.2), without
turn slip and with unit scaling factors; Bakker, Pacejka and Lidner, SAE 890087 (1989). A wheel that rolls
backwards is the mirror image, fore and aft, of one that rolls forwards; the brush shows that a tyre does so.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
import pytest

from mbfe.elements import tyres
from mbfe.elements.tyres.tyre_files import SHIFTS
from mbfe.elements.tyres.tyre_forces import PAC2002_NAMES
from mbfe.errors import ModelError
from tests.contract.tyres import PACEJKA89

LOAD, RADIUS = 3800.0, 0.31
FULL = {
    "pcx1": 1.6, "pdx1": 1.1, "pdx2": -0.08, "pdx3": 0.9, "pex1": 0.4, "pex2": 0.2, "pex3": -0.1, "pex4": 0.3,
    "pkx1": 21.0, "pkx2": 3.0, "pkx3": -0.4, "phx1": 2e-3, "phx2": 1e-3, "pvx1": 0.01, "pvx2": -0.02,
    "rbx1": 11.0, "rbx2": -9.0, "rcx1": 1.05, "rex1": 0.3, "rex2": -0.2, "rhx1": 0.01,
    "pcy1": 1.3, "pdy1": 0.95, "pdy2": -0.15, "pdy3": 1.5, "pey1": -0.6, "pey2": 0.5, "pey3": 0.3,
    "pey4": -4.0, "pky1": -17.0, "pky2": 1.8, "pky3": 0.4, "phy1": 2e-3, "phy2": -1e-3, "phy3": 0.03,
    "pvy1": 0.02, "pvy2": -0.03, "pvy3": -0.2, "pvy4": -0.4,
    "rby1": 7.0, "rby2": 6.0, "rby3": -0.02, "rcy1": 1.02, "rey1": 0.2, "rey2": 0.3, "rhy1": 0.01,
    "rhy2": 0.02, "rvy1": 0.05, "rvy2": -0.03, "rvy3": -0.4, "rvy4": 12.0, "rvy5": 1.9, "rvy6": -11.0,
    "qbz1": 9.0, "qbz2": -2.0, "qbz3": -0.7, "qbz4": 0.5, "qbz5": -0.6, "qbz9": 8.0, "qbz10": 0.4,
    "qcz1": 1.15, "qdz1": 0.11, "qdz2": -0.02, "qdz3": 0.7, "qdz4": -5.0, "qdz6": 4e-3, "qdz7": -3e-3,
    "qdz8": -0.15, "qdz9": 0.08, "qez1": -2.0, "qez2": 0.5, "qez3": -0.4, "qez4": 0.3, "qez5": -2.0,
    "qhz1": 6e-3, "qhz2": -4e-3, "qhz3": 0.1, "qhz4": 0.05, "ssz1": 0.02, "ssz2": 0.01, "ssz3": 0.5,
    "ssz4": -0.3,
}  # fmt: skip
NOT_NEGATIVE = ("pcx1", "pdx1", "pkx1", "pcy1", "pky1", "pky2")
"""Coefficients of which one sign only makes a tyre."""
SLIPS = (-1.3, -0.2, -0.03, 0.0, 0.004, 0.09, 0.6, 3.0)
ANGLES = (-1.3, -0.25, -0.04, 0.0, 0.006, 0.11, 0.7)
LOADS = (0.25, 0.9, 1.0, 1.7)
CAMBERS = (-0.2, -0.03, 0.0, 0.08)


def sgn(x: float) -> float:
    return (x > 0.0) - (x < 0.0)


def inner(b: float, e: float, x: float) -> float:
    return math.atan(b * x - e * (b * x - math.atan(b * x)))


def forwards(
    c: Mapping[str, float], kappa: float, alpha: float, Fz: float, gamma: float
) -> tuple[float, float, float]:
    """F_x, F_y, M_z of PAC2002 at α and γ in ISO axes, V_x > 0."""
    df = (Fz - LOAD) / LOAD
    # longitudinal force
    SHx, SVx = c["phx1"] + c["phx2"] * df, Fz * (c["pvx1"] + c["pvx2"] * df)
    kx = kappa + SHx
    Dx = (c["pdx1"] + c["pdx2"] * df) * (1.0 - c["pdx3"] * gamma**2) * Fz
    Ex = (c["pex1"] + c["pex2"] * df + c["pex3"] * df**2) * (1.0 - c["pex4"] * sgn(kx))
    Kx = Fz * (c["pkx1"] + c["pkx2"] * df) * math.exp(c["pkx3"] * df)
    Fx = Dx * math.sin(c["pcx1"] * inner(Kx / (c["pcx1"] * Dx), min(Ex, 1.0), kx)) + SVx
    Bxa = c["rbx1"] * math.cos(math.atan(c["rbx2"] * kappa))
    Exa = min(c["rex1"] + c["rex2"] * df, 1.0)
    Fx *= math.cos(c["rcx1"] * inner(Bxa, Exa, alpha + c["rhx1"])) / math.cos(
        c["rcx1"] * inner(Bxa, Exa, c["rhx1"])
    )
    # lateral force
    SHy = c["phy1"] + c["phy2"] * df + c["phy3"] * gamma
    SVy = Fz * (c["pvy1"] + c["pvy2"] * df + (c["pvy3"] + c["pvy4"] * df) * gamma)
    ay = alpha + SHy
    muy = (c["pdy1"] + c["pdy2"] * df) * (1.0 - c["pdy3"] * gamma**2)
    Ey = (c["pey1"] + c["pey2"] * df) * (1.0 - (c["pey3"] + c["pey4"] * gamma) * sgn(ay))
    Ky = (
        c["pky1"] * LOAD * math.sin(2.0 * math.atan(Fz / (c["pky2"] * LOAD))) * (1.0 - c["pky3"] * abs(gamma))
    )
    By = Ky / (c["pcy1"] * muy * Fz)
    Fy0 = muy * Fz * math.sin(c["pcy1"] * inner(By, min(Ey, 1.0), ay)) + SVy
    Byk = c["rby1"] * math.cos(math.atan(c["rby2"] * (alpha - c["rby3"])))
    Eyk, SHyk = min(c["rey1"] + c["rey2"] * df, 1.0), c["rhy1"] + c["rhy2"] * df
    Gyk = math.cos(c["rcy1"] * inner(Byk, Eyk, kappa + SHyk)) / math.cos(c["rcy1"] * inner(Byk, Eyk, SHyk))
    DVyk = (
        muy * Fz * (c["rvy1"] + c["rvy2"] * df + c["rvy3"] * gamma) * math.cos(math.atan(c["rvy4"] * alpha))
    )
    SVyk = DVyk * math.sin(c["rvy5"] * math.atan(c["rvy6"] * kappa))
    Fy = Gyk * Fy0 + SVyk
    # aligning moment
    at = alpha + c["qhz1"] + c["qhz2"] * df + (c["qhz3"] + c["qhz4"] * df) * gamma
    ar = alpha + SHy + SVy / Ky
    Bt = c["qbz1"] + c["qbz2"] * df + c["qbz3"] * df**2
    Bt *= 1.0 + c["qbz4"] * gamma + c["qbz5"] * abs(gamma)
    Ct = c["qcz1"]
    Dt = Fz * (c["qdz1"] + c["qdz2"] * df) * (1.0 + c["qdz3"] * gamma + c["qdz4"] * gamma**2) * RADIUS / LOAD
    Et = c["qez1"] + c["qez2"] * df + c["qez3"] * df**2
    Et *= 1.0 + (c["qez4"] + c["qez5"] * gamma) * 2.0 / math.pi * math.atan(Bt * Ct * at)
    Br = c["qbz9"] + c["qbz10"] * By * c["pcy1"]
    Dr = Fz * (c["qdz6"] + c["qdz7"] * df + (c["qdz8"] + c["qdz9"] * df) * gamma) * RADIUS
    teq = math.copysign(math.atan(math.hypot(math.tan(at), Kx / Ky * kappa)), at)
    req = math.copysign(math.atan(math.hypot(math.tan(ar), Kx / Ky * kappa)), ar)
    t = Dt * math.cos(Ct * inner(Bt, min(Et, 1.0), teq)) * math.cos(alpha)
    Mzr = Dr * math.cos(math.atan(Br * req)) * math.cos(alpha)
    s = RADIUS * (c["ssz1"] + c["ssz2"] * Fy / LOAD + (c["ssz3"] + c["ssz4"] * df) * gamma)
    return Fx, Fy, -t * (Fy - SVyk) + Mzr + s * Fx


def expected(
    c: Mapping[str, float], kappa: float, angle: float, Fz: float, gamma: float, reverse: bool
) -> tuple[float, float, float]:
    """The same at Pacejka's slip angle; backwards as the mirror image fore and aft."""
    if not reverse:
        return forwards(c, kappa, -angle, Fz, gamma)
    Fx, Fy, Mz = forwards(c, -kappa, -angle, Fz, gamma)
    return -Fx, Fy, -Mz


def states(seed: int, count: int) -> list[tuple[float, float, float, float, bool]]:
    """Slips, angles, loads and cambers in all combinations of signs and zeros, a part of them at random."""
    grid = [
        (k, a, LOAD * f, g, back)
        for k in SLIPS
        for a in ANGLES
        for f in LOADS
        for g in CAMBERS
        for back in (False, True)
    ]
    order = np.random.default_rng(seed).permutation(len(grid))
    return [grid[i] for i in order[:count]]


def compare(c: Mapping[str, float], seed: int, count: int) -> None:
    model = tyres.MagicFormula(c, load=LOAD, radius=RADIUS)
    for k, a, Fz, g, back in states(seed, count):
        found = model.forces(slip_ratio=k, slip_angle=a, load=Fz, camber=g, reverse=back)
        exact = expected(c, k, a, Fz, g, back)
        np.testing.assert_allclose(found, exact, rtol=1e-10, atol=1e-10 * Fz, err_msg=f"{k, a, Fz, g, back}")


def test_every_coefficient_counts_and_is_in_the_set() -> None:
    assert set(FULL) == set(PAC2002_NAMES)
    assert all(FULL.values())
    whole = tyres.MagicFormula(FULL, load=LOAD, radius=RADIUS)
    state = {"slip_ratio": 0.09, "slip_angle": -0.05, "load": 1.7 * LOAD, "camber": 0.08}
    for name in FULL:
        other = tyres.MagicFormula(FULL | {name: 0.97 * FULL[name]}, load=LOAD, radius=RADIUS)
        assert other.forces(**state) != whole.forces(**state), name


def test_pac2002_in_all_states() -> None:
    compare(FULL, 1, 600)


@pytest.mark.parametrize("name", sorted(set(PAC2002_NAMES) - set(NOT_NEGATIVE)))
def test_each_coefficient_with_the_other_sign(name: str) -> None:
    compare(FULL | {name: -FULL[name]}, PAC2002_NAMES.index(name), 24)


@pytest.mark.parametrize("name", sorted(set(PAC2002_NAMES) - set(NOT_NEGATIVE) - {"pdy1"}))
def test_each_coefficient_at_zero(name: str) -> None:
    compare(FULL | {name: 0.0}, PAC2002_NAMES.index(name) + 100, 8)


def test_a_mirrored_tyre_is_the_tyre_of_the_other_side() -> None:
    """F_x(α, γ) stays, F_y and M_z turn with α and γ; a symmetric tyre is its own mirror image."""
    left = tyres.MagicFormula(FULL, load=LOAD, radius=RADIUS)
    right = tyres.MagicFormula(FULL, load=LOAD, radius=RADIUS, mirrored=True)
    both = tyres.MagicFormula(FULL, load=LOAD, radius=RADIUS, symmetric=True)
    for k, a, Fz, g, back in states(3, 200):
        for one, other in ((left, right), (both, both)):
            x, y, z = one.forces(slip_ratio=k, slip_angle=a, load=Fz, camber=g, reverse=back)
            found = other.forces(slip_ratio=k, slip_angle=-a, load=Fz, camber=-g, reverse=back)
            np.testing.assert_allclose(found, (x, -y, -z), rtol=1e-10, atol=1e-10 * Fz)
    assert both.forces() == (0.0, 0.0, 0.0)
    assert all(FULL[name] for name in SHIFTS)


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_far_from_the_loads_of_a_fit_friction_does_not_turn(sign: float) -> None:
    """μ = 1 − 0.4 df is negative beyond 3.5 F_z0: the force must not push with the slip."""
    plain = {"pcx1": 1.6, "pdx1": 1.0, "pdx2": -0.4, "pkx1": 20.0}
    plain |= {"pcy1": 1.3, "pdy1": sign, "pdy2": -0.4 * sign, "pky1": -20.0, "pky3": 0.8}
    model = tyres.MagicFormula(plain, load=LOAD)
    for factor in (3.0, 3.5, 5.0, 20.0):
        for slip in (0.02, 0.3):
            assert 0.0 < model.forces(slip_ratio=slip, load=factor * LOAD)[0] < factor * LOAD
            for camber in (0.0, 1.25, 1.4):
                side = model.forces(slip_angle=slip, load=factor * LOAD, camber=camber)[1]
                assert 0.0 < side < factor * LOAD


def bakker(a: tuple[float, ...], alpha: float, load: float, gamma: float) -> float:
    """F_y [N] in SAE axes at angles in degrees and a load in kN."""
    C, D = a[0], (a[1] * load + a[2]) * load
    BCD = a[3] * math.sin(2.0 * math.atan(load / a[4])) * (1.0 - a[5] * abs(gamma))
    E = a[6] * load + a[7]
    x = alpha + a[8] * gamma + a[9] * load + a[10]
    return D * math.sin(C * inner(BCD / (C * D), E, x)) + a[11] * load * gamma + a[12] * load + a[13]


@pytest.mark.parametrize("turned", [None, 1, 5, 6, 7, 8, 9, 10, 11, 12, 13])
def test_pacejka_89_with_each_sign(turned: int | None) -> None:
    a = list(PACEJKA89)
    if turned is not None:
        a[turned] = -a[turned]
    model = tyres.Pacejka89(a)
    for angle in (-20.0, -3.0, 0.0, 0.5, 8.0):
        for load in (0.7, 3.0, 6.5):
            for gamma in (-6.0, 0.0, 2.0):
                state = {
                    "slip_angle": -math.radians(angle),
                    "camber": math.radians(gamma),
                    "load": 1e3 * load,
                }
                for back in (False, True):
                    found = -model.forces(**state, reverse=back)[1]
                    assert found == pytest.approx(bakker(a, angle, load, gamma), rel=1e-10, abs=1e-7)


@pytest.mark.parametrize("angle", [-0.3, 0.04])
@pytest.mark.parametrize("kappa", [-0.4, 0.0, 0.08, 0.5])
@pytest.mark.parametrize("way", [1.0, -1.0])
def test_the_brush_both_ways(kappa: float, angle: float, way: float) -> None:
    """Bristles that enter the contact at its leading end, which is the rear one of a wheel that rolls back.

    A bristle that has rolled a distance s from the leading end has moved the slip velocity times s/V_r; it
    pulls with q·u or slides with μ p along that.
    """
    mu, stiffness, load, half = 0.8, 5e4, 3000.0, 0.06
    cp = stiffness / (2.0 * half**2)
    speed = 10.0
    vx = way * speed
    vs = np.array([-kappa * speed, -math.tan(angle) * speed])
    rolled = abs(vx - vs[0])
    n = 40000
    s = (np.arange(n) + 0.5) * 2.0 * half / n
    x = way * (half - s)
    pull = -cp * np.outer(s, vs) / rolled
    most = mu * 0.75 * load / half * (1.0 - (x / half) ** 2)
    size = np.linalg.norm(pull, axis=1)
    pull *= np.minimum(1.0, most / np.maximum(size, 1e-300))[:, None]
    width = 2.0 * half / n
    by_hand = (pull[:, 0].sum() * width, pull[:, 1].sum() * width, (x * pull[:, 1]).sum() * width)
    model = tyres.BrushTyre(stiffness=stiffness, friction=mu, load=load, half_length=half)
    found = model.forces(slip_ratio=kappa, slip_angle=angle, reverse=way < 0.0)
    np.testing.assert_allclose(found, by_hand, rtol=1e-6, atol=1e-4)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"pky2": -1.8}, "pky2"),
        ({"pdy1": 0.0}, "pdy1.*zero"),
        ({"pkx1": -20.0}, "pkx1"),
        ({"pky1": 17.0}, "negative"),
    ],
)
def test_signs_that_make_no_tyre_are_refused(change: dict[str, float], words: str) -> None:
    with pytest.raises(ModelError, match=words):
        tyres.MagicFormula(FULL | change)
