"""One name means one quantity, whoever asks: results, stop conditions, sensors, trim, the command line.

A machine with a part of most kinds is run; each quantity that its results list is asked for by every route.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mbfe
from mbfe import blocks, cli, elements, joints
from mbfe.elements import contacts
from mbfe.engine.stepping.loop import outputs_entry
from mbfe.engine.stepping.watching import watched
from mbfe.errors import MbfeError, ModelError
from mbfe.quantities.catalogue import ModelCatalogue
from mbfe.quantities.quantity import NamedQuantity, Recorded, quantity
from mbfe.quantities.reading import StateReader, watch_row


def machine() -> mbfe.Model:
    """Parts of many kinds that swing side by side, and a beam that is glued to a turned body."""
    model = mbfe.Model("machine", gravity=(0.3, 0.0, -9.81))
    inertia = {"mass": 1.5, "inertia": (0.02, 0.03, 0.04)}
    rod = model.add(elements.RigidBody("rod", position=(0.5, 0, 0), angular_velocity=(0, 0.4, 0), **inertia))
    model.add(joints.Revolute("hinge", model.ground, rod, position=(0, 0, 0), axis=(0, 1, 0)))
    cart = model.add(elements.RigidBody("cart", position=(0, 1, 0), velocity=(0.2, 0, 0), **inertia))
    model.add(joints.Prismatic("rail", model.ground, cart, axis=(1, 0, 0.2)))
    puck = model.add(
        elements.RigidBody(
            "puck", position=(0, 2, 0), velocity=(0.3, 0, 0.1), angular_velocity=(0, 2, 0), **inertia
        )
    )
    model.add(joints.Planar("table", model.ground, puck, axis=(0, 1, 0)))
    model.add(joints.Screw("screw", model.ground, model.add(elements.RigidBody("nut", **inertia)), lead=0.1))
    wire = model.add(elements.RigidBody("ball", position=(0, 3, 0), angular_velocity=(1, 2, 3), **inertia))
    model.add(joints.Spherical("socket", model.ground, wire, position=(0, 3, 0.2)))
    model.add(elements.PointMass("drop", mass=0.3, position=(0, 4, 0.09)))
    model.add(elements.PointSpring("spring", cart, "drop", stiffness=20.0, damping=0.3, free_length=1.0))
    model.add(elements.JointSpring("coil", "hinge.angle", stiffness=3.0, damping=0.1))
    model.add(elements.Force("push", puck, lambda t: (np.sin(t), 0, 0.2)))
    probe, law = contacts.Ball(radius=0.1), contacts.Linear(stiffness=50.0)
    model.add(elements.Contact("floor", "drop", model.ground, probe=probe, law=law))
    model.add(elements.Equations("decay", states=("x",), rate=lambda x: -2.0 * x, x0=(3.0,)))
    hub = model.add(elements.RigidBody("hub", position=(0, -1, 0.3), orientation=(0, 0, 0.7), **inertia))
    model.add(joints.Revolute("axle", model.ground, hub, position=(0, -1, 0.3), axis=(0, 0, 1), rate=2.0))
    section = mbfe.Section.rectangle(E=1e5, nu=0.3, density=1000.0, width=0.02, height=0.02)
    line = mbfe.lines.straight((0.2, -1, 0.3), (0.7, -1, 0.3))
    model.add(elements.Beam("blade", line=line, section=section, n_elements=2, start=hub))
    model.add(mbfe.Measurement("tip", rod, "acceleration", point=(0.5, 0.1, 0)))
    model.add(mbfe.Measurement("box", wire, "accelerometer", point=(0.1, 0, 0)))
    model.add(
        blocks.FirstOrder("filter", rod.at((0.2, 0, 0.1))["velocity"].along((1, 0, 1)), time_constant=0.1)
    )
    model.add(blocks.Sensor("turning", "hinge.angle_rate"))
    model.add(blocks.Sensor("end", "blade.start.velocity.y"))
    model.add(blocks.Sensor("pull", "spring.force"))
    return model


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> mbfe.Run:
    file = tmp_path_factory.mktemp("machine") / "machine.h5"
    return mbfe.solve_dynamic(machine(), duration=0.2, step=1e-3, initial="project", file=str(file))


@pytest.fixture(scope="module")
def at_end(run: mbfe.Run) -> Any:
    """The compiled model in the last state of the run."""
    compiled = machine().compile()
    run.snapshot.set_into(compiled, where="test")
    return compiled


def listed(run: mbfe.Run) -> Iterator[str]:
    """Names of all that results list, and of the components of what is a vector."""
    names = [each for owner in run.known.owners() for each in of_owner(run, owner)]
    names += [
        f"blade.{part}.{what}" for part in ("start", "tip", "1") for what in ("position", "acceleration")
    ]
    for name in (*names, "energy.total", "energy.kinetic", "violation", "step"):
        found = quantity(run.known, name, where="test")
        yield from (name, *(f"{name}.{component}" for component in found.components))


def of_owner(run: mbfe.Run, owner: str) -> list[str]:
    view = run[owner]
    return [owner] if not hasattr(view, "signals") else [f"{owner}.{name}" for name in view.signals]


def test_every_listed_quantity_is_read_by_all_routes_or_refused_by_one(run: mbfe.Run, at_end: Any) -> None:
    """Watched by the time loop, read from the state, and recorded: one value; units and components agree."""
    known, values = ModelCatalogue(at_end.model), np.zeros(at_end.layout.n_output)
    outputs_entry(at_end.system, at_end.state, run.time[-1], values)
    read = 0
    for name in listed(run):
        found, recorded = quantity(known, name, where="test"), quantity(run.known, name, where="test")
        assert found == recorded
        signal = run.signal(name)
        assert (signal.name, signal.components) == (name, found.components)
        if isinstance(found.place, Recorded) or found.components:
            for route in (watch_row, StateReader):
                with pytest.raises(ModelError, match=r"^here: .*(in results alone|is a vector)"):
                    route(at_end, found, "here")
            continue
        row = watch_row(at_end, found, "here")
        assert signal.unit == found.unit
        expected = float(signal.values[-1])
        near = pytest.approx(expected, rel=1e-9, abs=1e-9)
        assert watched(at_end.system, at_end.state, values, row) == near, name
        assert StateReader(at_end, found, "here").value(run.time[-1]) == near, name
        read += 1
    assert read > 150


def test_rates_are_rates(run: mbfe.Run) -> None:
    """The rate that a quantity names is its derivative, by central differences of what is recorded."""
    tried = 0
    for name in listed(run):
        found = quantity(run.known, name, where="test")
        if isinstance(found.place, Recorded) or not found.rate or found.components:
            continue
        if name.startswith("blade.") and "velocity" in name:  # sections vibrate faster than the steps
            continue
        value, rate = run.signal(name), run.signal(found.rate)
        slope = np.gradient(value.values, value.time, edge_order=2)[2:-2]
        size = max(1.0, float(np.abs(rate.values).max()))
        np.testing.assert_allclose(slope, rate.values[2:-2], atol=5e-3 * size, err_msg=name)
        tried += 1
    assert tried > 50


def test_sensors_read_what_is_recorded(run: mbfe.Run) -> None:
    direction = np.array([1.0, 0.0, 1.0]) / np.sqrt(2.0)
    speed = run["rod"].velocity_at((0.2, 0, 0.1)).values @ direction
    model = machine()
    handle = model.items["rod"].at((0.2, 0, 0.1))["velocity"].along((1, 0, 1))
    np.testing.assert_allclose(run[handle].values, speed, atol=1e-13)
    np.testing.assert_allclose(run["filter input"].output, speed, atol=1e-9)
    np.testing.assert_allclose(run["turning"].output, run["hinge"].rate, atol=1e-9)
    np.testing.assert_allclose(run["end"].output, run.signal("blade.start.velocity.y"), atol=1e-9)
    np.testing.assert_allclose(run["pull"].output, run["spring"].force, atol=1e-7)


def test_an_end_of_a_beam_is_not_the_body_to_which_it_is_glued(run: mbfe.Run) -> None:
    """The hub turns at 2 rad/s about its axle, 0.2 m beside the start of the beam: 0.4 m/s."""
    speed = run.signal("blade.start.velocity.y").values[0]
    assert speed == pytest.approx(0.4, abs=1e-9)
    assert run.signal("hub.velocity.y").values[0] == pytest.approx(0.0, abs=1e-9)


def test_a_pendulum_by_closed_form() -> None:
    """Released level: θ̇² = 3 g sin θ / L of a uniform rod, exact to the order of the scheme, at a stop."""
    model = mbfe.Model("pendulum", gravity=(0, 0, -9.81))
    rod = model.add(elements.RigidBody("rod", position=(0.5, 0, 0), mass=2.0, inertia=(0, 1 / 6, 1 / 6)))
    hinge = model.add(joints.Revolute("hinge", model.ground, rod, position=(0, 0, 0), axis=(0, 1, 0)))
    for given in ("hinge.angle_rate", hinge["angle_rate"], "hinge.rate"):
        run = mbfe.solve_dynamic(model, duration=1.0, step=1e-3, stop=mbfe.StopWhen(given, 3.0))
        assert np.sin(run["hinge"].angle[-1]) == pytest.approx(9.0 / (3.0 * 9.81), rel=1e-5)
        assert run["hinge"].angle_rate[-1] == pytest.approx(3.0, abs=1e-10)
    tip = rod.at((0.5, 0, 0))
    run = mbfe.solve_dynamic(model, duration=1.0, step=1e-3, stop=mbfe.StopWhen(tip["position.z"], -0.5))
    assert run[tip["velocity"]].values[-1] @ run[tip["velocity"]].values[-1] == pytest.approx(
        3 * 9.81 / 2, rel=1e-5
    )


def test_trim_and_assembly_take_the_same_names() -> None:
    model = mbfe.Model("balance", gravity=(0, 0, -9.81))
    rod = model.add(elements.RigidBody("rod", position=(0.5, 0, 0), mass=2.0, inertia=(0.1, 0.2, 0.2)))
    model.add(joints.Revolute("hinge", model.ground, rod, position=(0, 0, 0), axis=(0, 1, 0)))
    model.add(elements.JointSpring("coil", "hinge.angle", stiffness=40.0))
    found = mbfe.trim(model, unknowns={"coil.stiffness": 40.0}, targets={"rod.position.z": -0.1})
    angle = float(np.arcsin(0.2))
    assert found.values["coil.stiffness"] == pytest.approx(9.81 * np.cos(angle) / angle, rel=1e-7)
    closed = mbfe.assemble(model, values={"hinge.angle": 0.3}, rates={"hinge.angle_rate": 0.5})
    assert closed.value("rod.velocity.z") == pytest.approx(-0.25 * np.cos(0.3), abs=1e-9)
    assert closed.value("hinge.angle_rate") == pytest.approx(0.5, abs=1e-12)
    for ask in (
        lambda: mbfe.trim(model, unknowns={"coil.stiffness": 40.0}, targets={"hinge.angel": 0.1}),
        lambda: mbfe.assemble(model, values={"hinge.angel": 0.1}),
        lambda: mbfe.solve_dynamic(model, duration=0.1, step=1e-2, stop=mbfe.StopWhen("hinge.angel", 1.0)),
        lambda: mbfe.range_of_motion(model, "hinge.angel"),
        lambda: found.run.signal("hinge.angel"),
    ):
        with pytest.raises(
            MbfeError, match=r'there is no quantity "hinge.angel"(?s:.*)"hinge.angle"'
        ) as error:
            ask()
        assert 'Did you mean "hinge.angle"' in str(error.value)


def test_the_command_line_takes_the_same_names(run: mbfe.Run, tmp_path: Path) -> None:
    names = ["hinge.angle_rate", "blade.tip.position.z", "decay.x_rate", "table.displacement_x_rate", "tip"]
    table = tmp_path / "table.csv"
    assert cli.main(arguments=["export", str(run.path), "--csv", str(table), "--signals", *names]) == 0
    head = table.read_text().splitlines()[0]
    for label in ("hinge.angle_rate [rad/s]", "blade.tip.position.z [m]", "tip.x [m/s^2]"):
        assert label in head


def test_quantities_are_declared_without_their_values(run: mbfe.Run) -> None:
    found = quantity(ModelCatalogue(machine()), "hinge.angle", where="test")
    assert isinstance(found, NamedQuantity)
    assert (found.unit, found.components, found.rate) == ("rad", (), "hinge.rate")
    assert quantity(run.known, "rod.velocity", where="test").rate == "rod.acceleration"
