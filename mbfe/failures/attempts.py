"""The last attempts of a run, from the ring buffer of the time loop."""

from __future__ import annotations

from mbfe.engine.assembly import LAW_FAILED
from mbfe.engine.stepping import recording
from mbfe.engine.stepping.outcomes import Outcome
from mbfe.failures.facts import Attempt
from mbfe.model.compile import CompiledModel

__all__ = ["attempts_of", "watched_contact"]

OUTCOMES: dict[int, str] = {
    Outcome.CONVERGED: "accepted",
    Outcome.DIVERGED: "no convergence",
    Outcome.SINGULAR: "the matrix has no factors",
    Outcome.NOT_A_NUMBER: "a value is not a number",
    Outcome.SLIPPED: "a row that seemed to depend on others is violated",
    Outcome.JUMPED: "another branch at a singular pose",
    Outcome.ERROR_TOO_LARGE: "the error is too large",
    Outcome.OVERSHOT: "an event is inside",
}


def attempts_of(compiled: CompiledModel, record: recording.Record) -> tuple[Attempt, ...]:
    """The last attempts of a run, oldest first."""
    count, size = int(record.tried), len(record.attempts)
    found = []
    for i in range(max(0, count - size), count):
        end, length, outcome, iterations, correction = record.attempts[i % size]
        words = OUTCOMES.get(int(outcome))
        if words is None:
            member = compiled.layout.members[int(outcome) - LAW_FAILED][0]
            words = f"law {compiled.builder.instances[member].law.name} failed"
        found.append(Attempt(float(end), float(length), words, int(iterations), float(correction)))
    return tuple(found)


def watched_contact(compiled: CompiledModel) -> str:
    """An item, such as a contact, that may ask for shorter steps; empty when there is none."""
    made = compiled.builder
    pairs = zip(made.instances, made.owners, strict=True)
    return next((owner.where for instance, owner in pairs if instance.law.limits), "")
