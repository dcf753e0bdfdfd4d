"""Campbell diagrams against closed forms: Jeffcott and gyroscopic rotors, shafts, a blade."""

from __future__ import annotations

import numpy as np
import pytest

import mbfe
from mbfe import Section, elements, joints, lines
from mbfe.analyses.linear.campbell import campbell
from mbfe.analyses.linear.linear_equations import rotating_snapshot
from mbfe.analyses.linear.modes import solve_modes
from mbfe.analyses.static.steady import solve_steady_rotation


def rotor(*, k: float = 1e6, across: float = 1.0, c: float = 0.0, reach: float = 0.2) -> mbfe.Model:
    """A disk of 10 kg between two bearings, which are flexible across the axis only."""
    model = mbfe.Model("rotor")
    disk = model.add(elements.RigidBody("disk", mass=10.0, inertia=(0.1, 0.1, 0.15)))
    for name, z in (("lower", -reach), ("upper", reach)):
        model.add(
            elements.Bushing(
                name, model.ground, disk, position=(0, 0, z), axis=(0, 0, 1),
                stiffness=(0.5 * k, 0.5 * across * k, 1e7, 0, 0, 0), damping=(0.5 * c, 0.5 * c, 0, 0, 0, 0),
            )
        )  # fmt: skip
    return model


def test_jeffcott_rotor() -> None:
    """Critical speed √(k/m) = 316.2278 rad/s (closed form); whirl does not depend on the speed."""
    diagram = campbell(rotor(), speeds=np.linspace(0.0, 600.0, 5), n=6)
    critical = [speed for speed, j in diagram.critical_speeds() if np.ptp(diagram.whirl[:, j]) < 1e-3]
    assert np.allclose(critical, [316.22776601683796], rtol=1e-9)
    steady = [j for j in range(6) if np.ptp(diagram.whirl[:, j]) < 1e-3 and diagram.circular[j]]
    assert np.allclose(sorted(diagram.whirl[2, steady]), [-316.22776601683796, 316.22776601683796])
    assert not diagram.unstable.any()


def test_external_damping_in_the_rotating_frame() -> None:
    """s − iΩ with m s² + c s + k = 0: dampers of the bearings act as circulation on the rotor."""
    speed = 400.0
    modes = solve_modes(rotor(c=200.0), about=solve_steady_rotation(rotor(c=200.0), speed=speed), n=12)
    s = np.roots([10.0, 200.0, 1e6])
    for value in s - 1j * speed:
        seen = value if value.imag > 0.0 else value.conjugate()
        assert np.abs(modes.values - seen).min() < 1e-7 * abs(seen)


def test_gyroscopic_rotor() -> None:
    """Tilting: J ω² − I Ω ω − k a² = 0 with J, I the moments across and along the axis."""
    speeds = np.array([0.0, 150.0, 300.0, 450.0, 600.0])
    diagram = campbell(rotor(), speeds=speeds, n=6)
    k = 1e6 * 0.2**2
    for sign in (1.0, -1.0):
        exact = (0.15 * speeds + sign * np.sqrt((0.15 * speeds) ** 2 + 4.0 * 0.1 * k)) / 0.2
        gap = np.abs(diagram.whirl - exact[:, None]).max(axis=0)
        assert gap.min() < 1e-6 * np.abs(exact).max()
    alone = campbell(rotor(), speeds=[300.0], n=6, states=[rotating_snapshot(rotor(), speed=300.0)])
    assert np.allclose(np.sort(alone.whirl[0]), np.sort(diagram.whirl[2]), atol=1e-4)


@pytest.mark.parametrize("speed", [300.0, 316.2, 316.2277, 316.3])
def test_modes_near_the_critical_speed(speed: float) -> None:
    """Seen from the rotor a whirl ω has the frequency of ω − Ω, which vanishes at the critical speed."""
    modes = solve_modes(rotor(), about=solve_steady_rotation(rotor(), speed=speed), n=10)
    bounce = np.sqrt(1e6 / 10.0)
    tilt = (0.15 * speed + np.array([1, -1]) * np.sqrt((0.15 * speed) ** 2 + 4 * 0.1 * 4e4)) / 0.2
    whirls = np.array([bounce, -bounce, *tilt]) - speed
    exact = np.sort([0.0, *np.abs(whirls), np.sqrt(2e7 / 10.0)])
    assert np.allclose(np.sort(modes.omega), exact, rtol=1e-9, atol=1e-7)
    assert not modes.unstable.any()


def test_round_rotor_on_uneven_supports_has_modes_in_axes_of_the_world() -> None:
    """The disk bounces with √(k/m) and √(2k/m), whatever it spins."""
    uneven = rotor(across=2.0)
    modes = solve_modes(uneven, about=solve_steady_rotation(uneven, speed=100.0), n=12)
    for exact in np.sqrt([1e6 / 10.0, 2e6 / 10.0]):
        assert np.abs(modes.values - 1j * exact).min() < 1e-9 * exact


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(mbfe.ModelError, match="finite numbers"):
        campbell(rotor(), speeds=[np.nan])
    with pytest.raises(mbfe.ModelError, match="campbell: n: 0 was given"):
        campbell(rotor(), speeds=[1.0], n=0)
    with pytest.raises(mbfe.ModelError, match="one for each speed"):
        campbell(rotor(), speeds=[1.0, 2.0], states=[None])


