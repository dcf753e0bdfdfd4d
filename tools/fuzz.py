"""Random small mechanisms: valid ones must keep energy and constraints, spoiled ones must be refused.

    python tools/fuzz.py --n 500 --seed 1

Each model has a seed of its own, seed · 1000002 + number, by which it can be made again (``--only SEED``);
every third one is spoiled. A valid one passes when its constraints hold and its energy balance closes with
the square of the step; a spoiled one when an error of mbfe names the item that was spoiled. Anything else is
listed, and the exit status is 1 when less than 98 % of the valid ones or any spoiled one fails.
"""

from __future__ import annotations

import argparse
import signal
import sys
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from types import FrameType

import numpy as np

import mbfe
from mbfe import elements, joints

SECONDS = 120
"""Longest time that a model may take [s]."""
VALID_SHARE = 0.98
STEP, DURATION = 4e-3, 0.4
"""Step and simulated time in units of √(length / gravity)."""
HALVINGS = 8
"""How often the step is halved: a light body between heavy ones may turn by 200 rad in a unit of time, which
takes steps of a hundredth of the first one."""
CLOSED = 1e-8
"""Largest violation of a constraint at a step that resolves the motion, in model lengths."""
PAIRS: dict[str, type[joints.LowerPair]] = {
    "Revolute": joints.Revolute,
    "Prismatic": joints.Prismatic,
    "Cylindrical": joints.Cylindrical,
    "Spherical": joints.Spherical,
    "Universal": joints.Universal,
    "Planar": joints.Planar,
}


class TooSlow(Exception):
    """A model took longer than it may."""


@dataclass
class Mechanism:
    """A random model and what is known of it.

    Attributes
    ----------
    model : Model
        The model.
    length : float
        Its size [m].
    kind : str
        How it was made.
    """

    model: mbfe.Model
    length: float
    kind: str

    @property
    def time(self) -> float:
        """Unit of time [s]."""
        return float(np.sqrt(self.length / 9.81))


# ------------------------------------------------------------------ random parts


def body(
    rng: np.random.Generator, name: str, place: np.ndarray, size: float, mass: float
) -> elements.RigidBody:
    """Box of a random shape and orientation."""
    sides = size * rng.uniform(0.2, 1.0, 3)
    inertia = mass / 12.0 * (sides @ sides - sides**2)
    turn = rng.normal(size=4)
    return elements.RigidBody(
        name, position=place, orientation=turn / np.linalg.norm(turn), mass=mass, inertia=inertia
    )


def tree(rng: np.random.Generator, *, spread: float = 3.0) -> Mechanism:
    """Bodies on random joints, each on the ground or on an earlier one; springs between some of them."""
    length = 10.0 ** rng.uniform(-2.0, 1.0)
    model = mbfe.Model("tree", gravity=9.81 * unit(rng))
    n = int(rng.integers(1, 6))
    base = 10.0 ** rng.uniform(-2.0, 2.0)
    places = []
    for i in range(n):
        place = length * rng.uniform(-0.5, 0.5, 3)
        mass = base * 10.0 ** rng.uniform(-spread, spread) if i else base
        model.add(body(rng, f"body {i}", place, 0.5 * length, mass))
        parent = "ground" if i == 0 or rng.random() < 0.3 else f"body {int(rng.integers(i))}"
        kind = str(rng.choice(list(PAIRS)))
        position = place + 0.3 * length * unit(rng)
        model.add(PAIRS[kind](f"joint {i}", parent, f"body {i}", position=position, axis=unit(rng)))
        places.append(place)
    for i in range(n):
        if rng.random() < 0.5:
            stiffness = 20.0 * base * 9.81 / length * rng.uniform(0.1, 1.0)
            spring = elements.PointSpring(
                f"spring {i}", model.ground, f"body {i}", first_point=length * unit(rng),
                second_point=places[i], stiffness=stiffness, free_length=0.5 * length, frame="world",
            )  # fmt: skip
            model.add(spring)
    return Mechanism(model, length, "tree")


