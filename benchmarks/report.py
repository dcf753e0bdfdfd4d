"""Write what was measured: JSON for programs, a table for people."""

from __future__ import annotations

import json
import platform
import statistics
from importlib.metadata import version
from pathlib import Path

from benchmarks.contest import Contest, Entry

__all__ = ["details", "markdown", "result", "write_json"]


def result(contest: Contest) -> dict | None:
    """Return the comparison of like with like on one problem.

    Parameters
    ----------
    contest : Contest
        What was measured.

    Returns
    -------
    dict or None
        Keys ``problem, mbfe_seconds, mbfe_steps, mbfe_error, peer, peer_seconds, peer_steps, peer_error,
        ratio, versions``; None when one of the two sides is missing.
    """
    ours, peer = contest.fastest("mbfe"), contest.fastest("peer")
    if ours is None or peer is None:
        return None
    return {
        "problem": contest.problem.name,
        "mbfe_seconds": ours.seconds,
        "mbfe_steps": ours.steps,
        "mbfe_error": ours.error,
        "peer": f"{peer.version.split()[0]}: {peer.label}",
        "peer_seconds": peer.seconds,
        "peer_steps": peer.steps,
        "peer_error": peer.error,
        "ratio": peer.seconds / ours.seconds,
        "versions": {"mbfe": ours.version.split()[1], "exudyn": peer.version.split()[1], **versions()},
    }


def versions() -> dict[str, str]:
    """Return the versions that the figures depend on.

    Returns
    -------
    dict
        Of Python, NumPy, SciPy and Numba, and the machine's kind.
    """
    found = {name: version(name) for name in ("numpy", "scipy", "numba")}
    return {"python": platform.python_version(), **found, "machine": platform.machine()}


def details(contest: Contest) -> dict:
    """Return everything measured on one problem.

    Parameters
    ----------
    contest : Contest
        What was measured.

    Returns
    -------
    dict
        JSON-able.
    """
    return {
        "problem": contest.problem.name,
        "target_error": contest.target,
        "peer_nominal_seconds": contest.nominal_seconds,
        "entries": [_row(entry) for entry in sorted(contest.entries, key=lambda entry: entry.seconds)],
        "dropped": contest.dropped,
        "ratio_of_least_times": _ratio_of_least(contest),
    }


def _ratio_of_least(contest: Contest) -> float | None:
    """Compare each side's least time over all its settings: what a disturbed machine leaves untouched."""
    least = {
        side: min((min(entry.walls) for entry in contest.entries if entry.side == side), default=None)
        for side in ("mbfe", "peer")
    }
    ours, peer = least["mbfe"], least["peer"]
    return None if ours is None or peer is None else peer / ours


def _row(entry: Entry) -> dict:
    return {
        "side": entry.side,
        "setting": entry.label,
        "version": entry.version,
        "seconds": entry.seconds,
        "seconds_min": min(entry.walls),
        "cpu_min": min(entry.cpus),
        "seconds_after_setup": statistics.median(entry.calls),
        "rounds": len(entry.walls),
        "steps": entry.steps,
        "microseconds_a_step": 1e6 * entry.seconds / entry.steps,
        "error": entry.error,
        "iterations": entry.iterations,
        "factorisations": entry.factorisations,
        "setup_seconds": entry.setup_seconds,
    }


def markdown(contests: list[Contest]) -> str:
    """Return the table for the documentation.

    Parameters
    ----------
    contests : list of Contest
        What was measured.

    Returns
    -------
    str
        Markdown; a side that was not measured shows a dash.
    """
    lines = [
        "| problem | target error [m] | mbfe [ms] (steps) | Exudyn [ms] (steps) | ratio | Exudyn's setting "
        "| Exudyn's tree [ms] (steps) | set-up mbfe / Exudyn [s] |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for contest in contests:
        ours, peer, tree = (contest.fastest(side) for side in ("mbfe", "peer", "tree"))
        ratio = f"{peer.seconds / ours.seconds:.1f}" if ours and peer else "-"
        setups = " / ".join(f"{entry.setup_seconds:.3f}" if entry else "-" for entry in (ours, peer))
        name = f"{peer.label}" if peer else "-"
        cells = [
            contest.problem.name,
            f"{contest.target:.2e}",
            _time(ours),
            _time(peer),
            ratio,
            name,
            _time(tree),
        ]
        lines.append("| " + " | ".join([*cells, setups]) + " |")
    return "\n".join(lines) + "\n"


def _time(entry: Entry | None) -> str:
    return f"{1e3 * entry.seconds:.3g} ({entry.steps})" if entry else "-"


def write_json(file: Path, content: object) -> None:
    """Write JSON in one go, so that a reader never sees half a file.

    Parameters
    ----------
    file : Path
        Where to.
    content : object
        JSON-able.
    """
    part = file.with_suffix(".part")
    part.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    part.replace(file)