def test_damping_that_turns_with_the_shaft() -> None:
    """m (s + iΩ)² + d s + k = 0 in the rotating frame: unstable above the critical speed √(k/m) = 10."""
    model = mbfe.Model("shaft")
    hub = model.add(elements.RigidBody("hub", mass=1.0, inertia=(1, 1, 1)))
    disk = model.add(elements.RigidBody("disk", mass=2.0, inertia=(0.1, 0.1, 0.2)))
    model.add(joints.Revolute("bearing", model.ground, hub, position=(0, 0, 0), axis=(0, 0, 1)))
    k, d = 200.0, 3.0
    model.add(
        elements.Bushing(
            "shaft", hub, disk, position=(0, 0, 0), axis=(0, 0, 1), stiffness=(k, k, 1e4, 1e4, 1e4, 1e4),
            damping=(d, d, 0, 0, 0, 0),
        )
    )  # fmt: skip
    speeds = np.array([4.0, 8.0, 9.9, 10.1, 12.0])
    diagram = campbell(model, speeds=speeds, n=4)
    for i, speed in enumerate(speeds):
        for exact in np.roots([2.0, 4j * speed + d, k - 2.0 * speed**2]):
            assert np.abs(diagram.values[i] - exact).min() < 1e-8 * abs(exact)
    assert diagram.unstable.any(axis=1).tolist() == [False, False, False, True, True]
    assert "! unstable" in str(diagram)


def test_whirl_of_a_spinning_shaft() -> None:
    """(ρA + ρI k²) ω² − 2 ρI k² Ω ω − EI k⁴ = 0, k = nπ/L: a Rayleigh beam on two pins, 1 m and 100 mm."""
    d, E, rho = 0.1, 210e9, 7800.0
    A, inertia = np.pi * d**2 / 4, np.pi * d**4 / 64
    section = Section.from_matrices(
        np.diag([E * A, 1e3 * E * A, 1e3 * E * A, 0.8 * E * inertia, E * inertia, E * inertia]),
        np.diag([rho * A] * 3 + [2 * rho * inertia, rho * inertia, rho * inertia]),
    )
    model = mbfe.Model("shaft")
    shaft = elements.Beam(
        "shaft", line=lines.straight((0, 0, 0), (1, 0, 0)), section=section, n_elements=6, n_nodes=4
    )
    model.add(shaft)
    for end, x in ((shaft.start, 0.0), (shaft.end, 1.0)):
        model.add(joints.Spherical(f"pin{x:g}", model.ground, end, position=(x, 0, 0)))
    exact = {
        0.0: (1276.3410609948112, -1276.3410609948112, 5059.053018224487, -5059.053018224487),
        1000.0: (1282.4864703585074, -1270.2250991591163, 5083.190189222942, -5035.030460884407),
        3000.0: (1294.8656255558633, -1258.0815119576898, 5131.808348828044, -4987.329163812443),
    }
    # a straight shaft is not deformed by its rotation
    states = [rotating_snapshot(model, axis=(1, 0, 0), speed=speed) for speed in exact]
    diagram = campbell(model, speeds=list(exact), axis=(1, 0, 0), n=5, states=states)
    for i, values in enumerate(exact.values()):
        for value in values:
            assert np.abs(diagram.whirl[i] - value).min() < 2e-5 * abs(value), (i, value)


def test_rotating_blade() -> None:
    """Flapping of a cantilever that turns, Wright et al. 1982; lagging has ω² less by Ω²."""
    exact = {
        0.0: (3.516015268, 22.03449156, 61.69721441),
        6.0: (7.36037302, 26.80908168, 66.68391438),
        12.0: (13.17015049, 37.60311233, 79.61447849),
    }
    section = Section.from_matrices(
        np.diag([1e6, 1e6, 1e6, 1e2, 1.0, 1.0]), np.diag([1.0, 1.0, 1.0, 2e-7, 1e-7, 1e-7])
    )
    model = mbfe.Model("blade")
    hub = model.add(elements.RigidBody("hub", mass=1.0, inertia=(1e6, 1e6, 1e6)))
    model.add(
        elements.Beam(
            "blade",
            line=lines.straight((0, 0, 0), (1, 0, 0)),
            section=section,
            n_elements=6,
            n_nodes=4,
            start=hub,
        )
    )
    model.add(joints.Revolute("shaft", model.ground, hub, position=(0, 0, 0), axis=(0, 0, 1)))
    for speed, values in exact.items():
        state = solve_steady_rotation(model, speed=speed, about="hub") if speed else None
        modes = solve_modes(model, about=state, n=16, damping=True)
        for value in values:
            assert np.abs(modes.omega - value).min() < 1e-4 * value
            lag = np.sqrt(value**2 - speed**2)
            assert np.abs(modes.omega - lag).min() < 2e-4 * lag
