"""Parts of audits by themselves: graphs, ranks by elimination, drawings, the command line."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest

import mbfe
from mbfe import elements, joints
from mbfe.audit import Kind
from mbfe.audit.constraints import echelon
from mbfe.audit.drawing import diagram
from mbfe.audit.elimination import Elimination, Entry, Factor, dense_factors
from mbfe.audit.graph import biconnected
from mbfe.audit.layout import layout
from mbfe.audit.script import audit_script
from mbfe.cli import main
from tests.physics.audit_models import chain, door, parallelograms, stewart

SVG = "{http://www.w3.org/2000/svg}"


# ------------------------------------------------------------------ graphs


def connected(edges: list[tuple[int, int]], start: int, without: int) -> set[int]:
    """Vertices that can be reached from one without passing another."""
    found, queue = {start}, [start]
    while queue:
        at = queue.pop()
        for edge in edges:
            if at in edge:
                other = edge[0] + edge[1] - at
                if other != without and other not in found:
                    found.add(other)
                    queue.append(other)
    return found


@pytest.mark.parametrize("seed", range(12))
def test_biconnected_components(seed: int) -> None:
    """Two edges at a vertex are in one component if and only if their other ends are connected without it."""
    random = np.random.default_rng(seed)
    n = 9
    edges = [(int(a), int(b)) for a, b in random.integers(0, n, (11, 2)) if a != b]
    of_edge = np.full(len(edges), -1)
    for number, component in enumerate(biconnected(n, edges)):
        assert (of_edge[component] == -1).all()
        of_edge[component] = number
    assert (of_edge >= 0).all()
    for i, one in enumerate(edges):
        for j, two in enumerate(edges[:i]):
            common = set(one) & set(two)
            if len(common) == 1:
                at = common.pop()
                a, b = sum(one) - at, sum(two) - at
                assert (of_edge[i] == of_edge[j]) == (b in connected(edges, a, without=at))
            elif len(common) == 2:
                assert of_edge[i] == of_edge[j]


# ------------------------------------------------------------------ ranks


def random_loop(seed: int) -> tuple[int, int, list[Entry], np.ndarray]:
    """Rows of unit length between random pairs of places, a part of them combinations of others."""
    random = np.random.default_rng(seed)
    n_place, n_joint = 8, 14
    entries: list[Entry] = []
    at = 0
    for _ in range(n_joint):
        m = int(random.integers(2, 6))
        pair = random.permutation(n_place)[:2]
        basis = random.standard_normal((int(random.integers(1, 4)), 12))
        block = random.standard_normal((m, len(basis))) @ basis
        block /= np.linalg.norm(block, axis=1)[:, None]
        rows = np.arange(at, at + m)
        entries += [(rows, int(place), block[:, 6 * i : 6 * i + 6]) for i, place in enumerate(pair)]
        at += m
    B = np.zeros((at, 6 * n_place))
    for rows, place, block in entries:
        B[rows, 6 * place : 6 * place + 6] += block
    return at, n_place, entries, B


@pytest.mark.parametrize("is_dense", [True, False])
@pytest.mark.parametrize("seed", range(6))
def test_ranks_null_vectors_and_solutions(is_dense: bool, seed: int) -> None:
    """Against NumPy: rank, Bᵀz = 0 with orthonormal z, B x = b with a motion in the null space added."""
    m, n_place, entries, B = random_loop(seed)
    made: Factor = dense_factors(np.stack([B, 2.0 * B]))[0] if is_dense else Elimination(m, n_place, entries)
    assert made.rank == np.linalg.matrix_rank(B, tol=1e-9)
    Z = made.null_vectors(m)
    assert Z.shape == (m, m - made.rank)
    assert np.allclose(B.T @ Z, 0.0, atol=1e-12)
    assert np.allclose(Z.T @ Z, np.eye(Z.shape[1]), atol=1e-12)
    random = np.random.default_rng(seed)
    b, free = B @ random.standard_normal(B.shape[1]), random.standard_normal(B.shape[1])
    assert np.allclose(B @ made.solve(b, free), b, atol=1e-9)
    still = made.solve(np.zeros(m), free)
    assert np.allclose(B @ still, 0.0, atol=1e-9)
    assert (np.linalg.norm(still) > 0.0) == (made.rank < B.shape[1])


def test_elimination_has_small_fronts() -> None:
    """In a ring of 300 places no front has more than a few of them."""
    random = np.random.default_rng(1)
    entries: list[Entry] = []
    for k in range(300):
        block = random.standard_normal((5, 12))
        block /= np.linalg.norm(block, axis=1)[:, None]
        rows = np.arange(5 * k, 5 * k + 5)
        entries += [(rows, k, block[:, :6]), (rows, (k + 1) % 300, block[:, 6:])]
    made = Elimination(1500, 300, entries)
    assert made.rank == 1500
    assert made.largest <= 18


def test_echelon_gives_each_vector_a_late_row_of_its_own() -> None:
    random = np.random.default_rng(4)
    vectors = np.linalg.qr(random.standard_normal((9, 3)))[0]
    made = echelon(vectors)
    rows = [row for row, _ in made]
    assert rows[0] == 8
    assert rows == sorted(rows, reverse=True)
    for row, vector in made:
        assert vector[row] == 1.0
        assert np.allclose(vector[[other for other in rows if other != row]], 0.0, atol=1e-14)
        assert np.allclose(vectors @ (vectors.T @ vector), vector, atol=1e-12)


# ------------------------------------------------------------------ drawings


def mixed() -> mbfe.Model:
    """Beam, driven base, spring, force, a lonely body and names that XML does not like."""
    model = mbfe.Model("a < b & c", gravity=(0, 0, -9.81))
    section = mbfe.Section.rectangle(E=210e9, nu=0.3, density=7850.0, width=0.02, height=0.01)
    line = mbfe.lines.straight((0, 0, 0), (1, 0, 0))
    leaf = model.add(elements.Beam("leaf", line=line, section=section, n_elements=2))
    table = model.add_base("table", translation=(0, 0, lambda t: 0.1 * np.sin(t)))
    model.add(joints.Fixed("root <1>", table, leaf.start, position=(0, 0, 0)))
    bob = model.add(elements.PointMass('bob "x" & co', mass=1.0, position=(1, 0, -1)))
    model.add(elements.PointSpring("cord", leaf.end, bob, stiffness=100.0))
    model.add(elements.Force("gust", bob, (1.0, 0, 0)))
    model.add(elements.RigidBody("lonely", mass=1.0, inertia=(1, 1, 1), position=(0, 3, 0)))
    return model


@pytest.mark.parametrize(
    "build", [door, mixed, stewart, lambda: chain(5), lambda: chain(20), lambda: parallelograms(33)]
)
def test_drawing_is_xml_with_every_name(build, tmp_path: Path) -> None:
    """Each item has its name in a text or title; the names of joints and bodies are visible."""
    model = build()
    audit = model.audit()
    path = audit.draw(file=tmp_path / "model.svg")
    root = ET.parse(path).getroot()
    assert root.tag == f"{SVG}svg"
    texts = {element.text for element in root.iter(f"{SVG}text")}
    titles = "\n".join(element.text or "" for element in root.iter(f"{SVG}title"))
    for item in model.items.values():
        assert item.name in texts or item.name in titles
        if item.family == "joint":
            assert item.name in texts
    marked = [c for c in root.iter(f"{SVG}circle") if c.get("fill") == "#cc3311"]
    joints_named = {finding.items[0] for finding in audit.of(kind=Kind.REDUNDANT)}
    assert len(marked) == len(joints_named) + bool(joints_named)  # and one in the legend
    assert audit.draw(file=tmp_path / "again.svg").read_text() == path.read_text()


def test_bodies_of_a_diagram() -> None:
    """A beam is one body, a driven base and the ground are marked, loads stand with their body."""
    model = mixed()
    graph = diagram(model.audit(), model)
    sorts = {vertex.name: vertex.sort for vertex in graph.vertices}
    assert sorts["leaf"] == "flexible"
    assert sorts["table"] == "driven"
    assert sorts["cord"] == "element"
    assert sorts["root <1>"] == "joint"
    also = {vertex.name: vertex.also for vertex in graph.vertices}
    assert also['bob "x" & co'] == ["gust"]
    names = [vertex.name for vertex in graph.vertices]
    assert sorted((names[a], names[b]) for a, b in graph.edges if names[a] == "cord") == [
        ("cord", 'bob "x" & co'),
        ("cord", "leaf"),
    ]


@pytest.mark.parametrize("n", [1, 2, 5, 40, 150])
def test_boxes_do_not_overlap(n: int) -> None:
    """Chains, and a star: all boxes are apart, and inside the picture."""
    for edges in ([(i, i + 1) for i in range(n - 1)], [(0, i) for i in range(1, n)]):
        boxes = np.tile([60.0, 26.0], (n, 1))
        place = layout(n, edges, boxes, bottom=0)
        assert (place - 0.5 * boxes).min() > -1e-6
        apart = np.abs(place[:, None] - place[None]) - boxes[0]
        overlap = (apart < -1e-6).all(axis=2) & ~np.eye(n, dtype=bool)
        assert not overlap.any()


# ------------------------------------------------------------------ command line

SCRIPT = """
import mbfe
from mbfe import elements, joints
print("script output")
model = mbfe.Model("door", gravity=(0, 0, -9.81))
leaf = model.add(elements.RigidBody("leaf", position=(0.45, 0, 1), mass=18.0, inertia=(2.94, 4.155, 1.215)))
for name, height in (("lower", 0.3), ("upper", 1.7)):
    model.add(joints.Revolute(name, model.ground, leaf, position=(0, 0, height), axis=(0, 0, 1)))
