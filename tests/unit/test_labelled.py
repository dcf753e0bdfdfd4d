"""Signals and their tables: labels that are right or absent, exact numbers."""

import copy
import csv
import pickle
import sys

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from mbfe.errors import ResultsError
from mbfe.results.store import tables
from mbfe.results.views.energy import EnergySignal
from mbfe.results.views.labelled import Signal

TIME = np.array([0.0, 0.1, 0.1 + 0.2, 0.7, 1.0])


@pytest.fixture
def angle():
    return Signal(np.sin(TIME), name="hinge.angle", unit="rad", time=TIME)


@pytest.fixture
def position():
    values = np.outer(TIME, [1.0, 2.0, -3.0])
    return Signal(values, name="rod.position", unit="m", time=TIME, components=("x", "y", "z"), frame="world")


@pytest.fixture
def stress():
    values = np.arange(5 * 2 * 3, dtype=float).reshape(5, 2, 3) / 7
    return Signal(values, name="blade.force", unit="N", time=TIME, components=("x", "y", "z"))


def labels(signal):
    return signal.name, signal.unit, signal.components, signal.frame


def test_a_signal_is_an_array_for_numpy(position, angle):
    values = np.outer(TIME, [1.0, 2.0, -3.0])
    assert (position.shape, position.ndim, len(position), position.dtype) == ((5, 3), 2, 5, np.float64)
    assert position.max() == np.max(position) == 2.0
    np.testing.assert_array_equal(np.asarray(position), values)
    np.testing.assert_array_equal(np.linalg.norm(position, axis=1), np.linalg.norm(values, axis=1))
    np.testing.assert_array_equal(np.gradient(angle, TIME), np.gradient(np.sin(TIME), TIME))
    np.testing.assert_array_equal(np.concatenate([angle, angle]), np.tile(np.sin(TIME), 2))
    np.testing.assert_array_equal(position @ np.eye(3)[:, :2], values[:, :2])
    np.testing.assert_array_equal(position.T, values.T)
    assert np.array(position, copy=True).flags.writeable
    for plain in (
        position.T,
        position @ np.eye(3),
        np.sum(position, axis=0),
        position > 0,
        position.mean(axis=1),
    ):
        assert type(plain) is np.ndarray
    total = np.zeros((5, 3))
    total += position
    np.testing.assert_array_equal(total, values)
    assert [row.tolist() for row in position] == values.tolist()


def test_values_are_for_compiled_libraries(position):
    """SciPy's rotations, as other compiled code, take arrays only that may be written to."""
    turn = Rotation.from_rotvec([0.0, 0.0, np.pi / 2])
    for given in (position.values, position.x.values, np.asarray(position)):
        assert given.flags.writeable
    assert turn.apply(position.values)[-1] == pytest.approx([-2.0, 1.0, -3.0])
    position.values[:] = 7.0
    assert position[-1, 1] == 2.0


def test_a_signal_cannot_be_changed(angle):
    with pytest.raises(TypeError):
        angle[0] = 1.0
    with pytest.raises(ResultsError, match="in place"):
        np.add(angle, 1.0, out=angle)


def test_a_signal_does_not_lock_the_array_it_is_made_of():
    values = np.zeros(5)
    Signal(values, name="a", unit="1", time=TIME)
    values[0] = 1.0
    assert values[0] == 1.0


@pytest.mark.parametrize(
    ("operation", "unit"),
    [
        (lambda s: -s, "rad"),
        (abs, "rad"),
        (lambda s: s - s[0], "rad"),
        (lambda s: 1.0 + s, "rad"),
        (lambda s: s + s, "rad"),
        (np.degrees, "deg"),
        (lambda s: np.radians(np.degrees(s)), "rad"),
        (lambda s: 2.0 * s, None),
        (lambda s: s * s, None),
        (lambda s: s / TIME[-1], None),
        (np.sin, None),
    ],
)
def test_arithmetic_keeps_the_time_and_only_certain_units(angle, operation, unit):
    result = operation(angle)
    assert type(result) is Signal
    assert labels(result) == ("hinge.angle", unit, (), None)
    np.testing.assert_array_equal(result.time, TIME)
    np.testing.assert_array_equal(result, operation(np.sin(TIME)))


def test_units_that_differ_are_dropped(angle):
    assert (angle + angle.relabelled("lever.length", "m")).unit is None
    assert (2 * angle).relabelled("hinge.twice", "rad").unit == "rad"


def test_signals_of_other_times_do_not_mix(angle):
    later = Signal(np.sin(TIME), name="lever.angle", unit="rad", time=TIME + 1.0)
    with pytest.raises(ResultsError, match=r'(?s)"hinge.angle".*"lever.angle", which has other times.*at\('):
        angle - later


def test_frames_that_differ_are_dropped(position):
    local = Signal(position.values, name="p", unit="m", time=TIME, components=("x", "y", "z"), frame="rod")
    assert (position + position).frame == "world"
    assert (position + local).frame is None


