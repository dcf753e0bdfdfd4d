"""Sections: closed forms, centres, other reference axes, orders of other programs, refusals."""

import json
import warnings

import numpy as np
import pytest

import mbfe
from mbfe import ModelError, Section, sections
from mbfe.sections import SectionWarning, damping_factor
from mbfe.sections.frames import ORDERS

E, NU = 70e9, 0.33
G = E / (2 * (1 + NU))
STEEL = {"E": 210e9, "nu": 0.3, "density": 7850.0}
PLAIN = {"E": 1.0, "G": 0.5}  # ν = 0, so that J = 2 GJ and the like

# Wang & Yu's composite blade section and Minguet & Dugundji's laminates, as AeroBeams.jl has them: the order
# N1 N2 N3 M1 M2 M3 is ours.
WANG_YU = [
    [2389e6, 1.524e6, 6.734e6, -33.82e6, -26.27e6, -473.6e6],
    [1.524e6, 433.4e6, -3.741e6, -0.2935e6, 15.27e6, 0.3835e6],
    [6.734e6, -3.741e6, 27.43e6, -0.4592e6, -0.6869e6, -4.742e6],
    [-33.82e6, -0.2935e6, -0.4592e6, 21.67e6, -0.6279e6, 1.430e6],
    [-26.27e6, 15.27e6, -0.6869e6, -0.6279e6, 19.70e6, 12.09e6],
    [-473.6e6, 0.3835e6, -4.742e6, 1.430e6, 12.09e6, 440.6e6],
]
BLADE_MASS = [
    [258.053, 0, 0, 0, 7.07839, -71.6871],
    [0, 258.053, 0, -7.07839, 0, 0],
    [0, 0, 258.053, 71.6871, 0, 0],
    [0, -7.07839, 71.6871, 48.59, 0, 0],
    [7.07839, 0, 0, 0, 2.172, 0],
    [-71.6871, 0, 0, 0, 0, 46.418],
]
LAMINATES = {
    "C1": np.diag([3.7e6, 2.6e5, 2.9e5, 0.183, 0.707, 276.0]),
    "C2": np.diag([4.0e6, 2.6e5, 5.5e5, 0.368, 0.522, 298.0]),
    "C3": np.diag([3.9e6, 1.1e6, 1.2e5, 1.18, 0.983, 290.0]),
}
LAMINATES["C2"][0, 1] = LAMINATES["C2"][1, 0] = -2.7e5
LAMINATES["C2"][3, 4] = LAMINATES["C2"][4, 3] = -0.102
LAMINATES["C3"][0, 3] = LAMINATES["C3"][3, 0] = -522.0


def random_section(seed=0, mass=True):
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(6, 6))
    K = A @ A.T + 0.5 * np.eye(6)
    y, z = rng.normal(size=(2, 9))
    m = rng.uniform(0.5, 1.5, 9)
    M = sum((point_mass(*p) for p in zip(m, y, z, strict=True)), np.zeros((6, 6)))
    B = rng.normal(size=(6, 6))
    outline = rng.normal(size=(5, 2)) * 5.0
    return Section(K, M if mass else None, B @ B.T, outline)


def point_mass(m, y, z):
    """Kinetic energy ½ m |v + ω × r|² as a matrix."""
    r = np.array([[0, -z, y], [z, 0, 0], [-y, 0, 0]])
    A = np.hstack([np.eye(3), -r])
    return m * A.T @ A


# ------------------------------------------------------------------------------- solid figures


@pytest.mark.parametrize(
    ("ratio", "coefficient"),
    [(1.0, 0.1406), (1.2, 0.166), (1.5, 0.196), (2.0, 0.229), (2.5, 0.249), (3.0, 0.263), (4.0, 0.281),
     (5.0, 0.291), (10.0, 0.312), (1e4, 0.333)],
)  # fmt: skip
def test_torsion_of_rectangles(ratio, coefficient):
    """Timoshenko & Goodier 1970, §109, table of k₁: J = k₁ (2a)³ (2b), the longer side 2b."""
    for sides in ((1.0, ratio), (ratio, 1.0)):
        section = sections.rectangle(width=sides[0], height=sides[1], **PLAIN)
        assert 2 * section.torsion_stiffness / ratio == pytest.approx(coefficient, abs=6e-4)


