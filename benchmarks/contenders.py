"""Which settings of mbfe compete on chains and loops; the fastest counts, the defaults have a row."""

from __future__ import annotations

from benchmarks.contest import Contender

__all__ = ["BEFORE", "BEFORE_DEFAULT", "DEFAULT", "OURS", "STANDARDS", "own_contenders"]

OURS, DEFAULT = "mbfe", "mbfe default"
BEFORE, BEFORE_DEFAULT = "mbfe before", "mbfe before default"

STANDARDS = {OURS: DEFAULT, BEFORE: BEFORE_DEFAULT}
"""Settings of a role compete when their quality is that of another, see :mod:`benchmarks.quality`."""

TRIED: tuple[tuple[dict, dict], ...] = (
    *(({"scheme": "alpha", "tolerance": tolerance}, {}) for tolerance in (1e-8, 1e-6, 1e-4, 1e-3)),
    ({"scheme": "stormer", "tolerance": 1e-6}, {}),
    *(
        ({"scheme": "radau", "stages": stages, "tolerance": tolerance}, {"order": order, "coarser": 10})
        for stages, order in ((2, 3), (3, 5), (4, 7))
        for tolerance in (1e-8, 1e-6)
    ),
)
"""Settings, and how the search for their number of steps starts."""
EARLIER = (1e-8, 1e-6, 1e-4, 1e-3)
"""Newton's tolerances of an earlier mbfe with the default scheme."""


def own_contenders(before: str = "") -> list[Contender]:
    """Return mbfe's settings, and those of an earlier one when its interpreter is named."""
    found = [Contender("mbfe", {}, role=DEFAULT)]
    found += [Contender("mbfe", setting, role=OURS, **search) for setting, search in TRIED]
    if before:
        found.append(Contender("mbfe", {}, role=BEFORE_DEFAULT, python=before))
        found += [
            Contender("mbfe", {"scheme": "alpha", "tolerance": tolerance}, role=BEFORE, python=before)
            for tolerance in EARLIER
        ]
    return found
