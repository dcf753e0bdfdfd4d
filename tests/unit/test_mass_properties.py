"""Mass properties: closed forms, meshes, moves, combinations, and refusals of what no body can have."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from mbfe import mass_properties, shapes
from mbfe.errors import ModelError
from mbfe.geometry.mass_properties import MassProperties, combine, from_shape, from_surface

Array = NDArray[np.float64]


def turn(axis: Any, angle: float) -> tuple[Array, Array]:
    """Quaternion and rotation matrix (Rodrigues' formula) of a rotation about a unit vector."""
    u = np.asarray(axis, dtype=float)
    cross = np.array([[0, -u[2], u[1]], [u[2], 0, -u[0]], [-u[1], u[0], 0]])
    R = np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross
    return np.array([np.cos(angle / 2), *(np.sin(angle / 2) * u)]), R


TILT = turn((0.6, 0.0, 0.8), 0.7)

# shape, mass per density, centre, moments of a unit mass: mechanics textbooks' tables of moments of inertia
CLOSED = [
    (shapes.box(size=(1, 2, 3)), 6.0, (0, 0, 0), (13 / 12, 10 / 12, 5 / 12)),
    (shapes.cylinder(length=2, radius=0.5), np.pi / 2, (0, 0, 0), (4.75 / 12, 4.75 / 12, 0.125)),
    (shapes.disk(radius=0.5, thickness=0.1, axis="y"), np.pi / 40, (0, 0, 0), (0.76 / 12, 0.125, 0.76 / 12)),
    (
        shapes.tube(length=2, radius=0.5, inner_radius=0.3, axis="x"),
        np.pi * 0.32,
        (0, 0, 0),
        (0.17, 5.02 / 12, 5.02 / 12),
    ),
    (shapes.sphere(radius=2), np.pi * 32 / 3, (0, 0, 0), (1.6, 1.6, 1.6)),
    # m (3/20 r² + 3/80 h²) and 3/10 m r², centre of mass at h/4 from the base
    (shapes.cone(length=4, radius=1), np.pi * 4 / 3, (0, 0, -1), (0.75, 0.75, 0.3)),
    (shapes.torus(radius=1, tube_radius=0.4), 0.32 * np.pi**2, (0, 0, 0), (0.6, 0.6, 1.12)),
]


@pytest.mark.parametrize(
    ("shape", "volume", "center", "moments"), CLOSED, ids=lambda x: getattr(x, "kind", "")
)
def test_solids_have_their_closed_forms(
    shape: shapes.Shape, volume: float, center: tuple[float, ...], moments: tuple[float, ...]
) -> None:
    solid = from_shape(shape, density=3.0)
    assert solid.mass == pytest.approx(3.0 * volume, rel=1e-14)
    np.testing.assert_allclose(solid.center_of_mass, center, atol=1e-14)
    np.testing.assert_allclose(solid.inertia, solid.mass * np.diag(moments), rtol=1e-13, atol=1e-14)
    given = from_shape(shape, mass=5.0)
    assert given.mass == 5.0
    np.testing.assert_allclose(given.inertia, 5.0 * np.diag(moments), rtol=1e-13, atol=1e-14)


FACETED = {
    "cylinder": lambda n: shapes.cylinder(length=2, radius=0.5, axis="x", facets=n),
    "tube": lambda n: shapes.tube(length=2, radius=0.5, inner_radius=0.3, axis="y", facets=n),
    "cone": lambda n: shapes.cone(length=2, radius=0.5, axis="x", facets=n),
    "frustum": lambda n: shapes.cone(length=2, radius=0.5, tip_radius=0.9, axis="y", facets=n),
    "sphere": lambda n: shapes.sphere(radius=0.7, facets=n),
    "capsule": lambda n: shapes.capsule(length=1, radius=0.4, axis="x", facets=n),
    "torus": lambda n: shapes.torus(radius=1, tube_radius=0.3, axis="y", facets=n),
}


@pytest.mark.parametrize("kind", FACETED)
def test_meshes_converge_to_the_solids_with_order_two(kind: str) -> None:
    """The closed forms and the mesh integrals share no formula: each checks the other."""
    place: dict[str, Any] = {"position": (0.3, -1, 2), "orientation": TILT[0]}
    exact = from_shape(FACETED[kind](12).moved(**place), density=2.0)
    errors = []
    for n in (48, 96, 192):
        shape = FACETED[kind](n).moved(**place)
        mesh = from_surface(shape.points, shape.all_triangles, density=2.0)
        inertia = (mesh.inertia - exact.inertia) / exact.inertia.max()
        errors.append(
            np.array(
                [
                    mesh.mass / exact.mass - 1.0,
                    *(mesh.center_of_mass - exact.center_of_mass),
                    *inertia.ravel(),
                ]
            )
        )
    size = [np.linalg.norm(error) for error in errors]
    np.testing.assert_allclose(np.log2([size[0] / size[1], size[1] / size[2]]), 2.0, atol=0.02)
    extrapolated = (4.0 * errors[2] - errors[1]) / 3.0
    assert np.abs(extrapolated).max() < 1e-5


def test_mesh_of_a_box_is_exact() -> None:
    shape = shapes.box(size=(1, 2, 3)).moved(position=(10, -20, 30), orientation=TILT[0])
    mesh = from_surface(shape.points, shape.all_triangles, density=2.0)
    assert mesh.mass == pytest.approx(12.0, rel=1e-12)
    np.testing.assert_allclose(mesh.center_of_mass, (10, -20, 30), rtol=1e-13)
    R = TILT[1]
    np.testing.assert_allclose(mesh.inertia, R @ np.diag([13.0, 10.0, 5.0]) @ R.T, rtol=1e-11, atol=1e-11)


def test_tetrahedron_far_from_the_origin() -> None:
    """A tetrahedron is an affine map A of the corner x, y, z >= 0, x + y + z <= 1.

    There V = 1/6, ∫x² = 1/60, ∫xy = 1/120, centre 1/4: about the centre ∫x² = 1/160 and ∫xy = -1/480.
    """
    A = np.array([[2.0, 0.5, -0.3], [0.1, 1.5, 0.7], [-0.4, 0.2, 3.0]])
    corners = np.vstack([np.zeros(3), A.T]) + [5.0, -7.0, 11.0]
    triangles = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])
    second = np.linalg.det(A) * A @ (np.full((3, 3), -1 / 480) + np.eye(3) / 120) @ A.T
    body = from_surface(corners, triangles, density=1.0)
    assert body.mass == pytest.approx(np.linalg.det(A) / 6.0, rel=1e-13)
    np.testing.assert_allclose(body.center_of_mass, corners.mean(axis=0), rtol=1e-13)
    np.testing.assert_allclose(body.inertia, np.trace(second) * np.eye(3) - second, rtol=1e-12)
    inside_out = from_surface(corners, triangles[:, ::-1], mass=body.mass)
    np.testing.assert_allclose(inside_out.inertia, body.inertia, rtol=1e-13)


