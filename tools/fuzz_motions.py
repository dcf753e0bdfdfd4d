"""Random mechanisms whose motion is checked by computations that share nothing with the program.

    python -m tools.fuzz_motions --n 200 --seed 1

Three families: trees of universal and screw joints, free in space or on the ground; planar loops of hinged
bars with springs and dampers; frames of beams with hinges. From positions, velocities and reactions alone,
energies, momenta and the joints' geometry are computed independently with NumPy; loops are also integrated by
their planar equations of motion. Every error must be small or fall with the square of the step. Each model
has a seed of its own, seed · 1000003 + number, by which it can be made again (``--only SEED``).
"""

from __future__ import annotations

import argparse
import signal
import sys
import traceback
from collections import Counter
from collections.abc import Callable

import numpy as np

import mbfe
from tools.fuzz import TooSlow, alarm
from tools.motions.frames import beam_frame
from tools.motions.loops import planar_loop
from tools.motions.motion import Errors, Motion
from tools.motions.trees import screw_tree

SECONDS = 120
"""Longest time that a model may take [s]."""
STEP, DURATION = 4e-3, 0.4
"""First step and simulated time in units of time of the model."""
HALVINGS = 6
"""How often the step is halved at most."""
SMALL, FALLS, LARGE = 1e-7, 0.35, 1e-3
"""An error below the first is round-off and Newton's tolerance; one that keeps more than this part of itself
at half the step is not of second order; one above the last is not yet small."""

FAMILIES: tuple[Callable[[np.random.Generator], Motion], ...] = (screw_tree, planar_loop, beam_frame)


def judge(seed: int) -> tuple[str, str]:
    """Kind and complaint of the model with a seed, empty when it passes."""
    rng = np.random.default_rng(seed)
    made = FAMILIES[seed % len(FAMILIES)](rng)
    history: list[Errors] = []
    for halving in range(HALVINGS + 1):
        step = STEP / 2**halving * made.time
        run = mbfe.solve_dynamic(made.model, duration=DURATION * made.time, step=step)
        history.append(made.judge(run))
        if all(passes(name, history) for name in history[-1]):
            return made.kind, ""
    worst = [name for name in history[-1] if not passes(name, history)]
    rows = (f"{name} " + ", ".join(f"{errors[name]:.2g}" for errors in history) for name in worst)
    return made.kind, "; ".join(rows)


def passes(name: str, history: list[Errors]) -> bool:
    """Whether an error is small, or small enough and of second order."""
    last = history[-1][name]
    if last < SMALL:
        return True
    return len(history) > 1 and last < LARGE and last < FALLS * history[-2][name]


def judged(seed: int) -> tuple[str, str]:
    """Kind and complaint of a model, whatever happens."""
    if hasattr(signal, "alarm"):
        signal.alarm(SECONDS)
    try:
        return judge(seed)
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
    parser.add_argument("--n", type=int, default=100, help="number of models")
    parser.add_argument("--seed", type=int, default=1, help="seed of the row")
    parser.add_argument("--only", type=int, help="the model with this seed alone")
    given = parser.parse_args()
    if hasattr(signal, "alarm"):
        signal.signal(signal.SIGALRM, alarm)
    seeds = [given.only] if given.only is not None else [given.seed * 1000003 + i for i in range(given.n)]
    right: Counter[bool] = Counter()
    for seed in seeds:
        kind, complaint = judged(seed)
        right[not complaint] += 1
        if complaint:
            print(f"{kind}, seed {seed}: {complaint}", flush=True)
    print(f"{right[True]} of {len(seeds)} motions agree with independent computations")
    return int(right[False] > 0)


if __name__ == "__main__":
    sys.exit(main())
