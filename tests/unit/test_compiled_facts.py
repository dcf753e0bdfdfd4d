"""What machine code depends on is seen wherever it stands: no stale code is used again."""

from __future__ import annotations

import importlib
import json
import os
import shutil
import subprocess
import sys
import types
from pathlib import Path

import pytest

from mbfe.compiled import JIT
from mbfe.compiled.facts import Facts

ROOT = Path(__file__).resolve().parents[2]
HEAD = """import enum, math
import numpy as np
from collections import namedtuple
from mbfe.compiled import compiled
"""
PACKAGE = {
    "pack/__init__.py": "from pack import deep\n",
    "pack/deep.py": HEAD + "G = 1.0\n\n@compiled\ndef f(x):\n    return 2.0 * x\n",
    "flat.py": HEAD
    + "G = 1.0\n\n@compiled\ndef f(x):\n    return g(x)\n\n@compiled\ndef g(x):\n    return 2.0 * x\n",
}
"""Modules of a user."""

READS = {
    "a number of its own": ("def law(x):\n    return 3.0 * x\n", "main.py", "3.0", "4.0"),
    "a global": ("G = 3.0\ndef law(x):\n    return G * x\n", "main.py", "3.0", "4.0"),
    "the sign of a zero": ("G = 0.0\ndef law(x):\n    return x / G\n", "main.py", "0.0", "-0.0"),
    "the kind of a number": ("G = 3\ndef law(x):\n    return G * x\n", "main.py", "3", "3.0"),
    "a default value": ("def law(x, k=3.0):\n    return k * x\n", "main.py", "3.0", "4.0"),
    "an imported global": ("from flat import G\ndef law(x):\n    return G * x\n", "flat.py", "1.0", "4.0"),
    "an imported helper": ("from flat import f\ndef law(x):\n    return f(x)\n", "flat.py", "2.0", "4.0"),
    "a helper, as a closure": (
        "from flat import f\ndef made(h):\n    def law(x):\n        return h(x)\n    return law\n"
        "law = made(f)\n",
        "flat.py",
        "2.0",
        "4.0",
    ),
    "a closure": (
        "def made(k):\n    def law(x):\n        return k * x\n    return law\nlaw = made(3.0)\n",
        "main.py",
        "3.0",
        "4.0",
    ),
    "an array": ("A = np.array([3.0, 5.0])\ndef law(x):\n    return A[0] * x\n", "main.py", "3.0", "4.0"),
    "the order of an array": (
        "A = np.array([[3.0, 5.0], [5.0, 3.0]], order='C')\ndef law(x):\n    return A[0, 1]\n",
        "main.py",
        "'C'",
        "'F'",
    ),
    "a record": (
        "A = np.array([(1.0, 2.0)], dtype=[('a', 'f8'), ('b', 'f8')])\ndef law(x):\n    return A[0].a * x\n",
        "main.py",
        "('a', 'f8'), ('b', 'f8')",
        "('b', 'f8'), ('a', 'f8')",
    ),
    "a named tuple": (
        "P = namedtuple('P', 'a b')\nG = P(3.0, 5.0)\ndef law(x):\n    return G.a * x\n",
        "main.py",
        "'a b'",
        "'b a'",
    ),
    "a nested tuple": ("G = ((3.0, 1), (2,))\ndef law(x):\n    return G[0][0]\n", "main.py", "3.0", "4.0"),
    "an enumeration": (
        "class E(enum.IntEnum):\n    A = 3\ndef law(x):\n    return E.A * x\n",
        "main.py",
        "A = 3",
        "A = 4",
    ),
    "the constant of a class": (
        "class K:\n    k = 3.0\ndef law(x):\n    return K.k * x\n",
        "main.py",
        "3.0",
        "4.0",
    ),
    "the global of a module": ("import flat\ndef law(x):\n    return flat.G * x\n", "flat.py", "1.0", "4.0"),
    "the helper of a module": ("import flat\ndef law(x):\n    return flat.f(x)\n", "flat.py", "2.0", "4.0"),
    "the global of a package": (
        "import pack\ndef law(x):\n    return pack.deep.G\n",
        "pack/deep.py",
        "1.0",
        "4.0",
    ),
    "the helper of a package": (
        "import pack\ndef law(x):\n    return pack.deep.f(x)\n",
        "pack/deep.py",
        "2.0",
        "4.0",
    ),
    "the body of a comprehension": (
        "G = 3.0\ndef law(x):\n    return sum([G * y for y in (x, x)])\n",
        "main.py",
        "3.0",
        "4.0",
    ),
    "another function of mathematics": (
        "from math import sin as f\ndef law(x):\n    return f(x)\n",
        "main.py",
        "sin",
        "cos",
    ),
}
"""Text of a law, the file that is edited, and what is written instead of what."""


