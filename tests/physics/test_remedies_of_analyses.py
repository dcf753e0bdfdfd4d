"""What analyses and results advise is done here, in the situation in which they say it, and then it works."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mbfe
from mbfe import blocks, curves, elements, joints
from tests.advice import check_advice, moves

BODY: dict[str, Any] = {"mass": 2.0, "inertia": (0.1, 0.1, 0.1)}
Z = (0.0, 0.0, 1.0)
Attempt = Callable[[], Any]


def model_of(*items: Any, gravity: float = 0.0) -> mbfe.Model:
    """A model with items, in a field along −y."""
    model = mbfe.Model("model", gravity=(0, -gravity, 0))
    for item in items:
        model.add(item)
    return model


def hinged(*items: Any, gravity: float = 0.0, **hinge: Any) -> mbfe.Model:
    """A body of 2 kg on an arm of 1 m about z."""
    body = elements.RigidBody("body", position=(1.0, 0, 0), **BODY)
    joint = joints.Revolute("hinge", "ground", "body", position=(0, 0, 0), axis=Z, **hinge)
    return model_of(body, joint, *items, gravity=gravity)


SPIN = joints.Motor("motor", "hinge.angle", position=curves.Polynomial(0.0, 20.0))
SPRING = elements.JointSpring("spring", "hinge.angle", stiffness=50.0)
PUSH = elements.Force("push", "body", (0, 5.0, 0.0), frame="body")
LIMIT: dict[str, Any] = {"lower": -1.0, "upper": 1.0}


def four_bar(lean: float, drive: Any = None) -> mbfe.Model:
    """A crank of 1 m and a rocker of 2 m on a coupler of 2 m, the crank drawn at an angle."""
    crank, ground = np.array([np.cos(lean), np.sin(lean), 0.0]), np.array([2.0, 0.0, 0.0])
    apart = ground - crank
    across = np.array([-apart[1], apart[0], 0.0]) / np.linalg.norm(apart)
    knee = crank + 0.5 * apart + across * np.sqrt(4.0 - 0.25 * float(apart @ apart))
    places = [np.zeros(3), crank, knee, ground]
    sides = ["ground", "crank", "coupler", "rocker", "ground"]
    model = mbfe.Model("four-bar")
    for name, a, b in zip(sides[1:4], places, places[1:], strict=False):
        model.add(elements.RigidBody(name, position=tuple(0.5 * (a + b)), **BODY))
    for i, place in enumerate(places):
        start = {"angle": drive} if drive is not None and i == 0 else {}
        model.add(joints.Revolute(f"j{i}", sides[i], sides[i + 1], position=tuple(place), axis=Z, **start))
    return model


def spun(**options: Any) -> mbfe.Run:
    """A body that turns by 2 rad a step."""
    return moves(hinged(SPIN), duration=0.4, step=0.1, **options)


def slow_path(*factors: float) -> mbfe.StaticRun:
    """A hinge with a spring under a load, at load factors."""
    return mbfe.solve_static(hinged(SPRING, PUSH), load_factor=factors)


def commanded(torque: Any, *more: Any) -> mbfe.Model:
    """A motor with a torque."""
    return hinged(SPRING, *more, joints.Motor("motor", "hinge.angle", torque=torque))


def gain(model: mbfe.Model, name: str) -> tuple[float, float]:
    """Static gain from a source to the angle, and the right one, one over the stiffness."""
    model.add(blocks.Sensor("angle", "hinge.angle"))
    A, B, C, D = mbfe.linearize(model, inputs=[name], outputs=["angle"])
    return float((C @ np.linalg.solve(-A, B) + D)[0, 0]), 1.0 / 50.0


CASES: dict[str, tuple[str, Attempt, list[Attempt]]] = {
    "between rows that are far apart": (
        "Record more rows, output_step=, or one at this time, output_times=",
        lambda: spun().at(0.15),
        [
            lambda: (spun(output_step=0.01).at(0.15).time, 0.15),
            lambda: (spun(output_times=[0.1, 0.15, 0.2]).at(0.15).time, 0.15),
        ],
    ),
    "between rows of a path": (
        "let the analysis compute a row there",
        lambda: slow_path(1.0).at(0.3),
        [lambda: (slow_path(0.3, 1.0).at(0.3).load_factor, 0.3)],
    ),
    "late times": (
        "Let the time begin nearer to 0: time=0",
        lambda: moves(hinged(), time=1e12, step=1e-5, duration=1e-4),
        [lambda: moves(hinged(), time=0, step=1e-5, duration=1e-4)],
    ),
    "an input that is no source": (
        'Feed the input with a source, blocks.Source("command", value), and name that',
        lambda: mbfe.linearize(
            commanded("g", blocks.Gain("g", "hinge.angle", gain=0.0, unit="N m")), inputs=["g"], outputs=["g"]
        ),
        [
            lambda: gain(commanded("torque", blocks.Source("torque", 0.0, unit="N m")), "torque"),
        ],
    ),
    "in place": (
        "Write s = s + 1",
        lambda: add_in_place(moves(hinged())["hinge"].angle),
        [lambda: ((moves(hinged())["hinge"].angle + 1.0).values[0], 1.0)],
    ),
    "signals of other times": (
        "Bring one to the other's times: .at(time)",
        lambda: moves(hinged())["hinge"].angle + moves(hinged(), step=0.005)["hinge"].angle,
        [lambda: combined()],
    ),
    "a joint spring in no field": (
        "Apply the loads under which it may buckle",
        lambda: mbfe.solve_buckling(hinged(SPRING)),
        [lambda: (mbfe.solve_buckling(pressed()).lowest, 50.0 / 5.0)],
    ),
    "unknowns without influence": (
        "Choose other unknowns, or guesses",
        lambda: mbfe.trim(trim_model(), unknowns={"aside.value.z": 1.0}, targets={"hinge.angle": 0.1}),
        [
            lambda: (
                mbfe.trim(trim_model(), unknowns={"turn.value.z": 1.0}, targets={"hinge.angle": 0.1}).values[
                    "turn.value.z"
                ],
                5.0,
            )
        ],
    ),
    "angles of a loop": (
        "Draw the loop in its initial configuration, or let mbfe.assemble find it",
        lambda: moves(four_bar(1.0, 0.2)),
        [
            lambda: moves(four_bar(1.2)),
            lambda: (mbfe.assemble(four_bar(1.0), values={"j0.angle": 0.2}).value("j0.angle"), 0.2),
        ],
    ),
    "a direction without mass": (
        "Give the part mass and inertia, or hold it in this direction",
        lambda: mbfe.solve_modes(carried(light(), stiffness=SOFT)),
        [
            lambda: mbfe.solve_modes(carried(heavy(), stiffness=SOFT)),
            lambda: mbfe.solve_modes(carried(light(), stiffness=FULL)),
            lambda: (mbfe.solve_modes(carried(light())).frequencies[0], (50.0 / 2.1) ** 0.5 / (2.0 * np.pi)),
        ],
    ),
    "HHT with massless parts": (
        "Give the massless parts mass, or take GeneralizedAlpha or SOI2",
        lambda: moves(carried(light()), scheme=mbfe.HHT()),
        [
            lambda: moves(carried(light()), scheme=mbfe.GeneralizedAlpha()),
            lambda: moves(carried(light()), scheme=mbfe.SOI2()),
            lambda: moves(carried(heavy()), scheme=mbfe.HHT()),
        ],
    ),
    "inverse dynamics without a drive": (
        "Drive",
        lambda: mbfe.solve_inverse(hinged(gravity=9.81), duration=0.1, step=0.05),
        [
            lambda: (
                mbfe.solve_inverse(hinged(SPIN, gravity=9.81), duration=0.1, step=0.05)[
                    "motor"
                ].effort.values[0],
                2.0 * 9.81,
            )
        ],
    ),
    "statics of what nothing holds": (
        "Hold these by a joint or a spring, or leave the load out",
        lambda: mbfe.solve_static(model_of(elements.RigidBody("body", **BODY), PUSH)),
        [
            lambda: mbfe.solve_static(model_of(elements.RigidBody("body", **BODY))),
            lambda: slow_path(1.0),
        ],
    ),
    "an explicit scheme beyond its limit": (
        "allows steps below",
        lambda: moves(stiff(), duration=1.0, step=0.1, scheme=mbfe.Stormer()),
        [
            lambda: moves(stiff(), duration=1.0, step=0.1),
            lambda: moves(stiff(), duration=0.1, step=1e-3, scheme=mbfe.Stormer()),
        ],
    ),
    "states in kinematics": (
        "Leave its item out, or take solve_dynamic",
        lambda: mbfe.solve_kinematics(lagged(True), duration=0.1, step=0.05),
        [
            lambda: (
                mbfe.solve_kinematics(lagged(False), duration=0.1, step=0.05)["hinge"].angle.values[-1],
                2.0,
            ),
            lambda: (moves(lagged(True), duration=0.1, initial="project")["hinge"].angle.values[-1], 2.0),
        ],
    ),
    "a crank at its limit": (
        "Draw the mechanism a little away from its dead point",
        lambda: mbfe.range_of_motion(toggle(0.0), "rail.displacement"),
        [lambda: (mbfe.range_of_motion(toggle(0.2), "rail.displacement").high, 2.0 - 2.0 * np.cos(0.2))],
    ),
    "a table that ends": (
        'extrapolate="constant" or "linear"',
        lambda: moves(pulled(2.0), duration=3.0, step=0.1),
        [
            lambda: moves(pulled(4.0), duration=3.0, step=0.1),
            lambda: moves(pulled(2.0, extrapolate="constant"), duration=3.0, step=0.1),
            lambda: moves(pulled(2.0, extrapolate="linear"), duration=3.0, step=0.1),
        ],
    ),
}


def lagged(with_block: bool) -> mbfe.Model:
    """A driven hinge, and a block that follows its angle."""
    model = hinged(SPIN)
    if with_block:
        model.add(blocks.FirstOrder("lag", "hinge.angle", time_constant=0.1))
    return model


def toggle(bend: float) -> mbfe.Model:
    """Two links of 1 m between a hinge and a slider, drawn bent by an angle from the line of both."""
    knee, end = (np.cos(bend), np.sin(bend), 0.0), (2.0 * np.cos(bend), 0.0, 0.0)
    model = mbfe.Model("toggle")
    model.add(elements.RigidBody("a", position=(0.5 * knee[0], 0.5 * knee[1], 0), **BODY))
    model.add(elements.RigidBody("b", position=(1.5 * knee[0], 0.5 * knee[1], 0), **BODY))
    model.add(elements.RigidBody("slider", position=end, **BODY))
    sides = (("ground", "a", (0, 0, 0)), ("a", "b", knee), ("b", "slider", end))
    for i, (first, second, place) in enumerate(sides):
        model.add(joints.Revolute(f"j{i}", first, second, position=place, axis=Z))
    model.add(joints.Prismatic("rail", "ground", "slider", position=end, axis=(1, 0, 0)))
    return model


def stiff() -> mbfe.Model:
    """An oscillator of 100 rad/s that is drawn beside its balance."""
    body = elements.RigidBody("body", position=(0.1, 0, 0), **BODY)
    stiffness = np.diag([2e4, 2e4, 2e4, 1e3, 1e3, 1e3])
    return model_of(
        body,
        elements.Bushing("mount", "ground", "body", position=(0, 0, 0), stiffness=stiffness),
        elements.Force("push", "body", (5.0, 0, 0)),
    )


def pulled(end: float, **options: Any) -> mbfe.Model:
    """A body under a force from a table over time."""
    options = {"extrapolate": "error"} | options
    table = curves.Table((0.0, end), (0.0, 1.0), kind="linear", **options)
    return model_of(
        elements.RigidBody("body", **BODY),
        elements.Actuator("pull", "body", direction=(1, 0, 0), effort=table),
    )


def carried(part: Any, *, stiffness: tuple[float, ...] = ()) -> mbfe.Model:
    """A part on a body that a hinge with a spring holds, fixed to it or by springs."""
    model = hinged(SPRING, part)
    if stiffness:
        place = {"position": (1, 0, 0), "stiffness": np.diag(stiffness)}
        model.add(elements.Bushing("mount", "body", "part", **place))
    else:
        model.add(joints.Fixed("mount", "body", "part"))
    return model


def light() -> Any:
    """A part without mass."""
    return elements.MasslessBody("part", position=(1, 0, 0))


def heavy() -> Any:
    """The same with mass."""
    return elements.RigidBody("part", position=(1, 0, 0), **BODY)


SOFT, FULL = (1e3, 1e3, 1e3, 0.0, 0.0, 0.0), (1e3, 1e3, 1e3, 1.0, 1.0, 1.0)


def trim_model() -> mbfe.Model:
    """A hinge with a spring, a moment about it and a force along it."""
    turn = elements.Moment("turn", "body", (0, 0, 1.0))
    return hinged(SPRING, turn, elements.Force("aside", "body", (0, 0, 1.0)))


def pressed() -> mbfe.Model:
    """A bar on a hinge with a spring, pressed towards the hinge: F L = k."""
    return hinged(SPRING, elements.Force("press", "body", (-5.0, 0, 0)))


def add_in_place(signal: Any) -> None:
    """Change a signal in place."""
    np.add(signal, 1.0, out=signal)


def combined() -> tuple[float, float]:
    """Two signals at the times of one."""
    first, second = (moves(hinged(rate=1.0), step=step)["hinge"].angle for step in (0.01, 0.005))
    return float((first + second.at(first.time)).values[-1]), 2.0 * 0.02


@pytest.mark.parametrize("case", CASES)
def test_what_is_advised_works(case: str) -> None:
    check_advice(*CASES[case])


def test_files_are_found_and_written_as_advised(tmp_path: Path) -> None:
    """Names, folders, damaged and foreign files; each error says what to give, and that opens."""
    model, good = hinged(rate=1.0), tmp_path / "runs" / "run.h5"
    with pytest.raises(mbfe.ResultsError, match="Create the folder first"):
        moves(model, file=good)
    good.parent.mkdir()
    with pytest.raises(mbfe.ResultsError, match=r'Give a name, e\.g\. "(.*)run\.h5"'):
        moves(model, file=good.parent)
    moves(model, file=good)
    empty, text, cut = (tmp_path / name for name in ("empty.h5", "text.h5", "cut.h5"))
    empty.touch()
    text.write_text("no results\n")
    cut.write_bytes(good.read_bytes()[:3000])
    for path, advice in (
        (tmp_path / "missing.h5", "Check the name and the folder"),
        (tmp_path, r"Give the \.h5 file of a run"),
        (empty, "Run the model again, or choose another file"),
        (text, r"Give the \.h5 file of a run"),
        (cut, "Copy it again, or run the model again"),
    ):
        with pytest.raises(mbfe.ResultsError, match=advice):
            mbfe.open_results(path)
    cut.write_bytes(good.read_bytes())
    moves(model, file=empty)
    for path in (good, cut, empty):
        assert mbfe.open_results(path)["hinge"].angle.values[-1] == pytest.approx(0.02)
