"""The command line: what each command says, its exit status and the form of its errors."""

from __future__ import annotations

import csv
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import mbfe
from mbfe import elements, examples, joints
from mbfe.cli import SHOWN, example_names, main
from mbfe.results.film.stage import can_draw

ROOT = Path(mbfe.__file__).parents[1]
EXAMPLES = Path(examples.__file__).parent
SOME_COMMANDS = ["examples", "run", "info", "export", "plot", "animate", "picture", "view", "version"]


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> str:
    """File of a short run."""
    file = tmp_path_factory.mktemp("run") / "pendulum.h5"
    model = mbfe.Model("pendulum", gravity=(0, 0, -9.81))
    shape = mbfe.shapes.box(size=(1.0, 0.1, 0.1))
    rod = model.add(
        elements.RigidBody("rod", position=(0.5, 0, 0), mass=2.0, inertia=(0.002, 0.17, 0.17), shape=shape)
    )
    model.add(joints.Revolute("hinge", model.ground, rod, position=(0, 0, 0), axis=(0, 1, 0)))
    model.add(mbfe.Measurement("tip", rod, "position", point=(0.5, 0, 0)))
    mbfe.solve_dynamic(model, duration=0.02, step=2e-3, file=file)
    return str(file)


def said(capsys, *arguments: str, status: int = 0) -> str:
    """Output of a command that must leave with this status."""
    assert main(arguments=arguments) == status
    captured = capsys.readouterr()
    return captured.err if status else captured.out


def refused(capsys, *arguments: str) -> str:
    """Complaint about wrong usage."""
    with pytest.raises(SystemExit) as leaving:
        main(arguments=arguments)
    assert leaving.value.code == 2
    return capsys.readouterr().err


def test_version(capsys):
    assert said(capsys, "version").startswith(f"mbfe {mbfe.__version__} (Python 3.")


