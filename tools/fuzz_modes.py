"""Random mechanisms whose eigenvalues are compared with those of another method in 32 digits.

    python -m tools.fuzz_modes --n 1000 --seed 1

Each model has a seed of its own, seed · 1000002 + number (``--only SEED`` makes it again). Modes with and
without damping, all of them and the lowest few, are compared with ``tools/exact_modes.py``, and with what is
known of the model from the way in which it was made: values of parts that nothing joins to the rest, the
number of free motions, and that nothing grows that nothing feeds.

A value is right that is within `RIGHT` of the reference, or no farther beyond than the reference itself moves
when every entry of the matrices is changed at random by its rounding (``ENTRY`` of ``tools/exact_modes.py``):
what double precision does not determine is not asked for, and nothing else is allowed. A model is undecided
when the digits of its matrices do not say which values are zero. The exit status is 1 when a model is wrong,
or more than one in a thousand refused, or one in a hundred undecided.
"""

from __future__ import annotations

import argparse
import signal
import sys
import traceback
from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

import mbfe
from mbfe.analyses.linear.linear_equations import equations_about
from mbfe.analyses.linear.modes import modes_of, solve_modes
from tools.exact_modes import Singular, as_modes, spectrum
from tools.fuzz import SECONDS, TooSlow, alarm
from tools.fuzz_maker import Made
from tools.fuzz_turning import make
from tools.wide import Undecided

Complex = NDArray[np.complex128]

RIGHT = 1e-6
"""Largest relative error of an eigenvalue."""
DECAY = 1e-8
"""Largest error of a real part as a part of the eigenvalue, beside `RIGHT` of itself."""
FEW = 4
"""How many modes the second question asks for."""
REFUSED, UNDECIDED = 1e-3, 1e-2
"""Parts of the models that may be refused, and that may have no reference."""


@dataclass(frozen=True)
class Verdict:
    """What came of a model: "right", "refused", "wrong" or "undecided", its kind and why."""

    state: str
    kind: str
    why: str = ""


def compare(got: Complex, want: Complex, slack: NDArray[np.float64]) -> str:
    """Complaint about eigenvalues, empty when each of one set has its own in the other.

    Parameters
    ----------
    got, want : arrays
        The values, zeros among them.
    slack : array
        How far the rounding of the matrices moves those expected.
    """
    if len(got) != len(want):
        return f"{len(got)} values instead of {len(want)}: {_few(got)} instead of {_few(want)}"
    if not len(want):
        return ""
    size = np.maximum(np.abs(got)[:, None], np.abs(want)[None, :])
    apart = np.abs(got[:, None] - want[None, :])
    cost = np.divide(apart, size, out=np.zeros_like(apart), where=size > 0.0)
    mine, theirs = linear_sum_assignment(cost)
    for i, j in zip(mine, theirs, strict=True):
        if apart[i, j] > RIGHT * size[i, j] + slack[j]:
            return f"{got[i]:.9g} instead of {want[j]:.9g}"
        if abs(got[i].real - want[j].real) > RIGHT * abs(want[j].real) + DECAY * size[i, j] + slack[j]:
            return f"{got[i]:.9g} instead of {want[j]:.9g}: another decay"
    return ""


def _few(values: Complex) -> str:
    return "[" + ", ".join(f"{v:.4g}" for v in values[:8]) + (", …]" if len(values) > 8 else "]")


def contains(got: Complex, known: Complex) -> str:
    """Complaint if known values are not among others."""
    if len(got) < len(known):
        return f"{len(got)} values, of which {len(known)} are known"
    size = np.maximum(np.abs(got)[:, None], np.abs(known)[None, :])
    cost = np.divide(np.abs(got[:, None] - known[None, :]), size, out=np.zeros_like(size), where=size > 0.0)
    mine, theirs = linear_sum_assignment(cost)
    bad = [j for i, j in zip(mine, theirs, strict=True) if cost[i, j] > RIGHT]
    return f"the known {known[bad[0]]:.9g} is missing" if bad else ""


def order_of(values: Complex, *, damped: bool) -> NDArray[np.float64]:
    """Keys (k, 2) by which modes are listed: zeros, what grows, the rest by size; ω² of undamped ones."""
    if not damped:
        return np.column_stack([np.zeros(len(values)), (-(values**2)).real])
    grows = values.real > RIGHT * np.abs(values)
    return np.column_stack([np.where(values == 0.0, 0.0, np.where(grows, 1.0, 2.0)), np.abs(values)])