"""
SOLVES = """
try:
    mbfe.solve_dynamic(model, duration=1.0, step=0.01)
except Exception:
    pass
raise RuntimeError("the script continued")
"""
GAP = """
far = mbfe.Frame((0, 0, 0.5))
model.add(joints.Spherical("ball", model.ground, leaf, first_frame=mbfe.Frame(), second_frame=far))
"""


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "door.py"
    path.write_text(SCRIPT)
    return path


def test_audit_of_a_script(script: Path, capsys) -> None:
    """The model that it leaves behind; what it prints itself goes to the error output."""
    assert main(arguments=["audit", str(script)]) == 0
    captured = capsys.readouterr()
    assert captured.out.startswith('Audit of "door"')
    assert 'Revolute "upper" resists displacement along x, y, z' in captured.out
    assert captured.err == "script output\n"


def test_a_script_is_stopped_before_it_solves(script: Path, capsys) -> None:
    """Not even ``except Exception`` keeps it going, and models can be compiled again afterwards."""
    script.write_text(SCRIPT + SOLVES)
    assert main(arguments=["audit", str(script)]) == 0
    assert 'Audit of "door"' in capsys.readouterr().out
    assert door().compile().layout.n_row == 10


def test_errors_are_exit_status_one(script: Path, capsys) -> None:
    script.write_text(SCRIPT + GAP)
    assert main(arguments=["audit", str(script), "--json"]) == 1
    audits = json.loads(capsys.readouterr().out)
    assert [audit["ok"] for audit in audits] == [False]
    found = [finding["items"] for finding in audits[0]["findings"] if finding["kind"] == "gap"]
    assert found == [["ball"]]


@pytest.mark.parametrize(
    ("line", "item", "words"),
    [
        ("model.add(elements.Force('push', model.ground, (1.0, 0, 0)))", "push", "does nothing"),
        ("elements.RigidBody('bad', mass=1.0, inertia=(0.1, 0.1, 0.3))", "bad", "no body has these"),
    ],
)
def test_refusals_of_a_script_are_findings(script: Path, line: str, item: str, words: str) -> None:
    """A force on the ground (case c40 k) and an inertia that no body has: the item and the reason."""
    script.write_text(SCRIPT + line)
    (audit,) = audit_script(script)
    (finding,) = audit.findings
    assert finding.kind is Kind.REFUSED
    assert finding.items == (item,)
    assert words in finding.words
    assert not audit.ok
    assert item in str(audit)
    ET.parse(audit.draw(file=script.with_suffix(".svg")))


def test_build_and_graph(tmp_path: Path, capsys) -> None:
    """Models of a function build(), each with a picture."""
    path = tmp_path / "two.py"
    path.write_text(
        "import mbfe\nfrom mbfe import elements\n\ndef build():\n    made = []\n"
        "    for name in ('one', 'two'):\n        model = mbfe.Model(name)\n"
        "        model.add(elements.PointMass('bob', mass=1.0))\n        made.append(model)\n"
        "    return made\n"
    )
    assert main(arguments=["audit", str(path), "--graph", str(tmp_path / "graph.svg")]) == 0
    assert capsys.readouterr().out.count("Audit of") == 2
    assert sorted(file.name for file in tmp_path.glob("*.svg")) == ["graph.svg", "graph_2.svg"]


def test_audit_of_an_example(capsys) -> None:
    assert main(arguments=["audit", "pendulum"]) == 0
    assert "1 degree of freedom" in capsys.readouterr().out


def test_nothing_to_audit(tmp_path: Path, capsys) -> None:
    path = tmp_path / "empty.py"
    path.write_text("x = 1\n")
    assert main(arguments=["audit", str(path)]) == 1
    assert "neither solves a model" in capsys.readouterr().err
    with pytest.raises(SystemExit) as leaving:
        main(arguments=["audit", "pendulm"])
    assert leaving.value.code == 2
