"""All tables at which agents sit: bounded in number, and closed together."""

import secrets
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final

import anyio
from anyio.abc import TaskGroup
from anyio.to_thread import run_sync

from referee.errors import UserError
from tournaments.commands.agents.folder import AgentFolder
from tournaments.commands.agents.open_table import Isolate, OpenTable, TableOrder
from tournaments.core.seeds import check_new
from tournaments.person.series import CLOCK, JOINED, NAME, PersonSeries, seated
from tournaments.run.plan import logs

MOST_TABLES: Final = 8
"""Matches that are played at once; each has processes of its own."""
_KEPT: Final = 64
"""Tables that are over and can still be looked at, the last ones."""
_MINUTES: Final = 240
"""The agent's clock for a match, as a person's."""


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """What an agent asks for that sits down; nothing of it has been looked at."""

    game: str
    options: Mapping[str, Any]
    bots: Sequence[str]
    """Those in the other seats, in their order."""
    seat: int
    seed: str
    """"" for a new one."""
    silent: bool
    """Whether the agent never talks."""


class AgentTables:
    """The tables by their ids, which nobody can guess."""

    def __init__(self, folder: AgentFolder, isolate: Isolate, group: TaskGroup) -> None:
        self._folder = folder
        self._isolate = isolate
        self._group = group
        self._tables: dict[str, OpenTable] = {}

    async def open(self, asked: SeatRequest) -> OpenTable:
        """A table whose match has begun. Raises StychError when it cannot begin."""
        self._check_room()
        id_ = secrets.token_hex(8)
        order = await run_sync(self._order, id_, asked)
        # Asked again: others may have sat down meanwhile.
        self._check_room()
        table = OpenTable(id_, order, self._isolate)
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

    def find(self, id_: str) -> OpenTable:
        """The table of this id, which is touched. Raises UserError when there is none."""
        table = self._tables.get(id_)
        if table is None:
            raise UserError(
                f"there is no table {id_[:40]!r}: sit_down opens one and returns its id; a table"
                " without a call for 30 minutes is closed"
            )
        table.touch()
        return table

    def open_now(self) -> list[OpenTable]:
        """The tables of which something is running."""
        return [each for each in self._tables.values() if not each.done.is_set()]

    def _check_room(self) -> None:
        if len(self.open_now()) >= MOST_TABLES:
            raise UserError(
                f"{MOST_TABLES} tables are open, which is the most: end one with leave, or play"
                " it to its end"
            )

    def _forget_old(self) -> None:
        over = [key for key, each in self._tables.items() if each.done.is_set()]
        for key in over[:-_KEPT]:
            del self._tables[key]

    def _order(self, id_: str, asked: SeatRequest) -> TableOrder:
        """In a thread: what is to be played. Raises UserError for what does not fit."""
        data = self._folder.data
        named = [self._folder.bot(each) for each in asked.bots]
        seats, entrants = seated(asked.game, asked.options, named, asked.seat, data)
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
            # Two tables may begin in one second.
            logs=logs(data, NAME) / id_,
            records=data / JOINED,
        )
        return TableOrder(series, list(entrants.values()), asked.silent)


@asynccontextmanager
async def agent_tables(folder: AgentFolder, isolate: Isolate) -> AsyncIterator[AgentTables]:
    """Tables of which nothing is left when the block ends."""
    async with anyio.create_task_group() as group:
        tables = AgentTables(folder, isolate, group)
        try:
            yield tables
        finally:
            for table in tables.open_now():
                table.close()
            group.cancel_scope.cancel()
