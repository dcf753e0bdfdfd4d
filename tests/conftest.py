"""Tests that take long are marked; the table law × letter ends every run of the contract tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from mbfe.compiled.cache import code_folder
from tests.slow import Watch

LETTERS = "ABCDEFGHIJ"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Fail a test that takes long and is not marked."""
    watch = Watch(code_folder().path)
    yield
    complaint = watch.complaint(is_slow=item.get_closest_marker("slow") is not None)
    if complaint:
        pytest.fail(complaint, pytrace=False)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Write the table: + holds, . holds with nothing to show, - left out and seen to fail, F failed."""
    table: dict[str, dict[str, str]] = {}
    reasons: dict[tuple[str, str], str] = {}
    for outcome in ("passed", "failed"):
        for report in terminalreporter.stats.get(outcome, []):
            facts = dict(getattr(report, "user_properties", ()))
            if "contract" in facts:
                name, letter = facts["contract"]
                marks = table.setdefault(name, {})
                mark = "F" if outcome == "failed" else "+" if facts.get("shown") else "."
                marks[letter] = max(marks.get(letter, "."), mark, key=".+F".index)
            elif "left_out" in facts:
                law, letter, reason = facts["left_out"]
                reasons[law, letter] = reason if outcome == "passed" else f"{reason} (but it holds)"
    if not table:
        return
    terminalreporter.section("contract: + holds, . nothing to show, - left out and seen to fail, F failed")
    width = max(map(len, table))
    terminalreporter.write_line(f"{'':{width}}  {' '.join(LETTERS)}")
    for name, marks in sorted(table.items()):
        terminalreporter.write_line(
            f"{name:{width}}  {' '.join(marks.get(letter, '-') for letter in LETTERS)}"
        )
    for (law, letter), reason in sorted(reasons.items()):
        terminalreporter.write_line(f"{law} without {letter}: {reason}")