def unit(rng: np.random.Generator) -> np.ndarray:
    """Random direction."""
    vector = rng.normal(size=3)
    return vector / np.linalg.norm(vector)


def rodded(rng: np.random.Generator) -> Mechanism:
    """A tree of two ball-jointed bodies with a rod between them that closes a loop."""
    length = 10.0 ** rng.uniform(-2.0, 1.0)
    model = mbfe.Model("rodded", gravity=9.81 * unit(rng))
    base = 10.0 ** rng.uniform(-2.0, 2.0)
    places = [length * np.array([0.0, 0.0, 0.0]), length * np.array([1.0, 0.2, 0.1])]
    for i, place in enumerate(places):
        model.add(body(rng, f"body {i}", place, 0.5 * length, base * 10.0 ** rng.uniform(-2.0, 2.0)))
        corner = place + 0.4 * length * unit(rng)
        model.add(joints.Spherical(f"ball {i}", model.ground, f"body {i}", position=corner))
    ends = [place + 0.2 * length * unit(rng) for place in places]
    model.add(joints.Distance("rod", "body 0", "body 1", first_point=ends[0], second_point=ends[1]))
    return Mechanism(model, length, "rodded")


def four_bar(rng: np.random.Generator) -> Mechanism:
    """Planar four-bar on spatial hinges, three of its rows redundant, away from poses in line."""
    length = 10.0 ** rng.uniform(-2.0, 1.0)
    axis = unit(rng)
    across = np.linalg.svd(axis[None])[2][1:]
    model = mbfe.Model("four-bar", gravity=9.81 * unit(rng))
    base = 10.0 ** rng.uniform(-2.0, 2.0)
    flat = np.array([(0.0, 0.0), (0.2, 0.5), (0.9, 0.8), (1.1, -0.1)]) + rng.uniform(-0.1, 0.1, (4, 2))
    corners = length * flat @ across
    names = ["ground", "crank", "coupler", "rocker", "ground"]
    for name, start, end in zip(names[1:4], corners, corners[1:], strict=False):
        mass = base * 10.0 ** rng.uniform(-1.5, 1.5)
        model.add(body(rng, name, 0.5 * (start + end), 0.4 * length, mass))
    for i, corner in enumerate(corners):
        model.add(joints.Revolute(f"hinge {i}", names[i], names[i + 1], position=corner, axis=axis))
    return Mechanism(model, length, "four-bar")


def door(rng: np.random.Generator) -> Mechanism:
    """A body on two hinges in line, five of its rows redundant."""
    length = 10.0 ** rng.uniform(-2.0, 1.0)
    model = mbfe.Model("door", gravity=9.81 * unit(rng))
    model.add(body(rng, "door", np.zeros(3), 0.5 * length, 10.0 ** rng.uniform(-2.0, 2.0)))
    axis, start = unit(rng), 0.3 * length * unit(rng)
    for name, s in (("lower", 0.0), ("upper", 0.7 * length)):
        model.add(joints.Revolute(name, model.ground, "door", position=start + s * axis, axis=axis))
    return Mechanism(model, length, "door")


VALID: tuple[Callable[[np.random.Generator], Mechanism], ...] = (tree, tree, tree, rodded, four_bar, door)

# ------------------------------------------------------------------ spoiled models


def gap(rng: np.random.Generator) -> tuple[Mechanism, str]:
    """A joint whose sides do not meet."""
    made = tree(rng)
    made.model.add(body(rng, "loose", made.length * unit(rng), 0.3 * made.length, 1.0))
    frames = [mbfe.Frame(made.length * unit(rng)), mbfe.Frame()]
    made.model.add(
        joints.Spherical("gap", made.model.ground, "loose", first_frame=frames[0], second_frame=frames[1])
    )
    return made, "gap"


