"""A match of a person's that was void: the bots that play it again have not seen its deal."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import pytest

from referee.conduct import Conduct
from referee.player import SeatFault, VoidError
from referee.record import Record
from referee.rpc.bot_entry import BotEntry
from referee.rpc.bot_handle import BotHandle
from referee.rpc.manifest import Manifest
from tests.records.matches import FakeBot, uniform
from tests.tournaments.meetings import STARVED, Process
from tournaments.person import local_referee
from tournaments.person.series import PERSON, PersonSeries
from tournaments.run.match import TournamentMatch


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
        async def play(self, bots: Sequence[BotHandle | None]) -> Record:
            seated.append(bots[0])
            if len(seated) <= voids:
                raise VoidError(SeatFault(0, 1, STARVED))
            return await super().play(bots)

    monkeypatch.setattr(local_referee, "TournamentMatch", Troubled)
    monkeypatch.setattr(local_referee, "LocalBot", Process)
    own = series(tmp_path)
    host = local_referee._Host(cast("Any", None), own)
    bots = {"ann": Process(own.entries["ann"]), PERSON: FakeBot(uniform)}
    _, record = await host._judged(own.fixtures()[0], cast("dict[str, BotHandle]", bots))
    assert record.ending == "played"
    assert seated[0] is bots["ann"]
    assert len(set(map(id, seated))) == len(seated) == voids + 1


async def test_what_is_always_void_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Troubled(TournamentMatch):
        async def play(self, bots: Sequence[BotHandle | None]) -> Record:
            raise VoidError(SeatFault(0, 1, STARVED))

    monkeypatch.setattr(local_referee, "TournamentMatch", Troubled)
    monkeypatch.setattr(local_referee, "LocalBot", Process)
    own = series(tmp_path)
    host = local_referee._Host(cast("Any", None), own)
    bots = {"ann": Process(own.entries["ann"]), PERSON: FakeBot(uniform)}
    with pytest.raises(VoidError):
        await host._judged(own.fixtures()[0], cast("dict[str, BotHandle]", bots))
