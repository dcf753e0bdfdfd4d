"""Write tests/data/order_references.json: ``python -m tests.physics.make_order_references``."""

from __future__ import annotations

import json

import numpy as np

from tests.physics.order_references import FILE, TIMES, chains

SOURCE = (
    "Newton-Euler equations of each body with unknown reactions (tests/physics/newton_euler.py), DOP853 with "
    "rtol 3e-14; made by tests/physics/make_order_references.py; the heavy top agrees with the published one "
    "(Brüls, Cardona, Arnold 2012) within 1e-10 at t = 1 s"
)


def main() -> None:
    """Integrate and write."""
    content: dict[str, object] = {"source": SOURCE}
    for name, chain in chains().items():
        motion = chain.solve([0.0, *TIMES[name]])
        content[name] = np.round(motion.state[1:], 15).tolist()
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(json.dumps(content, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
