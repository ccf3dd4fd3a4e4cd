"""A model is another version with other prompts or settings, and not when its server moves."""

import pytest

from referee.games.registry import make_game
from referee.models import identity
from referee.models.identity import model_digest, scaffold_version
from referee.models.settings import SCAFFOLDS
from tests.models.sights import settings

FOX = make_game("fox", {})


@pytest.mark.slow
def test_every_scaffold_is_a_version() -> None:
    versions = {scaffold_version(FOX, settings(scaffold=each)) for each in SCAFFOLDS}
    assert len(versions) == len(SCAFFOLDS)
    assert {each.split("-")[0] for each in versions} == set(SCAFFOLDS)


@pytest.mark.parametrize(
    "more",
    [
        {"model": "other"},
        {"legal": False},
        {"temperature": 0.5},
        {"tries": 2},
        {"max_tokens": 100},
        {"extra": {"reasoning_effort": "low"}},
    ],
)
def test_what_decides_how_it_plays_is_in_the_digest(more: dict[str, object]) -> None:
    assert model_digest(FOX, settings(**more)) != model_digest(FOX, settings())


@pytest.mark.parametrize(
    "more",
    [
        {"base_url": "http://localhost:9/v1"},
        {"key_env": "OTHER"},
        {"answer_s": 5},
        {"input_price": 1, "output_price": 2},
    ],
)
def test_where_it_is_asked_for_how_long_and_at_what_price_is_not(more: dict[str, object]) -> None:
    assert model_digest(FOX, settings(**more)) == model_digest(FOX, settings())


def test_what_shows_the_game_is_in_the_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    before = model_digest(FOX, settings())
    identity._digest.cache_clear()
    monkeypatch.setattr("referee.models.prompt._WIDTH", 60)
    changed = model_digest(FOX, settings())
    identity._digest.cache_clear()
    assert changed != before
