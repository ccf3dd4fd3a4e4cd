"""Archives and databases of a small tournament: as they are, damaged, and read."""

import io
import shutil
import tempfile
import zipfile
from functools import cache
from pathlib import Path

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from referee.evidence import Cause, Evidence
from tests.fuzz.inputs import damaged, dented, one_of
from tests.records.matches import failing_after, uniform
from tests.tournaments.cups import play_cup, write_cup
from tournaments.config.stored import stored
from tournaments.core.voids import Void
from tournaments.run.stand import stand
from tournaments.storage.address import DATABASE
from tournaments.storage.store import Store
from tournaments.transfer import archive as archive_module
from tournaments.transfer.exporting import export_to
from tournaments.transfer.importing import import_from
from tournaments.verify.tournament import verify


# Cached, since Python removes the folder with the object: so it does at the end of the process.
@cache
def _scratch() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="fuzz-")


def scratch() -> Path:
    """A folder of this process, removed at its end."""
    return Path(_scratch().name)


@cache
def cup() -> Path:
    """The data folder of a tournament with a void, begun with one board and going on with two."""
    folder = scratch() / "cup"
    folder.mkdir()
    play_cup(write_cup(folder, boards=1), folder / "data", [uniform, failing_after(9)])
    play_cup(write_cup(folder), folder / "data", matches=2)
    with Store(folder / "data") as store:
        fixture = next(iter(stored(store, "cup").schedule().fixtures))
        seen = Evidence(waited_ms=1500.5, load=9.0, words="last words")
        store.annul("cup", Void.of_match(fixture, Cause.MACHINE, "the machine was busy", seen))
    return folder / "data"


@cache
def entries() -> list[bytes]:
    """Some lines of its journal."""
    with Store(cup()) as store, store.database.reading() as connection:
        rows = connection.exec_driver_sql("SELECT entry FROM journal ORDER BY number").fetchall()
    return [text.encode() for (text,) in (*rows[:2], *rows[-3:])]


@cache
def exported() -> bytes:
    """The bytes of the file to which the tournament was exported."""
    path = scratch() / "whole.stych"
    with Store(cup()) as store:
        export_to(path, store, ["cup"], b'name = "cup"\n')
    return path.read_bytes()


@st.composite
def _repacked(draw: DrawFn) -> bytes:
    with zipfile.ZipFile(io.BytesIO(exported())) as old:
        texts = {name: old.read(name) for name in old.namelist()}
    name = draw(st.sampled_from(sorted(texts)))
    texts[name] = draw(damaged(one_of([texts[name]])))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as new:
        for each, text in texts.items():
            new.writestr(each, text)
    return packed.getvalue()


def damaged_outside() -> SearchStrategy[bytes]:
    """The exported file with bytes cut out, replaced or added anywhere."""
    whole = st.builds(exported)
    return dented(whole) | damaged(whole)


def damaged_inside() -> SearchStrategy[bytes]:
    """A whole zip file with damage in one of its texts."""
    return st.deferred(_repacked)


def opened(data: bytes) -> None:
    """Everything that is read of an archive before it is checked."""
    path = scratch() / "some.stych"
    path.write_bytes(data)
    with archive_module.opened(path) as archive:
        for _ in archive.items():
            pass


def imported(data: bytes) -> None:
    """Import it into an empty data folder. A tournament that is there afterwards is verified."""
    path, there = scratch() / "some.stych", scratch() / "there"
    path.write_bytes(data)
    with Store(there) as store:
        try:
            import_from(path, store, verify)
        finally:
            report = _problems(store)
            store.forget("cup")
            assert report == []


def _problems(store: Store) -> list[str]:
    """What is wrong with the tournament; nothing if there is none."""
    return verify(store, "cup").problems if store.head("cup") else []


@cache
def _database() -> bytes:
    """The file of the tournament's database, without any log beside it."""
    with Store(cup()) as store, store.database.reading() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    return (cup() / DATABASE).read_bytes()


def damaged_database() -> SearchStrategy[bytes]:
    """The database's file with bytes cut out, replaced or added anywhere."""
    whole = st.builds(_database)
    return dented(whole) | damaged(whole)


def database(data: bytes) -> None:
    """Verify the tournament in a data folder with this database, and read it as commands do."""
    folder = scratch() / "damaged"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / DATABASE).write_bytes(data)
    with Store(folder) as store:
        report = verify(store, "cup")
        for problem in report.problems:
            assert problem.splitlines() == [problem], problem
        stand(store, stored(store, "cup"))
        list(store.records("cup"))
        list(store.voids("cup"))
        store.head("cup")
