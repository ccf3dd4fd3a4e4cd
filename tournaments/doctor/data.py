"""Looks at the state of a data folder without changing it."""

import os
import shlex
import sqlite3
import stat
import tempfile
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import quote

from referee.errors import UserError
from referee.files import is_there
from tournaments.core.words import how_many
from tournaments.doctor.findings import Finding, FindingState
from tournaments.doctor.machine import room
from tournaments.storage import migrating
from tournaments.storage.address import DATABASE, name_of, url_of
from tournaments.storage.backend import BUSY_MS
from tournaments.storage.survey import survey

_NAME: Final = "data folder"
_TABLES: Final = ("tournaments", "matches", "bots")


@dataclass(frozen=True, slots=True)
class _Kept:
    """What the database says of itself: its schema's revision, and numbers of rows."""

    revision: str
    tournaments: int
    matches: int
    bots: int


def examine(folder: Path) -> tuple[Finding, Finding]:
    """Findings on the folder and on the room on its disk. Nothing is made or migrated."""
    there = _nearest(folder.absolute())
    return _state(folder, there), room("disk", there, "matches are kept there")


def _nearest(folder: Path) -> Path:
    """The folder, or the first above it that is there: what can be asked about its disk."""
    return next((each for each in (folder, *folder.parents) if is_there(each)), Path("/"))


def _state(folder: Path, there: Path) -> Finding:
    if not is_there(folder):
        return _absent(folder, there)
    if not folder.is_dir():
        return _broken(folder, "is a file", "stych --data ANOTHER-FOLDER ...")
    if not os.access(folder, os.W_OK | os.X_OK):
        return _broken(folder, "cannot be written to", _writable(folder))
    try:
        url = url_of(folder)
    except UserError as error:
        return _broken(folder, f"cannot be used: {error}", "stych --data ANOTHER-FOLDER ...")
    return _answered(folder, name_of(url)) if url else _opened(folder, folder / DATABASE)


def _answered(folder: Path, address: str) -> Finding:
    """The state of a database that a server has."""
    try:
        kept = survey(folder)
    except UserError as error:
        lacks, mend = "no match can be kept", "start the server, or stych --data ANOTHER ..."
        return Finding(_NAME, FindingState.BROKEN, str(error), lacks, mend, _facts(folder))
    if kept is None:
        facts = _facts(folder)
        return Finding(_NAME, FindingState.FINE, f"{address}, with nothing in it yet", facts=facts)
    rows = (kept.rows.get(each, 0) for each in _TABLES)
    return _told(folder, address, _Kept(kept.revision, *rows))


def _opened(folder: Path, file: Path) -> Finding:
    try:
        found = file.stat()
    except FileNotFoundError:
        found = None
    except OSError as error:
        return _broken(file, f"cannot be looked at: {error.strerror}", _writable(file))
    if found and not stat.S_ISREG(found.st_mode):
        return _broken(file, "is no regular file", "stych --data ANOTHER-FOLDER ...")
    # SQLite makes an empty file when it is opened, so that one is as good as none.
    if not found or not found.st_size:
        return Finding(
            _NAME, FindingState.FINE, f"{folder}, with nothing in it yet", facts=_facts(folder)
        )
    if not os.access(file, os.R_OK | os.W_OK):
        return _broken(file, "cannot be read and written", _writable(file))
    try:
        kept = _ask(file)
    except (sqlite3.Error, UnicodeDecodeError, TypeError) as error:
        why = f"cannot be read: {' '.join(str(error).split())}"
        return _broken(file, why, "import a copy: stych --data ANOTHER-FOLDER import FILE")
    return _told(folder, str(folder), kept)


def _absent(folder: Path, there: Path) -> Finding:
    if there.is_dir() and _takes_folders(there):
        return Finding(
            _NAME,
            FindingState.FINE,
            f"{folder} is not there yet; it can be made",
            facts=_facts(folder),
        )
    if there.is_dir() and not os.access(there, os.X_OK):
        return _broken(folder, f"cannot be looked at: {there} cannot be searched", _writable(there))
    return _broken(folder, f"cannot be made: {there} cannot be written to", _writable(there))


def _takes_folders(folder: Path) -> bool:
    """Whether a folder can be made in it, which is tried: to root all modes say yes."""
    try:
        Path(tempfile.mkdtemp(prefix="stych-", dir=folder)).rmdir()
    except OSError:
        return False
    return True


def _broken(path: Path, why: str, mend: str) -> Finding:
    lacks = "no match can be kept"
    return Finding(_NAME, FindingState.BROKEN, f"{path} {why}", lacks, mend, _facts(path))


def _writable(path: Path) -> str:
    return f"chmod u+rwX {shlex.quote(str(path))}, or stych --data ANOTHER-FOLDER ..."


def _told(folder: Path, place: str, kept: _Kept) -> Finding:
    newest, facts = migrating.newest(), _facts(folder, kept)
    # Revisions are numbers of one width, so texts compare as these.
    if kept.revision > newest:
        return Finding(
            _NAME,
            FindingState.BROKEN,
            f"{place}, written by a newer stych (schema {kept.revision}, this one has {newest})",
            "this version cannot use it",
            "git pull && make run, or stych --data ANOTHER-FOLDER ...",
            facts,
        )
    old = "" if kept.revision == newest else "; the next command brings its schema up to date"
    numbers = {
        "tournament": kept.tournaments,
        "match": kept.matches,
        "stored bot": kept.bots,
    }
    what = ", ".join(how_many(number, noun) for noun, number in numbers.items())
    return Finding(_NAME, FindingState.FINE, f"{place}: {what}{old}", facts=facts)


def _facts(folder: Path, kept: _Kept | None = None) -> dict[str, object]:
    return {
        "folder": str(folder),
        "schema": kept.revision if kept else None,
        "newest_schema": migrating.newest(),
        "tournaments": kept.tournaments if kept else 0,
        "matches": kept.matches if kept else 0,
        "bots": kept.bots if kept else 0,
    }


def _ask(file: Path) -> _Kept:
    """Read the database without touching its schema or any file beside it.

    Raises sqlite3.Error, UnicodeDecodeError or TypeError for one that is damaged.
    """
    # Without a -wal file nobody has it open. It can be called immutable then, so that SQLite does
    # not even make the files in which it notes readers.
    still = "" if file.with_name(f"{file.name}-wal").exists() else "&immutable=1"
    address = f"file:{quote(str(file.absolute()))}?mode=ro{still}"
    with closing(sqlite3.connect(address, uri=True, timeout=BUSY_MS / 1000)) as connection:
        (revision,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        tables = {name for (name,) in names}
        counted = [_count(connection, table) if table in tables else 0 for table in _TABLES]
    return _Kept(str(revision), *counted)


def _count(connection: sqlite3.Connection, table: str) -> int:
    (number,) = connection.execute(f"SELECT count(*) FROM {table}").fetchone()  # noqa: S608
    return int(number)