def test_rectangle_in_closed_form():
    b, h, rho = 0.02, 0.04, 2700.0
    section = Section.rectangle(E=E, nu=NU, density=rho, width=b, height=h)
    k = 10 * (1 + NU) / (12 + 11 * NU)  # Cowper 1966
    expected = [E * b * h, k * G * b * h, k * G * b * h, None, E * b * h**3 / 12, E * h * b**3 / 12]
    for i, value in enumerate(expected):
        if value is not None:
            assert section.stiffness[i, i] == pytest.approx(value, rel=1e-14)
    assert section.mass_per_length == pytest.approx(rho * b * h, rel=1e-14)
    J = rho * b * h / 12 * np.diag([b**2 + h**2, h**2, b**2])
    np.testing.assert_allclose(section.inertia, J, rtol=1e-13)
    np.testing.assert_allclose(np.ptp(section.outline, axis=0), [b, h])
    given = Section.rectangle(E=E, nu=NU, width=b, height=h, shear_factors=(0.5, 0.7))
    np.testing.assert_allclose(np.diag(given.shear_stiffness), [0.5 * G * b * h, 0.7 * G * b * h])


def test_circle_tube_and_ellipse_in_closed_form():
    R, r = 0.05, 0.04
    circle = sections.circle(E=E, nu=NU, radius=R)
    assert circle.torsion_stiffness == pytest.approx(G * np.pi * R**4 / 2, rel=1e-14)
    assert circle.stiffness[4, 4] == pytest.approx(E * np.pi * R**4 / 4, rel=1e-14)
    assert circle.stiffness[1, 1] == pytest.approx(6 * (1 + NU) / (7 + 6 * NU) * G * np.pi * R**2, rel=1e-14)
    tube = sections.tube(E=E, nu=NU, radius=R, thickness=R - r)
    assert tube.torsion_stiffness == pytest.approx(G * np.pi * (R**4 - r**4) / 2, rel=1e-13)
    assert tube.stiffness[5, 5] == pytest.approx(E * np.pi * (R**4 - r**4) / 4, rel=1e-13)
    # Cowper's formula has as limits the solid circle and his thin round tube, 2 (1 + ν) / (4 + 3 ν)
    thin = sections.tube(E=E, nu=NU, radius=1.0, thickness=1e-7)
    area = thin.axial_stiffness / E
    assert thin.stiffness[1, 1] / (G * area) == pytest.approx(2 * (1 + NU) / (4 + 3 * NU), rel=1e-6)
    a, b = 0.3, 0.1
    ellipse = sections.ellipse(E=E, nu=NU, width=2 * a, height=2 * b)
    assert ellipse.torsion_stiffness == pytest.approx(G * np.pi * a**3 * b**3 / (a**2 + b**2), rel=1e-14)
    assert ellipse.stiffness[4, 4] == pytest.approx(E * np.pi * a * b**3 / 4, rel=1e-14)
    round_one = sections.ellipse(E=E, nu=NU, width=2 * R, height=2 * R)
    np.testing.assert_allclose(round_one.stiffness, circle.stiffness, rtol=1e-13)


def test_thick_box_and_profiles_keep_exact_areas():
    box = sections.box(width=0.1, height=0.2, thickness=0.01, **STEEL)
    assert box.axial_stiffness == pytest.approx(210e9 * (0.1 * 0.2 - 0.08 * 0.18), rel=1e-13)
    assert box.stiffness[4, 4] == pytest.approx(210e9 * (0.1 * 0.2**3 - 0.08 * 0.18**3) / 12, rel=1e-13)
    beam = sections.i_section(width=0.1, height=0.2, flange=0.0085, web=0.0056, **STEEL)
    assert beam.stiffness[4, 4] == pytest.approx(
        210e9 * (0.1 * 0.2**3 - (0.1 - 0.0056) * 0.183**3) / 12, rel=1e-12
    )
    torsion = (2 * 0.1 * 0.0085**3 + (0.2 - 0.0085) * 0.0056**3) / 3  # Σ b t³/3
    assert beam.torsion_stiffness == pytest.approx(210e9 / 2.6 * torsion, rel=1e-12)


# ------------------------------------------------------------------------------- references and axes


