"""Entries of the laws on joint coordinates: forces, couplings, drives, and joints with Cardan angles."""

from __future__ import annotations

import math
from functools import partial

import numpy as np
from numpy.typing import NDArray

from mbfe import joints, lines
from mbfe.compiled import compiled
from mbfe.elements.loads import coordinate_forces_law as forces
from mbfe.functions.curves import Harmonic
from mbfe.joints.coordinates import coupling_law as couplings
from mbfe.joints.coordinates import function_coupling_law as functions
from mbfe.joints.coordinates.applied_friction_law import applied_line_friction, applied_smooth_friction
from mbfe.joints.coordinates.couplings import CoordinateFunction
from mbfe.joints.coordinates.motor_law import effort_drive, line_effort
from mbfe.joints.pairs.coordinate_law import (
    ANGLE,
    ANGLE_X,
    ANGLE_Y,
    ANGLE_Z,
    DISPLACEMENT_X,
    DISPLACEMENT_Z,
)
from mbfe.joints.pairs.distance_law import distance
from mbfe.joints.pairs.spatial_pair_law import spatial_pair
from mbfe.joints.pairs.total_joint_law import total_joint
from mbfe.joints.sliding.sliding import SpaceCurve
from mbfe.joints.sliding.sliding_law import curve_on_curve, point_on_curve
from mbfe.laws import Law
from mbfe.model.force_functions import ForceFunction
from tests.contract import se3
from tests.contract.draws import beyond_frames, two_frames
from tests.contract.harness import Case, Curves, Parameters, random_pose

Floats = NDArray[np.float64]
Rng = np.random.Generator
REST = 0.3
near_frames = partial(two_frames, angle=0.3)
"""Frames that are turned so little [rad] that no angle comes near its singular place."""
ALONE: dict[str, tuple[int, ...]] = {
    "displacement": (DISPLACEMENT_X,),
    "angle": (ANGLE,),
    "angle x": (ANGLE_X,),
    "angle y": (ANGLE_Y,),
    "angle z": (ANGLE_Z,),
}


def places(rng: Rng, components: tuple[int, ...]) -> Floats:
    """Frames, turned so little that no angle comes near its singular place, and components."""
    rows = [(*random_pose(rng, 0.3, 0.3), *random_pose(rng, 0.3, 0.3), float(c)) for c in components]
    return np.array(rows).ravel()


def near(rng: Rng, count: int) -> Floats:
    """Poses of nodes that are turned little against each other."""
    return np.array([random_pose(rng, rng.uniform(0.2, 1.2), 0.4) for _ in range(2 * count)])


def apart(parameters: Parameters, values: list[float]) -> Floats:
    """Poses at which the coordinates have these values."""
    nodes = []
    for row, expected in zip(parameters["places"].reshape(-1, 15), values, strict=True):
        component = int(row[14])
        shift, axis = np.zeros(3), np.zeros(3)
        if component < ANGLE:
            shift[component] = expected
        else:
            axis[2 if component == ANGLE else component - ANGLE_X] = expected
        between = se3.matrix(se3.moved(np.array([*shift, 1.0, 0.0, 0.0, 0.0]), [0.0, 0.0, 0.0, *axis]))
        second = se3.matrix(row[:7]) @ between @ np.linalg.inv(se3.matrix(row[7:14]))
        nodes += [se3.row(np.eye(4)), se3.row(second)]
    return np.array(nodes)


def at_total(parameters: Parameters, expected: float) -> Floats:
    """Poses at which the sum of the coordinates has a value."""
    factors = np.asarray(parameters["factors"])
    return apart(parameters, [expected / factors[0], *np.zeros(len(factors) - 1)])


