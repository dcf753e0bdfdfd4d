"""The folder of compiled code: whose it is, what is read from it, and what is removed."""

from __future__ import annotations

import errno
import os
import signal
import threading
import time
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from mbfe.compiled import cache
from mbfe.compiled.cache import MARKER, CacheWarning, CodeFolder

NAME = "mbfe.engine.stepping.loop.run-0123456789abcdef-fedcba9876543210.code"
OTHER = "mbfe.engine.stepping.loop.run-0123456789abcdef-fedcba9876543211.code"
posix = pytest.mark.skipif(os.name != "posix", reason="owners and modes of files are those of POSIX")


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "some" / "mbfe-cache"


@pytest.fixture(autouse=True)
def no_warning_unseen() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_what_was_written_is_read_again_and_the_folder_is_closed_to_others(place: Path) -> None:
    folder = CodeFolder(place)
    assert folder.read(NAME) is None
    assert not place.exists(), "nothing is made before there is something to keep"
    folder.write(NAME, b"code")
    assert CodeFolder(place).read(NAME) == b"code"
    assert folder.holds("mbfe.engine.stepping.loop.run-0123456789abcdef")
    assert not folder.holds("mbfe.engine.stepping.loop.run-0123456789abcde0")
    assert sorted(os.listdir(place)) == [MARKER, NAME]
    assert (place / MARKER).read_text().startswith("Signature: 8a477f597d28d172789f06886806bc55")
    if os.name == "posix":
        assert place.stat().st_mode & 0o777 == 0o700
        assert (place / NAME).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[: len(data) // 2],
        lambda data: data[:-1],
        lambda data: data + b"\0",
        lambda data: data[:-3] + bytes([data[-3] ^ 1]) + data[-2:],
        lambda data: bytes([data[0] ^ 1]) + data[1:],
        lambda data: data[:30] + bytes([data[30] ^ 64]) + data[31:],
        lambda data: os.urandom(len(data)),
        lambda data: b"print('something else')",
    ],
    ids=["empty", "half", "cut", "longer", "bit", "bit of the head", "bit of the digest", "random", "text"],
)
def test_a_damaged_file_is_missing_and_made_again(place: Path, damage) -> None:
    folder = CodeFolder(place)
    folder.write(NAME, b"some machine code")
    folder.write(OTHER, b"other machine code")
    (place / NAME).write_bytes(damage((place / NAME).read_bytes()))
    with pytest.warns(CacheWarning, match="damaged file of compiled code is made again") as seen:
        assert CodeFolder(place).read(NAME) is None
    assert len(seen) == 1
    assert not (place / NAME).exists()
    assert folder.read(OTHER) == b"other machine code"
    folder.write(NAME, b"some machine code")
    assert CodeFolder(place).read(NAME) == b"some machine code"


def test_code_under_the_name_of_other_code_is_damage(place: Path) -> None:
    folder = CodeFolder(place)
    folder.write(NAME, b"code")
    os.replace(place / NAME, place / OTHER)
    with pytest.warns(CacheWarning, match="damaged"):
        assert folder.read(OTHER) is None


@pytest.mark.parametrize("inside", ["repository", "marker of another program", "a file in place of it"])
def test_folders_of_others_are_left_alone(place: Path, inside: str) -> None:
    place.parent.mkdir()
    if inside == "repository":
        (place / ".git").mkdir(parents=True)
        (place / ".git" / "HEAD").write_text("ref: refs/heads/main")
        (place / "0123456789abcdef").mkdir()
        (place / NAME).write_text("mine")
    elif inside == "marker of another program":
        place.mkdir()
        (place / MARKER).write_text("Signature: 8a477f597d28d172789f06886806bc55\n# of something else")
    else:
        place.write_text("notes")
    before = contents(place.parent)
    with pytest.warns(CacheWarning, match="compiled code is not kept") as seen:
        folder = CodeFolder(place)
    folder.write(NAME, b"code")
    with folder.lock(NAME):
        assert folder.read(NAME) is None
    assert not folder.is_open
    assert len(seen) == 1
    assert "MBFE_CACHE_DIR" in str(seen[0].message)
    assert contents(place.parent) == before


