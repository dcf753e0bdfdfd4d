"""A quarter car on a sinusoidal road: its frequency response, and its response to a kerb.

A body of 320 kg is connected to a wheel of 40 kg by a spring and a damper, the wheel to the road by the
spring of the tyre; the road is a plate that is driven up and down. After the transient the amplitudes of
body, suspension and tyre force are fitted by least squares. Reference: the linear equations m_s z̈_s =
−k_s(z_s − z_u) − c(ż_s − ż_u), m_u z̈_u = −(that) − k_t(z_u − z_r), solved for each frequency; at √(k_t/m_u)
the acceleration of the body is k_t/m_s times the road for any suspension.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import mbfe
from mbfe import curves, elements, joints
from mbfe.examples._options import Figures, run_example

__all__ = ["main"]

Floats = NDArray[np.float64]
BODY, WHEEL = 320.0, 40.0
SPRING, TYRE, DAMPING = 18e3, 2e5, 1e3
"""Masses [kg], stiffnesses [N/m] and damping [N s/m]."""
HEIGHTS = (0.0, 0.3, 0.9)
"""Road, wheel and body, as drawn [m]."""
INVARIANT = float(np.sqrt(TYRE / WHEEL) / (2.0 * np.pi))
FREQUENCIES = (0.5, 1.0, 1.2, 2.0, 5.0, 10.0, INVARIANT, 12.0, 20.0)
AMPLITUDE = 0.01
"""Of the road [m]."""
SETTLED = 6.0
"""Time in which the start dies out, exp(−1.3 t) [s]."""


def main(*, out: Path | None = None, quick: bool = False) -> Figures:
    """Drive at nine frequencies (three when quick) and over a kerb."""
    chosen = (1.2, INVARIANT, 20.0) if quick else FREQUENCIES
    found = np.array([response(f) for f in chosen])
    expected = np.array([closed_form(f) for f in chosen])
    error = np.abs(found - expected) / np.abs(expected)
    kerb = mbfe.solve_dynamic(
        quarter_car(0.05), duration=1.0 if quick else 2.0, step=1e-3, file=out and out / "kerb.h5"
    )
    print(kerb)
    figures: Figures = {
        "largest_relative_error": float(error.max()),
        "body_over_road_at_1.2_Hz": float(abs(found[list(chosen).index(1.2), 0])),
        "acceleration_at_invariant_point": float(abs(found[list(chosen).index(INVARIANT), 1])),
        "reference_at_invariant_point": TYRE / BODY,
        "body_after_kerb_m": float(np.interp(0.5, kerb.time, kerb["body"].position.z.values) - HEIGHTS[2]),
    }
    if out:
        draw(chosen, found, out / "frequency_response.png")
        kerb.plot("body.position.z", "wheel.position.z", file=out / "kerb.png")
        kerb.to_paraview(out, step=0.01)
        kerb.to_html(out / "quarter_car.html")
    return figures


def quarter_car(road: Any) -> mbfe.Model:
    """Body, wheel and a driven plate as the road, all of them on vertical guides; no gravity."""
    model = mbfe.Model("quarter car")
    sizes = {"road": (1.0, 0.4, 0.02), "wheel": (0.5, 0.2, 0.1), "body": (0.8, 0.4, 0.2)}
    for (name, size), z, mass in zip(sizes.items(), HEIGHTS, (1.0, WHEEL, BODY), strict=True):
        shape = mbfe.shapes.box(size=size)
        place = (0.0, 0.0, z)
        box = elements.RigidBody(name, position=place, mass=mass, inertia=(1, 1, 1), shape=shape)
        sides = (model.ground, model.add(box))
        model.add(joints.Prismatic(f"{name} guide", *sides, axis=(0, 0, 1), position=place))
    kerb = road if isinstance(road, float) else 0.0  # the road has gone up already, and pushes
    model.add(joints.Motor("waves", "road guide.displacement", position=0.0 if kerb else road))
    free = HEIGHTS[1] + kerb
    model.add(elements.PointSpring("tyre", "road", "wheel", stiffness=TYRE, free_length=free))
    model.add(elements.PointSpring("suspension", "wheel", "body", stiffness=SPRING, damping=DAMPING))
    return model


def response(frequency: float) -> NDArray[np.complex128]:
    """Complex amplitudes of z_s, z̈_s, z_u − z_s and tyre force over that of the road."""
    omega = 2.0 * np.pi * frequency
    duration = SETTLED + 4.0 / frequency
    step = min(0.005, 1.0 / (200.0 * frequency))
    model = quarter_car(curves.Harmonic(AMPLITUDE, omega=omega))
    run = mbfe.solve_dynamic(model, duration=duration, step=step, initial="project")
    body, wheel = run["body"], run["wheel"]
    signals = np.column_stack(
        [
            body.position.z.values - HEIGHTS[2],
            body.acceleration.z.values,
            wheel.position.z.values - body.position.z.values + HEIGHTS[2] - HEIGHTS[1],
            -run["tyre"].force.values,
        ]
    )
    late = run.time > SETTLED
    t = run.time[late]
    basis = np.column_stack([np.sin(omega * t), np.cos(omega * t), np.ones_like(t)])
    fit, *_ = np.linalg.lstsq(basis, signals[late], rcond=None)
    return np.asarray((fit[0] + 1j * fit[1]) / AMPLITUDE)


def closed_form(frequency: float) -> NDArray[np.complex128]:
    """The same, of the linear equations."""
    s = 2j * np.pi * frequency
    link = SPRING + s * DAMPING
    A = np.array([[BODY * s * s + link, -link], [-link, WHEEL * s * s + link + TYRE]])
    z_s, z_u = np.linalg.solve(A, [0.0, TYRE])
    return np.array([z_s, s * s * z_s, z_u - z_s, TYRE * (1.0 - z_u)])


def draw(frequencies: tuple[float, ...], found: NDArray[np.complex128], file: Path) -> None:
    """Amplitudes over frequency, measured points on closed-form curves."""
    from mbfe.examples.vehicle.pictures import new_figure

    figure, all_axes = new_figure(2, 2)
    fine = np.geomspace(0.3, 25.0, 400)
    curve = np.abs([closed_form(f) for f in fine])
    labels = ("body/road", "acceleration/road [1/s²]", "suspension/road", "tyre force/road [N/m]")
    for k, axes in enumerate(all_axes):
        axes.loglog(fine, curve[:, k], lw=0.8)
        axes.loglog(frequencies, np.abs(found[:, k]), "o", ms=4)
        axes.set(xlabel="frequency [Hz]", ylabel=labels[k])
    figure.savefig(file, dpi=120)


if __name__ == "__main__":
    raise SystemExit(run_example(main))
