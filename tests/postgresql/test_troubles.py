"""A server that goes away or refuses something: the user is told so in one sentence."""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from referee.errors import UserError
from referee.record import Record
from tests.chaos.cup import check_end, check_whole, prepared
from tests.e2e.command import LONG, Done, call
from tests.e2e.processes import until
from tests.postgresql.server import GUARDED, Origin, Server, new_server
from tests.records.matches import make_record
from tests.root import ROOT
from tests.tournaments.scripted import Script
from tournaments.storage.address import ADDRESS
from tournaments.storage.store import Store

pytestmark = pytest.mark.slow


@pytest.fixture(params=Origin)
def own_server(request: pytest.FixtureRequest) -> Iterator[Server]:
    """A server that a test may stop."""
    if reason := request.param.why_not():
        pytest.skip(reason)
    with new_server(request.param) as server:
        yield server


def test_a_run_whose_server_goes_away_goes_on_when_it_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own_server: Server
) -> None:
    """Table and records are those of a run with SQLite that nothing disturbed."""
    Script().install(monkeypatch)
    file, undisturbed = prepared(tmp_path)
    data = tmp_path / "data"
    data.mkdir()
    (data / ADDRESS).write_text(own_server.create("cups"))
    save, done_before = Store.save, list[int]()

    def disturbed(store: Store, records: Sequence[Record]) -> None:
        if len(done_before) == 2:
            own_server.stop("immediate")
        save(store, records)
        done_before.append(len(records))

    with monkeypatch.context() as patched:
        patched.setattr(Store, "save", disturbed)
        ended(played(data, file), " cannot be written: ", "the same command goes on")
    ended(played(data, file), " cannot be used: ", "Connection refused")
    own_server.start()
    # There is no file of heads here, so only the journal and the matches are checked.
    assert check_whole(data, data / "heads") == sum(done_before)
    assert played(data, file).code == 0
    check_end(data, file, undisturbed)


def played(data: Path, file: Path) -> Done:
    return call("--data", data, "run", file, "--isolation", "off")


def ended(done: Done, *words: str) -> None:
    assert done.code == 2
    assert done.err.startswith("stych: postgresql+psycopg://postgres@127.0.0.1:")
    assert done.err.count("\n") == 1
    for word in words:
        assert word in done.err


_LOST_AT_THE_LAST = """
import sys
from pathlib import Path
import psycopg
from referee.errors import UserError
from tournaments.storage.store import Store
close = psycopg.ServerCursor.close
def waits(cursor):
    print("has read all", flush=True)
    sys.stdin.readline()
    close(cursor)
psycopg.ServerCursor.close = waits
with Store(Path(sys.argv[1])) as store:
    try:
        list(store.records("cup"))
        store.played("cup")
    except UserError as error:
        print(error)
"""
"""A program that waits between the last record that it reads and the end of its query."""


def test_a_server_that_goes_away_while_it_is_read_is_told_in_a_sentence_alone(
    server: Server, address: str, data: Path
) -> None:
    """No library logs a traceback to standard error, even if the program set up no logging."""
    with Store(data) as store:
        store.save([make_record(1)])
    with subprocess.Popen(
        [sys.executable, "-c", _LOST_AT_THE_LAST, data],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as reader:
        assert reader.stdout is not None
        assert reader.stdout.readline() == "has read all\n"
        with server.session() as session:
            name = address.rpartition("/")[2]
            end_all = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
            session.execute(end_all, [name])
        said, beside = reader.communicate("\n", timeout=LONG)
    assert "cannot be read: " in said
    assert said.count("\n") == 1
    assert beside == ""


def test_a_role_that_may_only_read_sees_all_and_writes_nothing(
    server: Server, address: str, data: Path
) -> None:
    name = address.rpartition("/")[2]
    with Store(data) as store:
        store.save([make_record(1)])
    with server.session(name) as session:
        session.execute(f"CREATE ROLE {name}_reader LOGIN".encode())
        session.execute(f"GRANT SELECT ON ALL TABLES IN SCHEMA public TO {name}_reader".encode())
    (data / ADDRESS).write_text(server.address(name, f"{name}_reader"))
    try:
        with Store(data) as store:
            assert len(store.played("cup")) == 1
            with pytest.raises(UserError, match="cannot be written: permission denied for table"):
                store.save([make_record(2)])
            assert len(store.played("cup")) == 1
    finally:
        with server.session(name) as session:
            session.execute(f"DROP OWNED BY {name}_reader; DROP ROLE {name}_reader".encode())


_OTHERS = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
"""


def test_a_role_without_rights_makes_nothing(server: Server, address: str, data: Path) -> None:
    """And no session of it is left."""
    name = address.rpartition("/")[2]
    with server.session(name) as session:
        session.execute(f"CREATE ROLE {name}_nobody LOGIN".encode())
    (data / ADDRESS).write_text(server.address(name, f"{name}_nobody"))
    try:
        with pytest.raises(UserError, match="cannot be used: permission denied for schema public"):
            Store(data)
        with server.session(name) as session:
            until(lambda: session.execute(_OTHERS).fetchone() == (0,))
            tables = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"
            assert session.execute(tables).fetchone() == (0,)
    finally:
        with server.session(name) as session:
            session.execute(f"DROP ROLE {name}_nobody".encode())


def test_a_password_is_used_and_kept_nowhere(
    server: Server, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither in the data folder, nor in what is printed, nor in the journal."""
    Script().install(monkeypatch)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    name, secret = address.rpartition("/")[2], "s3cr3t-w0rd"
    with server.session(name) as session:
        session.execute(f"DROP ROLE IF EXISTS {GUARDED}".encode())
        session.execute(f"CREATE ROLE {GUARDED} LOGIN PASSWORD '{secret}'".encode())
        session.execute(f'ALTER DATABASE "{name}" OWNER TO {GUARDED}'.encode())
    given = server.address(name, f"{GUARDED}:{secret}")
    file, _ = prepared(tmp_path)
    try:
        done = call("--data", given, "run", file, "--isolation", "off")
        assert (done.code, done.err) == (0, "")
        wrong = call("--data", given.replace(secret, "s3cr3t-wr0ng"), "table", file)
        assert wrong.code == 2
        assert "password authentication failed" in wrong.err
        [folder] = (tmp_path / "home" / "stych").iterdir()
        kept = [each.read_bytes() for each in folder.rglob("*") if each.is_file()]
        with server.session(name) as session:
            rows = session.execute("SELECT entry FROM journal").fetchall()
        for said in (done.out, wrong.out, wrong.err, str(kept), str(rows)):
            assert "s3cr3t" not in said
    finally:
        with server.session() as session:
            session.execute(f'ALTER DATABASE "{name}" OWNER TO postgres'.encode())
        with server.session(name) as session:
            session.execute(f"DROP OWNED BY {GUARDED}; DROP ROLE {GUARDED}".encode())
