"""Limit points and loss of stability of beam structures against exact rod solutions."""

from __future__ import annotations

import numpy as np
import pytest

from mbfe import (
    ArcLength,
    DisplacementControl,
    Model,
    SolveError,
    StaticRun,
    elements,
    joints,
    lines,
    solve_static,
)
from mbfe.model import Node
from tests.physics.beam_references import cantilever, section_of

pytestmark = pytest.mark.slow

# ------------------------------------------------------------------ Lee's frame


def lee_frame(*, n_elements: int = 10, n_nodes: int = 3) -> tuple[Model, Node]:
    """Two legs of 120, pinned, loaded at 24 from the corner; EA = 4320, EI = 1440, ν = 0.3."""
    # stiff out of its plane, where it would buckle first
    section = section_of([4320.0, 1661.5384615384614, 1661.5384615384614, 1e6, 1e6, 1440.0])
    model = Model("Lee's frame")
    column = model.add(
        elements.Beam(
            "column",
            line=lines.straight((0, 0, 0), (0, 120, 0)),
            section=section,
            n_elements=n_elements,
            n_nodes=n_nodes,
            up=(0, 0, 1),
        )
    )
    bar = model.add(
        elements.Beam(
            "bar",
            line=lines.straight((0, 120, 0), (120, 120, 0)),
            section=section,
            stations=[0.0, 12.0, *np.linspace(24.0, 120.0, n_elements - 1)],
            n_nodes=n_nodes,
            up=(0, 0, 1),
            start=column.end,
        )
    )
    for name, node, at in (("foot", column.start, (0, 0, 0)), ("support", bar.end, (120, 120, 0))):
        model.add(joints.Revolute(name, model.ground, node, position=at, axis=(0, 0, 1)))
    loaded = bar.nodes[2 * (n_nodes - 1)]
    model.add(elements.Force("load", loaded, (0, -1, 0)))
    return model, loaded


LEE_LIMITS = (1.8546558740003112, -0.9396142357178788)
"""Exact rod (literature: about 1.85)."""


def test_lee_frame_by_arc_length() -> None:
    """Through both limit points of the load, where load control stops (snap-through and snap-back)."""
    model, loaded = lee_frame()
    control = ArcLength(increment=0.02, increments=150, until=lambda p: p.load_factor > 1.9)
    run = solve_static(model, control=control)
    np.testing.assert_allclose(run.limit_points[:2], LEE_LIMITS, rtol=1e-3)
    moved = run[loaded.name].position.values - run[loaded.name].position.values[0]
    at = int((np.diff(run.load_factor.values) < 0.0).argmax())
    assert moved[at, :2] == pytest.approx((26.878717648254117, -48.751071007645976), abs=2.0)
    # unstable between the limit points
    falling = np.diff(run.load_factor.values) < 0.0
    assert run.unstable.values[:at].max() == 0
    assert run.unstable.values[1:][falling][2:-2].min() >= 1


def test_load_control_stops_at_the_limit_point_and_says_what_to_do() -> None:
    """What was computed is kept, and the remedy is named."""
    model, _ = lee_frame(n_elements=6)
    with pytest.raises(SolveError) as caught:
        solve_static(model, load_factor=np.linspace(0.1, 2.5, 25))
    text = str(caught.value)
    assert "load factor" in text
    assert "ArcLength" in text
    run = caught.value.results
    assert isinstance(run, StaticRun)
    assert run.status == "failed"
    assert 1.7 < run.load_factor.values.max() < 1.86


def test_displacement_control_passes_the_limit_point() -> None:
    """A prescribed displacement finds the falling branch of the load."""
    model, loaded = lee_frame()
    control = DisplacementControl(loaded, (0, -1, 0), np.arange(5.0, 61.0, 5.0), increments=2)
    run = solve_static(model, control=control)
    assert run.load_factor.values.max() == pytest.approx(LEE_LIMITS[0], rel=3e-3)
    assert run.load_factor.values[-1] < 1.5
    moved = run[loaded.name].position.values[-1] - run[loaded.name].position.values[0]
    assert moved[1] == pytest.approx(-60.0, abs=1e-9)


# ------------------------------------------------------------------ deep arch