def case(law: Law, components: tuple[int, ...], variant: str, facts, rest=None, kinds=()) -> Case:  # type: ignore[no-untyped-def]
    """A law on a sum of coordinates.

    ``facts(rng, curves)`` draws its own parameters, and ``rest(parameters)`` is the sum without force.
    """
    n = len(components)

    def draw(rng: Rng, curves: Curves) -> Parameters:
        factors = rng.uniform(0.5, 2.0, size=n) * rng.choice([-1.0, 1.0], size=n)
        return {"places": places(rng, components), "factors": factors} | facts(rng, curves)

    return Case(
        law,
        draw,
        variant,
        row_kinds=kinds,
        ground=(0, 1) if n == 1 else (0, 3),
        reference=None if rest is None else lambda rng, parameters: at_total(parameters, rest(parameters)),
        poses=lambda rng: near(rng, n),
    )


# ------------------------------------------------------------------ forces


def stiffening(x: float, rate: float) -> float:
    """A force law of coordinate and rate, zero at rest."""
    return 3.0 * (x - REST) ** 3 + 0.5 * rate + 0.2 * rate**3


FORCES = {
    "": None,
    "curve": Harmonic(2.0, omega=1.5),
    "python": stiffening,
    "compiled": compiled(stiffening),
}


def spring(law: Law, components: tuple[int, ...], variant: str, force: str) -> Case:
    """A spring."""
    return case(
        law,
        components,
        variant,
        lambda rng, curves: spring_facts(rng, curves, force),
        lambda own: own["free"] - own["preload"] / own["stiffness"],
    )


def spring_facts(rng: Rng, curves: Curves, force: str) -> Parameters:
    """Coefficients and force law of a spring."""
    function = ForceFunction(FORCES[force], force)
    curves.kept.append(function)
    kind, at = function.place(curves)  # type: ignore[arg-type]
    own = {"stiffness": rng.uniform(1.0, 3.0), "damping": rng.uniform(0.2, 1.0), "free": REST}
    own |= {"preload": 0.1 if force == "" else 0.0, "size": 1.0}
    return own | {"force_kind": kind, "force_at": at}


def line(law: Law, facts, kinds=()) -> Case:  # type: ignore[no-untyped-def]
    """A law on an arc length, beyond a stop and at the free length of a spring."""

    def draw(rng: Rng, curves: Curves) -> Parameters:
        return {"places": np.zeros(15), "factors": [1.0]} | facts(rng, curves)

    return Case(law, draw, row_kinds=kinds, poses=lambda rng: np.zeros((0, 7)), values=(REST,))


def stop(law: Law, components: tuple[int, ...], *, beyond: bool) -> Case:
    """End stops so near that a sum of random coordinates is beyond one of them, or far away from it."""

    return case(
        law,
        components,
        "beyond" if beyond else "within",
        lambda rng, curves: stop_facts(rng, 0.01 if beyond else 30.0),
        lambda own: REST,
    )


def stop_facts(rng: Rng, gap: float) -> Parameters:
    """Stops about the free value."""
    own = {"lower": REST - gap, "upper": REST + gap, "stiffness": rng.uniform(1.0, 3.0)}
    return own | {"damping": rng.uniform(0.02, 0.1), "depth": rng.uniform(0.2, 2.0)}


def friction(rng: Rng, curves: Curves) -> Parameters:
    """A friction law with a falling part."""
    return {
        "coulomb": rng.uniform(1.0, 2.0),
        "static": rng.uniform(2.0, 3.0),
        "stribeck_speed": rng.uniform(0.5, 1.0),
        "viscous": rng.uniform(0.1, 0.4),
        "regular_speed": rng.uniform(0.5, 1.0),
    }


def applied(rng: Rng, curves: Curves) -> Parameters:
    """The same with a part that a variable gives."""
    return friction(rng, curves) | {"mu": rng.uniform(0.3, 0.6), "mu_static": rng.uniform(0.6, 0.9)}


# ------------------------------------------------------------------ couplings


def driven(rng: Rng, curves: Curves) -> Parameters:
    """A value over time."""
    return {"value_at": curves.curve(Harmonic(rng.normal(), omega=2.0, phase=rng.normal()), of_time=True)}


def pushed(rng: Rng, curves: Curves) -> Parameters:
    """An effort over time."""
    return {"effort_at": driven(rng, curves)["value_at"]}


