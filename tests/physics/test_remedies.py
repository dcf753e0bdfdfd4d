"""What errors advise is done here, in the situation in which they advise it; and each names the cause."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import mbfe
from mbfe import blocks, curves, elements, joints, lines, sections

BODY: dict[str, Any] = {"mass": 1.0, "inertia": (0.1, 0.1, 0.1)}
Z = (0.0, 0.0, 1.0)
PROJECT = {"initial": "project"}


def rail(*motors: Any, gravity: float = 0.0) -> mbfe.Model:
    """A body on a rail along z, driven by motors of its displacement."""
    model = mbfe.Model("rail", gravity=(0, 0, -gravity))
    model.add(elements.RigidBody("body", position=(0.5, 0, 0), **BODY))
    model.add(joints.Prismatic("rail", "ground", "body", position=(0, 0, 0), axis=Z))
    for number, motor in enumerate(motors):
        model.add(joints.Motor(f"motor {number}", "rail.displacement", position=motor))
    return model


def shut(model: mbfe.Model) -> mbfe.Model:
    """The model with a spring that trims and loads can act on."""
    model.add(elements.Force("push", "body", (0.0, 0.0, 1.0)))
    return model


TRIM: dict[str, Any] = {"unknowns": {"push.value.z": 1.0}, "targets": {"motor 0.effort": 2.0}}
OPEN: list[tuple[str, Callable[..., Any]]] = [
    ("dynamic", lambda m, **o: mbfe.solve_dynamic(m, duration=0.01, step=0.01, **o)),
    ("static", mbfe.solve_static),
    ("steady", lambda m, **o: mbfe.solve_steady_rotation(m, speed=1.0, **o)),
    ("kinematics", lambda m, **o: mbfe.solve_kinematics(m, duration=0.1, step=0.1, **o)),
    ("inverse", lambda m, **o: mbfe.solve_inverse(m, duration=0.1, step=0.1, **o)),
    ("trim", lambda m, **o: mbfe.trim(m, **TRIM, **o)),
    ("campbell", lambda m, **o: mbfe.campbell(m, speeds=[1.0], **o)),
    ("range", lambda m, **o: mbfe.range_of_motion(m, "rail.displacement", **o)),
]


@pytest.mark.parametrize(("name", "analysis"), OPEN, ids=[name for name, _ in OPEN])
def test_joints_that_do_not_meet_are_closed_as_advised(name: str, analysis: Callable[..., Any]) -> None:
    """Every analysis that advises initial="project" has it, and it helps."""
    model = shut(rail(0.1))
    if name == "campbell":
        model.add(elements.RigidBody("tail", position=(0.7, 0, 0), **BODY))
        place = {"position": (0.6, 0, 0), "axis": Z}
        stiffness = np.diag([1e6] * 6)
        model.add(elements.Bushing("mount", "body", "tail", stiffness=stiffness, **place))
    with pytest.raises(mbfe.ModelError, match="do not coincide") as refused:
        analysis(model)
    assert 'initial="project"' in str(refused.value)
    if name != "range":  # the motor holds what would move there
        analysis(model, **PROJECT)
    else:
        with pytest.raises(mbfe.MbfeError) as other:
            analysis(model, **PROJECT)
        assert "do not coincide" not in str(other.value)


def test_linearized_equations_start_from_an_assembly_as_advised() -> None:
    """They have no argument that closes joints; an assembly does."""
    model = rail(0.1)
    nothing: dict[str, Any] = {"inputs": (), "outputs": ()}
    for analysis, options in ((mbfe.solve_modes, {}), (mbfe.linearize, {}), (mbfe.state_space, nothing)):
        with pytest.raises(mbfe.ModelError, match=r"about=mbfe\.assemble\(model\)"):
            analysis(model, about="start", **options)
    modes = mbfe.solve_modes(model, about=mbfe.assemble(model))
    assert len(modes) == 0


def jeffcott(speed: float, drive: str = "") -> mbfe.Model:
    """An unbalanced disc in a bearing that brakes it."""
    model = mbfe.Model("jeffcott")
    inertia = (0.02, 0.02, 0.04)
    model.add(elements.RigidBody("disc", mass=5.0, inertia=inertia, center_of_mass=(1e-4, 0, 0)))
    stiffness = np.diag([2e5, 2e5, 1e7, 1e6, 1e6, 0.0])
    damping = np.diag([150.0, 150.0, 1e3, 1e2, 1e2, 0.0])
    place = {"position": (0, 0, 0), "axis": Z}
    model.add(elements.Bushing("bearing", "ground", "disc", stiffness=stiffness, damping=damping, **place))
    if drive == "total":
        every = ("displacement_x", "displacement_y", "displacement_z", "angle_x", "angle_y")
        free = dict.fromkeys(every, "free")
        turn = curves.Polynomial(0, speed)
        model.add(joints.TotalJoint("drive", "ground", "disc", **place, **free, angle_z=turn))
    elif drive:
        model.add(joints.ParallelAxis("shaft", "ground", "disc", **place))
    if drive == "motor":
        model.add(joints.Motor("drive", "shaft.angle", speed=speed))
    return model


@pytest.mark.parametrize("speed", [100.0, 300.0, -100.0])
def test_a_rotor_that_is_braked_needs_a_drive(speed: float) -> None:
    """z = m e Ω²/(k − mΩ² + icΩ), below and beyond the critical speed; the bearing brakes with c Ω |z|²."""
    z = 5.0 * 1e-4 * speed**2 / (2e5 - 5.0 * speed**2 + 150j * speed)
    torque = 150.0 * abs(speed) * abs(z) ** 2
    motor = f'joints.Motor("drive", "shaft.angle", speed={speed:g})'
    for drive, advice in (("", "joints.TotalJoint"), ("shaft", motor)):
        with pytest.raises(mbfe.SolveError, match="about the axis is unbalanced") as refused:
            mbfe.solve_steady_rotation(jeffcott(speed, drive), speed=speed)
        text = str(refused.value)
        assert f"{torque:.4g} N m" in text
        assert f"{torque * abs(speed):.4g} W" in text
        assert "no drive balances" in text
        assert advice in text
        assert f"steady rotation at speed {speed:g}" in text
        assert refused.value.diagnosis is not None
        assert "drive it" in refused.value.diagnosis.remedies[0].action
    for drive in ("motor", "total"):
        run = mbfe.solve_steady_rotation(jeffcott(speed, drive), speed=speed)
        assert not run.report["warnings"]
        np.testing.assert_allclose(run["disc"].position.values[-1, :2], (z.real, z.imag), rtol=1e-8)
        found = run["drive"].effort if drive == "motor" else run["drive"].reaction.moment.z
        assert abs(found.values[-1]) == pytest.approx(torque, rel=1e-6)


@pytest.mark.parametrize("lift", [1e-3, 1.0, 20.0])
@pytest.mark.parametrize("driven", [False, True])
def test_flapping_blades_are_held_by_the_rotation(lift: float, driven: bool) -> None:
    """Flap hinges are free at rest; turning, they carry any lift: J Ω² sin β cos β + … = lift × arm."""
    speed, offset, arm, inertia = 30.0, 0.2, 0.8, 0.3
    model = mbfe.Model("rotor")
    hub = model.add(elements.RigidBody("hub", mass=1.0, inertia=(9, 9, 9)))
    model.add(joints.Revolute("shaft", "ground", hub, position=(0, 0, 0), axis=Z))
    for name, side in (("a", 1.0), ("b", -1.0)):
        place = {"position": (side, 0, 0)}
        model.add(elements.RigidBody(name, mass=1.0, inertia=(0.01, inertia, inertia), **place))
        hinge = {"position": (side * offset, 0, 0), "axis": (0, -side, 0)}
        model.add(joints.Revolute(f"flap {name}", hub, name, **hinge))
        model.add(elements.Force(f"lift {name}", name, (0, 0, lift), frame="body"))
    if driven:
        model.add(joints.Motor("drive", "shaft.angle", speed=speed))
    run = mbfe.solve_steady_rotation(model, about="hub", speed=speed)
    for name in ("a", "b"):
        angle = float(run[f"flap {name}"].angle[-1])
        radius = offset + arm * np.cos(angle)
        moment = speed**2 * (radius * arm * np.sin(angle) + (inertia - 0.01) * np.sin(angle) * np.cos(angle))
        assert moment == pytest.approx(lift * arm, rel=1e-6)
    assert all("turns about z" in words for words in run.free_motions)


def test_drives_that_contradict_each_other_are_named() -> None:
    """Two motors that ask for different motions of one coordinate: no analysis takes that for a solution."""
    fast, slow = curves.Polynomial(0.0, 2.0), curves.Polynomial(0.0, 1.0)
    for analysis in (
        lambda m: mbfe.solve_static(m, times=[1.0]),
        lambda m: mbfe.solve_kinematics(m, duration=1.0, step=0.1),
        lambda m: mbfe.solve_dynamic(m, duration=1.0, step=0.1),
        lambda m: mbfe.solve_dynamic(m, duration=1.0, step=0.1, initial="project"),
    ):
        with pytest.raises(mbfe.MbfeError) as refused:
            analysis(rail(slow, fast))
        text = str(refused.value)
        assert "motor" in text
        assert "only as many coordinates" in text or "rive each coordinate once" in text
        assert "project" not in text
    later = (curves.Polynomial(0.0, 0.0, 1.0), curves.Polynomial(0.0, 0.0, 2.0))
    with pytest.raises(mbfe.SolveError, match="contradict each other"):
        mbfe.solve_dynamic(rail(*later), duration=1.0, step=0.1)
    mbfe.solve_static(rail(slow), times=[1.0])  # each coordinate once, as advised


def strip(load: float, side: float = 0.0) -> mbfe.Model:
    """A cantilever that is pressed along its axis."""
    model = mbfe.Model("strip")
    section = sections.rectangle(width=0.02, height=0.002, E=200e9, nu=0.3, density=7800.0)
    line = lines.straight((0, 0, 0), (1, 0, 0))
    mesh = {"n_elements": 6, "n_nodes": 2}
    beam = model.add(elements.Beam("strip", line=line, section=section, start="ground", **mesh))
    model.add(elements.Force("push", beam.end, (-load, 0, side)))
    model.add(elements.Force("side", beam.end, (0, side, side)))
    return model


def test_a_straight_strip_is_advised_to_be_imperfect() -> None:
    """Beyond Euler's load the straight path is unstable; with a small side load the strip bends far."""
    euler = np.pi**2 * 200e9 * 0.02 * 0.002**3 / 12 / 4
    straight = mbfe.solve_static(strip(1.5 * euler))
    (words,) = straight.report["warnings"]
    assert "small side load or an imperfection" in words
    bent = mbfe.solve_static(strip(1.5 * euler, 1e-3))
    assert not bent.report["warnings"]
    assert np.linalg.norm(bent.at(bent.time[-1]).motion[-1, 1:3]) > 0.3
    assert mbfe.solve_buckling(strip(1.0)).lowest == pytest.approx(euler, rel=0.02)
    control = mbfe.DisplacementControl("strip.end", direction=(-1, 0, 0), displacement=0.1)
    with pytest.raises(mbfe.SolveError, match="small side load or an imperfection"):
        mbfe.solve_static(strip(3.0 * euler), control=control)


