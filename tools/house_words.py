"""Rules on words: what modules say of themselves, and private words for which the field has usual terms.

tests/unit/test_layers.py and tests/unit/test_words.py apply them and plant mistakes.
"""

from __future__ import annotations

import ast
import re

from tools.sources import Source, sources

USUAL_TERMS = {
    "wish(es|ed)?": "target",
    "journeys?": "sweep",
    "(fore)?told": "reported, distinguished; of a variable: status, message",
    "(fore)?tells?|telling": "returns, reports, shows, determines, whether",
    "lent|lends?|borrow(s|ed)?": "shared (multipliers)",
    "halt(s|ed)?": "discontinuity (of an input), stop",
    "withheld|withholds?": "postponed, not committed",
    "wanted": "target, required, requested, expected",
    "unarmed": "inactive",
    "for ever": "without limit, permanently",
    "(go|goes|going|went|gone) on": "continues, proceeds",
    "doubts?|doubtful": "uncertainty, ambiguous",
    "lets? go|letting go": "is released, slips",
    "let down": "descent to a distant equilibrium",
    "anew": "again; of an integration: restarts",
    "hangs? on": "is connected to, is carried by",
}
"""Private words that texts and names must not have, and what the field says instead (docs/glossary.md)."""
PATTERNS = {
    word: re.compile(rf"(?<![a-z])({word.replace(' ', '[ _]')})(?![a-z])", re.IGNORECASE)
    for word in USUAL_TERMS
}
ANY = re.compile("|".join(USUAL_TERMS).replace(" ", "[ _]"), re.IGNORECASE)
"""Finds the few lines that are worth a closer look."""
ORDINARY = re.compile(r"\.tell\(|def tell\(")
"""The same letters in a sense that is no dialect: the method of files."""

OWN_WORDS = 2
"""Words of a docstring beside those of the name of its module."""


def words_of_its_own(source: Source) -> set[str]:
    """Words in the docstring of a module that its name, or the plural of it, does not have."""
    name = set(source.name.rpartition(".")[2].lower().split("_"))
    said = re.findall(r"\w+", (ast.get_docstring(source.tree) or "").lower())
    return {word for word in said if word not in name and word.removesuffix("s") not in name}


def modules_say_what_they_show(every: tuple[Source, ...]) -> list[str]:
    """The docstring of every module and package says more than its name, and no two say the same."""
    first: dict[str, str] = {}
    for source in (*sources(), *every):
        first.setdefault(ast.get_docstring(source.tree) or "", source.name)
    out = []
    for source in every:
        if len(words_of_its_own(source)) < OWN_WORDS:
            out.append(f"{source.name} says no more than its name")
        elif (other := first[ast.get_docstring(source.tree) or ""]) != source.name:
            out.append(f"{source.name} says the same of itself as {other}")
    return out


def private_words(text: str) -> list[str]:
    """Private words in a text or in the parts of its names, each with its line and the usual term."""
    out = []
    for number, line in enumerate(text.splitlines(), 1):
        plain = ORDINARY.sub("", line)
        if not ANY.search(plain):
            continue
        for word, usual in USUAL_TERMS.items():
            for found in PATTERNS[word].finditer(plain):
                out.append(f"{number}: '{found[0]}', the usual term is: {usual}")
    return out
