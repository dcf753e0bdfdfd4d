"""Campbell diagram: modes of a rotor over its speed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import ArrayLike, NDArray

from mbfe.analyses.linearise import Linearised, balance, linearise
from mbfe.analyses.modes import modes_of
from mbfe.analyses.snapshot import Snapshot
from mbfe.analyses.steady import solve_steady_rotation
from mbfe.analyses.tracking import Spectrum, follow
from mbfe.analyses.whirl import Axis, Patterns
from mbfe.errors import ModelError
from mbfe.model.compile import CompiledModel
from mbfe.model.model import Model
from mbfe.results.campbell import Campbell, Kind
from mbfe.results.modes import Modes
from mbfe.rotations import multiply, quat_from_axis_angle, rotate, unit_vector, unrotate

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Complex = NDArray[np.complex128]

SPARE = 6
"""Modes beyond those asked for, which may come down to them at other speeds."""

CIRCULAR = 0.2
"""Branches whose forward and backward parts differ by this part of their motion on average go round."""

SLOW, SLOWEST = 1e-3, 1e-2
"""Speed beside standstill, as a part of the frequencies and of the slowest rotation."""

FLOOR = 1e-3
"""Eigenvalues below this part of the fastest rotation are as good as zero when they are followed."""

PARTS: dict[str, Callable[[Patterns], Floats]] = {
    "along": lambda parts: parts.along,
    "about": lambda parts: parts.about,
    "collective": lambda parts: parts.collective,
    "reactionless": lambda parts: parts.reactionless,
    "bladed": lambda parts: parts.bladed,
}
"""Parts of a motion by which branches are named."""


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
        The rotor: everything but the ground turns. Its supports are alike in all directions about the axis.
    speeds : (k,) array_like
        Angular velocities [rad/s].
    about : body, node, str or (3,) array_like, optional
        A body or node on the axis, or a point of it [m]; the origin of the world when absent.
    axis : (3,) array_like
        Direction of the axis, world axes.
    n : int
        How many modes.
    states : sequence, optional
        Steady states at these speeds, one for each; ``solve_steady_rotation`` finds them when absent.
    initial : {"refuse", "project"}
        Whether joints that do not meet as drawn are refused or pulled together.

    Returns
    -------
    Campbell
        Branches followed over the speed, in the rotating and the resting frame, with their kinds; ``plot``,
        ``critical_speeds``.

    Raises
    ------
    ModelError
        If the supports or loads are not alike in all directions, so that the equations of the rotating
        rotor vary in time.

    Notes
    -----
    Complex modes about the steady states, whose coefficients are constant in body axes. An orbit in the plane
    across the axis is z = x + iy = ½(D₁ + iD₂)e^{st} + ½(D₁ − iD₂)*e^{s*t} in the rotating frame: circles in
    the sense of the rotation and against it; over alike blades it is a pattern with a phase of one turn, see
    :mod:`mbfe.analyses.whirl`. Of s and s* a branch has the one whose larger circle is forward, and e^{iΩt}z
    is the motion in the resting frame: whirl with Im s + Ω, forward when positive. Both values of all pairs
    are followed, see :mod:`mbfe.analyses.tracking`, with more speeds in between where vectors change a lot.
    At standstill whirls in and against a sense are equal, and their planes are any: branches go through it
    by the vectors of a very slow rotation.
    """
    values = np.atleast_1d(np.asarray(speeds, dtype=float))
    if values.ndim != 1 or not np.isfinite(values).all() or not len(values):
        raise ModelError("campbell: speeds", f"{speeds!r}", allowed="finite numbers")
    if states is not None and len(states) != len(values):
        raise ModelError("campbell: states", f"{len(states)}", allowed=f"{len(values)}, one for each speed")
    sweep = _Sweep(
        model, about, unit_vector(axis, where="campbell: axis"), n, can_solve=states is None, initial=initial
    )
    solved: list[Modes] = []
    for i, speed in enumerate(values):
        state = sweep.steady(float(speed)) if states is None else states[i]
        linear = linearise(sweep.compiled, about=state)
        if i == len(values) - 1:
            _check_symmetry(sweep.compiled, linear, sweep.direction, sweep.point)
        modes = modes_of(linear, n=n + SPARE, damping=True)
        if not len(modes):
            raise ModelError(
                "campbell: model", "has no modes: joints and drives hold it all", allowed="parts that vibrate"
            )
        solved.append(modes)
    return _Branches(sweep, values, solved).collect()


