"""Results of kinematic analysis and inverse dynamics."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from mbfe.model.states.snapshot import Snapshot
from mbfe.results.run import Run
from mbfe.results.static_run import StaticRun
from mbfe.results.views.run_card import run_card

__all__ = ["MotionRun", "class_of"]


class MotionRun(Run):
    """Results of :func:`mbfe.solve_kinematics` and :func:`mbfe.solve_inverse`.

    Rows, views, plots and files are those of :class:`Run`. After a kinematic analysis the reactions of joints
    and the efforts of motors are nan, because they follow from masses and loads, and ``energy.work`` is zero.
    At a dead point at which the run ended velocities are infinite: they are nan there, and zero in ParaView
    and in states.
    """

    @property
    def dead_points(self) -> tuple[dict[str, Any], ...]:
        """Dead points of the motion: ``time`` [s], ``turning`` and ``words`` of each."""
        return tuple(self.report.get("dead_points", ()))

    def _state(self, along: float | None) -> Snapshot:
        """State at a time, or at the end; velocities in a dead point are zero."""
        found = super()._state(along)
        return replace(found, motion=np.nan_to_num(found.motion))

    def _repr_html_(self) -> str:
        more: list[tuple[str, Any]] = []
        if len(self.time):
            more.append(("constraint violation", f"{np.nanmax(self.violation.values):.2e} m at most"))
        more += [("dead point", point["words"]) for point in self.dead_points]
        return run_card(self, f'{self._what} of "{self.header["model"]}"', more)

    @property
    def _what(self) -> str:
        """Analysis in words."""
        return {"kinematic": "Kinematics", "inverse": "Inverse dynamics"}[str(self.header["kind"])]

    def __str__(self) -> str:
        r = self.report
        lines = [f'{self._what} of "{self.header["model"]}": {self.status}, {len(self.time)} rows']
        if len(self.time):
            lines[0] += f" from {self.time[0]:g} to {self.time[-1]:g} s"
        if r:
            lines.append(
                f"  {r['iterations']} iterations, {r['factorisations']} decompositions, "
                f"{r['rejected']} steps cut, {r['seconds']:.3g} s"
            )
        if len(self.time):
            lines.append(f"  worst constraint violation {np.nanmax(self.violation.values):.2e} m")
        lines += [f"  {text}" for text in r.get("notes", ())]
        lines += [f"  warning: {text}" for text in r.get("warnings", ())]
        return "\n".join(lines)


def class_of(kind: str | None) -> type[Run]:
    """Class of the results of a kind of analysis, as their header names it."""
    kinds: dict[str | None, type[Run]] = {"static": StaticRun, "kinematic": MotionRun, "inverse": MotionRun}
    return kinds.get(kind, Run)
