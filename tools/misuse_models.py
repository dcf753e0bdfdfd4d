"""Small models and their results, for :mod:`tools.misuse_functions`; each is solved many times."""

from __future__ import annotations

import atexit
import math
import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import mbfe
from mbfe import Model, blocks, elements, joints, lines
from mbfe.sections import Section
from tools.sample_files import SAMPLES

STEEL = {"E": 210e9, "nu": 0.3, "density": 7850.0}


def pendulum(*, stiffness: float = 50.0) -> Model:
    """A rod on a hinge with a spring."""
    model = Model("pendulum", gravity=(0.0, 0.0, -9.81))
    rod = model.add(elements.RigidBody("rod", position=(0.5, 0, 0), mass=2.0, inertia=(0.1, 0.17, 0.17)))
    model.add(joints.Revolute("hinge", model.ground, rod, position=(0, 0, 0), axis=(0, 1, 0)))
    model.add(elements.JointSpring("spring", "hinge.angle", stiffness=stiffness, damping=1.0))
    model.add(elements.Force("push", rod, value=(0.0, 0.0, 1.0)))
    return model


def controlled() -> Model:
    """The pendulum with a moment that a source commands, and a sensor of its angle."""
    model = pendulum()
    model.add(blocks.Sensor("sensor", "hinge.angle"))
    command = blocks.Source("command", 0.0, unit="N m")
    model.add(elements.Actuator("drive", "rod", direction=(0, 1, 0), effort=command, moment=True))
    return model


def driven() -> Model:
    """A rod that a motor turns."""
    model = Model("driven")
    rod = model.add(elements.RigidBody("rod", position=(0.5, 0, 0), mass=2.0, inertia=(0.1, 0.17, 0.17)))
    hinge = model.add(joints.Revolute("hinge", model.ground, rod, position=(0, 0, 0), axis=(0, 1, 0)))
    model.add(joints.Motor("motor", f"{hinge.name}.angle", speed=0.3))
    return model


def column() -> Model:
    """A clamped beam under pressure."""
    model = Model("column")
    section = Section.rectangle(width=0.02, height=0.02, **STEEL)
    beam = elements.Beam("beam", line=lines.straight((0, 0, 0), (1, 0, 0)), section=section, n_elements=1)
    beam = model.add(beam)
    model.add(joints.Fixed("clamp", model.ground, "beam.start"))
    model.add(elements.Force("load", "beam.end", value=(-1.0, 0.0, 0.0)))
    return model


def cantilever() -> Model:
    """The same beam under a load across it."""
    model = column()
    model.items["load"] = elements.Force("load", "beam.end", value=(0.0, 0.0, 1.0))
    return model


def slider() -> Model:
    """A crank that drives a slider through a rod without mass."""
    model = Model("slider")
    crank = model.add(elements.RigidBody("crank", mass=1.0, inertia=(0.1, 0.1, 0.1)))
    block = model.add(elements.RigidBody("block", position=(1, 0, 0), mass=1.0, inertia=(0.1, 0.1, 0.1)))
    model.add(joints.Revolute("hinge", model.ground, crank, axis=(0, 0, 1)))
    model.add(joints.Prismatic("rail", model.ground, block, axis=(1, 0, 0)))
    model.add(joints.Distance("link", crank, block, first_point=(0, 0.2, 0), second_point=(1, 0, 0)))
    return model


def rotor() -> Model:
    """A wheel on a driven axle, with a rod that swings about it."""
    model = Model("rotor")
    hub = model.add(elements.RigidBody("hub", mass=1.0, inertia=(0.1, 0.1, 0.2)))
    rod = model.add(elements.RigidBody("rod", position=(1, 0, 0), mass=1.0, inertia=(0.01, 0.01, 0.01)))
    model.add(joints.Revolute("axle", model.ground, hub, position=(0, 0, 0), axis=(0, 0, 1)))
    model.add(joints.Revolute("hinge", hub, rod, position=(0.5, 0, 0), axis=(0, 0, 1)))
    model.add(elements.JointSpring("spring", "hinge.angle", stiffness=50.0))
    return model


@cache
def files() -> Path:
    """A folder with results and the output of a section solver."""
    folder = Path(tempfile.mkdtemp(prefix="mbfe-misuse-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    mbfe.solve_dynamic(pendulum(), duration=0.1, step=0.05, file=folder / "swing.h5")
    torn = pendulum()
    torn.add(elements.Force("gust", "rod", value=(0.0, 0.0, lambda t: 1.0 if t < 0.03 else math.nan)))
    try:
        mbfe.solve_dynamic(torn, duration=0.1, step=0.05)
    except mbfe.MbfeError as error:
        error.diagnosis.save(folder / "torn.h5")
    for name in ("section.vabs", "box.stl", "car.tir"):
        (folder / name).write_text(SAMPLES[name], encoding="utf-8")
    return folder


@cache
def swing() -> Any:
    """A short run of the pendulum."""
    return mbfe.solve_dynamic(pendulum(), duration=0.1, step=0.05)


@cache
def swings() -> Any:
    """The same for long enough that it has a spectrum."""
    return mbfe.solve_dynamic(pendulum(), duration=1.0, step=0.05)


@cache
def rest() -> Any:
    """The pendulum at rest."""
    return mbfe.solve_static(pendulum())


@cache
def modes() -> Any:
    """Modes of the pendulum at rest."""
    return mbfe.solve_modes(pendulum(), about=rest(), n=1)


@cache
def column_modes() -> Any:
    """Modes of the column, and the column."""
    return mbfe.solve_modes(column(), n=4)


@cache
def diagram() -> Any:
    """Campbell diagram of the rotor."""
    return mbfe.campbell(rotor(), speeds=[1.0, 2.0, 3.0], n=1)


@cache
def space() -> Any:
    """State space of the pendulum."""
    return mbfe.state_space(controlled(), inputs=["command"], outputs=["sensor"])
