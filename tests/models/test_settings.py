"""What a tournament file says of models: every mistake is told in a sentence."""

from collections.abc import Sequence
from datetime import date
from typing import Any

import pytest

from referee.errors import UserError
from referee.games.registry import make_game
from referee.models import model_entry
from referee.models.estimate import estimate
from referee.models.model_entry import ModelEntry, check_ready
from tests.models.sights import settings
from tournaments.config.entrants import resolve
from tournaments.config.tournament_file import Tournament, from_mapping
from tournaments.core.errors import TournamentFileError

LOCAL = {"model": "m", "base_url": "http://localhost:1/v1"}
ELSEWHERE = {"model": "m", "base_url": "https://llm.example/v1"}
FOX = make_game("fox", {})


def cup(*models: dict[str, Any], **more: Any) -> Tournament:
    entrants: list[dict[str, Any]] = [
        {"name": f"model-{number}", "llm": each} for number, each in enumerate(models)
    ]
    values = {"name": "cup", "game": "fox", "boards": 1, "entrants": entrants}
    return from_mapping(values | more, "cup.toml")


@pytest.mark.parametrize(
    ("llm", "words"),
    [
        (LOCAL | {"modle": "x"}, "llm.modle is not a known key"),
        (LOCAL | {"base_url": "localhost:1"}, "must begin with http:// or https://"),
        (LOCAL | {"base_url": "http://a:b@localhost/v1"}, "a key belongs into key_env"),
        (LOCAL | {"base_url": "http://localhost/v1?key=x"}, "a key belongs into key_env"),
        (LOCAL | {"key_env": "sk-1234"}, "key_env"),
        (LOCAL | {"scaffold": "clever"}, "scaffold"),
        (LOCAL | {"tries": 0}, "tries"),
        (LOCAL | {"extra": {"messages": []}}, "extra must not hold messages"),
        (LOCAL | {"extra": {"top_p": float("nan")}}, "extra must hold what JSON can"),
        (LOCAL | {"extra": {"since": date(2024, 1, 1)}}, "extra must hold what JSON can"),
        (LOCAL | {"base_url": "http://localhost:abc/v1"}, "must have a port from 0 to 65535"),
        (LOCAL | {"base_url": "http://localhost:99999/v1"}, "must have a port from 0 to 65535"),
        (ELSEWHERE, "input_price and output_price are needed"),
        (ELSEWHERE | {"input_price": 1}, "input_price and output_price are needed"),
    ],
)
def test_mistakes(llm: dict[str, Any], words: str) -> None:
    with pytest.raises(TournamentFileError, match=words):
        cup(llm, LOCAL)


@pytest.mark.parametrize(
    ("entrant", "words"),
    [
        ({"llm": LOCAL}, "must have a name, since it is a language model"),
        ({"llm": LOCAL, "bot": "x", "name": "x"}, 'one of bot = "FOLDER", remote = true, llm'),
        ({"llm": LOCAL, "remote": True, "name": "x"}, "one of bot"),
    ],
)
def test_an_entrant_is_one_thing(entrant: dict[str, Any], words: str) -> None:
    values = {"name": "cup", "game": "fox", "boards": 1, "entrants": [entrant]}
    with pytest.raises(TournamentFileError, match=words):
        from_mapping(values, "cup.toml")


def test_models_and_a_twin_are_resolved(tmp_path: Any) -> None:
    tournament = cup(LOCAL, LOCAL | {"scaffold": "notes"}, null_pair="model-0")
    found = {each.name: each for each in resolve(tournament, tmp_path)}
    assert set(found) == {"model-0", "model-0-twin", "model-1"}
    assert found["model-0"].digest == found["model-0-twin"].digest != found["model-1"].digest
    model = found["model-1"].model
    assert model is not None
    assert model.version.startswith("notes-")


def test_prices() -> None:
    own = settings(input_price=2, output_price=8)
    assert own.cost(1_000_000, 500_000) == 6.0
    assert settings().cost(10**9, 10**9) == 0.0


@pytest.mark.slow
def test_an_estimate_counts_the_seats_that_are_held() -> None:
    own = settings(input_price=1, output_price=1)

    def of(*matches: Sequence[str]) -> float:
        return estimate("a", FOX, own, matches).cost

    one = of(("a", "b"))
    assert one > 0
    assert of() == of(("b", "c")) == 0
    assert of(("a", "b"), ("b", "a")) == pytest.approx(of(("a", "a")))
    assert of(("a", "b"), ("a", "b")) == pytest.approx(2 * one, rel=0.01)
    assert "a: about" in estimate("a", FOX, own, [("a", "b")]).sentence()


def test_what_a_model_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("THE_KEY", "x")
    check_ready("m", settings(key_env="THE_KEY"))
    monkeypatch.delenv("THE_KEY")
    with pytest.raises(UserError, match="the key of m is to be in the environment variable"):
        check_ready("m", settings(key_env="THE_KEY"))
    monkeypatch.setattr(model_entry, "find_spec", lambda _: None)
    with pytest.raises(UserError, match=r"the package openai is needed: pip install 'stych\[llm"):
        check_ready("m", settings())


def test_an_entry_can_be_sent_to_workers() -> None:
    import pickle

    entry = ModelEntry.of(FOX, settings())
    assert pickle.loads(pickle.dumps(entry)) == entry


@pytest.mark.parametrize("key", ["sk-12345678\n", " sk-12345678", "sk-1234\t5678", "sk-č2345678"])
def test_a_key_that_fits_into_no_header(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("THE_KEY", key)
    with pytest.raises(UserError, match="the key of m, in the environment variable THE_KEY") as no:
        check_ready("m", settings(key_env="THE_KEY"))
    assert key.strip() not in str(no.value)
