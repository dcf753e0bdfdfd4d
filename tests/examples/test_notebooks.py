"""The notebook of the documentation, executed in a kernel as people do, and interrupted there."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
manager = pytest.importorskip("jupyter_client.manager")
pytest.importorskip("ipykernel")

NOTEBOOK = Path(__file__).parents[2] / "docs" / "notebook.ipynb"
PATIENCE = 600.0
"""Seconds that a cell may take where it compiles."""

LONG_RUN = """
import mbfe
from mbfe import elements
model = mbfe.Model("long")
model.add(elements.PointMass("bob", mass=1.0, velocity=(1.0, 0, 0)))
def progress(time, steps):
    if time > 1.0:
        print("running", flush=True)
print("begins", flush=True)
run = mbfe.solve_dynamic(model, duration=1e7, step=1e-2, output_step=1.0, progress=progress)
"""
KEPT = "print(run.status, len(run.time), run['bob'].position.x[-1] - run.time[-1])"


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The notebook with its outputs."""
    notebook = nbformat.read(NOTEBOOK, 4)
    folder = str(tmp_path_factory.mktemp("notebook"))
    resources = {"metadata": {"path": folder}}
    client = nbclient.NotebookClient(notebook, timeout=PATIENCE, kernel_name="python3", resources=resources)
    return client.execute()


def output_of(notebook: Any, last_line: str, kind: str) -> str:
    """Output of a kind of the cell that ends with a line."""
    cell = next(c for c in notebook.cells if c.cell_type == "code" and c.source.splitlines()[-1] == last_line)
    found = [out.data[kind] for out in cell.outputs if kind in out.get("data", {})]
    assert found, [out.output_type for out in cell.outputs]
    return str(found[-1])


def test_the_notebook_is_kept_without_outputs() -> None:
    cells = nbformat.read(NOTEBOOK, 4).cells
    assert all(not c.outputs and c.execution_count is None for c in cells if c.cell_type == "code")


@pytest.mark.slow
def test_cells_show_cards_scenes_and_figures(done: Any) -> None:
    assert "2 degrees of freedom" in output_of(done, "model", "text/html")
    assert "iframe" in output_of(done, "model", "text/html")
    assert "Audit of" in output_of(done, "model.audit()", "text/html")
    assert "1001, time 0 to 5 s" in output_of(done, "run", "text/html")
    assert output_of(done, "run.scene(step=0.02)", "text/html").startswith("<iframe")
    assert "<svg" in output_of(done, 'run["spring"].length', "text/html")
    assert len(re.findall("<tr", output_of(done, "modes", "text/html"))) == 3  # heads and two modes
    figures = [c for c in done.cells if c.cell_type == "code" and c.source.startswith("figure = ")]
    assert len(figures) == 2
    for cell in figures:
        assert [list(out.data) for out in cell.outputs if "image/png" in out.get("data", {})]
    errors = [
        out for c in done.cells if c.cell_type == "code" for out in c.outputs if out.output_type == "error"
    ]
    assert errors == []


@pytest.mark.slow
def test_a_notebook_becomes_a_page(done: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    nbconvert = pytest.importorskip("nbconvert")
    # its templates, also where this Python shares the packages of another one
    monkeypatch.setenv("JUPYTER_PATH", str(Path(nbconvert.__file__).parents[4] / "share" / "jupyter"))
    page, _ = nbconvert.HTMLExporter().from_notebook_node(done)
    assert page.count("<iframe") == 3
    assert page.count("mbfe-card") == 5


@pytest.fixture
def kernel() -> Iterator[tuple[Any, Any]]:
    """A kernel and a client that talks to it."""
    made, client = manager.start_new_kernel(kernel_name="python3", startup_timeout=120)
    yield made, client
    client.stop_channels()
    made.shutdown_kernel(now=True)


def said(client: Any, until: str) -> str:
    """What a cell writes, until it is idle or has said something."""
    text, end = "", time.monotonic() + PATIENCE
    while time.monotonic() < end:
        message = client.get_iopub_msg(timeout=PATIENCE)
        content = message["content"]
        text += content.get("text", "")
        assert message["msg_type"] != "error", content
        if until in text if until else content.get("execution_state") == "idle":
            return text
    raise AssertionError(f"no answer, only {text}")


@pytest.mark.slow
def test_an_interrupted_run_keeps_its_results(kernel: tuple[Any, Any]) -> None:
    """The button *Stop* of a notebook; positions are those of uniform motion up to the last row."""
    made, client = kernel
    request = client.execute(LONG_RUN)
    said(client, "running")
    made.interrupt_kernel()
    reply = client.get_shell_msg(timeout=PATIENCE)
    while reply["parent_header"].get("msg_id") != request:
        reply = client.get_shell_msg(timeout=PATIENCE)
    assert reply["content"]["status"] == "ok"
    said(client, "")
    client.execute(KEPT)
    text = said(client, "interrupted") + said(client, "")
    status, rows, difference = text.split()[:3]
    assert status == "interrupted"
    assert int(rows) > 1
    assert abs(float(difference)) < 1e-6
