"""From one analysis to the next: states of runs, of changed models, of bases that are driven otherwise."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mbfe
from mbfe import blocks, curves, elements, joints, lines, sections
from mbfe.elements import contacts
from tests.physics.loops import slider_crank

BODY: dict[str, Any] = {"mass": 1.0, "inertia": (0.1, 0.2, 0.25)}
STEP, HALF, WHOLE = 2e-3, 0.25, 0.5
COMPLIANT = contacts.Linear(stiffness=2e5, restitution=0.5)


def pendulum(*, rate: float = 0.0, damping: float = 0.0) -> mbfe.Model:
    """A rod on a hinge of the y axis under gravity."""
    model = mbfe.Model("pendulum", gravity=(0, 0, -9.81))
    model.add(elements.RigidBody("rod", position=(0.5, 0, 0), **BODY))
    model.add(joints.Revolute("hinge", "ground", "rod", position=(0, 0, 0), axis=(0, 1, 0), rate=rate))
    if damping:
        model.add(elements.JointSpring("damper", "hinge.angle", damping=damping))
    return model


def run_of(model: mbfe.Model, duration: float, **options: Any) -> mbfe.Run:
    """A run with the step of these tests."""
    return mbfe.solve_dynamic(model, duration=duration, step=options.pop("step", STEP), **options)


@pytest.fixture(scope="module")
def whole() -> mbfe.Run:
    """The uninterrupted run: the rod goes round more than once."""
    return run_of(pendulum(rate=20.0), WHOLE)


@pytest.fixture(scope="module")
def half(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first half of it in a file."""
    file = tmp_path_factory.mktemp("states") / "half.h5"
    run_of(pendulum(rate=20.0), HALF, file=file)
    return file


@pytest.mark.parametrize("way", ["run", "file", "text", "time", "at", "snapshot"])
def test_a_run_continues_from_its_state(way: str, whole: mbfe.Run, half: Path) -> None:
    """From memory, from a file, at the end and within: the second half is that of the whole run."""
    first = mbfe.open_results(half)
    states: dict[str, Any] = {
        "run": first,
        "file": half,
        "text": str(half),
        "time": whole,
        "at": whole.at(HALF),
        "snapshot": first.snapshot,
    }
    time = {"time": HALF} if way == "time" else {}
    rest = run_of(pendulum(), WHOLE - HALF, state=states[way], **time)
    assert rest.time[0] == HALF
    assert not rest.report["warnings"]
    second = whole.time >= HALF - 1e-9
    np.testing.assert_allclose(rest["hinge"].angle, whole["hinge"].angle.values[second], atol=2e-8)
    assert rest["hinge"].angle.values[-1] > 2.0 * np.pi  # with all its turns


def test_between_two_rows_a_state_is_of_high_order() -> None:
    """Interpolated from positions, velocities and accelerations: sixth order in the interval of the rows."""
    errors = []
    fine = run_of(pendulum(rate=5.0), 0.4, step=5e-4)
    angle, rate = float(fine["hinge"].angle[-601]), float(fine["hinge"].rate[-601])
    for interval in (0.08, 0.04):
        run = run_of(pendulum(rate=5.0), 0.4, step=5e-4, output_step=interval)
        time = float(fine.time[-601])
        state = run.at(time)
        compared = mbfe.assemble(pendulum(), state=state)
        found = compared.value("hinge.angle")
        errors.append(abs(np.remainder(found - angle + np.pi, 2 * np.pi) - np.pi))
        spin = float(np.linalg.norm(state.motion[1, 10:13]))
        assert spin == pytest.approx(abs(rate), rel=1e-4)
        assert state.time == time
    assert errors[0] < 1e-4
    assert errors[1] < 2e-6 or errors[0] / errors[1] > 16.0


