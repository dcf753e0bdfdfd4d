"""Numbers of a model that give a required static or steady state: ``trim``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from mbfe.algebra.arrays import Floats
from mbfe.analyses.static.static import solve_static
from mbfe.analyses.static.steady import solve_steady_rotation
from mbfe.analyses.static.tolerances import PATH
from mbfe.checks import finite_vector, positive, shown
from mbfe.contracts import checked
from mbfe.errors import MbfeError, ModelError, ResultsError, SolveError, settle
from mbfe.model.item import Item
from mbfe.model.model import Model
from mbfe.quantities.catalogue import ModelCatalogue
from mbfe.quantities.quantity import quantity
from mbfe.results.static_run import StaticRun

__all__ = ["Trim", "trim"]

TRIM = "trim"
SPEED = "speed"


@dataclass(frozen=True, eq=False)
class Trim:
    """Outcome of a trim.

    Attributes
    ----------
    values : dict of str to float
        The unknowns.
    reached : dict of str to float
        The targets as they came out.
    sensitivity : (n_target, n_unknown) array
        Derivatives of the targets with the unknowns.
    run : StaticRun
        The trimmed state; other analyses start from it with ``state=trim.run``.
    iterations : int
        Corrections.
    """

    values: dict[str, float]
    reached: dict[str, float]
    sensitivity: Floats
    run: StaticRun
    iterations: int

    @property
    def snapshot(self) -> Any:
        """The trimmed state, so that the trim itself is a ``state=``."""
        return self.run.snapshot

    def __str__(self) -> str:
        lines = [f"Trim in {self.iterations} corrections"]
        lines += [f"  {name} = {value:.9g}" for name, value in self.values.items()]
        lines += [f"  gives {name} = {value:.9g}" for name, value in self.reached.items()]
        lines += [f"  warning: {text}" for text in self.run.report.get("warnings", ())]
        return "\n".join(lines)


@checked
def trim(
    model: Model,
    *,
    unknowns: Mapping[str, float],
    targets: Mapping[str, float],
    speed: float | None = None,
    about: Any = None,
    axis: ArrayLike = (0.0, 0.0, 1.0),
    state: Any = None,
    initial: str = "refuse",
    scales: Mapping[str, float] | None = None,
    tolerance: float = 1e-8,
    progress: bool | None = None,
) -> Trim:
    """Find loads, drive values, parameters or a speed that give a required static or steady state.

    Parameters
    ----------
    model : Model
        The model. On success its items hold the values found, from which other analyses can start; after
        an error they are as before.
    unknowns : mapping of str to float
        What may change, as item and argument, with first guesses: ``{"motor.torque": 0.0}``,
        ``{"spring.free_length": 0.3}``, ``{"push.value.z": 10.0}`` for a component; ``"speed"`` for the speed
        of a steady rotation [rad/s].
    targets : mapping of str to float
        Required values by names of results: ``{"hinge.angle": 0.5}``, ``{"tip.position.z": 0.1}``, as many
        as unknowns.
    speed : float, optional
        Angular velocity of a steady rotation [rad/s]; with it, or with "speed" among the unknowns, the state
        is that of :func:`solve_steady_rotation`, otherwise that of :func:`solve_static`.
    about, axis
        As for :func:`solve_steady_rotation`.
    state : Run, StaticRun, Assembly, Snapshot, path and others, optional
        Where the first solution starts, as for :func:`solve_static`.
    initial : {"refuse", "project"}
        Whether joints that do not meet as drawn are refused or pulled together.
    scales : mapping of str to float, optional
        Typical sizes of unknowns and targets by name; those of the guesses and of the targets, or 1, when
        absent. They set the differences and the tolerance.
    tolerance : float
        Error of the targets at the end, as a part of their scales.
    progress : bool, optional
        Whether what is compiled is announced; it is when absent.

    Returns
    -------
    Trim
        Values, targets reached, their sensitivities, and the state.

    Raises
    ------
    ModelError
        If a name is unknown.
    SolveError
        If no values are found.

    Notes
    -----
    Newton's method; the Jacobian by differences at the first guess, then updated (Broyden 1965) and taken
    again where updates do not converge. A correction is halved where no state is found or the error does not
    fall. Each solution starts from the one before, so that it stays on its branch of equilibria; on a branch
    that is unstable by itself, such as an arm that a constant torque holds up, start it with ``state=``, or
    drive the coordinate by a Motor and read its effort.
    """
    if not unknowns or len(unknowns) != len(targets):
        raise ModelError(
            TRIM, f"{len(unknowns)} unknowns and {len(targets)} targets", allowed="as many of both, not none"
        )
    steady = speed is not None or SPEED in unknowns
    positive(TRIM, "tolerance", tolerance, below=1e-2)
    finite_vector(TRIM, "axis", axis)
    if about is not None and not steady:
        allowed = 'a speed with it, speed= or "speed" among the unknowns'
        raise ModelError(f"{TRIM}: about", f"{shown(about)} was given for a state at rest", allowed=allowed)
    turning = {"speed": speed, "about": about, "axis": axis} if steady else None
    search = _Search(model, unknowns, targets, turning, scales or {}, progress)
    search.initial = initial
    try:
        return search.solve(state, tolerance)
    except BaseException:
        search.restore()
        raise


class _Argument:
    """An argument of an item that may change."""

    def __init__(self, model: Model, name: str) -> None:
        owner, _, rest = name.partition(".")
        self.argument, _, component = rest.partition(".")
        item = model.items.get(owner)
        where = f"{TRIM}: unknowns"
        if item is None:
            known = ", ".join(list(model.items)[:20]) or "items, of which the model has none"
            raise ModelError(where, f'"{name}" names no item', allowed=known)
        names: list[str] = [field.name for field in fields(item)] if is_dataclass(item) else []
        arguments = [own for own in names if own != "name"]
        if self.argument not in arguments:
            raise ModelError(
                where, f'{item.where} has no argument "{self.argument}"', allowed=", ".join(arguments)
            )
        self.item: Item = item
        self.given = getattr(item, self.argument)
        self.component = {"x": 0, "y": 1, "z": 2}.get(component)
        if component and (self.component is None or np.ndim(self.given) != 1):
            raise ModelError(where, f'"{name}"', allowed="x, y or z of an argument with components")
        if not component and np.ndim(self.given) != 0:
            raise ModelError(where, f'"{name}" has components', allowed=f'"{name}.x" and so on')

    def set_value(self, value: Any) -> None:
        """Set it, and let the item check itself."""
        if self.component is not None:
            whole = np.array(getattr(self.item, self.argument), dtype=float)
            whole[self.component] = value
            value = tuple(whole.tolist())
        settle(self.item, **{self.argument: value})
        self.item.validate()

    def restore(self) -> None:
        """Set what was given."""
        settle(self.item, **{self.argument: self.given})
        self.item.validate()


class _Search:
    """Newton's method on the targets of a model."""

    def __init__(
        self,
        model: Model,
        unknowns: Mapping[str, float],
        targets: Mapping[str, float],
        turning: dict[str, Any] | None,
        scales: Mapping[str, float],
        progress: bool | None,
    ) -> None:
        self.model, self.turning, self.progress = model, turning, progress
        self.initial = "refuse"
        self.names = list(unknowns)
        self.arguments = {name: _Argument(model, name) for name in unknowns if name != SPEED}
        self.first = np.array([float(value) for value in unknowns.values()])
        self.targets = dict(targets)
        for target in targets:
            found = quantity(ModelCatalogue(model), target, where=f"{TRIM}: targets")
            if found.components:
                found.number(f"{TRIM}: targets")
        self.required = np.array([float(value) for value in targets.values()])
        if not (np.isfinite(self.first).all() and np.isfinite(self.required).all()):
            raise ModelError(TRIM, "an unknown or a target is not finite", allowed="finite numbers")
        for name in scales:
            if (name not in unknowns and name not in targets) or not scales[name] > 0.0:
                raise ModelError(f"{TRIM}: scales", f'"{name}"', allowed="positive, of unknowns and targets")
        self.size = np.array([scales.get(n, abs(x) or 1.0) for n, x in unknowns.items()])
        self.target_size = np.array([scales.get(n, abs(x) or 1.0) for n, x in targets.items()])

    def restore(self) -> None:
        """The model as it was given."""
        for argument in self.arguments.values():
            argument.restore()

    def _run(self, x: Floats, state: Any) -> StaticRun:
        """State with the unknowns x."""
        values = dict(zip(self.names, x.tolist(), strict=True))
        for name, argument in self.arguments.items():
            argument.set_value(values[name])
        if self.turning is None:
            return solve_static(self.model, state=state, initial=self.initial, progress=self.progress)
        options = self.turning | ({SPEED: values[SPEED]} if SPEED in values else {})
        return solve_steady_rotation(
            self.model, state=state, initial=self.initial, progress=self.progress, **options
        )

    def _error(self, run: StaticRun) -> Floats:
        """Errors of the targets, in their scales."""
        return (self._reached(run) - self.required) / self.target_size

    def _reached(self, run: StaticRun) -> Floats:
        try:
            return np.array([float(np.asarray(run.signal(name).values)[-1]) for name in self.targets])
        except (ResultsError, AttributeError, TypeError) as error:
            raise ModelError(f"{TRIM}: targets", str(error), allowed="names of numbers in results") from None

    def _jacobian(self, x: Floats, e: Floats, run: StaticRun) -> Floats:
        J = np.zeros((len(e), len(x)))
        for j in range(len(x)):
            h = PATH.difference_of_trim * self.size[j]
            for step in (h, -h, 0.1 * h):
                moved = x.copy()
                moved[j] += step
                try:
                    J[:, j] = (self._error(self._run(moved, run)) - e) / step
                    break
                except SolveError as error:
                    last = error
            else:
                raise self._failure(x, run, f"no state beside {self.names[j]} = {x[j]:.6g}") from last
        return J

    def solve(self, state: Any, tolerance: float) -> Trim:
        """Iterate."""
        x = self.first.copy()
        run = self._run(x, state)
        e = self._error(run)
        J = self._jacobian(x, e, run)
        fresh = True
        for iteration in range(PATH.most_corrections_of_trim):
            if np.abs(e).max() <= tolerance:
                return self._done(x, run, J, iteration)
            found = self._shortened(x, e, self._step(J, e), run)
            if found is None:
                if fresh:
                    raise self._failure(x, run, "no part of the correction brings the targets nearer")
                J, fresh = self._jacobian(x, e, run), True
                continue
            moved, run, later = found
            change = moved - x
            slow = np.abs(later).max() > 0.3 * np.abs(e).max()
            along = change / self.size**2
            J = J + np.outer(later - e - J @ change, along) / float(along @ change)
            x, e, fresh = moved, later, False
            if slow and np.abs(e).max() > tolerance:
                J, fresh = self._jacobian(x, e, run), True
        raise self._failure(x, run, f"{PATH.most_corrections_of_trim} corrections were not enough")

    def _step(self, J: Floats, e: Floats) -> Floats:
        """Solve J dx = −e; refuses targets on which the unknowns have no influence."""
        scaled = J * self.size
        values = np.linalg.svd(scaled, compute_uv=False)
        if values[-1] <= 1e-7 * values[0] or values[0] == 0.0:
            weak = [name for name, row in zip(self.targets, scaled, strict=True) if np.abs(row).max() < 1e-7]
            what = f'"{weak[0]}" does not depend on the unknowns' if weak else "the unknowns act alike"
            what += ", near the values tried"
            raise SolveError(TRIM, what, remedy="Choose other unknowns, or guesses")
        return -self.size * np.linalg.solve(scaled, e)

    def _shortened(
        self, x: Floats, e: Floats, step: Floats, run: StaticRun
    ) -> tuple[Floats, StaticRun, Floats] | None:
        """The correction, or a part of it, that brings the targets nearer."""
        part = 1.0
        while part > 1e-3:
            try:
                later_run = self._run(x + part * step, run)
                later = self._error(later_run)
                if np.abs(later).max() < np.abs(e).max():
                    return x + part * step, later_run, later
            except SolveError:
                pass
            part *= 0.5
        return None

    def _done(self, x: Floats, run: StaticRun, J: Floats, iterations: int) -> Trim:
        reached = dict(zip(self.targets, self._reached(run).tolist(), strict=True))
        values = dict(zip(self.names, x.tolist(), strict=True))
        return Trim(values, reached, J * self.target_size[:, None], run, iterations)

    def _failure(self, x: Floats, run: StaticRun, why: str) -> MbfeError:
        values = ", ".join(f"{name} = {value:.6g}" for name, value in zip(self.names, x, strict=True))
        reached = self._reached(run)
        off = ", ".join(
            f'"{name}" is {now:.6g}, required {required:.6g}'
            for (name, required), now in zip(self.targets.items(), reached, strict=True)
        )
        remedy = "Check that stable states reach the targets, guess nearer, or start at state="
        error = SolveError(TRIM, f"{why}. At {values}: {off}", remedy=remedy)
        error.results = run
        return error
