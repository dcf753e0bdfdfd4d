"""Lower bounds are versions that can be tested, and the checks of packages find what is wrong with one."""

from __future__ import annotations

import re
import tomllib
import zipfile
from pathlib import Path

import pytest

from mbfe.version import __version__
from tools import oldest, package

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = {"mbfe": "mbfe", "mbfe.joints": "joints"}
TRACKED = ("README.md", "mbfe/__init__.py", "mbfe/py.typed", "joints/pin.py", "tests/unit/test_pin.py")
FACTS = {f"mbfe-0.1.0.dist-info/{name}" for name in package.FACTS}
WHEEL = {"mbfe/__init__.py", "mbfe/py.typed", "mbfe/joints/pin.py"} | FACTS
SDIST = {*TRACKED, "PKG-INFO", "setup.cfg", "mbfe.egg-info/SOURCES.txt"}


def test_every_requirement_is_a_lower_bound() -> None:
    project = oldest.settings()
    for extra, lines in project["optional-dependencies"].items():
        bounds = oldest.oldest(project, [extra])
        assert bounds.items() >= oldest.oldest(project, []).items()
        assert len(bounds) >= len([line for line in lines if not line.startswith("mbfe[")])


@pytest.mark.parametrize("more", ["", "==2.0", ">=2.0,<3", "~=2.0", ">2", ">=2.0; python_version<'3.12'"])
def test_other_requirements_are_refused(more: str) -> None:
    project = {"dependencies": [f"numpy{more}"], "optional-dependencies": {}}
    with pytest.raises(ValueError, match="one lower bound"):
        oldest.oldest(project, [])


def test_extras_take_others_along() -> None:
    project = {
        "dependencies": ["numpy>=2.0"],
        "optional-dependencies": {"plot": ["pandas>=2.2"], "all": ["mbfe[plot,more]"], "more": ["tqdm>=4"]},
    }
    assert oldest.oldest(project, ["all"]) == {"numpy": "2.0", "pandas": "2.2", "tqdm": "4"}
    with pytest.raises(ValueError, match="no extra 'pots'"):
        oldest.oldest(project, ["pots"])


@pytest.mark.parametrize(("found", "is_newer"), [("2.0", 0), ("2.0.0", 0), ("2.0.1", 1), ("20", 1)])
def test_newer_versions_than_the_bound_are_seen(
    monkeypatch: pytest.MonkeyPatch, found: str, is_newer: bool
) -> None:
    monkeypatch.setattr(oldest, "version", lambda name: found)
    assert len(oldest.newer({"numpy": "2.0"})) == is_newer


def test_claimed_pythons_are_those_named_in_the_documentation() -> None:
    """What the classifiers, the least version and the page about the installation say is one list."""
    project = oldest.settings()
    said = re.findall(r"Programming Language :: Python :: (3\.\d+)", "\n".join(project["classifiers"]))
    assert project["requires-python"] == f">={said[0]}"
    page = (ROOT / "docs" / "getting_started.md").read_text(encoding="utf-8")
    (line,) = re.findall(r"Tested with Python (.*?);", page, flags=re.DOTALL)
    assert re.findall(r"3\.\d+", line) == said
    tools = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    assert tools["mypy"]["python_version"] == said[0]
    assert tools["ruff"]["target-version"] == "py" + said[0].replace(".", "")


def test_what_is_cited_is_this_version() -> None:
    """Version, licence, authors and keywords of the citation are those of the package."""
    yaml = pytest.importorskip("yaml")
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    project = oldest.settings()
    assert cited["cff-version"] == "1.2.0"
    assert str(cited["version"]) == __version__
    assert cited["license"] == project["license"]
    assert cited["authors"] == project["authors"]
    assert cited["keywords"] == project["keywords"]


def test_good_packages_pass() -> None:
    assert package.wheel_faults(WHEEL, TRACKED, FOLDERS) == []
    assert package.sdist_faults(SDIST, TRACKED) == []


@pytest.mark.parametrize("name", sorted(WHEEL))
def test_what_is_missing_in_a_wheel_is_found(name: str) -> None:
    (complaint,) = package.wheel_faults(WHEEL - {name}, TRACKED, FOLDERS)
    assert "lacks" in complaint


@pytest.mark.parametrize("name", ["tests/unit/test_pin.py", "mbfe/pin.nbi", "joints/pin.py", "README.md"])
def test_what_is_foreign_in_a_wheel_is_found(name: str) -> None:
    (complaint,) = package.wheel_faults(WHEEL | {name}, TRACKED, FOLDERS)
    assert name in complaint


@pytest.mark.parametrize("name", TRACKED)
def test_what_is_missing_in_an_sdist_is_found(name: str) -> None:
    assert package.sdist_faults(SDIST - {name}, TRACKED) == [f"the sdist lacks {name}"]


@pytest.mark.parametrize("name", [".venv/pyvenv.cfg", "out/run.h5", "docs/_build/index.html"])
def test_what_is_foreign_in_an_sdist_is_found(name: str) -> None:
    (complaint,) = package.sdist_faults(SDIST | {name}, TRACKED)
    assert name in complaint


def test_wheels_are_compared_by_content(tmp_path: Path) -> None:
    def wheel(year: int, **texts: str) -> Path:
        with zipfile.ZipFile(tmp_path / f"{year}.whl", "w") as archive:
            for name, text in texts.items():
                archive.writestr(zipfile.ZipInfo(name, date_time=(year, 1, 1, 0, 0, 0)), text)
        return tmp_path / f"{year}.whl"

    first = wheel(2001, a="x", b="y")
    assert package.unequal(first, wheel(2002, b="y", a="x")) == []
    assert package.unequal(first, wheel(2003, a="x", b="z")) == ["b differs between the wheels"]
    assert package.unequal(first, wheel(2004, a="x")) == ["b differs between the wheels"]
    assert package.unequal(wheel(2005, a="x"), first) == ["b differs between the wheels"]
