"""Runs examples and tutorials while the documentation is built; shows scenes, pictures and figures."""

from __future__ import annotations

import contextlib
import html
import importlib
import io
import os
from pathlib import Path
from typing import Any

from cycler import cycler
from IPython import get_ipython
from IPython.display import HTML, Image, display
from matplotlib import rc_context

from mbfe.files.figures import PALETTE

__all__ = ["embed", "example", "scene", "tutorial"]

DOCS = Path(__file__).resolve().parents[1]
SCENES = DOCS / "_extra" / "scenes"
"""Sphinx copies what stands in ``_extra`` as it is (``html_extra_path``)."""


def embed(file: str | Path, title: str) -> None:
    """Show a page that stands in the folder of scenes, as a frame that is loaded when it is scrolled to."""
    name, words = html.escape(Path(file).name), html.escape(title)
    display(
        HTML(
            f'<iframe class="scene" src="../scenes/{name}" title="{words}" loading="lazy"></iframe>'
            f'<p><a href="../scenes/{name}">The scene alone</a></p>'
        )
    )


def example(name: str) -> None:
    """Run an example with its full duration and show what it writes.

    Parameters
    ----------
    name : str
        Module of :mod:`mbfe.examples`.
    """
    main = importlib.import_module(f"mbfe.examples.{name}").main
    out = DOCS / "_build" / "examples" / name
    for folder in (out, SCENES):
        folder.mkdir(parents=True, exist_ok=True)
    said, colours = io.StringIO(), {"axes.prop_cycle": cycler(color=PALETTE)}
    with contextlib.redirect_stdout(said), rc_context(colours):
        figures = main(out=out)
    for page in sorted(out.glob("*.html")):
        page.replace(SCENES / page.name)
        embed(page, f"moving scene of the example {name}")
    for picture in sorted(out.glob("*.png")):
        display(Image(filename=str(picture), alt=f"{name}: {picture.stem.replace('_', ' ')}"))
    if said.getvalue():
        display(HTML(f"<pre>{html.escape(said.getvalue())}</pre>"))
    display(HTML(_table(figures)))


def tutorial(name: str) -> None:
    """Let a page write its files in a folder of its own, and show errors as their messages alone."""
    out = DOCS / "_build" / "tutorials" / name
    for folder in (out, SCENES):
        folder.mkdir(parents=True, exist_ok=True)
    os.chdir(out)
    shell = get_ipython()
    if shell is not None:
        with contextlib.redirect_stdout(io.StringIO()):
            shell.run_line_magic("xmode", "Minimal")


def scene(page: str | Path, title: str) -> None:
    """Show a scene that ``to_html`` wrote."""
    shown = SCENES / Path(page).name
    Path(page).replace(shown)
    embed(shown, title)


def _table(figures: dict[str, Any]) -> str:
    rows = "".join(
        f"<tr><td>{html.escape(name)}</td><td>{html.escape(_written(value))}</td></tr>"
        for name, value in figures.items()
    )
    return f"<table><thead><tr><th>figure</th><th>value</th></tr></thead><tbody>{rows}</tbody></table>"


def _written(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.6g}"
    return ", ".join(map(_written, value)) if isinstance(value, list | tuple) else str(value)