def test_indexing_over_time_keeps_labels(position, angle, stress):
    part = position[1:4]
    assert labels(part) == labels(position)
    np.testing.assert_array_equal(part.time, TIME[1:4])
    for key in (angle > 0.5, np.asarray(angle) > 0.5, [3, 4], slice(-2, None)):
        np.testing.assert_array_equal(angle[key].time, TIME[3:])
        np.testing.assert_array_equal(angle[key], np.sin(TIME[3:]))
    assert labels(position[:, 1]) == ("rod.position.y", "m", (), "world")
    assert labels(position[::2, 1:]) == ("rod.position", "m", ("y", "z"), "world")
    assert isinstance(angle[3], float)
    for plain in (position[3], position[3, 1:], position[..., 0], position[position > 0], stress[:, 0]):
        assert type(plain) is np.ndarray
    assert labels(stress[1:]) == labels(stress)


def test_components_are_attributes(position, stress):
    np.testing.assert_array_equal(position.y, 2.0 * TIME)
    assert labels(position.y) == ("rod.position.y", "m", (), "world")
    assert position.component("z").name == "rod.position.z"
    assert stress.x.shape == (5, 2)
    assert {"x", "y", "z", "at"} <= set(dir(position))
    with pytest.raises(AttributeError, match=r'"rod.position" has no "w"; its components: x, y, z'):
        _ = position.w
    with pytest.raises(ResultsError, match=r'(?s)"w".*x, y, z'):
        position.component("w")


def test_between_times_a_signal_is_linear(position, angle):
    np.testing.assert_allclose(position.at(0.45), np.array([1.0, 2.0, -3.0]) * 0.45, rtol=1e-15)
    times = np.linspace(0.0, 1.0, 23)
    result = angle.at(times)
    assert labels(result) == labels(angle)
    np.testing.assert_array_equal(result.time, times)
    np.testing.assert_allclose(result, np.interp(times, TIME, np.sin(TIME)), rtol=1e-15)
    np.testing.assert_array_equal(angle.at(TIME), angle)
    assert isinstance(angle.at(0.05), float)


def test_at_takes_the_value_after_a_jump():
    jump = Signal([0.0, 1.0, 5.0, 6.0], name="v", unit="m/s", time=[0.0, 1.0, 1.0, 2.0])
    assert jump.at([0.5, 1.0, 1.5, 2.0]).tolist() == [0.5, 5.0, 5.5, 6.0]
    assert Signal([7.0], name="v", unit="m/s", time=[3.0]).at(3.0) == 7.0


@pytest.mark.parametrize("time", [-1e-9, 1.0000001, [0.5, 2.0]])
def test_at_does_not_extrapolate(angle, time):
    with pytest.raises(ResultsError, match=r'"hinge.angle": at(?s:.*)Allowed: 0 to 1 s'):
        angle.at(time)
    with pytest.raises(ResultsError, match="time: nan was given"):
        angle.at(np.nan)


def test_quaternions_turn_uniformly_the_short_way():
    turn = np.array([0.0, 1.2, 2.0, 5.0])  # about z; the sign of each quaternion is free
    values = np.stack([np.cos(turn / 2), 0 * turn, 0 * turn, np.sin(turn / 2)], axis=1)
    values *= np.array([1, -1, 1, 1])[:, None]
    q = Signal(values, name="rod.orientation", unit="1", time=[0, 1, 2, 3], components=("w", "x", "y", "z"))
    times = np.array([0.25, 1.5, 2.5, 2.0])
    half = np.array([0.3, 1.6, 3.5, 2.0]) / 2
    expected = np.stack([np.cos(half), 0 * half, 0 * half, np.sin(half)], axis=1)
    result = q.at(times).values
    sign = np.sign(np.sum(result * expected, axis=1, keepdims=True))
    np.testing.assert_allclose(sign * result, expected, atol=1e-15)
    np.testing.assert_array_equal(q.at(q.time), values)
    still = Signal(values[[0, 0]], name="q", unit="1", time=[0, 1], components=("w", "x", "y", "z"))
    np.testing.assert_array_equal(still.at(0.3), values[0])


def test_repr_says_what_it_is(position, angle, stress):
    assert repr(angle) == "<Signal hinge.angle [rad]: 5 times from 0 to 1 s, values 0 to 0.841471>"
    assert repr(position).startswith("<Signal rod.position [m] (x, y, z) in world: 5 times")
    assert repr(stress).startswith("<Signal blade.force [N] (2, 3) (x, y, z): 5 times")
    assert "[unit unknown]" in repr(2 * angle)
    assert repr(angle[:0]) == "<Signal hinge.angle [rad]: 0 times>"


def test_copies_and_pickles_are_equal(position):
    for other in (copy.deepcopy(position), pickle.loads(pickle.dumps(position))):
        assert labels(other) == labels(position)
        np.testing.assert_array_equal(other, position)


def test_labels_that_do_not_fit_are_refused():
    with pytest.raises(ResultsError, match=r"\(4,\).*\(5,\)"):
        Signal(np.zeros(4), name="a", unit="m", time=TIME)
    for shape in [(5,), (5, 2)]:
        with pytest.raises(ResultsError, match=r"(?s)x.*y.*z.*last axis"):
            Signal(np.zeros(shape), name="a", unit="m", time=TIME, components=("x", "y", "z"))


