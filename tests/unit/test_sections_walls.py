"""Thin-walled sections against closed forms: Bredt, cells, shear centres, shear factors."""

import numpy as np
import pytest

from mbfe import ModelError, sections

E, G = 1.0, 0.5  # ν = 0
PLAIN = {"E": E, "G": G}


def ring(n, radius=1.0):
    angle = 2 * np.pi * np.arange(n) / n
    return radius * np.column_stack([np.cos(angle), np.sin(angle)])


def test_bredt_box_with_four_thicknesses():
    b, h, t = 0.2, 0.4, np.array([0.002, 0.003, 0.004, 0.005])
    points = [(-b / 2, -h / 2), (b / 2, -h / 2), (b / 2, h / 2), (-b / 2, h / 2)]
    box = sections.thin_walled(points=points, closed=True, thickness=t, **PLAIN)
    sides = np.array([b, h, b, h])
    bredt = 4 * (b * h) ** 2 / np.sum(sides / t)
    assert box.torsion_stiffness / G == pytest.approx(bredt + np.sum(sides * t**3) / 3, rel=1e-12)


def test_two_cells():
    """Cells of areas A₁, A₂ with a common wall: Bredt's two equations solved by hand, q in units of G κ."""
    a, h, t, web = 0.3, 0.2, 0.002, 0.004
    points = [(0, 0), (a, 0), (3 * a, 0), (3 * a, h), (a, h), (0, h)]
    walls = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (1, 4)]
    section = sections.thin_walled(points=points, walls=walls, thickness=[t] * 6 + [web], **PLAIN)
    A = np.array([a * h, 2 * a * h])
    flexibility = np.array([[(2 * a + h) / t + h / web, -h / web], [-h / web, (4 * a + h) / t + h / web]])
    q = np.linalg.solve(flexibility, 2 * A)
    J = 2 * A @ q + ((6 * a + 2 * h) * t**3 + h * web**3) / 3
    assert section.torsion_stiffness / G == pytest.approx(J, rel=1e-12)


def test_torsion_does_not_depend_on_the_pole():
    section = sections.thin_walled(points=ring(7), closed=True, thickness=0.01, **PLAIN)
    far = sections.thin_walled(points=ring(7) + (50.0, -30.0), closed=True, thickness=0.01, **PLAIN)
    assert far.torsion_stiffness == pytest.approx(section.torsion_stiffness, rel=1e-9)
    np.testing.assert_allclose(far.shear_center, [50.0, -30.0], rtol=1e-9)


def test_shear_centre_of_a_channel():
    """e = 3 b² t_f / (h t_w + 6 b t_f) behind the web (Timoshenko & Gere; any text on thin walls)."""
    b, h, tf, tw = 0.1, 0.2, 0.003, 0.002
    points = [(b, -h / 2), (0, -h / 2), (0, h / 2), (b, h / 2)]
    section = sections.thin_walled(points=points, thickness=[tf, tw, tf], **PLAIN)
    # flanges and web without their own t³, as the closed form has it
    e = 3 * b**2 * tf / (h * tw + 6 * b * tf)
    np.testing.assert_allclose(section.shear_center, [-e, 0.0], rtol=1e-12, atol=1e-15)
    assert section.torsion_stiffness / G == pytest.approx((2 * b * tf**3 + h * tw**3) / 3, rel=1e-12)
    channel = sections.channel(width=b + tw / 2, height=h + tf, flange=tf, web=tw, **PLAIN)
    assert channel.tension_center == pytest.approx([0, 0], abs=1e-12)
    left = channel.outline[:, 0].min()
    assert channel.shear_center[0] == pytest.approx(left + tw / 2 - e, abs=0.02 * e)


def test_shear_centre_of_a_slit_tube_and_of_an_angle():
    """Slit round tube: 2 R from the centre, on the side away from the slit; angle: the corner."""
    p = ring(720)
    slit = sections.thin_walled(points=np.vstack([p, p[:1]]), thickness=1e-3, **PLAIN)
    np.testing.assert_allclose(slit.shear_center, [-2.0, 0.0], atol=2e-4)
    angle = sections.thin_walled(points=[(0.3, 0), (0, 0), (0, 0.5)], thickness=0.01, **PLAIN)
    np.testing.assert_allclose(angle.shear_center, [0.0, 0.0], atol=1e-12)


