"""The tables at which people play in a browser, for as long as the server runs."""

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
from stych_web.attempts import Attempts
from stych_web.playing.person_seat import PersonSeat
from stych_web.streams import SILENCE, STILL_HERE
from tournaments.commands.isolation import BotPrograms, isolation_finder
from tournaments.config.entrants import programs
from tournaments.person.open_table import OpenTable
from tournaments.person.open_tables import OpenTables, SeatRequest, TableRules, open_tables

PersonTable: TypeAlias = OpenTable[PersonSeat]

_KEY_BYTES: Final = 32
"""Random bytes of the token of a seat, which nobody can guess."""
MOST_EACH: Final = 4
"""Tables that one address may have open at the same time."""
_MOST_OPENINGS: Final = 10
"""Tables that one address may open in quick succession."""
_OPENING_SECONDS: Final = 30.0
"""Seconds after which the address may open one more."""


class TooOftenError(UserError):
    """An address opened more tables in a short time than it may."""


class PlayRoom:
    """The tables of one server. They exist only inside the block of `running`."""

    def __init__(self, data: Path, mode: Mode, *, behind_proxy: bool = False) -> None:
        """Records are saved in the data folder `data`; `mode` says how bots are isolated.

        `behind_proxy` is whether a proxy tells the addresses of visitors.
        """
        self.data = data
        self.behind_proxy = behind_proxy
        # A limit on open tables is not enough: tables that are left at once start programs too.
        self._openings = Attempts(_MOST_OPENINGS, _OPENING_SECONDS)
        self._mode = mode
        self._tables: OpenTables[PersonSeat] | None = None
        # Drawn anew at each start, so that forms of an earlier server are refused.
        self._key = secrets.token_bytes(32)
        self._closed = False

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Let tables be opened inside the block; all tables and their bots end with it."""
        rules = TableRules(
            self.data,
            lambda entrants: isolation_finder(
                self._mode, BotPrograms(programs(entrants)), console=None
            )(),
            PersonSeat,
            _KEY_BYTES,
            MOST_EACH,
        )
        async with open_tables(rules) as tables:
            self._tables = tables
            yield

    async def open(self, request: SeatRequest, address: str) -> PersonTable:
        """Open a table for a visitor from this address.

        Raises TooOftenError when the address opened too many tables in a short time, and another
        StychError when the table cannot be opened.
        """
        if self._tables is None or self._closed:
            raise UserError("the server is stopping: no table can be opened; try again later")
        if not self._openings.allow(address):
            raise TooOftenError(
                "too many tables were opened from your address: wait half a minute, then try again"
            )
        table = await self._tables.open(request, address)
        table.seat.request = request
        return table

    def find(self, token: str) -> PersonTable | None:
        """The table whose seat has this token; None if there is none."""
        return self._tables.get(token) if self._tables else None

    def order_token(self) -> str:
        """The token against forged requests (CSRF) in the form that opens a table."""
        return hmac.new(self._key, b"order", hashlib.sha256).hexdigest()[:32]

    def is_order_token(self, token: str) -> bool:
        """Whether the token of a form is the one of `order_token`."""
        return hmac.compare_digest(self.order_token().encode(), token.encode("utf-8", "replace"))

    async def close(self) -> None:
        """End all streams of events, and open no more tables, as the server stops."""
        self._closed = True
        # Streams wait for a change of their table: woken up, they see `_closed`.
        for table in self._tables.open_now() if self._tables else ():
            table.seat.wake_waiting()

    async def events(self, table: PersonTable) -> AsyncIterator[bytes]:
        """Server-sent events: the version of the seat's page, at once and after every change.

        They end when nothing at the table runs any more, and after `close`.
        """
        sent = ""
        yield b"retry: 1000\n\n"
        while not self._closed:
            # Nothing is awaited between this look and the wait, so no change is missed.
            version = page_version(table)
            if version != sent:
                sent = version
                yield f"event: seat\ndata: {version}\n\n".encode()
                continue
            # Nothing changes any more. A browser that connects again gets the last version again.
            if table.done.is_set():
                return
            with anyio.move_on_after(SILENCE) as scope:
                await table.seat.wait_for_change()
            if scope.cancelled_caught:
                # The person is still connected, so the table must not count as abandoned.
                table.touch()
                yield STILL_HERE


def page_version(table: PersonTable) -> str:
    """A text that differs after every change of what the table's page shows."""
    return f"{table.seat.version}{int(table.done.is_set())}"
