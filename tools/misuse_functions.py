"""Public functions and methods with valid arguments, for :mod:`tools.misuse`: analyses, models, results.

The models are small, since each is solved many times in plain Python.
"""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import yaml

import mbfe
from mbfe import Model, elements, lines, rotations, sections, shapes
from mbfe.analyses.linear.tracking import track
from mbfe.analyses.start.events import StopWhen
from mbfe.elements import tyres
from tools.misuse import Subject
from tools.misuse_models import (
    cantilever,
    column,
    column_modes,
    controlled,
    diagram,
    driven,
    files,
    modes,
    pendulum,
    rest,
    rotor,
    slider,
    space,
    swing,
    swings,
)  # fmt: skip
from tools.misuse_values import (
    ARRAY,
    EMPTY,
    FUNCTION,
    INFINITE,
    ITEM,
    MAPPING,
    NONE,
    NUMBER,
    ROW,
    TEXT,
    TEXTS,
    TRUTH,
    WRONG,
)  # fmt: skip
from tools.sample_files import SAMPLES

PROGRESS = {"progress": {TRUTH, NONE, FUNCTION, WRONG}}
STATE = {"state": {NONE}, "about": {NONE}}
CURVE = {NUMBER, FUNCTION}
NUMBERS = {NUMBER, ROW, ARRAY, EMPTY}


