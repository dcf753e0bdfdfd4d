"""The rolling disk: the paper's method at h = 1 ms beside SciPy's Radau and Exudyn's rolling disc joint.

``python -m benchmarks.rolling``. The error of the paper's method at the nominal step is the target; everybody
else gets the tolerance or the number of steps that brings its error at t = 10 s there, and all take turns in
one run. The disks are those of :mod:`benchmarks.rolling.problems`.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable

from benchmarks.command import Command, Table, say, versions, write_json
from benchmarks.contest import Contender, Contest, by_steps, run_contest
from benchmarks.matching import Match, match_tolerance
from benchmarks.rolling.problems import DISKS, Disk, end_points
from benchmarks.worker import Problem

__all__ = ["main"]

ROLES = ("paper", "mbfe", "Radau typed", "Radau closed", "Radau compiled", "Exudyn")
"""Who is compared: the paper's method at the nominal step, mbfe's own best settings, the peers."""

NEAR = 1.05
"""The paper's method may have an error this much off the target when its tolerance is loosened."""

MOST = 10
"""Settings that need this many times the nominal steps are given up."""


def contenders(disk: Disk, spectral_radius: float) -> list[Contender]:
    """Return all settings that compete on a disk with ρ∞ of the paper's method; the first sets the target.

    Exudyn's settings are those that came out ahead when nodes, schemes, Newton strategies and tolerances from
    1e-8 to 1e-2 were tried on ``disk-upright``.
    """
    # Near flat the paper's heading and spin turn at 190 rad/s about nearly the same axis, which h = 1 ms does
    # not resolve: there the paper's method is run on the rigid body.
    real, typed = disk.sense == -1.0, disk.name != "disk-real"
    ours = {"description": "equations" if typed else "body", "spectral_radius": spectral_radius}
    found = [
        Contender("mbfe", {**ours, "tolerance": tolerance}, "paper")
        for tolerance in (1e-8, 1e-7, 1e-6)
    ]
    best = {"method": "end", "spectral_radius": 0.9}
    if typed:
        found.append(Contender("mbfe", {**best, "description": "equations"}, coarser=2))
    if real:
        found.append(Contender("mbfe", {**best, "description": "body"}, coarser=2))
        found.append(Contender("mbfe", {**ours, "description": "body"}, coarser=2))
        found += [Contender("exudyn", setting, "Exudyn", coarser=2) for setting in exudyn_settings()]
    for equations, jacobian in (("typed", False), ("closed", True), ("compiled", True)):
        for absolute in (1.0, 0.1, 0.01):
            setting = {"equations": equations, "jacobian": jacobian, "absolute": absolute}
            found.append(Contender("scipy", setting, f"Radau {equations}"))
    return found


def exudyn_settings() -> list[dict]:
    """Return Exudyn's settings that compete; LG with generalized-α, full Newton and 1e-8 is its default."""
    found: list[dict] = []
    for node in ("EP", "LG"):
        for newton, tolerance in (("step", 1e-6), ("step", 1e-8), ("full", 1e-4), ("full", 1e-8)):
            for scheme in ("alpha", "trapezoidal"):
                setting = {"node": node, "scheme": scheme, "newton": newton, "solver": "EXUdense"}
                found.append({**setting, "relative_tolerance": tolerance})
    return found


def find(
    contender: Contender, error_at: Callable[[float], float], problem: Problem, target: float
) -> Match | None:
    """Find what gives the target error; the paper's method keeps the nominal step."""
    n = problem.nominal_steps
    if contender.role == "paper":
        error = error_at(n)
        return Match(n, error) if 1 / NEAR <= error / target <= NEAR else None
    if contender.side == "scipy":
        return match_tolerance(error_at, target)

    def bounded(n_step: float) -> float:
        return error_at(n_step) if n_step <= MOST * n else math.nan

    return by_steps(contender, bounded, problem, target)


def show(contest: Contest, spectral_radius: float) -> dict[str, float]:
    """Show each role's fastest setting, milliseconds (steps) and times the paper's method; return those."""
    table = Table("disk", "ρ∞", "target error [m]", *ROLES, "Exudyn's setting")
    best = {role: entry for role in ROLES if (entry := contest.fastest(role)) is not None}
    paper = best.get("paper")
    ratios = {role: entry.seconds / paper.seconds for role, entry in best.items()} if paper else {}
    cells = [
        f"{1e3 * best[role].seconds:.3g} ms ({best[role].steps}) ×{ratio:.1f}"
        if (ratio := ratios.get(role))
        else "-"
        for role in ROLES
    ]
    peer = best["Exudyn"].worker.label if "Exudyn" in best else "-"
    table.row(contest.problem.name, f"{spectral_radius:g}", f"{contest.target:.2e}", *cells, peer)
    return ratios


def main(arguments: list[str] | None = None) -> int:
    """Run the rolling disks from the command line.

    The exit status is 0 when each disk gave a time of the paper's method.
    """
    command = Command("benchmarks.rolling", __doc__, out="out/rolling.json", known=DISKS)
    command.numbers("radii", (0.2, 0.9), "ρ∞ of the paper's method")
    command.count("rounds", 11, "timed rounds")
    given = command.read(arguments)
    found = []
    for name in given.names:
        for radius in given.radii:
            say(f"{name}, ρ∞ = {radius:g}")
            disk = DISKS[name]
            chosen, how = contenders(disk, radius), {"seconds": math.inf, "find": find}
            contest = run_contest(disk, chosen, end_points, nominal=chosen[0], rounds=given.rounds, **how)
            ratios = show(contest, radius)
            found.append({"spectral_radius": radius, "ratios": ratios} | contest.details())
            write_json(given.out, {"versions": versions(), "contests": found})
    return int(not all("paper" in each["ratios"] for each in found))


if __name__ == "__main__":
    sys.exit(main())
