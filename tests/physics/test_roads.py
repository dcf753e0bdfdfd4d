"""Roads: heights and their derivatives, densities of ISO 8608, a wheel that follows a road.

Sources: ISO 8608:2016; Dodds and Robson, J. Sound Vib. 31 (1973) for two tracks; the linear quarter car of
m_s = 320 kg, m_u = 40 kg, k_s = 18 kN/m, k_t = 200 kN/m, c_s = 1 kN s/m.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.signal import csd, welch
from scipy.special import k1

import mbfe
from mbfe import elements, joints
from mbfe.elements import roads, tyres
from mbfe.errors import ModelError
from mbfe.geometry.road_mesh import RoadMesh

G = 9.81
PROFILE = np.array([0.0, 0.02, -0.01, 0.03, 0.01, 0.0])
ALL = {
    "flat": roads.FlatRoad(height=0.2),
    "slope": roads.Slope(angle=0.2, bank=-0.1),
    "kerb": roads.Kerb(0.12, at=0.1, width=0.4),
    "sine": roads.SineRoad(0.05, 1.3, phase=0.4),
    "profile": roads.ProfileRoad(np.linspace(-1.0, 2.0, 6), PROFILE),
    "tracks": roads.ProfileRoad(np.linspace(-1.0, 2.0, 6), PROFILE, right=-PROFILE, track=1.5),
    "random": roads.RandomRoad(iso_class="B", seed=3, length=40.0, start=-20.0, track=1.5),
}


@pytest.mark.parametrize("name", ALL)
def test_slopes_and_curvatures_are_those_of_the_height(name: str) -> None:
    road, h = ALL[name], 1e-5
    for x, y in np.random.default_rng(1).uniform(-0.7, 0.7, size=(10, 2)):
        s = road.heights_at(x, y)
        by_x = (road.heights_at(x + h, y) - road.heights_at(x - h, y)) / (2.0 * h)
        by_y = (road.heights_at(x, y + h) - road.heights_at(x, y - h)) / (2.0 * h)
        np.testing.assert_allclose(s[[1, 3, 4]], by_x[[0, 1, 2]], atol=2e-6)
        np.testing.assert_allclose(s[[2, 4, 5]], by_y[[0, 1, 2]], atol=2e-6)


def test_heights() -> None:
    assert ALL["flat"].height_at(3.0, 1.0) == pytest.approx(0.2)
    assert ALL["slope"].height_at(2.0, 1.0) == pytest.approx(2.0 * math.tan(0.2) - math.tan(0.1))
    assert [ALL["kerb"].height_at(x, 0.0) for x in (0.1, 0.3, 0.5)] == pytest.approx([0.0, 0.06, 0.12])
    assert ALL["sine"].height_at(0.3, 5.0) == pytest.approx(0.05 * math.sin(2 * math.pi * 0.3 / 1.3 + 0.4))
    assert ALL["profile"].height_at(-0.4, 0.0) == pytest.approx(0.02)
    sides = [ALL["tracks"].height_at(-0.4, y) for y in (0.75, 0.0, -0.75)]
    assert sides == pytest.approx([0.02, 0.0, -0.02], abs=1e-15)
    assert ALL["tracks"].height_at(9.0, 0.75) == 0.0


def test_a_road_is_shown_where_it_is(tmp_path: Path) -> None:
    """Its surface lies on its heights, faces up, and stands in the files for ParaView beside the force."""
    shape = ALL["sine"].surface(x=(0.0, 2.0), y=(-1.0, 1.0), spacing=0.5)
    assert shape.points.shape == (25, 3)
    for x, y, z in shape.points:
        assert z == pytest.approx(ALL["sine"].height_at(x, y), abs=1e-15)
    first, second, _, last = shape.points[shape.quads].transpose(1, 0, 2)
    assert (np.cross(second - first, last - first)[:, 2] > 0.0).all()
    model = quarter_car(ALL["sine"], 0.0)
    model.add(elements.Scenery("road", shape))
    run = mbfe.solve_dynamic(model, duration=0.02, step=0.01)
    run.to_paraview(tmp_path)
    written = b"".join(file.read_bytes() for file in tmp_path.rglob("*.vt*"))
    assert b"road" in written
    assert b"tyre" in written
    with pytest.raises(ModelError, match="a range that grows"):
        ALL["sine"].surface(x=(1.0, 0.0), y=(-1.0, 1.0))
    with pytest.raises(ModelError, match="spacing"):
        ALL["sine"].surface(x=(0.0, 1.0), y=(-1.0, 1.0), spacing=0.0)
    with pytest.raises(ModelError, match="shape"):
        elements.Scenery("road", 3.0)  # type: ignore[arg-type]


LONG_PATH = np.linspace((0.0, -0.7), (20.0, 0.7), 11)[:, None]


@pytest.mark.parametrize("name", ALL)
def test_a_strip_lies_on_the_road_under_a_path(name: str) -> None:
    """Its points on the heights, a margin around the path, lines at whole tiles, also from a file."""
    road = ALL[name]
    mesh = RoadMesh.from_dict(json.loads(json.dumps(road.mesh.to_dict())))
    strip = mesh.strip(LONG_PATH, margin=2.5, tile=1.0)
    heights = [road.height_at(x, y) for x, y, _ in strip.points[::7]]
    np.testing.assert_allclose(strip.points[::7, 2], heights, atol=1e-14)
    assert strip.points[:, :2].min(axis=0).tolist() == [-3.0, -4.0]
    assert strip.points[:, :2].max(axis=0).tolist() == [23.0, 4.0]
    first, second, _, last = strip.points[strip.quads].transpose(1, 0, 2)
    areas = np.cross(second - first, last - first)
    assert (areas[:, 2] > 0.0).all()
    assert areas[:, 2].sum() == pytest.approx(26.0 * 8.0, rel=1e-12)
    for line in strip.lines:
        points = strip.points[line, :2]
        across = int(np.ptp(points[:, 0]) > 0.0)
        np.testing.assert_allclose(points[:, across], np.round(points[0, across]), atol=1e-12)
        assert np.ptp(points[:, 1 - across]) == pytest.approx((8.0, 26.0)[across])
    assert len(strip.lines) == 27 + 9


@pytest.mark.parametrize(("name", "error"), [("kerb", 1.2e-3), ("sine", 9e-4), ("random", 1e-3)])
def test_a_strip_shows_the_profile(name: str, error: float) -> None:
    """Between its points it is near the road: kerb and waves to about 1 % of their height."""
    road = ALL[name]
    strip = road.mesh.strip(LONG_PATH, margin=2.0, tile=1.0)
    assert len(strip.points) < 30_000
    middles = strip.points[strip.quads].mean(axis=1)
    near = middles[np.abs(middles[:, 1]) > 1.0][::3]
    gaps = [z - road.height_at(x, y) for x, y, z in near]
    assert np.abs(gaps).max() < error
    np.testing.assert_array_equal(strip.profile, strip.points[:, 2])


def test_the_profile_of_a_slope_is_plane() -> None:
    strip = ALL["slope"].mesh.strip(LONG_PATH, margin=2.0, tile=1.0)
    assert np.ptp(strip.points[:, 2]) > 4.0
    np.testing.assert_allclose(strip.profile, 0.0, atol=1e-14)


def test_a_large_strip_is_what_lies_near_the_path() -> None:
    """A circle of 40 m radius on a random road: a ring of twice the margin, not the square around it."""
    angle = np.linspace(0.0, 2.0 * np.pi, 25)
    circle = 40.0 * np.stack([np.cos(angle), np.sin(angle)], axis=1)[:, None]
    road = roads.RandomRoad(iso_class="C", seed=2, length=120.0, start=-60.0, track=1.5)
    strip = road.mesh.strip(circle, margin=3.0, tile=1.0)
    first, second, _, last = strip.points[strip.quads].transpose(1, 0, 2)
    area = np.cross(second - first, last - first)[:, 2].sum()
    chord = 24 * 80.0 * np.sin(np.pi / 24)
    assert area == pytest.approx(6.0 * chord, rel=0.05)
    assert max(line.max() for line in strip.lines) < len(strip.points)
    radius = np.linalg.norm(strip.points[:, :2], axis=1)
    assert 35.0 < radius.min() < radius.max() < 45.0


def test_tyres_show_their_road(tmp_path: Path) -> None:
    """Without being asked, around the contact; scenery of the name "road" takes its place."""
    run = mbfe.solve_dynamic(quarter_car(ALL["sine"], 0.0), duration=0.02, step=0.01)
    index = run.to_paraview(tmp_path)
    text = next(index.with_name(f"{index.stem}_steps").glob("*_000001.vtm")).read_text(encoding="utf-8")
    assert 'name="scenery"' in text
    assert "road_000000.vtp" in text
    place = run["tyre"].contact_point.values[-1]
    strip = index.with_name(f"{index.stem}_steps") / "road_000000.vtp"
    vtk = pytest.importorskip("vtkmodules.vtkIOXML", reason="vtk is not installed (pip install vtk)")
    reader = vtk.vtkXMLPolyDataReader()
    reader.SetFileName(str(strip))
    reader.Update()
    x0, x1, y0, y1, low, high = reader.GetOutput().GetBounds()
    assert x0 + 2.0 < place[0] < x1 - 2.0
    assert y0 + 2.0 < place[1] < y1 - 2.0
    np.testing.assert_allclose((low, high), (-0.05, 0.05), atol=1e-3)


# ------------------------------------------------------------------ ISO 8608


def sampled(road: roads.RandomRoad, y: float, count: int) -> np.ndarray:
    """Heights at equal distances over the part that is not faded."""
    table = road.curves[0 if y > 0.0 else -1]
    return table(np.linspace(road.fade, road.length - road.fade, count))


@pytest.mark.parametrize("letter", ["A", "C", "E"])
def test_a_random_road_has_the_density_of_its_class(letter: str) -> None:
    """Welch's estimate of G_d in octaves is G_d(n₀)(n/n₀)⁻², 16, 256, 4096·10⁻⁶ m³ at n₀ = 0.1/m."""
    road = roads.RandomRoad(iso_class=letter, seed=7, length=2000.0)
    z = sampled(road, 1.0, 16384)
    n, found = welch(z, fs=16383 / 1990.0, nperseg=2048, detrend="linear")
    reference = {"A": 16e-6, "C": 256e-6, "E": 4096e-6}[letter]
    for low in (0.03, 0.06, 0.12, 0.24, 0.48, 0.96):
        band = (n >= low) & (n < 2.0 * low)
        level = np.mean(found[band] * (n[band] / 0.1) ** 2)
        assert level == pytest.approx(reference, rel=0.15)
    assert np.mean(found[n > 3.2]) < 1e-3 * np.mean(found[(n > 2.0) & (n < 2.6)])