def test_only_old_files_of_its_own_are_removed(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = CodeFolder(place)
    folder.write(NAME, b"x" * 1000)
    foreign = ["notes.txt", "0123456789abcdef", "x.code", f"{NAME}.keep", "sub"]
    for name in foreign[:-1]:
        (place / name).write_bytes(b"y" * 5000)
    (place / "sub" / ".git").mkdir(parents=True)
    unfinished = f"{OTHER}.0a1b2c3d.part"
    (place / unfinished).write_bytes(b"z")
    (place / f"{OTHER}.lock").write_bytes(b"")
    for path in place.iterdir():
        os.utime(path, (0, 0))
    CodeFolder(place).write(OTHER, b"new")
    assert sorted(os.listdir(place)) == sorted([MARKER, OTHER, *foreign]), "what is ours and old is gone"

    monkeypatch.setattr(cache, "MOST_BYTES", 2500)
    for number in range(4):
        name = NAME.replace("0123", f"{number:04d}")
        CodeFolder(place).write(name, b"x" * 1000)
        os.utime(place / name, (time.time() - 100 + number, time.time() - 100 + number))
    kept = [name for name in os.listdir(place) if name.endswith("210.code")]
    assert sorted(kept) == [NAME.replace("0123", f"{number:04d}") for number in (2, 3)]


@posix
@pytest.mark.parametrize(
    "way", ["owner", "mode", "link", "owner of the file", "mode of the file", "file is a link"]
)
def test_nothing_is_taken_from_another_user(place: Path, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    CodeFolder(place).write(NAME, b"code")
    if way.startswith("owner"):
        foreign = place if way == "owner" else place / NAME
        facts = os.lstat(foreign)
        owned = os.stat_result((*facts[:4], facts.st_uid + 4321, *facts[5:]))
        status = {"lstat": os.lstat, "fstat": os.fstat}
        inode = facts.st_ino
        for name, plain in status.items():

            def changed(given, plain=plain):
                found = plain(given)
                return owned if found.st_ino == inode else found

            monkeypatch.setattr(cache.os, name, changed)
    elif way == "mode":
        place.chmod(0o777)
    elif way == "link":
        place.rename(place.with_name("elsewhere"))
        place.symlink_to(place.with_name("elsewhere"))
    elif way == "mode of the file":
        (place / NAME).chmod(0o666)
    else:
        (place / NAME).rename(place.with_name("elsewhere"))
        (place / NAME).symlink_to(place.with_name("elsewhere"))
    with pytest.warns(CacheWarning, match="compiled code is not (kept|read)"):
        assert CodeFolder(place).read(NAME) is None


@pytest.mark.parametrize("action", ["mkdir", "open", "replace"])
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EACCES, errno.EROFS, errno.EDQUOT])
def test_what_cannot_be_written_is_not_kept(
    place: Path, action: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    if action != "mkdir":
        CodeFolder(place).write(OTHER, b"code")

    def fails(path, *more, **options):
        raise OSError(number, os.strerror(number), str(path))

    folder = CodeFolder(place)
    if action == "mkdir":
        monkeypatch.setattr(Path, "mkdir", fails)
    else:
        monkeypatch.setattr(cache.os, action, fails)

    def compile_twice() -> None:
        with folder.lock(NAME):
            folder.write(NAME, b"code")
        folder.write(NAME, b"code")

    with pytest.warns(CacheWarning, match=os.strerror(number)) as seen:
        compile_twice()
    assert len(seen) == 1
    monkeypatch.undo()
    assert not list(place.parents[1].rglob("*.part"))
    if action != "mkdir":
        assert CodeFolder(place).read(OTHER) == b"code", "what was there is not harmed"


def test_a_filled_folder_that_cannot_be_written_is_read(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    CodeFolder(place).write(NAME, b"code")

    def fails(*given, **options):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), "there")

    for name in ("utime", "replace", "unlink"):
        monkeypatch.setattr(cache.os, name, fails)
    folder = CodeFolder(place)
    assert folder.read(NAME) == b"code"
    with pytest.warns(CacheWarning, match="Permission denied"):
        folder.write(OTHER, b"code")
    assert folder.read(NAME) == b"code"


def test_no_home_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("MBFE_CACHE_DIR", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)

    def no_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", no_home)
    with pytest.warns(CacheWarning, match="there is no home folder"):
        folder = cache.code_folder.__wrapped__()
    assert folder.path is None
    assert folder.read(NAME) is None
    folder.write(NAME, b"code")


def test_one_at_a_time_holds_the_lock_of_a_file(place: Path) -> None:
    inside, most, made = 0, 0, 0

    def compile_once() -> None:
        nonlocal inside, most, made
        folder = CodeFolder(place)
        with folder.lock(NAME):
            inside += 1
            most = max(most, inside)
            if folder.read(NAME) is None:
                time.sleep(0.05)
                made += 1
                folder.write(NAME, b"code")
            inside -= 1

    threads = [threading.Thread(target=compile_once) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (made, most) == (1, 1)
    assert sorted(os.listdir(place)) == [MARKER, NAME]


def test_a_lock_that_is_never_given_back_is_waited_for_no_longer_than_allowed(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "LONGEST_WAIT", 0.2)
    folder = CodeFolder(place)
    with folder.lock(NAME), CodeFolder(place).lock(NAME):
        folder.write(NAME, b"code")
    assert folder.read(NAME) == b"code"


@posix
def test_a_forked_process_does_not_keep_a_lock(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "LONGEST_WAIT", 20.0)
    with CodeFolder(place).lock(NAME):
        child = os.fork()
        if child == 0:
            time.sleep(30.0)
            os._exit(0)
        handle = os.open(place / f"{NAME}.lock", os.O_RDWR)
    began = time.monotonic()
    cache._wait_for(handle)
    os.close(handle)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    assert time.monotonic() - began < 10.0
