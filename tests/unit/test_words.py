"""Texts and names have the field's words; private ones for which a usual term exists do not come back."""

from __future__ import annotations

import subprocess

import pytest

from tools.house_words import USUAL_TERMS, private_words
from tools.sources import ROOT

OWN = ("tools/house_words.py", "tests/unit/test_words.py")
"""Where the words themselves are listed."""
ENDINGS = (".py", ".pyi", ".md", ".rst", ".toml", ".cff")


def texts() -> list[str]:
    """Sources and pages of the project, by their paths."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout
    names = listed.splitlines() or [str(path.relative_to(ROOT)) for path in ROOT.glob("[a-z]*/**/*.*")]
    every = [name for name in names if name.endswith(ENDINGS) and (ROOT / name).is_file()]
    return [name for name in every if name not in OWN]


def test_texts_have_the_usual_terms() -> None:
    every = texts()
    assert len(every) > 500
    found = {name: private_words((ROOT / name).read_text(encoding="utf-8")) for name in every}
    assert {name: words for name, words in found.items() if words} == {}


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("the pose that a wish prescribes", "wish"),
        ("a journey over the drives", "journey"),
        ("what its law is told", "told"),
        ("told = max(told, answer)", "told"),
        ("beyond what was foretold", "foretold"),
        ("Tell whether a callable was compiled.", "Tell"),
        ("rows lent to a sensor", "lent"),
        ("borrowed: bool", "borrowed"),
        ("builder.halts.add(kinks)", "halts"),
        ("record.withheld == 1", "withheld"),
        ("wanted_value = 3.0", "wanted"),
        ("a part that is unarmed", "unarmed"),
        ("it turns for ever", "for ever"),
        ("the run goes on", "goes on"),
        ("def goes_on(beam):", "goes_on"),
        ("a branch in doubt", "doubt"),
        ("friction lets go", "lets go"),
        ("the cable is let down", "let down"),
        ("the matrix is made anew", "anew"),
        ("what hangs on a joint", "hangs on"),
    ],
)
def test_each_private_word_is_found(text: str, word: str) -> None:
    (found,) = {line.split("'")[1] for line in private_words(text)}
    assert found == word


@pytest.mark.parametrize(
    "text",
    [
        "a double wishbone",
        "the wheel has five spokes",
        "an equivalent angle of turbulent flow",
        "at = self._file.tell()",
        "the next element continues it",
        "a silent run",
    ],
)
def test_ordinary_words_are_none(text: str) -> None:
    assert private_words(text) == []


def test_every_word_has_a_usual_term_without_private_words() -> None:
    for usual in USUAL_TERMS.values():
        assert usual
        assert private_words(usual) == []