def test_outputs_that_are_no_blocks_get_a_sensor() -> None:
    """The advice names the call; with it the output is there: the angle of a pendulum over its torque."""
    model = mbfe.Model("steer", gravity=(0, 0, -9.81))
    model.add(elements.RigidBody("arm", position=(0, 0, -1), **BODY))
    model.add(joints.Revolute("steer", "ground", "arm", position=(0, 0, 0), axis=(0, 1, 0)))
    model.add(joints.Motor("motor", "steer.angle", torque=blocks.Source("torque", 0.0, unit="N m")))
    for name in ("steer.angle", "steer"):
        with pytest.raises(mbfe.ModelError, match=r"blocks\.Sensor\(") as refused:
            mbfe.linearize(model, inputs=["torque"], outputs=[name])
    assert '"steer.angle"' in str(refused.value)
    model.add(blocks.Sensor("steer angle", "steer.angle"))
    A, B, C, D = mbfe.linearize(model, inputs=["torque"], outputs=["steer angle"])
    assert float((C @ np.linalg.solve(-A, B) + D)[0, 0]) == pytest.approx(1.0 / 9.81, rel=1e-6)


def test_a_checkpoint_of_another_model_is_a_state() -> None:
    """restart= refuses a changed model and advises state=, which takes it."""
    first = mbfe.solve_dynamic(rail(gravity=9.81), duration=0.1, step=0.01)
    changed = shut(rail(gravity=9.81))
    with pytest.raises(mbfe.ResultsError, match="Take state= in place of restart="):
        mbfe.solve_dynamic(changed, duration=0.1, step=0.01, restart=first)
    run = mbfe.solve_dynamic(changed, duration=0.1, step=0.01, state=first)
    assert run["rail"].displacement.values[0] == pytest.approx(-0.5 * 9.81 * 0.1**2, rel=1e-9)
