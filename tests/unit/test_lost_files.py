"""A run returns its own rows, whatever others do to the name or the content of its file."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mbfe.errors import ResultsError
from mbfe.files import locks
from mbfe.results.store import claim, store
from mbfe.results.store.layout import Status
from mbfe.results.store.reader import Reader
from mbfe.results.store.store import Writer
from tests.unit.test_store import COLUMNS, HEADER, ROOT, assert_rows, rows

POSIX = pytest.mark.skipif(os.name != "posix", reason="an open file cannot be taken away there")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "run.h5"


def new_writer(path: Path, first: int = 5) -> Writer:
    """A writer with some rows on disk, one row more in memory and a state for its continuation."""
    writer = Writer(path, HEADER, COLUMNS, n_state=2)
    writer.last_state = lambda: (0.125, np.array([7.0, 8.0]))
    writer.append(rows(0, first))
    writer.flush()
    writer.append(rows(first, 1))
    return writer


# ------------------------------------------------------------------ two writers


def test_a_second_writer_is_refused_at_once(path: Path) -> None:
    with new_writer(path) as writer:
        with pytest.raises(
            ResultsError, match=rf"(?s)run.h5.*another run \(process {os.getpid()} on .*\n.*another name"
        ):
            Writer(path, HEADER, COLUMNS, replace=True)
        writer.append(rows(6, 4))
    assert_rows(writer.reader(), 10)
    assert sorted(p.name for p in path.parent.iterdir()) == ["run.h5"]
    Writer(path, HEADER, COLUMNS, replace=True).close()


@POSIX
def test_a_link_is_another_name_of_the_same_file(path: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.h5"
    link.symlink_to("run.h5")
    with new_writer(path), pytest.raises(ResultsError, match="another run"):
        Writer(link, HEADER, COLUMNS, replace=True)
    with Writer(link, HEADER, COLUMNS, replace=True) as writer:
        writer.append(rows(0, 2))
    assert link.is_symlink()
    assert_rows(Reader(path), 2)


HOLD = """
import sys
from mbfe.results.store.store import Writer
from tests.unit.test_store import COLUMNS, HEADER, rows
writer = Writer(sys.argv[1], HEADER, COLUMNS)
writer.append(rows(0, 4))
writer.flush()
print("writes", flush=True)
sys.stdin.read()
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL on this system")
def test_a_killed_writer_blocks_nobody(path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "writes\n"
        with pytest.raises(ResultsError, match=rf"process {process.pid} on"):
            Writer(path, HEADER, COLUMNS, replace=True)
        shutil.copy(path, path.with_name(f".run.h5.{process.pid}.part"))  # as a kill at the start leaves it
    finally:
        process.kill()
        process.communicate()
    assert_rows(Reader(path), 4)
    with Writer(path, HEADER, COLUMNS, replace=True) as writer:
        writer.append(rows(0, 7))
    assert_rows(Reader(path), 7)
    assert sorted(p.name for p in path.parent.iterdir()) == ["run.h5"]


@POSIX
def test_a_file_system_without_locks_does_not_stop_a_run(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_locks(file: object, flags: int) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(locks.fcntl, "flock", no_locks)
    with new_writer(path) as first:
        with Writer(path, HEADER, COLUMNS, replace=True) as second:  # nothing reports it
            second.append(rows(0, 2))
        with pytest.raises(
            ResultsError, match=r"(?s)was replaced by another file.*All 6 rows.*run_kept.h5"
        ) as caught:
            first.flush()
    assert_rows(caught.value.results.store, 6)
    assert_rows(Reader(path), 2)


@POSIX
def test_numbers_of_files_that_change_by_themselves_do_not_stop_a_run(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(claim, "_is_at", lambda file, path: False)
    monkeypatch.setattr(claim, "try_lock", lambda file, shared=False: None)
    with new_writer(path) as writer:
        writer.flush()
        assert_rows(writer.reader(), 6)


# ------------------------------------------------------------------ files that are lost


def remove(path: Path) -> None:
    path.unlink()


def replace(path: Path) -> None:
    path.with_name("other.h5").write_text("other")
    path.with_name("other.h5").replace(path)


def rename(path: Path) -> None:
    path.rename(path.with_name("moved.h5"))


def remove_folder(path: Path) -> None:
    shutil.rmtree(path.parent)


@POSIX
@pytest.mark.parametrize("when", ["flush", "append", "checkpoint", "close"])
@pytest.mark.parametrize(
    ("harm", "words", "kept"),
    [
        (remove, "was removed", "run_kept.h5"),
        (replace, "was replaced by another file", "run_kept.h5"),
        (rename, 'was renamed to ".*moved.h5"', "moved.h5"),
        (remove_folder, "was removed", "run_kept.h5"),
    ],
)
def test_a_file_that_is_taken_away_is_reported_and_kept(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    harm: Callable[[Path], None],
    words: str,
    kept: str,
    when: str,
) -> None:
    monkeypatch.setattr(store, "BLOCK_SECONDS", 0.0 if when == "append" else 1e9)
    elsewhere = tmp_path / "temporary"
    elsewhere.mkdir()
    monkeypatch.setattr(claim.tempfile, "gettempdir", lambda: str(elsewhere))
    (tmp_path / "run").mkdir()
    path = tmp_path / "run" / "run.h5"
    monkeypatch.setattr(store, "BLOCK_SECONDS", 1e9)
    writer = new_writer(path)
    monkeypatch.setattr(store, "BLOCK_SECONDS", 0.0 if when == "append" else 1e9)
    harm(path)
    action: dict[str, Callable[[], Any]] = {
        "flush": writer.flush,
        "append": lambda: writer.append(rows(6, 300)),
        "checkpoint": lambda: writer.checkpoint(0.0, [1.0, 2.0]),
        "close": writer.close,
    }
    n_time = 306 if when == "append" else 6
    with pytest.raises(ResultsError, match=f"(?s)run.h5.*{words}.*All {n_time} rows.*{kept}") as caught:
        action[when]()
    writer.close()
    again = caught.value.results.store
    for reader in (again, Reader(again.path), writer.reader()):
        assert reader.path.name == kept
        assert_rows(reader, n_time)
        assert reader.status is Status.FAILED
        assert reader.read_checkpoint()[0] == 0.125
        assert reader.read_checkpoint()[1].tolist() == [7.0, 8.0]
    if harm is replace:
        assert path.read_text() == "other"


def cut(path: Path) -> None:
    os.truncate(path, 3000)


def empty(path: Path) -> None:
    path.write_bytes(b"")


def overwrite(path: Path) -> None:
    other = path.with_name("other.h5")
    Writer(other, HEADER, COLUMNS).close()
    content = other.read_bytes()
    path.write_bytes(content + bytes(10**7))


@POSIX
@pytest.mark.parametrize("harm", [cut, empty, overwrite])
@pytest.mark.parametrize("capacity", [2**22, 8 * 39 * 10])
def test_a_file_that_is_damaged_is_reported_and_the_rest_is_kept(
    path: Path, monkeypatch: pytest.MonkeyPatch, harm: Callable[[Path], None], capacity: int
) -> None:
    monkeypatch.setattr(store, "BLOCK_BYTES", capacity)
    writer = new_writer(path)
    harm(path)
    before = path.read_bytes()
    later = rows(6, 25)
    words = "(cut to|overwritten).*first 5 rows are lost; 26 later ones"
    if capacity == 2**22:
        writer.append(later)
        with pytest.raises(ResultsError, match=f"(?s)run.h5.*{words}.*run_kept.h5") as caught:
            writer.flush()
    else:
        with pytest.raises(ResultsError, match=f"(?s)run.h5.*{words}.*run_kept.h5") as caught:
            writer.append(later)
    assert path.read_bytes() == before  # nothing is written into what another program has made of it
    reader = caught.value.results.store
    for name, values in rows(5, 26).items():
        np.testing.assert_array_equal(reader.columns[name][:], values, err_msg=name)
    assert reader.read_checkpoint()[1].tolist() == [7.0, 8.0]
    writer.close()


@POSIX
def test_after_its_end_a_run_still_returns_its_own_rows(path: Path) -> None:
    writer = new_writer(path)
    writer.close()
    with Writer(path, HEADER, COLUMNS, replace=True) as other:
        other.append(rows(0, 50))
    assert_rows(writer.reader(), 6)
    assert_rows(other.reader(), 50)
    path.unlink()
    assert_rows(writer.reader(), 6)


# ------------------------------------------------------------------ a full disk

FILL = """
import resource, sys
from mbfe.errors import ResultsError
from mbfe.results.store import store
from tests.unit.test_store import COLUMNS, HEADER, rows
store.BLOCK_BYTES = 8 * 39 * 64
writer = store.Writer(sys.argv[1], HEADER, COLUMNS, n_state=3)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]),) * 2)
done = 0
try:
    while done < 10**6:
        writer.append(rows(done, 100))
        done += 100
        if done % 500 == 0:
            writer.checkpoint(done * 1e-3, [done, -done, 0.5])
except ResultsError as error:
    print(done, writer.n_time, str(error).replace(chr(10), " "))
writer.close()
reader = writer.reader()
print(reader.n_time, reader.n_checkpoint, reader.status.value)
"""


@POSIX
@pytest.mark.parametrize("limit", [900_000, 1_000_003, 2_500_000])
def test_a_disk_that_is_full_keeps_what_was_written(path: Path, limit: int) -> None:
    out = subprocess.run(
        [sys.executable, "-c", FILL, str(path), str(limit)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    written, found = out.stdout.strip().split("\n")
    done, safe, words = written.split(" ", 2)
    assert "File too large" in words
    assert f"first {safe} rows can be read" in words
    assert abs(int(done) - int(safe)) <= 164
    n_time, n_checkpoint, status = found.split()
    assert n_time == safe
    assert status == "unfinished"
    with Reader(path) as reader:
        assert_rows(reader, int(safe))
        for i in range(int(n_checkpoint)):
            at, state = reader.read_checkpoint(index=i)
            assert state.tolist() == [round(at * 1e3), -round(at * 1e3), 0.5]
    assert sorted(p.name for p in path.parent.iterdir()) == ["run.h5"]
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] == resource.RLIM_INFINITY
