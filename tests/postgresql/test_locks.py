"""One process at a time plays a tournament, and writers wait for one another: by the server."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from referee.errors import UserError
from tests.e2e.children import child
from tests.postgresql.server import Server
from tests.records.matches import make_record
from tests.tournaments.test_store_crashes import chained
from tournaments.storage import backend
from tournaments.storage.store import Store

pytestmark = pytest.mark.slow

WRITING = """
import sys
from pathlib import Path
from tests.records.matches import make_record
from tournaments.storage.store import Store
with Store(Path(sys.argv[1])) as store:
    store.define("cup", {"boards": 30})
    for board in range(1, 31):
        store.save([make_record(board)])
"""

LOCKED = """
import os, signal, sys
from pathlib import Path
from tournaments.storage.store import Store
with Store(Path(sys.argv[1])) as store, store.database.alone("cup"):
    print("locked", flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_four_processes_that_save_the_same_matches_make_one_chain_without_a_gap(
    data: Path,
) -> None:
    """They also make the schema at the same time."""
    with ThreadPoolExecutor() as pool:
        done = list(pool.map(lambda _: child(WRITING, data), range(4)))
    assert [each.returncode for each in done] == [0] * 4, [each.stderr for each in done]
    with Store(data) as store:
        assert len(chained(store)) == 30
        last = store.head("cup")
        assert last is not None
        assert last.number == 31


def test_a_tournament_is_one_process_s_until_its_end(data: Path) -> None:
    with Store(data) as one, Store(data) as other:
        assert other.database.held() == ""
        one.define("cup", {"boards": 1})
        with one.database.alone("cup"), other.database.alone("league"):
            with (
                pytest.raises(UserError, match="cup is being played or imported by another"),
                other.database.alone("cup"),
            ):
                pass
            assert other.database.held() == "cup"
        assert other.database.held() == ""
        with one.database.alone("league"):
            assert other.database.held() == "a tournament"
        with other.database.alone("cup"):
            pass


def test_a_lock_ends_with_its_process(data: Path) -> None:
    assert child(LOCKED, data).stdout == "locked\n"
    with Store(data) as store, store.database.alone("cup"):
        pass


def test_who_lost_its_lock_writes_nothing_more(server: Server, data: Path) -> None:
    """Another process may play the tournament now."""
    with Store(data) as store, store.database.alone("cup"):
        store.save([make_record(1)])
        with server.session() as session:
            session.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'"
                " AND granted AND database ="
                " (SELECT oid FROM pg_database WHERE datname = %s)",
                [store.database.name.rpartition("/")[2]],
            )
        with pytest.raises(UserError, match="ended the session that kept other processes from cup"):
            store.save([make_record(2)])
        assert len(store.played("cup")) == 1


def test_a_writer_that_holds_on_is_waited_for_and_then_told(
    monkeypatch: pytest.MonkeyPatch, data: Path
) -> None:
    monkeypatch.setattr(backend, "BUSY_MS", 50)
    with Store(data) as one, Store(data) as other:
        with one.database.writing():
            with pytest.raises(UserError, match=r"cannot be written: .* lock timeout"):
                other.save([make_record(1)])
            assert list(other.records("cup")) == []
        other.save([make_record(1)])
        assert len(other.played("cup")) == 1


def test_a_snapshot_is_of_one_moment(data: Path) -> None:
    with Store(data) as one, Store(data) as other:
        one.save([make_record(1)])
        with one.database.snapshot():
            assert len(one.played("cup")) == 1
            other.save([make_record(2)])
            assert len(one.played("cup")) == 1
        assert len(one.played("cup")) == 2
