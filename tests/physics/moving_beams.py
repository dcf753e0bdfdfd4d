"""Models of the dynamic beam references, and the numbers that they are compared with.

Unless a line says otherwise the numbers are those of exact rod models: geometrically exact rods discretised
by a spectral method along their length and integrated to many more digits than the tolerances,
independently of this program. Each problem names who posed it.
"""

from __future__ import annotations

import math
import warnings
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

import mbfe
from mbfe import Model, Section, curves, elements, joints, lines
from tests.physics.beam_references import section_of

Floats = NDArray[np.float64]
Node = Any

UP = (0.0, 0.0, 1.0)


def round_section(*, diameter: float, young: float, poisson: float, density: float) -> Section:
    """A full round section with shear factor 1."""
    area, inertia = np.pi * diameter**2 / 4.0, np.pi * diameter**4 / 64.0
    shear = young / (2.0 * (1.0 + poisson))
    stiffness = [
        young * area,
        shear * area,
        shear * area,
        2.0 * shear * inertia,
        young * inertia,
        young * inertia,
    ]
    return section_of(stiffness, density * np.array([area, area, area, 2.0 * inertia, inertia, inertia]))


def bar(
    model: Model,
    name: str,
    first: ArrayLike,
    last: ArrayLike,
    section: Section,
    *,
    n_elements: int,
    n_nodes: int,
    **more: Any,
) -> elements.Beam:
    """A straight beam in a plane of the mechanism."""
    return model.add(
        elements.Beam(
            name,
            line=lines.straight(first, last),
            section=section,
            n_elements=n_elements,
            n_nodes=n_nodes,
            up=UP,
            **more,
        )
    )


def motion(
    model: Model,
    *,
    duration: float,
    step: float,
    times: ArrayLike | None = None,
    radius: float = 0.9,
    rejected: int = 0,
    **more: Any,
) -> mbfe.Run:
    """Integrate by generalized-α; no step may fail, or only so many."""
    scheme = mbfe.GeneralizedAlpha(spectral_radius=radius)
    run = mbfe.solve_dynamic(
        model, duration=duration, step=step, output_times=times, scheme=scheme, progress=False, **more
    )
    assert run.report["rejected"] <= rejected
    return run


def places(run: mbfe.Run, *nodes: Node) -> Floats:
    """Positions of nodes over time, (n_time, 3 n) [m]."""
    return np.concatenate([run[node.name].position.values for node in nodes], axis=1)


# ------------------------------------------------------------------ flying spaghetti

FLYING_SPACE = {
    1.0: (5.580526397533, -0.283530732769, -0.185061474597, 0.118806264975, 7.975040515481, 0.015997485808),
    2.5: (3.606831281257, 0.044700058228, 0.427258289748, 3.981760104548, 8.531715438168, 0.540468362568),
    3.5: (5.308266522695, 1.845908285810, 3.047720282533, 11.857946505170, 6.993247965737, -1.865170622867),
    5.0: (19.213602637508, 1.625555041819, 2.127240874283, 12.953001159582, 6.809428674282, -3.028771348135),
    7.5: (30.905720198247, 2.203664643341, 3.582268226249, 24.650303243042, 5.269915554767, -3.473587687691),
}
"""Loaded and free end of the flying spaghetti in space [m] over time [s]; exact rod, digits good to 8e-6."""

FLYING_PLANE = {
    1.0: (4.326830824782, 0.407836319738, 0.0, 0.370239437759, 7.796009643213, 0.0),
    2.5: (4.963117458355, 4.476027023699, 0.0, 3.583158388422, 6.111862865831, 0.0),
    5.0: (9.783805132951, 8.203828185013, 0.0, 8.074290644138, 1.758890439825, 0.0),
    10.0: (22.971052094106, 6.411671226700, 0.0, 21.324595580695, 3.609863092413, 0.0),
}
"""The same in the plane, where loads are steps: digits good to 1e-4, 1e-4, 2e-4 and 5e-4."""
FLYING_PLANE_ENERGY = {2.5: (204.40846, 175.78633), 5.0: (82.73051, 297.46428), 10.0: (177.20755, 202.98724)}
"""Elastic and kinetic energy [J] there."""


