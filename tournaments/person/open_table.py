"""One match between a seat that is answered from outside and bots of this machine.

`OpenTable.run` starts the referee's process, talks to the referee for the seat, and returns when
all processes of the match have ended.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractContextManager, asynccontextmanager, suppress
from dataclasses import dataclass, replace
from io import StringIO
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Final, Generic, TypeVar

import anyio
from anyio.to_thread import run_sync
from rich.console import Console

from referee.errors import RunError, StychError, UserError
from referee.rpc.build import unwatched
from referee.rpc.confining import Confining
from referee.sandbox.isolation import Isolation
from tournaments.config.entrants import Entrant
from tournaments.config.named import build_bots
from tournaments.person.conversation import Conversation, ConversationEnd
from tournaments.person.hints import HINTS, HintBot
from tournaments.person.local_referee import LocalReferee, open_referee
from tournaments.person.series import PersonSeries
from tournaments.person.table_seat import TableSeat
from tournaments.person.task_errors import first_error

Isolate = Callable[[Sequence[Entrant]], Isolation | None]
"""Finds the isolation for the programs of the entrants; None for no isolation. Raises UserError."""

SeatT = TypeVar("SeatT", bound=TableSeat)

_LOG: Final = logging.getLogger(__name__)
_ABANDONED: Final = 1800.0
"""Seconds without a call of `touch` after which a table ends."""
_STARTING = Lock()
"""Held while a referee's process is started, which changes the environment for a moment."""


@dataclass(frozen=True, slots=True)
class TableOrder:
    """The match to be played at a table: its series, the bots in it, and a bot for hints."""

    series: PersonSeries
    entrants: Sequence[Entrant]
    silent: bool = False
    """Whether the player in the seat never talks, in a game with talk."""
    hints: Entrant | None = None
    """The bot that gives hints; None for no hints."""

    @property
    def programs(self) -> Sequence[Entrant]:
        """All bots that are started, with the one that gives hints."""
        return [*self.entrants, *([self.hints] if self.hints else [])]


class OpenTable(Generic[SeatT]):
    """A match in which one seat is answered from outside: `run` plays it, `seat` takes answers."""

    def __init__(
        self, id_: str, order: TableOrder, isolate: Isolate, seat: SeatT, owner: str = ""
    ) -> None:
        self.id = id_
        self.order = order
        self.seat = seat
        self.owner = owner
        """Who opened the table, for a limit of tables by owner; "" where nobody counts them."""
        self.begun = asyncio.Event()
        """Set when the referee is ready, or when the match cannot be played."""
        self.problem: StychError | None = None
        """Why the match could not be played to its end; None if there is no problem so far."""
        self.record: Path | None = None
        """The file with the record; None before the end of the match, or if it was not written."""
        self.done = asyncio.Event()
        """Set when all processes of the table have ended."""
        self._isolate = isolate
        self._scope = anyio.CancelScope()
        self._stopped = False
        self._touched = monotonic()

    def touch(self) -> None:
        """Note that somebody still plays here: a table without a call for 30 minutes ends."""
        self._touched = monotonic()

    def close(self) -> None:
        """Have `run` end the match and all its processes; returns at once."""
        self._stopped = True
        self._scope.cancel()

    async def run(self) -> None:
        """Play the match; returns when all its processes have ended. An error goes to `problem`."""
        try:
            with self._scope:
                async with anyio.create_task_group() as group:
                    # An agent or a browser may be gone at any moment without a message.
                    group.start_soon(self._watch)
                    await self._play()
                    group.cancel_scope.cancel()
        # A bug of ours must not end the other tables, which run in the same task group.
        except Exception as error:
            first = first_error(error)
            if not isinstance(first, StychError):
                _LOG.exception("a table failed")
                first = RunError(f"the table failed: {type(first).__name__}: {first}")
            self.problem = first
        finally:
            if self._scope.cancelled_caught and self.seat.over is None and not self.problem:
                self.problem = UserError("this table was closed before the end of its match")
            for event in (self.begun, self.seat.changed, self.done):
                event.set()
            self.seat.wake_waiting()

    async def _watch(self) -> None:
        # The time counts from the start of the match: builds before it may take long, and whoever
        # opened the table still waits for them.
        await self.begun.wait()
        self.touch()
        # A loop, since each call of `touch` moves the end.
        while (rest := self._touched + _ABANDONED - monotonic()) > 0:  # noqa: ASYNC110
            await anyio.sleep(rest)
        self.close()

    async def _play(self) -> None:
        series = await run_sync(self._prepared)
        context = open_referee(series)
        # Shielded: a start that is cancelled half way would leave a process that nobody ends.
        with anyio.CancelScope(shield=True):
            referee = await run_sync(_started, context)
        try:
            async with self._hinting(series):
                await self._talk(referee)
        finally:
            # The process ends its bots first, which takes a moment.
            with anyio.CancelScope(shield=True):
                await run_sync(context.__exit__, None, None, None)

    def _prepared(self) -> PersonSeries:
        """The series with its isolation, after its bots were built and its folder was made.

        Runs in a thread, since it blocks. Raises UserError, and OSError as `build_bots` does.
        """
        series, entrants = self.order.series, self.order.programs
        try:
            series.records.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UserError(f"{series.records} cannot be made: {error.strerror}") from None
        if not entrants:
            return series
        isolation = self._isolate(entrants)
        # Raised when the table was closed meanwhile; `run` is cancelled when this thread returns.
        with suppress(KeyboardInterrupt):
            build_bots(entrants, lambda: self._stopped, isolation, unwatched)
        return replace(series, isolation=isolation)

    @asynccontextmanager
    async def _hinting(self, series: PersonSeries) -> AsyncIterator[None]:
        """Give the seat its bot for hints, if there is one; the bot ends with the block."""
        if not (self.order.hints and self.order.hints.entry):
            yield
            return
        confining = Confining(series.isolation) if series.isolation else None
        hints = HintBot(self.order.hints.entry, series.logs / HINTS, confining)
        self.seat.hints = await hints.__aenter__()
        try:
            yield
        finally:
            # Shielded, so that the bot's process ends even when the table was closed.
            with anyio.CancelScope(shield=True):
                await hints.__aexit__(None, None, None)

    async def _talk(self, referee: LocalReferee) -> None:
        endpoint = await run_sync(referee.endpoint, abandon_on_cancel=True)
        self.begun.set()
        # Notices of the connection are no part of the match, so they are not shown.
        console = Console(file=StringIO())
        talk = Conversation(
            endpoint, self.seat, console, [self.order.series.game], never_talks=self.order.silent
        )
        ending = await talk.run()
        left = ending is not ConversationEnd.FINISHED
        notices = await run_sync(lambda: referee.records(left=left), abandon_on_cancel=True)
        self.record = next((Path(each.path) for each in notices if not each.problem), None)
        if self.seat.over is None:
            why = "the referee ended the connection before the end of the match"
            if ending is ConversationEnd.LEFT:
                why = "the match ended early: its table was left"
            raise UserError(referee.gave_up or why)


def _started(context: AbstractContextManager[LocalReferee]) -> LocalReferee:
    """Enter the context of a referee. Runs in a thread, since it blocks."""
    with _STARTING:
        return context.__enter__()
