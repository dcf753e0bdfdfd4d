"""The report of a diagnosis."""

from __future__ import annotations

import math

from mbfe.failures.diagnosis import Attempt, Condition, Diagnosis, Row

SHOWN_REJECTED, SHOWN_ACCEPTED = 5, 3
LABEL = 12


def report(found: Diagnosis) -> str:
    """The whole report, a paragraph for each kind of evidence; what is not known is left out."""
    lines = [f"{found.analysis} failed: {found.failure}"]
    quantity, _, unit = found.along.partition(" [")
    unit = f" {unit.rstrip(']')}" if unit else ""
    if math.isfinite(found.reached):
        lines += _entry("reached", [f"{quantity} = {found.reached:.9g}{unit}"])
    lines += _entry("steps", _steps(found.attempts, unit))
    lines += _entry("iteration", _iteration(found))
    lines += _entry("worst rows", [line for row in found.rows for line in _row(row)])
    if found.not_a_number is not None:
        lines += _entry("NaN", [str(found.not_a_number)])
    wrong = [
        line
        for item in found.tangents
        for line in (str(item), f"  in {item.row}: given {item.given:.6g}, differences {item.found:.6g}")
    ]
    if not wrong and found.checked[0]:
        wrong = [f"{found.checked[0]} of {found.checked[1]} laws compared with differences: they agree"]
    lines += _entry("tangents", wrong)
    lines += _entry("kinks", [str(kink) for kink in found.kinks])
    if found.condition is not None:
        lines += _entry("matrix", _condition(found.condition))
    lines += _entry("remedies", [f"{i}. {remedy}" for i, remedy in enumerate(found.remedies, start=1)])
    state = [f"written to {found.state_file}"] if found.state_file else []
    if not state and found.state is not None:
        state = ['in memory: error.diagnosis.save("failed_step.h5") writes it']
    if found.reproduce:
        state.append(f"repeat the failure: {found.reproduce}")
    lines += _entry("state", state)
    lines += _entry("notes", list(found.notes))
    return "\n".join(lines)


def _entry(label: str, texts: list[str]) -> list[str]:
    heads = [label] + [""] * len(texts)
    return [f"  {head:<{LABEL}}{text}" for head, text in zip(heads, texts, strict=False)]


def _steps(attempts: tuple[Attempt, ...], unit: str) -> list[str]:
    accepted = [attempt for attempt in attempts if attempt.accepted][-SHOWN_ACCEPTED:]
    rejected: list[Attempt] = []
    for attempt in reversed(attempts):
        if attempt.accepted:
            break
        rejected.insert(0, attempt)
    lines = [_attempt(attempt, unit) for attempt in accepted]
    if len(rejected) > SHOWN_REJECTED:
        kept = SHOWN_REJECTED - 1
        shown = [_attempt(attempt, unit) for attempt in rejected[:kept]]
        left = len(rejected) - SHOWN_REJECTED
        lines += [*shown, f"… {left} more attempts", _attempt(rejected[-1], unit)]
    else:
        lines += [_attempt(attempt, unit) for attempt in rejected]
    return lines


def _attempt(attempt: Attempt, unit: str) -> str:
    words = f"to {attempt.end:.9g}{unit}, length {attempt.length:.3g}: {attempt.outcome}"
    return words + (f", {attempt.iterations} iterations" if attempt.iterations else "")


def _iteration(found: Diagnosis) -> list[str]:
    if not found.corrections:
        return []
    sizes = [f"{size:.1e}" for size in found.corrections]
    if len(sizes) > 8:
        sizes = [*sizes[:4], "…", *sizes[-3:]]
    text = f"corrections of the last attempt {', '.join(sizes)} m/s²"
    return [text + (f"; accepted below {found.wanted:.1e}" if math.isfinite(found.wanted) else "")]


def _row(row: Row) -> list[str]:
    lines = [f"{row.name}: {row.value:.3g} {row.unit} ({row.meaning})"]
    if row.parts:
        parts = ", ".join(f"{item} {value:.3g}" for item, value in row.parts)
        lines.append(f"  from {parts}")
    return lines


def _condition(found: Condition) -> list[str]:
    number = "singular" if not math.isfinite(found.number) else f"condition {found.number:.1e}"
    growth = "a pivot was zero" if found.growth < 0.0 else f"pivot growth {found.growth:.1e}"
    lines = [f"{number}, {growth}, smallest pivot {found.pivots:.1e} of the largest"]
    if found.weakest:
        names = ", ".join(f"{name} ({part:.2f})" for name, part in found.weakest)
        lines.append(f"weakest direction: {names}")
    if found.dropped:
        rows = "; ".join(found.dropped[:4]) + ("; …" if len(found.dropped) > 4 else "")
        lines.append(f"rows that depend on others here: {rows}")
    return lines
