"""Cases of bodies, lower pairs, springs, loads and wheels that roll, and of laws as users write them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mbfe import joints
from mbfe.algebra.rotations import multiply
from mbfe.compiled import compiled
from mbfe.elements.bodies.point_mass_law import point_mass
from mbfe.elements.bodies.rigid_body_law import rigid_body
from mbfe.elements.loads.load_law import load
from mbfe.elements.loads.loads import BodyState, state_callback
from mbfe.elements.loads.mass_damping_law import mass_damping
from mbfe.elements.springs.bushing_law import bushing
from mbfe.elements.springs.point_spring_law import point_spring
from mbfe.elements.springs.torsion_spring_law import torsion_spring
from mbfe.functions.curves import Harmonic, Polynomial, Table
from mbfe.joints.pairs.lower_pair_law import lower_pair
from mbfe.joints.rolling.rolling_law import rolling
from mbfe.joints.rolling.surfaces import Height, Plane
from mbfe.model.force_functions import ForceFunction
from tests.contract import se3
from tests.contract.draws import frames_apart, pose_of, two_frames, two_points
from tests.contract.harness import Case, Curves, Parameters, random_pose, spd
from tests.contract.own_laws import planted, winch
from tests.contract.surfaces import bend_of_bumps, bumps, slope_of_bumps

Floats = NDArray[np.float64]
Rng = np.random.Generator


# ------------------------------------------------------------------ bodies


def body(rng: Rng, curves: Curves) -> Parameters:
    """A body with mass, offset and inertia (about the origin of its frame)."""
    mass, center = rng.uniform(0.5, 3.0), 0.3 * rng.normal(size=3)
    moments = spd(rng, 3)
    about_center = np.trace(moments) * np.eye(3) - moments
    return {
        "mass": mass,
        "center": center,
        "inertia": about_center - mass * se3.skew(center) @ se3.skew(center),
    }


def point(rng: Rng, curves: Curves) -> Parameters:
    """A point mass off the origin of its node."""
    return {"mass": rng.uniform(0.5, 3.0), "offset": 0.3 * rng.normal(size=3)}


# ------------------------------------------------------------------ lower pairs

PITCH = 0.4


def pair(kind: type[joints.LowerPair], free: str) -> Case:
    """A lower pair; ``free`` names its relative motions: x, y, z, turn about z, all turns, screw."""
    pitch = PITCH if "screw" in free else 0.0

    def draw(rng: Rng, curves: Curves) -> Parameters:
        facts = {"full": float(kind.full), "pitch": pitch, "order": float(rng.choice([-1.0, 1.0]))}
        return two_frames(rng) | facts

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
        return frames_apart(parameters, shift, turn)

    return Case(
        lower_pair, draw, kind.__name__.lower(), row_kinds=kind.locked, ground=(0,), reference=reference
    )


# ------------------------------------------------------------------ springs

REST = 0.5
"""Free length of the springs [m] and free angle [rad]."""


def stiffening(x: float, rate: float) -> float:
    """A force law of length or angle and rate, zero at rest."""
    return 3.0 * (x - REST) ** 3 + 0.5 * rate + 0.2 * rate**3


FORCES = {
    "linear": None,
    "curve": Harmonic(2.0, omega=1.5),
    "table": Table((-2.0, -0.5, 0.0, 0.4, 3.0), (-3.0, -1.0, 0.0, 1.0, 2.5)),
    "python": stiffening,
    "compiled": compiled(stiffening),
}


def coefficients(rng: Rng, curves: Curves, force: str) -> Parameters:
    """Stiffness, damping, preload and force law of a spring."""
    function = ForceFunction(FORCES[force], force)
    curves.kept.append(function)
    kind, at = function.place(curves)  # type: ignore[arg-type]
    facts = {
        "stiffness": rng.uniform(1.0, 3.0),
        "damping": rng.uniform(0.2, 1.0),
        "force_kind": kind,
        "force_at": at,
    }
    return facts | {"preload": rng.normal() if force == "linear" else 0.0}


def stretch_without_force(parameters: Parameters) -> float:
    """Length or angle at which the spring has no force."""
    return REST - parameters["preload"] / parameters["stiffness"]


def point_to_point(force: str) -> Case:
    """A spring between two points."""

    def draw(rng: Rng, curves: Curves) -> Parameters:
        points = two_points(rng)
        # a spring whose free length is shorter than its preload pulls has no length without force
        facts = coefficients(rng, curves, force)
        facts["preload"] = -abs(facts["preload"])
        return points | facts | {"free_length": REST, "size": 1.0}

    def reference(rng: Rng, parameters: Parameters) -> Floats:
        first, second = apart(0.0)
        away = rng.normal(size=3)
        away *= stretch_without_force(parameters) / np.linalg.norm(away)
        turned = se3.matrix(second)[:3, :3]
        second[:3] = parameters["point_a"] + away - turned @ parameters["point_b"]
        return np.array([first, second])

    return Case(point_spring, draw, force, ground=(0, 1), reference=reference)


def torsion(force: str) -> Case:
    """A torsion spring."""

    def draw(rng: Rng, curves: Curves) -> Parameters:
        frames = {f"rotation_{side}": random_pose(rng, 0.1, 1.0)[3:] for side in "ab"}
        return frames | coefficients(rng, curves, force) | {"free_angle": REST}

    def reference(rng: Rng, parameters: Parameters) -> Floats:
        frames = parameters | {"position_a": np.zeros(3), "position_b": np.zeros(3)}
        return frames_apart(frames, rng.normal(size=3), (0.0, 0.0, stretch_without_force(parameters)))

    def exchange(parameters: Parameters) -> Parameters:
        # both z axes are turned around with the sides, so that the angle stays
        sides = {}
        for side, other in (("a", "b"), ("b", "a")):
            turned = multiply(parameters[f"rotation_{other}"], (0.0, 1.0, 0.0, 0.0))
            sides[f"rotation_{side}"] = turned
        return parameters | sides

    return Case(torsion_spring, draw, force, ground=(0, 1), reference=reference, exchange=exchange)


def bush(rng: Rng, curves: Curves) -> Parameters:
    """A bushing with full matrices, not symmetric, and preload."""
    skewed = rng.normal(size=(2, 6, 6))
    stiffness, damping = (spd(rng, 6) + 0.1 * (part - part.T) for part in skewed)
    facts = {"stiffness": stiffness, "damping": damping, "preload": 0.1 * rng.normal(size=6), "turns": 1.0}
    return two_frames(rng) | facts | {"tilts": 0.0, "spin_axis": np.zeros(3)}


def bush_with_free_turns(rng: Rng, curves: Curves) -> Parameters:
    """A bushing that has no stiffness against turns, but damping."""
    facts = bush(rng, curves)
    facts["stiffness"] = np.pad(facts["stiffness"][:3, :3], (0, 3))
    return facts | {"preload": np.pad(facts["preload"][:3], (0, 3)), "turns": 0.0}


def bush_of_a_shaft(rng: Rng, curves: Curves) -> Parameters:
    """A bushing without stiffness about one axis, but damping."""
    facts = bush(rng, curves)
    axis = rng.normal(size=3)
    axis /= np.linalg.norm(axis)
    across = np.eye(6)
    across[3:, 3:] -= np.outer(axis, axis)
    facts["stiffness"] = across @ facts["stiffness"] @ across
    return facts | {"preload": across @ facts["preload"], "tilts": 1.0, "spin_axis": axis}


def turned_any_way(rng: Rng) -> Floats:
    """Poses of two nodes that are turned far against each other, any way."""
    poses = np.array([random_pose(rng, 0.5, 0.5) for _ in range(2)])
    poses[1] = se3.moved(poses[0], [*rng.normal(size=3), *rng.uniform(-1.6, 1.6, size=3)])
    return poses


def bush_without_force(rng: Rng, parameters: Parameters) -> Floats:
    """Poses at which the preload is balanced."""
    strain = -np.linalg.pinv(parameters["stiffness"]) @ parameters["preload"]
    return frames_apart(parameters, strain[:3], strain[3:])


# ------------------------------------------------------------------ loads


def wind(t: float, state: BodyState) -> Floats:
    """A force of the whole state of a body."""
    return (
        np.sin(t)
        - 0.3 * state.velocity
        + np.cross(state.angular_velocity, state.position) * state.orientation[0]
    )


def loaded(variant: str) -> Case:
    """A dead or follower force or moment by curves, or a Python function."""

    def draw(rng: Rng, curves: Curves) -> Parameters:
        parts = (Harmonic(rng.normal(), omega=3.0), Polynomial(*rng.normal(size=2)), Polynomial(1.0))
        facts = {"curve": [curves.curve(part, of_time=True) for part in parts], "factor": rng.normal(size=3)}
        callback = 0.0
        if "python" in variant:
            curves.kept.append(state_callback(wind, "wind"))
            callback = curves.kept[-1].address
        flags = {"follows": float("follower" in variant), "is_moment": float("moment" in variant)}
        return facts | flags | {"callback": callback, "point": 0.3 * rng.normal(size=3), "size": 1.0}

    return Case(load, draw, variant)


# ------------------------------------------------------------------ rolling

WHEELS = {"disk": (0.3, 0.0), "torus": (0.25, 0.08), "ball": (0.0, 0.2)}


SURFACES = {"plane": Plane(), "bumps": Height(bumps, gradient=slope_of_bumps, curvature=bend_of_bumps)}


def rolls(shape: str, ground: str) -> Case:
    """A wheel on a surface, its axis about level and the surface about upright."""
    radius, tube = WHEELS[shape]
    surface = SURFACES[ground]

    def draw(rng: Rng, curves: Curves) -> Parameters:
        kind, at = surface.placed()
        pose = random_pose(rng, 0.3, 0.3)
        axis = np.array([0.0, 1.0, 0.0]) + 0.2 * rng.normal(size=3)
        facts = {"position_a": pose[:3], "rotation_a": pose[3:], "center_b": 0.1 * rng.normal(size=3)}
        facts |= {"axis_b": axis / np.linalg.norm(axis), "radius": radius, "tube": tube}
        return facts | {"surface": kind, "surface_at": at, "on_lift": 1.0}

    def poses(rng: Rng) -> Floats:
        wheel = random_pose(rng, 0.3, 0.4)
        wheel[2] += 0.5
        return np.array([random_pose(rng, 0.1, 0.3), wheel])

    def touching(rng: Rng, parameters: Parameters) -> Floats:
        turned = se3.matrix(random_pose(rng, 1.0, 0.4))
        axis = turned[:3, :3] @ parameters["axis_b"]
        x, y = 0.3 * rng.normal(size=2)
        n = surface.normal_at(x, y)
        up = n - (n @ axis) * axis
        centre = surface.point_at(x, y) + radius * up / np.linalg.norm(up) + tube * n
        turned[:3, 3] = centre - turned[:3, :3] @ parameters["center_b"]
        return np.array([se3.row(np.eye(4)), se3.row(pose_of(parameters, "a") @ turned)])

    return Case(
        rolling,
        draw,
        f"{shape} on {ground}",
        row_kinds=(0, 0, 0, 1),
        ground=(0, 1),
        reference=touching,
        exchange=lambda parameters: parameters,
        poses=poses,
    )


# ------------------------------------------------------------------ laws of a user


def apart(distance: float) -> Floats:
    """Poses of two nodes at a distance, turned against each other."""
    turned = se3.moved(np.array([distance, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]), [0.0, 0.0, 0.0, 0.4, 0.3, -0.6])
    return np.array([se3.row(np.eye(4)), turned])


def draw_winch(rng: Rng, curves: Curves) -> Parameters:
    """A taut cord whose length swings."""
    facts = {
        "stiffness": rng.uniform(5.0, 9.0),
        "damping": rng.uniform(0.5, 1.0),
        "omega": rng.uniform(2.0, 4.0),
    }
    return facts | {"length": 0.4, "amplitude": 0.15}


def draw_planted(rng: Rng, curves: Curves, *, mistake: float = 0.0) -> Parameters:
    """The law that can be wrong."""
    facts = {name: rng.uniform(0.5, 2.0) for name in ("mass", "stiffness", "damping", "length")}
    return facts | {"mistake": mistake}


def apart_by_length(rng: Rng, parameters: Parameters) -> Floats:
    """Poses of two nodes at the parameter's length."""
    return apart(parameters["length"])


