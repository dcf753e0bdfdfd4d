"""Entries of the laws of contact: every surface and probe, every law and friction."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq

from mbfe.elements.beam_contact.beam_contact_law import BEAM_CONTACTS
from mbfe.elements.beam_contact.beam_pair_law import find, pair_contact
from mbfe.elements.beams.beam_parts import LOBATTO
from mbfe.elements.beams.beam_section_point import relation_shapes, section_inside
from mbfe.elements.contacts.contact_forces import NO_FRICTION, REGULARISED, STICKS
from mbfe.elements.contacts.contact_geometry import CYLINDER, PLANE, SPHERE
from mbfe.elements.contacts.contact_law import TOUCHING, contact
from mbfe.elements.contacts.rigid_contact_law import rigid_contact
from mbfe.elements.contacts.sticking_contact_law import sticking_contact
from tests.contract import se3
from tests.contract.harness import Case, Curves, Parameters, random_pose

Floats = NDArray[np.float64]
Rng = np.random.Generator

SURFACES = {
    "plane": (PLANE, 1.0, 1.0),
    "sphere": (SPHERE, 1.0, 2.0),
    "bowl": (SPHERE, -1.0, 2.2),
    "cylinder": (CYLINDER, 1.0, 2.0),
    "tube": (CYLINDER, -1.0, 2.2),
}
"""Kind, side and radius [m]."""
DEPTH = 0.12
WAYS = {"sticking": 0.0, "slipping": 1.0}
"""Whether a contact that is closed slips."""
FRAME_A = (
    np.array([0.1, -0.2, 0.15]),
    np.array([0.9, 0.1, -0.2, 0.3]) / np.linalg.norm([0.9, 0.1, -0.2, 0.3]),
)
CENTER_B = np.array([0.05, 0.1, -0.08])


def centre_of(surface: str, radius: float, gap: float) -> Floats:
    """A centre at a gap from the surface, in the frame of the surface."""
    kind, side, size = SURFACES[surface]
    if kind == PLANE:
        return np.array([0.2, -0.1, radius + gap])
    direction = np.array([0.6, 0.64, 0.48]) if kind == SPHERE else np.array([0.6, 0.8, 0.0])
    place = direction * (size + side * (radius + gap))
    return place if kind == SPHERE else place + [0.0, 0.0, 0.3]


def body_pose(centre: Floats) -> Floats:
    """Pose of the body in the frame of the base with the ball's centre at a place of the surface's frame."""
    frame = se3.matrix(np.concatenate(FRAME_A))
    turned = se3.matrix(
        np.array([0.0, 0.0, 0.0, *np.array([0.8, -0.3, 0.4, 0.2]) / np.linalg.norm([0.8, 0.3, 0.4, 0.2])])
    )
    turned[:3, 3] = centre - turned[:3, :3] @ CENTER_B
    return se3.row(frame @ turned)


def facts_of(surface: str, radius: float, half: float, friction: int) -> Parameters:
    """Parameters that both laws have."""
    kind, side, size = SURFACES[surface]
    facts = {"position_a": FRAME_A[0], "rotation_a": FRAME_A[1], "surface": float(kind), "side": side}
    axis = across(surface) if half else np.array([1.0, 0.0, 0.0])
    # the middle of a segment stands beside the place that touches
    facts |= {"size": size, "center_b": CENTER_B - 0.4 * half * axis, "axis_b": axis}
    facts |= {"half": half, "radius": radius}
    static = 0.3 if friction == REGULARISED else 0.5
    return facts | {
        "friction": float(friction),
        "mu": 0.3,
        "mu_static": static,
        "stribeck": 0.8,
        "regular": 0.1,
    }


def poses_at(surface: str, radius: float, gap: float):  # type: ignore[no-untyped-def]
    """Poses of base and body at a gap."""

    def poses(rng: Rng) -> Floats:
        base = se3.matrix(random_pose(rng, 0.1, 0.3))
        near = se3.matrix(body_pose(centre_of(surface, radius, gap)))
        return np.array([se3.row(base), se3.row(base @ near)])

    return poses


def apart(surface: str, radius: float, gap: float):  # type: ignore[no-untyped-def]
    """Poses at a gap, the base at the origin of the world."""
    return lambda rng, parameters: np.array(
        [[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0], body_pose(centre_of(surface, radius, gap))]
    )


def across(surface: str) -> Floats:
    """Direction of a segment that lies along the surface and across a cylinder, in the frame of the body."""
    frame = np.linalg.inv(se3.matrix(np.concatenate(FRAME_A)))
    turned = (frame @ se3.matrix(body_pose(np.zeros(3))))[:3, :3]
    n = centre_of(surface, 0.0, 0.0) * (1.0 if SURFACES[surface][0] == SPHERE else np.array([1.0, 1.0, 0.0]))
    along = np.cross(n, [0.8, 0.0, 0.6])
    return turned.T @ along / np.linalg.norm(along)


def history_at(surface: str, radius: float, gap: float, slip: float) -> dict[str, Any]:
    """History of a contact that was at just this place, with a stretched spring."""
    frame = np.linalg.inv(se3.matrix(np.concatenate(FRAME_A)))
    row = se3.row(frame @ se3.matrix(body_pose(centre_of(surface, radius, gap))))
    kind, side, _ = SURFACES[surface]
    centre = centre_of(surface, radius, gap) * ([1.0, 1.0, 0.0] if kind == CYLINDER else [1.0, 1.0, 1.0])
    n = np.array([0.0, 0.0, 1.0]) if kind == PLANE else side * centre / np.linalg.norm(centre)
    along = np.cross(n, [0.8, 0.0, 0.6])
    kept = {"mode": TOUCHING, "speed": 0.4, "limit": 1e300, "spring": slip * along, "normal": n}
    return kept | {"place": row[:3], "turn": row[3:]}


def compliant(
    surface: str, variant: str, *, radius: float = 0.2, half: float = 0.0, friction: int = NO_FRICTION,
    exponent: float = 1.5, calibrated: float = 0.0, slip: float | None = None, gap: float = -DEPTH,
) -> Case:  # fmt: skip
    """A compliant contact."""

    def draw(rng: Rng, curves: Curves) -> Parameters:
        facts = facts_of(surface, radius, half, friction)
        facts |= {"stiffness": rng.uniform(100.0, 200.0), "exponent": exponent, "slowest": 2.0}
        facts |= {"damping": 0.0 if calibrated else rng.uniform(0.05, 0.15), "calibrated": calibrated}
        facts |= {
            "tangential_stiffness": rng.uniform(20.0, 30.0),
            "tangential_damping": rng.uniform(0.1, 0.2),
        }
        return facts | {"scale": 1.0, "watch": 0.0 if slip is None else 1.0, "resolution": 20.0}

    return Case(
        contact,
        draw,
        f"{variant} {surface}",
        ground=(0, 1),
        reference=apart(surface, radius, 1e-3),
        exchange=lambda parameters: parameters,
        poses=poses_at(surface, radius, gap),
        history={} if slip is None else history_at(surface, radius, gap, slip),
    )


def rigid(
    surface: str, variant: str, *, radius: float = 0.2, half: float = 0.0, friction: int = NO_FRICTION
) -> Case:
    """A rigid contact that is closed."""

    def draw(rng: Rng, curves: Curves) -> Parameters:
        facts = facts_of(surface, radius, half, friction)
        return facts | {"restitution": 0.5, "rest": 1e-4, "near": 1e-7, "small": 1e-8}

    return Case(
        rigid_contact,
        draw,
        f"{variant} {surface}",
        ground=(0, 1),
        reference=apart(surface, radius, 0.0),
        exchange=lambda parameters: parameters,
        poses=poses_at(surface, radius, -DEPTH),
    )


def holds(surface: str, variant: str, *, slips: float, half: float = 0.0) -> Case:
    """A rigid contact with friction that sticks, closed."""

    def draw(rng: Rng, curves: Curves) -> Parameters:
        facts = facts_of(surface, 0.2, half, STICKS)
        return facts | {"restitution": 0.5, "rest": 1e-4, "near": 1e-7, "small": 1e-8, "still": 1e-6}

    return Case(
        sticking_contact,
        draw,
        f"{variant} {surface}",
        ground=(0, 1),
        reference=apart(surface, 0.2, 0.0),
        exchange=lambda parameters: parameters,
        poses=poses_at(surface, 0.2, -DEPTH),
        history={"slips": slips, "bounce": 0.5, "along": (0.3, -0.5, 0.4)},
    )


def along_beam(
    nodes: int, surface: str, variant: str, *, friction: int, slip: float = 0.0, half: float = 0.0
) -> Case:
    """A point between the nodes of a bent element."""
    fixed = np.random.default_rng(nodes)
    offsets = np.array([random_pose(fixed, 0.3, 0.5) for _ in range(nodes)])
    shapes = relation_shapes(nodes, 0.3)
    seen = SimpleNamespace(offsets=offsets)
    contact_of = compliant(surface, variant, friction=friction, half=half)

    def draw(rng: Rng, curves: Curves) -> Parameters:
        facts = contact_of.draw(rng, curves)
        return facts | {"offsets": offsets, "shapes": shapes, "watch": 0.0}

    def placed(rng: Rng, gap: float) -> Floats:
        along = 0.5 * np.array(LOBATTO[nodes])
        frames = [random_pose(rng, 0.1, 0.4) + [s, *np.zeros(6)] for s in along]
        poses = [
            se3.row(se3.matrix(one) @ np.linalg.inv(se3.matrix(other)))
            for one, other in zip(frames, offsets, strict=True)
        ]
        law = BEAM_CONTACTS[nodes]
        scratch = law.by_name("scratch", np.zeros(law.n_scratch))
        x, q = section_inside(nodes, np.array(poses), shapes, seen, scratch).frame
        near = se3.matrix(body_pose(centre_of(surface, 0.2, gap)))
        return np.array([se3.row(se3.matrix([*x, *q]) @ np.linalg.inv(near)), *poses])

    return Case(
        BEAM_CONTACTS[nodes],
        draw,
        f"{variant} {surface}",
        ground=(0, 1),
        reference=lambda rng, parameters: placed(rng, 1e-3),
        exchange=lambda parameters: parameters,
        poses=lambda rng: placed(rng, -DEPTH),
        history=history_at(surface, 0.2, -DEPTH, slip) if slip else {},
    )


def between_beams(*, friction: int, damping: float) -> Case:
    """Two bent parts side by side, the first one in contact all along."""
    fixed = np.random.default_rng(4)
    offsets = np.array([random_pose(fixed, 0.3, 0.5) for _ in range(4)])
    lengths, radii = (0.4, 1.2), (0.5, 0.4)
    facts: Parameters = {"length_a": lengths[0], "length_b": lengths[1]}
    facts |= {"radius_a": radii[0], "radius_b": radii[1], "starts": 0.0, "ends": 0.0, "exponent": 1.0}
    facts |= {"damping": damping, "friction": float(friction), "mu": 0.3, "mu_static": 0.4}
    facts |= {"stribeck": 0.8, "regular": 0.5, "origins": offsets[:, :3]}
    facts |= {"normals": np.array([se3.matrix(row)[:3, 0] for row in offsets])}

    def placed(rng: Rng, gap: float) -> Floats:
        along = 0.5 * np.repeat(lengths, 2) * np.tile([-1.0, 1.0], 2)
        bent = [se3.matrix(random_pose(rng, 0.1 * abs(x), 0.2) + [x, *np.zeros(6)]) for x in along]

        def at(height: float) -> Floats:
            shift = se3.matrix([0.03, -0.02, height, 1.0, 0.0, 0.0, 0.0])
            both = zip([shift @ bent[0], shift @ bent[1], *bent[2:]], offsets, strict=True)
            return np.array([se3.row(H @ np.linalg.inv(se3.matrix(offset))) for H, offset in both])

        def excess(height: float) -> float:
            work = pair_contact.by_name("scratch", np.zeros(pair_contact.n_scratch))
            return find(at(height), SimpleNamespace(**facts), work) - sum(radii) - gap

        return at(brentq(excess, 0.2 * sum(radii), 3.0 * sum(radii)))

    return Case(
        pair_contact,
        lambda rng, curves: facts | {"stiffness": rng.uniform(3.0, 4.0)},
        "rubbing",
        ground=(0, 3),
        reference=lambda rng, parameters: placed(rng, 1e-3),
        exchange=lambda parameters: parameters,
        poses=lambda rng: placed(rng, -0.3),
    )


def cases() -> list[Case]:
    """All entries."""
    cases = [compliant(surface, "regularised", friction=REGULARISED) for surface in SURFACES]
    cases += [compliant(surface, "sticking", friction=STICKS, slip=1e-4) for surface in SURFACES]
    cases += [
        compliant("plane", "open", gap=0.01),
        compliant("plane", "linear point", radius=0.0, exponent=1.0, calibrated=0.4),
        compliant("sphere", "side of a capsule", half=0.3, friction=REGULARISED),
        compliant("cylinder", "side of a capsule", half=0.5, friction=REGULARISED),
    ]
    cases += [rigid(surface, "frictionless") for surface in SURFACES]
    cases += [rigid(surface, "rubbing", friction=REGULARISED) for surface in SURFACES]
    cases += [holds(surface, way, slips=slips) for way, slips in WAYS.items() for surface in SURFACES]
    for way, slips in WAYS.items():
        cases.append(holds("sphere", f"{way} side of a capsule", slips=slips, half=0.3))
    cases += [
        along_beam(2, "plane", "regularised", friction=REGULARISED),
        along_beam(2, "cylinder", "sticking", friction=STICKS, slip=1e-4),
        along_beam(2, "cylinder", "side", friction=REGULARISED, half=0.5),
        along_beam(3, "sphere", "sticking", friction=STICKS, slip=1e-4),
        along_beam(4, "tube", "regularised", friction=REGULARISED),
        between_beams(friction=REGULARISED, damping=0.4),
    ]
    return [*cases, rigid("sphere", "side of a capsule", half=0.3)]