def test_cavity_and_loose_triangles() -> None:
    outer, inner = shapes.box(size=(2, 2, 2)), shapes.box(size=(1, 1, 1)).moved(position=(0.2, 0, 0))
    points = np.vstack([outer.points, inner.points])
    hollow = np.vstack([outer.all_triangles, inner.all_triangles[:, ::-1] + 8])
    loose = points[hollow].reshape(-1, 3)
    body = from_surface(loose, np.arange(len(loose)).reshape(-1, 3), density=1.0)
    assert body.mass == pytest.approx(7.0)
    np.testing.assert_allclose(body.center_of_mass, (-0.2 / 7, 0, 0), atol=1e-14)
    whole = combine([body, from_shape(inner, density=1.0)])
    np.testing.assert_allclose(whole.inertia, 8.0 * 2 / 3 * np.eye(3), rtol=1e-13, atol=1e-13)
    np.testing.assert_allclose(whole.center_of_mass, 0, atol=1e-14)


def test_surfaces_that_enclose_nothing_are_refused() -> None:
    box = shapes.box(size=(1, 1, 1))
    cells = box.all_triangles
    with pytest.raises(ModelError, match=r"(?s)not closed, 3 open edges, the first at \(.*fill the hole"):
        from_surface(box.points, cells[1:], density=1.0)
    turned = cells.copy()
    turned[4] = turned[4, ::-1]
    with pytest.raises(ModelError, match=r"(?s)turn opposite ways at 3 edges, the first at \("):
        from_surface(box.points, turned, density=1.0)
    flat = box.points * [1, 1, 0]
    with pytest.raises(ModelError, match=r"encloses .*m³"):
        from_surface(flat + [[0, 0, 0]], np.array([[0, 1, 3], [0, 3, 1]]), density=1.0)
    with pytest.raises(ModelError, match=r"triangles: int64 of shape \(12, 3\).*\n.*0 to 7"):
        from_surface(box.points, cells + 1, density=1.0)
    with pytest.raises(ModelError, match=r"points: shape \(8, 2\)"):
        from_surface(box.points[:, :2], cells, density=1.0)