def test_loops_are_closed_where_a_scheme_leaves_them_open() -> None:
    """Velocities of a closed loop violate it by terms of the square of the step: no reason to refuse them."""
    errors = []
    for step in (2e-3, 1e-3):
        whole = mbfe.solve_dynamic(slider_crank(0.3, 3.0), duration=0.2, step=step)
        rest = mbfe.solve_dynamic(slider_crank(0.3, 3.0), duration=0.1, step=step, state=whole, time=0.1)
        name = next(item for item in whole.names if "angle" in whole[item].signals)
        errors.append(abs(float(rest[name].angle[-1]) - float(whole[name].angle[-1])))
    assert errors[0] < 1e-4
    assert errors[1] < 0.5 * errors[0] + 1e-10


def test_a_changed_model_takes_what_fits(whole: mbfe.Run) -> None:
    """A brake, a spring that counts turns and a body at the tip are new; a damper is gone: all are named."""
    end = whole["hinge"].angle.values[-1]
    model = pendulum()
    model.add(elements.JointFriction("brake", "hinge.angle", coulomb=20.0))
    braked = run_of(model, 1.0, state=whole)
    (words,) = braked.report["warnings"]
    assert 'JointFriction "brake"' in words
    assert braked["hinge"].angle.values[0] == pytest.approx(end, abs=1e-12)
    assert braked["hinge"].rate.values[0] == pytest.approx(whole["hinge"].rate.values[-1], abs=1e-9)
    assert abs(braked["hinge"].rate.values[-1]) < 1e-9  # it stands

    model = pendulum()
    model.add(elements.JointSpring("spiral", "hinge.angle", stiffness=2.0))
    model.add(elements.RigidBody("tip", position=(1.2, 0, 0), **BODY))
    model.add(joints.Revolute("elbow", "rod", "tip", position=(1, 0, 0), axis=(0, 1, 0)))
    longer = run_of(model, 0.05, state=whole)
    assert longer["hinge"].angle.values[0] == pytest.approx(end, abs=1e-12)
    assert abs(longer["spiral"].effort.values[0]) == pytest.approx(2.0 * end, rel=1e-9)
    assert abs(longer["elbow"].angle.values[0]) < 1e-9  # the new body is on the rod as it is drawn
    assert abs(longer["elbow"].rate.values[0]) < 1e-6

    back = run_of(pendulum(), 0.05, state=longer)
    (words,) = back.report["warnings"]
    assert all(f'"{name}"' in words for name in ("spiral", "tip", "elbow"))


def test_joints_that_do_not_meet_and_strangers_are_refused(whole: mbfe.Run) -> None:
    """A joint that is new and open is named, so is a state of which nothing fits."""
    model = pendulum()
    model.add(elements.RigidBody("post", position=(2, 0, 0), **BODY))
    model.add(joints.Fixed("foot", "ground", "post", position=(2, 0, 0)))
    rod_end, post = mbfe.Frame((0.5, 0, 0)), mbfe.Frame((-1.0, 0, 0))
    model.add(joints.Spherical("pin", "rod", "post", first_frame=rod_end, second_frame=post))
    with pytest.raises(mbfe.ModelError, match=r"pin.*do not coincide"):
        run_of(model, 0.1, state=whole)
    other = mbfe.Model("other")
    other.add(elements.PointMass("ball", mass=1.0))
    with pytest.raises(mbfe.ModelError, match=r'state is one of "pendulum".*none of its bodies'):
        run_of(other, 0.1, state=whole)
    for given, words in ((3.0, "Snapshot"), ("missing.h5", "does not exist")):
        with pytest.raises(mbfe.MbfeError, match=words):
            run_of(pendulum(), 0.1, state=given)
    with pytest.raises(mbfe.ResultsError, match=r"7 s.*\n.*0 to 0\.5 s"):
        whole.at(7.0)
    with pytest.raises(mbfe.ModelError, match="state and restart"):
        run_of(pendulum(), 0.1, state=whole, restart=whole)