def phi(*q: float) -> float:
    """A function of several coordinates that is zero with all of them."""
    return q[-1] - 0.3 * math.sin(1.3 * q[0]) + 0.2 * q[1] * q[-1]


@compiled
def phi_of_three(a, b, c):
    """The same of three coordinates, for compiled code."""
    return c - 0.3 * math.sin(1.3 * a) + 0.2 * b * c


def mixed(components: tuple[int, ...], lengths: int) -> Case:
    """A linear coupling of coordinates of joints with arc lengths, which the user gave first."""
    n = len(components)

    def draw(rng: Rng, curves: Curves) -> Parameters:
        factors = rng.uniform(0.5, 2.0, size=n + lengths) * rng.choice([-1.0, 1.0], size=n + lengths)
        own = {"places": places(rng, components) if n else np.zeros(15), "factors": factors}
        return own | {"order": np.roll(np.arange(n + lengths), n)} | driven(rng, curves)

    return Case(
        couplings.MIXED[n, lengths],
        draw,
        row_kinds=(2,),
        ground=(0, 2 * n - 1) if n else (),
        poses=lambda rng: near(rng, n) if n else np.zeros((0, 7)),
        values=(0.4, -0.7, 0.2)[:lengths],
    )


def function_case(components: tuple[int, ...], kind: str, *, lengths: int = 0) -> Case:
    """A function of coordinates, as a curve, in Python or compiled; arc lengths are its first inputs."""
    joined = len(components)
    n = joined + lengths

    def draw(rng: Rng, curves: Curves) -> Parameters:
        at_joints = places(rng, components) if joined else np.zeros(15)
        order = np.roll(np.arange(n), joined) if lengths else np.arange(n)
        own = {"places": at_joints, "order": order, "scale": 1.0}
        if kind == "curve":
            at = curves.curve(Harmonic(0.4, omega=1.3), of_time=False)
            return own | {"function_kind": functions.FunctionKind.CURVE, "function_at": at}
        function = CoordinateFunction(phi if kind == "python" else phi_of_three, n, where="case")
        curves.kept.append(function)
        kind_, at = function.place(curves)  # type: ignore[arg-type]
        return own | {"function_kind": kind_, "function_at": at}

    return Case(
        functions.FUNCTION[joined, lengths],
        draw,
        kind,
        row_kinds=(2,),
        ground=(0, 2 * joined - 1) if joined else (),
        reference=lambda rng, parameters: apart(parameters, [0.0] * joined),
        poses=lambda rng: near(rng, joined) if joined else np.zeros((0, 7)),
        values=(0.0,) * lengths,
    )


# ------------------------------------------------------------------ joints


def shafts(kind: type[joints.LowerPair], free: str) -> Case:
    """A joint that turns about several axes; ``free`` names displacements, and how it turns."""

    def draw(rng: Rng, curves: Curves) -> Parameters:
        frames = {}
        for side in "ab":
            pose = random_pose(rng, 0.3, 0.3)
            frames |= {f"position_{side}": pose[:3], f"rotation_{side}": pose[3:]}
        order = -1.0 if kind.in_axes_of_first else float(rng.choice([-1.0, 1.0]))
        return frames | {"full": float(kind.full), "pitch": 0.0, "order": order}

    def reference(rng: Rng, parameters: Parameters) -> Floats:
        words = free.split()
        shift = [rng.normal() if axis in words else 0.0 for axis in "xyz"]
        turn = np.eye(4)
        turns = 0.5 * rng.normal(size=3)
        if "swing" in words:
            turn = se3.exponential(se3.hat([0.0, 0.0, 0.0, turns[0], turns[1], 0.0]))
        for axis in (0, 1) if "cross" in words else (0, 1, 2) if "turns" in words else ():
            turn = turn @ se3.exponential(se3.hat([0.0, 0.0, 0.0, *(turns * np.eye(3)[axis])]))
        between = turn.copy()
        between[:3, 3] = shift
        if parameters["order"] < 0.0:
            between = np.linalg.inv(between)
        sides = [se3.matrix([*parameters[f"position_{s}"], *parameters[f"rotation_{s}"]]) for s in "ab"]
        return np.array([se3.row(np.eye(4)), se3.row(sides[0] @ between @ np.linalg.inv(sides[1]))])

    return Case(
        spatial_pair,
        draw,
        kind.__name__.lower(),
        row_kinds=kind.locked,
        ground=(0, 1) if kind.in_axes_of_first else (0,),
        reference=reference,
        poses=lambda rng: near(rng, 1),
    )


