"""Who sits where, what does not fit, and what is kept of a series."""

import errno
import os
from io import BufferedWriter
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from referee.conduct import Conduct
from referee.errors import UserError
from referee.record import Record
from tests.e2e.command import BOTS, call, write_bot
from tests.submissions.registries import accept_all
from tournaments.config.entrants import Entrant
from tournaments.person import local_referee
from tournaments.person.local_referee import RecordNotice
from tournaments.person.series import PersonSeries, seated

pytestmark = pytest.mark.unconfined

RANDOM = str(BOTS / "random")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def folder_of(entrant: Entrant) -> Path:
    assert entrant.entry is not None
    return entrant.entry.folder


def test_one_bot_takes_all_other_seats(data: Path) -> None:
    names, entrants = seated("korist", {"players": 4}, [RANDOM], 2, data)
    assert names == ("random", "random-2", "you", "random-3")
    assert list(entrants) == ["random", "random-2", "random-3"]
    assert {folder_of(entrant) for entrant in entrants.values()} == {BOTS / "random"}
    assert not data.exists()


def test_bots_in_their_order(data: Path) -> None:
    thumb = str(BOTS / "nase_hra_thumb")
    names, entrants = seated("nase-hra", {}, [RANDOM, thumb], 0, data)
    assert names == ("you", "random", "nase-hra-thumb")
    assert folder_of(entrants["nase-hra-thumb"]) == BOTS / "nase_hra_thumb"


def test_alone(data: Path) -> None:
    assert seated("the-game", {"players": 1}, [], 0, data) == (("you",), {})


def test_a_bot_called_you(tmp_path: Path, data: Path) -> None:
    bot = write_bot(tmp_path / "you")
    assert seated("fox", {}, [str(bot)], 1, data)[0] == ("you-bot", "you")


@pytest.mark.parametrize(
    ("game", "options", "bots", "seat", "words"),
    [
        ("chess", {}, 1, 0, "the games are fox, korist, nase-hra, the-game; received 'chess'"),
        ("fox", {"goal": 3}, 1, 0, "the options of fox are target"),
        ("fox", {}, 1, 2, "the seats of fox with these options are 0 to 1; received 2"),
        ("fox", {}, 1, -1, "the seats of fox with these options are 0 to 1; received -1"),
        ("fox", {}, 0, 0, "fox with these options is for you and one bot; received 0"),
        ("korist", {"players": 5}, 3, 0, "is for you and 4 bots, or one bot that takes"),
        ("the-game", {"players": 1}, 1, 0, "is for you alone; received 1 bots"),
    ],
)
def test_what_does_not_fit(
    game: str, options: dict[str, Any], bots: int, seat: int, words: str, data: Path
) -> None:
    with pytest.raises(UserError) as found:
        seated(game, options, [RANDOM] * bots, seat, data)
    assert words in str(found.value)


@pytest.mark.parametrize(
    ("bot", "words"),
    [
        (str(BOTS / "fox_thumb"), "does not play korist; the games in its bot.toml: fox"),
        ("thumb@2", "no bot called 'thumb' is stored in"),
        ("thumb@two", "a stored bot is written NAME@N or NAME@latest"),
    ],
)
def test_a_bot_that_cannot_sit_down(bot: str, words: str, data: Path) -> None:
    with pytest.raises(UserError) as found:
        seated("korist", {}, [bot], 0, data)
    assert words in str(found.value)


@pytest.mark.slow
def test_a_stored_bot(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    accept_all(monkeypatch)
    assert call("--data", data, "submit", BOTS / "first").code == 0
    names, entrants = seated("fox", {}, ["first@1"], 0, data)
    entrant = entrants["first"]
    assert names == ("you", "first")
    assert (entrant.is_stored, folder_of(entrant).is_relative_to(data)) == (True, True)


def series(**more: Any) -> PersonSeries:
    values: dict[str, Any] = {
        "game": "fox",
        "options": {},
        "entries": {},
        "seats": ("you", "random"),
        "boards": 3,
        "seed": "",
        "conduct": Conduct(),
        "logs": Path("/dev/null/logs"),
        "records": Path("/dev/null/logs"),
    }
    return PersonSeries(**values | more)


def test_chance_chooses_another_seed_every_time() -> None:
    assert series(seed="mine").with_seed().seed == "mine"
    assert len({series().with_seed().seed for _ in range(5)}) == 5


def test_every_match_has_its_id() -> None:
    ids = {fixture.id for seed in "ab" for fixture in series(seed=seed).fixtures()}
    assert len(ids) == 6
    assert [fixture.block.board for fixture in series().fixtures()] == [1, 2, 3]
    assert {fixture.seats for fixture in series().fixtures()} == {("you", "random")}


def test_a_disk_that_is_full_leaves_no_half_of_a_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Full(BufferedWriter):
        def write(self, _: object) -> int:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    told: list[object] = []
    ours = cast("Any", SimpleNamespace(send=told.append))
    monkeypatch.setattr(local_referee, "BufferedWriter", Full)
    record = cast("Record", SimpleNamespace(id="m", to_json=str))
    local_referee._SeriesReferee(ours, series(records=tmp_path))._keep(record)
    assert told == [RecordNotice(str(tmp_path / "m.json"), "No space left on device")]
    assert list(tmp_path.iterdir()) == []