def test_a_seed_makes_the_road() -> None:
    one, same, other = (roads.RandomRoad(iso_class="C", seed=seed, length=100.0) for seed in (4, 4, 5))
    assert one.curves == same.curves
    assert one.curves != other.curves
    assert one.height_at(-1.0, 0.0) == one.height_at(101.0, 0.0) == 0.0


def test_two_tracks_are_as_coherent_as_on_an_isotropic_surface() -> None:
    """G_LR/G_d = x K₁(x), x = 2π n b, for w = 2; both tracks have the same density."""
    road = roads.RandomRoad(iso_class="C", seed=11, length=8000.0, track=1.5)
    left, right = (sampled(road, y, 65536) for y in (1.0, -1.0))
    rate = 65535 / (road.length - 2.0 * road.fade)
    n, cross = csd(left, right, fs=rate, nperseg=2048)
    _, own = welch(left, fs=rate, nperseg=2048)
    _, second = welch(right, fs=rate, nperseg=2048)
    for low in (0.03, 0.08, 0.16, 0.3):
        band = (n >= low) & (n < 1.3 * low)
        x = 2.0 * math.pi * n[band] * 1.5
        found = np.mean(cross[band].real / own[band])
        assert found == pytest.approx(float(np.mean(x * k1(x))), abs=0.07)
        assert np.mean(second[band] / own[band]) == pytest.approx(1.0, abs=0.2)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: roads.RandomRoad(iso_class="Z", seed=1, length=10.0), "A, B, C"),
        (lambda: roads.RandomRoad(iso_class="A", seed=-1, length=20.0), "seed"),
        (lambda: roads.RandomRoad(iso_class="A", seed=1, length=8.0), "twice the fade"),
        (lambda: roads.ProfileRoad((0.0, 1.0), (0.0, 1.0), track=1.0), "both or none"),
        (lambda: roads.ProfileRoad((1.0, 0.0), (0.0, 1.0)), "increasing"),
        (lambda: roads.Slope(angle=1.6), "π/2"),
        (lambda: roads.Kerb(0.1, at=0.0, width=0.0), "width"),
        (lambda: roads.SineRoad(0.1, -1.0), "wavelength"),
    ],
)
def test_bad_roads_are_refused(make: Any, words: str) -> None:
    with pytest.raises(ModelError, match=words):
        make()


