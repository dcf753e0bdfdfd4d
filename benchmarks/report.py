"""Write what contests measured: JSON for programs, a table for people."""

from __future__ import annotations

from pathlib import Path

from benchmarks.command import say, versions, write_json
from benchmarks.contest import Contest, Entry

__all__ = ["markdown", "result", "write_contests"]


def result(contest: Contest) -> dict | None:
    """Return the comparison of like with like on one problem, None when one of the two sides is missing."""
    ours, peer = contest.fastest("mbfe"), contest.fastest("exudyn")
    if ours is None or peer is None:
        return None
    return {
        "problem": contest.problem.name,
        "mbfe_seconds": ours.seconds,
        "mbfe_steps": ours.steps,
        "mbfe_error": ours.match.error,
        "peer": f"{peer.worker.version.split()[0]}: {peer.worker.label}",
        "peer_seconds": peer.seconds,
        "peer_steps": peer.steps,
        "peer_error": peer.match.error,
        "ratio": peer.seconds / ours.seconds,
        "versions": dict(entry.worker.version.split() for entry in (ours, peer)) | versions(),
    }


def markdown(contests: list[Contest]) -> str:
    """Return the table for the documentation; a side that was not measured shows a dash."""
    lines = [
        "| problem | target error [m] | mbfe [ms] (steps) | Exudyn [ms] (steps) | ratio | Exudyn's setting "
        "| Exudyn's tree [ms] (steps) | set-up mbfe / Exudyn [s] |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for contest in contests:
        ours, peer, tree = (contest.fastest(side) for side in ("mbfe", "exudyn", "tree"))
        ratio = f"{peer.seconds / ours.seconds:.1f}" if ours and peer else "-"
        setups = " / ".join(f"{entry.setup_seconds:.3f}" if entry else "-" for entry in (ours, peer))
        name = f"{peer.worker.label}" if peer else "-"
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


def write_contests(folder: Path, contests: list[Contest]) -> None:
    """Write ``results.json``, ``details.json`` and ``results.md``, and show the last problem's row."""
    found = [row for row in map(result, contests) if row is not None]
    if found:
        write_json(folder / "results.json", found)
    write_json(folder / "details.json", [contest.details() for contest in contests])
    (folder / "results.md").write_text(markdown(contests), encoding="utf-8")
    say(markdown(contests[-1:]))
