"""The oldest versions that pyproject.toml allows, as constraints of pip.

::

    python tools/oldest.py plot data > constraints.txt        # of the dependencies and of these extras
    python tools/oldest.py --installed plot data              # are they what is installed here?

A lower bound is a version that was tested, no upper bound is set: `make oldest` runs tests with the lower
bounds, `make test` with what pip takes without constraints.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
REQUIREMENT = re.compile(r"([A-Za-z0-9._-]+)>=([0-9.]+)")
OWN = re.compile(r"mbfe\[([a-z,]+)\]")


def settings() -> dict[str, Any]:
    """Table ``project`` of pyproject.toml."""
    project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return project


def oldest(project: dict[str, Any], extras: Sequence[str]) -> dict[str, str]:
    """Lower bound of each dependency by name, those of extras and of the extras that these take too.

    Raises
    ------
    ValueError
        If an extra is unknown, or a requirement is anything but one lower bound.
    """
    optional: dict[str, list[str]] = project["optional-dependencies"]
    waiting, seen = list(extras), set[str]()
    lines: list[str] = list(project["dependencies"])
    while waiting:
        extra = waiting.pop()
        if extra not in optional:
            raise ValueError(f"pyproject.toml has no extra '{extra}', but {', '.join(optional)}")
        if extra not in seen:
            seen.add(extra)
            for line in optional[extra]:
                own = OWN.fullmatch(line)
                if own is None:
                    lines.append(line)
                else:
                    waiting += own[1].split(",")
    bounds = {}
    for line in lines:
        found = REQUIREMENT.fullmatch(line)
        if found is None:
            raise ValueError(f"'{line}': a requirement is one lower bound that was tested, as numpy>=2.0")
        bounds[found[1]] = found[2]
    return bounds


def newer(bounds: dict[str, str]) -> list[str]:
    """What is installed here in another version than the bound."""
    found = {name: version(name) for name in bounds}
    return [
        f"{name} {found[name]} is installed, not {bound}"
        for name, bound in bounds.items()
        if _release(found[name]) != _release(bound)
    ]


def _release(text: str) -> list[int]:
    """Numbers of a version without zeros at the end: 2.0 and 2.0.0 are one release."""
    numbers = re.findall(r"\d+", text)
    while numbers and int(numbers[-1]) == 0:
        numbers.pop()
    return list(map(int, numbers))


def main(arguments: Sequence[str]) -> int:
    """Write constraints, or compare with what is installed."""
    compares = "--installed" in arguments
    bounds = oldest(settings(), [name for name in arguments if name != "--installed"])
    complaints = newer(bounds) if compares else []
    lines = complaints or [f"{name}=={bound}" for name, bound in bounds.items()]
    print("\n".join(lines))
    return 1 if complaints else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