def six_components(rng: Rng, curves: Curves, free: str) -> Parameters:
    """A joint with all components driven but some angles."""
    values = [driven(rng, curves)["value_at"] for _ in range(6)]
    return near_frames(rng) | {"values_at": values, "free": [float(x in free) for x in "xyz"], "bounded": 0.0}


def turned_far(rng: Rng, axis: int) -> Floats:
    """Poses of two nodes of which the second is turned by much more than a right angle."""
    poses = near(rng, 1)
    turn = 2.3 * np.eye(3)[axis] + 0.05 * rng.normal(size=3)
    poses[1] = se3.moved(poses[0], [*rng.normal(size=3), *turn])
    return poses


def total_joints() -> list[Case]:
    """The total joint with each set of free angles, and with one of them far beyond a right angle."""
    made = []
    for free in ("", "x", "y", "z", "xy", "yz", "xz", "xyz"):
        kinds = (0, 0, 0, *(-1 if x in free else 1 for x in "xyz"))
        for far in ("", *(x for x in free if x != "y" or len(free) < 3)):
            name = f"free {free or 'none'}" + f", {far} far" * bool(far)

            def draw(rng: Rng, curves: Curves, free: str = free) -> Parameters:
                return six_components(rng, curves, free)

            def poses(rng: Rng, far: str = far) -> Floats:
                return turned_far(rng, "xyz".index(far)) if far else near(rng, 1)

            made.append(Case(total_joint, draw, name, row_kinds=kinds, ground=(0, 1), poses=poses))
    return made


def rod(rng: Rng, curves: Curves) -> Parameters:
    """A rod whose length is driven."""
    return near_frames(rng) | {"length_at": driven(rng, curves)["value_at"]}


HELIX = lines.helix(start=(0.7, 0, 0), center=(0, 0, 0), axis=(0, 0, 1), turns=1.3, pitch=0.9)
WIRE = SpaceCurve(HELIX, "case")
ARC = SpaceCurve(lines.arc(start=(1, 0, 0), center=(0, 0, 0), normal=(0, 0, 1), angle=2.0), "case")
OVAL = SpaceCurve(
    lines.from_function(lambda u: (0.5 * np.cos(u), 0.4 * np.sin(u), 0.0), (0.0, 2.0 * np.pi)), "case"
)
ON_WIRE, ON_ARC, ON_OVAL = 1.1, 0.8, 0.9


def put(curves: Curves, curve: SpaceCurve) -> float:
    """Store a curve in space."""
    at = float(len(curves))
    curves.extend(curve.numbers.tolist())
    return at


def on_wire(rng: Rng, parameters: Parameters) -> Floats:
    """The point on the wire, turned anyhow."""
    between = se3.matrix(random_pose(rng, 1.0, 1.0))
    between[:3, 3] = WIRE.at(ON_WIRE)[0]
    return beyond_frames(parameters, between)


def in_touch(rng: Rng, parameters: Parameters) -> Floats:
    """The second profile turned so that its tangent is that of the first, and moved there."""
    (ca, ta, _), (cb, tb, _) = ARC.at(ON_ARC), OVAL.at(ON_OVAL)
    angle = math.atan2(ta[1], ta[0]) - math.atan2(tb[1], tb[0])
    between = se3.exponential(se3.hat([0.0, 0.0, 0.0, 0.0, 0.0, angle]))
    between[:3, 3] = ca - between[:3, :3] @ cb
    return beyond_frames(parameters, between)


