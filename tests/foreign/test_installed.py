"""Which games of installed packages are taken, and what is said of the others."""

import sys
from collections.abc import Sequence
from importlib.metadata import EntryPoint
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from referee.deals import Deal, derive
from referee.games import installed, registry
from referee.games.registry import GAMES, UnknownGameError, make_game
from referee.testing import check_game, check_no_leak, variants
from referee.testing.soak import bytes_of
from referee.wire import Codec, codec, option_values
from tests.games.every_variant import name_of


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(Path(__file__).with_name("highcard"))
    monkeypatch.setattr(registry, "_unusable", {})


def install(monkeypatch: pytest.MonkeyPatch, **values: str) -> Sequence[str]:
    """Install games by these entry points; returns the ids of all games that there are then."""
    entries = [EntryPoint(name, value, "stych.games") for name, value in values.items()]
    monkeypatch.setattr(installed, "entries", lambda: entries)
    games = registry._Games()
    monkeypatch.setattr(registry, "GAMES", games)
    return list(games)


def test_a_game_comes_after_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    assert install(monkeypatch, highcard="highcard:GAME") == [*GAMES, "highcard"]
    assert make_game("highcard", {"cards": 4}).options_text == '{"cards":4,"players":2}'


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("gone", "no_such_package:GAME", "ModuleNotFoundError: No module named 'no_such_package'"),
        ("other", "highcard:GAME", "its id is 'highcard', but its entry point is 'other'"),
        ("fox", "highcard:GAME", ""),
        ("text", "highcard:PACK", "its entry point has to name a subclass of"),
    ],
)
def test_one_that_cannot_be_played_harms_no_other(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, why: str
) -> None:
    assert install(monkeypatch, highcard="highcard:GAME", **{name: value}) == [*GAMES, "highcard"]
    if not why:
        assert make_game(name, {}).title == "The Fox in the Forest"
        return
    with pytest.raises(UnknownGameError, match=f"the installed game '?{name}'? cannot be played: "):
        make_game(name, {})
    assert why in registry._unusable[name]


def test_it_keeps_its_promises_and_goes_as_json(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, highcard="highcard:GAME")
    monkeypatch.setattr(sys.modules[Codec.__module__], "GAMES", registry.GAMES)
    kind = registry.GAMES["highcard"]
    for options in variants(kind):
        game = kind(options)
        key = derive("foreign", name_of(game))
        check_game(game, key, Random(1))
        assert check_no_leak(game, key, Random(2), bytes_of(game)).compared
        wire, seen = codec(game.id), game.new(Deal(key)).observe(0)
        assert wire.decode(wire.encode(seen)) == seen
        assert option_values(wire.options(options)) == options.model_dump()


class _Seen(NamedTuple):
    """An observation that does not say who is to move."""

    hand: tuple[int, ...]


def test_an_observation_need_not_say_who_is_to_move(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, highcard="highcard:GAME")
    monkeypatch.setattr(sys.modules[Codec.__module__], "GAMES", registry.GAMES)
    encoded = bytes_of(registry.make_game("highcard", {}))(_Seen((1, 2)))
    assert b"_Seen(hand=(1, 2))" in encoded
    assert b'{"hand":[1,2]}' in encoded
