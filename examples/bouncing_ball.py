"""Three balls fall on a floor: with rigid contact, Hertzian contact and a linear contact spring.

The coefficient of restitution is 0.65. Reference: free flight between impacts, so that after the first one at
t₁ = √(2h/g) the apexes are h e²ⁿ and the rigid ball comes to rest at t₁ (1 + e)/(1 − e) = 2.426990 s; a
compliant contact adds its own duration, undamped π √(m/k) of the spring and 2.94 δ/v of Hertz's law.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

import mbfe
from mbfe import elements
from mbfe.elements import contacts
from mbfe.examples._options import Figures, run_example

__all__ = ["main"]

DROP, RESTITUTION, MASS, RADIUS, GRAVITY = 1.3, 0.65, 0.4, 0.05, 9.81
FORWARD, APART = 0.8, 0.3
LAWS = {
    "rigid": contacts.Rigid(restitution=RESTITUTION),
    "hertz": contacts.Hertz(E=2e7, nu=0.45, E_base=float("inf"), restitution=RESTITUTION),
    "linear": contacts.Linear(stiffness=2e5, restitution=RESTITUTION),
}


def main(*, out: Path | None = None, quick: bool = False, step: float = 5e-3) -> Figures:
    """Drop the balls and watch them for 3 s (1.7 s when quick), until the rigid one rests."""
    run = mbfe.solve_dynamic(
        three_balls(), duration=1.7 if quick else 3.0, step=step, file=out and out / "bouncing_ball.h5"
    )
    print(run)
    if out:
        draw(run, out / "bouncing_ball.png")
        run.to_paraview(out, step=0.01)
        run.to_html(out / "bouncing_ball.html")
    first = np.sqrt(2.0 * DROP / GRAVITY)
    figures: dict[str, object] = {}
    for name in LAWS:
        hits, apexes = impacts(run, name), tops(run, name)
        figures[f"{name}_first_impact"] = hits[0]
        figures[f"{name}_restitution"] = float(np.sqrt(apexes[1] / apexes[0]))
        figures[f"{name}_contact_duration"] = duration_of_first(run, name)
    expected = first * (1.0 + 2.0 * np.cumsum([0.0, RESTITUTION, RESTITUTION**2]))
    figures["largest_impact_time_error"] = float(np.abs(impacts(run, "rigid")[:3] - expected).max())
    figures["first_impact_reference"] = float(first)
    figures["final_height"] = float(run["rigid"].position.z.values[-1]) - RADIUS
    figures["energy_balance_error"] = run.energy.balance_error
    return figures  # type: ignore[return-value]


def three_balls() -> mbfe.Model:
    """Balls in a row along y that fly along x."""
    model = mbfe.Model("bouncing ball", gravity=(0, 0, -GRAVITY))
    shape = mbfe.shapes.sphere(radius=RADIUS)
    for i, (name, law) in enumerate(LAWS.items()):
        ball = model.add(
            elements.RigidBody(
                name,
                position=(0, APART * i, DROP + RADIUS),
                mass=MASS,
                inertia=(0.4 * MASS * RADIUS**2,) * 3,
                velocity=(FORWARD, 0, 0),
                shape=shape,
            )
        )
        model.add(elements.Contact(f"{name} contact", ball, model.ground, law=law))
    return model


def events(run: mbfe.Run, name: str) -> np.ndarray:
    """Times at which the contact of a ball closes or opens [s]."""
    return np.array([e["time"] for e in run.report["events"] if f"{name} contact" in e["items"]])


def impacts(run: mbfe.Run, name: str) -> np.ndarray:
    """Times at which a ball touches the floor [s]; a rigid one leaves at once."""
    return events(run, name)[:: 1 if name == "rigid" else 2]


def tops(run: mbfe.Run, name: str) -> np.ndarray:
    """Height of the fall before each impact and after the last one [m], from the energy of the flight."""
    height, speed = run[name].position.z.values - RADIUS, run[name].velocity.z.values
    top = height + speed**2 / (2.0 * GRAVITY)
    return np.array([top[np.searchsorted(run.time, t + 0.03)] for t in (0.0, *impacts(run, name)[:2])])


def duration_of_first(run: mbfe.Run, name: str) -> float:
    """How long the first contact lasts [s]."""
    return 0.0 if name == "rigid" else float(np.diff(events(run, name))[0])


def draw(run: mbfe.Run, file: Path) -> None:
    """Draw heights, the force of the first impact and the energies."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10, 6.5), layout="constrained")
    grid = figure.add_gridspec(2, 2)
    flight = figure.add_subplot(grid[0, :])
    for name in LAWS:
        flight.plot(run.time, run[name].position.z.values - RADIUS, linewidth=1.2, label=name)
    n = np.arange(1, 5)
    first = np.sqrt(2.0 * DROP / GRAVITY)
    middle = first * (1.0 + 2.0 * np.cumsum(RESTITUTION**n) - RESTITUTION**n)
    shown = middle < run.time[-1]
    flight.plot(middle[shown], (DROP * RESTITUTION ** (2 * n))[shown], "k+", label="h e²ⁿ")
    flight.set(xlabel="time [s]", ylabel="height [m]", title="three balls with a restitution of 0.65")
    flight.legend(fontsize="small")
    force = figure.add_subplot(grid[1, 0])
    for name in ("hertz", "linear"):
        near = np.abs(run.time - first - 0.004) < 0.007
        force.plot(
            1e3 * (run.time[near] - first),
            run[f"{name} contact"].normal_force.values[near],
            "C1.-" if name == "hertz" else "C2.-",
            markersize=3,
            linewidth=1.0,
            label=name,
        )
    force.set(xlabel="time since the touch [ms]", ylabel="force [N]", title="first impact")
    force.legend(fontsize="small")
    energy = figure.add_subplot(grid[1, 1])
    for name in ("total", "dissipated"):
        energy.plot(run.time, getattr(run.energy, name), linewidth=1.2, label=name)
    energy.set(xlabel="time [s]", ylabel="energy [J]", title="energy of all three")
    energy.legend(fontsize="small")
    for axes in (flight, force, energy):
        axes.grid(color="0.9")
    figure.savefig(file, dpi=150)


if __name__ == "__main__":
    raise SystemExit(run_example(main))