def within(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function in a folder of its own, where files go that odd names make."""

    def call(**arguments: Any) -> Any:
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            return function(**arguments)

    return call


def method(of: Callable[[], Any], name: str) -> Callable[..., Any]:
    """A method of an object that is made, or taken, at each call."""

    def call(**arguments: Any) -> Any:
        return getattr(of(), name)(**arguments)

    return within(call)


def of_method(kind: str, of: Callable[[], Any], name: str, valid: Mapping[str, Any], **more: Any) -> Subject:
    """Subject of a method."""
    target = getattr(type(of()), name)
    return Subject(f"{kind}.{name}", target, lambda: dict(valid), method(of, name), **more)


def plain(name: str, target: Callable[..., Any], valid: Mapping[str, Any], **more: Any) -> Subject:
    """Subject of a function whose valid arguments can be used again."""
    return Subject(name, target, lambda: dict(valid), within(target), **more)


def analyses() -> list[Subject]:
    """The analyses."""
    times = {"times": NUMBERS | {NONE}}
    both = STATE | PROGRESS
    return [
        Subject(
            "solve_dynamic", mbfe.solve_dynamic,
            lambda: {"model": pendulum(), "duration": 0.2, "step": 0.1, "tolerance": 1e-6},
            within(mbfe.solve_dynamic),
            takes=both | {"step": {NUMBER, ROW}, "output_times": {NONE, ROW, EMPTY}, "stop": {EMPTY},
                          "scheme": {NONE}, "restart": {NONE}, "tolerance": {NUMBER}},
        ),
        Subject(
            "solve_dynamic (auto)", mbfe.solve_dynamic,
            lambda: {"model": pendulum(), "duration": 0.02, "step": "auto", "tolerance": 1e-3},
            within(mbfe.solve_dynamic), only=("tolerance", "checkpoint_step"), takes={"tolerance": {NUMBER}},
        ),
        Subject(
            "solve_kinematics", mbfe.solve_kinematics,
            lambda: {"model": driven(), "duration": 0.2, "step": 0.1}, within(mbfe.solve_kinematics),
            takes=both | times,
        ),
        Subject(
            "solve_inverse", mbfe.solve_inverse,
            lambda: {"model": driven(), "duration": 0.2, "step": 0.1}, within(mbfe.solve_inverse),
            takes=both | times | {"motion": {NONE}},
        ),
        Subject(
            "solve_static", mbfe.solve_static, lambda: {"model": pendulum()}, within(mbfe.solve_static),
            takes=both | times,
        ),
        Subject(
            "solve_steady_rotation", mbfe.solve_steady_rotation, lambda: {"model": rotor(), "speed": 2.0},
            within(mbfe.solve_steady_rotation), takes=both | {"about": {NONE, ROW}},
        ),
        *of_states(),
    ]  # fmt: skip


def of_states() -> list[Subject]:
    """Analyses of states, and of small motions about them."""
    both = STATE | PROGRESS
    return [
        Subject(
            "trim", mbfe.trim,
            lambda: {"model": pendulum(), "unknowns": {"push.value.z": 1.0}, "targets": {"hinge.angle": 0.1}},
            within(mbfe.trim), takes=both | {"about": {NONE, ROW}},
        ),
        Subject(
            "assemble", mbfe.assemble, lambda: {"model": pendulum(), "values": {"hinge.angle": 0.1}},
            takes=STATE | {"hold": {EMPTY, TEXTS}},
        ),
        Subject(
            "range_of_motion", mbfe.range_of_motion,
            lambda: {"model": slider(), "coordinate": "rail.displacement"}, takes=STATE,
            only=("model", "coordinate", "state", "initial"),
        ),
        Subject(
            "solve_modes", mbfe.solve_modes, lambda: {"model": pendulum(), "about": rest(), "n": 1},
            takes=STATE | {"damping": {TRUTH}},
        ),
        Subject(
            "linearize", mbfe.linearize, lambda: {"model": pendulum(), "about": rest()},
            takes=STATE | {"inputs": {NONE, EMPTY}, "outputs": {NONE, EMPTY}},
        ),
        Subject(
            "state_space", mbfe.state_space,
            lambda: {"model": controlled(), "inputs": ["command"], "outputs": ["sensor"]},
            takes=STATE | {"inputs": {EMPTY}, "outputs": {EMPTY}},
        ),
        Subject(
            "campbell", mbfe.campbell, lambda: {"model": rotor(), "speeds": [1.0, 2.0], "n": 1},
            takes={"about": {NONE, ROW}, "states": {NONE}},
        ),
        Subject("solve_buckling", mbfe.solve_buckling, lambda: {"model": column(), "n": 1}),
        Subject(
            "fit_damping", mbfe.fit_damping,
            lambda: {"modes": column_modes(), "beam": "beam", "ratios": {0: 0.01}},
            takes={"beam": {TEXT}, "ratios": {MAPPING}},
        ),
        plain("track", track, {"sequence": [modes(), modes()]}, takes={"sequence": set()}),
    ]  # fmt: skip


def building() -> list[Subject]:
    """Models and their methods."""

    def add(**arguments: Any) -> Any:
        model = pendulum()
        item = model.add(**arguments)
        return item

    def group(**arguments: Any) -> Any:
        return pendulum().group(**arguments)

    def added(name: str) -> Callable[..., Any]:
        def call(**arguments: Any) -> Any:
            model = pendulum()
            node = getattr(model, name)(**arguments)
            model.add(elements.PointSpring("new", node, "rod", stiffness=1.0))
            model.compile()
            return node

        return call

    def solved(**arguments: Any) -> Any:
        model = Model(**arguments)
        model.add(elements.PointMass("mass", mass=1.0))
        return mbfe.solve_dynamic(model, duration=0.1, step=0.1)

    def fresh() -> Any:
        return elements.PointMass("mass", mass=1.0)

    def framed(**arguments: Any) -> Any:
        return mbfe.Frame(**arguments)

    turn = {"orientation": {NONE, ROW, ARRAY, TEXT}}
    return [
        Subject("Model", Model, lambda: {"name": "model", "gravity": (0.0, 0.0, 1.0)}, within(solved),
                called="odel"),
        Subject("Model.add", Model.add, lambda: {"item": fresh()}, add, takes={"item": {ITEM}}),
        Subject("Model.add_node", Model.add_node, lambda: {"name": "new"}, added("add_node"), takes=turn,
                called="node"),
        Subject("Model.add_base", Model.add_base, lambda: {"name": "new"}, added("add_base"),
                takes=turn | {"angle": CURVE, "translation": {NONE, ROW}}),
        Subject("Model.group", Model.group, lambda: {"name": "new", "members": ["rod"]}, group,
                takes={"members": {TEXTS, EMPTY}}),
        of_method("Model", pendulum, "assemble", {"values": {"hinge.angle": 0.1}},
                  takes=STATE | {"hold": {EMPTY, TEXTS}}),
        of_method("Model", pendulum, "audit", {}),
        of_method("Model", pendulum, "to_html", {"path": "out.html"}),
        of_method("Model", pendulum, "matrices", {}),
        Subject("Frame", mbfe.Frame, lambda: {"position": (0.0, 0.0, 1.0)}, framed, takes=turn,
                only=("position", "orientation")),
    ]  # fmt: skip


def settings() -> list[Subject]:
    """Schemes, tolerances, controls and conditions, used as they are made."""

    def dynamic(kind: Any) -> Callable[..., Any]:
        def call(**arguments: Any) -> Any:
            return mbfe.solve_dynamic(pendulum(), duration=0.2, step=0.1, scheme=kind(**arguments))

        return call

    def stop(**arguments: Any) -> Any:
        return mbfe.solve_dynamic(pendulum(), duration=0.2, step=0.1, stop=StopWhen(**arguments))

    def tolerance(**arguments: Any) -> Any:
        given = mbfe.Tolerance(**arguments)
        return mbfe.solve_dynamic(pendulum(), duration=0.02, step="auto", tolerance=given)

    def static(kind: Any, model: Callable[[], Model]) -> Callable[..., Any]:
        def call(**arguments: Any) -> Any:
            return mbfe.solve_static(model(), control=kind(**arguments))

        return call

    made = [
        Subject(kind.__name__, kind, lambda: {}, dynamic(kind))
        for kind in (
            mbfe.GeneralizedAlpha, mbfe.HHT, mbfe.SOI2, mbfe.Stormer, mbfe.Trapezoidal,
        )
    ]  # fmt: skip
    return [
        *made,
        of_method("GeneralizedAlpha", mbfe.GeneralizedAlpha, "spectral_radius_at", {"omega_h": 0.1}),
        of_method("GeneralizedAlpha", mbfe.GeneralizedAlpha, "algorithmic_damping", {"omega_h": 0.1}),
        of_method("GeneralizedAlpha", mbfe.GeneralizedAlpha, "period_elongation", {"omega_h": 0.1}),
        Subject("StopWhen", StopWhen, lambda: {"signal": "hinge.angle", "level": 0.1}, stop,
                takes={"signal": {TEXT}}),
        Subject("Tolerance", mbfe.Tolerance, lambda: {"longest": 0.01}, tolerance,
                takes={"longest": {NUMBER, INFINITE}}),
        Subject("ArcLength", mbfe.ArcLength, lambda: {"increments": 2}, static(mbfe.ArcLength, column),
                takes={"until": {FUNCTION, WRONG}}),
        Subject("DisplacementControl", mbfe.DisplacementControl,
                lambda: {"node": "beam.end", "direction": (0, 0, 1), "displacement": 1e-4, "increments": 1},
                static(mbfe.DisplacementControl, cantilever),
                takes={"node": {TEXT}, "displacement": {NUMBER, ROW}}),
    ]  # fmt: skip


def results() -> list[Subject]:
    """Results and what is made of them."""
    names = {"names": {TEXTS, EMPTY}}
    scale = {"scale": {NUMBER, TEXT}, "mode": {NUMBER, ROW}, "modes": {NONE, ROW}}

    at = {"time": NUMBERS}
    body = lambda: swing()["rod"]  # noqa: E731
    angle = lambda: swing().signal("hinge.angle")  # noqa: E731
    position = lambda: swing()["rod"].position  # noqa: E731
    frame = {"point": (0.1, 0.0, 0.0)}
    return [
        plain("open_results", mbfe.open_results, {"path": files() / "swing.h5"}),
        plain("open_state", mbfe.open_state, {"file": files() / "torn.h5"}),
        of_method("Run", swing, "signal", {"name": "hinge.angle"}, called="Run"),
        of_method("Run", swing, "at", {"along": 0.1}),
        of_method("Run", swing, "to_csv", {"path": "out.csv"}, takes=names, called="Run"),
        of_method("Run", swing, "to_paraview", {"folder": "out"}),
        of_method("Run", swing, "to_html", {"path": "out.html"}, takes={"signals": {TEXTS, EMPTY}}),
        of_method("Run", swings, "spectrum", {"name": "hinge.angle"}, takes={"window": {TEXT, ROW}}),
        of_method("Run", swing, "node_pose", {"name": "rod"}),
        of_method("Run", swing, "__getitem__", {"name": "rod"}, called=" "),
        of_method("StaticRun", rest, "signal", {"name": "hinge.angle"}, called="Run"),
        of_method("StaticRun", rest, "at", {"along": 1.0}),
        of_method("StaticRun", rest, "to_csv", {"path": "out.csv"}, takes=names, called="Run"),
        of_method("BodyView", body, "position_at", frame, called=" "),
        of_method("BodyView", body, "velocity_at", frame, called=" "),
        of_method("BodyView", body, "acceleration_at", frame, called=" "),
        of_method("BodyView", body, "accelerometer", frame),
        of_method("BodyView", body, "path_of", frame),
        of_method("BodyView", body, "signal", {"name": "position"}),
        of_method("Signal", angle, "at", {"time": 0.05}, takes=at),
        of_method("Signal", angle, "to_csv", {"path": "out.csv"}),
        of_method("Signal", position, "component", {"name": "x"}),
        of_method("Modes", modes, "motion", {"mode": 0, "frames": 4}, takes=scale),
        of_method("Modes", modes, "moving", {"mode": 0}),
        of_method("Modes", modes, "mac", {"other": modes()}, takes={"rows": {NONE, ROW, EMPTY}}),
        of_method("Modes", modes, "shape", {"name": "rod"}),
        of_method("Modes", modes, "to_paraview", {"folder": "out", "frames": 4}, takes=scale, called="Modes"),
        of_method("Snapshot", lambda: rest().snapshot, "with_velocities_of", {"model": pendulum()}),
        of_method("Assembly", lambda: mbfe.assemble(pendulum()), "value", {"name": "hinge.angle"}),
        of_method("Audit", lambda: pendulum().audit(), "of", {}),
        *more_results(),
    ]


def more_results() -> list[Subject]:
    """Diagrams and state spaces."""
    found = []
    for kind, of in (("Campbell", diagram), ("StateSpace", space)):
        for name in METHODS.get(kind, {}):
            found.append(of_method(kind, of, name, METHODS[kind][name]))
    return found


METHODS: dict[str, dict[str, dict[str, Any]]] = {
    "Campbell": {"critical_speeds": {}},
    "StateSpace": {"response": {"frequencies": [1.0, 2.0]}},
}
"""Methods of results by class, with valid arguments."""


def geometry() -> list[Subject]:
    """Lines and rotations."""
    straight = lambda: lines.straight((0, 0, 0), (1, 0, 0))  # noqa: E731
    turn = {"orientation": {NONE, ROW, ARRAY, TEXT}}
    pose = {"position": (1.0, 0.0, 0.0)}
    return [
        of_method("Line", straight, "moved", pose, takes=turn),
        of_method("Line", straight, "position", {"s": [0.5]}),
        of_method("Line", straight, "tangent", {"s": [0.5]}),
        of_method("Line", straight, "frames", {"s": [0.5]}, only=("s", "up", "twist"),
                  takes={"twist": CURVE}),
        plain("quat_from_axis_angle", rotations.quat_from_axis_angle, {"axis": (0, 0, 1), "angle": 1.0},
              only=("axis", "angle"), called="a"),
        plain("quat_from_matrix", rotations.quat_from_matrix, {"matrix": np.eye(3)}, only=("matrix",),
              called="orientation"),
    ]  # fmt: skip


def readers() -> list[Subject]:
    """Readers of the files of other programs."""
    return [
        plain("sections.read", sections.read, {"path": files() / "section.vabs", "format": "vabs"},
              takes={"subset": {ROW}}),
        plain("sections.from_windio", sections.from_windio, {"data": yaml.safe_load(SAMPLES["blade.windio"])},
              only=("component",)),
        plain("shapes.mesh", shapes.mesh, {"file": files() / "box.stl"}, only=("file",)),
        plain("TyreFile.read", tyres.TyreFile.read, {"path": files() / "car.tir"}, only=("path",)),
    ]  # fmt: skip


def subjects() -> list[Subject]:
    """All of them."""
    return [*analyses(), *building(), *settings(), *results(), *geometry(), *readers()]
