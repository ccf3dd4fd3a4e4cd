"""All tables that are played from outside: bounded in number, and closed together."""

import secrets
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Generic

import anyio
from anyio.abc import TaskGroup
from anyio.to_thread import run_sync

from referee.errors import UserError
from referee.games.screen import Names
from tournaments.core.seeds import check_new
from tournaments.person.open_table import Isolate, OpenTable, SeatT, TableOrder
from tournaments.person.series import CLOCK, JOINED, NAME, PersonSeries, hint_bot, seated
from tournaments.run.plan import logs

MOST_TABLES: Final = 8
"""Matches that are played at once; each has processes of its own."""
_KEPT: Final = 64
"""Tables that are over and can still be looked at, the last ones."""
_MINUTES: Final = 240
"""The clock for a match, as that of `stych join`."""


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """What is to be played by whoever sits down; nothing of it has been looked at."""

    game: str
    options: Mapping[str, Any]
    bots: Sequence[str]
    """Those in the other seats, in their order."""
    seat: int
    seed: str = ""
    """"" for a new one."""
    silent: bool = False
    """Whether whoever sits down never talks."""
    hints: bool = False
    """Whether a bot gives hints."""


@dataclass(frozen=True, slots=True)
class TableRules(Generic[SeatT]):
    """What all tables have in common."""

    data: Path
    isolate: Isolate
    make_seat: Callable[[Names], SeatT]
    """Makes the seat between those of these names."""
    key_bytes: int
    """So long are the ids: who knows one sits in the seat."""
    most_each: int = MOST_TABLES
    """Of one owner at once."""


class TooManyTablesError(UserError):
    """No other table can be opened now."""


class OpenTables(Generic[SeatT]):
    """The tables by their ids, which nobody can guess."""

    def __init__(self, rules: TableRules[SeatT], group: TaskGroup) -> None:
        self._rules = rules
        self._group = group
        self._tables: dict[str, OpenTable[SeatT]] = {}

    async def open(self, asked: SeatRequest, owner: str = "") -> OpenTable[SeatT]:
        """A table whose match has begun. Raises StychError when it cannot begin."""
        self._check_room(owner)
        id_ = secrets.token_hex(self._rules.key_bytes)
        order = await run_sync(self._order, id_, asked)
        # Asked again: others may have sat down meanwhile.
        self._check_room(owner)
        seat = self._rules.make_seat(order.series.seats)
        table = OpenTable(id_, order, self._rules.isolate, seat, owner)
        self._tables[table.id] = table
        self._forget_old()
        self._group.start_soon(table.run)
        try:
            await table.begun.wait()
        except BaseException:
            # Nobody has heard of the table: it would be left to its end.
            table.close()
            raise
        if table.problem:
            raise table.problem
        return table

    def get(self, id_: str) -> OpenTable[SeatT] | None:
        """The table of this id, which is touched; None when there is none."""
        table = self._tables.get(id_)
        if table:
            table.touch()
        return table

    def open_now(self) -> list[OpenTable[SeatT]]:
        """The tables of which something is running."""
        return [each for each in self._tables.values() if not each.done.is_set()]

    def _check_room(self, owner: str) -> None:
        running = self.open_now()
        own = sum(each.owner == owner for each in running)
        for number, most in ((len(running), MOST_TABLES), (own, self._rules.most_each)):
            if number >= most:
                raise TooManyTablesError(
                    f"{most} tables are open, which is the most: leave one, or play it to its end"
                )

    def _forget_old(self) -> None:
        over = [key for key, each in self._tables.items() if each.done.is_set()]
        for key in over[:-_KEPT]:
            del self._tables[key]

    def _order(self, id_: str, asked: SeatRequest) -> TableOrder:
        """In a thread: what is to be played. Raises UserError for what does not fit."""
        data = self._rules.data
        seats, entrants = seated(asked.game, asked.options, asked.bots, asked.seat, data)
        hinting = hint_bot(asked.game, asked.options, asked.bots, data) if asked.hints else {}
        check_new(asked.seed, "this match")
        series = PersonSeries(
            game=asked.game,
            options=asked.options,
            entries={name: each.entry for name, each in entrants.items() if each.entry},
            seats=seats,
            # Another match is another table, with a seed of its own.
            boards=1,
            seed=asked.seed,
            conduct=CLOCK.model_copy(update={"bank_ms": _MINUTES * 60_000}),
            # Two tables may begin in one second. Not all of the id, which is a secret.
            logs=logs(data, NAME) / id_[:8],
            records=data / JOINED,
        )
        hints = next(iter(hinting.values()), None)
        return TableOrder(series, list(entrants.values()), asked.silent, hints)


@asynccontextmanager
async def open_tables(rules: TableRules[SeatT]) -> AsyncIterator[OpenTables[SeatT]]:
    """Tables of which nothing is left when the block ends."""
    async with anyio.create_task_group() as group:
        tables = OpenTables(rules, group)
        try:
            yield tables
        finally:
            for table in tables.open_now():
                table.close()
            group.cancel_scope.cancel()
