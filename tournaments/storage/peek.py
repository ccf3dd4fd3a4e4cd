"""A quick look at what a data folder has, for completion: by the standard library alone.

No row is made, changed or waited for. Raises sqlite3.Error for a database that cannot be read or
takes too long, ValueError for one of another schema, and KeyError or TypeError for what is damaged
in it.
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
"""How long a question may take: a stranger's database may answer without end."""
_STEPS: Final = 10_000
"""Instructions of SQLite between two looks at the clock."""
_MOST: Final = 60
"""Ids that are told; nobody reads more."""
_SELECT_BOTS: Final = (
    "SELECT name, number, manifest FROM bots WHERE withdrawn IS NULL ORDER BY name, number"
)
_SELECT_TOURNAMENTS: Final = "SELECT name FROM tournaments ORDER BY name"
# By the index of the ids: records are long, and there may be a million of them.
_SELECT_FIRST: Final = "SELECT id FROM matches WHERE id >= ? AND id < ? ORDER BY id LIMIT ?"
_SELECT_LAST: Final = "SELECT id FROM matches WHERE id >= ? AND id < ? ORDER BY id DESC LIMIT 1"
_AFTER_ALL: Final = "\x7f"
"""Sorts after all characters of an id."""


@dataclass(frozen=True, slots=True)
class Peek:
    """A database by its path, and the revision of the schema that it must have."""

    database: Path
    schema: str

    def bots(self) -> list[tuple[str, int, list[str]]]:
        """Name, number and games of the versions that are not withdrawn, by name and number."""
        rows = self._rows(_SELECT_BOTS)
        return [(name, number, json.loads(text)["games"]) for name, number, text in rows]

    def tournaments(self) -> list[str]:
        """The names of the tournaments of which something is kept."""
        return [name for (name,) in self._rows(_SELECT_TOURNAMENTS)]

    def matches(self, beginning: str) -> list[str]:
        """Ids of matches that begin so; of very many the first ones and the last."""
        between = (beginning, beginning + _AFTER_ALL)
        first = [id_ for (id_,) in self._rows(_SELECT_FIRST, *between, _MOST)]
        if len(first) < _MOST:
            return first
        # With the last one, or what the first have in common would look common to all.
        return sorted({*first, *(id_ for (id_,) in self._rows(_SELECT_LAST, *between))})

    def _rows(self, statement: str, *values: object) -> list[Sequence[Any]]:
        with self._opened() as connection:
            return connection.execute(statement, values).fetchall()

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        # A reader makes the files of the write-ahead log where there are none. Without them nobody
        # writes, and the file can be taken for one that does not change.
        beside = [self.database.with_name(self.database.name + end) for end in ("-wal", "-shm")]
        mode = "mode=ro" if all(path.exists() for path in beside) else "immutable=1"
        where = f"file:{quote(str(self.database))}?{mode}"
        if not self.database.is_file():
            raise ValueError("there is no database")
        with closing(sqlite3.connect(where, uri=True, timeout=0)) as connection:
            until = monotonic() + _SECONDS
            connection.set_progress_handler(lambda: monotonic() > until, _STEPS)
            found = connection.execute("SELECT version_num FROM alembic_version").fetchall()
            if found != [(self.schema,)]:
                raise ValueError("it has another schema")
            yield connection