def crooked_door(rng: np.random.Generator) -> tuple[Mechanism, str]:
    """Two hinges whose axes are a millionth of the model's length apart."""
    made = door(rng)
    item = made.model.items["upper"]
    aside = np.linalg.svd(np.asarray(item.axis)[None])[2][1]
    position = np.asarray(item.position) + 1e-6 * made.length * aside
    model = mbfe.Model("crooked", gravity=made.model.gravity)
    model.add(body(rng, "door", np.zeros(3), 0.5 * made.length, 1.0))
    lower = made.model.items["lower"]
    model.add(joints.Revolute("lower", model.ground, "door", position=lower.position, axis=lower.axis))
    model.add(joints.Revolute("upper", model.ground, "door", position=position, axis=item.axis))
    return Mechanism(model, made.length, "crooked door"), "upper"


def massless(rng: np.random.Generator) -> tuple[Mechanism, str]:
    """A link without mass that may spin freely."""
    made = tree(rng)
    place = made.length * unit(rng)
    made.model.add(elements.MasslessBody("ghost", position=place))
    made.model.add(joints.Revolute("spin", "body 0", "ghost", position=place, axis=unit(rng)))
    return made, "ghost"


def bad_force(rng: np.random.Generator) -> tuple[Mechanism, str]:
    """A force that is not a number after some time."""
    made = tree(rng)
    when = 0.3 * DURATION * made.time
    made.model.add(
        elements.Force("storm", "body 0", lambda t, state: (np.nan if t > when else 0.0, 0.0, 0.0))
    )
    return made, "storm"


def torn(rng: np.random.Generator) -> tuple[Mechanism, str]:
    """A body whose velocity pulls its joint apart."""
    made = tree(rng)
    made.model.add(
        elements.RigidBody("rushing", position=made.length * unit(rng), mass=1.0, inertia=(1.0, 1.0, 1.0),
                           velocity=unit(rng))
    )  # fmt: skip
    made.model.add(joints.Fixed("tied", made.model.ground, "rushing"))
    return made, "tied"


def bad_inertia(rng: np.random.Generator) -> tuple[Mechanism, str]:
    """A body with moments of inertia that no body has."""
    made = tree(rng)
    made.model.add(elements.RigidBody("odd", mass=1.0, inertia=(1.0, 1.0, 3.0)))
    return made, "odd"


def zero_axis(rng: np.random.Generator) -> tuple[Mechanism, str]:
    """A hinge without an axis."""
    made = tree(rng)
    made.model.add(body(rng, "last", made.length * unit(rng), 0.3 * made.length, 1.0))
    made.model.add(joints.Revolute("nowhere", "body 0", "last", axis=(0.0, 0.0, 0.0)))
    return made, "nowhere"


def unknown_body(rng: np.random.Generator) -> tuple[Mechanism, str]:
    """A joint to a body that there is not."""
    made = tree(rng)
    made.model.add(joints.Spherical("to nobody", "body 0", "nobody"))
    return made, "nobody"


def same_name(rng: np.random.Generator) -> tuple[Mechanism, str]:
    """Two joints of one name."""
    made = tree(rng)
    made.model.add(body(rng, "last", made.length * unit(rng), 0.3 * made.length, 1.0))
    made.model.add(joints.Spherical("joint 0", "body 0", "last"))
    return made, "joint 0"


def lonely_node(rng: np.random.Generator) -> tuple[Mechanism, str]:
    """A node to which nothing is attached."""
    made = tree(rng)
    made.model.add_node("lonely")
    return made, "lonely"


SPOILED = (
    gap, crooked_door, massless, bad_force, torn, bad_inertia, zero_axis, unknown_body, same_name, lonely_node
)  # fmt: skip

# ------------------------------------------------------------------ judging


def run(made: Mechanism, step: float) -> mbfe.Run:
    """Solve a model."""
    return mbfe.solve_dynamic(made.model, duration=DURATION * made.time, step=step * made.time)