@pytest.mark.parametrize("given", [{}, {"density": 1.0, "mass": 1.0}])
def test_one_of_density_and_mass(given: dict[str, float]) -> None:
    with pytest.raises(ModelError, match=r"(?s)density .* mass .*one of density= \[kg/m³\] and mass="):
        from_shape(shapes.sphere(radius=1), **given)
    with pytest.raises(ModelError, match=r"sphere: density: -1"):
        from_shape(shapes.sphere(radius=1), density=-1)


def test_moved_and_about() -> None:
    q, R = TILT
    part = MassProperties(2.0, (0.1, 0.2, 0.3), [[3, 0.1, 0.2], [0.1, 4, 0.3], [0.2, 0.3, 5]])
    seen = part.moved(position=(1, 2, 3), orientation=q)
    np.testing.assert_allclose(seen.center_of_mass, R @ [0.1, 0.2, 0.3] + [1, 2, 3], rtol=1e-14)
    np.testing.assert_allclose(seen.principal_moments, part.principal_moments, rtol=1e-14)
    axes = seen.principal_axes
    np.testing.assert_allclose(axes.T @ seen.inertia @ axes, np.diag(part.principal_moments), atol=1e-14)
    assert np.linalg.det(axes) == pytest.approx(1.0)
    about = part.inertia_about((0, 0, 0))
    # parallel axes: m (y² + z²) and -m x y
    assert about[0, 0] == pytest.approx(3 + 2.0 * (0.04 + 0.09))
    assert about[0, 1] == pytest.approx(0.1 - 2.0 * 0.02)
    back = MassProperties.about(2.0, part.center_of_mass, about)
    np.testing.assert_allclose(back.inertia, part.inertia, rtol=1e-14)


def test_two_halves_make_the_whole_and_a_rod_is_a_thin_bar() -> None:
    half = from_shape(shapes.box(size=(1, 0.2, 0.3)), density=4.0)
    whole = combine([half.moved(position=(-0.5, 1, 2)), half.moved(position=(0.5, 1, 2))])
    bar = from_shape(shapes.box(size=(2, 0.2, 0.3)), density=4.0)
    assert whole.mass == pytest.approx(bar.mass)
    np.testing.assert_allclose(whole.center_of_mass, (0, 1, 2), atol=1e-15)
    np.testing.assert_allclose(whole.inertia, bar.inertia, rtol=1e-13, atol=1e-15)
    rod = mass_properties.rod(length=2.0, mass=3.0, axis="y")
    np.testing.assert_allclose(rod.inertia, np.diag([1.0, 0.0, 1.0]))
    with pytest.raises(ModelError, match="no parts"):
        combine([])


IMPOSSIBLE = [
    ((1.0, 2.0, np.nan), "finite numbers"),
    ((1.0, 2.0), "three principal moments or a 3x3"),
    ([[1, 0.1, 0], [0, 1, 0], [0, 0, 1]], r"not symmetric, entry \(0, 1\) is 0.1 and \(1, 0\) is 0"),
    ((-0.1, 1.0, 1.0), "none negative"),
    ([[1, 2, 0], [2, 1, 0], [0, 0, 2]], "are -1, 2 and 3 .*none negative"),
    ((1.0, 1.0, 2.001), "triangle inequality"),
    # the diagonal 1, 2, 2 satisfies the inequality, the principal moments 1, 1, 3 do not
    ([[1, 0, 0], [0, 2, 1], [0, 1, 2]], "are 1, 1 and 3 .*triangle inequality"),
]


@pytest.mark.parametrize(("inertia", "message"), IMPOSSIBLE)
def test_impossible_inertia_is_refused(inertia: Any, message: str) -> None:
    with pytest.raises(ModelError, match=f"(?s)MassProperties: inertia: .*{message}"):
        MassProperties(1.0, (0, 0, 0), inertia)


def test_possible_limits_are_accepted() -> None:
    plate = MassProperties(1.0, (0, 0, 0), (0.1, 0.2, 0.3))  # flat: the sum exactly
    point = MassProperties(1.0, (0, 0, 0), (0, 0, 0))
    printed = MassProperties(
        1.0, (0, 0, 0), (0.3333333, 0.3333333, 0.6666667)
    )  # seven digits of a flat plate
    assert plate.principal_moments[2] == pytest.approx(0.3)
    assert not point.inertia.any()
    assert printed.mass == 1.0
    assert not plate.inertia.flags.writeable


@pytest.mark.parametrize("mass", [0.0, -1.0, np.nan, np.inf, "heavy"])
def test_wrong_mass_is_refused(mass: Any) -> None:
    with pytest.raises(ModelError, match=r"MassProperties: mass: .* was given"):
        MassProperties(mass, (0, 0, 0), (1, 1, 1))
