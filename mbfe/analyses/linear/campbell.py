"""Campbell diagram: modes of a rotor over its speed, as branches with their types and senses of rotation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import linear_sum_assignment

from mbfe.algebra.arrays import Complexes, Flags, Floats, Ints
from mbfe.algebra.rotations import unit_vector
from mbfe.analyses.linear.campbell_critical import CriticalSpeeds, Point
from mbfe.analyses.linear.rotor_sweep import RotorSweep
from mbfe.analyses.linear.steady_frames import WORLD
from mbfe.analyses.linear.tolerances import CAMPBELL
from mbfe.analyses.linear.tracking import Spectrum, follow
from mbfe.analyses.linear.whirl import Patterns
from mbfe.checks import count, several
from mbfe.contracts import checked
from mbfe.errors import ModelError
from mbfe.model.model import Model
from mbfe.results.campbell import Campbell, Frame, Kind
from mbfe.results.given_state import snapshot_of
from mbfe.results.modes import Modes

__all__ = ["campbell"]

PARTS: dict[str, Callable[[Patterns], Floats]] = {
    "along": lambda parts: parts.along,
    "about": lambda parts: parts.about,
    "across": lambda parts: parts.forward + parts.backward,
    "collective": lambda parts: parts.collective,
    "reactionless": lambda parts: parts.reactionless,
    "bladed": lambda parts: parts.bladed,
}
"""Parts of a motion by which branches are named."""


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


class Branches:
    """Branches through the modes of a rotor at all speeds (k,) [rad/s], which come in any order."""

    def __init__(self, sweep: RotorSweep, speeds: Floats, solved: list[Modes]) -> None:
        self.sweep, self.given, self.solved = sweep, speeds, solved
        self.order = np.argsort(speeds, kind="stable")
        self.speeds = speeds[self.order]
        self.ascending = [solved[i] for i in self.order]
        made = [
            sweep.resolved(modes, float(speed))
            for modes, speed in zip(self.ascending, self.speeds, strict=True)
        ]
        self.spectra = [spectrum for spectrum, _ in made]
        self.patterns = [patterns for _, patterns in made]
        self._beside_rest()
        self.floor = CAMPBELL.zero_value * float(np.abs(speeds).max())
        self.resting = sweep.frame is WORLD

    def _beside_rest(self) -> None:
        """Put very slow rotations in the place of standstill: the paths go through these."""
        turning = np.abs(self.speeds[self.speeds != 0.0])
        back = not (self.speeds > 0.0).any() and (self.speeds < 0.0).any()
        for i in map(int, np.flatnonzero(self.speeds == 0.0)):
            rates = np.abs(self.ascending[i].values.imag)
            lowest = float(rates[rates > 0.0].min()) if rates.any() else 1.0
            slow = min(
                CAMPBELL.beside_standstill * lowest,
                CAMPBELL.beside_standstill_of_slowest * float(turning.min(initial=np.inf)),
            )
            slow = -slow if back else slow
            modes = self.sweep.modes(self.sweep.turned(self.ascending[i].linear.snapshot, slow))
            self.spectra[i], self.patterns[i] = self.sweep.resolved(modes, slow)

    def collect(self) -> Campbell:
        """Follow the branches from the slowest rotation up and down."""
        begin = int(np.argmin(np.abs(self.speeds)))
        first = self.spectra[begin]
        chosen = np.flatnonzero(first.mode < self.sweep.n)
        count = len(self.speeds)
        paths = np.full((count, len(first.values)), -1)
        sure = np.ones((max(count - 1, 0), len(first.values)), dtype=bool)
        paths[begin] = np.arange(len(first.values))
        for way, gap in ((range(begin + 1, count), -1), (range(begin - 1, -1, -1), 0)):
            found = follow(
                first,
                [self.spectra[i] for i in way],
                between=self.sweep.spectrum if self.sweep.can_solve else None,
                chosen=chosen,
                lowest=self.sweep.n,
                floor=self.floor,
            )
            for i, (path, joined) in zip(way, found, strict=True):
                paths[i], sure[i + gap] = path, joined
        self._least_stable(paths, first)
        return self._campbell(self._columns(paths[:, chosen], sure[:, chosen]))

    def _least_stable(self, paths: Ints, first: Spectrum) -> None:
        """Where a pair is two real roots for a while, its line continues with the less stable one."""
        rows = np.arange(len(self.speeds))
        for j, twin in enumerate(first.partner):
            if j >= twin:
                continue
            real = np.array([[k >= 0 and self.spectra[i].real[k] for k in paths[i, [j, twin]]] for i in rows])
            for run in np.split(rows, np.flatnonzero(np.diff(real[:, 0])) + 1):
                both = run[real[run].all(axis=1)]
                if not len(both):
                    continue
                mine, other = (
                    max(self.spectra[i].values[paths[i, column]].real for i in both) for column in (j, twin)
                )
                if other > mine:
                    paths[both, j], paths[both, twin] = paths[both, twin].copy(), paths[both, j].copy()

    def _columns(self, paths: Ints, sure: Flags) -> list[Ints]:
        """One column for each mode: of a pair the value that goes forward, real roots by themselves.

        A column ends where the continuation is ambiguous, and another one begins.
        """
        columns: list[Ints] = []
        shown: list[set[int]] = [set() for _ in self.speeds]
        rows = np.arange(len(self.speeds))
        for path, joined in zip(paths.T, sure.T, strict=True):
            free = np.array(
                [k >= 0 and int(self.spectra[i].mode[k]) not in shown[i] for i, k in enumerate(path)]
            )
            for i in map(int, np.flatnonzero(free)):
                shown[i].add(int(self.spectra[i].mode[path[i]]))
            for piece in np.split(rows, np.flatnonzero(~joined) + 1):
                column = np.full(len(path), -1)
                column[piece] = np.where(free, path, -1)[piece]
                if (column >= 0).any():
                    columns.append(self._forward(column))
        return columns

    def _forward(self, column: Ints) -> Ints:
        """The column, or that of the conjugates if these go forward seen from the rotor.

        In axes of the world both are one motion in one sense, and where both parts are equal neither goes
        forward: Im s is positive.
        """
        live = [(i, int(k)) for i, k in enumerate(column) if k >= 0]
        sense = float(np.mean([self._sense(i, k) for i, k in live]))
        if self.resting or abs(sense) <= CAMPBELL.plane:
            sense = float(sum(self.spectra[i].values[k].imag for i, k in live))
        if sense >= 0.0:
            return column
        return np.array([self.spectra[i].partner[k] if k >= 0 else -1 for i, k in enumerate(column)])

    def _circles(self, i: int, k: int) -> tuple[float, float]:
        """Forward and backward part of an eigenvalue."""
        spectrum, patterns = self.spectra[i], self.patterns[i]
        mode = spectrum.mode[k]
        parts = float(patterns.forward[mode]), float(patterns.backward[mode])
        return parts if spectrum.is_first(k) else (parts[1], parts[0])

    def _sense(self, i: int, k: int) -> float:
        forward, backward = self._circles(i, k)
        return forward - backward

    def _campbell(self, columns: list[Ints]) -> Campbell:
        shape = (len(self.speeds), len(columns))
        values, branch = np.full(shape, complex(np.nan, np.nan)), np.full(shape, -1)
        circles = np.zeros((2, *shape))
        for j, column in enumerate(columns):
            for i in map(int, np.flatnonzero(column >= 0)):
                spectrum = self.spectra[i]
                values[i, j], branch[i, j] = spectrum.values[column[i]], spectrum.mode[column[i]]
                circles[:, i, j] = self._circles(i, int(column[i]))
        for i in map(int, np.flatnonzero(self.speeds == 0.0)):
            self._at_rest(i, values, branch)
        whirl, orbit, kinds = self._named(columns, values, circles[0] - circles[1])
        rows = np.argsort(self.order)
        return Campbell(
            name=self.sweep.model.name, speeds=self.given, values=values[rows], whirl=whirl[rows],
            circular=orbit, forward=circles[0, rows], backward=circles[1, rows], branch=branch[rows],
            kinds=kinds, modes=self.solved, frame=Frame.RESTING if self.resting else Frame.ROTATING,
            refine=self._critical(columns) if self.sweep.can_solve else None,
        )  # fmt: skip

    def _critical(self, columns: list[Ints]) -> CriticalSpeeds:
        """What solves for critical speeds on the branches."""
        points = [
            {
                j: Point(self.spectra[i], self.patterns[i], int(column[i]))
                for j, column in enumerate(columns)
                if column[i] >= 0
            }
            for i in range(len(self.speeds))
        ]
        return CriticalSpeeds(self.sweep, points, modes=self.ascending, floor=self.floor)

    def _named(
        self, columns: list[Ints], values: Complexes, sense: Floats
    ) -> tuple[Floats, Flags, tuple[Kind, ...]]:
        """Whirl in the resting frame, whether branches go round, and what they are."""
        means = [self._means(column) for column in columns]
        turned = self.speeds[:, None]
        if self.resting:
            signed = np.sign(sense) * values.imag
            orbit = np.array([abs(mean["with"]) > CAMPBELL.circular for mean in means])
        else:
            signed = values.imag + turned
            orbit = np.array([mean["sense"] > CAMPBELL.circular for mean in means])
        whirl = np.where(orbit, signed, np.abs(values.imag))
        kinds = tuple(
            _kind(mean, np.where(turned < 0.0, -whirl, whirl)[:, j] if round_ else None, values[:, j])
            for j, (mean, round_) in enumerate(zip(means, orbit, strict=True))
        )
        return whirl, orbit, kinds

    def _at_rest(self, i: int, values: Complexes, branch: Ints) -> None:
        """Put the eigenvalues of standstill in the place of those of the slow rotation."""
        live = np.flatnonzero(branch[i] >= 0)
        rest = self.ascending[i].values
        both = np.stack([rest, rest.conj()])
        apart = np.abs(values[i, live][:, None, None] - both[None])
        mine, theirs = linear_sum_assignment(apart.min(axis=1))
        for a, k in zip(mine, theirs, strict=True):
            values[i, live[a]] = both[int(apart[a, :, k].argmin()), k]
            branch[i, live[a]] = k

    def _means(self, column: Ints) -> dict[str, float]:
        """Mean parts of the motion of a branch; its sense where it oscillates, about the axis and with Ω."""
        live = [(i, int(k)) for i, k in enumerate(column) if k >= 0]
        mean = {
            name: float(np.mean([part(self.patterns[i])[self.spectra[i].mode[k]] for i, k in live]))
            for name, part in PARTS.items()
        }
        moving = [(i, k) for i, k in live if not self.spectra[i].real[k]]
        senses = np.array([self._sense(i, k) for i, k in moving])
        ways = np.array([np.sign(self.spectra[i].values[k].imag * self.spectra[i].at) for i, k in moving])
        mean["sense"] = float(np.mean(senses)) if moving else 0.0
        mean["with"] = float(np.mean(senses * ways)) if moving else 0.0
        return mean


def _kind(mean: dict[str, float], whirl: Floats | None, values: Complexes) -> Kind:
    """What a branch is, by the larger parts of its motion; ``whirl`` in the sense of Ω if it goes round."""
    bladed = mean["bladed"] > 0.5
    if whirl is not None:
        if bladed:
            return Kind.PROGRESSIVE if np.nanmedian(values.imag) >= 0.0 else Kind.REGRESSIVE
        return Kind.FORWARD if np.nanmedian(whirl) >= 0.0 else Kind.BACKWARD
    parts = {Kind.AXIAL: mean["along"], Kind.TORSIONAL: mean["about"], Kind.LATERAL: mean["across"]}
    if bladed:
        parts = {Kind.COLLECTIVE: mean["collective"], Kind.REACTIONLESS: mean["reactionless"]}
    kind = max(parts, key=lambda name: parts[name])
    return kind if parts[kind] > 0.5 else Kind.OTHER
