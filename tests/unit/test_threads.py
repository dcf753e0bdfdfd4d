"""One thread of BLAS inside a block, as many as before after it."""

import threading

import numpy as np
import pytest
from threadpoolctl import ThreadpoolController

from mbfe.algebra.threads import one_blas_thread

ALLOWED = 2


def _threads() -> list[int]:
    return [found["num_threads"] for found in ThreadpoolController().select(user_api="blas").info()]


@pytest.fixture(autouse=True)
def two_threads():
    with ThreadpoolController().limit(limits=ALLOWED, user_api="blas"):
        if set(_threads()) != {ALLOWED}:
            pytest.skip("this BLAS has no threads")
        yield


def test_block_has_one_thread_and_restores_the_number():
    with one_blas_thread():
        assert set(_threads()) == {1}
        with one_blas_thread():
            pass
        assert set(_threads()) == {1}
    assert set(_threads()) == {ALLOWED}


def test_errors_restore_the_number():
    with pytest.raises(np.linalg.LinAlgError), one_blas_thread():
        np.linalg.inv(np.zeros((2, 2)))
    assert set(_threads()) == {ALLOWED}


def test_decorated_function():
    @one_blas_thread()
    def inner() -> set[int]:
        return set(_threads())

    assert inner() == inner() == {1}
    assert set(_threads()) == {ALLOWED}


def test_blocks_of_several_threads_overlap():
    entered, leave = threading.Event(), threading.Event()

    def hold() -> None:
        with one_blas_thread():
            entered.set()
            leave.wait(10.0)

    with one_blas_thread():
        other = threading.Thread(target=hold)
        other.start()
        assert entered.wait(10.0)
        assert set(_threads()) == {1}
    leave.set()
    other.join()
    assert set(_threads()) == {ALLOWED}