def test_shear_factor_of_an_i_section():
    """Cowper 1966, I section, at ν = 0, where his factor is that of the energy of the flow."""
    b, h, tf, tw = 0.1, 0.2, 0.001, 0.0008
    points = [(-b / 2, -h / 2), (0, -h / 2), (b / 2, -h / 2), (-b / 2, h / 2), (0, h / 2), (b / 2, h / 2)]
    walls = [(0, 1), (1, 2), (3, 4), (4, 5), (1, 4)]
    section = sections.thin_walled(points=points, walls=walls, thickness=[tf] * 4 + [tw], **PLAIN)
    m, n = 2 * b * tf / (h * tw), b / h
    cowper = 10 * (1 + 3 * m) ** 2 / (12 + 72 * m + 150 * m**2 + 90 * m**3 + 30 * n**2 * (m + m**2))
    area = 2 * b * tf + h * tw
    assert section.shear_stiffness[1, 1] / (G * area) == pytest.approx(cowper, rel=1e-12)
    # along the flanges they act as two rectangles, 5/6 of their area
    assert section.shear_stiffness[0, 0] / G == pytest.approx(5 / 6 * 2 * b * tf, rel=1e-9)


def test_shear_factor_of_a_round_tube():
    """Half of the area (Cowper 1966, thin round tube at ν = 0)."""
    tube = sections.thin_walled(points=ring(400), closed=True, thickness=1e-3, **PLAIN)
    np.testing.assert_allclose(tube.shear_stiffness / G / (2 * np.pi * 1e-3), 0.5 * np.eye(2), atol=1e-4)
    exact = sections.tube(radius=1.0005, thickness=1e-3, **PLAIN)
    np.testing.assert_allclose(np.diag(tube.stiffness), np.diag(exact.stiffness), rtol=3e-4)


def test_a_strip_is_a_thin_rectangle():
    strip = sections.thin_walled(points=[(-0.5, 0.3), (0.5, 0.3)], thickness=0.01, **PLAIN)
    plate = sections.rectangle(width=1.0, height=0.01, **PLAIN).shift(0.0, -0.3)
    np.testing.assert_allclose(strip.stiffness, plate.stiffness, rtol=7e-3, atol=1e-12)
    np.testing.assert_allclose(strip.shear_center, [0.0, 0.3], atol=1e-12)


def test_shear_does_not_depend_on_how_finely_walls_are_cut():
    corners = np.array([(0, 0), (0.3, 0.08), (1, 0), (0.3, -0.06)])
    sides = np.roll(corners, -1, axis=0) - corners
    fine = np.vstack([a + np.outer(np.arange(5) / 5, side) for a, side in zip(corners, sides, strict=True)])
    a, b = (sections.thin_walled(points=p, closed=True, thickness=0.01, **PLAIN) for p in (corners, fine))
    np.testing.assert_allclose(a.stiffness[1:4, 1:4], b.stiffness[1:4, 1:4], rtol=1e-9, atol=1e-16)


def test_outlines():
    box = sections.thin_walled(
        points=[(-0.5, -1), (0.5, -1), (0.5, 1), (-0.5, 1)], closed=True, thickness=0.1, **PLAIN
    )
    outer, inner = box.loops
    np.testing.assert_allclose(np.ptp(outer, axis=0), [1.1, 2.1])
    np.testing.assert_allclose(np.ptp(inner, axis=0), [0.9, 1.9])
    (angle,) = sections.thin_walled(points=[(1, 0), (0, 0), (0, 1)], thickness=0.1, **PLAIN).loops
    np.testing.assert_allclose(np.ptp(angle, axis=0), [1.05, 1.05])
    points, walls = [(0, 0), (1, 0), (0, 1)], [(0, 1), (0, 2)]
    webbed = sections.thin_walled(points=points, walls=walls, thickness=0.1, **PLAIN)
    assert [len(loop) for loop in webbed.loops] == [4, 4]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"points": [(0, 0)]}, ["points", "two or more"]),
        ({"points": [(0, 0), (0, 0), (1, 0)]}, ["wall 0 has no length"]),
        ({"thickness": -0.1}, ["thickness", "2, one a wall"]),
        ({"thickness": [0.1] * 3}, ["thickness", "2, one a wall"]),
        ({"walls": [(0, 3)]}, ["walls", "points 0 to 2"]),
        ({"walls": [(0, 1)], "thickness": 0.1}, ["point 2 is connected to point 0 by no wall"]),
    ],
)
def test_refusals(change, words):
    with pytest.raises(ModelError) as caught:
        sections.thin_walled(**({"points": [(0, 0), (1, 0), (1, 1)], "thickness": 0.1, **PLAIN} | change))
    for word in words:
        assert word in str(caught.value)
