"""The command line ``mbfe``: run and audit examples and scripts, show, export, plot and film results."""

from __future__ import annotations

import argparse
import ast
import contextlib
import importlib
import json
import os
import runpy
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import mbfe
from mbfe.compiled.cache import code_folder
from mbfe.errors import MbfeError, ModelError, ResultsError, did_you_mean

__all__ = ["SHOWN", "example_names", "main"]

EPILOG = "Exit status: 0 if all went well, 1 after a failed run or request, 2 after wrong usage."
SHOWN = 40
"""Items that ``mbfe info`` lists unless asked for all."""


def main(*, arguments: Sequence[str] | None = None) -> int:
    """Run one command, the words after ``mbfe``; those of the process when absent.

    Returns the exit status, 0, or 1 after a failed run or request. Wrong usage leaves with 2.
    """
    given = _parser().parse_args(arguments)
    try:
        return int(given.command(given))
    except MbfeError as error:
        _complain(f"{type(error).__name__}: {error}")
    except KeyboardInterrupt:
        _complain("Interrupted.")
    except BrokenPipeError:  # as in `mbfe info run.h5 | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1


def _say(text: str) -> None:
    coding = sys.stdout.encoding or "utf-8"
    # a terminal may not have all letters, and names of files from elsewhere may be none
    sys.stdout.write(text.encode(coding, "backslashreplace").decode(coding) + "\n")


def _complain(text: str) -> None:
    sys.stdout.flush()
    sys.stderr.write(text + "\n")


# ------------------------------------------------------------------ usage


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="mbfe",
        description="Flexible multibody dynamics by finite elements.",
        epilog="`mbfe COMMAND --help` says more about a command. " + EPILOG,
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    made = {}
    for name, (function, text, more) in _COMMANDS.items():
        described = f"{text[0].upper()}{text[1:]}. {more}"
        made[name] = commands.add_parser(name, help=text, description=described, epilog=EPILOG)
        made[name].set_defaults(command=function, usage=made[name])
    run, audit, info, export, plot = (made[name] for name in ("run", "audit", "info", "export", "plot"))
    audit.add_argument("what", metavar="NAME|SCRIPT", help="an example of `mbfe examples`, or a Python file")
    audit.add_argument("--json", action="store_true", help="write the findings as JSON")
    audit.add_argument("--graph", metavar="FILE", help="draw bodies, joints and loops here (.svg)")
    run.add_argument("what", metavar="NAME|SCRIPT", help="an example of `mbfe examples`, or a Python file")
    run.add_argument(
        "options", nargs=argparse.REMAINDER, metavar="...", help="its own options, after its name"
    )
    animate, picture, view = (made[name] for name in ("animate", "picture", "view"))
    for made_for_files in (info, export, plot, animate, picture, view):
        made_for_files.add_argument("file", metavar="FILE", help="results file (.h5)")
    info.add_argument("--all", action="store_true", help=f"list all items, not only the first {SHOWN}")
    export.add_argument("--paraview", metavar="DIR", help="write surfaces and joints here; open its .pvd")
    export.add_argument("--html", metavar="PAGE", help="write a scene here that any browser opens")
    export.add_argument("--csv", metavar="FILE", help="write signals here, a column for each number")
    export.add_argument(
        "--signals", nargs="+", default=[], metavar="SIGNAL", help="what to write; else everything"
    )
    plot.add_argument("signals", nargs="+", metavar="SIGNAL", help="e.g. hinge.angle rod.position.z energy")
    plot.add_argument(
        "-o", "--output", metavar="PICTURE", help="write .png, .pdf or .svg; else open a window"
    )
    _add_film_options(animate, picture)
    view.add_argument(
        "-o", "--output", metavar="PAGE", help="write the page here; else to a temporary folder"
    )
    warm = made["warm"]
    warm.add_argument("kinds", nargs="*", metavar="KIND", help="public names, e.g. Revolute Beam; else all")
    warm.add_argument("--jobs", type=int, metavar="N", help="number of processes, else of processors")
    return parser


def _add_film_options(animate: argparse.ArgumentParser, picture: argparse.ArgumentParser) -> None:
    animate.add_argument(
        "-o", "--output", metavar="FILM", help="write here, .mp4, .webm or .gif; else FILE.mp4"
    )
    picture.add_argument("-o", "--output", metavar="PICTURE", help="write here, .png or .jpg; else FILE.png")
    animate.add_argument("--fps", type=float, default=30.0, help="frames per second, 30 when absent")
    for name, text in (
        ("start", "first time shown [s]"),
        ("end", "last time shown [s]"),
        ("speed", "seconds of the run in a second of the film"),
        ("duration", "length of the film [s], instead of --speed"),
    ):
        animate.add_argument(f"--{name}", type=float, help=text)
    picture.add_argument("--time", type=float, help="time [s]; the last row when absent")
    for each in (animate, picture):
        each.add_argument("--size", type=int, nargs=2, default=(1280, 720), metavar=("WIDTH", "HEIGHT"))
        each.add_argument("--camera", metavar="VIEW", help="iso, front, back, left, right, top or bottom")
        each.add_argument("--follow", metavar="BODY", help="body that stays in its place in the picture")
        each.add_argument("--signals", nargs="+", default=[], metavar="SIGNAL", help="plotted below")


