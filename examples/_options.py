"""What all example scripts share: options, folders for their files, figures as text and JSON, errors."""

from __future__ import annotations

import argparse
import inspect
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from mbfe.errors import MbfeError

__all__ = ["Figures", "run_example"]

Figures = dict[str, Any]
COMMON = ("out", "quick")


def make_parser(main: Callable[..., Figures], program: str | None) -> argparse.ArgumentParser:
    """Options of an example: the common ones, and one for each further keyword of its ``main``."""
    parser = argparse.ArgumentParser(
        prog=program,
        description=inspect.getdoc(sys.modules[main.__module__]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="write pictures, results and ParaView files here"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the returned figures here")
    parser.add_argument("--quick", action="store_true", help="a short run")
    for name, keyword in inspect.signature(main).parameters.items():
        if name not in COMMON:
            default = keyword.default
            parser.add_argument(
                f"--{name}",
                type=type(default),
                default=default,
                metavar=name[0].upper(),
                help=f"default: {default}",
            )
    return parser


def run_example(
    main: Callable[..., Figures], arguments: Sequence[str] | None = None, *, program: str | None = None
) -> int:
    """Run an example as a script.

    Parameters
    ----------
    main : callable
        The example's ``main``; its keywords besides ``out`` and ``quick`` become options.
    arguments : sequence of str, optional
        Command line after the name of the script; that of the process when absent.
    program : str, optional
        How the help calls the script.

    Returns
    -------
    int
        Exit status: 0, or 1 after an error of mbfe. Wrong usage leaves with 2.
    """
    given = vars(make_parser(main, program).parse_args(arguments))
    json_file = given.pop("json")
    try:
        for folder in (given["out"], json_file and json_file.parent):
            if folder is not None:
                folder.mkdir(parents=True, exist_ok=True)
        figures = main(**given)
        if json_file is not None:
            json_file.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    except (MbfeError, OSError) as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        return 1
    width = max(map(len, figures))
    for name, value in figures.items():
        print(f"  {name:<{width}}  {f'{value:.9g}' if isinstance(value, float) else value}")
    return 0
