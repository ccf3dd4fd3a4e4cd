"""The answers that were paid for, kept in the data folder until nobody can need them any more.

A match that is played again, after a void or after the run was killed, finds its answers here: the
same question of the same match is not asked twice. What was spent is counted here as well, so that
a budget holds over runs and over worker processes.
"""

import json
import sqlite3
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from referee.models.reply import Reply

FILE: Final = "answers.db"
"""Its name in the data folder."""
_BUSY_SECONDS: Final = 60.0
"""So long a process waits for another one that writes."""
_TABLES: Final = """
CREATE TABLE IF NOT EXISTS answers (
    match TEXT, seat INTEGER, decision INTEGER, try INTEGER, request TEXT,
    reply TEXT NOT NULL, PRIMARY KEY (match, seat, decision, try, request)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS spent (
    tournament TEXT, match TEXT, tokens INTEGER NOT NULL, cost REAL NOT NULL,
    PRIMARY KEY (tournament, match)
) WITHOUT ROWID;
"""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a question was asked: an answer is used there alone.

    Two matches that come to the same prompt ask twice. Otherwise a model and its twin in a null
    pair would always answer alike, and chance would look smaller than it is.
    """

    match: str
    seat: int
    decision: int
    attempt: int


@dataclass(frozen=True, slots=True)
class Spent:
    """What was used up so far: tokens, and dollars."""

    tokens: int = 0
    cost: float = 0.0


class KeptAnswers:
    """The kept answers of a data folder; several processes may use them at once.

    Everything raises sqlite3.Error when the file cannot be read or written.
    """

    def __init__(self, folder: Path) -> None:
        self._open = sqlite3.connect(folder / FILE, timeout=_BUSY_SECONDS, isolation_level=None)
        self._open.execute("PRAGMA journal_mode = WAL")
        # An answer that was paid for must survive a crash of the machine.
        self._open.execute("PRAGMA synchronous = FULL")
        self._open.executescript(_TABLES)

    def close(self) -> None:
        """Close the file of the answers."""
        self._open.close()

    def find(self, place: Place, request: str) -> Reply | None:
        """The reply to this request in this place; None when it was not asked yet."""
        query = (
            "SELECT reply FROM answers"
            " WHERE match = ? AND seat = ? AND decision = ? AND try = ? AND request = ?"
        )
        row = self._open.execute(query, (*_values(place), request)).fetchone()
        return Reply(**json.loads(row[0])) if row else None

    def keep(self, tournament: str, place: Place, request: str, reply: Reply, cost: float) -> None:
        """Keep a reply, and count what it cost, both or none."""
        text = json.dumps(asdict(reply))
        tokens = reply.read + reply.written
        # Begun as a writer: one that has read first cannot wait for another that writes.
        self._open.execute("BEGIN IMMEDIATE")
        try:
            self._open.execute(
                # Two beginnings of a match, one of them given up, may both have asked and paid.
                "INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?, ?)",
                (*_values(place), request, text),
            )
            self.count(tournament, place.match, tokens, cost)
        except BaseException:
            self._open.execute("ROLLBACK")
            raise
        self._open.execute("COMMIT")

    def count(self, tournament: str, match: str, tokens: int, cost: float) -> None:
        """Count what was paid in a match, whatever came of it."""
        self._open.execute(
            "INSERT INTO spent VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE"
            " SET tokens = tokens + excluded.tokens, cost = cost + excluded.cost",
            (tournament, match, tokens, cost),
        )

    def forget(self, tournament: str) -> None:
        """Forget the answers of a tournament that is played anew, and what it used up."""
        self._open.execute("BEGIN IMMEDIATE")
        own = "SELECT match FROM spent WHERE tournament = ?"
        self._open.execute(f"DELETE FROM answers WHERE match IN ({own})", (tournament,))  # noqa: S608
        self._open.execute("DELETE FROM spent WHERE tournament = ?", (tournament,))
        self._open.execute("COMMIT")

    def spent(self, tournament: str) -> Spent:
        """What all matches of the tournament used up."""
        return self._sum("tournament = ?", tournament)

    def spent_on(self, tournament: str, match: str) -> Spent:
        """What one match used up, in all its beginnings."""
        return self._sum("tournament = ? AND match = ?", tournament, match)

    def _sum(self, where: str, *values: str) -> Spent:
        query = f"SELECT TOTAL(tokens), TOTAL(cost) FROM spent WHERE {where}"  # noqa: S608
        tokens, cost = self._open.execute(query, values).fetchone()
        return Spent(int(tokens), float(cost))


def _values(place: Place) -> tuple[str, int, int, int]:
    return place.match, place.seat, place.decision, place.attempt


def digest_of(request: dict[str, Any]) -> str:
    """The SHA-256 of a request, whatever the order of its keys."""
    # Kept in a file that a later version reads: nothing of Python's own hash is in it.
    text = json.dumps(request, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()