# ------------------------------------------------------------------ examples and scripts


def example_names() -> dict[str, str]:
    """Installed examples with the first line of their docstrings."""
    import mbfe.examples

    found: dict[str, str] = {}
    for folder in mbfe.examples.__path__:
        for path in sorted(Path(folder).glob("[!_]*.py")):
            text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
            found[path.stem] = text.partition("\n")[0]
    return found


def _examples(given: argparse.Namespace) -> int:
    names = example_names()
    width = max(map(len, names))
    for name, line in names.items():
        _say(f"{name:<{width}}  {line}")
    return 0


def _run(given: argparse.Namespace) -> int:
    path = Path(given.what)
    if path.suffix == ".py" and path.is_file():
        sys.argv = [given.what, *given.options]
        sys.path.insert(0, str(path.resolve().parent))
        try:
            runpy.run_path(given.what, run_name="__main__")
        except SystemExit as leaving:
            if leaving.code is None or isinstance(leaving.code, int):
                return leaving.code or 0
            _complain(str(leaving.code))
            return 1
        return 0
    from mbfe.examples._options import run_example

    main = _example(given)
    return run_example(main, given.options, program=f"mbfe run {given.what}")


def _example(given: argparse.Namespace) -> Any:
    """Function ``main`` of the example that was named; leaves with 2 if there is none."""
    names = example_names()
    if given.what not in names:
        near = did_you_mean(given.what, list(names))
        hint = f"{near}?" if near else f"Examples: {', '.join(names)}."
        given.usage.error(f'there is neither an example nor a Python file "{given.what}". {hint}')
    return importlib.import_module(f"mbfe.examples.{given.what}").main


def _audit(given: argparse.Namespace) -> int:
    from mbfe.audit.script import audit_script, audits_of

    path = Path(given.what)
    is_file = path.suffix == ".py" and path.is_file()
    main = None if is_file else _example(given)
    with contextlib.redirect_stdout(sys.stderr):  # what the script prints is not the audit
        found = audit_script(path) if main is None else audits_of(main, name=given.what)
    if not found:
        raise ModelError(
            given.what,
            "it neither solves a model nor leaves one behind",
            remedy="Give the model a global name, or let a function build() return it",
        )
    if given.json:
        _say(json.dumps([audit.to_dict() for audit in found], indent=2, ensure_ascii=False))
    else:
        _say("\n\n".join(map(str, found)))
    for number, audit in enumerate(found):
        if given.graph is not None:
            file = Path(given.graph)
            audit.draw(file=file if number == 0 else file.with_stem(f"{file.stem}_{number + 1}"))
    return 0 if all(audit.ok for audit in found) else 1


# ------------------------------------------------------------------ results


def _info(given: argparse.Namespace) -> int:
    run = mbfe.open_results(given.file)
    _say(str(run))
    settings = run.header["settings"]
    _say(
        "  "
        + ", ".join(
            f"{key} {settings[key]}"
            for key in ("scheme", "spectral_radius", "step", "step_map", "newton_tolerance", "load_factor")
            if key in settings
        )
    )
    times = run.checkpoint_times
    if len(times):
        _say(f"  {len(times)} checkpoint{'s' * (len(times) > 1)}, the last at {times[-1]:g} s")
    _say(f"  written by mbfe {run.header['mbfe']}, units {run.header['units']}")
    if run.diagnosis is not None:
        _say(str(run.diagnosis))
    names = run.names if given.all else run.names[:SHOWN]
    rows = []
    for name in names:
        item = next(item for item in run.header["items"] if item["name"] == name)
        signals = () if item["family"] == "measurement" else run[name].signals
        rows.append((name, item["kind"], ", ".join(signals)))
    rows.append(("energy", "", "kinetic, potential, elastic, dissipated, work, total, balance"))
    wide = [max(len(row[i]) for row in rows) for i in (0, 1)]
    for name, kind, text in rows:
        _say(f"  {name:<{wide[0]}}  {kind:<{wide[1]}}  {text}".rstrip())
    if len(names) < len(run.names):
        _say(f"  … and {len(run.names) - len(names)} more (--all)")
    return 0


