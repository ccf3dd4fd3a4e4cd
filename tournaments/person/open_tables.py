"""All tables with a seat that is answered from outside: bounded in number, closed together."""

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
from tournaments.core.seeds import check_new_seed
from tournaments.person.open_table import Isolate, OpenTable, SeatT, TableOrder
from tournaments.person.series import CLOCK, JOINED, NAME, PersonSeries, hint_bot, seated
from tournaments.run.plan import logs

MOST_TABLES: Final = 8
"""The most matches that are played at once; each has processes of its own."""
_REMEMBERED: Final = 64
"""The number of tables that are over and can still be looked at: those opened last."""
_MINUTES: Final = 240
"""Minutes on the clock of each seat for the match: the default of `stych join`."""


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """The wish of a player for a match. Its values are unchecked; `OpenTables.open` checks them."""

    game: str
    options: Mapping[str, Any]
    bots: Sequence[str]
    """The bots of the other seats, in the order of the seats; a single bot takes all of them."""
    seat: int
    """The seat of the player, from 0."""
    seed: str = ""
    """The seed of the deal; "" to draw one."""
    silent: bool = False
    """Whether the player never talks, in a game with talk."""
    hints: bool = False
    """Whether a bot gives hints."""


@dataclass(frozen=True, slots=True)
class TableRules(Generic[SeatT]):
    """What all tables have in common."""

    data: Path
    """The data folder, for records, logs and stored bots."""
    isolate: Isolate
    make_seat: Callable[[Names], SeatT]
    """Makes the seat, from the names of all players by seat."""
    key_bytes: int
    """How many random bytes an id has. An id is a secret: whoever knows it can play the seat."""
    most_per_owner: int = MOST_TABLES
    """The most tables that one owner may have open at once."""


class TooManyTablesError(UserError):
    """No further table can be opened now."""


class OpenTables(Generic[SeatT]):
    """The tables by their ids, which nobody can guess. Their matches run in the task group."""

    def __init__(self, rules: TableRules[SeatT], group: TaskGroup) -> None:
        self._rules = rules
        self._group = group
        self._tables: dict[str, OpenTable[SeatT]] = {}

    async def open(self, request: SeatRequest, owner: str = "") -> OpenTable[SeatT]:
        """Open a table; returns when its match has begun. Raises StychError if it cannot begin."""
        self._check_room(owner)
        id_ = secrets.token_hex(self._rules.key_bytes)
        order = await run_sync(self._order, id_, request)
        # Checked again: other tables may have been opened meanwhile.
        self._check_room(owner)
        seat = self._rules.make_seat(order.series.seats)
        table = OpenTable(id_, order, self._rules.isolate, seat, owner)
        self._tables[table.id] = table
        self._forget_old()
        self._group.start_soon(table.run)
        try:
            await table.begun.wait()
        except BaseException:
            # Nobody has the id of the table, so nobody could play or close it.
            table.close()
            raise
        if table.problem:
            raise table.problem
        return table

    def get(self, id_: str) -> OpenTable[SeatT] | None:
        """The table of this id, after its `touch`; None when there is none."""
        table = self._tables.get(id_)
        if table:
            table.touch()
        return table

    def open_now(self) -> list[OpenTable[SeatT]]:
        """The tables whose processes have not all ended."""
        return [each for each in self._tables.values() if not each.done.is_set()]

    def _check_room(self, owner: str) -> None:
        running = self.open_now()
        of_owner = sum(each.owner == owner for each in running)
        for number, most, whose in (
            (len(running), MOST_TABLES, ""),
            (of_owner, self._rules.most_per_owner, " from here"),
        ):
            if number >= most:
                raise TooManyTablesError(
                    f"{most} tables{whose} are open, which is the most: leave one, or play it to"
                    " its end"
                )

    def _forget_old(self) -> None:
        over = [key for key, each in self._tables.items() if each.done.is_set()]
        for key in over[:-_REMEMBERED]:
            del self._tables[key]

    def _order(self, id_: str, request: SeatRequest) -> TableOrder:
        """Check the request, and make the order. Runs in a thread, since it reads files.

        Raises UserError for values that do not fit.
        """
        data = self._rules.data
        seats, entrants = seated(request.game, request.options, request.bots, request.seat, data)
        hinting = (
            hint_bot(request.game, request.options, request.bots, data) if request.hints else {}
        )
        check_new_seed(request.seed, "this match")
        series = PersonSeries(
            game=request.game,
            options=request.options,
            entries={name: each.entry for name, each in entrants.items() if each.entry},
            seats=seats,
            # A further match is played at another table, with another seed.
            boards=1,
            seed=request.seed,
            conduct=CLOCK.model_copy(update={"bank_ms": _MINUTES * 60_000}),
            # Part of the id, since two tables may begin in one second; not all of the id, which is
            # a secret.
            logs=logs(data, NAME) / id_[:8],
            records=data / JOINED,
        )
        hints = next(iter(hinting.values()), None)
        return TableOrder(series, list(entrants.values()), request.silent, hints)


@asynccontextmanager
async def open_tables(rules: TableRules[SeatT]) -> AsyncIterator[OpenTables[SeatT]]:
    """The tables of one server; all of them are closed and have ended when the block ends."""
    async with anyio.create_task_group() as group:
        tables = OpenTables(rules, group)
        try:
            yield tables
        finally:
            for table in tables.open_now():
                table.close()
            group.cancel_scope.cancel()