@pytest.fixture
def modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Write files and import ``main`` from them as a new process would."""
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)

    def load(texts: dict[str, str]) -> types.ModuleType:
        for name, text in texts.items():
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_text(text)
        for name in list(sys.modules):
            if name.partition(".")[0] in ("main", "flat", "pack"):
                monkeypatch.delitem(sys.modules, name)
        importlib.invalidate_caches()
        return importlib.import_module("main")

    return load


@pytest.mark.parametrize("case", READS)
def test_every_value_that_a_law_reads_is_seen(modules, case: str) -> None:
    text, edited, old, new = READS[case]
    texts = PACKAGE | {"main.py": HEAD + text}
    facts = Facts([modules(texts).law])
    assert facts.unknown == []
    assert Facts([modules(texts).law]).digest() == facts.digest()
    assert old in texts[edited].removeprefix(HEAD)
    head, body = texts[edited][: len(HEAD)], texts[edited][len(HEAD) :]
    changed = Facts([modules(texts | {edited: head + body.replace(old, new)}).law])
    assert changed.digest() != facts.digest()


def test_what_a_law_does_not_read_costs_no_compilation(modules) -> None:
    texts = PACKAGE | {
        "main.py": HEAD + "import flat\nG = 1.0\nk = 5\n\ndef law(x):\n    return flat.f(G * x)\n"
    }
    before = Facts([modules(texts).law]).digest()
    for name, more in (("main.py", "other = 3.0\n"), ("flat.py", "H = 3.0\n")):
        assert Facts([modules(texts | {name: texts[name] + more}).law]).digest() == before
    remark = texts["main.py"].replace("\ndef law", "# a remark\ndef law")
    assert Facts([modules(texts | {"main.py": remark}).law]).digest() == before
    attribute = HEAD + "k = {}\ndef law(p):\n    return p.k\n"
    unlike = Facts([modules(PACKAGE | {"main.py": attribute}).law])
    other = Facts([modules(PACKAGE | {"main.py": attribute.replace("{}", "object()")}).law])
    assert unlike.digest() == other.digest(), "an attribute has the name of a global"
    assert other.unknown == []


def test_what_cannot_be_followed_is_named(modules) -> None:
    main = modules(
        {"main.py": "class Gains:\n    pass\ngains = Gains()\ndef law(x):\n    return gains.k * x\n"}
    )
    assert Facts([main.law]).unknown == ["gains (main.Gains)"]
    others = ("ctypes.CDLL(None).cos", "cfunc('f8(f8)')(lambda x: 2.0 * x)", "object()", "memoryview(b'1')")
    for made in others:
        text = f"import ctypes\nfrom numba import cfunc\nf = {made}\ndef law(x):\n    return f(x)\n"
        assert len(Facts([modules({"main.py": text}).law]).unknown) == 1, made


# ------------------------------------------------------------------ the package itself

FOLLOWS = """
import ast, gc, importlib, json, os, pkgutil, sys
from pathlib import Path
import h5py, numba, numpy, quaternion, scipy.sparse  # before the forks: these are not edited

