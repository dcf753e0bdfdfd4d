"""What errors about inputs advise is done here, in the situation in which they say it, and then it works.

Each case is the advice, what raises the error that gives it, and what follows it; where the right value is
known the latter is a pair of what was found and what is right.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import scipy.signal

import mbfe
from mbfe import blocks, curves, elements, joints, lines, sections, shapes
from mbfe.elements import contacts
from tests.advice import check_advice

BODY: dict[str, Any] = {"mass": 2.0, "inertia": (0.1, 0.1, 0.1)}
Z = (0.0, 0.0, 1.0)
STEEL: dict[str, Any] = {"E": 210e9, "nu": 0.3, "density": 7800.0}
ROUND = sections.circle(radius=0.01, **STEEL)
Attempt = Callable[[], Any]


def built(*items: Any) -> Any:
    """A model with items, compiled."""
    model = mbfe.Model("model")
    for item in items:
        model.add(item)
    return model.compile()


def body(name: str = "body", **place: Any) -> elements.RigidBody:
    """A rigid body."""
    return elements.RigidBody(name, **(BODY | place))


def point(name: str = "point", **place: Any) -> elements.PointMass:
    """A point mass."""
    return elements.PointMass(name, mass=1.0, **place)


def hinge(first: Any = "ground", second: Any = "body") -> joints.Revolute:
    """A hinge about z at the origin."""
    return joints.Revolute("hinge", first, second, position=(0, 0, 0), axis=Z)


def beam(name: str = "beam", **options: Any) -> elements.Beam:
    """A beam of a metre along x."""
    line = lines.straight((0, 0, 0), (1, 0, 0))
    return elements.Beam(name, **({"line": line, "section": ROUND, "n_elements": 2, "n_nodes": 2} | options))


def stiff(*diagonal: float) -> np.ndarray:
    """A 6x6 stiffness."""
    return np.diag(diagonal).astype(float)


def coupled(value: float) -> mbfe.Section:
    """A section whose extension and bending are coupled."""
    K = stiff(1e6, 1e5, 1e5, 10.0, 10.0, 10.0)
    K[0, 4] = K[4, 0] = value
    return mbfe.Section.from_matrices(stiffness=K, mass=stiff(1, 1, 1, 0.02, 0.01, 0.01))


def skew(lower: float) -> mbfe.Section:
    """A section whose matrix has one coupling twice."""
    K = stiff(1e6, 1e5, 1e5, 10.0, 10.0, 10.0)
    K[0, 4], K[4, 0] = 100.0, lower
    return mbfe.Section.from_matrices(stiffness=K, mass=stiff(1, 1, 1, 0.02, 0.01, 0.01))


def inertia(product: float, other: float) -> Any:
    """A body with products of inertia."""
    return mbfe.MassProperties(1.0, (0, 0, 0), ((1.0, product, 0), (other, 1.0, 0), (0, 0, 1.0)))


def sums(*inputs: Any) -> Any:
    """A sum of a length and an angle."""
    return built(blocks.Source("a", 1.0, unit="m"), blocks.Source("b", 1.0, unit="rad"), *inputs)


TOUCH: dict[str, Any] = {"stiffness": 1e5, "radius": 0.01}
DISCRETE = scipy.signal.dlti([1.0], [1.0, -0.5], dt=0.1).to_ss()
CONTINUOUS = scipy.signal.lti([1.0], [1.0, 2.0]).to_ss()
LONG = lines.straight((0, 0, 0), (3, 0, 0))


def rods(number: int, apart: float = 0.1) -> list[elements.Beam]:
    """Rods of four elements beside each other."""
    made = []
    for i in range(number):
        line = lines.straight((0, i * apart, 0), (1, i * apart, 0))
        made.append(beam(f"rod {i}", line=line, n_elements=4))
    return made


def weights(length: float) -> list[tuple[float, tuple[float, float, float]]]:
    """A line load that grows along the span."""
    return [(0.0, (0, 0, 0.0)), (length, (0, 0, -1.0))]


CASES: dict[str, tuple[str, Attempt, list[Attempt]]] = {
    "points that go back": (
        "Sort the points",
        lambda: curves.Table((0.0, 2.0, 1.0), (0.0, 2.0, 1.0), kind="linear"),
        [lambda: (curves.Table((0.0, 1.0, 2.0), (0.0, 1.0, 2.0), kind="linear")(1.5), 1.5)],
    ),
    "jump in a periodic spline": (
        'kind="linear", periodic=True',
        lambda: curves.Table((0.0, 1.0, 1.0, 2.0), (0.0, 1.0, 0.0, 0.0), kind="cubic", periodic=True),
        [
            lambda: (
                curves.Table((0.0, 1.0, 1.0, 2.0), (0.0, 1.0, 0.0, 0.0), kind="linear", periodic=True)(2.5),
                0.5,
            )
        ],
    ),
    "jump between periods, twice": (
        "Leave out the first point or the last one",
        lambda: curves.Table(
            (0.0, 0.0, 1.0, 2.0, 2.0), (1.0, 0.0, 1.0, 1.0, 0.0), kind="linear", periodic=True
        ),
        [
            lambda: (
                curves.Table((0.0, 1.0, 2.0, 2.0), (0.0, 1.0, 1.0, 0.0), kind="linear", periodic=True)(2.5),
                0.5,
            ),
            lambda: (
                curves.Table((0.0, 0.0, 1.0, 2.0), (1.0, 0.0, 1.0, 1.0), kind="linear", periodic=True)(2.5),
                0.5,
            ),
        ],
    ),
    "integral of a Python function": (
        "Give a Python function of the integral, or a table",
        lambda: curves.integral(lambda t: 2.0 * t),
        [lambda: (curves.integral(curves.Table((0.0, 1.0), (0.0, 2.0), kind="linear"))(1.0), 1.0)],
    ),
    "points in a row": (
        "Use lines.straight",
        lambda: lines.arc_through((0, 0, 0), (1, 0, 0), (2, 0, 0)),
        [lambda: (lines.straight((0, 0, 0), (2, 0, 0)).length, 2.0)],
    ),
    "arc with a pitch": (
        "lines.helix takes such points",
        lambda: lines.arc(start=(1, 0, 0.5), center=(0, 0, 0), normal=Z, angle=1.0),
        [lambda: lines.helix(start=(1, 0, 0.5), center=(0, 0, 0), axis=Z, turns=0.2, pitch=0.1)],
    ),
    "up along the line": (
        "Choose another vector",
        lambda: built(beam(up=(1, 0, 0))),
        [lambda: built(beam(up=Z)), lambda: built(beam())],
    ),
    "long quaternion": (
        "Divide it by its length",
        lambda: built(body(orientation=(2.0, 0, 0, 2.0))),
        [lambda: built(body(orientation=(0.5**0.5, 0, 0, 0.5**0.5)))],
    ),
    "left-handed axes": (
        "Exchange two axes or turn one around",
        lambda: built(body(orientation=np.diag([1.0, 1.0, -1.0]))),
        [
            lambda: built(body(orientation=np.array([[0, 1.0, 0], [1, 0, 0], [0, 0, -1]]))),
            lambda: built(body(orientation=np.diag([-1.0, 1.0, -1.0]))),
        ],
    ),
    "products of inertia": (
        "give the same product of inertia on both sides",
        lambda: inertia(0.1, 0.2),
        [lambda: (inertia(0.1, 0.1).inertia[1, 0], 0.1)],
    ),
    "mass without inertia": (
        "Give both, or properties=",
        lambda: elements.RigidBody("body", mass=1.0),
        [body, lambda: elements.RigidBody("body", properties=inertia(0.1, 0.1))],
    ),
    "offset without a body": (
        "Give body=, or position= instead",
        lambda: point(offset=(1, 0, 0)),
        [lambda: point(position=(1, 0, 0)), lambda: built(body(), point(body="body", offset=(1, 0, 0)))],
    ),
    "coupling of a section": (
        "check signs, units and the order of the components (from_matrices has order=)",
        lambda: coupled(1e4),
        [lambda: (coupled(1e3).stiffness[4, 0], 1e3)],
    ),
    "section that is not symmetric": (
        "give the same number on both sides of the diagonal",
        lambda: skew(90.0),
        [lambda: skew(100.0)],
    ),
    "walls without length": (
        "leave repeated points out",
        lambda: sections.thin_walled(points=((0, 0), (0, 0), (0.1, 0)), thickness=1e-3, **STEEL),
        [lambda: sections.thin_walled(points=((0, 0), (0.1, 0)), thickness=1e-3, **STEEL)],
    ),
    "nothing moves": (
        "Add a body",
        built,
        [lambda: built(body())],
    ),
    "a node alone": (
        "Attach a body or an element, or leave it out",
        lambda: alone(mbfe.Model("model")),
        [lambda: built(body())],
    ),
    "joint that ties the rotation of a point": (
        "Take a joint of points, such as joints.Spherical, or a RigidBody",
        lambda: built(point("body"), joints.SameOrientation("same", "ground", "body")),
        [
            lambda: built(point("body"), joints.Spherical("ball", "ground", "body")),
            lambda: built(body(), joints.SameOrientation("same", "ground", "body")),
        ],
    ),
    "first side that does not turn": (
        "Exchange the two sides",
        lambda: built(point(), body(), joints.InLine("slot", "point", "body", position=(0, 0, 0), axis=Z)),
        [lambda: built(point(), body(), joints.InLine("slot", "body", "point", position=(0, 0, 0), axis=Z))],
    ),
    "a spring without force": (
        "Give at least one of them, or leave the element out",
        lambda: built(body(position=(1, 0, 0)), elements.PointSpring("s", "ground", "body")),
        [
            lambda: built(
                body(position=(1, 0, 0)), elements.PointSpring("s", "ground", "body", stiffness=1.0)
            ),
            lambda: built(body(position=(1, 0, 0)), elements.PointSpring("s", "ground", "body", damping=1.0)),
            lambda: built(body(position=(1, 0, 0)), elements.PointSpring("s", "ground", "body", preload=1.0)),
        ],
    ),
    "a joint spring without force": (
        "Give at least one of them, or leave the element out",
        lambda: built(body(), hinge(), elements.JointSpring("s", "hinge.angle")),
        [lambda: built(body(), hinge(), elements.JointSpring("s", "hinge.angle", stiffness=1.0))],
    ),
    "a spring of no length": (
        "Move one of the points",
        lambda: built(body(), elements.PointSpring("s", "ground", "body", stiffness=1.0, free_length=0.5)),
        [
            lambda: built(
                body(),
                elements.PointSpring(
                    "s", "ground", "body", stiffness=1.0, second_point=(1, 0, 0), free_length=0.5
                ),
            )
        ],
    ),
    "bushing with moments at a point": (
        "Leave those of rotation out, or take a RigidBody",
        lambda: built(
            point("body"),
            elements.Bushing("b", "ground", "body", position=(0, 0, 0), stiffness=stiff(1, 1, 1, 1, 1, 1)),
        ),
        [
            lambda: built(
                point("body"),
                elements.Bushing(
                    "b", "ground", "body", position=(0, 0, 0), stiffness=stiff(1, 1, 1, 0, 0, 0)
                ),
            ),
            lambda: built(
                body(),
                elements.Bushing(
                    "b", "ground", "body", position=(0, 0, 0), stiffness=stiff(1, 1, 1, 1, 1, 1)
                ),
            ),
        ],
    ),
    "force in the axes of a point": (
        "Take a RigidBody, or let f(t, state) give the direction",
        lambda: built(point("body"), elements.Force("f", "body", (1, 0, 0), frame="body")),
        [lambda: built(body(), elements.Force("f", "body", (1, 0, 0), frame="body"))],
    ),
    "load before its beam": (
        "Add the beam first",
        lambda: built(elements.DistributedLoad("w", "beam", force=(0, 0, -1.0)), beam(start="ground")),
        [lambda: built(beam(start="ground"), elements.DistributedLoad("w", "beam", force=(0, 0, -1.0)))],
    ),
    "beam that ends on a point": (
        'Give the end a node and connect it to "point" by joints.Spherical',
        lambda: built(point(position=(1, 0, 0)), beam(start="ground", end="point")),
        [
            lambda: built(
                point(position=(1, 0, 0)),
                beam(start="ground"),
                joints.Spherical("ball", "beam.end", "point"),
            )
        ],
    ),
    "twisted element": (
        "Take more elements, about",
        lambda: built(beam(twist=curves.Polynomial(0.0, 8.0), n_elements=1)),
        [lambda: built(beam(twist=curves.Polynomial(0.0, 8.0), n_elements=20))],
    ),
    "restitution of a compliant contact": (
        "For a contact without rebound use Rigid(restitution=0)",
        lambda: contacts.Linear(stiffness=1e5, restitution=0.0),
        [lambda: contacts.Rigid(restitution=0)],
    ),
    "hertz without a radius": (
        "Give Hertz(radius=...), or take Linear(stiffness=...)",
        lambda: touching(contacts.Hertz(E=1e9, nu=0.3)),
        [
            lambda: touching(contacts.Hertz(E=1e9, nu=0.3, radius=0.1)),
            lambda: touching(contacts.Linear(stiffness=1e5)),
        ],
    ),
    "empty inputs": (
        "Something that has no input is a blocks.Source",
        lambda: blocks.Sum("sum", []),
        [lambda: built(body(), blocks.Source("source", 1.0))],
    ),
    "different units": (
        "Give the inputs a Gain with unit=, or the sum weights",
        lambda: sums(blocks.Sum("sum", ["a", "b"])),
        [
            lambda: sums(body(), blocks.Gain("g", "b", 2.0, unit="m"), blocks.Sum("sum", ["a", "g"])),
            lambda: sums(body(), blocks.Sum("sum", ["a", "b"], weights=[1.0, 2.0], unit="m")),
        ],
    ),
    "lag without a time": (
        "Take blocks.Gain with gain=3",
        lambda: built(blocks.Source("a", 1.0), blocks.FirstOrder("lag", "a", time_constant=0.0, gain=3.0)),
        [lambda: built(body(), blocks.Source("a", 1.0), blocks.Gain("lag", "a", gain=3.0))],
    ),
    "gain as a transfer function": (
        "Take a Gain for a constant; a derivative needs a lag",
        lambda: built(
            blocks.Source("a", 1.0), blocks.TransferFunction("f", "a", numerator=[2.0], denominator=[1.0])
        ),
        [
            lambda: built(body(), blocks.Source("a", 1.0), blocks.Gain("f", "a", gain=2.0)),
            lambda: built(
                body(),
                blocks.Source("a", 1.0),
                blocks.TransferFunction("f", "a", numerator=[1.0, 0.0], denominator=[0.01, 1.0]),
            ),
        ],
    ),
    "a signal that is read too early": (
        'Add "hinge" first',
        lambda: built(body(), blocks.Gain("g", "hinge.angle", gain=2.0), hinge()),
        [lambda: built(body(), hinge(), blocks.Gain("g", "hinge.angle", gain=2.0))],
    ),
    "first order by choice": (
        "Write order=1 if a first-order scheme is meant",
        lambda: mbfe.Newmark(gamma=0.6, beta=0.4),
        [lambda: mbfe.Newmark(gamma=0.6, beta=0.4, order=1), mbfe.Newmark],
    ),
    "alpha of HHT": (
        "GeneralizedAlpha(alpha_m=0, alpha_f=…) takes other values, with its own checks",
        lambda: mbfe.HHT(alpha=-0.4),
        [lambda: mbfe.GeneralizedAlpha(alpha_m=0.0, alpha_f=0.4)],
    ),
    "b of HHT": ("The paper proposes b=0", lambda: mbfe.HHT(b=0.5), [lambda: mbfe.HHT(b=0)]),
    "a beam that touches itself": (
        "Give self_contact=True for contact of the beam with itself",
        lambda: built(*rods(1), elements.BeamPairContact("touch", "rod 0", **TOUCH)),
        [
            lambda: built(*rods(1), elements.BeamPairContact("touch", "rod 0", self_contact=True, **TOUCH)),
            lambda: built(*rods(2), elements.BeamPairContact("touch", ["rod 0", "rod 1"], **TOUCH)),
        ],
    ),
    "a beam on both sides": (
        "Give self_contact=True for contact of the beam with itself",
        lambda: built(*rods(2), elements.BeamPairContact("touch", ["rod 0", "rod 1"], "rod 1", **TOUCH)),
        [lambda: built(*rods(2), elements.BeamPairContact("touch", "rod 0", "rod 1", **TOUCH))],
    ),
    "a radius of others": (
        "Give others=, or radius= alone",
        lambda: built(
            *rods(2), elements.BeamPairContact("touch", ["rod 0", "rod 1"], other_radius=0.02, **TOUCH)
        ),
        [
            lambda: built(
                *rods(2), elements.BeamPairContact("touch", "rod 0", "rod 1", other_radius=0.02, **TOUCH)
            ),
            lambda: built(*rods(2), elements.BeamPairContact("touch", ["rod 0", "rod 1"], **TOUCH)),
        ],
    ),
    "beams inside of each other": (
        "Draw the lines apart",
        lambda: built(*rods(2, 0.001), elements.BeamPairContact("touch", "rod 0", "rod 1", **TOUCH)),
        [lambda: built(*rods(2, 0.03), elements.BeamPairContact("touch", "rod 0", "rod 1", **TOUCH))],
    ),
    "a beam that touches its clamp": (
        "Connect the end of the beam to the base by a joint instead of start= or end=",
        lambda: built(body(), beam(start="body"), elements.BeamContact("touch", "beam", "body", **TOUCH)),
        [
            lambda: built(
                body(),
                beam(),
                joints.Fixed("clamp", "body", "beam.start"),
                elements.BeamContact("touch", "beam", "body", **TOUCH),
            )
        ],
    ),
    "a wheel that lies": (
        "a wheel stands on its rim",
        lambda: built(body(position=(0, 0, 0.3)), joints.Rolling("roll", "body", "ground", radius=0.3)),
        [
            lambda: built(
                body(position=(0, 0, 0.3)),
                joints.Rolling("roll", "body", "ground", radius=0.3, axis=(0, 1, 0)),
            )
        ],
    ),
    "a discrete system in a state space": (
        "Take blocks.Sampled for it",
        lambda: built(body(), blocks.Source("a", 1.0), blocks.StateSpace("f", "a", system=DISCRETE)),
        [lambda: built(body(), blocks.Source("a", 1.0), blocks.Sampled("f", "a", system=DISCRETE))],
    ),
    "a continuous system that is sampled": (
        "Discretise it, or take blocks.StateSpace",
        lambda: built(body(), blocks.Source("a", 1.0), blocks.Sampled("f", "a", system=CONTINUOUS)),
        [
            lambda: built(
                body(), blocks.Source("a", 1.0), blocks.Sampled("f", "a", system=CONTINUOUS.to_discrete(0.1))
            ),
            lambda: built(body(), blocks.Source("a", 1.0), blocks.StateSpace("f", "a", system=CONTINUOUS)),
        ],
    ),
    "loads at fractions of the span": (
        "multiply fractions of the span by line.length",
        lambda: built(beam(line=LONG), elements.DistributedLoad("w", "beam", force=weights(1.0))),
        [lambda: built(beam(line=LONG), elements.DistributedLoad("w", "beam", force=weights(LONG.length)))],
    ),
    "friction of a joint whose reaction says nothing": (
        "Give a friction that does not depend on the reaction, coulomb=…",
        lambda: built(
            body(),
            joints.Universal("cross", "ground", "body", position=(0, 0, 0)),
            elements.JointFriction("rub", "cross.angle_x", mu=0.1, radius=0.01),
        ),
        [
            lambda: built(
                body(),
                joints.Universal("cross", "ground", "body", position=(0, 0, 0)),
                elements.JointFriction("rub", "cross.angle_x", coulomb=0.1),
            )
        ],
    ),
}


def alone(model: mbfe.Model) -> Any:
    """A node to which nothing is attached."""
    model.add(body())
    model.add_node("lone")
    return model.compile()


def touching(law: Any) -> Any:
    """A box on the ground."""
    box = shapes.box(size=(0.2, 0.2, 0.2))
    return built(body(position=(0, 0, 0.2), shape=box), elements.Contact("c", "body", "ground", law=law))


@pytest.mark.parametrize("case", CASES)
def test_what_is_advised_works(case: str) -> None:
    check_advice(*CASES[case])