def test_states_and_samples_of_blocks_continue() -> None:
    """First-order states and a delay continue; its samples stand in checkpoints and at the end alone."""

    def controlled(*, more: bool = False) -> mbfe.Model:
        model = pendulum(rate=2.0)
        model.add(blocks.FirstOrder("lag", "hinge.angle", gain=1.0, time_constant=0.1))
        model.add(blocks.Delay("late", "lag", delay=0.05))
        model.add(joints.Motor("motor", "hinge.angle", torque=blocks.Gain("push", "late", gain=-3.0)))
        if more:
            model.add(blocks.FirstOrder("other", "hinge.angle", gain=1.0, time_constant=0.2))
        return model

    whole = run_of(controlled(), 0.4, checkpoint_step=0.2)
    half = run_of(controlled(), 0.2)
    for state in (half, whole.at(0.2)):
        rest = run_of(controlled(), 0.2, state=state)
        assert not rest.report["warnings"]
        assert rest["hinge"].angle.values[-1] == pytest.approx(whole["hinge"].angle.values[-1], abs=1e-6)
    lost = run_of(controlled(more=True), 0.05, state=whole, time=0.1)
    assert '"other"' in lost.report["warnings"][0]
    assert any('"late"' in words and "checkpoint" in words for words in lost.report["warnings"])
    filtered = np.interp(0.1, whole.time, whole["lag"].output)
    assert lost["lag"].output.values[0] == pytest.approx(filtered, abs=1e-6)


def falling(law: Any) -> mbfe.Model:
    """A point above the floor z = 0."""
    model = mbfe.Model("ball", gravity=(0, 0, -9.81))
    ball = model.add(elements.PointMass("ball", mass=0.4, position=(0, 0, 0.1)))
    model.add(elements.Contact("floor", ball, model.ground, probe=contacts.Ball(), law=law))
    return model


def sliding() -> mbfe.Model:
    """A block that rubs on a rail, sticks when it stops, and has a spring."""
    model = mbfe.Model("block")
    model.add(elements.RigidBody("block", **BODY))
    model.add(joints.Prismatic("rail", "ground", "block", position=(0, 0, 0), axis=(1, 0, 0), rate=1.0))
    model.add(elements.JointFriction("friction", "rail.displacement", coulomb=5.0))
    model.add(elements.JointSpring("spring", "rail.displacement", stiffness=20.0))
    return model


@pytest.mark.parametrize(
    ("make", "name", "times"),
    [
        (lambda: falling(COMPLIANT), "ball.position.z", (0.1, 0.145, 0.25)),
        (lambda: falling(contacts.Rigid(restitution=0.65)), "ball.position.z", (0.1, 0.25)),
        (sliding, "rail.displacement", (0.1, 0.25)),
    ],
    ids=["compliant", "rigid", "sticks"],
)
def test_contacts_and_friction_continue(make: Any, name: str, times: tuple[float, ...]) -> None:
    """Before, in and after a contact, which remembers its approach; sliding, and stuck where it stopped."""
    whole = mbfe.solve_dynamic(make(), duration=0.3, step=1e-4)
    events = [event["time"] for event in whole.report["events"]]
    for time in times:
        rest = mbfe.solve_dynamic(make(), duration=0.3 - time, step=1e-4, state=whole, time=time)
        assert rest.signal(name).values[-1] == pytest.approx(whole.signal(name).values[-1], abs=2e-5)
        later = [event["time"] for event in rest.report["events"] if event["time"] > time]
        np.testing.assert_allclose(later, [t for t in events if t > time + 1e-9], atol=2e-5)


def test_restarts_in_a_row_keep_energies_and_turns() -> None:
    """Three parts are the whole bit for bit, with the work and the turns of all of it."""
    options: dict[str, Any] = {"checkpoint_step": 0.1}
    whole = run_of(pendulum(rate=20.0, damping=0.5), 0.3, **options)
    part = run_of(pendulum(rate=20.0, damping=0.5), 0.1, **options)
    for _ in range(2):
        part = run_of(pendulum(rate=20.0, damping=0.5), 0.1, restart=part, **options)
    assert part["hinge"].angle.values[-1] == whole["hinge"].angle.values[-1]
    np.testing.assert_array_equal(part.energy.values[-1], whole.energy.values[-1])
    restarted = run_of(pendulum(rate=20.0, damping=0.5), 0.1, state=part)
    assert restarted.energy.dissipated.values[0] == 0.0
    assert restarted.energy.balance_error < 1e-4


