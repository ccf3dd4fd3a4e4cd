"""A database that somebody else holds is waited for, or reported; clocks may jump or stand still.

The command runs in this process, its workers are threads.
"""

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from referee import evidence
from referee.errors import UserError
from referee.record import Record
from tests.chaos.cup import check_end, prepared
from tests.e2e.command import Done, call
from tests.tournaments.scripted import Script
from tournaments.run import plan
from tournaments.storage import backend
from tournaments.storage.address import DATABASE
from tournaments.storage.store import Store

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def workers(monkeypatch: pytest.MonkeyPatch) -> None:
    Script().install(monkeypatch)


def played(data: Path, file: Path) -> Done:
    return call("--data", data, "run", file, "--isolation", "off")


@contextmanager
def held(data: Path) -> Iterator[sqlite3.Connection]:
    """Nobody else can write to the database."""
    path = data / DATABASE
    with closing(sqlite3.connect(path, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield other


def empty(data: Path) -> Path:
    with Store(data):
        return data


def test_another_process_holds_the_database_for_a_while(tmp_path: Path) -> None:
    file, undisturbed = prepared(tmp_path)
    data = empty(tmp_path / "data")
    with held(data) as other:
        release = threading.Timer(0.5, other.rollback)
        release.start()
        done = played(data, file)
        release.join()
    assert (done.code, done.err) == (0, "")
    check_end(data, file, undisturbed)


def test_another_process_is_just_making_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite itself does not wait for a file that does not use WAL yet."""
    with held(tmp_path) as other:
        with monkeypatch.context() as patched:
            patched.setattr(backend, "BUSY_MS", 50)
            with pytest.raises(UserError, match="database is locked"):
                Store(tmp_path)
        release = threading.Timer(0.3, other.rollback)
        release.start()
        with Store(tmp_path) as store:
            assert store.tournaments() == []
        release.join()


def test_another_process_holds_the_database_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backend, "BUSY_MS", 50)
    file, undisturbed = prepared(tmp_path)
    data = empty(tmp_path / "data")
    with held(data):
        done = played(data, file)
        said = f"stych: {data / DATABASE} cannot be written: database is locked\n"
        assert (done.code, done.err) == (2, said)
    assert played(data, file).code == 0
    check_end(data, file, undisturbed)


@pytest.mark.parametrize("saves", [0, 1, 3])
def test_from_some_moment_on_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, saves: int
) -> None:
    """What was saved before is there; the rest is played the next time."""
    monkeypatch.setattr(backend, "BUSY_MS", 50)
    file, undisturbed = prepared(tmp_path)
    data = tmp_path / "data"
    save, done_before = Store.save, list[int]()

    def disturbed(store: Store, records: Sequence[Record]) -> None:
        if len(done_before) == saves:
            with held(data):
                save(store, records)
        save(store, records)
        done_before.append(len(records))

    with monkeypatch.context() as patched:
        patched.setattr(Store, "save", disturbed)
        done = played(data, file)
    said = f"stych: {data / DATABASE} cannot be written: database is locked\n"
    assert (done.code, done.err) == (2, said)
    with Store(data) as store:
        assert len(store.played("cup")) == sum(done_before)
    assert played(data, file).code == 0
    check_end(data, file, undisturbed)


def test_a_clock_that_jumps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By days, back and forth: what counts is taken from no clock."""
    dice = Random(1)

    class Jumping(datetime):
        @classmethod
        def now(cls, tz: object = None) -> datetime:  # type: ignore[override]
            return datetime(2000, 1, 1, tzinfo=UTC) + timedelta(days=dice.randrange(-9999, 9999))

    monkeypatch.setattr(evidence, "datetime", Jumping)
    monkeypatch.setattr(plan, "datetime", Jumping)
    file, undisturbed = prepared(tmp_path)
    data = tmp_path / "data"
    assert played(data, file).code == 0
    check_end(data, file, undisturbed)
    with Store(data) as store:
        records = list(store.records("cup"))
    assert len({each.measured.started for each in records}) > 1
    assert all(each.measured.seconds >= 0 for each in records)


def test_runs_of_one_second_keep_what_bots_print_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Still(datetime):
        @classmethod
        def now(cls, tz: object = None) -> datetime:  # type: ignore[override]
            return datetime(2000, 1, 1, tzinfo=UTC)

    monkeypatch.setattr(plan, "datetime", Still)
    for name in ("20000101-000000", "20000101-000000-2", "20000101-000000-3"):
        folder = plan.logs(tmp_path, "cup")
        assert folder.name == name
        folder.mkdir(parents=True)
