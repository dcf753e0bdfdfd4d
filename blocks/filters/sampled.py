"""Sampled (discrete) controllers: inputs are sampled, outputs are constant between samples."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from mbfe.algebra.arrays import Floats
from mbfe.blocks.block import NO_UNIT, Block, numbered, several
from mbfe.blocks.filters.linear import UNSPECIFIED, Matrices, check_inputs, matrices_of
from mbfe.blocks.filters.sampled_law import NEVER_SAMPLED, sampled
from mbfe.checks import finite_vector, positive, shown
from mbfe.checks import function as check_function
from mbfe.compiled.callbacks import Callback
from mbfe.errors import ModelError, settle
from mbfe.model import Builder

__all__ = ["Sampled"]

FORMS = "function, or A, B, C (and D), or system"


@dataclass(frozen=True, eq=False)
class Sampled(Block):
    """Sampled (discrete) controller: samples inputs at t = offset + k T and holds its outputs.

    Parameters
    ----------
    input : input or sequence of inputs
        Its inputs u.
    period : float, optional
        Sampling period T [s]; that of a ``system`` that has one when absent.
    A, B, C, D : array_like, optional
        x⁺ = A x + B u, y = C x + D u with the states and inputs of the sample; D is zero when absent.
    system : object, optional
        A discrete system of scipy.signal or python-control, in place of the matrices.
    function : callable, optional
        In place of them y = f(t, u), or (x⁺, y) = f(t, x, u) when there are states, with arrays x and u;
        about 10 µs a sample.
    x0 : sequence of float, optional
        Initial states; of a function also their number. Zero when absent.
    n_outputs : int
        Number of outputs of a function.
    offset : float
        Time of the first sample [s]; the outputs are zero before it.
    unit : str
        Unit of the outputs.

    Notes
    -----
    Steps end exactly at the samples, for any step sizes. Inputs are the values just before the
    outputs change, also of accelerations and reactions; all controllers with the same sampling time read the
    same values. Then consistent accelerations and multipliers are computed, and the integration restarts with
    second order.
    """

    name: str
    input: Any
    _: KW_ONLY
    period: float | None = None
    A: ArrayLike | None = None
    B: ArrayLike | None = None
    C: ArrayLike | None = None
    D: ArrayLike | None = None
    system: Any = None
    function: Callable[..., Any] | None = None
    x0: Sequence[float] | None = None
    n_outputs: int = 1
    offset: float = 0.0
    unit: str = NO_UNIT
    made: Matrices | None = field(init=False, repr=False)
    callback: Callback | None = field(init=False, repr=False)

    label: ClassVar[str] = "sampled, T = {0.interval:g} s"

    @property
    def inputs(self) -> Mapping[str, Any]:
        """Its inputs."""
        return several(self.input)

    @property
    def outputs(self) -> tuple[str, ...]:
        """One output, or y1, y2 and so on."""
        return numbered("output", "y", self.n_outputs if self.made is None else len(self.made.C))

    @property
    def initial_states(self) -> Floats:
        """Initial states."""
        n = len(self.made.A) if self.made is not None else 0 if self.x0 is None else len(self.x0)
        return np.zeros(n) if self.x0 is None else finite_vector(self.where, "x0", self.x0, size=n)

    @property
    def interval(self) -> float:
        """Sampling period [s]."""
        own = None if self.made is None or self.made.period == UNSPECIFIED else self.made.period
        return positive(self.where, "period", own if self.period is None else self.period)

    def validate(self) -> None:
        """Check that the controller is given one way, and its sizes."""
        by_hand = any(getattr(self, name) is not None for name in "ABCD")
        if sum((by_hand, self.system is not None, self.function is not None)) != 1:
            raise ModelError(self.where, "none or several forms are given", allowed=FORMS)
        if not (isinstance(self.n_outputs, int) and self.n_outputs > 0):
            where = f"{self.where}: n_outputs"
            raise ModelError(where, shown(self.n_outputs), allowed="a whole number from 1 on")
        made = None
        if by_hand:
            made = Matrices.of(self.where, (self.A, self.B, self.C, self.D))
        elif self.system is not None:
            made = matrices_of(self.where, self.system)
        settle(self, made=made, callback=None)
        if made is not None:
            check_inputs(self.where, len(self.inputs), made)
            if self.system is not None and made.period is None:
                raise ModelError(
                    f"{self.where}: system",
                    "a continuous system was given",
                    allowed="a discrete one",
                    remedy="Discretise it, or take blocks.StateSpace",
                )
            if made.period not in (None, UNSPECIFIED) and self.period not in (None, made.period):
                given, own = f"{self.period} s", f"that of the system, {made.period} s"
                raise ModelError(f"{self.where}: period", given, allowed=own)
        else:
            n = len(self.initial_states)
            n_in, n_out = 1 + n + len(self.inputs), n + self.n_outputs
            settle(self, callback=Callback(self._caller(n), n_in, n_out))
        self.interval, self.initial_states  # noqa: B018  (checked there)

    def _caller(self, n: int) -> Callable[[Any, Any], None]:
        """Function of (t, x, u) that fills (x⁺, y)."""
        where = f"{self.where}: function"
        words = "a function f(t, x, u)" if n else "a function f(t, u), or f(t, x, u) with x0="
        function = check_function(self.where, "function", self.function, arguments=3 if n else 2, words=words)

        def fill(arguments: Any, results: Any) -> None:
            t, x, u = float(arguments[0]), arguments[1 : 1 + n].copy(), arguments[1 + n :].copy()
            found = function(t, x, u) if n else ((), function(t, u))
            try:
                new, y = found
                parts = [np.ravel(np.asarray(part)) for part in (new, y)]
                values = np.concatenate([part.astype(float) for part in parts if part.dtype.kind in "biuf"])
            except (TypeError, ValueError):
                values = np.full(len(results), math.nan)
            if values.shape != results.shape or not np.isfinite(values).all():
                allowed = f"({n} states, {len(results) - n} outputs)" if n else f"{len(results)} outputs"
                given = shown(found if n else found[1])
                raise ModelError(where, f"its function returned {given} at t = {t:.9g} s", allowed=allowed)
            results[:] = values

        return fill

    def build(self, builder: Builder) -> None:
        """Give the law matrices or function, and let steps end at the samples."""
        nx, nu, ny = len(self.initial_states), len(self.inputs), len(self.outputs)
        at = len(builder.curves)
        if self.made is not None:
            m = self.made
            builder.curves.extend(np.block([[m.A, m.B], [m.C, m.D]]).ravel().tolist())
        builder.periods.append((self.interval, float(self.offset)))
        builder.add(
            self,
            sampled(nx, nu, ny),
            [],
            variables=self.wired(builder),
            history={"number": NEVER_SAMPLED, "x": self.initial_states},
            period=self.interval,
            offset=self.offset,
            matrices=float(at),
            callback=0.0 if self.callback is None else self.callback.address,
        )