def _export(given: argparse.Namespace) -> int:
    if given.paraview is None and given.csv is None and given.html is None:
        given.usage.error("give --paraview DIR, --html PAGE, --csv FILE or several")
    if given.signals and given.csv is None:
        given.usage.error("--signals belongs to --csv")
    run = mbfe.open_results(given.file)
    if given.csv is not None:
        run.to_csv(given.csv, names=given.signals)
        _say(given.csv)
    if given.paraview is not None:
        _say(str(run.to_paraview(given.paraview)))
    if given.html is not None:
        _say(str(run.to_html(given.html)))
    return 0


def _plot(given: argparse.Namespace) -> int:
    run = mbfe.open_results(given.file)
    if given.output is not None:
        run.plot(*given.signals, file=given.output)
        _say(given.output)
        return 0
    figure = run.plot(*given.signals)
    if figure.canvas.manager is None or not _has_window():
        raise ResultsError("mbfe plot", "there is no display to open a window on", remedy="Give -o PICTURE")
    figure.canvas.manager.pyplot_show()
    return 0


def _animate(given: argparse.Namespace) -> int:
    run = mbfe.open_results(given.file)
    film = run.animate(
        given.output or Path(given.file).with_suffix(".mp4"),
        fps=given.fps,
        size=given.size,
        start=given.start,
        end=given.end,
        speed=given.speed,
        duration=given.duration,
        camera=given.camera,
        follow=given.follow,
        signals=given.signals,
    )
    _say(str(film))
    return 0


def _picture(given: argparse.Namespace) -> int:
    run = mbfe.open_results(given.file)
    picture = run.picture(
        given.output or Path(given.file).with_suffix(".png"),
        time=given.time,
        size=given.size,
        camera=given.camera,
        follow=given.follow,
        signals=given.signals,
    )
    _say(str(picture))
    return 0


def _view(given: argparse.Namespace) -> int:
    import tempfile
    import webbrowser

    run = mbfe.open_results(given.file)
    folder = "" if given.output else tempfile.mkdtemp(prefix="mbfe-")
    page = run.to_html(given.output or Path(folder, Path(given.file).stem + ".html"))
    _say(str(page))
    if not webbrowser.open(page.resolve().as_uri()):
        raise ResultsError(
            "mbfe view", "there is no browser to open the page", remedy=f"Open {page} yourself"
        )
    return 0


def _has_window() -> bool:
    import matplotlib

    return matplotlib.get_backend().lower() not in {"agg", "cairo", "pdf", "pgf", "ps", "svg", "template"}


def _warm(given: argparse.Namespace) -> int:
    if given.jobs is not None and given.jobs < 1:
        given.usage.error(f"argument --jobs: {given.jobs}, allowed: 1 or more")
    from mbfe.precompile import compile_ahead

    count = compile_ahead(given.kinds, jobs=given.jobs)
    _say(f"{count} kinds are compiled; they are kept in {code_folder().path}.")
    return 0


def _version(given: argparse.Namespace) -> int:
    import platform

    import numpy

    _say(f"mbfe {mbfe.__version__} (Python {platform.python_version()}, NumPy {numpy.__version__})")
    return 0


_COMMANDS = {
    "examples": (_examples, "list the installed examples", "Run one with `mbfe run NAME`."),
    "run": (
        _run,
        "run an example or a script",
        "Examples take --out DIR (pictures, results, ParaView files), --json FILE (their figures), --quick "
        "and options of their own, which `mbfe run NAME --help` lists. A script gets the options as its own.",
    ),
    "audit": (
        _audit,
        "say what is wrong or surprising in a model before it is solved",
        "The script is run up to its first solution. Exit status 1 if there is an error among the findings.",
    ),
    "info": (_info, "say what a results file holds", "Works on a file that is being written, too."),
    "export": (
        _export,
        "write results for ParaView, as a scene or as a table",
        "Give --paraview, --html, --csv or several.",
    ),
    "plot": (
        _plot,
        "plot signals over time",
        'A signal is named as in scripts, e.g. "hinge.angle" or "energy.total".',
    ),
    "animate": (
        _animate,
        "make a film of results",
        "Needs the extra `view`, and no display. In real time unless --speed or --duration is given.",
    ),
    "picture": (_picture, "make a picture of results at a time", "Needs the extra `view`, and no display."),
    "view": (
        _view,
        "show results as a scene in the browser",
        "The page holds everything and can be sent to others; `mbfe export --html` writes it alone.",
    ),
    "warm": (
        _warm,
        "compile ahead of time what models need",
        "What a script uses for the first time is compiled then, which takes seconds for each kind. This "
        "compiles it before, on all processors, and keeps it for all scripts of this user.",
    ),
    "version": (_version, "say the versions of mbfe, Python and NumPy", "For reports of mistakes."),
}
"""Commands: what they call, what the list of commands says, what their help adds."""