home = Path(sys.argv[1])

def in_a_fork(work):
    back, into = os.pipe()
    if os.fork() == 0:
        with open(into, "w") as stream:
            json.dump(work(), stream)
        os._exit(0)
    os.close(into)
    with open(back, "rb") as stream:
        return json.loads(stream.read())

def digest(module, name):
    from mbfe.compiled.facts import Facts
    return Facts(functions(vars(importlib.import_module(module))[name])).digest()

def functions(root):
    from mbfe.laws import Law
    return root.functions.values() if isinstance(root, Law) else [root]

def survey():
    import mbfe
    from mbfe.compiled.compile import _Entry
    from mbfe.compiled.facts import Facts, plain
    from mbfe.laws import Law
    assert Path(mbfe.__file__).parent == home / "mbfe"
    through, unknown, calls = {}, [], []
    for package in ("mbfe", "mbfe.elements", "mbfe.joints", "mbfe.blocks"):
        for found in pkgutil.walk_packages(importlib.import_module(package).__path__, package + "."):
            if found.name != "mbfe.__main__":
                importlib.import_module(found.name)
    for module, contents in list(sys.modules.items()):
        if not module.startswith("mbfe"):
            continue
        for name, root in list(vars(contents).items()):
            if isinstance(root, (_Entry, Law)):
                facts = Facts(functions(root))
                unknown += facts.unknown
                calls += [name for inner in facts.reached[1:] if isinstance(inner, _Entry)]
                for inner in map(plain, facts.reached):
                    through.setdefault(str(inner.__module__), (module, name, inner, facts.digest()))
    unseen, seen = [], {}
    for module, (root_module, name, inner, before) in through.items():
        code = inner.__code__
        inner.__code__ = code.replace(co_consts=(*code.co_consts, 12345.5))  # as if its text were another one
        if digest(root_module, name) == before:
            unseen.append(module)
        inner.__code__ = code
        seen[module] = (root_module, name, inner.__name__, before)
    return {"unknown": unknown, "calls": calls, "through": seen, "unseen": unseen}

def edited(text, name):
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name == name:
            node.body.insert(0, ast.parse("edited = 12345.5").body[0])
    return ast.unparse(tree)

found = in_a_fork(survey)
for module in sys.argv[2:]:
    root_module, root, name, before = found["through"][module]
    path = home.joinpath(*module.split(".")).with_suffix(".py")
    text = path.read_text()
    path.write_text(edited(text, name))
    if in_a_fork(lambda: digest(root_module, root)) == before:
        found["unseen"].append(module)
    path.write_text(text)
print(json.dumps(found))
"""
"""For each module that compiled code reaches: change a function of it and see what reaches it; edit some."""

EDITED = (
    "mbfe.functions.curve_law",
    "mbfe.algebra.point_motion",
    "mbfe.engine.stepping.loop",
    "mbfe.elements.beams.beam_law",
)
"""Modules whose files are edited, which takes a new process for each."""


@pytest.mark.skipif(not JIT or os.name != "posix", reason="nothing is compiled, or there are no forks")
def test_an_edit_of_any_module_that_compiled_code_reaches_is_seen(tmp_path: Path) -> None:
    unneeded = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "mbfe", tmp_path / "mbfe", ignore=unneeded)
    for name in ("elements", "joints", "blocks"):
        shutil.copytree(ROOT / name, tmp_path / "mbfe" / name, ignore=unneeded)
    made = subprocess.run(
        [sys.executable, "-c", FOLLOWS, str(tmp_path), *EDITED],
        env=os.environ | {"PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stderr
    found = json.loads(made.stdout)
    assert found["unknown"] == []
    assert found["calls"] == [], "an entry that another one calls would have to keep its intermediate code"
    assert found["unseen"] == []
    assert len(found["through"]) > 80
