"""One match of a seat against bots of this machine, to the end of all its processes."""

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
"""Finds the isolation level in which the programs of these run. Raises UserError."""

SeatT = TypeVar("SeatT", bound=TableSeat)

_LOG: Final = logging.getLogger(__name__)
_ABANDONED: Final = 1800.0
"""Seconds without a call after which a table ends."""
_STARTING = Lock()
"""Processes are started one after the other: the environment is changed for a moment."""


@dataclass(frozen=True, slots=True)
class TableOrder:
    """What is to be played at a table."""

    series: PersonSeries
    entrants: Sequence[Entrant]
    silent: bool = False
    """Whether whoever sits here never talks, where a game has talk."""
    hints: Entrant | None = None
    """The bot that gives hints, if there is one."""

    @property
    def programs(self) -> Sequence[Entrant]:
        """All bots that are started."""
        return [*self.entrants, *([self.hints] if self.hints else [])]


class OpenTable(Generic[SeatT]):
    """A match that is played from outside. `run` plays it; others look at `seat` meanwhile."""

    def __init__(
        self, id_: str, order: TableOrder, isolate: Isolate, seat: SeatT, owner: str = ""
    ) -> None:
        self.id = id_
        self.order = order
        self.seat = seat
        self.owner = owner
        """Who opened it, where tables are counted for each."""
        self.begun = asyncio.Event()
        """Set when the referee is there, or when the match cannot be played."""
        self.problem: StychError | None = None
        """Why the match cannot be played; None while it can."""
        self.record: Path | None = None
        """The file with the record; None until the match is over."""
        self.done = asyncio.Event()
        """Set when nothing of the table is running any more."""
        self._isolate = isolate
        self._scope = anyio.CancelScope()
        self._stopped = False
        self._touched = monotonic()

    def touch(self) -> None:
        """Note that somebody still plays here."""
        self._touched = monotonic()

    def close(self) -> None:
        """End the match and all its processes, soon."""
        self._stopped = True
        self._scope.cancel()

    async def run(self) -> None:
        """Play the match; returns when nothing of it is running any more."""
        try:
            with self._scope:
                async with anyio.create_task_group() as group:
                    # Beside the match, as an agent may be gone at any moment without a word.
                    group.start_soon(self._watch)
                    await self._play()
                    group.cancel_scope.cancel()
        # A bug of ours must not end the tables beside it.
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
            self.seat.move()

    async def _watch(self) -> None:
        # A build may take long, and whoever opened the table waits for it.
        await self.begun.wait()
        self.touch()
        while (left := self._touched + _ABANDONED - monotonic()) > 0:  # noqa: ASYNC110  it moves
            await anyio.sleep(left)
        self.close()

    async def _play(self) -> None:
        series = await run_sync(self._prepared)
        opening = open_referee(series)
        # Not given up half way: a process of which nobody knows would be left.
        with anyio.CancelScope(shield=True):
            referee = await run_sync(_started, opening)
        try:
            async with self._hinting(series):
                await self._talk(referee)
        finally:
            # The process ends its bots first, which takes a moment.
            with anyio.CancelScope(shield=True):
                await run_sync(opening.__exit__, None, None, None)

    def _prepared(self) -> PersonSeries:
        """In a thread: the series with its isolation, its bots built and its folder made."""
        series, entrants = self.order.series, self.order.programs
        try:
            series.records.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UserError(f"{series.records} cannot be made: {error.strerror}") from None
        if not entrants:
            return series
        isolation = self._isolate(entrants)
        # A table that was closed meanwhile: the scope ends it when this thread is over.
        with suppress(KeyboardInterrupt):
            build_bots(entrants, lambda: self._stopped, isolation, unwatched)
        return replace(series, isolation=isolation)

    @asynccontextmanager
    async def _hinting(self, series: PersonSeries) -> AsyncIterator[None]:
        """The seat has its bot for hints in the block, if there is one."""
        if not (self.order.hints and self.order.hints.entry):
            yield
            return
        confining = Confining(series.isolation) if series.isolation else None
        hints = HintBot(self.order.hints.entry, series.logs / HINTS, confining)
        self.seat.hints = await hints.__aenter__()
        try:
            yield
        finally:
            # Its process ends even when the table was closed.
            with anyio.CancelScope(shield=True):
                await hints.__aexit__(None, None, None)

    async def _talk(self, referee: LocalReferee) -> None:
        endpoint = await run_sync(referee.endpoint, abandon_on_cancel=True)
        self.begun.set()
        # What it says of the connection is not of the match.
        console = Console(file=StringIO())
        talk = Conversation(
            endpoint, self.seat, console, [self.order.series.game], never_talks=self.order.silent
        )
        ending = await talk.run()
        left = ending is not ConversationEnd.FINISHED
        notices = await run_sync(lambda: referee.records(left=left), abandon_on_cancel=True)
        self.record = next((Path(each.path) for each in notices if not each.problem), None)
        if self.seat.over is None:
            why = referee.gave_up or "the match ended early: its table was left"
            raise UserError(why)


def _started(opening: AbstractContextManager[LocalReferee]) -> LocalReferee:
    with _STARTING:
        return opening.__enter__()
