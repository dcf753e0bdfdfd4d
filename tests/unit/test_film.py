"""Films and pictures: times of frames, places in the picture, what stays in place, and what is refused."""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import mbfe
from mbfe import curves, elements, joints, shapes
from mbfe.errors import ResultsError
from mbfe.results.between import motion_between
from mbfe.results.film import film
from mbfe.results.film.camera import camera_of, upwards
from mbfe.results.film.frames import Interpolated, rows_at, timing_of
from mbfe.results.film.stage import can_draw

imageio_ffmpeg = pytest.importorskip("imageio_ffmpeg")
Image = pytest.importorskip("PIL.Image")
draws = pytest.mark.skipif(not can_draw(), reason="no library draws here without a display (libEGL)")

Array = NDArray[np.float64]
START, SPEED, FALL, SPIN = np.array([-1.0, 0.0, 1.0]), np.array([2.0, 0.0, 3.0]), 9.81, 4.0
RED = "#E01020"
SMALL = (320, 180)


def flight(t: Array) -> tuple[Array, Array]:
    """Places of the thrown body (n, 3) and its angles about y (n,), in closed form."""
    t = np.asarray(t, dtype=float)
    place = START + np.multiply.outer(t, SPEED)
    place[..., 2] -= 0.5 * FALL * t**2
    return place, SPIN * t


@pytest.fixture(scope="module")
def thrown() -> mbfe.Run:
    """A ball with a spin about y, thrown under gravity, with a row each tenth of a second."""
    model = mbfe.Model("throw", gravity=(0, 0, -FALL))
    ball = shapes.sphere(radius=0.1, facets=24).painted(RED)
    model.add(elements.RigidBody("ball", position=tuple(START), mass=1.0, inertia=(0.1, 0.1, 0.1), shape=ball,
                                 velocity=tuple(SPEED), angular_velocity=(0, SPIN, 0)))  # fmt: skip
    model.add(elements.RigidBody("post", position=(0, 0.5, 0), mass=1.0, inertia=(0.1, 0.1, 0.1)))
    model.add(joints.Fixed("foot", model.ground, "post"))
    return mbfe.solve_dynamic(model, duration=0.6, step=0.01, output_step=0.1)


def crank() -> mbfe.Model:
    model = mbfe.Model("crank", gravity=(0, 0, -FALL))
    shape = shapes.box(size=(1.0, 0.1, 0.1)).painted(RED)
    rod = elements.RigidBody("rod", position=(0.5, 0, 1), mass=1.0, inertia=(0.01, 0.1, 0.1), shape=shape)
    model.add(rod)
    model.add(joints.Revolute("hinge", model.ground, rod, position=(0, 0, 1), axis=(0, 1, 0)))
    model.add(joints.Motor("motor", "hinge.angle", position=curves.Polynomial(0.0, 2.0)))
    return model


def exact(run: mbfe.Run) -> mbfe.Run:
    """The run with the motion of the ball in closed form: v and ω in its frame, rates of their components."""
    place, angle = flight(run.time)
    c, s, zero = np.cos(angle), np.sin(angle), np.zeros_like(angle)
    velocity, pull = SPEED - np.outer(run.time, (0.0, 0.0, FALL)), np.array([0.0, 0.0, -FALL])
    own = [np.column_stack([c * v[..., 0] - s * v[..., 2], zero, s * v[..., 0] + c * v[..., 2]])
           for v in (velocity, np.tile(pull, (len(angle), 1)))]  # fmt: skip
    spin = np.tile((0.0, SPIN, 0.0), (len(angle), 1))
    columns = {name: np.array(column) for name, column in run.store.columns.items()}
    row = run.node_row("ball")
    columns["pose"][:, row] = np.column_stack([place, np.cos(angle / 2), zero, np.sin(angle / 2), zero])
    columns["twist"][:, row] = np.column_stack([own[0], spin])
    columns["accel"][:, row] = np.column_stack([own[1] - np.cross(spin, own[0]), 0.0 * spin])
    return mbfe.Run(Interpolated(run.header, columns, "completed"))


