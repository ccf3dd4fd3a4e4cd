"""All tables at which persons sit with their browsers, while the server runs."""

import hashlib
import hmac
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, TypeAlias

import anyio

from referee.errors import UserError
from referee.sandbox.probe import Mode
from stych_web.playing.person_seat import PersonSeat
from stych_web.streams import SILENCE, STILL_HERE
from tournaments.commands.isolation import Needed, isolating
from tournaments.config.entrants import programs
from tournaments.person.open_table import OpenTable
from tournaments.person.open_tables import OpenTables, SeatRequest, TableRules, open_tables

PersonTable: TypeAlias = OpenTable[PersonSeat]

_KEY_BYTES: Final = 32
MOST_EACH: Final = 4
"""Tables that are open at once for one address."""


class PlayRoom:
    """The tables. They are there while `running` is."""

    def __init__(self, data: Path, mode: Mode) -> None:
        """Records are kept in the data folder; bots are isolated by the mode."""
        self.data = data
        self._mode = mode
        self._tables: OpenTables[PersonSeat] | None = None
        # Of this process alone: a form of the one before is an old form.
        self._key = secrets.token_bytes(32)
        self._closed = False

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Tables can be opened in the block; nothing of them is left when it ends."""
        rules = TableRules(
            self.data,
            lambda entrants: isolating(self._mode, Needed(programs(entrants)), console=None)(),
            PersonSeat,
            _KEY_BYTES,
            MOST_EACH,
        )
        async with open_tables(rules) as tables:
            self._tables = tables
            yield

    async def open(self, asked: SeatRequest, address: str) -> PersonTable:
        """A table of somebody at this address. Raises StychError when there can be none."""
        if self._tables is None or self._closed:
            raise UserError("the server is about to end: no table is opened any more")
        return await self._tables.open(asked, address)

    def find(self, token: str) -> PersonTable | None:
        """The table of this token, if there is one."""
        return self._tables.get(token) if self._tables else None

    def order_token(self) -> str:
        """What the form brings back that opens a table: a page elsewhere does not know it."""
        return hmac.new(self._key, b"order", hashlib.sha256).hexdigest()[:32]

    def is_order(self, token: str) -> bool:
        """Whether a form is one of this server."""
        return hmac.compare_digest(self.order_token().encode(), token.encode("utf-8", "replace"))

    async def close(self) -> None:
        """End all streams: the server stops."""
        self._closed = True
        # Streams wait for their tables: they look up, and see that it is over.
        for table in self._tables.open_now() if self._tables else ():
            table.seat.move()

    async def events(self, table: PersonTable) -> AsyncIterator[bytes]:
        """The version of the seat's page whenever it is another, beginning with that of now."""
        told = ""
        yield b"retry: 1000\n\n"
        while not self._closed:
            # Looked at and waited for without a pause between, so that no change is missed.
            version = page_version(table)
            if version != told:
                told = version
                yield f"event: seat\ndata: {version}\n\n".encode()
                continue
            # Nothing will change any more; a browser that asks again is told so once more.
            if table.done.is_set():
                return
            with anyio.move_on_after(SILENCE) as scope:
                await table.seat.moved()
            if scope.cancelled_caught:
                # Whoever listens is there, and thinks.
                table.touch()
                yield STILL_HERE


def page_version(table: PersonTable) -> str:
    """Another text after every change of what the table's page shows."""
    return f"{table.seat.version}{int(table.done.is_set())}"
