"""Results files: whole rows whatever happens to the process, exact bits, and errors that help."""

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import h5py
import numpy as np
import pytest

from mbfe.errors import ResultsError
from mbfe.results.store import store
from mbfe.results.store.layout import Status
from mbfe.results.store.memory import MemoryStore
from mbfe.results.store.reader import Reader
from mbfe.results.store.store import Writer

ROOT = Path(store.__file__).parents[3]
COLUMNS = {"time": (), "pose": (3, 7), "multiplier": (0,), "output": (5,), "energy": (5,), "extra": (2, 3)}
HEADER = {
    "format": 1,
    "mbfe": "0.1.0",
    "model": "pendulum",
    "nodes": ["ground", "rod", "tip"],
    "gravity": np.array([0.0, 0.0, -9.81]),
    "items": [
        {
            "name": "hinge",
            "rows": None,
            "outputs": [
                {"name": "angle", "unit": "rad", "shape": [], "offset": 0},
                {"name": "orientation", "unit": "1", "shape": [4], "offset": 1, "components": list("wxyz")},
            ],
        }
    ],
}


def rows(first, count):
    """Rows whose every number identifies its row and column, so that a torn row cannot pass."""
    number = np.arange(first, first + count, dtype=float)
    block = {"time": number * 1e-3}
    for name, row in COLUMNS.items():
        if name != "time":
            place = np.arange(np.prod(row)).reshape(row) / 64
            block[name] = number.reshape(-1, *[1] * len(row)) + place
    return block


def assert_rows(source, n_time):
    assert source.n_time == n_time
    for name, values in rows(0, n_time).items():
        np.testing.assert_array_equal(np.asarray(source.columns[name]), values, err_msg=name)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "run.h5"


@pytest.fixture
def every_append_flushes(monkeypatch):
    monkeypatch.setattr(store, "BLOCK_SECONDS", 0.0)


@pytest.mark.parametrize("sizes", [[1] * 7, [5, 0, 9], [2000], [3, 999, 998, 1]])
def test_both_stores_give_back_what_was_written(path, sizes, monkeypatch):
    monkeypatch.setattr(store, "BLOCK_BYTES", 8 * 39 * 10)  # ten rows: blocks shorter and longer than it
    memory = MemoryStore(HEADER, COLUMNS, n_state=4)
    with Writer(path, HEADER, COLUMNS, n_state=4) as writer:
        for size, first in zip(sizes, np.cumsum([0, *sizes[:-1]]), strict=True):
            writer.append(rows(first, size))
            memory.append(rows(first, size))
        writer.checkpoint(0.5, np.arange(4))
        memory.checkpoint(0.5, np.arange(4))
        report = {"seconds": 1.5, "steps": np.int64(7)}
        writer.close(report=report)
        memory.close(report=report)
    with Reader(path) as reader:
        for source in (reader, memory):
            assert_rows(source, sum(sizes))
            assert source.completed
            assert source.status == "completed"
            assert source.report == {"seconds": 1.5, "steps": 7}
            assert source.header == {**HEADER, "gravity": [0.0, 0.0, -9.81]}
            assert source.refresh() == sum(sizes)
            assert source.checkpoint_time.tolist() == [0.5]
            assert source.read_checkpoint()[1].tolist() == [0, 1, 2, 3]
        assert list(reader.columns) == list(memory.columns) == list(COLUMNS)


def test_the_caller_may_reuse_its_arrays(path):
    memory = MemoryStore(HEADER, COLUMNS)
    block = rows(0, 3)
    with Writer(path, HEADER, COLUMNS) as writer:
        for source in (writer, memory):
            source.append(block)
        for values in block.values():
            values[...] = -1.0
    assert_rows(memory, 3)
    with Reader(path) as reader:
        assert_rows(reader, 3)


