"""One entry for each law: how to draw valid parameters, and facts about it."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from mbfe import elements, joints
from mbfe.elements.rigid_body_law import rigid_body
from mbfe.joints.lower_pair_law import lower_pair
from mbfe.law import Law
from tests.contract import se3
from tests.contract.harness import Case, Curves, Parameters, random_pose
from tests.contract.own_laws import cord, driven_rod, planted

Floats = NDArray[np.float64]
Rng = np.random.Generator


def discovered() -> Iterator[Law]:
    """Every law that a module of mbfe.elements or mbfe.joints defines."""
    for package in (elements, joints):
        for entry in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            module = importlib.import_module(entry.name)
            yield from {id(law): law for law in vars(module).values() if isinstance(law, Law)}.values()


def spd(rng: Rng, n: int) -> Floats:
    """A symmetric positive definite matrix of order n."""
    root = rng.normal(size=(n, n))
    return root @ root.T / n + 0.2 * np.eye(n)


def frame(rng: Rng, side: str) -> Parameters:
    """Parameters of a frame in a node."""
    pose = random_pose(rng, 0.3, 1.0)
    return {f"position_{side}": pose[:3], f"rotation_{side}": pose[3:]}


def pose_of(parameters: Parameters, side: str) -> Floats:
    """4×4 matrix of a frame in a node."""
    return se3.matrix(np.concatenate([parameters[f"position_{side}"], parameters[f"rotation_{side}"]]))


def beyond_frames(parameters: Parameters, between: Floats) -> Floats:
    """Poses of two nodes whose frames have the relative motion ``between``, a 4×4 matrix."""
    second = pose_of(parameters, "a") @ between @ np.linalg.inv(pose_of(parameters, "b"))
    return np.array([se3.row(np.eye(4)), se3.row(second)])


# ------------------------------------------------------------------ bodies


def body(rng: Rng, curves: Curves) -> Parameters:
    """A body with mass, offset and inertia (about the origin of its frame)."""
    mass, center = rng.uniform(0.5, 3.0), 0.3 * rng.normal(size=3)
    moments = spd(rng, 3)
    about_center = np.trace(moments) * np.eye(3) - moments
    return {"mass": mass, "center": center, "inertia": about_center - mass * se3.skew(center) @ se3.skew(center)}


# ------------------------------------------------------------------ lower pairs

PITCH = 0.4


def pair(kind: type[joints.LowerPair], free: str) -> Case:
    """A lower pair; ``free`` names the relative motions that it allows: x, y, z, turn about z, all turns, screw."""
    pitch = PITCH if "screw" in free else 0.0

    def draw(rng: Rng, curves: Curves) -> Parameters:
        facts = {"full": float(kind.full), "pitch": pitch, "order": float(rng.choice([-1.0, 1.0]))}
        return frame(rng, "a") | frame(rng, "b") | facts

    def reference(rng: Rng, parameters: Parameters) -> Floats:
        angle = rng.uniform(-1.0, 1.0)
        shift, turn = np.zeros(3), np.zeros(3)
        for axis, letter in enumerate("xyz"):
            shift[axis] = rng.normal() if letter in free.split() else 0.0
        if "turns" in free:
            turn = rng.normal(size=3)
        elif "turn" in free or "screw" in free:
            turn[2] = angle
        shift[2] += pitch * angle
        place = se3.moved(np.array([*shift, 1.0, 0.0, 0.0, 0.0]), [0.0, 0.0, 0.0, *turn])
        return beyond_frames(parameters, se3.matrix(place))

    return Case(lower_pair, draw, kind.__name__.lower(), row_kinds=kind.locked, ground=(0,), reference=reference)


# ------------------------------------------------------------------ laws of a user


def apart(distance: float) -> Floats:
    """Poses of two nodes at a distance, turned against each other."""
    turned = se3.moved(np.array([distance, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]), [0.0, 0.0, 0.0, 0.4, 0.3, -0.6])
    return np.array([se3.row(np.eye(4)), turned])


def draw_cord(rng: Rng, curves: Curves) -> Parameters:
    """A taut cord."""
    return {"stiffness": rng.uniform(5.0, 9.0), "damping": rng.uniform(0.5, 1.0), "free_length": 0.4}


def draw_rod(rng: Rng, curves: Curves) -> Parameters:
    """A rod whose length swings."""
    return {"length": rng.uniform(0.5, 1.5), "amplitude": 0.2, "omega": rng.uniform(2.0, 4.0)}


def draw_planted(rng: Rng, curves: Curves, *, mistake: float = 0.0) -> Parameters:
    """The law that can be wrong."""
    facts = {name: rng.uniform(0.5, 2.0) for name in ("mass", "stiffness", "damping", "length")}
    return facts | {"mistake": mistake}


def apart_by_length(rng: Rng, parameters: Parameters) -> Floats:
    """Poses of two nodes at the parameter's length."""
    return apart(parameters.get("free_length", parameters.get("length")))


def planted_with(mistake: float) -> Case:
    """The law of a user with a mistake; 0 is none."""

    def draw(rng: Rng, curves: Curves) -> Parameters:
        return draw_planted(rng, curves, mistake=mistake)

    return Case(planted, draw, ground=(0, 1), reference=apart_by_length)


CASES = [
    Case(rigid_body, body),
    pair(joints.Fixed, ""),
    pair(joints.Revolute, "turn"),
    pair(joints.Prismatic, "z"),
    pair(joints.Cylindrical, "z turn"),
    pair(joints.Screw, "screw"),
    pair(joints.Spherical, "turns"),
    pair(joints.Planar, "x y turn"),
    Case(cord, draw_cord, ground=(0, 1), reference=apart_by_length),
    Case(driven_rod, draw_rod, ground=(0, 1)),
    planted_with(0.0),
]
