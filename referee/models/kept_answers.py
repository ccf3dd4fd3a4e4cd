"""Saves the answers that were paid for in the data folder, until the tournament begins anew.

A match that is played again, after a void or after the run was killed, finds its answers here: a
question whose answer was saved is not asked again in this match. The tokens and dollars that were
spent are counted here as well, so that a budget holds over runs and over worker processes.
"""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from referee.models.reply import Reply

FILE: Final = "answers.db"
"""The name of the file in the data folder."""
_BUSY_SECONDS: Final = 60.0
"""Seconds that a process waits for another process that writes."""
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
    """The place in which a question was asked; its answer is used in this place alone.

    Two matches that lead to the same prompt ask twice. Otherwise a model and its twin in a null
    pair would always answer alike, and chance would look smaller than it is.
    """

    match: str
    """The id of the match."""
    seat: int
    decision: int
    """The number of the decision in this seat, from 0."""
    attempt: int
    """The number of answers to this decision that came before, in this playing of the match."""


@dataclass(frozen=True, slots=True)
class Spent:
    """The tokens, and their cost in dollars, that were used up so far."""

    tokens: int = 0
    cost: float = 0.0


class KeptAnswers:
    """The saved answers of a data folder; several processes may use them at once.

    Every method raises sqlite3.Error when the file cannot be read or written.
    """

    def __init__(self, folder: Path) -> None:
        self._connection = sqlite3.connect(
            folder / FILE, timeout=_BUSY_SECONDS, isolation_level=None
        )
        self._connection.execute("PRAGMA journal_mode = WAL")
        # An answer that was paid for must survive a crash of the machine.
        self._connection.execute("PRAGMA synchronous = FULL")
        self._connection.executescript(_TABLES)

    def close(self) -> None:
        """Close the file with the answers."""
        self._connection.close()

    def find(self, place: Place, request: str) -> Reply | None:
        """The reply to a request in this place, given by its digest; None if none is saved."""
        query = (
            "SELECT reply FROM answers"
            " WHERE match = ? AND seat = ? AND decision = ? AND try = ? AND request = ?"
        )
        row = self._connection.execute(query, (*_values(place), request)).fetchone()
        return Reply(**json.loads(row[0])) if row else None

    def keep(self, tournament: str, place: Place, request: str, reply: Reply, cost: float) -> None:
        """Save a reply, and count its tokens and its cost in dollars: both or neither.

        `request` is the digest of the request.
        """
        text = json.dumps(asdict(reply))
        tokens = reply.read + reply.written
        with self._transaction():
            self._connection.execute(
                # REPLACE: a match that was given up and begun anew may have asked the same twice.
                "INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?, ?)",
                (*_values(place), request, text),
            )
            self.count(tournament, place.match, tokens, cost)

    def count(self, tournament: str, match: str, tokens: int, cost: float) -> None:
        """Add tokens and dollars to those that were used up in a match."""
        self._connection.execute(
            "INSERT INTO spent VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE"
            " SET tokens = tokens + excluded.tokens, cost = cost + excluded.cost",
            (tournament, match, tokens, cost),
        )

    def forget(self, tournament: str) -> None:
        """Remove the answers and the spending of a tournament that begins anew: all or nothing."""
        # Every answer was counted in `spent`, which alone names the tournament.
        matches = "SELECT match FROM spent WHERE tournament = ?"
        answers = f"DELETE FROM answers WHERE match IN ({matches})"  # noqa: S608
        with self._transaction():
            self._connection.execute(answers, (tournament,))
            self._connection.execute("DELETE FROM spent WHERE tournament = ?", (tournament,))

    def spent(self, tournament: str) -> Spent:
        """The tokens and dollars that all matches of the tournament have used up."""
        return self._sum("tournament = ?", tournament)

    def spent_on(self, tournament: str, match: str) -> Spent:
        """The tokens and dollars that one match has used up, over all times that it was begun."""
        return self._sum("tournament = ? AND match = ?", tournament, match)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """A transaction that is written at the end, or undone when there is an error."""
        # IMMEDIATE: a transaction that read before it writes would fail instead of waiting.
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            # After some errors, such as a full disk, SQLite has undone the transaction itself.
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise

    def _sum(self, where: str, *values: str) -> Spent:
        query = f"SELECT TOTAL(tokens), TOTAL(cost) FROM spent WHERE {where}"  # noqa: S608
        tokens, cost = self._connection.execute(query, values).fetchone()
        return Spent(int(tokens), float(cost))


def _values(place: Place) -> tuple[str, int, int, int]:
    return place.match, place.seat, place.decision, place.attempt


def digest_of(request: dict[str, Any]) -> str:
    """The SHA-256 of a request in hex; it does not depend on the order of the keys."""
    # Not Python's hash, since other processes and later versions look for the digest in the file.
    text = json.dumps(request, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()
