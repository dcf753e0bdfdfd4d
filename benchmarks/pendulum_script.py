"""What a user runs first, without plotting: the benchmark's pendulum, 10 000 steps."""

from __future__ import annotations

import mbfe
from mbfe import elements, joints


def main() -> dict[str, float]:
    """Run the pendulum for 10 s.

    Returns
    -------
    dict
        ``angle`` at the end [rad].
    """
    model = mbfe.Model("pendulum", gravity=(0, -9.81, 0))
    rod = model.add(
        elements.RigidBody("rod", position=(0.5, 0, 0), mass=10.0, inertia=(0.1 / 6, 10.1 / 12, 10.1 / 12))
    )
    model.add(joints.Revolute("hinge", model.ground, rod, position=(0, 0, 0), axis=(0, 0, 1)))
    run = mbfe.solve_dynamic(model, duration=10.0, step=1e-3)
    return {"angle": float(run["hinge"].angle[-1])}


if __name__ == "__main__":
    main()
