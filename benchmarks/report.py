"""Write what contests measured: JSON for programs, tables for people."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from benchmarks.command import processor, say, versions, write_json
from benchmarks.contenders import BEFORE, BEFORE_DEFAULT, DEFAULT, OURS
from benchmarks.contest import Contest
from benchmarks.quality import NEGLIGIBLE

__all__ = ["add_contest", "page", "results", "table", "write_page", "write_section"]

HEADS = {
    DEFAULT: "mbfe, defaults",
    BEFORE: "mbfe before",
    BEFORE_DEFAULT: "before, defaults",
    "exudyn": "Exudyn",
    "mujoco": "MuJoCo",
    "pinocchio": "Pinocchio",
    "tree": "Exudyn's tree",
}
"""Heads of the columns by role, in their order."""
TREES = ("mujoco", "pinocchio", "tree")
OWN = {"best": (OURS, DEFAULT), "defaults": (DEFAULT,)}
OWN |= {"before": (BEFORE,), "before, defaults": (BEFORE_DEFAULT,)}
"""Roles of mbfe by what the table of its qualities calls them."""
TABLES = "tables of make bench"
WHY = (
    "MuJoCo, Pinocchio and Exudyn's kinematic tree have no constraints: one unknown a hinge in place of six "
    "coordinates and five multipliers, and an explicit method of high order that solves no equations. So "
    "they need fewer operations a step and fewer steps as long as the mechanism is a short tree of smooth "
    "motion; closed loops and reactions are not in these figures."
)

Details = dict[str, Any]


def fastest(contest: Details, *roles: str) -> Details | None:
    """Return the fastest entry of some roles, None when there is none."""
    found = [entry for entry in contest["entries"] if entry["role"] in roles]
    return min(found, key=lambda entry: entry["seconds"]) if found else None


def results(contest: Details) -> list[Details]:
    """Return rows of the other programs, of mbfe's defaults and an earlier mbfe, beside mbfe's best."""
    ours = fastest(contest, OURS, DEFAULT)
    if ours is None:
        return []
    rows = []
    for role in sorted(HEADS, key=lambda role: role != "exudyn"):
        peer = fastest(contest, role)
        if peer is None:
            continue
        name = "exudyn" if role == "tree" else role
        measured = dict(entry["version"].split() for entry in (peer, ours))
        rows.append(
            {
                "problem": contest["problem"],
                "mbfe_seconds": ours["seconds"],
                "mbfe_steps": ours["steps"],
                "mbfe_error": ours["error"],
                "mbfe_setting": ours["setting"],
                "peer": f"{name}: {peer['setting']}",
                "peer_seconds": peer["seconds"],
                "peer_steps": peer["steps"],
                "peer_error": peer["error"],
                "ratio": peer["seconds"] / ours["seconds"],
                "versions": measured | contest["versions"],
            }
        )
    return rows


def table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a table in Markdown."""
    heads = list(heads)
    lines = [heads, ["---"] * len(heads), *map(list, rows)]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


def page(contests: list[Details]) -> str:
    """Return the section for the documentation: times and ratios, steps and errors, where mbfe is behind."""
    shown = [role for role in HEADS if any(fastest(contest, role) for contest in contests)]
    times, steps, behind = [], [], []
    for contest in contests:
        ours = fastest(contest, OURS, DEFAULT)
        peers = {role: fastest(contest, role) for role in shown}
        times.append([contest["problem"], f"{contest['target_error']:.2e}", _milliseconds(ours)])
        times[-1] += [_compared(peer, ours) for peer in peers.values()]
        steps.append([contest["problem"], _steps(ours), *(_steps(peer) for peer in peers.values())])
        ahead = {role: peer for role, peer in peers.items() if role in TREES or role == "exudyn"}
        slower = [
            f"{HEADS[role]} ({ours['seconds'] / peer['seconds']:.1f} times)"
            for role, peer in ahead.items()
            if ours and peer and peer["seconds"] < ours["seconds"]
        ]
        behind += [f"{contest['problem']}: {', '.join(slower)}"] if slower else []
    heads = [HEADS[role] for role in shown]
    text = f"{_measured(contests)}\n\n"
    text += table(["problem", "error [m]", "mbfe, best", *heads], times)
    text += "\nSettings, steps and errors of the same runs:\n\n"
    text += table(["problem", "mbfe, best", *heads], steps)
    text += _quality(contests)
    if behind:
        text += f"\n**mbfe is behind** in {'; '.join(behind)}. {WHY}\n"
    return text