def far(rng: Rng) -> Floats:
    """Poses of two nodes so far apart that the direction of a rod changes slowly."""
    return np.array([random_pose(rng, 0.1, 1.0), random_pose(rng, 3.0, 1.0)])


WITH_LENGTHS = [((), 1), ((), 2), ((ANGLE,), 1), ((ANGLE, DISPLACEMENT_X), 2), ((ANGLE_X, ANGLE, ANGLE_Z), 1)]
"""Coordinates of joints and numbers of arc lengths."""


def cases() -> list[Case]:
    """All of them."""
    pair = (DISPLACEMENT_Z, ANGLE)
    return [
        shafts(joints.Universal, "cross"),
        shafts(joints.ConstantVelocity, "swing"),
        shafts(joints.Spherical, "turns"),
        shafts(joints.InLine, "z turns"),
        shafts(joints.InPlane, "x y turns"),
        *(spring(forces.joint_spring, components, name, "") for name, components in ALONE.items()),
        *(spring(forces.joint_spring, (ANGLE,), force, force) for force in FORCES if force),
        spring(forces.pair_spring, pair, "", ""),
        *(stop(forces.joint_stop, (ANGLE,), beyond=beyond) for beyond in (True, False)),
        stop(forces.pair_stop, pair, beyond=True),
        case(forces.joint_friction, (ANGLE_X,), "", friction, lambda own: REST),
        case(applied_smooth_friction, (ANGLE_X,), "", applied, lambda own: REST),
        *total_joints(),
        Case(
            point_on_curve,
            lambda rng, curves: near_frames(rng) | {"curve_at": put(curves, WIRE)},
            row_kinds=(0, 0, 0),
            ground=(0, 1),
            reference=on_wire,
            values=(ON_WIRE,),
        ),
        Case(
            curve_on_curve,
            lambda rng, curves: (
                near_frames(rng) | {"curve_a": put(curves, ARC), "curve_b": put(curves, OVAL)}
            ),
            row_kinds=(0, 0, 1),
            ground=(0, 1),
            reference=in_touch,
            values=(ON_ARC, ON_OVAL),
        ),
        Case(distance, rod, row_kinds=(0,), ground=(0, 1), poses=far),
        case(effort_drive, (ANGLE,), "", pushed),
        *(case(couplings.LINEAR[1], parts, name, driven, kinds=(2,)) for name, parts in ALONE.items()),
        case(couplings.LINEAR[2], pair, "", driven, kinds=(2,)),
        case(couplings.LINEAR[3], (ANGLE, ANGLE, ANGLE_Y), "", driven, kinds=(2,)),
        case(couplings.LINEAR[4], (ANGLE, DISPLACEMENT_X, ANGLE_X, ANGLE_Z), "", driven, kinds=(2,)),
        *(case(couplings.speed_drive, parts, name, driven, kinds=(2,)) for name, parts in ALONE.items()),
        line(forces.line_spring, lambda rng, curves: spring_facts(rng, curves, "") | {"preload": 0.0}),
        line(forces.line_stop, lambda rng, curves: stop_facts(rng, 0.01)),
        line(forces.line_friction, friction),
        line(applied_line_friction, applied),
        line(line_effort, pushed),
        line(couplings.line_drive, driven, kinds=(0,)),
        line(couplings.line_speed, driven, kinds=(0,)),
        *(mixed(parts, lengths) for parts, lengths in WITH_LENGTHS),
        function_case((ANGLE,), "curve", lengths=1),
        function_case((ANGLE, DISPLACEMENT_Z), "compiled", lengths=1),
        function_case((ANGLE, ANGLE_X), "python", lengths=2),
        function_case(pair, "curve"),
        function_case((ANGLE, ANGLE_X, DISPLACEMENT_Z), "python"),
        function_case((ANGLE, ANGLE_X, DISPLACEMENT_Z), "compiled"),
        function_case((ANGLE, ANGLE_X, DISPLACEMENT_Z, ANGLE_Y), "python"),
    ]