@pytest.mark.parametrize(("n_nodes", "n_elements", "tolerance"), [(3, 16, 1e-3), (4, 8, 1e-3)])
def test_clamped_and_hinged_arch(n_nodes: int, n_elements: int, tolerance: float) -> None:
    """Arch of 215° (Da Deppo and Schmidt 1975: 897), limit load of the exact rod 897.289, EA = GA = 1e8.

    The often quoted 905.28 belongs to a coarse mesh.
    """
    R, half = 100.0, np.radians(107.5)
    left, right = (np.array([s * R * np.sin(half), R * np.cos(half), 0.0]) for s in (-1.0, 1.0))
    line = lines.arc(start=left, center=(0, 0, 0), normal=(0, 0, -1), angle=2.0 * half)
    # kept in its plane: GJ and the other EI do not matter there, and a stiff one avoids buckling sideways
    section = section_of([1e8, 1e8, 1e8, 1e9, 1e9, 1e6])
    model, arch = cantilever(line, section, n_elements=n_elements, n_nodes=n_nodes)
    model.add(joints.Revolute("hinge", model.ground, arch.end, position=right, axis=(0, 0, 1)))
    crown = arch.nodes[len(arch.nodes) // 2]
    model.add(elements.Force("load", crown, (0, -100.0, 0)))
    control = ArcLength(increment=0.01, increments=200, until=lambda p: p.displacement(crown)[1] < -119.0)
    run = solve_static(model, control=control)
    assert run.limit_points[0] == pytest.approx(8.972891338447913, rel=tolerance)
    at = int(run.load_factor.values.argmax())
    moved = run[crown.name].position.values[at] - run[crown.name].position.values[0]
    assert moved[:2] == pytest.approx((61.14171367329334, -113.73074565430996), abs=1.5)


# ------------------------------------------------------------------ buckling along the path

STRIP = {"EI_weak": 41666.666666666664, "EI_strong": 2666666.6666666665, "GJ": 59052.49302706099}


def first_unstable(model: Model, factors: np.ndarray) -> float:
    """Load factor at which the stiffness loses definiteness, halved between the rows that enclose it."""
    low, high = 0.0, float(factors[-1])
    run = solve_static(model, load_factor=factors)
    unstable = run.unstable.values > 0
    assert unstable.any()
    high = float(run.load_factor.values[unstable.argmax()])
    low = float(run.load_factor.values[unstable.argmax() - 1])
    while high - low > 1e-3 * high:
        middle = 0.5 * (low + high)
        state = run.at(run.time[np.flatnonzero(run.load_factor.values <= low)[-1]])
        trial = solve_static(model, load_factor=middle, state=state)
        low, high = (low, middle) if trial.unstable.values[-1] else (middle, high)
    return 0.5 * (low + high)


def test_lateral_buckling_with_the_bending_before_it() -> None:
    """Cantilever strip of 30 × 4 × 0.5 under a tip load: exact rod 226.274, linear theory 221.155."""
    section = section_of(
        [2e6, 641025.6410256411, 641025.6410256411, STRIP["GJ"], STRIP["EI_weak"], STRIP["EI_strong"]]
    )
    model, beam = cantilever(lines.straight((0, 0, 0), (30, 0, 0)), section, n_elements=4, n_nodes=4)
    model.add(elements.Force("load", beam.end, (0, -1.0, 0)))
    found = first_unstable(model, np.array([150.0, 215.0, 240.0]))
    assert found == pytest.approx(226.27419138343305, rel=2e-3)


@pytest.mark.parametrize(("sign", "critical"), [(1.0, 1.0875178409578603), (-1.0, 0.6804273622917778)])
def test_right_angle_frame(sign: float, critical: float) -> None:
    """Frame of two 240 mm legs, 30 × 0.6 mm: loads of the exact rod (Argyris et al. 1979: 1.088)."""
    E, nu, b, h = 71240.0, 0.31, 0.6, 30.0
    G = E / 2.0 / (1.0 + nu)
    A = b * h
    strong, weak = b * h**3 / 12.0, h * b**3 / 12.0
    section = section_of(
        [E * A, 5 / 6 * G * A, 5 / 6 * G * A, G * h * b**3 / 3.0, E * weak, E * strong]
    )
    model = Model("frame")
    legs = []
    corner = (240.0, 0.0, 0.0)
    for name, start, end in (("leg", (0, 0, 0), corner), ("arm", corner, (240.0, -240.0, 0.0))):
        legs.append(
            model.add(
                elements.Beam(
                    name,
                    line=lines.straight(start, end),
                    section=section,
                    n_elements=4,
                    n_nodes=4,
                    up=(0, 0, 1),
                    start=legs[-1].end if legs else None,
                )
            )
        )
    model.add(joints.Fixed("clamp", model.ground, legs[0].start, position=(0, 0, 0)))
    model.add(elements.Force("load", legs[1].end, (sign, 0, 0)))
    found = first_unstable(model, critical * np.array([0.5, 0.9, 1.15]))
    assert found == pytest.approx(critical, rel=5e-3)


# ------------------------------------------------------------------ columns


def test_sheared_column() -> None:
    """Clamped column, soft in shear: P (1 − P/EA + P/GA) = π² EI/4L², 14447.22 N; Euler 15421.26 N."""
    column = section_of([7.5e6, 208333.3333333334, 208333.3333333334, 1e3, 1562.5, 5e3])
    model, beam = cantilever(lines.straight((0, 0, 0), (0.5, 0, 0)), column, n_elements=4, n_nodes=4)
    model.add(elements.Force("load", beam.end, (-1.0, 0, 0)))
    found = first_unstable(model, np.array([1e4, 1.4e4, 1.6e4]))
    assert found == pytest.approx(14447.220091028566, rel=1e-3)


@pytest.mark.parametrize("sideways", [1e-3, -1e-3, 1e-4])
@pytest.mark.parametrize("increments", [2, 8, 20, 39])
def test_imperfect_strip_buckles_to_the_side_of_its_load(sideways: float, increments: int) -> None:
    """Long increments across the critical load stay on the path; the other branch is as stable there.

    Its mirror image is the same with the load on the other side; far out the imperfection hardly matters.
    """
    section = section_of(
        [2e6, 641025.6410256411, 641025.6410256411, STRIP["GJ"], STRIP["EI_weak"], STRIP["EI_strong"]]
    )
    model, beam = cantilever(lines.straight((0, 0, 0), (30, 0, 0)), section, n_elements=6, n_nodes=3)
    model.add(elements.Force("load", beam.end, (0, -1.0, sideways)))
    run = solve_static(model, load_factor=np.linspace(400.0 / increments, 400.0, increments))
    aside = run[beam.end.name].position.z.values[1:] * np.sign(sideways)
    assert (aside > 0.0).all()
    assert (np.diff(aside) > 0.0).all()
    assert aside[-1] == pytest.approx(14.05, abs=0.1)