def _quality(contests: list[Details]) -> str:
    """Return the table of reactions, energies and constraints at accepted steps."""
    rows = []
    for contest in contests:
        for head, roles in OWN.items():
            entry = fastest(contest, *roles)
            if entry is not None and "quality" in entry:
                found = [f"{entry['quality'][name]:.1e}" for name in NEGLIGIBLE]
                rows.append([contest["problem"], f"{head}: {entry['setting']}", str(entry["steps"]), *found])
    if not rows:
        return ""
    text = (
        "\nWorst errors of mbfe over all accepted steps: of a joint's force (over the largest force), of the "
        "energy (over the largest kinetic energy), gap [m] and relative velocity [m/s] of the points that a "
        "joint holds together, beside closed forms and equations in the angles. Settings in which one of "
        "them is more than a tenth larger than with the defaults do not compete.\n\n"
    )
    return text + table(["problem", "mbfe", "steps", "force", "energy", "gap", "velocity"], rows)


def _measured(contests: list[Details]) -> str:
    """Say what the numbers are, where and with which versions they were measured."""
    names: dict[str, str] = {}
    for contest in contests:
        names |= dict(entry["version"].split() for entry in contest["entries"])
        names |= contest["versions"]
    unsaid = ("machine", "processor")
    found = ", ".join(f"{name} {number}" for name, number in names.items() if name not in unsaid)
    rounds = min((entry["rounds"] for contest in contests for entry in contest["entries"]), default=0)
    return (
        "Milliseconds of the time loop at equal error, and how many times the time of mbfe's best setting "
        f"(×, below 1: mbfe is behind). One thread of {names.get('processor', 'a processor')}, medians of at "
        f"least {rounds} rounds in which all take turns; {found}."
    )


def _milliseconds(entry: Details | None) -> str:
    if entry is None:
        return "-"
    figure = 1e3 * entry["seconds"]
    return f"{figure:.0f}" if figure >= 100.0 else f"{figure:.3g}"


def _compared(entry: Details | None, ours: Details | None) -> str:
    if entry is None or ours is None:
        return _milliseconds(entry)
    alone = entry.get("accelerations_seconds")
    of_which = f" (`aba` {1e3 * alone:.2g})" if alone else ""
    return f"{_milliseconds(entry)}{of_which} ×{entry['seconds'] / ours['seconds']:.2g}"


def _steps(entry: Details | None) -> str:
    return f"{entry['setting']}: {entry['steps']}, {entry['error']:.2g}" if entry else "-"


def read_details(folder: Path) -> list[Details]:
    """Return what is in ``details.json``, nothing when there is none."""
    file = folder / "details.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else []


def add_contest(folder: Path, contest: Contest, order: Iterable[str]) -> None:
    """Put one problem's figures in place of its earlier ones, in both files, and show its tables.

    Parameters
    ----------
    folder : Path
        Where ``results.json`` and ``details.json`` are.
    contest : Contest
        What was measured.
    order : iterable of str
        Names of all problems in the order of the files.
    """
    found = {each["problem"]: each for each in read_details(folder)}
    found[contest.problem.name] = contest.details() | {"versions": versions() | processor()}
    places = {name: place for place, name in enumerate(order)}
    kept = sorted(found.values(), key=lambda each: places.get(each["problem"], len(places)))
    write_json(folder / "details.json", kept)
    write_json(folder / "results.json", [row for each in kept for row in results(each)])
    say(page([found[contest.problem.name]]))


def write_section(file: Path, name: str, text: str) -> None:
    """Put a text between its marks in a page of the documentation.

    Parameters
    ----------
    file : Path
        The page.
    name : str
        Name in the marks, which are comments of HTML: ``NAME: begin`` and ``NAME: end``.
    text : str
        What stands between them afterwards.
    """
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    before, _, rest = file.read_text(encoding="utf-8").partition(begin)
    _, _, after = rest.partition(end)
    if not after:
        raise ValueError(f"{file}: it has no lines {begin} and {end}")
    file.write_text(f"{before}{begin}\n\n{text}\n{end}{after}", encoding="utf-8")


def write_page(folder: Path, file: Path) -> None:
    """Put the tables of all problems in a page of the documentation."""
    write_section(file, TABLES, page(read_details(folder)))