def flying_spaghetti(*, space: bool, n_elements: int, n_nodes: int) -> tuple[Model, tuple[Node, Node]]:
    """Flying spaghetti of Simo and Vu-Quoc (1986, 1988): free, 10 m long, pulled at one end."""
    bending = 500.0 if space else 100.0
    section = section_of([1e4, 1e4, 1e4, 500.0, bending, bending], [1, 1, 1, 20, 10, 10])
    model = Model("flying spaghetti")
    rod = bar(model, "rod", (6, 0, 0), (0, 8, 0), section, n_elements=n_elements, n_nodes=n_nodes)
    if space:
        pulse = (0.0, 2.5, 5.0, 20.0)
        force = curves.Table(pulse, (0, 20, 0, 0), kind="linear")
        moment = curves.Table(pulse, (0, 200 * math.hypot(1, 0.5), 0, 0), kind="linear")
        axis = (0.0, 0.5, -1.0)
    else:
        # half the load at the instant at which it ends: the impulse of steps is then exact
        force, moment = (lambda t, a=a: a * 0.5 * (1.0 + np.sign(2.5 - t)) for a in (8.0, 80.0))
        axis = (0.0, 0.0, -1.0)
    model.add(elements.Force("pull", rod.start, force, direction=(1, 0, 0)))
    model.add(elements.Moment("twist", rod.start, moment, direction=axis))
    return model, (rod.start, rod.end)


# ------------------------------------------------------------------ right-angle cantilever

RIGHT_ANGLE = {
    1.0: (9.945803950099, 0.022881586838, 0.951314606031, 9.996982925283, 9.976611387224, 0.054031748288),
    2.0: (8.988885432763, 0.267389033110, 4.115245431631, 10.106260599053, 9.307850082024, 0.069263867266),
    5.0: (9.148201807618, -0.764269772958, 3.111415733734, 9.459321643870, 8.937524990882, 5.479397922018),
    10.0: (9.227631562471, 1.628793508882, -3.095968558103, 10.004320343274, 8.029722363169, 4.463119682739),
    20.0: (9.469624906067, 0.782338190158, -2.601942647689, 14.093003486570, 9.043197991374, 0.496027509442),
    30.0: (9.874228944976, -1.332900705697, -0.223691625220, 8.263445396974, 8.498988170909, 0.168537935240),
}
"""Elbow and tip of the right-angle cantilever [m]; exact rod, digits good to 2e-5."""


def right_angle(*, n_elements: int, n_nodes: int) -> tuple[Model, tuple[Node, Node]]:
    """Right-angle cantilever of Simo and Vu-Quoc (1988): two legs of 10 m, a pulse across."""
    section = section_of([1e6, 1e6, 1e6, 1e3, 1e3, 1e3], [1, 1, 1, 20, 10, 10])
    size = {"n_elements": n_elements, "n_nodes": n_nodes}
    model = Model("right-angle cantilever")
    first = bar(model, "first", (0, 0, 0), (10, 0, 0), section, **size)
    second = bar(model, "second", (10, 0, 0), (10, 10, 0), section, start=first.end, **size)
    model.add(joints.Fixed("clamp", model.ground, first.start, position=(0, 0, 0)))
    pulse = curves.Table((0.0, 1.0, 2.0), (0, 50, 0), kind="linear")
    model.add(elements.Force("pulse", first.end, pulse, direction=(0, 0, 1)))
    return model, (first.end, second.end)


# ------------------------------------------------------------------ spin-up