def are_lowest(few: Complex, want: Complex, slack: Complex, *, damped: bool) -> str:
    """Complaint if modes are not the first of all in the order in which they are listed."""
    if len(few) != min(FEW, len(want)):
        return f"n={FEW} gives {len(few)} modes"
    made, all_of = order_of(few, damped=damped), order_of(want, damped=damped)
    order = np.lexsort((all_of[:, 1], all_of[:, 0]))[: len(few)]
    first, free = all_of[order], np.abs(slack[order])
    size = np.abs(want[order])
    allowed = (RIGHT * size + free) * (1.0 if damped else 2.0 * size)
    bad = (made[:, 0] != first[:, 0]) | (np.abs(made[:, 1] - first[:, 1]) > allowed)
    return f"n={FEW} gives {_few(few)} instead of {_few(want[order])}" if bad.any() else ""


def complaint(made: Made, got: Complex) -> str:
    """What is wrong with the values of a model from what is known of it without any matrices."""
    missing = contains(got, np.array(made.known, dtype=complex)) if made.known else ""
    grows = got.real > RIGHT * np.abs(got)
    if not missing and made.passive and grows.any():
        return f"a passive model grows: {_few(got[grows])}"
    return missing


def judge(seed: int) -> Verdict:
    """Compare the modes of one model."""
    made = make(seed)
    compiled, about = made.model.compile(), made.about
    linear = equations_about(compiled, about=about)
    for damped in (True, False) if made.second_order else (True,):
        try:
            spectra = [as_modes(found, damped=damped) for found in spectrum(linear, damped=damped)]
            want, slack = spectra[0], moved(spectra)
            zeros = int((want == 0.0).sum())
            if zeros < made.least or (made.zeros is not None and zeros != made.zeros):
                known = made.least if made.zeros is None else made.zeros
                return Verdict("undecided", made.kind, f"{zeros} free motions, not {known}")
            got = modes_of(linear, n=2 * len(linear.dofs), damping=damped).values
            few = solve_modes(compiled, about=about, n=FEW, damping=damped).values
        except (Undecided, Singular) as error:
            return Verdict("undecided", made.kind, repr(error))
        except mbfe.MbfeError as error:
            return Verdict("refused", made.kind, f"damping={damped}: " + str(error).replace("\n", " "))
        why = compare(got, want, slack) or are_lowest(few, want, slack, damped=damped)
        why = why or (complaint(made, got) if damped else "")
        if why:
            return Verdict("wrong", made.kind, f"damping={damped}: {why}")
    return Verdict("right", made.kind)


def moved(spectra: list[Complex]) -> NDArray[np.float64]:
    """How far the values of the first set move in the others."""
    want = spectra[0]
    most = np.zeros(len(want))
    for other in spectra[1:]:
        if len(other) == len(want):
            mine, theirs = linear_sum_assignment(np.abs(want[:, None] - other[None, :]))
            most[mine] = np.maximum(most[mine], np.abs(want[mine] - other[theirs]))
    return most


def judged(seed: int) -> Verdict:
    """Verdict about a model, whatever happens."""
    if hasattr(signal, "alarm"):
        signal.alarm(SECONDS)
    try:
        return judge(seed)
    except TooSlow:
        return Verdict("wrong", "?", f"took longer than {SECONDS} s")
    except mbfe.MbfeError as error:
        return Verdict("refused", "?", str(error).splitlines()[0])
    except Exception:
        return Verdict(
            "wrong", "?", "a traceback: " + traceback.format_exc(limit=-1).strip().splitlines()[-1]
        )
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
    seeds = [given.only] if given.only is not None else [given.seed * 1000002 + i for i in range(given.n)]
    count: Counter[str] = Counter()
    for seed in seeds:
        verdict = judged(seed)
        count[verdict.state] += 1
        if verdict.state != "right":
            print(f"{verdict.state} {verdict.kind}, seed {seed}: {verdict.why}", flush=True)
    print(", ".join(f"{count[state]} {state}" for state in ("right", "refused", "wrong", "undecided")))
    few, more = (max(1.0, part * len(seeds)) for part in (REFUSED, UNDECIDED))
    return int(count["wrong"] > 0 or count["refused"] > few or count["undecided"] > more)


if __name__ == "__main__":
    sys.exit(main())
