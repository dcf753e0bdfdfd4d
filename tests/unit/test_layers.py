"""Import directions and house limits hold in the sources, and each rule catches the mistakes planted here."""

from __future__ import annotations

import tomllib

import pytest

from tools.floors import MOST_IN_ROOT, MOST_SIBLINGS, import_direction, no_cycles, small_folders
from tools.house_arguments import (
    PACKED,
    POSITIONAL,
    asks_by_declaration,
    few_arguments,
    kinds_are_no_texts,
    nothing_packed,
)
from tools.house_meanings import names_mean_one_thing, tolerances_say_why
from tools.house_names import names_are_listed
from tools.house_rules import (
    FUNCTION_LINES,
    LAW_LINES,
    MODULE_LINES,
    engine_is_blind,
    function_length,
    laws_use_compiled_only,
    missing_packages,
    module_length,
    narrow_interfaces,
    one_door,
    one_module_names_csgraph,
    one_module_names_numba,
)
from tools.house_words import modules_say_what_they_show
from tools.law_rules import columns_have_names, rows_have_names, verbs_are_plain
from tools.sources import ROOT, Rule, Source, sources


def letters(count: int) -> str:
    """Names of arguments."""
    return ", ".join("abcdefgh"[:count])


STATEMENTS = "    x = 1\n"
DOCUMENTED = '    """Text.\n\n    More.\n    """\n'
BY_NAME = "class Builder:\n    def add(self, **parameters): ..."
TYPED = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    "
LAW = "from mbfe.laws import law\n@law(nodes=1)\ndef f(t):\n"
WRONG = "from mbfe import errors\nfrom ..errors import ModelError\n"
TANGENT = LAW + "    return t\n@f.tangent\ndef g(t):\n"
FROZEN = "@dataclass(frozen=True)\n"
METHODS = [f"    def f{i}(self): ...\n" for i in range(13)]
PLANTED: list[tuple[Rule, str, str]] = [
    (import_direction, "mbfe.algebra.motion", "from mbfe.model import Model"),
    (import_direction, "mbfe.engine.step", "from ..model import Model"),
    (import_direction, "mbfe.engine.stepping.step", "def f():\n    import mbfe.results.store.store"),
    (import_direction, "mbfe.model", "from mbfe import elements"),
    (import_direction, "mbfe.elements.rod", "from mbfe import Model"),
    (import_direction, "mbfe.results.store.store", "import mbfe"),
    (import_direction, "mbfe.model.model", "def f():\n    from mbfe.audit import audit_model"),
    (import_direction, "mbfe.engine.tables", TYPED + "from mbfe.model import Model"),
    (import_direction, "mbfe.joints.pin", "from mbfe.elements.beams import beam"),
    (import_direction, "mbfe.analyses.static.static", "from mbfe.analyses.linear.modes import solve_modes"),
    (import_direction, "mbfe.planks", "x = 1"),
    (no_cycles, "mbfe.algebra.vectors", "from mbfe.algebra.motion import exp"),
    (no_cycles, "mbfe.algebra.vectors", "def f():\n    from . import motion"),
    (no_cycles, "mbfe.model.item", TYPED + "from mbfe.model.model import Model"),
    (no_cycles, "mbfe.elements.bodies.rigid_body", "from mbfe.elements.beams import cable"),
    (one_door, "mbfe.examples.swing", "from elements import RigidBody"),
    (one_door, "tests.unit.test_swing", "import joints.revolute"),
    (engine_is_blind, "mbfe.engine.stepping.step", TYPED + "import mbfe.joints"),
    (engine_is_blind, "mbfe.engine.tables", "def f(item):\n    return type(item).__name__ == 'PlantedRod'"),
    (engine_is_blind, "mbfe.integrators.alpha", "def f(model):\n    return model.planted_rod"),
    (one_module_names_numba, "mbfe.algebra.motion", "from numba import njit"),
    (one_module_names_numba, "mbfe.algebra.motion", "def f():\n    import numba.core as core"),
    (one_module_names_numba, "mbfe.elements.rod", "import importlib\nimportlib.import_module('numba.core')"),
    (one_module_names_csgraph, "mbfe.audit.parts", "from scipy.sparse.csgraph import dijkstra"),
    (one_module_names_csgraph, "mbfe.audit.parts", "import scipy.sparse as sp\nsp.csgraph.dijkstra(1)"),
    (laws_use_compiled_only, "mbfe.elements.rod", "import scipy\n" + LAW + "    return scipy.pi"),
    (laws_use_compiled_only, "mbfe.elements.rod", WRONG + LAW + "    return errors.ModelError"),
    (laws_use_compiled_only, "mbfe.joints.pin", WRONG + TANGENT + "    return ModelError"),
    (module_length, "mbfe.engine.stepping.step", "x = 1\n" * (MODULE_LINES + 1)),
    (function_length, "mbfe.engine.stepping.step", "def f():\n" + STATEMENTS * FUNCTION_LINES),
    (function_length, "mbfe.engine.stepping.step", LAW + STATEMENTS * FUNCTION_LINES),
    (function_length, "mbfe.model", "def f():\n" + DOCUMENTED + STATEMENTS * FUNCTION_LINES),
    (function_length, "mbfe.elements.rod", "def f():\n" + STATEMENTS * FUNCTION_LINES),
    (function_length, "mbfe.elements.rod", LAW + STATEMENTS * LAW_LINES),
    (narrow_interfaces, "mbfe.model", "def add(item, **more):\n    return item"),
    (narrow_interfaces, "mbfe.model.item", BY_NAME.replace("Builder", "Other")),
    (narrow_interfaces, "mbfe.model", "def add(item, name=None):\n    return item"),
    (narrow_interfaces, "mbfe.model", "class Model:\n" + "".join(METHODS)),
    (columns_have_names, "mbfe.engine.step", "def f(state, n, j):\n    return state.start[n, 13 + j]"),
    (columns_have_names, "mbfe.analyses.rest", "def f(state):\n    return state.motion[:, 7:13]"),
    (columns_have_names, "mbfe.results.rows", "def f(record, row):\n    record.energy[row, 3] = 1.0"),
    (rows_have_names, "mbfe.elements.rod", "def rod_output(p, out):\n    out[3] = p.force"),
    (rows_have_names, "mbfe.joints.pin", "def pin(scratch, history):\n    history[0] = 1.0"),
    (rows_have_names, "mbfe.blocks.lag", "def lag(scratch):\n    return scratch[0:12]"),
    (verbs_are_plain, "mbfe.elements.rod", "def put_force(residual, f): ..."),
    (asks_by_declaration, "mbfe.audit.numbers", 'def f(item):\n    return getattr(item, "stiffness", 0.0)'),
    (asks_by_declaration, "mbfe.audit.numbers", 'def f(item, s):\n    return getattr(item, f"{s}_at")'),
    (kinds_are_no_texts, "mbfe.audit.numbers", 'def f(item):\n    return type(item).__name__ != "Cable"'),
    (kinds_are_no_texts, "mbfe.results.run", 'def f(k):\n    return "Cable" in (k.__qualname__, "")'),
    (few_arguments, "mbfe.elements.rod", f"def f({letters(POSITIONAL + 1)}): ..."),
    (few_arguments, "mbfe.elements.rod", f"class A:\n    def f(self, {letters(POSITIONAL + 1)}): ..."),
    (few_arguments, "mbfe.elements.rod_law", f"def f({letters(POSITIONAL + 1)}): ..."),
    (few_arguments, "mbfe.elements.rod", f"{LAW.replace('f(t)', f'f({letters(7)})')}    return a\n"),
    (nothing_packed, "mbfe.elements.rod", f"def f(given):\n    {letters(PACKED)} = given"),
    (nothing_packed, "mbfe.elements.rod_law", f"def f(given):\n    {letters(PACKED)} = given"),
    (names_mean_one_thing, "mbfe.algebra.rods", "PLANTED = 2.0"),
    (names_mean_one_thing, "mbfe.algebra.deep.rods", "OTHER, PLANTED = 0.0, 1.5"),
    (names_mean_one_thing, "mbfe.algebra.rods", "PLANTED: float = -1.0"),
    (names_mean_one_thing, "mbfe.algebra.rods", "PLANTED, OTHER = range(2)"),
    (tolerances_say_why, "mbfe.audit.tolerances", "SMALL = 1e-9"),
    (tolerances_say_why, "mbfe.audit.tolerances", f"{FROZEN}class Rows:\n    gap: float = 1e-9"),
    (
        tolerances_say_why,
        "mbfe.audit.tolerances",
        '@dataclass\nclass Rows:\n    gap: float = 1e-9\n    """Gap."""',
    ),
    (names_are_listed, "mbfe.model.swing", "x = 1"),
    (names_are_listed, "mbfe.model.swing", "__all__ = ['seat']"),
    (names_are_listed, "mbfe.model.swing", "from mbfe.errors import settled\n__all__ = []"),
]
COMPILED = "from ..compiled import compiled\n__all__ = ['dot']\n@compiled\ndef dot(a, b):\n    return a\n"
KIND = Source("mbfe.elements.planted", "__all__ = []\nclass PlantedRod:\n    x = 1\n")
HELPERS = Source("mbfe.algebra.planted", COMPILED + "PLANTED = 1.0\n")
USED = "from mbfe.algebra import planted\nfrom mbfe.algebra.planted import dot\n"
ALLOWED: list[tuple[Rule, str, str]] = [
    (import_direction, "mbfe.engine.tables", "from mbfe.algebra.motion import compose\nfrom . import loop"),
    (import_direction, "mbfe.analyses.start.initial", "from mbfe.analyses.progress import Progress"),
    (import_direction, "mbfe.examples.swing", "import mbfe\nfrom mbfe import Model"),
    (no_cycles, "mbfe.algebra.motion", "from mbfe.algebra.vectors import vector"),
    (engine_is_blind, "mbfe.engine.stepping.step", '"""A PlantedRod is a kind."""\nforce = "force"'),
    (laws_use_compiled_only, "mbfe.elements.rod", USED + TANGENT + "    return dot(t, planted.dot(t, t))"),
    (laws_use_compiled_only, "mbfe.elements.rod", "import scipy\n" + LAW + "    pass\ng = scipy.pi"),
    (
        laws_use_compiled_only,
        "mbfe.elements.rod",
        "from mbfe.laws import Status\n" + LAW + "    return Status.FINE",
    ),
    (function_length, "mbfe.elements.rod", TANGENT + STATEMENTS * (LAW_LINES - 1)),
    (function_length, "mbfe.model", "def f():\n" + DOCUMENTED + STATEMENTS * (FUNCTION_LINES - 1)),
    (narrow_interfaces, "mbfe.model.item", BY_NAME),
    (columns_have_names, "mbfe.analyses.rest", "def f(state, i):\n    return state.motion[i // 6, i % 6]"),
    (rows_have_names, "mbfe.elements.rod", "def rod_output(i, out):\n    out.values[i] = 1.0"),
    (narrow_interfaces, "mbfe.model", "def made(*args: P.args, **kwargs: P.kwargs): ..."),
    (narrow_interfaces, "mbfe.results.array", "def __array_ufunc__(ufunc, **options): ..."),
    (narrow_interfaces, "mbfe.model", "def add(item, *, name=None):\n    return item"),
    (asks_by_declaration, "mbfe.results.views", "def f(item, name):\n    return getattr(item, name)"),
    (kinds_are_no_texts, "mbfe.results.views", "def f(item):\n    return type(item).__name__"),
    (few_arguments, "mbfe.elements.rod", f"def f(self, {letters(POSITIONAL)}, *, g): ..."),
    (
        few_arguments,
        "mbfe.elements.rod",
        LAW.replace("f(t)", "f(t, pose, twist, p, x, xdot, q, v, a)") + "    return a\n",
    ),
    (names_mean_one_thing, "mbfe.algebra.rods", "OTHER, PLANTED = 2.0, 1.0"),
    (names_mean_one_thing, "mbfe.functions.rods", "PLANTED = 2.0"),
    (tolerances_say_why, "mbfe.audit.rows", "SMALL = 1e-9"),
    (
        tolerances_say_why,
        "mbfe.audit.tolerances",
        f'{FROZEN}class Rows:\n    gap: float = 1e-9\n    """Gap."""\nROWS = Rows()',
    ),
    (nothing_packed, "mbfe.elements.rod", "def f(quaternion):\n    w, x, y, z = quaternion"),
    (names_are_listed, "mbfe.model.swing", "from mbfe.errors import ModelError\n__all__ = []"),
    (names_are_listed, "mbfe.model.swing", '"""Words alone."""'),
    (names_are_listed, "tests.unit.swing", "from mbfe.errors import settled"),
]
RULES = [*dict.fromkeys(rule for rule, _, _ in PLANTED), small_folders, modules_say_what_they_show]