def test_checkpoints_keep_every_bit(path):
    special = [-0.0, np.inf, -np.inf, np.nan, 5e-324, np.pi, np.nextafter(1, 2)]
    payload = np.array([0x7FF0000000000001, 0xFFF8DEADBEEF0001, 0x0123456789ABCDEF], dtype=np.uint64)
    noise = np.random.default_rng(5).integers(0, 2**64, size=200, dtype=np.uint64)
    state = np.concatenate([np.array(special).view(np.uint64), payload, noise]).view(np.float64)
    memory = MemoryStore({}, {"time": ()}, n_state=state.size)
    with Writer(path, {}, {"time": ()}, n_state=state.size) as writer:
        for source in (writer, memory):
            source.checkpoint(0.1 + 0.2, state)
            source.checkpoint(1.0, state[::-1])
    with Reader(path) as reader:
        for source in (reader, memory):
            assert source.n_checkpoint == 2
            time, restored = source.read_checkpoint(index=0)
            assert time == 0.1 + 0.2
            np.testing.assert_array_equal(restored.view(np.uint64), state.view(np.uint64))
            np.testing.assert_array_equal(
                source.read_checkpoint(index=-1)[1].view(np.uint64), state[::-1].view(np.uint64)
            )
            with pytest.raises(ResultsError, match=r"(?s)checkpoint 2.*0 to 1"):
                source.read_checkpoint(index=2)


def test_a_checkpoint_brings_the_rows_before_it_to_the_file(path):
    with Writer(path, HEADER, COLUMNS, n_state=1) as writer:
        writer.append(rows(0, 5))
        assert writer.n_time == 0
        writer.checkpoint(0.004, [1.0])
        assert (writer.n_time, writer.n_checkpoint) == (5, 1)


def test_a_running_file_is_read_and_followed(path, every_append_flushes):
    with Writer(path, HEADER, COLUMNS, n_state=1) as writer:
        with Reader(path) as reader:
            assert_rows(reader, 0)
            for first in range(0, 3000, 300):
                writer.append(rows(first, 300))
                assert reader.n_time == first  # nothing moves under the reader's feet
                assert reader.refresh() == first + 300
                assert_rows(reader, first + 300)
                assert not reader.completed
            writer.checkpoint(1.0, [2.0])
            reader.refresh()
            assert reader.n_checkpoint == 1
            writer.close(status="stopped", report={"why": "angle"})
            reader.refresh()
            assert reader.completed
            assert reader.status is Status.STOPPED
            assert reader.report == {"why": "angle"}


def test_another_process_reads_a_running_file(path, every_append_flushes):
    code = (
        "from mbfe.results.store.reader import Reader\n"
        f"r = Reader({str(path)!r})\nprint(r.n_time, r.status.value)"
    )
    with Writer(path, HEADER, COLUMNS) as writer:
        writer.append(rows(0, 10))
        out = subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
        )
    assert out.stdout.split() == ["10", "unfinished"]


