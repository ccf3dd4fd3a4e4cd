"""A match of a person's that was void is played again by bots that have not seen its deal."""

import asyncio
import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import Pipe
from pathlib import Path
from typing import Any, cast

import pytest

from referee.conduct import Conduct
from referee.evidence import Evidence
from referee.player import SeatFault, VoidError
from referee.record import Record
from referee.rpc.bot_entry import BotEntry
from referee.rpc.bot_handle import BotHandle, Seatable
from referee.rpc.manifest import Manifest
from tests.e2e.command import BOTS, call
from tests.records.matches import FakeBot, uniform
from tests.seeds import SEED
from tests.tournaments.meetings import STARVED, Process
from tournaments.commands import join
from tournaments.person import local_referee
from tournaments.person.local_referee import LocalReferee
from tournaments.person.person_bot import PersonBot
from tournaments.person.series import PERSON, PersonSeries
from tournaments.run import worker_bots
from tournaments.run.match import TournamentMatch

pytestmark = pytest.mark.unconfined


def series(folder: Path) -> PersonSeries:
    manifest = Manifest(name="fake", version="1.0", games=("fox",), command=("true",))
    return PersonSeries(
        game="fox",
        options={"target": 1},
        entries={"ann": BotEntry("ann", folder, manifest)},
        seats=("ann", PERSON),
        boards=1,
        seed="s",
        conduct=Conduct(),
        logs=folder,
        records=folder,
    )


@pytest.mark.parametrize("voids", [0, 1, 3])
async def test_what_was_void_is_played_again_by_another_process(
    voids: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seated: list[object] = []

    class Troubled(TournamentMatch):
        async def play(self, bots: Sequence[Seatable | None]) -> Record:
            seated.append(bots[0])
            if len(seated) <= voids:
                raise VoidError(SeatFault(0, 1, STARVED))
            return await super().play(bots)

    monkeypatch.setattr(local_referee, "TournamentMatch", Troubled)
    monkeypatch.setattr(worker_bots, "LocalBot", Process)
    own = series(tmp_path)
    host = local_referee._SeriesReferee(cast("Any", None), own)
    host._bots.add(PERSON, cast("BotHandle", FakeBot(uniform)))
    _, record = await host._play_until_valid(own.fixtures()[0])
    assert record.ending == "played"
    assert len(set(map(id, seated))) == len(seated) == voids + 1


@pytest.fixture
def always_void(monkeypatch: pytest.MonkeyPatch) -> None:
    """No match is ever valid; the referee is a thread, and starts no bots."""

    class Troubled(TournamentMatch):
        async def play(self, bots: Sequence[Seatable | None]) -> Record:
            for bot in bots:
                if isinstance(bot, PersonBot):
                    await bot.session()
            raise VoidError(SeatFault(0, 1, talking))

    # What a bot printed is in the void, and not for the person's eyes.
    talking = STARVED.model_copy(update={"evidence": Evidence(words="my Ace of Bells\n")})

    @contextmanager
    def in_a_thread(series: PersonSeries) -> Iterator[LocalReferee]:
        ours, theirs = Pipe()

        def host() -> None:
            with suppress(asyncio.CancelledError):
                asyncio.run(local_referee._SeriesReferee(theirs, series.with_seed()).run())

        thread = threading.Thread(target=host)
        thread.start()
        try:
            yield LocalReferee(ours)
        finally:
            ours.close()
            thread.join()

    monkeypatch.setattr(local_referee, "TournamentMatch", Troubled)
    monkeypatch.setattr(worker_bots, "LocalBot", Process)
    monkeypatch.setattr(join, "open_referee", in_a_thread)


@pytest.mark.usefixtures("always_void")
def test_what_is_always_void_is_given_up_and_told(tmp_path: Path) -> None:
    done = call("--data", tmp_path / "data", "join", "fox", BOTS / "first", "--seed", SEED)
    assert done.code == 1
    assert "The referee says goodbye: a match could not be played." in done.out
    assert SEED in done.out
    [told] = done.err.splitlines()
    assert re.fullmatch(
        r"stych: match \S+ was void 5 times, the last time because busy; the series ends here, and"
        r" what was played is kept",
        told,
    )
