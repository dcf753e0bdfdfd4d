"""Andrews' squeezing mechanism: seven bodies, three loops, and a crank that turns five times in 0.05 s.

The multibody benchmark of Schiehlen's handbook (1990), the IVP test set and the IFToMM library (A03): a
torque of 0.033 N m on the crank, a stiff spring, parts of a few grams. Every joint is a spatial hinge, so
nine rows are redundant. Reference: the seven angles at 0.03 s, from the equations of the test set integrated
to 1e-13; they agree with the published solution to 1.4e-9.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

import mbfe
from mbfe import elements, joints
from mbfe.examples._options import Figures, run_example

__all__ = ["AFTER", "angles_of", "main", "mechanism"]

BETA, THETA, GAMMA, PHI, DELTA, OMEGA, EPSILON = (
    -0.0617138900142764496, 0.0, 0.455279819163070380, 0.222668390165885885,
    0.487364979543842551, -0.222668390165885885, 1.23054744454982119,
)  # fmt: skip
"""Angles of the test set at the start [rad]."""
AFTER = (15.810771195155, -15.756371058413, 0.04082224012, -0.534730116342, 0.52440996588, 0.534730116342,
         1.048080741042)  # fmt: skip
"""The same after 0.03 s."""
PIVOT_A, PIVOT_B, PIVOT_C = (-0.06934, -0.00227), (-0.03635, 0.03273), (0.014, 0.072)
"""Pivots of the frame and the fixed end of the spring [m]."""


def main(*, out: Path | None = None, quick: bool = False) -> Figures:
    """Run for 0.05 s (0.03 s when quick) and compare the angles at 0.03 s with the reference."""
    run = mbfe.solve_dynamic(
        mechanism(),
        duration=0.03 if quick else 0.05,
        step=1e-5 if quick else 5e-6,
        output_step=1e-4,
        file=out and out / "andrews.h5",
    )
    print(run)
    if out:
        run.plot("at O.angle", "at A (K5).angle", "at B.angle", file=out / "andrews.png")
        run.to_paraview(out)
        run.to_html(out / "andrews_mechanism.html")
    row = int(np.argmin(np.abs(run.time - 0.03)))
    angles = angles_of(run)[row]
    return {
        "angles": angles.tolist(),
        "angles_reference": list(AFTER),
        "angle_error": float(np.abs(angles - AFTER).max()),
        "redundant_rows": len(run.header["settings"]["redundant"]),
        "energy_balance_error": run.energy.balance_error,
    }


def mechanism() -> mbfe.Model:
    """Bodies along their lines as drawn, in the plane x–y."""
    model = mbfe.Model("Andrews")

    def along(angle: float) -> np.ndarray:
        return np.array([np.cos(angle), np.sin(angle)])

    def body(name: str, start, angle: float, center, mass: float, inertia: float, length: float):  # type: ignore[no-untyped-def]
        """Body whose x axis leaves ``start`` at ``angle``, with its centre of mass in its own axes there."""
        turn = np.array([along(angle), along(angle + 0.5 * np.pi)])
        place = np.asarray(start) + np.asarray(center) @ turn
        thick = 0.0012 + 0.0002 * int(name[1])  # no two alike: faces in one plane flicker in pictures
        bar = mbfe.shapes.box(size=(length, thick, thick))
        shape = bar.moved(position=(0.5 * length - center[0], -center[1], 0.0))
        return model.add(
            elements.RigidBody(
                name,
                position=(*place, 0.0),
                orientation=(0.0, 0.0, angle),
                mass=mass,
                inertia=(0.6 * inertia, 0.6 * inertia, inertia),
                shape=shape,
            )
        )

    a, b, o = BETA + THETA, PHI + DELTA, OMEGA + EPSILON
    crank_end = 0.007 * along(BETA)
    point_f = crank_end - 0.028 * along(a)
    point_e = PIVOT_A + 0.04 * along(DELTA)
    point_h = PIVOT_A + 0.04 * along(EPSILON - 0.5 * np.pi)
    k1 = body("K1", (0.0, 0.0), BETA, (0.00092, 0.0), 0.04325, 2.194e-6, 0.007)
    k2 = body("K2", crank_end, a + np.pi, (0.0115, 0.0), 0.00365, 4.41e-7, 0.028)
    k3 = body("K3", PIVOT_B, GAMMA - 0.5 * np.pi, (0.01874, 0.01043), 0.02373, 5.255e-6, 0.035)
    k4 = body("K4", point_e, b - 0.5 * np.pi, (0.02 - 0.01421, 0.0), 0.00706, 5.667e-7, 0.02)
    k5 = body("K5", PIVOT_A, DELTA, (0.02308, 0.00916), 0.0705, 1.169e-5, 0.04)
    k6 = body("K6", point_h, o, (0.02 - 0.01421, 0.0), 0.00706, 5.667e-7, 0.02)
    k7 = body("K7", PIVOT_A, EPSILON - 0.5 * np.pi, (0.01228, 0.00449), 0.05498, 1.912e-5, 0.04)
    hinges = (
        ("at O", model.ground, k1, (0.0, 0.0)),
        ("crank end", k1, k2, crank_end),
        ("at B", model.ground, k3, PIVOT_B),
        ("F to K3", k2, k3, point_f),
        ("F to K4", k2, k4, point_f),
        ("F to K6", k2, k6, point_f),
        ("at E", k4, k5, point_e),
        ("at A (K5)", model.ground, k5, PIVOT_A),
        ("at H", k6, k7, point_h),
        ("at A (K7)", model.ground, k7, PIVOT_A),
    )
    for name, first, second, place in hinges:
        model.add(joints.Revolute(name, first, second, position=(*place, 0.0), axis=(0, 0, 1)))
    end_of_spring = PIVOT_B + 0.018 * along(GAMMA - 0.5 * np.pi) + 0.02 * along(GAMMA)
    model.add(
        elements.PointSpring(
            "spring", model.ground, k3, first_point=(*PIVOT_C, 0.0), second_point=(*end_of_spring, 0.0),
            stiffness=4530.0, free_length=0.07785,
        )
    )  # fmt: skip
    model.add(joints.Motor("motor", "at O.angle", torque=0.033))
    return model


def angles_of(run: mbfe.Run) -> np.ndarray:
    """The angles β, θ, γ, φ, δ, ω, ε of the test set at all rows, (n, 7) [rad]."""
    turned = {
        name: run[name].angle.values
        for name in ("at O", "crank end", "at B", "F to K4", "at A (K5)", "F to K6", "at A (K7)")
    }
    beta, theta = BETA + turned["at O"], THETA + turned["crank end"]
    delta, epsilon = DELTA + turned["at A (K5)"], EPSILON + turned["at A (K7)"]
    rod = beta + theta - BETA - THETA
    phi = PHI + DELTA + rod + turned["F to K4"] - delta
    omega = OMEGA + EPSILON + rod + turned["F to K6"] - epsilon
    return np.stack([beta, theta, GAMMA + turned["at B"], phi, delta, omega, epsilon], axis=1)


if __name__ == "__main__":
    raise SystemExit(run_example(main))