WRITE_WITHOUT_END = """
import sys, numpy as np
from mbfe.results.store import store
sys.path.insert(0, sys.argv[2])
from test_store import COLUMNS, HEADER, rows
store.BLOCK_BYTES = 8 * 39 * 64
done, writer = 0, store.Writer(sys.argv[1], HEADER, COLUMNS, n_state=3)
size = int(sys.argv[3])
while True:
    writer.append(rows(done, size))
    done += size
    if done % 500 < size:
        writer.checkpoint(done * 1e-3, [done, -done, 0.5])
    print(done, writer.n_time, writer.n_checkpoint, flush=True)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL on this system")
@pytest.mark.parametrize("seed", range(8))
def test_a_killed_process_loses_at_most_the_last_block(tmp_path, seed):
    chance = random.Random(seed)
    path = tmp_path / "run.h5"
    size = chance.choice([1, 1, 7, 64, 300])
    arguments = [sys.executable, "-c", WRITE_WITHOUT_END, str(path), str(Path(__file__).parent), str(size)]
    with (tmp_path / "written").open("w") as written:
        process = subprocess.Popen(arguments, cwd=ROOT, stdout=written)
        try:
            while not path.exists() and process.poll() is None:
                time.sleep(0.001)
            time.sleep(chance.uniform(0.0, 0.25))
        finally:
            process.kill()
        assert process.wait() == -signal.SIGKILL
    lines = (tmp_path / "written").read_text().split("\n")[:-1]
    done, safe, n_checkpoint = (int(word) for word in lines[-1].split()) if lines else (0, 0, 0)
    with Reader(path) as reader:
        assert reader.n_time >= safe
        assert done - reader.n_time <= 64
        assert_rows(reader, reader.n_time)
        assert reader.n_checkpoint >= n_checkpoint
        for i in range(reader.n_checkpoint):
            at, state = reader.read_checkpoint(index=i)
            row = round(at * 1e3)
            assert state.tolist() == [row, -row, 0.5]
            assert row <= reader.n_time
        assert reader.status is Status.UNFINISHED
        assert reader.header["model"] == "pendulum"


def test_rows_that_are_not_whole_are_not_shown(path, tmp_path):
    writer = Writer(path, HEADER, COLUMNS)
    writer.append(rows(0, 8))
    writer.flush()
    for name in ("pose", "time"):  # as a kill in the middle of a block leaves them
        writer._file[name].resize(20, axis=0)
    writer._file.flush()
    torn = tmp_path / "torn.h5"
    torn.write_bytes(path.read_bytes())
    writer.close()
    with Reader(torn) as reader:
        assert_rows(reader, 8)
        pose = reader.columns["pose"]
        np.testing.assert_array_equal(pose[-1], rows(7, 1)["pose"][0])
        np.testing.assert_array_equal(pose[-3:], rows(5, 3)["pose"])


KEYS = [
    3, -1, np.int64(2), slice(None), slice(2, 9, 3), slice(-4, None), slice(None, None, -2), slice(50, 60),
    ..., None, (), (slice(None), 1), (slice(2, 5), -1, slice(0, 3)), (4, 2), (-2, slice(1, None), 6),
    [1, 1, 0], (slice(None), [2, 0]), np.arange(12) % 2 == 0, (..., 0),
    (slice(None), slice(None), slice(None, None, -1)),
]  # fmt: skip


@pytest.mark.parametrize("key", KEYS, ids=str)
def test_a_column_is_indexed_like_an_array(path, key):
    with Writer(path, HEADER, COLUMNS) as writer:
        writer.append(rows(0, 12))
    with Reader(path) as reader:
        column = reader.columns["pose"]
        assert (column.shape, column.ndim, len(column)) == ((12, 3, 7), 3, 12)
        np.testing.assert_array_equal(column[key], rows(0, 12)["pose"][key])


@pytest.mark.parametrize("row", [12, -13])
def test_a_row_outside_a_column_is_an_error(path, row):
    with Writer(path, HEADER, COLUMNS) as writer:
        writer.append(rows(0, 12))
    with Reader(path) as reader, pytest.raises(IndexError, match="12 rows"):
        reader.columns["pose"][row]


@pytest.mark.parametrize("state", ["running", "closed"])
def test_xarray_opens_the_file(path, tmp_path, state):
    xarray = pytest.importorskip("xarray")
    pytest.importorskip("h5netcdf")
    writer = Writer(path, HEADER, COLUMNS)
    writer.append(rows(0, 4))
    writer.flush()
    opened = path
    if state == "running":
        # a copy, which is also what a kill leaves: HDF5 would share this process's own open file
        opened = tmp_path / "copy.h5"
        opened.write_bytes(path.read_bytes())
    writer.close()
    options = {"driver_kwds": {"swmr": True}} if state == "running" else {}
    with xarray.open_dataset(opened, engine="h5netcdf", **options) as data:
        assert data.sizes["time"] == 4
        assert data.time.attrs["units"] == data.time.units == "s"
        assert data.time.dtype == np.float64
        assert data.pose.dims == ("time", "node", "pose_component")
        tip = data.pose.sel(node="tip")
        np.testing.assert_array_equal(tip.sel(pose_component="qw"), rows(0, 4)["pose"][:, 2, 3])
        assert data.output.output_row.values.tolist() == [
            "hinge.angle",
            *(f"hinge.orientation.{c}" for c in "wxyz"),
        ]
        assert data.output_unit.values.tolist() == ["rad", "1", "1", "1", "1"]
        assert data.energy.attrs["units"] == "J"
        assert data.energy.energy_part.values.tolist()[0] == "kinetic"
        assert data.extra.dims == ("time", "extra_axis_1", "extra_axis_2")
        assert data.attrs["title"] == "pendulum"


def test_a_large_header_fits(path):
    header = {"model": "large", "nodes": [f"node_{i}" for i in range(20000)]}
    with Writer(path, header, {"time": ()}):
        pass
    with Reader(path) as reader:
        assert reader.header == header


@pytest.mark.parametrize(("error", "status"), [(ValueError, "failed"), (KeyboardInterrupt, "interrupted")])
def test_a_with_block_that_fails_keeps_its_rows(path, error, status):
    def run():
        with Writer(path, HEADER, COLUMNS) as writer:
            writer.append(rows(0, 3))
            raise error

    with pytest.raises(error):
        run()
    with Reader(path) as reader:
        assert_rows(reader, 3)
        assert reader.status == status
        assert not reader.completed


@pytest.mark.parametrize(("method", "call"), [("resize", 1), ("resize", 3), ("__setitem__", 2), ("flush", 1)])
def test_an_interrupted_flush_loses_and_repeats_nothing(path, monkeypatch, method, call):
    writer = Writer(path, HEADER, COLUMNS)
    writer.append(rows(0, 3))
    original, calls = getattr(h5py.Dataset, method), []

    def interrupted(self, *arguments, **options):
        calls.append(self.name)
        if len(calls) == call:
            raise KeyboardInterrupt
        return original(self, *arguments, **options)

    monkeypatch.setattr(h5py.Dataset, method, interrupted)
    with pytest.raises(KeyboardInterrupt):
        writer.flush()
    writer.append(rows(3, 2))
    writer.close()
    with Reader(path) as reader:
        assert_rows(reader, 5)


def test_an_existing_file_is_replaced_only_when_asked(path):
    with Writer(path, HEADER, COLUMNS) as writer:
        writer.append(rows(0, 3))
    before = path.read_bytes()
    with pytest.raises(ResultsError, match=r"run.h5.*exists already.*\n.*another name"):
        Writer(path, HEADER, COLUMNS)
    assert path.read_bytes() == before
    with Reader(path) as old, Writer(path, HEADER, COLUMNS, replace=True) as writer:
        writer.append(rows(0, 7))
        writer.flush()
        assert_rows(old, 3)  # a reader keeps the file it opened
        with Reader(path) as new:
            assert_rows(new, 7)


def test_a_file_that_cannot_be_started_leaves_the_old_one(path):
    with Writer(path, HEADER, COLUMNS) as writer:
        writer.append(rows(0, 3))
    before = path.read_bytes()
    with pytest.raises(ResultsError, match="header"):
        Writer(path, {"model": object()}, COLUMNS, replace=True)
    assert path.read_bytes() == before
    assert [p.name for p in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("foreign", ["text", "hdf5"])
def test_what_is_no_results_file_is_never_replaced(path, foreign):
    if foreign == "text":
        path.write_text("precious")
    else:
        with h5py.File(path, "w") as file:
            file["precious"] = np.arange(3)
    before = path.read_bytes()
    with pytest.raises(ResultsError, match=r"(?s)run.h5.*no results of mbfe.*another name"):
        Writer(path, HEADER, COLUMNS, replace=True)
    assert path.read_bytes() == before
    path.write_bytes(b"")  # as tempfile makes them
    Writer(path, HEADER, COLUMNS, replace=True).close()
    path.write_bytes(path.read_bytes()[:2000])  # results that are damaged may go
    Writer(path, HEADER, COLUMNS, replace=True).close()
    with Reader(path) as reader:
        assert reader.completed


def test_writing_after_close_is_an_error_and_closing_twice_is_not(path):
    writer = Writer(path, HEADER, COLUMNS)
    writer.close(status="interrupted")
    writer.close()
    with pytest.raises(ResultsError, match="is closed"):
        writer.append(rows(0, 1))
    with Reader(path) as reader:
        assert reader.status == "interrupted"


@pytest.mark.parametrize("kind", ["file", "memory"])
def test_wrong_blocks_and_states_are_refused_whole(path, kind):
    source = Writer(path, HEADER, COLUMNS, 3) if kind == "file" else MemoryStore(HEADER, COLUMNS, 3)
    good = rows(0, 4)
    for wrong, message in [
        ({k: v for k, v in good.items() if k != "pose"}, "(?s)columns.*pose"),
        ({**good, "energi": good["energy"]}, "energi"),
        ({**good, "pose": good["pose"][:, :2]}, r'"pose": shape \(4, 2, 7\)'),
        ({**good, "pose": good["pose"][:3]}, "rows"),
    ]:
        with pytest.raises(ResultsError, match=message):
            source.append(wrong)
    with pytest.raises(ResultsError, match=r"state.*\(2,\)"):
        source.checkpoint(0.0, [1.0, 2.0])
    with pytest.raises(ValueError, match="finished"):
        source.close(status="finished")
    source.close()
    assert source.n_time == 0
    with pytest.raises(ResultsError, match='column "time"'):
        MemoryStore({}, {"pose": (3, 7)})


def foreign(path):
    with h5py.File(path, "w") as file:
        file["x"] = np.arange(3)


def newer(path):
    Writer(path, HEADER, COLUMNS).close()
    with h5py.File(path, "r+") as file:
        file.attrs["format_version"] = 99


def without_meta(path):
    Writer(path, HEADER, COLUMNS).close()
    with h5py.File(path, "r+") as file:
        del file["meta/header"]


def cut_short(path):
    Writer(path, HEADER, COLUMNS).close()
    path.write_bytes(path.read_bytes()[:900])


def overwritten(path):
    Writer(path, HEADER, COLUMNS).close()
    content = path.read_bytes()
    path.write_bytes(content[:48] + bytes(len(content) - 48))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda path: None, "does not exist.*\n.*name"),
        (lambda path: path.mkdir(), "is not a file"),
        (lambda path: path.touch(), "is empty.*\n.*another"),
        (lambda path: path.write_text("time,angle\n0,1\n" * 100), "is not an HDF5 file.*\n.*h5"),
        (foreign, "another program.*\n.*of a run"),
        (newer, "format 99.*\n.*up to 1.*\n.*Update"),
        (without_meta, "damaged.*\n.*again"),
        (cut_short, "cut short: 900 of at least .*\n.*again"),
        (overwritten, "(opened|damaged).*\n.*again"),
    ],
)
def test_a_wrong_file_is_named_with_a_remedy(path, make, message):
    make(path)
    with pytest.raises(ResultsError, match=f"(?s)run.h5.*{message}"):
        Reader(path)


def test_a_missing_folder_is_named(tmp_path):
    with pytest.raises(ResultsError, match=r"none/run.h5.*folder does not exist"):
        Writer(tmp_path / "none" / "run.h5", HEADER, COLUMNS)


FULL = """Unable to synchronously flush file (file write failed: time = now
, filename = 'run.h5', errno = 28, error message = 'No space left on device', buf = 0x1)"""


@pytest.mark.parametrize("step", ["append", "checkpoint", "close"])
def test_a_full_disk_is_named_and_keeps_what_was_written(path, monkeypatch, step):
    writer = Writer(path, HEADER, COLUMNS, n_state=1)
    writer.append(rows(0, 5))
    writer.flush()
    writer.append(rows(5, 3))

    def full(self):
        raise OSError(FULL)

    monkeypatch.setattr(h5py.File, "flush", full)
    action = {
        "append": lambda: writer.append(rows(8, 20000)),
        "checkpoint": lambda: writer.checkpoint(0.0, [1.0]),
        "close": writer.close,
    }
    with pytest.raises(ResultsError, match=r"(?s)run.h5.*\(No space left on device\).*first 5 rows"):
        action[step]()
    with pytest.raises(ResultsError, match="is closed"):
        writer.append(rows(8, 1))
    writer.close()
    with Reader(path) as reader:
        assert_rows(reader, 5)
        assert reader.status is Status.UNFINISHED
