"""A tournament file: what may be left out, what is refused, and what the examples show."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from referee.conduct import Conduct
from referee.toml import TomlError, parse_toml
from tests.root import ROOT
from tournaments.config import competition
from tournaments.config.stop import Stop
from tournaments.config.tournament_file import Play, Tournament, from_mapping
from tournaments.core.errors import TournamentFileError
from tournaments.resources.samples import samples

EXAMPLES = sorted((ROOT / "tournaments" / "examples").glob("*.toml"))
LEAST: dict[str, Any] = {
    "name": "cup",
    "game": "fox",
    "boards": 1,
    "entrants": [{"bot": "a"}, {"bot": "b"}],
}


def test_all_else_has_defaults() -> None:
    tournament = from_mapping(LEAST, "here")
    assert tournament.conduct == Conduct()
    assert tournament.play == Play()
    assert tournament.effective_format.name == "round-robin"
    assert tournament.make_game().options.model_dump() == {"target": 21}


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_examples_can_be_read(path: Path) -> None:
    found = competition.read(path)
    assert found.name == path.stem
    for tournament in found.tournaments:
        for entrant in tournament.entrants:
            assert entrant.llm or entrant.bot in samples(tournament.game)


def test_the_example_shows_every_key_with_its_default() -> None:
    """Keys without a default are only in its comments."""
    path = ROOT / "tournaments" / "examples" / "example.toml"
    example = tomllib.loads(path.read_text())
    assert set(example) == set(Tournament.model_fields) - {"follows", "hero", "rounds", "seed"}
    assert example["conduct"] == Conduct().model_dump()
    assert example["play"] == Play().model_dump()
    assert example["stop"] == {"error": Stop().error}
    assert (
        example["options"] == competition.read(path).tournaments[0].make_game().options.model_dump()
    )
    assert example.pop("format") == from_mapping(example, "here").effective_format.name


@pytest.mark.parametrize("seed", ["s", "s" * 200, "č🂡\n\t\x7f"])
@pytest.mark.parametrize("name", ["a", "7", "a.b_c-d", "a" * 40])
def test_what_may_be_a_seed_and_a_name(seed: str, name: str) -> None:
    tournament = from_mapping({**LEAST, "seed": seed, "name": name}, "here")
    assert (tournament.seed, tournament.name) == (seed, name)


@pytest.mark.parametrize("name", ["A", ".a", "-a", "a b", "a/b", "", "a" * 41, "č", "a\n"])
def test_what_may_not_be_a_name(name: str) -> None:
    with pytest.raises(TournamentFileError, match=r"^here: name must be 1 to 40 small letters"):
        from_mapping({**LEAST, "name": name}, "here")


def test_the_first_of_several_problems_is_told() -> None:
    with pytest.raises(TournamentFileError) as caught:
        from_mapping({**LEAST, "boards": 0, "seed": ""}, "here")
    assert str(caught.value) == "here: seed must not be empty; received ''"


def test_a_wrong_key_is_told_before_the_one_that_is_missing() -> None:
    values = {key: value for key, value in LEAST.items() if key != "boards"}
    with pytest.raises(
        TournamentFileError, match=r"^here: bords is not a known key; the keys here"
    ):
        from_mapping({**values, "bords": 3}, "here")


@pytest.mark.parametrize("value", ["x" * 1000, ["x"] * 1000, 10**1000, {"a": {"b": "c" * 1000}}])
def test_what_was_received_is_not_repeated_for_ever(value: object) -> None:
    with pytest.raises(TournamentFileError) as caught:
        from_mapping({**LEAST, "seed": value}, "here")
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("text", ["a = ", "a = 1\na = 2", "a = " + "[" * 9999, "a = " + "1" * 9999])
def test_what_is_no_toml(text: str) -> None:
    with pytest.raises(TomlError, match=r"^is no TOML"):
        parse_toml(text)


TEAM = {**LEAST, "game": "the-game"}


@pytest.mark.parametrize(
    ("values", "format_"),
    [
        ({}, "self-play"),
        ({"format": "self-play"}, "self-play"),
        ({"format": "mixed-teams"}, "mixed-teams"),
        ({"format": "all-teams"}, "all-teams"),
        ({"options": {"players": 1}}, "self-play"),
    ],
)
def test_the_formats_of_a_cooperative_game(values: dict[str, object], format_: str) -> None:
    assert from_mapping({**TEAM, **values}, "here").effective_format.name == format_


@pytest.mark.parametrize(
    ("values", "words"),
    [
        (
            {**TEAM, "format": "round-robin"},
            "the-game are self-play, mixed-teams, all-teams, duel; received 'round",
        ),
        (
            {**TEAM, "format": "mixed-teams", "options": {"players": 1}},
            "the-game are self-play, duel; ",
        ),
        (
            {**TEAM, "format": "all-teams", "options": {"players": 1}},
            "the-game are self-play, duel; ",
        ),
        (
            {**LEAST, "format": "self-play"},
            "of fox are round-robin, .*duel; received 'self-play'",
        ),
        ({**LEAST, "hero": "ann"}, "hero belongs to gauntlet and duel, not to round-robin"),
        (
            {**LEAST, "format": "rounds", "stop": {"resolved": 0.95}},
            "stop.resolved belongs to round-robin and self-play, not to rounds",
        ),
        ({**LEAST, "stop": {"resolved": 1.0}}, "stop.resolved must be 0.9999 or less; received"),
        ({**LEAST, "rounds": 3}, "rounds belongs to swiss, not to round-robin"),
    ],
)
def test_a_format_fits_its_game(values: dict[str, object], words: str) -> None:
    with pytest.raises(TournamentFileError, match=words):
        from_mapping(values, "here")
