"""What a bot reads: a line that tells all, by names; as the schemas in docs/lines say."""

import json
from collections.abc import Mapping
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from devtools import lines as devtools_lines
from devtools.line_samples import SEED, asked_decisions, decision, start
from referee.deals import Deal, derive
from referee.games.folders import FOLDERS, own_folder
from referee.games.fox import FoxGame, FoxOptions
from referee.games.game import AnyGame
from referee.games.registry import GAMES, package_of, part_of
from stych_lines.questions import MatchQuestions
from tests.games.every_variant import all_variants, name_of


@cache
def validator(game: str) -> Draft202012Validator:
    schema = json.loads((devtools_lines.FOLDER / f"{game}.schema.json").read_text())
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def test_the_schemas_are_those_of_the_protocol() -> None:
    for name, text in devtools_lines.schemas().items():
        assert (devtools_lines.FOLDER / name).read_text(encoding="utf-8") == text
    assert len(devtools_lines.schemas()) == len(list(devtools_lines.FOLDER.iterdir()))


def test_the_lines_that_new_bots_have_are_as_bots_read_them() -> None:
    for path, text in devtools_lines.samples().items():
        assert path.read_text(encoding="utf-8") == text
        assert text.count("\n") == 5


def same_fields(schema: Mapping[str, Any], value: Mapping[str, Any]) -> None:
    """Check that the value has the fields that the schema requires, and no others."""
    assert sorted(value) == sorted(schema["required"])
    for name, field in schema["properties"].items():
        if field.get("type") == "object":
            same_fields(field, value[name])


@pytest.mark.slow
@pytest.mark.parametrize("game", all_variants(), ids=name_of)
def test_the_lines_of_every_variant_are_as_their_schema_says(game: AnyGame) -> None:
    own, fields = validator(game.id), devtools_lines.schema(game.id)
    # Every ninth of the first 400 decisions: all of the longest game would take minutes.
    for asked, told in islice(asked_decisions(game), 0, 400, 9):
        line = asked.line(told)
        assert line.endswith(b"\n")
        assert line.count(b"\n") == 1
        value = json.loads(line)
        own.validate(value)
        same_fields(fields, value)
        texts = [game.action_text(action) for action in told.legal_actions]
        assert value["legal"] == texts
        assert value["options"] == game.options.model_dump()


def test_a_line_of_the_fox() -> None:
    game = FoxGame(FoxOptions())
    state, random = game.new(Deal(derive("a line"))), Random(4)
    for _ in range(45):
        state.apply(random.choice(state.legal_actions()))
    seat, legal = state.seat, state.legal_actions()
    told = decision(game, state.observe(seat), legal, events=state.events[-2:])
    asked = MatchQuestions(start(game, seat))
    first, second = (json.loads(asked.line(told)) for _ in range(2))
    assert (first.pop("decision"), second.pop("decision")) == (1, 2)
    assert first == second
    seen = first.pop("observation")
    assert first == {
        "match": 3,
        "game": "fox",
        "options": {"target": 21},
        "seat": seat,
        "seats": 2,
        "seed": 2**53 - 1,
        "time_left_ms": 10_000,
        "legal": [game.action_text(action) for action in legal],
        "news": [game.event_text(event) for event in state.events[-2:]],
    }
    assert seen["phase"] == "play"
    assert seen["decree"] == game.card_text(state.decree)
    assert seen["hand"] == [game.card_text(card) for card in state.observe(seat).hand]
    assert seen["history"] == [*map(game.event_text, state.observe(seat).history)]
    assert seen["past_rounds"] == [[*state.observe(seat).totals]]
    assert first["seed"] < SEED


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_folder_of_a_game_is_found_by_its_id(game: str) -> None:
    assert own_folder(game) == (package_of(game) if package_of(game) in FOLDERS else "")
    if names := part_of(game, "names"):
        assert GAMES[game].notation is names.NOTATION


def test_no_folder_is_found_by_its_name_where_that_is_no_id() -> None:
    assert own_folder("the_game") == ""


def test_names_are_of_fields_that_there_are() -> None:
    for folder in FOLDERS:
        [id_] = (each for each in GAMES if package_of(each) == folder)
        fields = devtools_lines.schema(id_)["properties"]["observation"]["properties"]
        names = part_of(id_, "names")
        assert names
        assert set(names.FIELDS) <= set(fields)