SPIN_UP = {
    2.0: (-0.0006059014956, -0.1023806622, -0.0139585826),
    5.0: (-0.0126546362297, -0.4684761831, -0.0637167333),
    7.0: (-0.0186182554360, -0.5713118061, -0.0767803295),
    10.0: (-0.0070723363004, -0.3628145151, -0.0472370056),
    15.0: (0.0005139896952, 0.0013036286, 0.0001677474),
    20.0: (0.0005145324030, 0.0007265805, 0.0000934064),
}
"""Tip of the spin-up beam in the frame of the hub: u1, u2 [m], slope [rad]; exact rod to 5e-7."""
SPIN_UP_STRETCH = 0.0005143174550426011
"""Steady stretch [m]: tan(λL)/λ − L, λ = Ω √(ρA/EA); Simo and Vu-Quoc (1986) print 5.14e-4."""


def spin_up_angle(t: float) -> tuple[float, float, float]:
    """Angle, rate and acceleration of the hub: from rest to 6 rad/s in 15 s."""
    w = 2.0 * math.pi / 15.0
    if t >= 15.0:
        return 6.0 * t - 45.0, 6.0, 0.0
    angle = 0.4 * (0.5 * t * t + (math.cos(w * t) - 1.0) / w**2)
    return angle, 0.4 * (t - math.sin(w * t) / w), 0.4 * (1.0 - math.cos(w * t))


def spin_up(*, n_elements: int, n_nodes: int, driven: bool = True) -> tuple[Model, elements.Beam]:
    """Spin-up manoeuvre of Simo and Vu-Quoc (1986): 10 m, on a hub at its end."""
    section = section_of([2.8e7, 1e7, 1e7, 1e4, 1.4e4, 1.4e4], [1.2, 1.2, 1.2, 1.2e-3, 6e-4, 6e-4])
    model = Model("spin-up")
    arm = bar(model, "arm", (0, 0, 0), (10, 0, 0), section, n_elements=n_elements, n_nodes=n_nodes)
    if driven:
        hub = model.add_base("hub", angle=curves.PythonCurve(spin_up_angle))
        model.add(joints.Fixed("root", hub, arm.start, position=(0, 0, 0)))
    else:
        model.add(joints.Revolute("root", model.ground, arm.start, position=(0, 0, 0), axis=UP))
    return model, arm


# ------------------------------------------------------------------ swinging rubber rod

RUBBER = {
    0.1: (0.9935974761350, 0.0, -0.0488938900734),
    0.3: (0.7979861754006, 0.0, -0.4244974305800),
    0.5: (-0.2331175343219, 0.0, -0.9194428500453),
    0.8: (-0.9309651011682, 0.0, -0.2851069792970),
    1.0: (-0.9400939071817, 0.0, -0.0991042363559),
}
"""Tip of the swinging rubber rod [m]; exact rod, digits good to 2e-5."""


def rubber_rod(*, n_elements: int, n_nodes: int) -> tuple[Model, Node]:
    """Rubber rod after Lang, Linn and Arnold (2011): 1 m, 10 mm thick, released from the horizontal."""
    section = round_section(diameter=0.01, young=5e6, poisson=0.5, density=1100.0)
    model = Model("rubber rod", gravity=(0, 0, -9.81))
    rod = bar(model, "rod", (0, 0, 0), (1, 0, 0), section, n_elements=n_elements, n_nodes=n_nodes)
    model.add(joints.Spherical("pivot", model.ground, rod.start, position=(0, 0, 0)))
    return model, rod.end


# ------------------------------------------------------------------ free beam

FREE_MOMENTUM, FREE_SPIN = 9.0, 90.0
"""Impulse [N s] and angular impulse [N m s] of the pulses on the free beam."""


