"""Energies of a run, and how well they balance."""

from __future__ import annotations

import numpy as np

from mbfe.results.labelled import Signal

ENERGY = ("kinetic", "potential", "elastic", "dissipated", "work")


class EnergySignal(Signal):
    """Energies over time [J]: ``kinetic``, ``potential``, ``elastic``, ``dissipated``, ``work``.

    The work is that of loads and drives.
    """

    @property
    def total(self) -> Signal:
        """Kinetic, potential and elastic energy together [J]."""
        values = self.values[:, :3].sum(axis=1)
        return Signal(values, name="energy.total", unit="J", time=self.time)

    @property
    def balance(self) -> Signal:
        """Total energy less its start value, plus what was dissipated, less the work of loads [J].

        Zero if exact.
        """
        e = self.values
        values = self.total.values - self.total.values[0] + (e[:, 3] - e[0, 3]) - (e[:, 4] - e[0, 4])
        return Signal(values, name="energy.balance", unit="J", time=self.time)

    @property
    def balance_error(self) -> float:
        """Largest absolute value of the balance, relative to the largest energy exchanged.

        At least to a millionth of the largest energy: where nothing is exchanged, as in steady rotation, the
        balance is round-off and so is the largest exchange.
        """
        e = self.values
        exchanged = float(np.ptp(e, axis=0).max(initial=0.0))
        scale = max(exchanged, 1e-6 * float(np.abs(e).max(initial=0.0)), 1e-300)
        return float(np.abs(self.balance.values).max(initial=0.0)) / scale