def planted_with(mistake: float) -> Case:
    """The law of a user with a mistake; 0 is none."""

    def draw(rng: Rng, curves: Curves) -> Parameters:
        return draw_planted(rng, curves, mistake=mistake)

    return Case(planted, draw, ground=(0, 1), reference=apart_by_length)


def cases() -> list[Case]:
    """All of them."""
    return [
        Case(rigid_body, body),
        Case(mass_damping, lambda rng, curves: body(rng, curves) | {"rate": rng.uniform(0.1, 2.0)}),
        pair(joints.Fixed, ""),
        pair(joints.Revolute, "turn"),
        pair(joints.Prismatic, "z"),
        pair(joints.Cylindrical, "z turn"),
        pair(joints.Screw, "screw"),
        pair(joints.ParallelAxis, "x y z turn"),
        pair(joints.SameOrientation, "x y z"),
        pair(joints.Planar, "x y turn"),
        Case(point_mass, point),
        *map(point_to_point, FORCES),
        *map(torsion, FORCES),
        Case(bushing, bush, ground=(0, 1), reference=bush_without_force),
        Case(bushing, bush_with_free_turns, "free turns", ground=(0, 1), reference=bush_without_force),
        Case(bushing, bush_of_a_shaft, "shaft", ground=(0, 1), reference=bush_without_force),
        Case(
            bushing,
            bush_of_a_shaft,
            "shaft turned far",
            ground=(0, 1),
            reference=bush_without_force,
            poses=turned_any_way,
        ),
        *(rolls(shape, ground) for shape in WHEELS for ground in SURFACES),
        *map(loaded, ("dead force", "follower force", "dead moment", "follower moment", "python force")),
        Case(winch, draw_winch, "cord", row_kinds=(-1,), ground=(0, 1)),
        Case(winch, draw_winch, "rod", ground=(0, 1)),
        planted_with(0.0),
    ]
