"""A referee for one person, in a process of its own: the person's process holds no secrets.

`run_series` runs in the referee's process and sends news through a pipe. `open_referee` starts that
process, and `LocalReferee` receives the news.
"""

import asyncio
import multiprocessing
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from io import BufferedWriter
from multiprocessing.connection import Connection

from referee.errors import UserError
from referee.files import make_anew
from referee.record import Record
from stych.v1 import referee_pb2 as pb
from tournaments.core.errors import AlwaysVoidError, NotStartedError
from tournaments.core.fixtures import Fixture
from tournaments.person.endpoint import Endpoint
from tournaments.person.person_bot import PersonBot
from tournaments.person.series import PERSON, PersonSeries
from tournaments.run.match import TournamentMatch
from tournaments.run.orders import PlayOrder
from tournaments.run.referee_process import judge, listen, refereeing
from tournaments.run.worker_bots import WorkerBots
from tournaments.system.child import end_process, held_back_stops
from tournaments.system.ending import end_quickly

_SPAWN = multiprocessing.get_context("spawn")
_TRIES = 5
"""How often a match is played, while it is void, before the series is given up: as often as in the
run of a tournament."""
_LEAVING_SECONDS = 3.0
"""Seconds without news after which no more records are awaited, once the person has left."""
_EXIT_SECONDS = 10.0
"""Seconds that the referee's process has to end its bots and itself before it is killed."""


@dataclass(frozen=True, slots=True)
class RecordNotice:
    """A match is over; its record is in the file `path`, or could not be written there."""

    path: str
    problem: str = ""
    """Why the record could not be written; "" if it was written."""


@dataclass(frozen=True, slots=True)
class SeedNotice:
    """Nothing more is played, so the seed is no longer a secret."""

    seed: str


@dataclass(frozen=True, slots=True)
class Unable:
    """This machine cannot start the bot `name`: nothing is played."""

    name: str
    why: str


@dataclass(frozen=True, slots=True)
class GaveUp:
    """A match was void every time: the rest of the series is not played."""

    why: str


News = Endpoint | RecordNotice | SeedNotice | Unable | GaveUp
"""What the referee's process sends: Unable alone, or first Endpoint and later the others."""


def run_series(connection: "Connection[News, None]", series: PersonSeries) -> None:
    """Play the series; end this process when the pipe is closed, or once Unable was sent.

    This is the main function of the referee's process.
    """
    with refereeing(), suppress(asyncio.CancelledError):
        asyncio.run(_SeriesReferee(connection, series.with_seed()).run())
    end_quickly(0)


