"""One thread of BLAS around dense algebra of small matrices.

The threads of a BLAS wait for each other actively. With matrices of a few hundred rows they gain little, and
where other programs use the cores they lose an order of magnitude: eigenvalues of 1206 unknowns took 2.8 s
with one thread and 49 s with two on two busy cores.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

import scipy.linalg
from threadpoolctl import ThreadpoolController

__all__ = ["one_blas_thread"]


@cache
def _libraries() -> ThreadpoolController:
    """The BLAS libraries of NumPy and of SciPy, which have one each; looked for once."""
    assert scipy.linalg.lapack  # the import has loaded that of SciPy
    return ThreadpoolController().select(user_api="blas")


@contextmanager
def one_blas_thread() -> Iterator[None]:
    """Let BLAS work with one thread inside a ``with`` block or a decorated function.

    Entering and leaving takes 30 µs; blocks may be nested. Of several threads of Python the first one inside
    decides, and restores the number when it leaves.

    Examples
    --------
    >>> import numpy as np
    >>> from mbfe.algebra.threads import one_blas_thread
    >>> with one_blas_thread():
    ...     rank = np.linalg.matrix_rank(np.eye(3))
    >>> print(rank)
    3
    """
    with _libraries().limit(limits=1):
        yield
