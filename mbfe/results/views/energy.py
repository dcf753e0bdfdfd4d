"""Energies of a run, and the error of their balance."""

from __future__ import annotations

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.results.tolerances import BALANCE
from mbfe.results.views.labelled import Signal

__all__ = ["ENERGY", "EnergyBook", "EnergySignal"]

ENERGY = ("kinetic", "potential", "elastic", "dissipated", "work")
SIGNS = np.array([1.0, 1.0, 1.0, 1.0, -1.0])
"""How the energies enter the balance."""


class EnergyBook:
    """Sums over the rows of energies of a run, which come in parts.

    ``worst`` is the largest absolute value of the balance [J], ``when`` the time of the row at which the
    balance changes most [s].
    """

    def __init__(self) -> None:
        self.worst, self.when = 0.0, 0.0
        self._first = self._last = self._low = self._high = np.zeros(5)
        self._flow = np.zeros(2)
        self._change = 0.0
        self._empty = True

    def add(self, time: Floats, rows: Floats) -> None:
        """Add rows of energies (n, 5) [J] at their times [s]."""
        if len(rows) == 0:
            return
        if self._empty:
            self._first = self._last = self._low = self._high = rows[0].copy()
            self._empty = False
        changes = np.diff(rows, axis=0, prepend=self._last[None])
        self._flow += np.abs(changes[:, 3:]).sum(axis=0)
        drift = np.abs(changes @ SIGNS)
        if drift.max() > self._change:
            self._change, self.when = float(drift.max()), float(time[drift.argmax()])
        self.worst = max(self.worst, float(np.abs((rows - self._first) @ SIGNS).max()))
        self._low = np.minimum(self._low, rows.min(axis=0))
        self._high = np.maximum(self._high, rows.max(axis=0))
        self._last = rows[-1].copy()

    @property
    def exchanged(self) -> float:
        """Energy to which errors are compared [J], see :attr:`EnergySignal.exchanged`."""
        return float(max(self._high[0], *(self._high - self._low)[1:3], *self._flow))

    def error(self, size: float) -> float:
        """Largest balance relative to what was exchanged, in a model of a size [J]."""
        if self.worst <= BALANCE.rounded * float(np.abs([self._low, self._high]).max()):
            return 0.0
        return self.worst / max(self.exchanged, BALANCE.smallest * size, 1e-300)

    def warning(self, size: float, remedy: str) -> list[str]:
        """Warning of a balance error of the order of the energies, with a remedy."""
        if not self.error(size) > BALANCE.not_trusted:
            return []
        return [
            f"the energies do not balance: {self.worst:.3g} J came or went without a cause, with "
            f"{self.exchanged:.3g} J exchanged, most of it in the step to t = {self.when:.6g} s. Steps are "
            f"too long for what happens there, and the motion is not to be trusted. {remedy}"
        ]


class EnergySignal(Signal):
    """Energies over time [J]: ``kinetic``, ``potential``, ``elastic``, ``dissipated``, ``work``.

    The work is that of loads and drives.
    """

    size: float = 0.0
    """Mass times acceleration times length of the model [J], from the header of the run."""

    @property
    def total(self) -> Signal:
        """Kinetic, potential and elastic energy together [J]."""
        values = self._values[:, :3].sum(axis=1)
        return Signal(values, name="energy.total", unit="J", time=self.time)

    @property
    def balance(self) -> Signal:
        """Total energy less its start value, plus what was dissipated, less the work of loads [J].

        Zero if exact.
        """
        values = (self._values - self.values[:1]) @ SIGNS
        return Signal(values, name="energy.balance", unit="J", time=self.time)

    @property
    def exchanged(self) -> float:
        """Energy to which errors are compared [J].

        The largest of the kinetic energy, of the ranges of the potential and of the elastic energy, and of
        all that was dissipated and done by loads and drives, each without regard to sign.
        """
        return self._book().exchanged

    @property
    def balance_error(self) -> float:
        """Largest absolute value of the balance, relative to the energy exchanged; zero if exact.

        The energy exchanged is at least a small part of the mass times acceleration times length of the
        model, and a balance within the round-off of the energies counts as zero.
        """
        return self._book().error(self.size)

    def _book(self) -> EnergyBook:
        book = EnergyBook()
        book.add(self.time, np.asarray(self._values))
        return book
