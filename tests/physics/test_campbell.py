"""Branches of Campbell diagrams: through standstill, past critical damping, over the blades of a rotor."""

from __future__ import annotations

import matplotlib
import numpy as np
import pytest

import mbfe
from mbfe import elements, joints
from mbfe.analyses.linear.campbell import campbell
from mbfe.analyses.linear.linear_equations import rotating_snapshot
from mbfe.results.campbell import LINE, Campbell, Kind

pytestmark = pytest.mark.slow

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
    expected = [tilting(speeds, 1.0), tilting(speeds, -1.0)]
    expected += [np.full(len(speeds), lateral), np.full(len(speeds), -lateral)]
    for want in expected:
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


def uneven(k: tuple[float, float], axis: str = "z", inertia: tuple[float, float] = (0.1, 0.1)) -> mbfe.Model:
    """A disc of 10 kg and I = 0.15 kg m² between two bearings at 0.2 m that differ with direction."""
    i = "xyz".index(axis)
    model = mbfe.Model("disc")
    moments = np.roll([0.15, *inertia], i)
    body = model.add(elements.RigidBody("disc", mass=10.0, inertia=tuple(moments)))
    direction = np.eye(3)[i]
    for name, side in (("a", -0.2), ("b", 0.2)):
        model.add(
            elements.Bushing(
                name,
                model.ground,
                body,
                position=side * direction,
                axis=direction,
                stiffness=(0.5 * k[0], 0.5 * k[1], 1e7, 0, 0, 0),
            )
        )
    return model


@pytest.mark.parametrize(
    ("axis", "sign", "k"), [("z", 1.0, (1e6, 2e6)), ("x", -1.0, (1e6, 2e6)), ("y", 1.0, (4e6, 1e6))]
)
def test_round_rotor_on_uneven_bearings(axis: str, sign: float, k: tuple[float, float]) -> None:
    """(k₁a² − J ω²)(k₂a² − J ω²) = (I Ω ω)² for tilting, √(k/m) for bouncing (Genta 2005, section 6.4).

    Unbalance meets all ω = Ω: both bounces, and the lower, backward tilting although it goes round backward.
    """
    J, inertia = 0.1, 0.15
    k1, k2 = 0.04 * k[0], 0.04 * k[1]
    speeds = np.array([-300.0, 0.0, 310.0, 320.0, 440.0, 455.0, 470.0, 516.0, 530.0, 630.0, 640.0])
    direction = sign * np.eye(3)["xyz".index(axis)]
    diagram = campbell(uneven(k, axis), speeds=speeds, axis=direction, n=6)
    assert str(diagram.frame) == "resting"
    for i, speed in enumerate(speeds):
        squares = np.roots([J * J, -(J * (k1 + k2) + (inertia * speed) ** 2), k1 * k2])
        exact = np.sqrt(np.concatenate([squares, [k[0] / 10.0, k[1] / 10.0]]))
        for w in exact:
            assert np.abs(diagram.values[i] - 1j * w).min() < 1e-7 * w, (speed, w)
        high, low = np.sqrt(squares.max()), np.sqrt(squares.min())
        way = np.sign(speed) or 1.0
        if speed:
            assert np.abs(diagram.whirl[i] - way * high).min() < 1e-7 * high
            assert np.abs(diagram.whirl[i] + way * low).min() < 1e-7 * low
    assert sorted(map(str, diagram.kinds)) == [
        "axial", "backward", "forward", "lateral", "lateral", "torsional"
    ]  # fmt: skip
    tilting = np.roots([J * J - inertia**2, -J * (k1 + k2), k1 * k2])
    exact = np.sqrt(np.array([*tilting[tilting > 0.0], k[0] / 10.0, k[1] / 10.0]))
    found = [speed for speed, _ in diagram.critical_speeds()]
    positive = [speed for speed in found if speed > 0.0]
    assert np.allclose(positive, np.sort(exact[exact < 640.0]), rtol=1e-4)
    assert np.allclose([s for s in found if s < 0.0], -np.sort(-exact[exact < 300.0]))
    with pytest.raises(mbfe.ResultsError, match="resting frame only"):
        diagram.plot(frame="rotating")


@pytest.mark.parametrize("speeds", [[100.0], [0.0], [0.0, 100.0]])
def test_uneven_rotor_on_uneven_bearings_is_refused(speeds: list[float]) -> None:
    reason = r"time-varying: .*axes of the bodies; .*axes of the world"
    with pytest.raises(mbfe.ModelError, match=reason) as error:
        campbell(uneven((1e6, 2e6), inertia=(0.1, 0.11)), speeds=speeds, n=4)
    assert "solve_dynamic" in str(error.value)


