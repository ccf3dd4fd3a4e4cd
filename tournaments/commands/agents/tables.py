"""The tables at which agents sit, and the bots that they may name."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Final, TypeAlias

from anyio.to_thread import run_sync

from referee.errors import UserError
from tournaments.commands.agents.folder import AgentFolder
from tournaments.commands.agents.seat import AgentSeat
from tournaments.person.open_table import Isolate, OpenTable
from tournaments.person.open_tables import OpenTables, SeatRequest, TableRules, open_tables

AgentTable: TypeAlias = OpenTable[AgentSeat]

_KEY_BYTES: Final = 8
"""Short, as agents write the ids again and again."""


class AgentTables:
    """The tables of the agents that work in one folder."""

    def __init__(self, folder: AgentFolder, tables: OpenTables[AgentSeat]) -> None:
        self._folder = folder
        self._tables = tables

    async def open(self, asked: SeatRequest) -> AgentTable:
        """A table whose match has begun. Raises StychError when it cannot begin."""
        bots = await run_sync(lambda: [self._folder.bot(each) for each in asked.bots])
        return await self._tables.open(replace(asked, bots=bots))

    def find(self, id_: str) -> AgentTable:
        """The table of this id, which is touched. Raises UserError when there is none."""
        if table := self._tables.get(id_):
            return table
        raise UserError(
            f"there is no table {id_[:40]!r}: sit_down opens one and returns its id; a table"
            " without a call for 30 minutes is closed"
        )


@asynccontextmanager
async def agent_tables(folder: AgentFolder, isolate: Isolate) -> AsyncIterator[AgentTables]:
    """Tables of which nothing is left when the block ends."""
    async with open_tables(TableRules(folder.data, isolate, AgentSeat, _KEY_BYTES)) as tables:
        yield AgentTables(folder, tables)
