"""Our own side of the beams."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

import mbfe
from benchmarks.beams import problems as data
from benchmarks.mbfe_case import MbfeCase, MbfeSetting
from mbfe import elements, joints, lines

__all__ = ["Case", "Setting"]


@dataclass(frozen=True)
class Setting(MbfeSetting):
    """One mesh and way of running mbfe.

    Attributes
    ----------
    n_nodes : int
        Nodes of an element: 2, 3 or 4.
    n_elements : int
        Number of elements; 0 for as many as Exudyn has.
    increment : float
        First increment of a static problem, as a part of the way.
    """

    n_nodes: int = 2
    n_elements: int = 0
    increment: float = 1.0

    @property
    def label(self) -> str:
        """Short name for tables."""
        first = "" if self.increment == 1.0 else f" increment {self.increment:g}"
        return f"{self.n_elements or 'same'} × {self.n_nodes} nodes{first} {MbfeSetting.label.fget(self)}"


def section(stiffness: tuple[float, ...], mass: tuple[float, ...] | None) -> mbfe.Section:
    """Return the section with these stiffnesses, and mass and inertias per length."""
    inertia = None if mass is None else np.diag([mass[0]] * 3 + list(mass[1:]))
    return mbfe.Section.from_matrices(np.diag(stiffness), inertia)


class Case(MbfeCase):
    """One beam as a model."""

    def ends(self, run: Any, n_time: int) -> np.ndarray:
        """Return the tip; a static run keeps states on its way."""
        return np.asarray(run["beam"].positions.values)[-n_time:, -1]

    def solved(self, n_step: int, duration: float, times: list[float]) -> Any:
        """Return a run; an equilibrium chooses its own increments."""
        if self.problem.kind != data.FALL:
            return mbfe.solve_static(self.model, increment=self.setting.increment)
        return super().solved(n_step, duration, times)

    def describe(self) -> mbfe.Model:
        """Return the cantilever."""
        kind, mesh = self.problem.kind, {"n_nodes": self.setting.n_nodes}
        mesh["n_elements"] = self.setting.n_elements or self.problem.n_element
        gravity = (0, -data.GRAVITY, 0) if kind == data.FALL else (0, 0, 0)
        model = mbfe.Model(self.problem.name, gravity=gravity)
        if kind == data.FALL:
            line = lines.straight((0, 0, 0), (data.LENGTH, 0, 0))
            made = section(data.FALL_STIFFNESS, data.FALL_MASS)
        elif kind == data.ROLL:
            line = lines.straight((0, 0, 0), (data.ROLL_LENGTH, 0, 0))
            made = section(data.ROLL_STIFFNESS, None)
        else:
            center = (0, data.BEND_RADIUS, 0)
            line = lines.arc(start=(0, 0, 0), center=center, normal=(0, 0, 1), angle=np.pi / 4)
            made = section(data.BEND_STIFFNESS, None)
        beam = model.add(elements.Beam("beam", line=line, section=made, up=(0, 0, 1), **mesh))
        model.add(joints.Fixed("root", model.ground, beam.start))
        if kind == data.FALL:
            model.add(elements.Force("tip", beam.end, (0, 0, data.TIP_FORCE)))
        elif kind == data.ROLL:
            moment = 2 * np.pi * data.ROLL_STIFFNESS[5] / data.ROLL_LENGTH
            model.add(elements.Moment("tip", beam.end, (0, 0, moment), frame="body"))
        else:
            model.add(elements.Force("tip", beam.end, (0, 0, data.BEND_FORCE)))
        return model
