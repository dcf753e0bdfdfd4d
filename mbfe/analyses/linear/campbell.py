"""Campbell diagram: modes of a rotor over its speed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from mbfe.algebra.rotations import unit_vector
from mbfe.analyses.linear.campbell_branches import Branches
from mbfe.analyses.linear.rotor_sweep import RotorSweep
from mbfe.checks import count, several
from mbfe.contracts import checked
from mbfe.errors import ModelError
from mbfe.model.model import Model
from mbfe.results.campbell import Campbell
from mbfe.results.given_state import snapshot_of

__all__ = ["campbell"]


@checked
def campbell(
    model: Model,
    *,
    speeds: ArrayLike,
    about: Any = None,
    axis: ArrayLike = (0.0, 0.0, 1.0),
    n: int = 8,
    states: Sequence[Any] | None = None,
    initial: str = "refuse",
) -> Campbell:
    """Frequencies and damping of a rotor over its speed.

    Parameters
    ----------
    model : Model
        The rotor: everything but the ground rotates. Either its supports are isotropic about the axis, or the
        rotor is: its bodies are on the axis and have equal transverse inertias.
    speeds : (k,) array_like
        Angular velocities [rad/s].
    about : body, node, str or (3,) array_like, optional
        A body or node on the axis, or a point of it [m]; the origin of the world when absent.
    axis : (3,) array_like
        Direction of the axis, world axes.
    n : int
                Number of modes.
    states : sequence, optional
        Steady states at these speeds, one for each, between which critical speeds are interpolated;
        ``solve_steady_rotation`` finds them when absent.
    initial : {"refuse", "project"}
        Whether violated constraints as drawn are refused or closed.

    Returns
    -------
    Campbell
        Branches followed over the speed, with their kinds; ``plot``, ``critical_speeds``.

    Raises
    ------
    ModelError
        If both the rotor and its supports or loads are anisotropic, so that the equations are time-varying in
        the axes of the rotor and in those of the world.

    Notes
    -----
    Complex modes about the steady states, whose coefficients are constant in the axes of the
    rotor, or else in those of the world. An orbit in the plane across the axis is z = x + iy = ½(D₁ +
    iD₂)e^{st} + ½(D₁ − iD₂)*e^{s*t}: circles in the sense of the rotation and against it; over equal blades
    it is a pattern with a phase of one turn, see ``mbfe/analyses/linear/whirl.py``. Of s and s* a branch has
    the one whose larger circle is forward, and e^{iΩt}z is the motion in the resting frame: whirl with Im s +
    Ω, forward when positive. In axes of the world the whirl is Im s with the sign of the larger circle.

    Both eigenvalues of all pairs are followed by their right and left eigenvectors, see
    ``mbfe/analyses/linear/tracking.py``, with intermediate speeds where they change strongly, unless states
    are given. A branch with an ambiguous continuation ends and another one begins. At standstill forward and
    backward whirl have equal frequencies, and their eigenvectors are not unique: branches are continued
    through it by the eigenvectors of a very slow rotation.
    """
    values = np.atleast_1d(np.asarray(speeds, dtype=float))
    if values.ndim != 1 or not np.isfinite(values).all() or not len(values):
        raise ModelError("campbell: speeds", f"{speeds!r}", allowed="finite numbers")
    if states is not None:
        several("campbell", "states", states, "steady states, one for each speed")
    if states is not None and len(states) != len(values):
        raise ModelError("campbell: states", f"{len(states)}", allowed=f"{len(values)}, one for each speed")
    count("campbell", "n", n, least=1)
    sweep = RotorSweep(
        model,
        about=about,
        direction=unit_vector(axis, where="campbell: axis"),
        n=n,
        can_solve=states is None,
        initial=initial,
    )
    solved = []
    for i, speed in enumerate(values):
        modes = sweep.modes(
            sweep.steady(float(speed)) if states is None else snapshot_of(states[i], f"campbell: states[{i}]")
        )
        if not len(modes):
            raise ModelError(
                "campbell: model", "joints and drives leave no free motion", allowed="parts that vibrate"
            )
        solved.append(modes)
    return Branches(sweep, values, solved).collect()