# ------------------------------------------------------------------ a quarter car on a road

SPRUNG, UNSPRUNG, SPRING, TYRE, DAMPER = 320.0, 40.0, 18e3, 2e5, 1e3
RADIUS = 0.3


def quarter_car(road: roads.Road, speed: float) -> mbfe.Model:
    """Quarter car led along x at a speed; its wheel slides without friction and does not turn."""
    model = mbfe.Model("quarter car", gravity=(0, 0, -G))
    height = RADIUS - (SPRUNG + UNSPRUNG) * G / TYRE
    base = model.add_base("cart", translation=(mbfe.curves.Polynomial(0.0, speed), 0.0, 0.0))
    start = (speed, 0.0, 0.0)
    wheel = model.add(
        elements.RigidBody("wheel", position=(0, 0, height), mass=UNSPRUNG, inertia=(1, 1, 1), velocity=start)
    )
    body = model.add(
        elements.RigidBody(
            "body", position=(0, 0, height + 0.5), mass=SPRUNG, inertia=(9, 9, 9), velocity=start
        )
    )
    model.add(joints.Prismatic("wheel guide", base, wheel, position=(0, 0, height), axis=(0, 0, 1)))
    model.add(joints.Prismatic("body guide", base, body, position=(0, 0, height + 0.5), axis=(0, 0, 1)))
    model.add(
        elements.PointSpring(
            "suspension", wheel, body, stiffness=SPRING, damping=DAMPER, free_length=0.5 + SPRUNG * G / SPRING
        )
    )
    smooth = tyres.BrushTyre(stiffness=1.0, friction=1e-9, load=(SPRUNG + UNSPRUNG) * G)
    model.add(elements.Tyre("tyre", wheel, model=smooth, radius=RADIUS, stiffness=TYRE, road=road))
    return model


