"""Types of arrays for annotations: of real numbers, integers, truth values and complex numbers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["Complexes", "Flags", "Floats", "Ints"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
Complexes = NDArray[np.complex128]
