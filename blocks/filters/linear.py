"""Linear blocks with states: state space and transfer function."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from mbfe.algebra.arrays import Floats
from mbfe.blocks.block import NO_UNIT, Block, OneInput, numbered, several
from mbfe.blocks.filters.linear_law import linear
from mbfe.checks import finite_vector, shown
from mbfe.errors import ModelError, settle
from mbfe.model import Builder

__all__ = [
    "UNSPECIFIED", "Linear", "Matrices", "StateSpace", "TransferFunction", "check_inputs", "matrices_of",
]  # fmt: skip

UNSPECIFIED = -1.0
"""Period of a discrete system without a stated period."""


@dataclass(frozen=True)
class Matrices:
    """Matrices A (n, n), B (n, m), C (p, n), D (p, m) of a linear system."""

    A: Floats
    B: Floats
    C: Floats
    D: Floats
    period: float | None = None
    """Sampling period [s] of a discrete system, ``UNSPECIFIED`` when it is not stated."""

    @classmethod
    def of(cls, where: str, parts: Sequence[Any], *, period: float | None = None) -> Matrices:
        """Check the matrices A, B, C, D; the last may be None for zero."""
        A, B, C, D = parts
        try:
            a, b, c = (np.atleast_2d(np.asarray(given, dtype=float)) for given in (A, B, C))
            n = a.shape[0]
            b = b.reshape(n, -1) if b.size % n == 0 and 1 in b.shape else b
            d = np.zeros((c.shape[0], b.shape[1])) if D is None else np.atleast_2d(np.asarray(D, dtype=float))
            d = np.zeros((c.shape[0], b.shape[1])) if d.size == 1 and d[0, 0] == 0.0 else d
        except (TypeError, ValueError, ZeroDivisionError) as error:
            raise ModelError(f"{where}: A, B, C, D", f"no matrices: {error}", allowed="arrays") from None
        shapes = (a.shape, b.shape, c.shape, d.shape)
        m, p = b.shape[1], c.shape[0]
        finite = all(np.isfinite(each).all() for each in (a, b, c, d))
        if shapes != ((n, n), (n, m), (p, n), (p, m)) or n == 0 or not finite:
            raise ModelError(
                f"{where}: A, B, C, D",
                f"shapes {', '.join(map(str, shapes))}" + ("" if finite else ", not finite"),
                allowed="finite (n, n), (n, m), (p, n) and (p, m) with n of at least 1",
            )
        return cls(a, b, c, d, period)


def polynomial(given: float | Sequence[float]) -> str:
    """Polynomial of s, by its coefficients from the highest power on, or a number alone."""
    coefficients, terms = np.atleast_1d(given).tolist(), []
    for i, c in enumerate(coefficients):
        power = len(coefficients) - 1 - i
        s = "" if power == 0 else "s" if power == 1 else f"s^{power}"
        if c:
            terms.append(f"{c:g}" if not s else s if c == 1.0 else f"{c:g} {s}")
    return " + ".join(terms) or "0"


def state_matrices(num: ArrayLike, den: ArrayLike) -> tuple[Floats, ...]:
    """A, B, C and D of a transfer function."""
    from scipy.signal import tf2ss  # half a second to import, and few models need it

    found: tuple[Floats, ...] = tf2ss(num, den)
    return found


def matrices_of(where: str, system: Any) -> Matrices:
    """Matrices of a system of scipy.signal or python-control, in any of its forms."""
    dt = system.dt if hasattr(system, "dt") else None  # of another package
    period = UNSPECIFIED if dt is True else float(dt) if dt else None
    if hasattr(system, "to_ss"):
        system = system.to_ss()
    elif not hasattr(system, "A") and hasattr(system, "num") and hasattr(system, "den"):
        parts = [_only(where, part) for part in (system.num, system.den)]
        return Matrices.of(where, state_matrices(*parts), period=period)
    if not all(hasattr(system, name) for name in "ABCD"):
        allowed = "an object with A, B, C, D or num, den, as those of scipy.signal and python-control"
        raise ModelError(f"{where}: system", shown(system), allowed=allowed)
    return Matrices.of(where, [np.asarray(getattr(system, name)) for name in "ABCD"], period=period)


def _only(where: str, part: Any) -> Any:
    """Coefficients of one transfer function; python-control nests them by output and input."""
    while not np.isscalar(part[0]):
        if len(part) > 1:
            raise ModelError(
                f"{where}: system", "several transfer functions", allowed="one, or a system in state space"
            )
        part = part[0]
    return part


@dataclass(frozen=True, eq=False)
class Linear(Block):
    """Base of the linear blocks; a kind gives its ``matrices``, or makes them once as it is checked."""

    made: Matrices = field(init=False, repr=False)

    @property
    def matrices(self) -> Matrices:
        """Its matrices."""
        return self.made

    @property
    def states(self) -> tuple[str, ...]:
        """One state, or x1, x2 and so on."""
        return numbered("state", "x", len(self.matrices.A))

    @property
    def outputs(self) -> tuple[str, ...]:
        """One output, or y1, y2 and so on."""
        return numbered("output", "y", len(self.matrices.C))

    def build(self, builder: Builder) -> None:
        """Give the law the matrices."""
        m = self.matrices
        law = linear(len(m.A), m.B.shape[1], len(m.C))
        self.give(builder, law, {"A": m.A, "B": m.B, "C": m.C, "D": m.D})


@dataclass(frozen=True, eq=False)
class StateSpace(Linear):
    """Linear system ẋ = A x + B u, y = C x + D u.

    Parameters
    ----------
    input : input or sequence of inputs
        Its inputs.
    A, B, C, D : array_like, optional
        The matrices; D is zero when absent.
    system : object, optional
        A continuous system of scipy.signal or python-control in place of the matrices.
    x0 : sequence of float, optional
        Initial states; zero when absent.
    unit : str
        Unit of the outputs.

    Notes
    -----
    Results: ``output``, or ``y1``, ``y2`` …; ``state``, or ``x1``, ``x2`` …, with their ``_rate``.

    Examples
    --------
    >>> from mbfe import blocks
    >>> lag = blocks.StateSpace("lag", 1.0, A=[[-2.0]], B=[[2.0]], C=[[1.0]])
    >>> lag.states, lag.outputs
    (('state',), ('output',))
    """

    name: str
    input: Any
    _: KW_ONLY
    A: ArrayLike | None = None
    B: ArrayLike | None = None
    C: ArrayLike | None = None
    D: ArrayLike | None = None
    system: Any = None
    x0: Sequence[float] | None = None
    unit: str = NO_UNIT

    @property
    def caption(self) -> str:
        """Label in diagrams."""
        return f"state space, {len(self.states)} states"

    @property
    def inputs(self) -> Mapping[str, Any]:
        """Its inputs, in the order of the columns of B."""
        return several(self.input)

    @property
    def start(self) -> tuple[float, ...]:
        """Initial states."""
        n = len(self.states)
        return (0.0,) * n if self.x0 is None else tuple(finite_vector(self.where, "x0", self.x0, size=n))

    def validate(self) -> None:
        """Check the matrices against each other, the inputs and the initial states."""
        by_hand = any(getattr(self, name) is not None for name in "ABCD")
        if by_hand == (self.system is not None):
            raise ModelError(self.where, "both or neither are given", allowed="A, B, C (and D), or system=")
        if by_hand:
            made = Matrices.of(self.where, (self.A, self.B, self.C, self.D))
        else:
            made = matrices_of(self.where, self.system)
        if made.period is not None:
            raise ModelError(
                f"{self.where}: system",
                "a discrete system was given",
                remedy="Take blocks.Sampled for it",
            )
        settle(self, made=made)
        check_inputs(self.where, len(self.inputs), made)
        self.start  # noqa: B018  (checks its length)


def check_inputs(where: str, count: int, made: Matrices) -> None:
    """Refuse a number of inputs that differs from the number of columns of B."""
    if count != made.B.shape[1]:
        raise ModelError(
            f"{where}: input",
            f"{count} inputs for {made.B.shape[1]} columns of B",
            allowed="one for each column",
        )


@dataclass(frozen=True, eq=False)
class TransferFunction(OneInput, Linear):
    """Transfer function y = N(s)/D(s) u, proper.

    Parameters
    ----------
    numerator, denominator : sequence of float
        Coefficients, highest power of s first.
    unit : str
        Unit of the output.

    Notes
    -----
    Realised in controllable canonical form, all states zero at the start.
    """

    numerator: float | Sequence[float] = ()
    denominator: float | Sequence[float] = ()
    _: KW_ONLY
    unit: str = NO_UNIT

    @property
    def caption(self) -> str:
        """Label in diagrams."""
        return f"({polynomial(self.numerator)})/({polynomial(self.denominator)})"

    def validate(self) -> None:
        """Check the coefficients and realise them."""
        parts = {"numerator": self.numerator, "denominator": self.denominator}
        kept = {}
        for name, given in parts.items():
            row = finite_vector(self.where, name, np.atleast_1d(given), size=np.size(given))
            kept[name] = np.trim_zeros(row, "f")
        n, d = kept["numerator"], kept["denominator"]
        if len(d) < 2 or len(n) == 0 or len(n) > len(d):
            raise ModelError(
                f"{self.where}: numerator, denominator",
                f"{self.numerator} over {self.denominator}",
                allowed="a denominator of order 1 or more, and a numerator of no higher order",
                remedy="Take a Gain for a constant; a derivative needs a lag",
            )
        settle(self, made=Matrices.of(self.where, state_matrices(n, d)))