@pytest.fixture(scope="module", autouse=True)
def trees() -> None:
    """All sources are read and taken apart once, which takes longer than each rule."""
    for source in sources():
        assert source.nodes


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_sources_keep_the_rule(rule: Rule) -> None:
    assert rule(sources()) == []


@pytest.mark.parametrize(("rule", "name", "text"), PLANTED)
def test_planted_mistake_is_found(rule: Rule, name: str, text: str) -> None:
    complaints = rule((KIND, HELPERS, Source(name, text)))
    assert complaints
    assert all(name in complaint for complaint in complaints)


@pytest.mark.parametrize(("rule", "name", "text"), ALLOWED)
def test_permitted_code_is_left_alone(rule: Rule, name: str, text: str) -> None:
    assert rule((KIND, HELPERS, Source(name, text))) == []


@pytest.mark.parametrize(("folder", "most"), [("mbfe", MOST_IN_ROOT), ("mbfe.algebra", MOST_SIBLINGS)])
def test_full_folders_are_found(folder: str, most: int) -> None:
    planks = tuple(Source(f"{folder}.plank{i}", "") for i in range(most + 1))
    assert small_folders(planks) == [f"{folder} has {most + 1} modules, at most {most}"]
    assert small_folders(planks[1:]) == []


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("x = 1", "no more than its name"),
        ('"""Swing."""', "no more than its name"),
        ('"""Swings: rope."""', "no more than its name"),
        ((ROOT / "elements" / "springs" / "__init__.py").read_text(encoding="utf-8"), "the same of itself"),
    ],
)
def test_modules_that_say_nothing_are_found(text: str, complaint: str) -> None:
    (found,) = modules_say_what_they_show((Source("mbfe.elements.swing", text),))
    assert found.startswith("mbfe.elements.swing says")
    assert complaint in found


def test_a_module_may_name_itself() -> None:
    assert modules_say_what_they_show((Source("mbfe.elements.swing", '"""Swing: a seat on ropes."""'),)) == []


def test_every_folder_is_read() -> None:
    read = {source.name for source in sources()}
    assert {"mbfe", "mbfe.compiled", "mbfe.elements", "mbfe.joints", "tests.unit.test_layers"} <= read


def test_every_package_is_installed() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    listed = settings["tool"]["setuptools"]["packages"]
    assert missing_packages(listed, sources()) == []
    planted = Source("mbfe.planted", "", is_package=True)
    assert missing_packages(listed, (*sources(), planted)) == ["mbfe.planted"]
