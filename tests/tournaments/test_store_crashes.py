"""kill -9 at any moment: what was reported as saved is there, and no half of anything."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from referee.errors import UserError
from tests.e2e.children import child
from tests.records.matches import make_record
from tests.tournaments.test_store_schema import RECORDS, old
from tournaments.storage.lock import alone
from tournaments.storage.store import Store
from tournaments.verify import raw
from tournaments.verify.chain import read_journal

pytestmark = pytest.mark.slow

KILL = """
import os, signal, sys
from pathlib import Path
from sqlalchemy import event
from sqlalchemy.engine import Engine
from tests.records.matches import make_record
from tournaments.storage.store import Store

folder, moment, statement = Path(sys.argv[1]), sys.argv[2], sys.argv[3]

@event.listens_for(Engine, moment)
def stop(connection, cursor, sql, *_):
    if sql.strip().startswith(statement):
        os.kill(os.getpid(), signal.SIGKILL)

with Store(folder) as store:
    store.define("cup", {"boards": 3})
    store.save([make_record(board) for board in (2, 3)])
"""


def killed_at(folder: Path, moment: str, statement: str) -> None:
    assert child(KILL, folder, moment, statement).returncode == -9


MOMENTS = ("before_cursor_execute", "after_cursor_execute")


def chained(store: Store) -> list[str]:
    """The ids in the journal, which has no problem and the same matches as the store."""
    told = read_journal("cup", raw.entries(store.database, "cup"))
    assert told.problems == []
    assert told.matches.keys() == store.played("cup")
    return list(told.matches)


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("statement", ["BEGIN", "INSERT INTO matches", "INSERT INTO journal"])
def test_a_batch_that_was_being_saved_is_not_there(
    tmp_path: Path, moment: str, statement: str
) -> None:
    with Store(tmp_path) as store:
        store.define("cup", {"boards": 3})
        store.save([make_record(1)])
    killed_at(tmp_path, moment, statement)
    with Store(tmp_path) as store:
        assert [record.board for record in store.records("cup")] == [1]
        store.save([make_record(2)])
        assert chained(store) == [make_record(board).id for board in (1, 2)]


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("statement", ["INSERT INTO tournaments", "INSERT INTO journal"])
def test_a_definition_that_was_being_kept_is_not_there(
    tmp_path: Path, moment: str, statement: str
) -> None:
    killed_at(tmp_path, moment, statement)
    with Store(tmp_path) as store:
        assert store.definition("cup") is None
        assert store.head("cup") is None


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE IF NOT EXISTS tournaments",
        "INSERT INTO alembic_version",
        "CREATE TABLE IF NOT EXISTS journal",
    ],
)
def test_a_schema_that_was_being_made_is_made_again(tmp_path: Path, statement: str) -> None:
    killed_at(tmp_path, "after_cursor_execute", statement)
    with Store(tmp_path) as store:
        store.save([make_record(1)])
        assert len(store.played("cup")) == 1


OPENING = KILL.partition("with Store(folder)")[0] + "Store(folder)"


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize(
    "statement",
    ["ALTER TABLE matches", "UPDATE matches", "INSERT INTO journal", "UPDATE alembic_version"],
)
def test_an_old_database_that_was_being_chained_is_chained_again(
    tmp_path: Path, moment: str, statement: str
) -> None:
    folder = tmp_path / "old"
    folder.mkdir()
    old(folder, "0001")
    assert child(OPENING, folder, moment, statement).returncode == -9
    with Store(folder) as store:
        assert chained(store) == [record.id for record in RECORDS]
        assert list(store.records("cup")) == RECORDS


REPORTING = """
import os, signal, sys
from dataclasses import replace
from pathlib import Path
from tests.records.matches import make_record
from tournaments.storage.store import Store

record, saved = make_record(), 0
with Store(Path(sys.argv[1])) as store:
    while True:
        store.save([replace(record, id=f"{saved}-{n}") for n in range(20)])
        saved += 1
        print(saved, store.head("cup").link, flush=True)
        if saved == int(sys.argv[2]):
            os.kill(os.getpid(), signal.SIGKILL)
"""


def test_what_was_reported_is_kept_though_nothing_was_closed(tmp_path: Path) -> None:
    done = child(REPORTING, tmp_path, 5)
    assert done.returncode == -9
    assert done.stdout.split()[::2] == ["1", "2", "3", "4", "5"]
    with Store(tmp_path) as store:
        assert len(store.played("cup")) == 100
        told = read_journal("cup", raw.entries(store.database, "cup"))
        assert len(told.matches) == 100
        assert told.head == done.stdout.split()[-1]


SEEN = """
import sys
from pathlib import Path
from tournaments.storage.store import Store
with Store(Path(sys.argv[1])) as store:
    print(len(store.played("cup")))
"""


def test_another_process_sees_what_was_saved_at_once(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.save([make_record(board) for board in (1, 2, 3)])
        assert child(SEEN, tmp_path).stdout == "3\n"


WRITING = """
import sys
from pathlib import Path
from tests.records.matches import make_record
from tournaments.storage.store import Store
with Store(Path(sys.argv[1])) as store:
    for board in range(1, 31):
        store.save([make_record(board)])
"""


def test_processes_that_save_the_same_matches_make_one_chain(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.define("cup", {"boards": 3})
    with ThreadPoolExecutor() as pool:
        done = list(pool.map(lambda _: child(WRITING, tmp_path), range(3)))
    assert [each.returncode for each in done] == [0, 0, 0], [each.stderr for each in done]
    with Store(tmp_path) as store:
        assert len(chained(store)) == 30


LOCKED = """
import os, signal, sys, time
from pathlib import Path
from tournaments.storage.lock import alone
with alone(Path(sys.argv[1]), "cup"):
    print("locked", flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_lock_ends_with_its_process(tmp_path: Path) -> None:
    assert child(LOCKED, tmp_path).stdout == "locked\n"
    with alone(tmp_path, "cup"), alone(tmp_path, "league"):
        taken = pytest.raises(UserError, match="being played or imported by another process")
        with taken, alone(tmp_path, "cup"):
            pass
    with alone(tmp_path, "cup"):
        pass