def free_beam(*, force: bool, n_elements: int = 8, n_nodes: int = 3) -> tuple[Model, elements.Beam]:
    """Free beam of 8 m, 4 kg: pulses of 3 s of a moment of 60 N m at one end, and of 6 N."""
    section = section_of([1e4, 1e4, 1e4, 500, 500, 500], [0.5, 0.5, 0.5, 0.1, 0.05, 0.05])
    model = Model("free beam")
    beam = bar(model, "beam", (0, 0, 0), (8, 0, 0), section, n_elements=n_elements, n_nodes=n_nodes)
    pulse = (0.0, 1.5, 3.0)
    model.add(
        elements.Moment("twist", beam.start, curves.Table(pulse, (0, 60, 0), kind="linear"), direction=UP)
    )
    if force:
        push = curves.Table(pulse, (0, 6, 0), kind="linear")
        model.add(elements.Force("push", beam.start, push, direction=(1, 0, 0)))
    return model, beam


def free_momenta(run: mbfe.Run, n_elements: int, n_nodes: int) -> tuple[Floats, Floats, Floats]:
    """Centre of mass [m], momentum [N s], angular momentum about the centre [N m s], each (n_time, 3).

    From positions, velocities and Lobatto weights; the integrals along the beam are made here again.
    """
    weights = {2: (1, 1), 3: (1 / 3, 4 / 3, 1 / 3), 4: (1 / 6, 5 / 6, 5 / 6, 1 / 6)}[n_nodes]
    count = n_elements * (n_nodes - 1) + 1
    lengths = np.zeros(count)
    for e in range(n_elements):
        lengths[e * (n_nodes - 1) : (e + 1) * (n_nodes - 1) + 1] += 4.0 / n_elements * np.array(weights)
    mass = 0.5 * lengths[:, None]
    nodes = [run["beam"].node(k) for k in range(count)]
    x = np.stack([node.position.values for node in nodes], axis=1)
    v = np.stack([node.velocity.values for node in nodes], axis=1)
    spin = np.stack([node.angular_velocity.values for node in nodes], axis=1)
    turned = np.stack([node.rotation_matrix.values for node in nodes], axis=1)
    inertia = turned @ np.diag([0.1, 0.05, 0.05]) @ np.swapaxes(turned, -1, -2)
    center = (mass * x).sum(axis=1) / mass.sum()
    momentum = (mass * v).sum(axis=1)
    own = np.einsum("n,tnij,tnj->ti", lengths, inertia, spin)
    return center, momentum, np.cross(x - center[:, None], mass * v).sum(axis=1) + own


