"""Parts of the time loop that not every run needs: compiled when one first does, called by address."""

from __future__ import annotations

from mbfe.compiled import address_for
from mbfe.engine.scheme import CompiledScheme
from mbfe.engine.state import State
from mbfe.engine.stepping.control import judge
from mbfe.engine.stepping.events import find_event
from mbfe.engine.stepping.history import remove_drift
from mbfe.engine.stepping.recording import Record
from mbfe.engine.system import System

__all__ = ["arm", "arm_changes"]


def arm_changes(system: System, state: State, scheme: CompiledScheme) -> None:
    """Put the address of what a change of the step needs into ``system.parts``."""
    system.parts.remove_drift = address_for(remove_drift, system, state, scheme, 0.0, 0.0)


def arm(system: System, state: State, scheme: CompiledScheme, record: Record) -> None:
    """Put the addresses of what automatic steps and stop conditions of a run need into ``system.parts``."""
    parts = system.parts
    if record.tolerance.shape[0] > 0:
        parts.judge = address_for(judge, system, state, scheme, record)
    if record.watch.shape[0] > 0:
        parts.find_event = address_for(find_event, system, state, record, scheme)