def test_csv_reads_back_the_same_bits(tmp_path, angle, position, stress):
    unknown = (2 * angle).relabelled("product", None)
    tables.write_csv(tmp_path / "out.csv", [angle, position, stress, unknown])
    with (tmp_path / "out.csv").open(newline="", encoding="utf-8") as file:
        header, *lines = csv.reader(file)
    forces = [f"blade.force[{i}].{c} [N]" for i in range(2) for c in "xyz"]
    places = [f"rod.position.{c} [m]" for c in "xyz"]
    assert header == ["time [s]", "hinge.angle [rad]", *places, *forces, "product"]
    numbers = np.array(lines, dtype=float)
    expected = np.column_stack([TIME, angle, position, stress.values.reshape(5, 6), unknown])
    np.testing.assert_array_equal(numbers, expected)
    assert lines[2][0] == "0.30000000000000004"
    position.to_csv(tmp_path / "one.csv")
    assert (tmp_path / "one.csv").read_text().splitlines()[0] == ",".join(["time [s]", *places])


def test_pandas_has_names_and_units(angle, position):
    pytest.importorskip("pandas")
    table = tables.to_dataframe([angle, position])
    assert list(table.columns) == ["hinge.angle", "rod.position.x", "rod.position.y", "rod.position.z"]
    assert table.attrs["units"] == {
        "time": "s",
        "hinge.angle": "rad",
        **dict.fromkeys(table.columns[1:], "m"),
    }
    np.testing.assert_array_equal(table.index, TIME)
    np.testing.assert_array_equal(table["rod.position.z"], position.z)
    assert list(angle.to_pandas().columns) == ["hinge.angle"]


def test_xarray_has_dimensions_units_and_frames(tmp_path, angle, position, stress):
    xarray = pytest.importorskip("xarray")
    pytest.importorskip("h5netcdf")
    q = Signal(np.ones((5, 4)) / 2, name="rod.orientation", unit="1", time=TIME, components=tuple("wxyz"))
    energy = Signal(np.ones((5, 2)), name="energy", unit="J", time=TIME, components=("kinetic", "potential"))
    data = tables.to_dataset([angle, position, stress, q, energy])
    assert data["rod.position"].dims == ("time", "axis")
    assert data["rod.position"].attrs == {"units": "m", "frame": "world"}
    np.testing.assert_array_equal(data["rod.position"].sel(axis="y"), position.y)
    assert data["blade.force"].dims == ("time", "blade.force_1", "axis")
    assert data["rod.orientation"].dims == ("time", "quaternion")
    assert data["energy"].sel(energy_component="kinetic").shape == (5,)
    assert data.time.attrs["units"] == "s"
    data.to_netcdf(tmp_path / "out.nc", engine="h5netcdf")
    with xarray.open_dataset(tmp_path / "out.nc", engine="h5netcdf") as back:
        assert back.identical(data)
    assert position.to_xarray().name == "rod.position"


@pytest.mark.parametrize(
    "make", [tables.to_dataframe, tables.to_dataset, lambda s: tables.write_csv("x.csv", s)]
)
def test_a_table_needs_one_time_and_different_names(angle, make):
    later = Signal(np.zeros(5), name="later", unit="rad", time=TIME + 1)
    with pytest.raises(ResultsError, match=r'(?s)"hinge.angle" and "later".*at'):
        make([angle, later])
    with pytest.raises(ResultsError, match=r"(?s)several.*hinge.angle.*relabelled"):
        make([angle, angle[:]])
    with pytest.raises(ResultsError, match="no signals"):
        make([])


@pytest.mark.parametrize(("package", "method"), [("pandas", "to_pandas"), ("xarray", "to_xarray")])
def test_a_missing_package_says_which_extra_to_install(angle, monkeypatch, package, method):
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ResultsError, match=rf"(?s){package}.*pip install 'mbfe\[data\]'"):
        getattr(angle, method)()


def test_a_csv_that_cannot_be_written_is_named(tmp_path, angle):
    with pytest.raises(ResultsError, match=r"none/out.csv.*cannot be written"):
        angle.to_csv(tmp_path / "none" / "out.csv")


def test_balance_error_is_relative_to_the_energy_that_a_motion_has_or_exchanges():
    """A fall that loses 1 % of its energy; a steady rotation whose energy is kinetic."""
    time = np.linspace(0.0, 1.0, 3)
    fall, steady = np.zeros((3, 5)), np.zeros((3, 5))
    fall[:, 0], fall[:, 1] = [0.0, 4.95, 9.9], [10.0, 5.0, 0.0]
    steady[:, 0] = 0.432 + np.array([0.0, 4e-13, -3e-13])
    errors = [EnergySignal(e, name="energy", unit="J", time=time).balance_error for e in (fall, steady)]
    assert errors == pytest.approx([0.01, 4e-13 / 0.432], rel=1e-3)
