"""Random frames of beams with hinges: energies and momenta from their nodes and strains."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

import mbfe
from mbfe import elements, joints, lines
from tools.fuzz import unit
from tools.motions.motion import Errors, Floats, Motion, balance, impulse


def beam_frame(rng: np.random.Generator) -> Motion:
    """Soft beams end to end with hinges or balls between them, turning in space or held at one end."""
    length = 10.0 ** rng.uniform(-1.0, 1.0)
    floats = bool(rng.random() < 0.5)
    n, per = int(rng.integers(2, 4)), int(rng.integers(2, 4))
    width, density = 0.1 * length, 1200.0
    time = float(np.sqrt(length / 9.81))
    # first bending frequency of a member about 1.5 / time
    modulus = density * (length**2 / (width * time)) ** 2 * rng.uniform(5.0, 50.0)
    section = mbfe.Section.rectangle(E=modulus, nu=0.3, density=density, width=width, height=width)
    g = np.zeros(3) if floats else 9.81 * unit(rng)
    model = mbfe.Model("frame", gravity=g)
    corner = length * rng.uniform(-0.5, 0.5, 3)
    spin, velocity = unit(rng) / time, length / time * unit(rng)
    begin, last = corner, None
    names = []
    for i in range(n):
        end = corner + length * unit(rng)
        name = f"beam {i}"
        motion = {"velocity": velocity + np.cross(spin, corner - begin), "angular_velocity": spin}
        made = model.add(
            elements.Beam(name, line=lines.straight(corner, end), section=section, n_elements=per, n_nodes=2,
                          **(motion if floats else {}))
        )  # fmt: skip
        names.append(name)
        if last is None and not floats:
            model.add(joints.Revolute("root", model.ground, made.start, position=corner, axis=unit(rng)))
        elif last is not None:
            pair = joints.Spherical if rng.random() < 0.5 else joints.Revolute
            model.add(pair(f"pin {i}", last, made.start, position=corner, axis=unit(rng)))
        last, corner = made.end, end
    frame = Frame(
        names=names, section=section, length=length, elements=per, gravity=g,
        held_at=None if floats else begin, time=time,
    )  # fmt: skip
    return Motion(model, f"frame of beams {'in space' if floats else 'on the ground'}", time, frame.judge)


@dataclass(kw_only=True)
class Frame:
    """What is known of a frame: beams of one length and number of elements, a point where it is held."""

    names: list[str]
    section: mbfe.Section
    length: float
    elements: int
    gravity: Floats
    held_at: Floats | None
    time: float

    def __post_init__(self) -> None:
        """Spread the mass of a beam over its nodes by the trapezoidal rule."""
        self.stiffness, self.inertia = np.asarray(self.section.stiffness), np.asarray(self.section.mass)
        self.lumps = np.full(self.elements + 1, self.length / self.elements)
        self.lumps[[0, -1]] *= 0.5  # lengths

    def judge(self, run: mbfe.Run) -> Errors:
        """Errors of energy, and of momenta against the impulses of weight and of the reaction."""
        mine, linear, angular, moment = self.sums(run)
        mass = len(self.names) * self.inertia[0, 0] * self.length
        force, torque = np.tile(mass * self.gravity, (len(run.time), 1)), np.cross(moment, self.gravity)
        if self.held_at is not None:
            wrench = run["root"].reaction.in_frame("world")
            push = wrench.force.values
            force = force + push
            torque = torque + wrench.about(self.held_at).moment.values + np.cross(self.held_at, push)
        size = mass * self.length / self.time
        return {
            **balance(run, mine),
            "linear momentum": impulse(run.time, linear, force, size),
            "angular momentum": impulse(run.time, angular, torque, size * self.length),
        }

    def sums(self, run: mbfe.Run) -> tuple[Floats, Floats, Floats, Floats]:
        """Energies (3, n), momenta about the world's origin and first moment of mass over all nodes."""
        steps = len(run.time)
        energy = np.zeros((3, steps))
        linear, angular, moment = (np.zeros((steps, 3)) for _ in range(3))
        m, J = self.inertia[0, 0], self.inertia[3:, 3:]
        for name in self.names:
            beam = run[name]
            for j, (lump, x) in enumerate(zip(self.lumps, beam.positions.values.swapaxes(0, 1), strict=True)):
                node = beam.node(j)
                R, v = node.rotation_matrix.values, node.velocity.values
                local = np.einsum("tji,tj->ti", R, node.angular_velocity.values)
                energy[0] += 0.5 * lump * (m * (v**2).sum(1) + (local * (local @ J)).sum(1))
                energy[1] -= lump * m * (x @ self.gravity)
                linear += lump * m * v
                angular += lump * (m * np.cross(x, v) + np.einsum("tij,tj->ti", R, local @ J))
                moment += lump * m * x
            strain = beam.strains.values
            each = np.einsum("tei,ij,tej->t", strain, self.stiffness, strain)
            energy[2] += 0.5 * self.length / self.elements * each
        return energy, linear, angular, moment