def test_as_a_module():
    command = [sys.executable, "-m", "mbfe", "version"]
    done = subprocess.run(
        command, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("mbfe ")


def test_examples_are_listed_with_a_line_each(capsys):
    lines = said(capsys, "examples").splitlines()
    names = [line.split()[0] for line in lines]
    assert names == sorted(path.stem for path in EXAMPLES.glob("[!_]*.py"))
    assert all(len(line.split()) > 4 for line in lines)


def test_run_of_a_script_passes_options_and_status_on(tmp_path, capsys):
    script = tmp_path / "mine.py"
    (tmp_path / "beside.py").write_text("WORD = 'beside'\n")
    script.write_text(
        "import sys\nfrom beside import WORD\nif __name__ == '__main__':\n"
        "    print(WORD, sys.argv[1:])\n    sys.exit(int(sys.argv[2]))\n"
    )
    assert main(arguments=["run", str(script), "--out", "3"]) == 3
    assert capsys.readouterr().out == "beside ['--out', '3']\n"
    assert main(arguments=["run", str(script), "--out", "0"]) == 0


def test_run_of_a_script_that_mbfe_refuses(tmp_path, capsys):
    script = tmp_path / "wrong.py"
    script.write_text("import mbfe\nmbfe.Model('m', gravity=(0, 0, float('nan')))\n")
    complaint = said(capsys, "run", str(script), status=1)
    assert complaint.startswith('ModelError: model "m": gravity')
    assert "Traceback" not in complaint


def test_help_of_an_example_is_its_own(capsys):
    with pytest.raises(SystemExit) as leaving:
        main(arguments=["run", "hanging_chain", "--help"])
    assert leaving.value.code == 0
    text = capsys.readouterr().out
    assert "usage: mbfe run hanging_chain" in text
    assert "--links" in text
    assert "Bernoulli" in text


def test_run_of_an_unknown_example(capsys):
    assert 'Did you mean "pendulum"?' in refused(capsys, "run", "pendulun")
    assert refused(capsys, "run", "nothing.py").count("four_bar") == 1


def test_info_reports_what_the_file_holds(results, capsys):
    text = said(capsys, "info", results)
    assert text.startswith('Run of "pendulum": completed, 11 rows from 0 to 0.02 s\n  10 steps')
    assert "scheme GeneralizedAlpha, spectral_radius 0.9, step 0.002" in text
    assert "1 checkpoint, the last at 0.02 s" in text
    hinge = next(line for line in text.splitlines() if line.split()[0] == "hinge")
    assert hinge.split() == ["hinge", "Revolute", "angle,", "rate,", "force,", "moment"]


def test_info_lists_many_items_only_when_asked(tmp_path, capsys):
    model = mbfe.Model("crowd")
    for i in range(SHOWN + 3):
        model.add(elements.PointMass(f"mass {i}", mass=1.0))
    mbfe.solve_dynamic(model, duration=0.01, step=0.01, file=tmp_path / "crowd.h5")
    assert "and 3 more (--all)" in said(capsys, "info", str(tmp_path / "crowd.h5"))
    assert f"mass {SHOWN + 2} " in said(capsys, "info", str(tmp_path / "crowd.h5"), "--all")


def test_export(results, tmp_path, capsys):
    table, folder = tmp_path / "table.csv", tmp_path / "paraview"
    text = said(
        capsys,
        "export",
        results,
        "--csv",
        str(table),
        "--signals",
        "hinge.angle",
        "tip",
        "--paraview",
        str(folder),
    )
    assert text.splitlines() == [str(table), str(folder / "pendulum.pvd")]
    assert (folder / "pendulum.pvd").read_text().count("<DataSet") == 11
    with table.open(newline="") as file:
        rows = list(csv.reader(file))
    assert rows[0] == ["time [s]", "hinge.angle [rad]", "tip.x [m]", "tip.y [m]", "tip.z [m]"]
    assert [float(row[0]) for row in rows[1:]] == pytest.approx([0.002 * i for i in range(11)])
    assert float(rows[1][2]) == 1.0


def test_export_of_a_scene(results, tmp_path, capsys):
    page = tmp_path / "pendulum.html"
    assert said(capsys, "export", results, "--html", str(page)).splitlines() == [str(page)]
    assert '"hinge"' in page.read_text()


@pytest.mark.skipif(not can_draw(), reason="no library draws here without a display (libEGL)")
def test_a_film_and_a_picture(results, tmp_path, capsys):
    for package in ("pyvista", "imageio_ffmpeg"):
        pytest.importorskip(package)
    film, picture = tmp_path / "t.gif", tmp_path / "t.png"
    options = ("--size", "160", "90", "--camera", "front")
    moving = ("-o", str(film), "--fps", "5", "--duration", "1", "--end", "0.01")
    assert said(capsys, "animate", results, *moving, *options).splitlines() == [str(film)]
    still = ("-o", str(picture), "--time", "0.01")
    assert said(capsys, "picture", results, *still, *options).splitlines() == [str(picture)]
    assert film.read_bytes()[:4] == b"GIF8"
    assert picture.read_bytes()[1:4] == b"PNG"


@pytest.mark.parametrize("is_opened", [True, False])
def test_a_scene_is_opened_in_the_browser(results, capsys, monkeypatch, is_opened):
    """The page is written to a folder of its own; without a browser the error says where it is."""
    asked = []
    monkeypatch.setattr("webbrowser.open", lambda address: asked.append(address) or is_opened)
    assert main(arguments=["view", results]) == 1 - is_opened
    captured = capsys.readouterr()
    page = Path(captured.out.strip())
    assert asked == [page.resolve().as_uri()]
    assert page.name == "pendulum.html"
    assert page.read_text("utf-8").startswith("<!doctype html>")
    assert is_opened or str(page) in captured.err
    shutil.rmtree(page.parent)


def test_export_of_everything(results, tmp_path, capsys):
    said(capsys, "export", results, "--csv", str(tmp_path / "all.csv"))
    header = (tmp_path / "all.csv").read_text().partition("\n")[0]
    assert "rod.velocity.x [m/s]" in header
    assert "energy.kinetic [J]" in header


def test_plot(results, tmp_path, capsys):
    pytest.importorskip("matplotlib")
    picture = tmp_path / "p.png"
    assert said(capsys, "plot", results, "hinge.angle", "energy.total", "-o", str(picture)) == f"{picture}\n"
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_plot_without_a_display_says_so(results, capsys, monkeypatch):
    matplotlib = pytest.importorskip("matplotlib")
    before = matplotlib.get_backend()
    matplotlib.use("agg")
    assert "Give -o PICTURE" in said(capsys, "plot", results, "hinge.angle", status=1)
    matplotlib.use(before)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["info", "nowhere.h5"], ["ResultsError", "nowhere.h5", "does not exist"]),
        (
            ["plot", "FILE", "hinge.angel", "-o", "p.png"],
            ["hinge.angel", 'Did you mean "hinge.angle"'],
        ),
        (["plot", "FILE", "hing.angle", "-o", "p.png"], ["hing.angle", 'Did you mean "hinge.angle"']),
        (["export", "FILE", "--csv", "t.csv", "--signals", "rod"], ["rod", "no quantity"]),
        (["plot", "FILE", "rod.position.w", "-o", "p.png"], ["rod.position", "w"]),
    ],
)
def test_failed_requests_are_errors_with_reasons(results, capsys, tmp_path, monkeypatch, arguments, words):
    monkeypatch.chdir(tmp_path)
    complaint = said(capsys, *[results if word == "FILE" else word for word in arguments], status=1)
    assert "Traceback" not in complaint
    for word in words:
        assert word in complaint
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["fly"],
        ["export", "x.h5"],
        ["export", "x.h5", "--paraview", "d", "--signals", "a"],
        ["plot", "x.h5"],
    ],
)
def test_wrong_usage(capsys, arguments):
    assert "usage: mbfe" in refused(capsys, *arguments)


@pytest.mark.parametrize("command", SOME_COMMANDS)
def test_every_command_has_help(capsys, command):
    with pytest.raises(SystemExit) as leaving:
        main(arguments=[command, "--help"])
    assert leaving.value.code == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "Exit status: 0" in text
    assert len(text) > 150


def test_examples_have_the_convention_of_options():
    for name in example_names():
        text = (EXAMPLES / f"{name}.py").read_text()
        assert re.search(r"def main\(\s*\*, out: Path \| None = None, quick: bool = False", text)
        assert "raise SystemExit(run_example(main" in text
