"""Beams that cannot be: each is refused before it is solved, by name, with what to do."""

from __future__ import annotations

import numpy as np
import pytest

from mbfe import Model, ModelError, Section, elements, joints, lines, solve_static
from mbfe.sections import circle

ROD = circle(E=210e9, nu=0.3, radius=0.01, density=7850.0)
AXIS = lines.straight((0, 0, 0), (1, 0, 0))


def test_line_without_length() -> None:
    """Both end points equal."""
    with pytest.raises(ModelError, match="different points"):
        lines.straight((1, 2, 3), (1, 2, 3))


def test_both_ends_the_same_node() -> None:
    """One element from a body to itself."""
    model = Model()
    hub = model.add(elements.RigidBody("hub", mass=1.0, inertia=(1.0, 1.0, 1.0)))
    with pytest.raises(ModelError, match='Beam "spoke": node "hub" is both ends'):
        model.add(elements.Beam("spoke", line=AXIS, section=ROD, n_elements=1, start=hub, end=hub))


def test_nanometre_beam_in_a_model_of_a_metre() -> None:
    """Its strains would be round-off."""
    model = Model()
    beam = model.add(elements.Beam("long", line=AXIS, section=ROD, n_elements=2))
    stub = lines.straight((1, 0, 0), (1 + 1e-9, 0, 0))
    model.add(elements.Beam("stub", line=stub, section=ROD, n_elements=1, start=beam.end))
    model.add(joints.Fixed("clamp", model.ground, beam.start, position=(0, 0, 0)))
    with pytest.raises(ModelError, match='Beam "stub": element 0: its length is 1e-09 m'):
        solve_static(model)


def test_orientation_parallel_to_the_beam() -> None:
    """No z axis lies near to it."""
    with pytest.raises(ModelError, match=r'Beam "spar": up.*parallel'):
        elements.Beam("spar", line=AXIS, section=ROD, n_elements=1, up=(2, 0, 0))


@pytest.mark.parametrize(
    ("section", "words"),
    [
        (3.0, "a Section"),
        ([(0.0, ROD), (0.5, ROD), (0.2, ROD), (1.0, ROD)], "ascend"),
        ([(0.0, ROD), (0.5, ROD)], "1"),
    ],
)
def test_bad_section_along_the_beam(section: object, words: str) -> None:
    """Not a section, or stations in a wrong order, or not to the end."""
    with pytest.raises(ModelError, match=rf'Beam "spar": section[\s\S]*{words}'):
        elements.Beam("spar", line=AXIS, section=section, n_elements=2)


@pytest.mark.parametrize(("row", "column", "value"), [(3, 3, -1.0), (0, 5, 2e4)])
def test_indefinite_section_names_the_entry(row: int, column: int, value: float) -> None:
    """A negative stiffness, or a coupling that cannot be."""
    K = np.diag([1e6, 1e6, 1e6, 100.0, 100.0, 100.0])
    K[row, column] = K[column, row] = value
    with pytest.raises(ModelError, match="entry"):
        Section.from_matrices(K, None)


def test_boundaries_in_a_wrong_order() -> None:
    """Element boundaries have to ascend."""
    with pytest.raises(ModelError, match="ascend"):
        elements.Beam("spar", line=AXIS, section=ROD, stations=[0.0, 0.6, 0.3, 1.0])


def test_too_few_elements_for_a_coil() -> None:
    """The section turns too far inside an element; the error says how many are needed."""
    coil = lines.helix(start=(1, 0, 0), center=(0, 0, 0), axis=(0, 0, 1), turns=3.0, pitch=0.2)
    with pytest.raises(ModelError, match="Take more elements"):
        elements.Beam("coil", line=coil, section=ROD, n_elements=3)
