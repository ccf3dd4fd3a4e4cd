"""Who sits where, and what does not fit."""

from pathlib import Path
from typing import Any

import pytest

from referee.conduct import Conduct
from tests.e2e.command import BOTS, write_bot
from tournaments.errors import UserError
from tournaments.joining.series import Series, seated

RANDOM = BOTS / "random"


def test_one_bot_takes_all_other_seats() -> None:
    names, entries = seated("korist", {"players": 4}, [RANDOM], 2)
    assert names == ("random", "random-2", "you", "random-3")
    assert {name: entry.folder for name, entry in entries.items()} == dict.fromkeys(
        ("random", "random-2", "random-3"), RANDOM
    )


def test_bots_in_their_order() -> None:
    names, _ = seated("nase-hra", {}, [BOTS / "nase_hra_thumb", RANDOM], 0)
    assert names == ("you", "nase-hra-thumb", "random")


def test_alone() -> None:
    assert seated("the-game", {"players": 1}, [], 0) == (("you",), {})


def test_a_bot_called_you(tmp_path: Path) -> None:
    assert seated("fox", {}, [write_bot(tmp_path / "you")], 1)[0] == ("you-2", "you")


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
    game: str, options: dict[str, Any], bots: int, seat: int, words: str
) -> None:
    with pytest.raises(UserError) as found:
        seated(game, options, [RANDOM] * bots, seat)
    assert words in str(found.value)


def test_a_bot_that_does_not_play_it() -> None:
    with pytest.raises(UserError, match=r"does not play korist; the games in its bot.toml: fox"):
        seated("korist", {}, [BOTS / "fox_thumb"], 0)


def series(**more: Any) -> Series:
    names, entries = seated("fox", {}, [RANDOM], 0)
    values: dict[str, Any] = {
        "game": "fox",
        "options": {},
        "entries": entries,
        "seats": names,
        "boards": 3,
        "seed": "",
        "conduct": Conduct(),
        "logs": Path("nowhere"),
        "records": Path("nowhere"),
    }
    return Series(**values | more)


def test_chance_chooses_another_seed_every_time() -> None:
    assert series(seed="mine").with_seed().seed == "mine"
    assert len({series().with_seed().seed for _ in range(5)}) == 5


def test_every_match_has_its_id() -> None:
    ids = {fixture.id for seed in "ab" for fixture in series(seed=seed).fixtures()}
    assert len(ids) == 6
    assert [fixture.block.board for fixture in series().fixtures()] == [1, 2, 3]
    assert {fixture.seats for fixture in series().fixtures()} == {("you", "random")}
