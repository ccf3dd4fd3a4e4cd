"""The tables at which agents play, against bots that they may name."""

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
"""The bytes of a table's id: few, as agents write the ids again and again."""


class AgentTables:
    """The tables of all agents of this server, which work in one folder."""

    def __init__(self, folder: AgentFolder, tables: OpenTables[AgentSeat]) -> None:
        self._folder = folder
        self._tables = tables

    async def open(self, request: SeatRequest) -> AgentTable:
        """Open a table; returns when its match has begun.

        Raises StychError when the match cannot begin, also for a bot that an agent may not name.
        """
        bots = await run_sync(lambda: [self._folder.bot(each) for each in request.bots])
        return await self._tables.open(replace(request, bots=bots))

    def find(self, id_: str) -> AgentTable:
        """The table of this id, whose time without a call begins anew.

        Raises UserError when there is none.
        """
        if table := self._tables.get(id_):
            return table
        raise UserError(
            f"there is no table {id_[:40]!r}: sit_down opens one and returns its id; a table"
            " without a call for 30 minutes is closed"
        )


@asynccontextmanager
async def agent_tables(folder: AgentFolder, isolate: Isolate) -> AsyncIterator[AgentTables]:
    """Give the tables; their matches and processes end with the block."""
    async with open_tables(TableRules(folder.data, isolate, AgentSeat, _KEY_BYTES)) as tables:
        yield AgentTables(folder, tables)
