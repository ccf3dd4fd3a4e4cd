"""A quick look into the SQLite database of a data folder, for completion.

It needs the standard library alone, writes no row, and waits for no lock. The methods of Peek raise
sqlite3.Error for a database that cannot be read or takes too long, ValueError for one that is
missing or has another schema, and ValueError, KeyError or TypeError for damaged values.
"""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any, Final
from urllib.parse import quote

_SECONDS: Final = 0.5
"""The most seconds for a query: a malicious database could make it run for ever."""
_STEPS: Final = 10_000
"""Instructions of SQLite's virtual machine between two checks of the time."""
_MOST: Final = 60
"""The most ids that `matches` lists first: nobody reads more."""
_SELECT_BOTS: Final = (
    "SELECT name, number, manifest FROM bots WHERE withdrawn IS NULL ORDER BY name, number"
)
_SELECT_TOURNAMENTS: Final = "SELECT name FROM tournaments ORDER BY name"
# A range of ids, so that SQLite uses their index. To read through the table would be slow: it may
# have a million records, and they are long.
_SELECT_FIRST: Final = "SELECT id FROM matches WHERE id >= ? AND id < ? ORDER BY id LIMIT ?"
_SELECT_LAST: Final = "SELECT id FROM matches WHERE id >= ? AND id < ? ORDER BY id DESC LIMIT 1"
_AFTER_ALL: Final = "\x7f"
"""A character that sorts after all characters of ids."""


@dataclass(frozen=True, slots=True)
class Peek:
    """A database by its path, and the revision that its schema must have."""

    database: Path
    schema: str

    def bots(self) -> list[tuple[str, int, list[str]]]:
        """The name, number and games of each version that is not withdrawn, by name and number."""
        rows = self._rows(_SELECT_BOTS)
        return [(name, number, json.loads(text)["games"]) for name, number, text in rows]

    def tournaments(self) -> list[str]:
        """The names of all tournaments, in order."""
        return [name for (name,) in self._rows(_SELECT_TOURNAMENTS)]

    def matches(self, beginning: str) -> list[str]:
        """The ids of matches with this beginning, in order; the first _MOST and the last."""
        between = (beginning, beginning + _AFTER_ALL)
        first = [id_ for (id_,) in self._rows(_SELECT_FIRST, *between, _MOST)]
        if len(first) < _MOST:
            return first
        # A shell completes what all listed ids have in common. The last one is listed, so that this
        # is common to all ids, and not only to the first.
        return sorted({*first, *(id_ for (id_,) in self._rows(_SELECT_LAST, *between))})

    def _rows(self, statement: str, *values: object) -> list[Sequence[Any]]:
        with self._opened() as connection:
            return connection.execute(statement, values).fetchall()

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        # A reader would make the files of the write-ahead log if they are missing. When they are
        # missing nobody writes, so the database can be opened as one that does not change.
        beside = [self.database.with_name(self.database.name + end) for end in ("-wal", "-shm")]
        mode = "mode=ro" if all(path.exists() for path in beside) else "immutable=1"
        where = f"file:{quote(str(self.database))}?{mode}"
        if not self.database.is_file():
            raise ValueError("there is no database")
        with closing(sqlite3.connect(where, uri=True, timeout=0)) as connection:
            until = monotonic() + _SECONDS
            # A true result of the handler ends the query with an error.
            connection.set_progress_handler(lambda: monotonic() > until, _STEPS)
            revisions = connection.execute("SELECT version_num FROM alembic_version").fetchall()
            if revisions != [(self.schema,)]:
                raise ValueError("it has another schema")
            yield connection