class _Sweep:
    """A rotor, and its modes at any speed."""

    def __init__(
        self, model: Model, about: Any, direction: Floats, n: int, *, can_solve: bool, initial: str
    ) -> None:
        self.model, self.about, self.direction, self.n = model, about, direction, n
        self.can_solve, self.initial = can_solve, initial
        self.compiled = model.compile()
        self.point = _point(model, about)
        self.state: Any = None

    def steady(self, speed: float) -> Any:
        """The steady state at a speed; at rest without loads it is the model as drawn."""
        if speed == 0.0:
            drawn = linearise(self.model)
            if drawn.imbalance == 0.0:
                return drawn.snapshot
        self.state = solve_steady_rotation(
            self.model,
            about=self.about,
            axis=self.direction,
            speed=speed,
            state=self.state,
            initial=self.initial,
        )
        return self.state

    def modes(self, state: Any) -> Modes:
        """Modes about a state."""
        return modes_of(linearise(self.compiled, about=state), n=self.n + SPARE, damping=True)

    def spectrum(self, speed: float) -> Spectrum:
        """Eigenvalues at a speed between those that are asked for."""
        return self.resolved(self.modes(self.steady(speed)), speed)[0]

    def resolved(self, modes: Modes, speed: float) -> tuple[Spectrum, Patterns]:
        """Eigenvalues and patterns of modes, equal ones as pure patterns."""
        axis = Axis(modes.linear, self.direction, self.point)
        vectors = axis.resolved(modes.linear, modes.values, modes.vectors)
        return Spectrum.of(modes, at=speed, vectors=vectors), axis.patterns(modes.linear.world(vectors))

    def slowly(self, rest: Snapshot, speed: float) -> Modes:
        """Modes about a state of rest that turns, so slowly that nothing is deformed by it."""
        motion = rest.motion.copy()
        omega = speed * self.direction
        for node in self.compiled.model.nodes.values():
            if node.moves:
                row = motion[node.number]
                row[7:10] = unrotate(row[3:7], np.cross(omega, row[0:3] - self.point))
                row[10:13] = unrotate(row[3:7], omega) * np.array(node.free[3:], dtype=float)
        replace(rest, motion=motion).put_into(self.compiled, where="campbell")
        balance(self.compiled, rest.time)
        return self.modes(Snapshot.of(self.compiled, time=rest.time))


def _point(model: Model, about: Any) -> Floats:
    if about is None:
        return np.zeros(3)
    if isinstance(about, str) or not np.iterable(about):
        return model.node(about, where="campbell: about").frame.position
    return np.asarray(about, dtype=float)


class _Branches:
    """Branches through the modes at all speeds."""

    def __init__(self, sweep: _Sweep, speeds: Floats, solved: list[Modes]) -> None:
        self.sweep, self.speeds, self.solved = sweep, speeds, solved
        made = [sweep.resolved(modes, float(speed)) for modes, speed in zip(solved, speeds, strict=True)]
        self.spectra = [spectrum for spectrum, _ in made]
        self.patterns = [patterns for _, patterns in made]
        self._beside_rest()

    def _beside_rest(self) -> None:
        """Put very slow rotations in the place of standstill: the paths go through these."""
        turning = np.abs(self.speeds[self.speeds != 0.0])
        back = not (self.speeds > 0.0).any() and (self.speeds < 0.0).any()
        for i in map(int, np.flatnonzero(self.speeds == 0.0)):
            sizes = np.abs(self.solved[i].values)
            typical = float(np.median(sizes[sizes > 0.0])) if sizes.any() else 1.0
            slow = min(SLOW * typical, SLOWEST * float(turning.min(initial=np.inf)))
            slow = -slow if back else slow
            modes = self.sweep.slowly(self.solved[i].linear.snapshot, slow)
            self.spectra[i], self.patterns[i] = self.sweep.resolved(modes, slow)

    def collect(self) -> Campbell:
        """Follow the branches from the slowest rotation up and down."""
        order = np.argsort(self.speeds, kind="stable")
        begin = int(np.argmin(np.abs(self.speeds[order])))
        first = self.spectra[order[begin]]
        chosen = np.flatnonzero(first.mode < self.sweep.n)
        paths = np.full((len(self.speeds), len(first.values)), -1)
        paths[order[begin]] = np.arange(len(first.values))
        for way in (order[begin + 1 :], order[:begin][::-1]):
            found = follow(
                first,
                [self.spectra[i] for i in way],
                between=self.sweep.spectrum if self.sweep.can_solve else None,
                chosen=chosen,
                floor=FLOOR * float(np.abs(self.speeds[way]).max(initial=0.0)),
            )
            for i, path in zip(way, found, strict=True):
                paths[i] = path
        return self._campbell(self._columns(paths[:, chosen]))

    def _columns(self, paths: Ints) -> list[Ints]:
        """One column for each mode: of a pair the value that goes forward, real roots by themselves."""
        columns: list[Ints] = []
        shown: list[set[int]] = [set() for _ in self.speeds]
        for path in paths.T:
            column = path.copy()
            for i, k in enumerate(path):
                mode = int(self.spectra[i].mode[k])
                if k < 0 or mode in shown[i]:
                    column[i] = -1
                else:
                    shown[i].add(mode)
            if (column < 0).all():
                continue
            if sum(self._sense(i, k) for i, k in enumerate(column) if k >= 0) < 0.0:
                column = np.array(
                    [self.spectra[i].partner[k] if k >= 0 else -1 for i, k in enumerate(column)]
                )
            columns.append(column)
        return columns

    def _sense(self, i: int, k: int) -> float:
        """Forward less backward part of an eigenvalue."""
        sense = float(self.patterns[i].sense[self.spectra[i].mode[k]])
        return sense if self.spectra[i].is_first(k) else -sense

    def _campbell(self, columns: list[Ints]) -> Campbell:
        shape = (len(self.speeds), len(columns))
        values, branch = np.full(shape, np.nan, dtype=complex), np.full(shape, -1)
        for j, column in enumerate(columns):
            for i in map(int, np.flatnonzero(column >= 0)):
                spectrum = self.spectra[i]
                values[i, j], branch[i, j] = spectrum.values[column[i]], spectrum.mode[column[i]]
                if self.speeds[i] == 0.0:
                    rest = Spectrum.of(self.solved[i])
                    k = int(np.abs(rest.values - values[i, j]).argmin())
                    values[i, j], branch[i, j] = rest.values[k], rest.mode[k]
        means = [self._means(column) for column in columns]
        orbit = np.array([mean["sense"] > CIRCULAR for mean in means])
        whirl = np.where(orbit, values.imag + self.speeds[:, None], np.abs(values.imag))
        kinds = tuple(
            _kind(mean, bool(round_), values[:, j], self.speeds)
            for j, (mean, round_) in enumerate(zip(means, orbit, strict=True))
        )
        return Campbell(
            name=self.sweep.model.name, speeds=self.speeds, values=values, whirl=whirl, circular=orbit,
            branch=branch, kinds=kinds, modes=self.solved,
        )  # fmt: skip

    def _means(self, column: Ints) -> dict[str, float]:
        """Mean parts of the motion of a branch."""
        live = [(i, int(k)) for i, k in enumerate(column) if k >= 0]
        mean = {
            name: float(np.mean([part(self.patterns[i])[self.spectra[i].mode[k]] for i, k in live]))
            for name, part in PARTS.items()
        }
        mean["sense"] = float(np.mean([self._sense(i, k) for i, k in live]))
        return mean