def test_shift_by_hand():
    """EA, EI at a tension centre c: K₁₅ = EA z, K₁₆ = -EA y, K₅₅ = EI + EA z², K₅₆ = -EA y z."""
    EA, EIy, EIz, GJ, GAy, GAz = 9.0, 2.0, 3.0, 1.5, 4.0, 5.0
    y, z = 0.3, -0.2
    section = Section(np.diag([EA, GAy, GAz, GJ, EIy, EIz])).shift(-y, -z)
    expected = np.diag([EA, GAy, GAz, GJ + GAy * z**2 + GAz * y**2, EIy + EA * z**2, EIz + EA * y**2])
    expected[0, 4] = EA * z
    expected[0, 5] = -EA * y
    expected[4, 5] = -EA * y * z
    expected[1, 3] = -GAy * z
    expected[2, 3] = GAz * y
    expected += np.triu(expected, 1).T
    np.testing.assert_allclose(section.stiffness, expected, rtol=1e-14, atol=1e-15)
    np.testing.assert_allclose(section.tension_center, [y, z], rtol=1e-13)
    np.testing.assert_allclose(section.shear_center, [y, z], rtol=1e-13)


def test_energies_do_not_depend_on_the_reference():
    """Strain energy and kinetic energy of one motion, seen from two axes."""
    section, rng = random_section(3), np.random.default_rng(5)
    y, z, angle = 0.7, -0.4, 0.6
    other = section.shift(y, z).rotate(angle)
    strain = rng.normal(size=6)
    r = np.array([0, y, z])
    c, s = np.cos(angle), np.sin(angle)
    R = np.array([[1, 0, 0], [0, c, -s], [0, s, c]])
    there = np.concatenate([R.T @ (strain[:3] + np.cross(strain[3:], r)), R.T @ strain[3:]])
    for name in ("stiffness", "mass", "damping"):
        energy = there @ getattr(other, name) @ there
        assert energy == pytest.approx(strain @ getattr(section, name) @ strain, rel=1e-12)
    for name in ("tension_center", "shear_center", "mass_center"):
        moved = R[1:, 1:].T @ (getattr(section, name) - r[1:])
        np.testing.assert_allclose(getattr(other, name), moved, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(other.outline, (section.outline - r[1:]) @ R[1:, 1:], rtol=1e-12)
    for name in ("axial_stiffness", "torsion_stiffness"):
        assert getattr(other, name) == pytest.approx(getattr(section, name), rel=1e-9)
    back = other.rotate(-angle).shift(-y, -z)
    np.testing.assert_allclose(back.stiffness, section.stiffness, rtol=1e-12, atol=1e-12)


def test_principal_axes():
    section = Section.rectangle(width=0.02, height=0.04, **STEEL)
    turned = section.rotate(0.3)
    assert turned.bending_angle == pytest.approx(-0.3, abs=1e-12)
    assert turned.inertia_angle == pytest.approx(-0.3, abs=1e-12)
    # unsymmetric bending by hand: EI_yz of the turned axes
    I1, I2 = section.stiffness[4, 4], section.stiffness[5, 5]
    assert abs(turned.stiffness[4, 5]) == pytest.approx((I1 - I2) * np.sin(0.3) * np.cos(0.3), rel=1e-12)
    assert Section.circle(radius=0.1, **STEEL).rotate(0.3).bending_angle == 0.0


def test_offset_section_of_the_cantilever():
    """A tip force on the node line of a section whose centroid lies 30 mm above: closed form, linear."""
    b, h, e, L, F = 0.02, 0.04, 0.03, 1.0, 1000.0
    section = Section.rectangle(E=E, nu=NU, width=b, height=h).shift(0.0, -e)
    np.testing.assert_allclose(section.tension_center, [0.0, e], atol=1e-15)
    strain = section.compliance @ [F, 0, 0, 0, 0, 0]
    assert strain[0] * L == pytest.approx(1.383928571428571e-4, rel=1e-12)
    assert strain[4] * L == pytest.approx(-4.017857142857142e-3, rel=1e-12)
    assert -strain[4] * L**2 / 2 == pytest.approx(2.008928571428571e-3, rel=1e-12)
    other = Section.from_stiffness(
        axial=56e6, bending=(7466.666666666668, 1866.666666666667), torsion=400.0, shear=(18e6, 18e6),
        mass_per_length=2.16, mass_center=(0.015, 0.0),
    )  # fmt: skip
    np.testing.assert_allclose(other.mass_center, [0.015, 0.0])
    # torque per length of gravity along -z about the elastic axis, and the twist at the tip of 1 m
    wrench = other.mass @ [0, 0, -9.81, 0, 0, 0]
    assert wrench[3] == pytest.approx(-0.317844, rel=1e-6)
    assert wrench[3] / 2 / other.torsion_stiffness == pytest.approx(-3.973050e-4, rel=1e-6)


def test_from_constants_and_from_stiffness_agree_with_the_rectangle():
    b, h = 0.02, 0.04
    rectangle = Section.rectangle(E=E, nu=NU, density=2700.0, width=b, height=h)
    J = rectangle.torsion_stiffness / G
    k = 10 * (1 + NU) / (12 + 11 * NU)
    same = Section.from_constants(
        E=E, G=G, density=2700.0, area=b * h, I_y=b * h**3 / 12, I_z=h * b**3 / 12, J=J, shear_factors=(k, k),
        centroid=(0.1, 0.2),
    )  # fmt: skip
    np.testing.assert_allclose(same.stiffness, rectangle.shift(-0.1, -0.2).stiffness, rtol=1e-12, atol=1e-9)
    np.testing.assert_allclose(same.mass, rectangle.shift(-0.1, -0.2).mass, rtol=1e-12, atol=1e-15)
    turned = Section.from_stiffness(
        axial=E * b * h, bending=tuple(np.diag(rectangle.stiffness)[4:]), torsion=G * J,
        shear=(k * G * b * h,) * 2, angle=0.4, mass_per_length=2700 * b * h,
        gyration=(h / np.sqrt(12), b / np.sqrt(12)),
    )  # fmt: skip
    np.testing.assert_allclose(turned.stiffness, rectangle.rotate(-0.4).stiffness, rtol=1e-12, atol=1e-8)
    np.testing.assert_allclose(turned.mass, rectangle.rotate(-0.4).mass, rtol=1e-12, atol=1e-15)


# ------------------------------------------------------------------------------- other programs


def test_published_matrices_are_sections():
    blade = Section.from_matrices(WANG_YU, BLADE_MASS, order="vabs")
    np.testing.assert_array_equal(blade.stiffness, WANG_YU)
    np.testing.assert_allclose(blade.mass_center, [0.27780, 0.027430], rtol=1e-4)
    for C in LAMINATES.values():
        np.testing.assert_array_equal(Section(C).stiffness, C)


def test_linear_tip_flexibility_of_the_wang_yu_blade():
    """Closed form F = ∫ Tᵀ C⁻¹ T ds of a cantilever of 60 m, against the values of another code."""
    L, F = 60.0, np.zeros((6, 6))
    for x, w in zip(*np.polynomial.legendre.leggauss(3), strict=True):
        arm = 0.5 * L * (1 + x)  # of the tip load
        T = np.eye(6)
        T[4, 2], T[5, 1] = -arm, arm
        F += 0.5 * L * w * T.T @ Section(WANG_YU).compliance @ T
    assert F[2, 2] == pytest.approx(3.8510093247385666e-3, rel=1e-9)
    assert F[1, 5] == pytest.approx(5.254877046825474e-6, rel=1e-9)
    assert F[3, 3] == pytest.approx(2.8487406678699466e-6, rel=1e-9)


@pytest.mark.parametrize("order", ORDERS)
def test_round_trip_of_orders(order):
    section = random_section(7)
    K, M = section.to_matrices(order=order)
    again = Section.from_matrices(K, M, order=order)
    np.testing.assert_array_equal(again.stiffness, section.stiffness)
    np.testing.assert_allclose(again.mass, section.mass, rtol=1e-13, atol=1e-13)


@pytest.mark.parametrize("order", ["beamdyn", "becas", "hawc2", "anba4"])
def test_programs_with_z_along_the_beam(order):
    """BeamDyn's documented matrices: stiffness and mass with X_cm, Y_cm, i_edge, i_flap and i_cp."""
    flap_shear, edge_shear, EA, EI_edge, EI_flap, GJ = 1.0, 2.0, 30.0, 4.0, 5.0, 6.0
    m, x, y, edge, flap, cp = 2.0, 0.1, 0.2, 0.3, 0.4, 0.05
    M = np.diag([m, m, m, edge, flap, edge + flap])
    M[0, 5], M[1, 5], M[2, 3], M[2, 4], M[3, 4] = -m * y, m * x, m * y, -m * x, -cp
    M += np.triu(M, 1).T
    K = np.diag([flap_shear, edge_shear, EA, EI_edge, EI_flap, GJ])
    section = Section.from_matrices(K, M, order=order)
    expected = [EA, flap_shear, edge_shear, GJ, EI_edge, EI_flap]
    np.testing.assert_array_equal(np.diag(section.stiffness), expected)
    np.testing.assert_allclose(section.mass_center, [x, y], rtol=1e-14)
    np.testing.assert_allclose(section.inertia[1, 2], -cp)
    np.testing.assert_allclose(np.diag(section.inertia), [edge + flap, edge, flap])
    # the change of axes is a rotation: a force balance that does not care about names
    e = np.random.default_rng(1).normal(size=6)
    foreign = np.concatenate([e[[1, 2, 0]], e[[4, 5, 3]]])
    np.testing.assert_allclose(foreign @ K @ foreign, e @ section.stiffness @ e)


def test_reference_of_matrices_and_damping_in_their_order():
    section = random_section(11)
    K, M = section.to_matrices(order="becas")
    again = Section.from_matrices(K, M, order="becas", reference=(0.3, 0.1), damping=0.02)
    np.testing.assert_allclose(again.stiffness, section.shift(0.3, 0.1).stiffness, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(again.damping, 0.02 * again.stiffness, rtol=1e-12, atol=1e-14)
    D = np.diag([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    damped = Section.from_matrices(K, None, order="beamdyn", damping=D).damping
    np.testing.assert_array_equal(np.diag(damped), [3.0, 1.0, 2.0, 6.0, 4.0, 5.0])


# ------------------------------------------------------------------------------- damping, print, freeze


def test_damping_factor():
    beta = damping_factor(ratio=0.01, frequency=5.0)
    assert beta == pytest.approx(2 * 0.01 / (2 * np.pi * 5.0))
    section = Section.circle(radius=0.01, **STEEL).with_damping(beta)
    np.testing.assert_allclose(section.damping, beta * section.stiffness)
    assert not Section.circle(radius=0.01, **STEEL).damping.any()


def test_a_section_is_frozen():
    section = Section.circle(radius=0.01, **STEEL)
    with pytest.raises(ValueError, match="read-only"):
        section.stiffness[0, 0] = 1.0
    with pytest.raises(AttributeError):
        section.damping = 0.1


def test_the_table():
    text = str(Section.channel(width=0.1, height=0.2, flange=0.0085, web=0.0056, **STEEL).rotate(0.3))
    for words in ("axial stiffness EA", "5.72208e+08 N", "shear centre", "turned -17.19°", "kg/m", "M3"):
        assert words in text
    assert "none" in str(Section(np.ones(6)))
    assert "κ1" not in str(Section(np.ones(6)))


def test_public_names():
    assert mbfe.Section is sections.Section
    assert mbfe.sections is sections
    for name in ("rectangle", "circle", "tube", "ellipse", "box", "i_section", "channel", "thin_walled"):
        assert getattr(Section, name) is getattr(sections, name)
    json.dumps(Section.tube(E=1.0, G=0.4, radius=1.0, thickness=0.1).outline[1].tolist())


def test_picture(tmp_path):
    pytest.importorskip("matplotlib")
    file = tmp_path / "section.png"
    channel = Section.channel(width=0.1, height=0.2, flange=0.0085, web=0.0056, **STEEL)
    axes = channel.plot(file=file, title="C").axes[0]
    assert file.stat().st_size > 10_000
    y, _ = channel.shear_center
    assert f"shear centre ({y:.4g}, 0) m" in [line.get_label() for line in axes.lines]
    assert axes.get_xlabel() == "y [m]"
    Section(WANG_YU).plot(file=tmp_path / "plain.svg")
    Section.box(width=0.1, height=0.2, thickness=0.01, **STEEL).plot(file=tmp_path / "box.pdf")


# ------------------------------------------------------------------------------- refusals


TRIANGLE = [(0, 0), (1, 0), (0, 1)]
POLAR = np.diag([0, 0, 0, 1.0, 0, 1.0])


def changed(i, j, value, *, both=True, base=None):
    K = np.diag([9.0, 4.0, 5.0, 1.5, 2.0, 3.0]) if base is None else np.array(base, dtype=float)
    K[i, j] = value
    if both:
        K[j, i] = value
    return K


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Section(np.eye(3)), ["shape (3, 3)", "6x6"]),
        (lambda: Section("steel"), ["'steel'", "6x6"]),
        (lambda: Section(changed(1, 3, np.nan)), ["entry (2, 4)", "nan"]),
        (lambda: Section(changed(0, 4, 1.0, both=False)), ["symmetric", "entry (1, 5) is 1", "(5, 1) is 0"]),
        (lambda: Section(changed(3, 3, -1.0)), ["torsion stiffness", "entry (4, 4)", "order"]),
        (lambda: Section(changed(0, 4, 6.0)), ["axial and bending y", "√(K11 K55) = 4.24264"]),
        (lambda: Section(three_way()), ["no stiffness against", "γ1 (axial)", "γ2 (shear y)"]),
        (lambda: Section(np.ones(6), damping=-1.0), ["Section: damping", "-1.0"]),
        (lambda: Section(np.ones(6), damping=-np.eye(6)), ["damping", "feed energy"]),
        (lambda: Section(np.ones(6), -np.eye(6)), ["mass per length is -1"]),
        (lambda: Section(np.ones(6), changed(0, 5, 0.3, base=np.eye(6))), ["entry (3, 4)", "y = -0.3"]),
        (lambda: Section(np.ones(6), changed(1, 1, 2.0, base=np.eye(6))), ["entry (1, 1)"]),
        (lambda: Section(np.ones(6), np.diag([1, 1, 1, 9.0, 1, 1])), ["J11 = 9", "sum of the other two"]),
        (lambda: Section(np.ones(6), np.diag([1, 1, 1, 1.0, 5.0, 1])), ["J11 = 1", "sum of the other two"]),
        (lambda: Section(np.ones(6), point_mass(3, 2, 0) - 8 * POLAR), ["not negative", "J11"]),
        (lambda: Section(np.ones(6), outline=[(0, 0), (1, 1)]), ["outline", "three or more"]),
        (lambda: Section.from_matrices(np.eye(6), None, order="nastran"), ["'nastran'", "'vabs'"]),
        (lambda: sections.rectangle(E=E, width=1, height=1), ["neither G nor nu"]),
        (lambda: sections.rectangle(E=E, nu=0.3, G=1e9, width=1, height=1), ["both G and nu"]),
        (lambda: sections.rectangle(E=210, G=80.8e9, width=1, height=1), ["Poisson's ratio -1", "same unit"]),
        (lambda: sections.rectangle(E=E, nu=0.3, width=0, height=1), ["rectangle: width", "0 was given"]),
        (lambda: sections.tube(E=E, nu=0.3, radius=1, thickness=1), ["thickness", "less than the radius"]),
        (lambda: sections.box(E=E, nu=0.3, width=1, height=2, thickness=0.5), ["fill a side of 1 m"]),
        (lambda: constants(J=2.0), ["J", "I_y + I_z = 1"]),
    ],
)  # fmt: skip
def test_refusals(make, words):
    with pytest.raises(ModelError) as caught:
        make()
    for word in words:
        assert word in str(caught.value)


def three_way():
    """Couplings of three components, each below its own bound, together beyond what is definite."""
    K = np.eye(6)
    K[:3, :3] -= 0.6 * (1.0 - np.eye(3))
    return K


def constants(J):
    return Section.from_constants(E=E, nu=0.3, area=1.0, I_y=0.5, I_z=0.5, J=J, shear_factors=(1, 1))


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: sections.circle(E=210, nu=0.3, density=7850, radius=0.1), "wave speed of 0.164"),
        (lambda: sections.circle(E=2.1e5, nu=0.3, density=7850, radius=0.1), "steel 2.1e11"),
        (lambda: Section([1.0, 0.5, 0.5, 1e4, 1e4, 1e4], outline=TRIANGLE), "units of lengths"),
        (lambda: Section([1.0, 50.0, 0.5, 1, 1, 1]), "above ten times the axial"),
        (lambda: Section(np.ones(6), np.diag([1, 1, 1, 1.5, 1, 1])), "J22 + J33"),
    ],
)
def test_hints(make, words):
    with pytest.warns(SectionWarning, match="^") as caught:
        make()
    assert any(words in str(w.message) for w in caught)


def test_a_hint_is_given_once():
    with pytest.warns(SectionWarning):
        odd = Section([1.0, 50.0, 0.5, 1, 1, 1])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        other = odd.shift(0.1, 0.2).rotate(0.3)
        sections.interpolate([0, 1], [odd, other])(0.5)


def test_millimetres_are_no_reason_to_warn():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sections.rectangle(E=2.1e5, nu=0.3, density=7.85e-9, width=20.0, height=40.0)
        sections.rectangle(width=0.02, height=0.04, **STEEL).shift(1.0, 0.0)
