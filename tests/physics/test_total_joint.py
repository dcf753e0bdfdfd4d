"""The total joint with free, locked and driven components: turns without end, loops, start values."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation

import mbfe
from mbfe import curves, elements, joints, lines
from mbfe.errors import ModelError, SolveError
from mbfe.model import Frame

FREE = {f"displacement_{x}": "free" for x in "xyz"}
TURNS = {f"angle_{x}": "free" for x in "xyz"}
INERTIA = np.array([0.3, 0.5, 0.6])


def body(model: mbfe.Model, **facts: Any) -> elements.RigidBody:
    """A body of three moments of inertia."""
    return model.add(elements.RigidBody("body", mass=2.0, inertia=tuple(INERTIA), **facts))


@pytest.mark.parametrize(
    ("free", "orientation"), [("x", (0, 0, math.pi / 2)), ("y", (0, 0, 0)), ("z", (-math.pi / 2, 0, 0))]
)
def test_one_free_angle_is_a_hinge_of_any_number_of_turns(free: str, orientation: Any) -> None:
    """A rod falls from the top and over: θ'' = m g c sin θ/(J + m c²), by an independent integrator."""
    mass, inertia, arm, speed = 2.0, 0.17, 0.5, 0.5
    model = mbfe.Model("rod", gravity=(0, 0, -9.81))
    rod = model.add(
        elements.RigidBody(
            "rod",
            position=(0, 0, arm),
            mass=mass,
            inertia=(inertia, inertia, 0.002),
            angular_velocity=(0, speed, 0),
            velocity=(speed * arm, 0, 0),
        )
    )
    facts = {f"angle_{free}": "free"}
    place = {"position": (0, 0, 0), "orientation": orientation}
    model.add(joints.TotalJoint("hinge", model.ground, rod, **place, **facts))
    run = mbfe.solve_dynamic(model, duration=3.0, step=2e-3)
    factor = mass * 9.81 * arm / (inertia + mass * arm**2)
    right = solve_ivp(
        lambda t, s: [s[1], factor * math.sin(s[0])], (0.0, 3.0), [0.0, speed], rtol=1e-10, atol=1e-12
    )
    assert right.y[0, -1] > 2.2 * math.pi
    assert run.signal(f"hinge.angle_{free}")[-1] == pytest.approx(right.y[0, -1], abs=1e-3)
    assert run.signal(f"hinge.angle_{free}_rate")[-1] == pytest.approx(right.y[1, -1], rel=1e-3)


@pytest.mark.parametrize("free", ["x", "y", "z", "xy", "yz"])
def test_turns_beside_locked_angles_that_are_not_zero(free: str) -> None:
    """A sphere set spinning about one free axis turns without limit; locked angles keep what was drawn."""
    drawn = {"x": 0.4, "y": -0.3, "z": 0.5}
    spinning = "y" if "y" in free else free
    turn = Rotation.from_euler("XYZ", list(drawn.values()))
    a, b = drawn["x"], drawn["y"]
    axes = np.array(
        [[1, 0, 0], [0, math.cos(a), math.sin(a)]]
        + [[math.sin(b), -math.sin(a) * math.cos(b), math.cos(a) * math.cos(b)]]
    )
    spin = 3.0 * axes["xyz".index(spinning)]
    model = mbfe.Model("ball")
    ball = model.add(
        elements.RigidBody(
            "ball",
            mass=1.0,
            inertia=(0.2, 0.2, 0.2),
            orientation=turn,
            angular_velocity=spin,
        )
    )
    facts = {f"angle_{x}": "free" for x in free}
    frames = {"first_frame": Frame(), "second_frame": Frame()}
    model.add(joints.TotalJoint("hinge", model.ground, ball, **frames, **facts))
    run = mbfe.solve_dynamic(model, duration=5.0, step=1e-2)
    for x in "xyz":
        found = np.asarray(run.signal(f"hinge.angle_{x}"))
        if x not in free:
            np.testing.assert_allclose(found, drawn[x], atol=1e-9)
        elif len(free) == 1:
            np.testing.assert_allclose(found, drawn[x] + 3.0 * np.asarray(run.time), atol=1e-8)
    angles = np.column_stack([np.asarray(run.signal(f"hinge.angle_{x}")) for x in "xyz"])
    made = Rotation.from_euler("XYZ", angles)
    found = Rotation.from_rotvec(np.asarray(run["ball"].rotation_vector))
    assert (made.inv() * found).magnitude().max() < 1e-8
    assert run.energy.total.values == pytest.approx(0.5 * 0.2 * 9.0, rel=1e-4)


def test_three_driven_angles_pass_ninety_degrees_with_the_torque_of_eulers_equations() -> None:
    drives = {
        "angle_x": curves.Harmonic(0.4, frequency=0.3),
        "angle_y": curves.Polynomial(0.0, 2.5),
        "angle_z": curves.Polynomial(0.1, -0.7, 0.2),
    }
    model = mbfe.Model("driven")
    model.add(joints.TotalJoint("table", model.ground, body(model), **drives))
    run = mbfe.solve_dynamic(model, duration=2.0, step=1e-3, output_step=0.1)
    time = np.asarray(run.time)

    def pose(t: float) -> Rotation:
        return Rotation.from_euler("XYZ", [float(drive(t)) for drive in drives.values()])

    d = 1e-4
    for row in range(1, len(time) - 1, 3):
        t = float(time[row])
        found = Rotation.from_rotvec(np.asarray(run["body"].rotation_vector)[row])
        assert (found * pose(t).inv()).magnitude() < 1e-8
        momenta = []
        for s in (t - d, t + d):
            spin = (pose(s - d).inv() * pose(s + d)).as_rotvec() / (2 * d)
            momenta.append(pose(s).apply(INERTIA * spin))
        torque = (momenta[1] - momenta[0]) / (2 * d)
        np.testing.assert_allclose(
            np.asarray(run["table"].reaction.in_frame("world").moment)[row], torque, atol=3e-4
        )
    balance = np.abs(np.asarray(run.energy.balance)).max()
    assert balance < 1e-4 * np.abs(np.asarray(run.energy.kinetic)).max()
    kinematic = mbfe.solve_kinematics(model, times=time)
    both = (Rotation.from_rotvec(np.asarray(part["body"].rotation_vector)) for part in (run, kinematic))
    assert (next(both).inv() * next(both)).magnitude().max() < 1e-8


def oscillator(**facts: Any) -> mbfe.Model:
    """A ball on a spring about angle_y of a total joint."""
    model = mbfe.Model("spring")
    sphere = {"mass": 1.0, "inertia": (0.2, 0.2, 0.2)}
    ball = model.add(elements.RigidBody("ball", **sphere, angular_velocity=(0, 6.0, 0)))
    model.add(joints.TotalJoint("hinge", model.ground, ball, angle_y="free", **facts))
    model.add(elements.JointSpring("spring", "hinge.angle_y", stiffness=0.8))
    return model


def test_spring_on_angle_y_beyond_ninety_degrees() -> None:
    """J θ'' = −k θ with an amplitude of 3 rad."""
    run = mbfe.solve_dynamic(oscillator(), duration=3.0, step=1e-3)
    time = np.asarray(run.time)
    np.testing.assert_allclose(np.asarray(run["hinge"].angle_y), 3.0 * np.sin(2.0 * time), atol=1e-4)
    torque = np.asarray(run["spring"].effort)
    np.testing.assert_allclose(np.abs(torque), np.abs(2.4 * np.sin(2.0 * time)), atol=1e-4)


def test_measure_that_ends_at_ninety_degrees_says_so() -> None:
    model = oscillator(angle_x=curves.Harmonic(0.1, frequency=1.0), angle_z="free")
    with pytest.raises(SolveError, match=r'"hinge": passes 90° with angle_y') as error:
        mbfe.solve_dynamic(model, duration=3.0, step=1e-3)
    assert "not a number" not in str(error.value)


def supported_beam(drive: Any) -> mbfe.Model:
    """A clamped beam whose end a total joint moves across."""
    section = mbfe.Section.rectangle(E=210e9, nu=0.3, density=7850.0, width=0.02, height=0.01)
    model = mbfe.Model("beam")
    line = lines.straight((0, 0, 0), (1, 0, 0))
    beam = model.add(elements.Beam("beam", line=line, section=section, n_elements=4, up=(0, 0, 1)))
    model.add(joints.Fixed("clamp", model.ground, beam.start))
    facts = {"displacement_x": "free", "displacement_z": drive, **TURNS}
    model.add(joints.TotalJoint("jack", model.ground, beam.end, position=(1, 0, 0), **facts))
    return model


@pytest.mark.parametrize("initial", ["refuse", "project"])
def test_prescribed_displacement_of_a_supported_beam(initial: str) -> None:
    """F = 3 EI w/L³ = 21.000 N and 0.03 % for the large displacement."""
    still = mbfe.solve_static(supported_beam(curves.Ramp(0, 1, 0.0, 0.02)), times=[1.0], initial=initial)
    force = still["jack"].reaction.in_frame("world").force.z[-1]
    assert force == pytest.approx(21.007, abs=0.01)


def slide(drive: Any) -> mbfe.Model:
    """A body on a rail that a total joint drives along it."""
    model = mbfe.Model("slide")
    part = body(model)
    model.add(joints.Prismatic("rail", model.ground, part, position=(0, 0, 0), axis=(1, 0, 0)))
    facts = FREE | TURNS | {"displacement_x": drive}
    model.add(joints.TotalJoint("drive", model.ground, part, position=(0, 0, 0), **facts))
    return model


@pytest.mark.parametrize("step", [1e-2, "auto"])
def test_driven_slide_in_a_loop(step: Any) -> None:
    run = mbfe.solve_dynamic(slide(curves.SmoothStep(0, 1, 0, 0.2)), duration=1.0, step=step)
    assert run["body"].position.x[-1] == pytest.approx(0.2, abs=1e-9)
    moved = mbfe.solve_kinematics(slide(curves.SmoothStep(0, 1, 0, 0.2)), times=[0.0, 1.0])
    assert moved["body"].position.x[-1] == pytest.approx(0.2, abs=1e-9)


def test_drive_in_a_loop_that_begins_elsewhere_is_closed_by_projection_as_its_message_says() -> None:
    drive = curves.Polynomial(0.3, 0.5)
    with pytest.raises(ModelError, match='initial="project"'):
        mbfe.solve_dynamic(slide(drive), duration=0.1, step=1e-2)
    run = mbfe.solve_dynamic(slide(drive), duration=0.1, step=1e-2, initial="project")
    assert run["body"].position.x[-1] == pytest.approx(0.35, abs=1e-9)
    assert run["body"].velocity.x[0] == pytest.approx(0.5, abs=1e-9)


@pytest.mark.parametrize("speed", [0.0, 0.5])
def test_velocity_that_agrees_with_the_drive_is_taken(speed: float) -> None:
    model = mbfe.Model("free")
    part = body(model, velocity=(speed, 0, 0), angular_velocity=(0, 0, 6 * speed))
    drives = {"displacement_x": curves.Polynomial(0.0, 0.5), "angle_z": curves.Polynomial(0.0, 3.0)}
    model.add(joints.TotalJoint("drive", model.ground, part, **drives))
    run = mbfe.solve_dynamic(model, duration=1.0, step=1e-2)
    assert run["drive"].angle_z[-1] == pytest.approx(3.0, abs=1e-9)
    assert run["drive"].displacement_x[-1] == pytest.approx(0.5, abs=1e-9)


def test_velocity_that_contradicts_the_drive_is_refused() -> None:
    model = mbfe.Model("free")
    part = body(model, angular_velocity=(0, 0, 5.0))
    model.add(joints.TotalJoint("drive", model.ground, part, angle_z=curves.Polynomial(0.0, 3.0)))
    with pytest.raises(ModelError, match="2 rad/s"):
        mbfe.solve_dynamic(model, duration=0.1, step=1e-2)


def test_free_velocity_beside_a_drive_stays_as_drawn() -> None:
    model = mbfe.Model("free")
    part = body(model, velocity=(0, 0.7, 0))
    facts = {"displacement_y": "free", "angle_z": curves.Polynomial(0.0, 3.0)}
    model.add(joints.TotalJoint("drive", model.ground, part, **facts))
    run = mbfe.solve_dynamic(model, duration=1.0, step=1e-2)
    assert run["drive"].displacement_y[-1] == pytest.approx(0.7, rel=1e-3)  # second order of the turning axes
    assert run["drive"].angle_z[-1] == pytest.approx(3.0, abs=1e-9)


@pytest.mark.parametrize("drawn", [0.0, 3.0])
def test_initial_rate_of_a_joint_is_the_rate_whether_or_not_it_is_drawn(drawn: float) -> None:
    model = mbfe.Model("hinge")
    rotor = body(model, angular_velocity=(0, 0, drawn))
    model.add(joints.Revolute("hinge", model.ground, rotor, axis=(0, 0, 1), rate=3.0))
    run = mbfe.solve_dynamic(model, duration=0.1, step=1e-2)
    assert run["hinge"].rate[-1] == pytest.approx(3.0, rel=1e-9)


def two_rails(displacement: float, drawn: float) -> mbfe.Model:
    """A body on two rails, the second with an initial displacement."""
    model = mbfe.Model("rails")
    part = body(model)
    model.add(joints.Prismatic("one", model.ground, part, position=(0, 0, 0), axis=(0, 0, 1)))
    frames = {"first_frame": Frame((0, 0, -drawn)), "second_frame": Frame()}
    model.add(joints.Prismatic("two", model.ground, part, **frames, displacement=displacement))
    return model


def test_initial_coordinate_in_a_loop_as_drawn_is_taken_and_another_is_assembled() -> None:
    run = mbfe.solve_dynamic(two_rails(0.2, 0.2), duration=0.1, step=1e-2)
    assert run["two"].displacement[-1] == pytest.approx(0.2, abs=1e-12)
    with pytest.raises(ModelError, match=r'mbfe\.assemble\(model, values=\{"two\.displacement": …\}\)'):
        mbfe.solve_dynamic(two_rails(0.3, 0.2), duration=0.1, step=1e-2)
    model = two_rails(0.0, 0.2)
    state = mbfe.assemble(model, values={"two.displacement": 0.3})
    run = mbfe.solve_dynamic(model, duration=0.1, step=1e-2, state=state)
    assert run["two"].displacement[-1] == pytest.approx(0.3, abs=1e-9)