def red(picture: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Pixels in the colour of the body, in light and shade."""
    r, g, b = (picture[..., i].astype(int) for i in range(3))
    return (r > 60) & (r > 2.5 * g) & (r > 2.5 * b)


def centre(picture: NDArray[np.uint8]) -> Array:
    """Middle of the pixels of the body: right and down."""
    rows, columns = np.nonzero(red(picture))
    assert len(rows) > 10
    return np.array([columns.mean(), rows.mean()])


def projected(point: Array, camera: Any, size: tuple[int, int]) -> Array:
    """Where a point is in a picture of 30° height: right and down [pixel]."""
    position, target, up = (np.asarray(row, dtype=float) for row in camera)
    ahead = (target - position) / np.linalg.norm(target - position)
    right = np.cross(ahead, up) / np.linalg.norm(np.cross(ahead, up))
    above = np.cross(right, ahead)
    arm = np.asarray(point) - position
    unit = 0.5 * size[1] / math.tan(math.radians(15.0)) / (arm @ ahead)
    return np.array([0.5 * size[0] + unit * (arm @ right), 0.5 * size[1] - unit * (arm @ above)]) - 0.5


def opened(file: Path) -> NDArray[np.uint8]:
    return np.asarray(Image.open(file).convert("RGB"))


def read_back(file: Path) -> tuple[dict[str, Any], list[NDArray[np.uint8]]]:
    """What a film says of itself, and its frames."""
    reader = imageio_ffmpeg.read_frames(str(file))
    about = next(reader)
    width, height = about["size"]
    return about, [np.frombuffer(frame, np.uint8).reshape(height, width, 3) for frame in reader]


CAMERA = ((0.5, -8.0, 1.5), (0.5, 0.0, 1.0), (0.0, 0.0, 1.0))


# ------------------------------------------------------------------ times and motions


def test_rows_between_rows_are_those_of_the_motion(thrown: mbfe.Run) -> None:
    """A parabola and an even spin are exact between rows a tenth of a second apart; lines are not."""
    t = np.array([0.0, 0.013, 0.05, 0.1, 0.137, 0.33, 0.599, 0.6])
    rows = rows_at(exact(thrown), t, "test")
    place, angle = flight(t)
    pose = rows.node_pose("ball")
    assert np.array_equal(rows.time, t)
    assert np.abs(pose[:, :3] - place).max() < 1e-9
    turn = np.column_stack([np.cos(0.5 * angle), 0 * t, np.sin(0.5 * angle), 0 * t])
    assert np.abs(np.abs(np.sum(pose[:, 3:] * turn, axis=1)) - 1.0).max() < 1e-9
    straight = np.interp(t, thrown.time, thrown.node_pose("ball")[:, 2])
    assert np.abs(straight - place[:, 2]).max() > 5e-3


def test_where_rates_are_not_known_nodes_move_straight() -> None:
    """With rates that are nan, as in a dead point, a node is between its rows and not at nan."""
    before, after = np.zeros((1, 20)), np.zeros((1, 20))
    before[0, 3], after[0, :7] = 1.0, [1.0, 2.0, 3.0, math.cos(0.2), 0.0, 0.0, math.sin(0.2)]
    after[0, 7:13] = np.nan
    made, _ = motion_between(before, after, part=0.25, interval=2.0, n_node=1, variables=())
    assert np.allclose(made[0, :7], [0.25, 0.5, 0.75, math.cos(0.05), 0.0, 0.0, math.sin(0.05)], atol=1e-14)


@pytest.mark.parametrize(
    ("asked", "count", "speed"),
    [
        ({"fps": 50.0, "speed": 1.0}, 30, 1.0),
        ({"fps": 25.0, "duration": 2.0}, 50, 0.3),
        ({"fps": 30.0, "start": 0.1, "end": 0.5, "speed": 0.1}, 120, 0.1),
        ({"fps": 30.0}, 90, 0.2),  # shorter than a second: three seconds
    ],
)
def test_a_film_has_frames_at_exact_times(
    thrown: mbfe.Run, asked: dict[str, float], count: int, speed: float
) -> None:
    """Frame k is at start + k·speed/fps, and there are fps × duration of them."""
    every = {"start": None, "end": None, "speed": None, "duration": None} | asked
    timing = timing_of(thrown, "test", **every)  # type: ignore[arg-type]
    assert timing.speed == pytest.approx(speed, rel=1e-12)
    assert len(timing.times) == count
    first = asked.get("start", 0.0)
    assert np.allclose(timing.times, first + np.arange(count) * speed / asked["fps"], rtol=0, atol=1e-12)


# ------------------------------------------------------------------ cameras


def test_a_fitted_camera_has_all_points_in_view_and_no_more() -> None:
    """All points are in the picture, and some reach the part of it that is filled, on both sides."""
    rng = np.random.default_rng(5)
    points = rng.normal(size=(300, 3)) * (3.0, 0.2, 1.0)
    for name in (None, "iso", "front", "top", "left", (1.0, 2.0, 0.1)):
        made = camera_of(name, "test", points=points, up=upwards((0, 0, -1)), aspect=16 / 9, road=False)
        seen = np.array([projected(p, (made.position, made.target, made.up), (1600, 900)) for p in points])
        part = np.abs(seen + 0.5 - (800.0, 450.0)) / (800.0, 450.0)
        assert part.max() == pytest.approx(0.9, abs=1e-6)


def test_up_is_against_gravity() -> None:
    """The picture stands upright whichever way gravity acts."""
    assert np.array_equal(upwards((0, -9.81, 0)), (0, 1, 0))
    assert np.array_equal(upwards((0, 0, 0)), (0, 0, 1))
    points = np.random.default_rng(1).normal(size=(20, 3))
    for gravity in ((0, 0, -1), (0, -1, 0), (1, 0, 0), (0, 0, 1)):
        made = camera_of(None, "test", points=points, up=upwards(gravity), aspect=1.5, road=False)
        assert made.up @ upwards(gravity) > 0.6
        assert (made.position - made.target) @ upwards(gravity) > 0.0


# ------------------------------------------------------------------ pictures and films


@draws
def test_a_picture_shows_the_body_where_it_is(thrown: mbfe.Run, tmp_path: Path) -> None:
    """The middle of the ball is where a camera of 30° projects its place at a time between rows."""
    for t in (0.05, 0.437):
        file = thrown.picture(tmp_path / "t.png", time=t, size=(640, 360), camera=CAMERA)
        picture = opened(file)
        assert picture.shape == (360, 640, 3)
        where = projected(flight(np.array(t))[0], CAMERA, (640, 360))
        assert np.abs(centre(picture) - where).max() < 1.0


@draws
def test_frames_of_a_film_show_their_times(thrown: mbfe.Run, tmp_path: Path) -> None:
    """Each frame of a film, read back, shows the ball where it is at the frame's time."""
    path = thrown.animate(tmp_path / "t.mp4", fps=20, size=SMALL, camera=CAMERA, speed=1.0, progress=False)
    about, frames = read_back(path)
    assert about["fps"] == pytest.approx(20.0)
    assert about["size"] == SMALL
    assert about["duration"] == pytest.approx(0.6, abs=0.01)
    assert len(frames) == 12
    for k, frame in enumerate(frames):
        where = projected(flight(np.array(k / 20.0))[0], CAMERA, SMALL)
        assert np.abs(centre(frame) - where).max() < 1.5
    assert [each.name for each in tmp_path.iterdir()] == ["t.mp4"]


@draws
@pytest.mark.parametrize("ending", ["gif", "webm"])
def test_films_of_other_kinds(thrown: mbfe.Run, tmp_path: Path, ending: str) -> None:
    """GIF and WebM have all frames too."""
    path = thrown.animate(tmp_path / f"t.{ending}", fps=10, size=(160, 90), speed=1.0, progress=False)
    about, frames = read_back(path)
    assert len(frames) == 6
    assert about["fps"] == pytest.approx(10.0)


@draws
def test_the_background_is_even(thrown: mbfe.Run, tmp_path: Path) -> None:
    """Without a ground all that is no item has the colour of the background."""
    about: dict[str, Any] = {"time": 0.3, "size": SMALL, "background": "#203040", "ground": False}
    picture = opened(thrown.picture(tmp_path / "t.png", **about))
    plain = (picture == (0x20, 0x30, 0x40)).all(axis=2)
    assert red(picture).any()
    assert plain.mean() > 0.9
    assert plain[:, :2].all()
    assert plain[:2].all()


@draws
def test_what_is_followed_stays_in_its_place(thrown: mbfe.Run, tmp_path: Path) -> None:
    """The ball is in one place of all frames of a film that follows it, and moves in another."""
    spread = {}
    for follow in ("ball", False):
        path = thrown.animate(tmp_path / "t.gif", fps=10, speed=1.0, size=SMALL, follow=follow)
        places = [centre(frame) for frame in read_back(path)[1]]
        assert len(places) == 6
        spread[follow] = np.ptp(places, axis=0).max()
    assert spread["ball"] < 1.5
    assert spread[False] > 30.0


@draws
def test_a_cursor_is_at_the_time(thrown: mbfe.Run, tmp_path: Path) -> None:
    """Signals are plotted below the picture within its size, and the cursor advances evenly with the time."""
    at = []
    for t in (0.0, 0.3, 0.6):
        signals = ["ball.position.x", "ball.velocity.z"]
        picture = opened(thrown.picture(tmp_path / "t.png", time=t, size=(640, 360), signals=signals))
        assert picture.shape == (360, 640, 3)
        cursor = (np.abs(picture[200:].astype(int) - (0x44, 0x44, 0x44)).sum(axis=2) == 0).sum(axis=0)
        at.append(float(np.nonzero(cursor > 20)[0].mean()))
    assert at[2] - at[0] > 250.0
    assert at[1] - at[0] == pytest.approx(0.5 * (at[2] - at[0]), abs=1.0)


@draws
def test_an_interrupted_film_leaves_nothing(
    thrown: mbfe.Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An interruption in the middle stops ffmpeg, and no part of the film stays."""
    taken = film.Stage.picture
    count = [0]

    def interrupted(stage: Any, camera: Any, words: str) -> Any:
        count[0] += 1
        if count[0] == 3:
            raise KeyboardInterrupt
        return taken(stage, camera, words)

    monkeypatch.setattr(film.Stage, "picture", interrupted)
    with pytest.raises(KeyboardInterrupt):
        thrown.animate(tmp_path / "t.mp4", fps=10, size=(160, 90), speed=1.0)
    assert list(tmp_path.iterdir()) == []


@draws
def test_pictures_of_other_results(tmp_path: Path) -> None:
    """A model before any run, a kinematic analysis, equilibria and a mode: the body is in the picture."""
    model = crank()
    assert centre(opened(model.picture(tmp_path / "model.png", size=SMALL))).all()
    moved = mbfe.solve_kinematics(model, duration=1.0, step=0.05)
    places = [centre(opened(moved.picture(tmp_path / "k.png", time=t, size=SMALL))) for t in (0.0, 0.5)]
    assert np.abs(places[1] - places[0]).max() > 10.0
    free = hanging()
    still = mbfe.solve_static(free, load_factor=[0.25, 0.5, 0.75, 1.0])
    _, frames = read_back(still.animate(tmp_path / "s.gif", fps=2, size=SMALL, camera=CAMERA))
    assert len(frames) == 10
    tip = projected(still["rod"].position.values[-1], CAMERA, SMALL)
    assert np.abs(centre(frames[-1]) - tip).max() < 2.0  # to the last equilibrium
    assert np.abs(centre(frames[0]) - tip).max() > 4.0
    swing = mbfe.solve_modes(free, about=still, n=1).motion(0)
    _, frames = read_back(swing.animate(tmp_path / "m.gif", fps=5, duration=3.0, size=SMALL))
    assert len(frames) == 15
    turn = rows_at(swing, np.linspace(0.0, 1.0, 9) / swing.header["settings"]["frequency"], "test")
    angle = 2.0 * np.arcsin(turn.node_pose("rod")[:, 5]) - 2.0 * np.arcsin(still.node_pose("rod")[-1, 5])
    part = angle / np.abs(angle).max()
    wave = np.cos(2.0 * np.pi * np.linspace(0.0, 1.0, 9))  # a whole period, which ends as it begins
    assert np.abs(np.abs(part) - np.abs(wave)).max() < 0.02
    assert part[0] * part[4] < 0.0 < part[0] * part[8]
    assert np.ptp([centre(frame) for frame in frames], axis=0).max() > 5.0


def hanging() -> mbfe.Model:
    model = mbfe.Model("hanging", gravity=(0, 0, -FALL))
    shape = shapes.box(size=(1.0, 0.1, 0.1)).painted(RED)
    rod = elements.RigidBody("rod", position=(0.5, 0, 1), mass=1.0, inertia=(0.01, 0.1, 0.1), shape=shape)
    model.add(rod)
    model.add(joints.Revolute("hinge", model.ground, rod, position=(0, 0, 1), axis=(0, 1, 0)))
    model.add(elements.TorsionSpring("spring", joint="hinge", stiffness=8.0))
    return model


# ------------------------------------------------------------------ what is refused


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"path": "t.avi"}, r"animate: path: .*t\.avi.*\.mp4, \.webm, \.gif"),
        ({"path": "t.mp4", "size": (321, 180)}, "animate: size: 321 × 180 pixels.*even"),
        ({"size": (0, 180)}, "animate: size"),
        ({"size": "large"}, "animate: size"),
        ({"start": -1.0}, "animate: start: -1.*0 to 0.6, time"),
        ({"end": 7.0}, "animate: end: 7"),
        ({"start": 0.5, "end": 0.5}, "animate: start and end.*nothing to move"),
        ({"speed": 0.0}, "animate: speed"),
        ({"speed": 1.0, "duration": 3.0}, "animate: speed.*one of the two"),
        ({"speed": 1000.0}, "animate: speed: 1 frames.*two frames or more.*duration="),
        ({"fps": 0.0}, "animate: fps"),
        ({"follow": "bal"}, '(?s)animate: follow.*no body or node "bal".*ball'),
        ({"camera": "isometric"}, '(?s)animate: camera.*no view "isometric".*iso'),
        ({"camera": (0, 0, 0)}, "animate: camera.*without length"),
        ({"camera": ((0, 0, 0), (0, 0, 1), (0, 0, 1))}, "animate: camera.*on one line"),
        ({"camera": (1, 2)}, "animate: camera"),
        ({"background": "white"}, "animate: background.*#rrggbb"),
        ({"signals": ["ball.colour"]}, "colour"),
        ({"signals": "ball"}, "animate: signals"),
    ],
)
def test_what_a_film_cannot_be_is_refused_at_once(
    thrown: mbfe.Run, tmp_path: Path, asked: dict[str, Any], words: str
) -> None:
    """A wrong argument is named with what is allowed, and nothing is written."""
    given = {"path": "t.gif", "size": SMALL} | asked
    with pytest.raises(ResultsError, match=f"(?s){words}"):
        thrown.animate(tmp_path / given.pop("path"), **given)
    assert list(tmp_path.iterdir()) == []


def test_what_a_picture_cannot_be_is_refused_at_once(thrown: mbfe.Run, tmp_path: Path) -> None:
    """Its ending, and a time outside of the run."""
    with pytest.raises(ResultsError, match=r"(?s)picture: path.*\.png, \.jpg"):
        thrown.picture(tmp_path / "t.bmp")
    with pytest.raises(ResultsError, match=r"picture: time: 0\.7"):
        thrown.picture(tmp_path / "t.png", time=0.7)


@pytest.mark.parametrize("package", ["pyvista", "imageio_ffmpeg"])
def test_a_missing_package_is_named(
    thrown: mbfe.Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, package: str
) -> None:
    """The error says which extra to install."""
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ResultsError, match=rf"(?s){package}.*mbfe\[view\]"):
        thrown.animate(tmp_path / "t.gif", size=SMALL)


def test_a_turn_that_is_too_large_is_refused(tmp_path: Path) -> None:
    """Between rows in which a body turns too far its motion is not known."""
    model = mbfe.Model("top", gravity=(0, 0, 0))
    model.add(elements.RigidBody("top", mass=1.0, inertia=(1, 1, 1), angular_velocity=(0, 0, 30.0)))
    run = mbfe.solve_dynamic(model, duration=0.4, step=0.01, output_step=0.1)
    with pytest.raises(ResultsError, match=r'(?s)animate: .*"top" turns 3 rad.*output_step='):
        run.animate(tmp_path / "t.gif", fps=30, size=SMALL)
