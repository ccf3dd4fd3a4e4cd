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
from referee.files import exists
from tournaments.core.words import how_many
from tournaments.doctor.findings import Finding, FindingState
from tournaments.doctor.machine import room
from tournaments.storage import migrating
from tournaments.storage.address import DATABASE, name_of, url_of
from tournaments.storage.backend import BUSY_MS
from tournaments.storage.survey import survey

_NAME: Final = "data folder"
_ANOTHER: Final = "stych --data ANOTHER-FOLDER ..."
"""The way out when nothing mends the folder."""
_TABLES: Final = ("tournaments", "matches", "bots")
"""The tables whose rows are counted, in the order of the fields of `_Contents`."""


@dataclass(frozen=True, slots=True)
class _Contents:
    """The revision of the database's schema, and the numbers of rows in its tables."""

    revision: str
    tournaments: int
    matches: int
    bots: int


def examine(folder: Path) -> tuple[Finding, Finding]:
    """Findings on the data folder and on the room on its disk.

    No data folder and no database is made, and no schema is updated.
    """
    nearest = _nearest(folder.absolute())
    return _state(folder, nearest), room("disk", nearest, "matches are kept there")


def _nearest(folder: Path) -> Path:
    """The folder, or the nearest one above it that exists, which is on the same disk."""
    return next((each for each in (folder, *folder.parents) if exists(each)), Path("/"))


def _state(folder: Path, nearest: Path) -> Finding:
    if not exists(folder):
        return _absent(folder, nearest)
    if not folder.is_dir():
        return _broken(folder, f"{folder} is a file", _ANOTHER)
    if not os.access(folder, os.W_OK | os.X_OK):
        return _broken(folder, f"{folder} cannot be written to", _writable(folder))
    try:
        url = url_of(folder)
    except UserError as error:
        return _broken(folder, f"{folder} cannot be used: {error}", _ANOTHER)
    return _server_state(folder, name_of(url)) if url else _file_state(folder, folder / DATABASE)


def _server_state(folder: Path, address: str) -> Finding:
    """The state of a database that is on a server."""
    try:
        contents = survey(folder)
    except UserError as error:
        mend = f"start the server, or {_ANOTHER}"
        return _broken(folder, str(error), mend)
    if contents is None:
        facts = _facts(folder)
        return Finding(_NAME, FindingState.FINE, f"{address}, with nothing in it yet", facts=facts)
    rows = (contents.rows.get(table, 0) for table in _TABLES)
    return _compared(folder, address, _Contents(contents.revision, *rows))


def _file_state(folder: Path, file: Path) -> Finding:
    """The state of a database of SQLite, which is a file in the folder."""
    try:
        status = file.stat()
    except FileNotFoundError:
        status = None
    except OSError as error:
        why = f"{file} cannot be looked at: {error.strerror}"
        return _broken(folder, why, _writable(file))
    if status and not stat.S_ISREG(status.st_mode):
        return _broken(folder, f"{file} is no regular file", _ANOTHER)
    # SQLite makes an empty file when it opens a database, so an empty file means the same as none.
    if not status or not status.st_size:
        return Finding(
            _NAME, FindingState.FINE, f"{folder}, with nothing in it yet", facts=_facts(folder)
        )
    if not os.access(file, os.R_OK | os.W_OK):
        return _broken(folder, f"{file} cannot be read and written", _writable(file))
    try:
        contents = _read(file)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        why = f"{file} cannot be read: {' '.join(str(error).split())}"
        return _broken(folder, why, "import a copy: stych --data ANOTHER-FOLDER import FILE")
    return _compared(folder, str(folder), contents)


def _absent(folder: Path, nearest: Path) -> Finding:
    """The state of a folder that does not exist; `nearest` is what exists nearest above it."""
    if not nearest.is_dir():
        return _broken(folder, f"{folder} cannot be made: {nearest} is no folder", _ANOTHER)
    if _takes_folders(nearest):
        return Finding(
            _NAME,
            FindingState.FINE,
            f"{folder} is not there yet; it can be made",
            facts=_facts(folder),
        )
    if not os.access(nearest, os.X_OK):
        why = f"{folder} cannot be looked at: {nearest} cannot be searched"
    else:
        why = f"{folder} cannot be made: {nearest} cannot be written to"
    return _broken(folder, why, _writable(nearest))


def _takes_folders(folder: Path) -> bool:
    """Whether a folder can be made in `folder`; tried, as root has the right even in /proc."""
    try:
        Path(tempfile.mkdtemp(prefix="stych-", dir=folder)).rmdir()
    except OSError:
        return False
    return True


def _broken(folder: Path, why: str, mend: str) -> Finding:
    facts = _facts(folder)
    return Finding(_NAME, FindingState.BROKEN, why, "no match can be kept", mend, facts)


def _writable(path: Path) -> str:
    """The command that makes a path writable, or avoids it."""
    return f"chmod u+rwX {shlex.quote(str(path))}, or {_ANOTHER}"


def _compared(folder: Path, place: str, stored: _Contents) -> Finding:
    """The state of a readable database, by its schema's revision and the newest one known here."""
    newest, facts = migrating.newest(), _facts(folder, stored)
    # Revisions are numbers with the same number of digits, so they can be compared as texts.
    if stored.revision > newest:
        return Finding(
            _NAME,
            FindingState.BROKEN,
            f"{place}, written by a newer stych (schema {stored.revision}, this one has {newest})",
            "this version cannot use it",
            f"git pull && make run, or {_ANOTHER}",
            facts,
        )
    old = "" if stored.revision == newest else "; the next command brings its schema up to date"
    numbers = {
        "tournament": stored.tournaments,
        "match": stored.matches,
        "stored bot": stored.bots,
    }
    what = ", ".join(how_many(number, noun) for noun, number in numbers.items())
    return Finding(_NAME, FindingState.FINE, f"{place}: {what}{old}", facts=facts)


def _facts(folder: Path, contents: _Contents | None = None) -> dict[str, object]:
    """The facts of the finding; without `contents`, those of a data folder without a database."""
    return {
        "folder": str(folder),
        "schema": contents.revision if contents else None,
        "newest_schema": migrating.newest(),
        "tournaments": contents.tournaments if contents else 0,
        "matches": contents.matches if contents else 0,
        "bots": contents.bots if contents else 0,
    }


def _read(file: Path) -> _Contents:
    """Read the database without changing it. If there is a -wal file, a -shm file may be made.

    Raises sqlite3.Error or UnicodeDecodeError when the database is damaged.
    """
    # Without a -wal file no process has the database open. Then it is opened as immutable, so that
    # SQLite does not make that file and the -shm file, in which it notes readers.
    still = "" if file.with_name(f"{file.name}-wal").exists() else "&immutable=1"
    address = f"file:{quote(str(file.absolute()))}?mode=ro{still}"
    with closing(sqlite3.connect(address, uri=True, timeout=BUSY_MS / 1000)) as connection:
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        if row is None:
            raise sqlite3.DatabaseError("its table alembic_version is empty")
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        tables = {name for (name,) in names}
        counted = [_count(connection, table) if table in tables else 0 for table in _TABLES]
    return _Contents(str(row[0]), *counted)


def _count(connection: sqlite3.Connection, table: str) -> int:
    (number,) = connection.execute(f"SELECT count(*) FROM {table}").fetchone()  # noqa: S608
    return int(number)