@pytest.mark.parametrize(
    ("hertz", "sprung", "force"),
    [
        (1.2, 2.783745225789201, 51578.89049850073),
        (5.0, 0.13481306208984767, 47314.11541810806),
        (12.0, 0.1105700569479465, 580831.196620267),
    ],
)
def test_a_quarter_car_follows_a_sine(hertz: float, sprung: float, force: float) -> None:
    """|z_s/z_r| and |F/z_r| [N/m] of the linear quarter car."""
    amplitude, wavelength = 2e-3, 12.0
    run = mbfe.solve_dynamic(
        quarter_car(roads.SineRoad(amplitude, wavelength), hertz * wavelength), duration=12.0, step=1e-3
    )
    t = run.time[run.time > 8.0]
    waves = np.column_stack(
        [np.cos(2 * math.pi * hertz * t), np.sin(2 * math.pi * hertz * t), np.ones_like(t)]
    )

    def size(values: np.ndarray) -> float:
        cosine, sine, _ = np.linalg.lstsq(waves, values[run.time > 8.0], rcond=None)[0]
        return math.hypot(cosine, sine) / amplitude

    assert size(run["body"].position.z.values) == pytest.approx(sprung, rel=5e-3)
    assert size(run["tyre"].load.values) == pytest.approx(force, rel=5e-3)


def test_a_wheel_climbs_a_kerb() -> None:
    """Far behind the kerb all stands higher by the kerb; the tyre leaves the ground and never pulls."""
    road = roads.Kerb(0.08, at=2.0, width=0.2)
    run = mbfe.solve_dynamic(quarter_car(road, 5.0), duration=8.0, step=2e-3)
    z = run["body"].position.z.values
    load = run["tyre"].load.values
    assert z[-1] - z[0] == pytest.approx(0.08, abs=1e-4)
    assert load.min() == 0.0
    assert load.max() > 2.0 * (SPRUNG + UNSPRUNG) * G
    assert run["tyre"].contact_point.z.values[-1] == pytest.approx(0.08, abs=1e-12)


def test_a_quarter_car_has_its_eigenvalues_and_stands() -> None:
    """−1.32695 ± 7.10308 i and −12.73555 ± 72.27893 i; both masses stand on the tyre."""
    model = quarter_car(roads.FlatRoad(), 0.0)
    still = mbfe.solve_static(model)
    assert still["tyre"].load.values[-1] == pytest.approx((SPRUNG + UNSPRUNG) * G, rel=1e-9)
    values = mbfe.solve_modes(model, about=still, n=6, damping=True).values
    for expected in (-1.3269474206266851 + 7.103075429852101j, -12.735552579373323 + 72.2789291280448j):
        assert np.abs(np.asarray(values) - expected).min() < 1e-6