def shaft(
    k: tuple[float, float], *, damping: float = 0.0, bearing: tuple[float, float] | None = None
) -> mbfe.Model:
    """A disc of 2 kg on a turning shaft, with bearings of two stiffnesses and 0.5 N s/m, perhaps."""
    model = mbfe.Model("shaft")
    hub = model.add(elements.RigidBody("hub", mass=1.0, inertia=(1, 1, 1)))
    disc = model.add(elements.RigidBody("disc", mass=2.0, inertia=(0.1, 0.1, 0.2)))
    model.add(joints.Revolute("pin", model.ground, hub, position=(0, 0, 0), axis=(0, 0, 1)))
    model.add(
        elements.Bushing(
            "shaft",
            hub,
            disc,
            position=(0, 0, 0),
            axis=(0, 0, 1),
            stiffness=(*k, 1e4, 1e4, 1e4, 1e4),
            damping=(damping, damping, 0, 0, 0, 0),
        )
    )
    if bearing is not None:
        model.add(
            elements.Bushing(
                "bearing",
                model.ground,
                disc,
                position=(0, 0, 0),
                axis=(0, 0, 1),
                stiffness=(*bearing, 0, 0, 0, 0),
                damping=(0.5, 0.5, 0, 0, 0, 0),
            )
        )
    return model


def test_damping_of_the_shaft_on_uneven_bearings() -> None:
    """m z̈ + (c + d) ż + k z − i d Ω z + kᵇ = 0: bearings that differ raise the speed of instability."""
    speeds, d = np.array([0.0, 5.0, 20.0, 30.0, 40.0]), 3.0
    diagram = campbell(shaft((200.0, 200.0), damping=d, bearing=(0.0, 200.0)), speeds=speeds, n=4)
    for i, speed in enumerate(speeds):
        stiffness = np.array([[200.0, d * speed], [-d * speed, 400.0]]) / 2.0
        system = np.block([[np.zeros((2, 2)), np.eye(2)], [-stiffness, -0.5 * (d + 0.5) * np.eye(2)]])
        exact = np.linalg.eigvals(system)
        for s in exact[exact.imag >= 0.0]:
            gap = np.minimum(np.abs(diagram.values[i] - s), np.abs(diagram.values[i].conj() - s))
            assert np.nanmin(gap) < 1e-9 * abs(s)
        assert diagram.unstable[i].any() == bool((exact.real > 0.0).any())
    assert diagram.unstable.any(axis=1).tolist() == [False] * 4 + [True]


@pytest.mark.parametrize(
    "speeds", [np.linspace(8.5, 15.5, 15), np.linspace(15.6, 8.6, 12)], ids=["met", "not"]
)
@pytest.mark.parametrize("damping", [0.0, 0.4])
def test_uneven_shaft_is_critical_at_both_ends_of_its_instability(speeds: np.ndarray, damping: float) -> None:
    """s² (s² + ω₁² + ω₂² + 2 Ω²) + (ω₁² − Ω²)(ω₂² − Ω²) = 0: zero at ω₁ = 10 and ω₂ = √200 rad/s."""
    diagram = campbell(shaft((200.0, 400.0), damping=damping), speeds=speeds, n=4)
    found = [speed for speed, _ in diagram.critical_speeds()]
    assert np.allclose(found, [10.0, np.sqrt(200.0)], rtol=1e-2)
    between = (speeds > 10.01) & (speeds < 14.14)
    assert diagram.unstable[between].any(axis=1).all()
    if not damping:
        assert not diagram.unstable[~between].any()


@pytest.mark.parametrize("speeds", [[0.0, 5.0, 10.0, 15.0], [10.0, 5.0], [4.0, 16.0], [10.0, 30.0]])
def test_a_critical_speed_is_found_once_on_the_grid_and_off_it(speeds: list[float]) -> None:
    diagram = campbell(shaft((200.0, 200.0)), speeds=speeds, n=4)
    assert np.allclose([speed for speed, _ in diagram.critical_speeds()], [10.0], rtol=1e-9)