def judge_valid(seed: int) -> tuple[str, str]:
    """Kind and complaint of a valid model, empty when it passes.

    Constraints are judged at the step at which the energy closes, and at shorter ones: Newton's method leaves
    a part of h² times the acceleration, which means nothing where the step does not follow the motion. Where
    it does not, the run may also stop with an error; the shortest steps must run.
    """
    rng = np.random.default_rng(seed)
    build = VALID[int(rng.integers(len(VALID)))]
    made = build(rng)
    errors: list[float] = []
    complaint = ""
    for halving in range(HALVINGS + 1):
        try:
            result = run(made, STEP / 2**halving)
        except mbfe.SolveError as error:
            complaint = f"refused: {str(error).splitlines()[0]}"
            continue
        numbers = [result.column(name) for name in ("pose", "twist", "multiplier", "energy")]
        if not all(np.isfinite(column).all() for column in numbers):
            return made.kind, "a result is not a number"
        errors.append(result.energy.balance_error)
        if errors[-1] < 1e-5 or (len(errors) > 1 and errors[-1] < 0.35 * errors[-2] and errors[-1] < 1e-2):
            gap = float(result.violation.values.max())
            if gap <= CLOSED * made.length:
                return made.kind, ""
            complaint = f"constraints are violated by {gap:.2g} m"
        else:
            complaint = "energy does not close: " + ", ".join(f"{error:.2g}" for error in errors)
    return made.kind, complaint


def judge_spoiled(seed: int) -> tuple[str, str]:
    """Kind and complaint of a spoiled model, empty when it is refused by its name."""
    rng = np.random.default_rng(seed)
    spoil = SPOILED[int(rng.integers(len(SPOILED)))]
    named = ""
    try:
        made, named = spoil(rng)
        run(made, STEP)
    except mbfe.MbfeError as error:
        expected = named or {
            bad_inertia: "odd", zero_axis: "nowhere", unknown_body: "nobody", same_name: "joint 0"
        }[spoil]  # fmt: skip
        text = str(error)
        first = text.splitlines()[0]
        return spoil.__name__, "" if expected in text else f'"{expected}" is not named: {first}'
    return spoil.__name__, "it was not refused"


def alarm(_signal: int, _frame: FrameType | None) -> None:
    """End a model that takes too long."""
    raise TooSlow


def judge(seed: int, *, spoiled: bool) -> tuple[str, str]:
    """Kind and complaint of a model, whatever happens."""
    if hasattr(signal, "alarm"):
        signal.alarm(SECONDS)
    try:
        return (judge_spoiled if spoiled else judge_valid)(seed)
    except TooSlow:
        return "?", f"took longer than {SECONDS} s"
    except mbfe.MbfeError as error:
        return "?", f"refused: {str(error).splitlines()[0]}"
    except Exception:
        return "?", "a traceback: " + traceback.format_exc(limit=-1).strip().splitlines()[-1]
    finally:
        if hasattr(signal, "alarm"):
            signal.alarm(0)


def main() -> int:
    """Make and judge the models; returns the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--n", type=int, default=100, help="number of models, two thirds of them valid")
    parser.add_argument("--seed", type=int, default=1, help="seed of the row")
    parser.add_argument("--only", type=int, help="the model with this seed alone")
    given = parser.parse_args()
    if hasattr(signal, "alarm"):
        signal.signal(signal.SIGALRM, alarm)
    seeds = [given.only] if given.only is not None else [given.seed * 1000002 + i for i in range(given.n)]
    count: Counter[tuple[bool, bool]] = Counter()
    for seed in seeds:
        spoiled = seed % 3 == 2
        kind, complaint = judge(seed, spoiled=spoiled)
        count[spoiled, not complaint] += 1
        if complaint:
            print(f"{'spoiled' if spoiled else 'valid'} {kind}, seed {seed}: {complaint}", flush=True)
    valid, refused = (count[spoiled, True] for spoiled in (False, True))
    all_valid, all_spoiled = valid + count[False, False], refused + count[True, False]
    print(f"{valid} of {all_valid} valid models solved")
    print(f"{refused} of {all_spoiled} spoiled models refused by name")
    return int(valid < VALID_SHARE * all_valid or refused < all_spoiled)


if __name__ == "__main__":
    sys.exit(main())
