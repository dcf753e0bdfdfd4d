"""Branches of Campbell diagrams: through standstill, past critical damping, over the blades of a rotor."""

from __future__ import annotations

import matplotlib
import numpy as np
import pytest

import mbfe
from mbfe import elements, joints
from mbfe.analyses.campbell import campbell
from mbfe.analyses.linearise import rotating_snapshot
from mbfe.results.campbell import Campbell, Kind

matplotlib.use("Agg")


def swept(model: mbfe.Model, speeds: np.ndarray, n: int) -> Campbell:
    """Diagram about the model as drawn, which is in balance in every rotation."""
    return campbell(model, speeds=speeds, n=n, states=[rotating_snapshot(model, speed=s) for s in speeds])


def disc() -> mbfe.Model:
    """A disc of 1 kg between two bearings of 1000 N/m at 0.1 m: I = 0.15 along, J = 0.1 kg m² across."""
    model = mbfe.Model("disc")
    body = model.add(elements.RigidBody("disc", mass=1.0, inertia=(0.1, 0.1, 0.15)))
    for name, z in (("a", -0.1), ("b", 0.1)):
        model.add(
            elements.Bushing(
                name,
                model.ground,
                body,
                position=(0, 0, z),
                axis=(0, 0, 1),
                stiffness=(1e3, 1e3, 1e3, 0, 0, 0),
            )
        )
    return model


def tilting(speeds: np.ndarray, sign: float) -> np.ndarray:
    """Roots of J ω² − I Ω ω − 2 k a² = 0."""
    return (0.15 * speeds + sign * np.sqrt((0.15 * speeds) ** 2 + 4.0 * 0.1 * 20.0)) / 0.2


@pytest.mark.parametrize(
    "speeds",
    [np.linspace(-60.0, 60.0, 9), np.array([0.0, 20.0, 60.0]), np.array([60.0, 0.0, -60.0]), np.array([0.0])],
    ids=["through zero", "few", "far apart", "standstill"],
)
def test_whirls_through_standstill(speeds: np.ndarray) -> None:
    """Forward and backward whirl are one line each through standstill, where they are equal and opposite."""
    diagram = campbell(disc(), speeds=speeds, n=6)
    lateral = np.sqrt(2000.0)
    wanted = [tilting(speeds, 1.0), tilting(speeds, -1.0)]
    wanted += [np.full(len(speeds), lateral), np.full(len(speeds), -lateral)]
    for want in wanted:
        assert np.abs(diagram.whirl - want[:, None]).max(axis=0).min() < 1e-6 * np.abs(want).max()
    assert diagram.circular.sum() == 4
    assert sorted(kind for kind in diagram.kinds if kind not in (Kind.FORWARD, Kind.BACKWARD)) == [
        Kind.AXIAL,
        Kind.TORSIONAL,
    ]
    assert not diagram.unstable.any()
    ends = [s for s in (-lateral, lateral) if speeds.min() < s < speeds.max()]
    assert np.allclose([s for s, _ in diagram.critical_speeds()], ends, rtol=1e-6)


def test_backward_whirl_meets_the_speed_once() -> None:
    """J Ω² + I Ω² − 2 k a² = 0 of the tilting disc, and √(k/m)."""
    diagram = campbell(disc(), speeds=np.linspace(0.0, 60.0, 21), n=6)
    found = [speed for speed, _ in diagram.critical_speeds(order=-1.0)]
    assert np.allclose(found, [np.sqrt(20.0 / 0.25), np.sqrt(2000.0)], rtol=5e-3)


def bladed(*, c: float = 0.0, blades: int = 4, free: bool = True) -> mbfe.Model:
    """A hub of 200 kg that moves across z on springs, with blades on lag hinges at 0.3 m."""
    model = mbfe.Model("rotor")
    hub = model.add(elements.RigidBody("hub", mass=200.0, inertia=(1e4, 1e4, 1e4)))
    if free:
        model.add(joints.Planar("plane", model.ground, hub, position=(0, 0, 0), axis=(0, 0, 1)))
        mount = elements.Bushing(
            "mount", model.ground, hub, position=(0, 0, 0), axis=(0, 0, 1), stiffness=(1e5, 1e5, 0, 0, 0, 0)
        )
        model.add(mount)
    else:
        model.add(joints.Revolute("shaft", model.ground, hub, position=(0, 0, 0), axis=(0, 0, 1)))
    for k in range(blades):
        a = 2.0 * np.pi * k / blades
        r = np.array([np.cos(a), np.sin(a), 0.0])
        blade = model.add(
            elements.RigidBody(
                f"blade {k}", position=2.3 * r, orientation=(0, 0, a), mass=20.0, inertia=(0.5, 30.0, 30.0)
            )
        )
        joint = model.add(joints.Revolute(f"lag {k}", hub, blade, position=0.3 * r, axis=(0, 0, 1)))
        if c:
            model.add(elements.JointSpring(f"damper {k}", f"{joint.name}.angle", damping=c))
    return model