class _SeriesReferee:
    def __init__(self, connection: "Connection[News, None]", series: PersonSeries) -> None:
        self._connection = connection
        self._series = series
        self._plan = series.plan()
        self._bots = WorkerBots(self._plan, worker=1)
        self._hung_up = False
        """Whether the person's process has closed the pipe or is gone."""
        self._ends_bots = False
        """Whether the bots are being ended after the last match, which must not be cancelled."""

    async def run(self) -> None:
        """Play the series with the person who dials in; returns after it sent Unable.

        Otherwise it raises CancelledError in the end, when the person's process closes the pipe.
        """
        # Unable is sent last: the person's process then closes the pipe, which would cancel the
        # closing of the bots.
        self._tell(await self._play_series())

    async def _play_series(self) -> Unable:
        async with PersonBot(self._plan.game, self._plan.conduct) as person:
            self._bots.add(PERSON, person)
            async with self._bots:
                if playing := asyncio.current_task():
                    # The person's process sends nothing: what arrives is the end of the pipe.
                    listen(self._connection, lambda _: self._hang_up(playing))
                for name, why in await self._bots.start(tuple(self._series.entries)):
                    return Unable(name, why)
                self._tell(Endpoint(person.address, person.token))
                goodbye = await self._play(person)
                self._ends_bots = True
            self._ends_bots = False
            if self._hung_up:
                raise asyncio.CancelledError
            # Sends nothing if the person has left.
            await person.dismiss(*goodbye)
            self._tell(SeedNotice(self._series.seed))
            # The process stays until the person's process closes the pipe, which cancels this task.
            never: asyncio.Future[Unable] = asyncio.get_running_loop().create_future()
            return await never

    def _hang_up(self, playing: "asyncio.Task[Unable]") -> None:
        self._hung_up = True
        # A person who has left closes the pipe while the bots are being ended.
        if not self._ends_bots:
            playing.cancel()

    async def _play(self, person: PersonBot) -> tuple[pb.GoodbyeReason, str]:
        """Play all matches, or up to the one in which the person leaves.

        Returns the reason and the text of the goodbye.
        """
        for fixture in self._series.fixtures():
            try:
                match, record = await self._play_until_valid(fixture)
            except AlwaysVoidError as error:
                self._tell(GaveUp(str(error)))
                return pb.GOODBYE_REASON_STOPPED, "a match could not be played"
            # The record is written before the deal is opened: once the person has seen the cards,
            # the record must not be lost.
            self._keep(record)
            for seated in match.seated:
                seated.open_deal(match.deal_key, match.salt)
            if person.is_absent:
                break
        return pb.GOODBYE_REASON_FINISHED, "there is nothing more to play"

    async def _play_until_valid(self, fixture: Fixture) -> tuple[TournamentMatch, Record]:
        """Play the match, and again while it is void; raises AlwaysVoidError after the last try.

        Each later try has new processes of the bots, since the earlier ones have seen the deal. The
        person has seen it too, which nothing can undo.
        """
        why = ""
        for attempt in range(_TRIES):
            match = TournamentMatch(self._plan, fixture)
            report = await judge(match, PlayOrder(fixture, frozenset(), attempt), self._bots)
            if isinstance(report, Record):
                return match, report
            why = report.text
            # Without an entrant the evidence is a traceback of the referee. With one it has the
            # bot's output, which may tell the bot's cards and so is not shown.
            if not report.entrant:
                sys.stderr.write(report.evidence.words)
        then = "the series ends here, and what was played is kept"
        raise AlwaysVoidError(f"match {fixture.id} was void {_TRIES} times", why, then)

    def _keep(self, record: Record) -> None:
        path = self._series.records / f"{record.id}.json"
        try:
            with BufferedWriter(make_anew(path)) as file:
                file.write(f"{record.to_json()}\n".encode())
        except OSError as error:
            # A file with half a record would be taken for a record.
            with suppress(OSError):
                path.unlink(missing_ok=True)
            self._tell(RecordNotice(str(path), error.strerror or type(error).__name__))
        else:
            self._tell(RecordNotice(str(path)))

    def _tell(self, news: News) -> None:
        # An OSError means that the pipe is closed, which the listener notices as well.
        with suppress(OSError):
            self._connection.send(news)


class LocalReferee:
    """The referee's process as the person's process sees it: `endpoint` first, then `records`."""

    def __init__(self, connection: "Connection[None, News]") -> None:
        self._connection = connection
        self.seed = ""
        """The seed of the series; "" until `records` has got it: when nothing more is played."""
        self.gave_up = ""
        """Why the referee gave the series up before its last match; "" if it did not."""

    def endpoint(self) -> Endpoint:
        """Wait until the referee is ready; returns where to dial.

        Raises NotStartedError when this machine cannot start a bot, and UserError when the
        referee's process has ended.
        """
        with suppress(EOFError, OSError):
            news = self._connection.recv()
            if isinstance(news, Unable):
                raise NotStartedError([(news.name, news.why)])
            if isinstance(news, Endpoint):
                return news
        raise UserError("the referee's process ended before it was ready; its output says why")

    def records(self, *, left: bool) -> list[RecordNotice]:
        """The notices of all matches, in order; sets `seed` and `gave_up`.

        Waits until the series or the process has ended. When the person has `left`, it waits at
        most until there was no news for _LEAVING_SECONDS.
        """
        notices: list[RecordNotice] = []
        with suppress(EOFError, OSError):
            while self._connection.poll(_LEAVING_SECONDS if left else None):
                news = self._connection.recv()
                if isinstance(news, RecordNotice):
                    notices.append(news)
                elif isinstance(news, GaveUp):
                    self.gave_up = news.why
                elif isinstance(news, SeedNotice):
                    self.seed = news.seed
                    break
        return notices


@contextmanager
def open_referee(series: PersonSeries) -> Iterator[LocalReferee]:
    """A referee process that plays the series; it and its bots have ended when the block ends."""
    ours, theirs = _SPAWN.Pipe()
    process = _SPAWN.Process(target=run_series, args=(theirs, series))
    with held_back_stops():
        process.start()
    theirs.close()
    try:
        yield LocalReferee(ours)
    finally:
        ours.close()
        end_process(process, _EXIT_SECONDS)
