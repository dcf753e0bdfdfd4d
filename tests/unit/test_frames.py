"""Frames in frames, against rotations of SciPy."""

from __future__ import annotations

import numpy as np
from scipy.spatial.transform import Rotation

from mbfe import Frame


def test_a_frame_given_in_a_frame_and_seen_from_it() -> None:
    rng = np.random.default_rng(3)
    for _ in range(20):
        p, q = rng.normal(size=(2, 3))
        turned, inner = Rotation.from_quat(rng.normal(size=(2, 4)))
        base, local = Frame(p, turned), Frame(q, inner)
        whole = base @ local
        np.testing.assert_allclose(whole.position, p + turned.apply(q), rtol=0, atol=1e-14)
        seen = whole.seen_from(base)
        for frame, rotation in ((whole, turned * inner), (seen, inner)):
            made = Rotation.from_quat(np.roll(frame.orientation, -1))
            assert (made * rotation.inv()).magnitude() < 1e-14
        np.testing.assert_allclose(seen.position, turned.inv().apply(whole.position - p), rtol=0, atol=1e-14)
