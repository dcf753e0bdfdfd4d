"""The reference with 32 digits of ``make fuzz-modes``, its comparison, and a few of its models."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import mbfe
from mbfe import elements, joints
from mbfe.analyses.linear.linear_equations import rotating_snapshot
from tools import fuzz_modes
from tools.exact_modes import Singular, as_modes, spectrum
from tools.wide import Undecided, Wide, eliminate, zeros


def exact(number: Wide) -> Fraction:
    """A wide number without rounding."""
    return Fraction(float(number.high)) + Fraction(float(number.low))


def test_wide_numbers_have_32_digits() -> None:
    random = np.random.default_rng(1)
    for _ in range(50):
        p, q, r, t = (Wide.of(v) for v in random.normal(size=4) * 10.0 ** random.uniform(-8.0, 8.0, 4))
        a, b = p / q, r / t
        third = exact(a) * exact(q) - exact(p)
        assert abs(third) <= Fraction(1e-30) * abs(exact(p))
        x, y = exact(a), exact(b)
        for made, true in ((a + b, x + y), (a - b, x - y), (a * b, x * y), (a / b, x / y)):
            assert abs(exact(made) - true) <= Fraction(1e-30) * max(abs(x), abs(y), abs(true))
    many = Wide.of(random.normal(size=1001) * 10.0 ** random.uniform(-8.0, 8.0, 1001))
    sizes = sum(abs(Fraction(float(v))) for v in many.high)
    assert abs(exact(many.sum()) - sum(Fraction(float(v)) for v in many.high)) <= Fraction(1e-30) * sizes


def test_the_rank_of_uncertain_numbers() -> None:
    """Rows that are equal but for their uncertainty are one, with less of it two; between, neither."""
    rows = np.array([[1.0, 2.0, 3.0], [2.0, 4.0, 6.0 + 1e-10]])
    random = np.random.default_rng(1)
    for error, rank in ((1e-9, 1), (1e-12, 2)):
        copies = Wide.of([rows, *(rows + error * random.uniform(-1.0, 1.0, (4, 2, 3)))])
        assert len(eliminate(copies, zeros(copies, 2, 0)).rows) == rank
    copies = Wide.of([rows, *(rows + 1e-11 * random.uniform(-1.0, 1.0, (4, 2, 3)))])
    with pytest.raises(Undecided):
        eliminate(copies, zeros(copies, 2, 0))


def drawn(model: mbfe.Model, *, damped: bool = True, speed: float = 0.0) -> np.ndarray:
    """Values of the reference, zeros first, then by size."""
    about = rotating_snapshot(model, speed=speed) if speed else None
    first = spectrum(mbfe.linearize(model, about=about), damped=damped)[0]
    values = as_modes(first, damped=damped)
    return values[np.lexsort((values.imag, values.real, np.abs(values)))]


def slider(
    model: mbfe.Model, name: str, parent: Any, *, mass: float, k: float = 0.0, c: float = 0.0
) -> Any:
    """A body on a slide along x with a spring and a damper to its parent."""
    body: Any = elements.MasslessBody(name)
    if mass:
        body = elements.RigidBody(name, mass=mass, inertia=(0.1 * mass,) * 3)
    model.add(body)
    model.add(joints.Prismatic(f"{name} slide", parent, body, position=(0, 0, 0), axis=(1, 0, 0)))
    if k or c:
        model.add(
            elements.JointSpring(f"{name} spring", f"{name} slide.displacement", stiffness=k, damping=c)
        )
    return body


def test_reference_of_damped_free_and_massless_sliders() -> None:
    """2 s² + 3 s + 50; 4 s²; 5 s² + 10 s; s (s² + 8/3 s + 8/2) of spring 8, damper 3, mass 2 in a row."""
    model = mbfe.Model("sliders")
    slider(model, "held", model.ground, mass=2.0, k=50.0, c=3.0)
    slider(model, "free", model.ground, mass=4.0)
    slider(model, "braked", model.ground, mass=5.0, c=10.0)
    ghost = slider(model, "ghost", model.ground, mass=0.0, c=3.0)
    slider(model, "behind", ghost, mass=2.0, k=8.0)
    pairs = [np.roots([2.0, 3.0, 50.0]), np.roots([1.0, 8.0 / 3.0, 4.0])]
    want = np.array([0.0, 0.0, 0.0, -2.0, *(p[p.imag > 0.0][0] for p in pairs)])
    assert not fuzz_modes.compare(drawn(model), want, np.zeros(6))
    assert np.abs(np.sort(drawn(model)) - np.sort(want)).max() < 1e-13
    stiff = np.array([0.0, 0.0, 5.0j])
    assert np.abs(drawn(model, damped=False)[[0, 1, -1]] - stiff).max() < 1e-13


def test_reference_of_a_free_spinning_body() -> None:
    """Seen from a body that turns with Ω: (s² + Ω²)² across the axis, (s² + Ω²)(s² + Ω² k) when it tumbles.

    k = (C − A)(C − B)/AB of Euler's equations; along and about the axis it is free.
    """
    model = mbfe.Model("flyer")
    A, B, C, speed = 1.0, 1.3, 1.7, 20.0
    model.add(elements.RigidBody("body", mass=2.0, inertia=(A, B, C)))
    tumble = speed * ((C - A) * (C - B) / (A * B)) ** 0.5
    want = 1j * np.array([0.0, 0.0, tumble, speed, speed, speed])
    assert np.abs(drawn(model, speed=speed) - want).max() < 1e-7  # double values: the root of the digits


def test_reference_refuses_what_every_number_solves() -> None:
    model = mbfe.Model("loose")
    slider(model, "ghost", model.ground, mass=0.0)
    with pytest.raises(Singular):
        drawn(model)


VALUES = np.array([0.0, -0.02 + 3.0j, -1e-5 + 40.0j, -7.0, 500.0j])
NONE = np.zeros(len(VALUES))


def changed(at: int, value: complex) -> np.ndarray:
    """The values with one of them replaced."""
    made = VALUES.copy()
    made[at] = value
    return made


@pytest.mark.parametrize(
    "got",
    [
        np.delete(VALUES, 1),
        np.append(VALUES, 500.0j),
        changed(4, 500.0j * (1.0 + 1e-5)),
        changed(2, 40.0j),
        changed(1, 3.0j),
        changed(0, 1e-9j),
        changed(4, 5e-3 + 500.0j),
        changed(3, 7.0),
    ],
    ids=["dropped", "twice", "shifted", "decay lost", "damping lost", "not zero", "grows", "other sign"],
)
def test_comparison_sees_errors(got: np.ndarray) -> None:
    assert fuzz_modes.compare(got, VALUES, NONE)
    assert not fuzz_modes.compare(VALUES[::-1], VALUES, NONE)


def test_known_parts_growth_and_order_are_seen() -> None:
    made = fuzz_modes.Made(mbfe.Model("m"), "m", known=[-7.0 + 0.0j, 0.0j])
    assert not fuzz_modes.complaint(made, VALUES)
    assert "missing" in fuzz_modes.complaint(made, np.delete(VALUES, 3))
    assert "grows" in fuzz_modes.complaint(made, changed(4, 1.0 + 500.0j))
    few = VALUES[[0, 1, 3, 2]]
    assert not fuzz_modes.are_lowest(few, VALUES, NONE, damped=True)
    assert fuzz_modes.are_lowest(VALUES[[0, 1, 3, 4]], VALUES, NONE, damped=True)
    assert fuzz_modes.are_lowest(VALUES[:3], VALUES, NONE, damped=True)


def test_a_program_that_errs_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mode less, a shift of 1e-5 or another decay in what the program says makes a model wrong."""
    seed, right = 1000002, fuzz_modes.modes_of
    assert fuzz_modes.judged(seed).state == "right"

    class Spoiled:
        def __init__(self, values: np.ndarray) -> None:
            self.values = values

    for spoil in (lambda v: v[:-1], lambda v: v * (1.0 + 1e-5), lambda v: v - 1e-4 * np.abs(v)):
        monkeypatch.setattr(
            fuzz_modes, "modes_of", lambda *a, f=spoil, **k: Spoiled(f(right(*a, **k).values))
        )
        assert fuzz_modes.judged(seed).state == "wrong"