def test_other_analyses_start_from_a_run() -> None:
    """A pendulum that has come to rest: statics, modes and an assembly about it; its frequency by hand."""
    swung = run_of(pendulum(damping=3.0), 8.0, step=1e-2)
    inertia, arm = 0.2 + 0.25, 0.5
    frequency = (9.81 * arm / inertia) ** 0.5
    static = mbfe.solve_static(pendulum(), state=swung)
    assert static["hinge"].angle.values[-1] == pytest.approx(0.5 * np.pi, abs=1e-9)
    for about in (swung, static, mbfe.assemble(pendulum(), state=swung)):
        modes = mbfe.solve_modes(pendulum(), about=about, damping=False)
        assert modes.omega[0] == pytest.approx(frequency, rel=1e-3)
    moved = mbfe.solve_modes(pendulum(), about=swung, time=8.0, damping=False)
    assert moved.omega[0] == pytest.approx(frequency, rel=1e-3)
    space = mbfe.state_space(pendulum(), inputs=(), outputs=(), about=swung)
    assert np.abs(space.poles.imag).max() == pytest.approx(frequency, rel=1e-3)


def test_kinematics_and_inverse_dynamics_continue_from_a_run(tmp_path: Path) -> None:
    """A driven hinge takes the angle and the time of a run; the motion of a file gives its torque."""

    def driven() -> mbfe.Model:
        model = pendulum()
        model.add(joints.Motor("motor", "hinge.angle", position=curves.Polynomial(0.0, 0.0, 1.0)))
        return model

    run = run_of(driven(), 0.5, file=tmp_path / "driven.h5")
    on = mbfe.solve_kinematics(driven(), duration=0.5, step=0.1, state=run)
    assert on.time[0] == 0.5
    np.testing.assert_allclose(on["hinge"].angle, on.time**2, atol=1e-9)
    inverse = mbfe.solve_inverse(driven(), motion=tmp_path / "driven.h5")
    t = inverse.time
    exact = (0.2 + 0.25) * 2.0 - 9.81 * 0.5 * np.cos(t**2)
    np.testing.assert_allclose(np.abs(inverse["motor"].effort), np.abs(exact), rtol=1e-5, atol=1e-5)
    again = mbfe.solve_dynamic(driven(), duration=0.1, step=STEP, state=on)
    assert again.time[0] == on.time[-1]


def blade(angle: Any) -> mbfe.Model:
    """A stiff beam on a base that turns."""
    model = mbfe.Model("rotor")
    hub = model.add_base("hub", axis=(0, 0, 1), angle=angle)
    section = sections.rectangle(width=0.1, height=0.02, E=70e9, nu=0.3, density=2700.0)
    line = lines.straight((0, 0, 0), (1, 0, 0))
    model.add(elements.Beam("blade", line=line, section=section, n_elements=2, n_nodes=2, start=hub))
    return model


def test_a_base_that_does_not_move_with_the_state_is_refused() -> None:
    """A blade that flies at 30 rad/s does not fit a hub that stands; one that turns on does."""
    speed = 30.0
    spinning = mbfe.solve_steady_rotation(blade(0.0), about="hub", speed=speed)
    with pytest.raises(mbfe.ModelError, match=r'base "hub".*30 rad/s') as refused:
        run_of(blade(0.0), 0.01, state=spinning, step=1e-4)
    assert "curves.Polynomial" in str(refused.value)
    turning = curves.Polynomial(0.0, speed)
    run = run_of(blade(turning), 0.02, state=spinning, step=1e-4)
    assert not run.report["warnings"]
    tension = spinning["blade"].resultants.at(0.0).F1.values[-1]
    np.testing.assert_allclose(run["blade"].resultants.at(0.0).F1, tension, rtol=2e-3)
    later = mbfe.solve_dynamic(blade(turning), duration=0.01, step=1e-4, state=run)
    assert later.time[0] == run.time[-1]
    with pytest.raises(mbfe.ModelError, match=r'base "hub".*° away'):
        run_of(blade(turning), 0.01, state=run.snapshot, time=0.0, step=1e-4)
    forced = run_of(blade(0.0), 1e-3, state=spinning, initial="project", step=1e-4)
    assert any('base "hub"' in words for words in forced.report["warnings"])
