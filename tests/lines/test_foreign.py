"""Games of installed packages as lines: with messages of their own or JSON, with names or none."""

import json
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from itertools import islice

import pytest

from devtools.line_samples import asked_decisions
from referee.games import installed, registry
from referee.games.registry import make_game
from referee.wire import Codec, codec
from stych_lines.vocabulary import UninstalledGameError, vocabulary
from tests.root import ROOT

PLACES = (ROOT / "tests" / "foreign" / "highcard", ROOT / "examples" / "hearts")


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for place in PLACES:
        monkeypatch.syspath_prepend(place)
    named = {"highcard": "highcard:GAME", "hearts": "stych_hearts:GAME"}
    entries = [EntryPoint(name, value, "stych.games") for name, value in named.items()]
    monkeypatch.setattr(installed, "entries", lambda: entries)
    games = registry._Games()
    monkeypatch.setattr(registry, "GAMES", games)
    monkeypatch.setattr(sys.modules[Codec.__module__], "GAMES", games)
    for cached in (codec, vocabulary):
        cached.cache_clear()
    yield
    # Other tests have other games of these ids, or none.
    for cached in (codec, vocabulary):
        cached.cache_clear()


def test_one_that_goes_as_json_and_has_no_names() -> None:
    game = make_game("highcard", {"cards": 2})
    asked, told = next(asked_decisions(game))
    value = json.loads(asked.line(told))
    seen = value["observation"]
    assert value["options"] == {"players": 2, "cards": 2}
    assert value["legal"] == [game.action_text(action) for action in told.legal_actions]
    assert [game.parse_action(text) for text in value["legal"]] == seen["hand"]
    assert all(isinstance(text, str) for text in seen["history"])


def test_one_with_a_message_of_its_own_and_names() -> None:
    game = make_game("hearts", {"players": 3, "passing": "none"})
    asked, told = next(islice(asked_decisions(game), 40, None))
    value = json.loads(asked.line(told))
    seen = value["observation"]
    assert value["options"]["passing"] == "none"
    assert (seen["phase"], seen["direction"]) == ("play", "hold")
    assert set(value["legal"]) <= set(seen["hand"])
    assert seen["history"][0] == "a round begins; passing: hold"
    # The second round is played: the points of the first one are the totals.
    assert seen["past_rounds"] == [seen["totals"]]


def test_one_that_is_not_installed() -> None:
    with pytest.raises(UninstalledGameError, match="no game 'bridge' is installed here"):
        vocabulary("bridge", "{}")