def quiet_section(stiffness: ArrayLike, mass: ArrayLike) -> Section:
    """A section without shear or rotary inertia, the beam of the classical theory; its hints are known."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", mbfe.sections.SectionWarning)
        return section_of(stiffness, mass)


# ------------------------------------------------------------------ mechanisms

FOUR_BAR = {
    0.05: (-0.0601988233651, 0.0798508393270, 0.0, 0.1405311799075, 0.1698934211223, 0.0),
    0.1: (-0.0003789954457, -0.1000026608764, 0.0, 0.0589603086944, 0.1118394131677, 0.0),
    0.125: (0.0985023395088, -0.0172278871899, 0.0, 0.1960210263243, 0.1799681686310, 0.0),
    0.15: (0.0659110084538, 0.0751159909280, 0.0, 0.2649671658190, 0.1678752786330, 0.0),
    0.2: (0.0090790411112, 0.0995142291004, 0.0, 0.2140653147111, 0.1794025774614, 0.0),
    0.3: (0.0061674513923, 0.0997776097049, 0.0, 0.2111521092054, 0.1795943451639, 0.0),
}
"""Hinges B and C of the flexible four-bar [m]; exact rods, digits good to 1e-9 until 0.125 s, then 7e-6."""


def four_bar(*, n_elements: int, n_nodes: int) -> tuple[Model, tuple[Node, Node]]:
    """Planar four-bar of plastic rods: the crank of 100 mm turns once in 0.2 s and stops."""
    section = round_section(diameter=0.01, young=3e9, poisson=0.35, density=1200.0)
    A, B, D = np.zeros(3), np.array([0, 0.1, 0]), np.array([0.2, 0, 0])
    C = np.array([0.2049657453878188, 0.1799314907756376, 0.0])  # coupler of 220 mm, rocker of 180 mm
    size = {"n_elements": n_elements, "n_nodes": n_nodes}
    model = Model("four-bar")
    shaft = model.add_base("shaft", angle=curves.SmoothStep(0.0, 0.2, 0.0, 2.0 * np.pi))
    crank = bar(model, "crank", A, B, section, **size)
    coupler = bar(model, "coupler", B, C, section, **size)
    rocker = bar(model, "rocker", C, D, section, **size)
    model.add(joints.Fixed("A", shaft, crank.start, position=A))
    model.add(joints.Revolute("B", crank.end, coupler.start, position=B, axis=UP))
    model.add(joints.Revolute("C", coupler.end, rocker.start, position=C, axis=UP))
    model.add(joints.Revolute("D", model.ground, rocker.end, position=D, axis=UP))
    return model, (crank.end, coupler.end)


MISALIGNED = {
    "i1": {
        10: (
            4.264848860548,
            -1.931406021075,
            16.415613270623,
            0.907467576988,
            1.713263499966,
            -0.463537445058,
        ),
        30: (
            16.169829433115,
            -5.602148477673,
            20.925985019995,
            -0.885459626174,
            11.701542962137,
            -1.344515634641,
        ),
    },
    "i2": {
        10: (
            7.315927097198,
            -3.349810432746,
            46.897169063639,
            -3.850383089902,
            -10.533652863891,
            -0.803954503859,
        ),
        30: (
            24.429918167580,
            -8.665140795177,
            122.122764553002,
            -12.176852881326,
            -29.736551160856,
            -2.079633790842,
        ),
    },
}
"""Force [N] and moment [N m] on the root section of bar 1, world axes, over the crank's angle [deg], by the
axis about which the hinge C is tilted: quasi-static, shooting on the exact rod equations to 1e-10."""


def misaligned_four_bar(*, tilt: str, angle: Any, n_elements: int, n_nodes: int) -> Model:
    """Four-bar with a hinge tilted by 5° (after Bauchau et al. 2016), in which rigid bars would jam.

    Bars of steel: 0.12 m and 0.24 m of 16 mm square, 0.12 m of 8 mm square.
    """
    shear = 207e9 / 2.6

    def square(a: float) -> Section:
        area, inertia = a * a, a**4 / 12.0
        stiffness = [
            207e9 * area,
            *(0.8284 * shear * area,) * 2,
            0.1406 * a**4 * shear,
            *(207e9 * inertia,) * 2,
        ]
        return section_of(stiffness, 7800.0 * np.array([area, area, area, 2 * inertia, inertia, inertia]))

    A, B, C, D = np.array([[0, 0, 0], [0, 0.12, 0], [0.24, 0.12, 0], [0.24, 0, 0]], dtype=float)
    size = {"n_elements": n_elements, "n_nodes": n_nodes}
    model = Model("misaligned four-bar")
    shaft = model.add_base("shaft", angle=angle)
    first = bar(model, "bar 1", A, B, square(0.016), **size)
    second = bar(model, "bar 2", B, C, square(0.016), **size)
    third = bar(model, "bar 3", C, D, square(0.008), **size)
    s, c = np.sin(np.radians(5.0)), np.cos(np.radians(5.0))
    model.add(joints.Fixed("A", shaft, first.start, position=A))
    model.add(joints.Revolute("B", first.end, second.start, position=B, axis=UP))
    model.add(
        joints.Revolute(
            "C", second.end, third.start, position=C, axis=(0, -s, c) if tilt == "i1" else (s, 0, c)
        )
    )
    model.add(joints.Revolute("D", model.ground, third.end, position=D, axis=UP))
    return model
