"""A kind of a user's own is seen by audits, pictures, failures and views, which name no kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest
from numpy.typing import NDArray

import mbfe
from mbfe import elements
from mbfe.audit.findings import Kind
from mbfe.elements.springs.point_spring_law import point_spring
from mbfe.errors import ModelError
from mbfe.model import Builder, Frame, Item, Model, NamedOutput, Node
from mbfe.model.capabilities import DryFriction, Solid
from mbfe.model.description import DESCRIPTIONS, Description, Strut
from mbfe.model.variable import Variable
from mbfe.results.views.catalogue import VIEWS
from mbfe.results.views.item_views import BodyView, ItemView

ARM = (0.0, 0.0, 0.1)
HELD = 3.0
"""Friction at rest [N]."""


@dataclass(frozen=True, eq=False)
class Strap(Item):
    """A spring between a body and the ground, with friction at rest."""

    name: str
    body: Any
    _: KW_ONLY
    stiffness: float

    signals: ClassVar[tuple[NamedOutput, ...]] = (NamedOutput("pull", "force", None, "tension"),)

    def frames(self, model: Model) -> tuple[Node, Frame, Node, Frame]:
        """Where it is fixed."""
        return model.ground, Frame(), model.node(self.body), Frame(ARM)

    def typical_stiffness(self, model: Model, length: float) -> float:
        """Its stiffness [N/m]."""
        return self.stiffness

    def dry_friction(
        self, model: Model, outputs: Sequence[Mapping[str, NDArray[np.float64]]]
    ) -> DryFriction | None:
        """It may hold more than it does."""
        return DryFriction(HELD, 0.0, "N", "m/s")

    def row_words(self, row: int) -> str:
        """Its rows."""
        return "length of the strap"

    def failure_words(self, code: int) -> str:
        """Why it stops."""
        return "has torn"

    def describe(self, model: Model) -> Description:
        """A coil between its frames."""
        first, a, second, b = self.frames(model)
        ends = ((first, a.position), (second, b.position))
        return Strut.between(ends, coil=True, tension="pull")

    def build(self, builder: Builder) -> None:
        """A spring of the length that it has as drawn."""
        first, a, second, b = self.frames(builder.model)
        free = float(np.linalg.norm((second.frame @ b).position))
        numbers = {"stiffness": self.stiffness, "damping": 0.0, "free_length": free, "preload": 0.0}
        places = {"point_a": a.position, "point_b": b.position}
        more = {"size": free, "force_kind": 0.0, "force_at": 0.0}
        builder.add(self, point_spring, [first, second], **numbers, **places, **more)


@dataclass(frozen=True, eq=False)
class Stone(Item):
    """A body that only says what it is."""

    name: str
    mass: float

    @property
    def as_solid(self) -> Solid:
        """Its mass, without a shape."""
        return Solid(mbfe.shapes.sphere(radius=0.1), self.mass)

    def join(self, model: Model) -> None:
        """Make the node."""
        model.add_node(self.name, position=(1.0, 0.0, 0.0))


def strapped(stiffness: float = 100.0) -> Model:
    """A body on a strap, and another spring beside it."""
    model = Model("own", gravity=(0, 0, -9.81))
    ball = mbfe.shapes.sphere(radius=0.1)
    properties = mbfe.mass_properties.from_shape(ball, mass=2.0)
    body = elements.RigidBody("body", position=(0, 0, -1.0), properties=properties, shape=ball)
    model.add(body)
    model.add(Strap("strap", body, stiffness=stiffness))
    for name, x in (("left", -1.0), ("right", 1.0)):
        model.add(elements.PointSpring(name, model.ground, body, first_point=(x, 0, 0), stiffness=100.0))
    return model


def test_audits_see_its_stiffness() -> None:
    found = strapped(1e12).audit().findings
    stiff = [finding for finding in found if finding.kind is Kind.STIFFNESS]
    assert [finding.items for finding in stiff] == [("strap",)]
    assert 'Strap "strap" has 1e+12 N/m' in stiff[0].words
    assert not [finding for finding in strapped().audit().findings if finding.kind is Kind.STIFFNESS]


@pytest.fixture(scope="module")
def run() -> mbfe.Run:
    return mbfe.solve_dynamic(strapped(), duration=0.02, step=0.01)


def test_results_show_it_by_what_it_says(run: mbfe.Run, tmp_path: Path) -> None:
    assert type(run["strap"]) is ItemView
    assert run["strap"].pull[0] == pytest.approx(0.0, abs=1e-9)
    index = run.to_paraview(tmp_path)
    head = (index.with_name("own_steps") / "springs_000000.vtp").read_text(encoding="latin-1")
    counted = head.partition('NumberOfLines="')[2]
    assert counted.startswith('3"')


def test_a_file_gives_the_same_views(tmp_path: Path) -> None:
    path = tmp_path / "run.h5"
    mbfe.solve_dynamic(strapped(), duration=0.01, step=0.01, file=path)
    assert mbfe.open_results(path)["strap"].pull.values.shape == (2,)


def test_statics_warn_of_its_friction() -> None:
    warned = mbfe.solve_static(strapped()).report["warnings"]
    assert any(text.startswith('Strap "strap" ') and "3 N" in text for text in warned)


def test_its_words_are_those_of_errors_and_states() -> None:
    strap = strapped().items["strap"]
    assert strap.row_words(0) == "length of the strap"
    assert strap.failure_words(1) == "has torn"


def test_a_body_that_only_says_what_it_is_has_the_view_of_a_body() -> None:
    model = strapped()
    stone = model.add(Stone("stone", 3.0))
    about = stone.describe(model)
    assert (about.view, about.mass, about.shape["kind"]) == ("body", 3.0, "sphere")
    assert VIEWS[type(about)] is BodyView


def test_every_description_has_a_view() -> None:
    assert set(VIEWS) == set(DESCRIPTIONS.values())


@dataclass(frozen=True, eq=False)
class Torn(Strap):
    """A strap whose ``build`` leaves something out, or gives too much."""

    given: Mapping[str, Any]
    n_node: int = 2

    def build(self, builder: Builder) -> None:
        """Sizes that are not those of the law."""
        numbers = {name: 0.0 for name in point_spring.parameters}
        builder.add(self, point_spring, [builder.model.ground] * self.n_node, **self.given, **numbers)


@pytest.mark.parametrize(
    ("given", "n_node", "words"),
    [
        ({}, 3, "3 nodes for law point_spring"),
        ({"row_kinds": (0, 1)}, 2, "2 constraint rows for law point_spring"),
        ({"variables": [Variable("torn.x", "coordinate")]}, 2, "1 variables for law point_spring"),
    ],
)
def test_sizes_that_differ_from_the_law_are_refused(
    given: Mapping[str, Any], n_node: int, words: str
) -> None:
    model = strapped()
    model.add(Torn("torn", "body", stiffness=1.0, given=given, n_node=n_node))
    with pytest.raises(ModelError, match=words) as caught:
        mbfe.solve_static(model)
    assert 'Torn "torn"' in str(caught.value)
    assert "build()" in str(caught.value)