def test_forward_whirl_is_no_backward_whirl_where_frequencies_are_equal() -> None:
    """Seen from the rotor forward whirl at 2 ω has the frequency that backward whirl has at rest, −ω."""
    model = shaft((200.0, 200.0))
    states = [rotating_snapshot(model, speed=speed) for speed in (0.0, 20.0)]
    diagram = campbell(model, speeds=[0.0, 20.0], n=4, states=states)
    assert sorted(np.round(diagram.whirl[1, diagram.circular], 6)) == [-10.0, 10.0]
    assert np.allclose([speed for speed, _ in diagram.critical_speeds()], [10.0])


def discs() -> mbfe.Model:
    """Discs of 1 kg that whirl at 10, 20 … 100 rad/s on one shaft."""
    model = mbfe.Model("discs")
    hub = model.add(elements.RigidBody("hub", mass=1.0, inertia=(1, 1, 1)))
    model.add(joints.Revolute("pin", model.ground, hub, position=(0, 0, 0), axis=(0, 0, 1)))
    for i in range(1, 11):
        place, k = (0.0, 0.0, 0.1 * i), (10.0 * i) ** 2
        disc = model.add(elements.RigidBody(f"disc {i}", position=place, mass=1.0, inertia=(1, 1, 1)))
        mount = elements.Bushing(
            f"mount {i}", hub, disc, position=place, stiffness=(k, k, 1e6, 1e6, 1e6, 1e6)
        )
        model.add(mount)
    return model


def test_ambiguous_branches_end() -> None:
    """Modes that are low at rest are not among the low ones at 90 rad/s: they are not joined to others."""
    model, speeds = discs(), np.array([0.0, 90.0])
    states = [rotating_snapshot(model, speed=speed) for speed in speeds]
    diagram = campbell(model, speeds=speeds, n=3, states=states)
    joined = np.isfinite(diagram.whirl).all(axis=0)
    assert joined.sum() == 1
    assert np.isfinite(diagram.whirl).sum() == 6
    assert diagram.cuts == [(0.0, 90.0)]
    assert diagram.critical_speeds() == []
    assert "ambiguous between 0 and 90 rad/s" in str(diagram)
    for line in diagram.plot().axes[0].get_lines():
        values = np.asarray(line.get_ydata(), dtype=float)
        assert np.isfinite(values).sum() < 2 or line.get_label() == "torsional" or line.get_color() == "0.8"


@pytest.mark.parametrize(("angle", "speed"), [(0.0, 4.0), (0.7, 4.0), (2.1, -4.0), (4.0, 4.0), (5.5, -4.0)])
def test_driven_bases_turn_in_rotating_snapshots(angle: float, speed: float) -> None:
    """All of the model turns as one piece, with the reactions of r Ω² m = 8 N.

    The arm flaps along the axis, which has no sense of rotation: the eigenvalue is the upper one of its pair,
    whatever the rounding of vectors says.
    """
    x, y = np.cos(angle), np.sin(angle)
    model = mbfe.Model("arm")
    hub = model.add_base("hub", axis=(0, 0, 1))
    arm = model.add(elements.RigidBody("arm", position=(0.5 * x, 0.5 * y, 0), mass=1.0, inertia=(1, 1, 1)))
    model.add(joints.Revolute("flap", hub, arm, position=(0, 0, 0), axis=(-y, x, 0)))
    snapshot = rotating_snapshot(model, speed=speed)
    assert np.allclose(snapshot.motion[model.node("hub").number, 10:13], [0, 0, speed])
    assert np.linalg.norm(snapshot.multiplier) == pytest.approx(8.0)
    diagram = campbell(model, speeds=[0.0, speed], n=1)
    assert diagram.values[1, 0].imag == pytest.approx(4.0 * np.sqrt(0.25 / 1.25), rel=1e-9)


def test_the_picture_of_many_branches_is_readable() -> None:
    diagram = swept(bladed(c=300.0, free=False, blades=9), np.array([5.0, 10.0, 20.0]), 16)
    figure = diagram.plot()
    above, below = figure.axes
    names = [text.get_text() for text in above.get_legend().get_texts()]
    assert len(names) == len(set(names)) <= len(Kind) + 1
    assert set(names) <= {str(kind) for kind in Kind} | {"grows"}
    shown = diagram.damping_ratios[diagram.oscillating]
    assert below.get_ylim()[1] < 1.2 * shown.max() + 0.02
    labels = [text for text in above.texts if not text.get_text().endswith("P")]
    levels = sorted(text.xy[1] for text in labels)
    assert len(labels) < len(diagram.kinds)
    assert (np.diff(levels) > LINE * 0.99).all()