def _kind(mean: dict[str, float], orbit: bool, values: Complex, speeds: Floats) -> Kind:
    """What a branch is, by the larger parts of its motion."""
    bladed = mean["bladed"] > 0.5
    if orbit:
        if bladed:
            return Kind.PROGRESSIVE if np.nanmedian(values.imag) >= 0.0 else Kind.REGRESSIVE
        way = np.where(speeds < 0.0, -1.0, 1.0) * (values.imag + speeds)
        return Kind.FORWARD if np.nanmedian(way) >= 0.0 else Kind.BACKWARD
    parts = {Kind.AXIAL: mean["along"], Kind.TORSIONAL: mean["about"]}
    if bladed:
        parts = {Kind.COLLECTIVE: mean["collective"], Kind.REACTIONLESS: mean["reactionless"]}
    kind = max(parts, key=lambda name: parts[name])
    return kind if parts[kind] > 0.5 else Kind.OTHER


def _check_symmetry(compiled: CompiledModel, linear: Linearised, axis: Floats, point: Floats) -> None:
    """Refuse supports and loads that vary for the rotor: turn the whole state and compare the equations."""
    snapshot = linear.snapshot
    turn = quat_from_axis_angle(axis, 1.0)
    motion = snapshot.motion.copy()
    nodes = compiled.model.nodes.values()
    driven = compiled.system.driven
    rows = [node.number for node in nodes if node.moves] + [int(row) for row in driven[:, 0]]
    motion[rows, 0:3] = point + rotate(turn, motion[rows, 0:3] - point)
    rows = [node.number for node in nodes if all(node.free[3:]) or node.drive is not None]
    motion[rows, 3:7] = multiply(np.broadcast_to(turn, (len(rows), 4)), motion[rows, 3:7])
    turned = Snapshot(motion, snapshot.multiplier, snapshot.history, snapshot.time, snapshot.load_factor)
    drawn = driven[:, 1:8].copy()
    driven[:, 1:4] = point + rotate(turn, drawn[:, 0:3] - point)
    driven[:, 4:8] = multiply(np.broadcast_to(turn, (len(drawn), 4)), drawn[:, 3:7])
    other = linearise(compiled, about=turned)
    driven[:, 1:8] = drawn
    S = sp.diags_array(linear.scales)
    for mine, theirs in ((linear.K, other.K), (linear.C, other.C)):
        difference, size = (abs(S @ part @ S).max() if part.nnz else 0.0 for part in (mine - theirs, mine))
        if difference > 1e-6 * size:
            raise ModelError(
                "campbell",
                "the equations of the rotating rotor vary in time: supports or loads differ with direction",
                allowed="supports and loads that are alike in all directions about the axis",
                remedy="Integrate in time with solve_dynamic",
            )
    snapshot.put_into(compiled, where="campbell")