S, INERTIA = 20.0 * 2.0, 30.0 + 20.0 * 4.0
"""First and second moment of a blade about its hinge [kg m, kg m²]."""


def test_ground_resonance_of_four_blades() -> None:
    """(k − m w²)(e S Ω² − I (w − Ω)²) = N S²/2 w⁴ (Coleman and Feingold 1958).

    w is the whirl in the fixed frame; complex near Ω + ν Ω = −√(k/m), where a regressive lag mode drives the
    hub.
    """
    speeds = np.array([4.0, 8.0, 12.0, 20.0, 28.0, 36.0])
    diagram = swept(bladed(), speeds, 10)
    mass = 200.0 + 4.0 * 20.0
    grows = []
    for i, speed in enumerate(speeds):
        hub = np.array([-mass, 0.0, 1e5])
        lag = np.array([-INERTIA, 2.0 * INERTIA * speed, 0.3 * S * speed**2 - INERTIA * speed**2])
        whirls = np.roots(np.polysub(np.polymul(hub, lag), np.array([2.0 * S**2, 0.0, 0.0, 0.0, 0.0])))
        for w in whirls:
            s = 1j * (w - speed)
            assert np.nanmin(np.abs(diagram.values[i] - s)) < 1e-6 * abs(s), (speed, w)
        grows.append(bool((np.abs(whirls.imag) > 1e-9).any()))
    assert diagram.unstable.any(axis=1).tolist() == grows
    assert any(grows)
    lag = np.sqrt(0.3 * S / INERTIA)
    reactionless = [j for j, kind in enumerate(diagram.kinds) if kind is Kind.REACTIONLESS]
    assert any(np.allclose(diagram.whirl[:, j], lag * speeds, rtol=1e-6) for j in reactionless)
    assert Kind.COLLECTIVE in diagram.kinds


def test_blades_on_a_fixed_shaft_have_patterns() -> None:
    """Lagging at ν Ω of equal blades: one progressive, one regressive, one reactionless mode."""
    speeds = np.array([0.0, 5.0, 10.0, 20.0])
    diagram = swept(bladed(free=False), speeds, 5)
    lag = np.sqrt(0.3 * S / INERTIA)
    by_kind = {kind: diagram.whirl[:, j] for j, kind in enumerate(diagram.kinds)}
    assert np.allclose(by_kind[Kind.PROGRESSIVE], (1.0 + lag) * speeds, atol=1e-6)
    assert np.allclose(by_kind[Kind.REGRESSIVE], (1.0 - lag) * speeds, atol=1e-6)
    assert np.allclose(by_kind[Kind.REACTIONLESS], lag * speeds, atol=1e-6)
    assert list(diagram.kinds).count(Kind.COLLECTIVE) == 2
    assert not diagram.critical_speeds()


def test_real_roots_become_a_pair() -> None:
    """I s² + c s + e S Ω² = 0 of a blade with a damper on a heavy hub: critically damped at 13.5 rad/s."""
    c, speeds = 980.0, np.array([4.0, 8.0, 12.0, 13.0, 14.0, 16.0, 24.0])
    model = bladed(c=c, free=False, blades=3)
    diagram = swept(model, speeds, 9)
    for i, speed in enumerate(speeds):
        exact = np.roots([INERTIA, c, 0.3 * S * speed**2])
        for s in exact[exact.imag >= 0.0]:
            gap = np.minimum(np.abs(diagram.values[i] - s), np.abs(diagram.values[i].conj() - s))
            assert np.nanmin(gap) < 1e-6 * abs(s), (speed, s)
    steps = np.abs(np.diff(diagram.values, axis=0))
    assert np.nanmax(steps) < 0.5 * np.nanmax(np.abs(diagram.values))
    shown = diagram.damping_ratios[diagram.oscillating]
    assert shown.max() < 1.0
    assert len([s for s, _ in diagram.critical_speeds()]) == 0


def test_the_picture_of_many_branches_is_readable() -> None:
    diagram = swept(bladed(c=300.0, free=False, blades=9), np.array([5.0, 10.0, 20.0]), 16)
    figure = diagram.plot()
    above, below = figure.axes
    names = [text.get_text() for text in above.get_legend().get_texts()]
    assert len(names) == len(set(names)) <= len(Kind) + 1
    assert set(names) <= {str(kind) for kind in Kind} | {"grows"}
    shown = diagram.damping_ratios[diagram.oscillating]
    assert below.get_ylim()[1] < 1.2 * shown.max() + 0.02
