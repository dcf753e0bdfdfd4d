"""Flexible joint: the bushing under its name in multibody and rotor codes."""

from __future__ import annotations

from dataclasses import dataclass

from mbfe.elements.springs.bushing import Bushing

__all__ = ["FlexibleJoint"]


@dataclass(frozen=True, eq=False)
class FlexibleJoint(Bushing):
    """Flexible joint between two bodies or beam ends: a full 6×6 stiffness and damping between two frames.

    It is the :class:`mbfe.elements.Bushing` under its name in multibody and rotor codes: a
    flexure, a bolted flange, a hinge spring of a blade. All parameters, equations and results are those of
    the bushing.

    Examples
    --------
    >>> from mbfe import Model, elements
    >>> model = Model()
    >>> arm = model.add(elements.RigidBody("arm", mass=2.0, inertia=(0.1, 0.1, 0.1)))
    >>> flange = elements.FlexibleJoint("flange", "ground", arm, stiffness=(1e8, 2e5), damping=(10.0, 0.1))
    >>> model.add(flange).matrix("damping").diagonal().tolist()
    [10.0, 10.0, 10.0, 0.1, 0.1, 0.1]
    """
