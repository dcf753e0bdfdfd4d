"""Sets of coefficients of tyres, and what its coefficients do when a tyre is mirrored."""

from __future__ import annotations

__all__ = ["COMMONROAD", "SHIFTS", "SIDED"]

COMMONROAD = {
    "pcx1": 1.6411, "pdx1": 1.1739, "pex1": 0.46403, "pkx1": 22.303, "phx1": 0.0012297,
    "pvx1": -8.8098e-06,
    "pcy1": 1.3507, "pdy1": 1.0489, "pdy3": -2.8821, "pey1": -0.0074722, "pky1": -21.92,
    "phy1": 0.0026747, "phy3": 0.031415, "pvy1": 0.037318, "pvy3": -0.32931,
    "rbx1": 13.276, "rbx2": -13.778, "rcx1": 1.2568, "rex1": 0.65225, "rhx1": 0.0050722,
    "rby1": 7.1433, "rby2": 9.1916, "rby3": -0.027856, "rcy1": 1.0719, "rey1": -0.27572, "rhy1": 5.7448e-06,
    "rvy1": -0.027825, "rvy3": -0.27568, "rvy4": 12.12, "rvy5": 1.9, "rvy6": -10.704,
}  # fmt: skip
"""Tyre of a passenger car, of the CommonRoad vehicle models 3.0.2 (Althoff et al. 2017, BSD licence)."""

SIDED = (
    "phy1", "phy2", "pvy1", "pvy2", "pey3", "rhx1", "rby3", "rvy1", "rvy2",
    "qhz1", "qhz2", "qbz4", "qdz3", "qez4", "qdz6", "qdz7", "ssz1",
)  # fmt: skip
"""Coefficients that change sign when a tyre is mirrored: by them left and right differ."""

SHIFTS = ("phx1", "phx2", "pvx1", "pvx2", *SIDED)
"""Coefficients by which a tyre has forces without slip and camber, or left and right differ."""
