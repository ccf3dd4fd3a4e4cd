"""A record of other rules, or of a game that is not here: what needs no rules is told."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.command import call
from tests.records.matches import (
    FakeBot,
    failing_after,
    make_record,
    uniform,
)
from tests.records.spelling import shown, told


@pytest.mark.parametrize("options", [{}, {"jokers": 2}, {"target": "high"}])
def test_of_a_record_of_other_rules_is_told_what_needs_no_rules(
    tmp_path: Path, options: dict[str, Any]
) -> None:
    """Options that these rules do not know are no untruth of the record."""
    played = make_record(9, 0, FakeBot(failing_after(7)), FakeBot(uniform))
    record = replace(played, rules_version=7, options={**played.options, **options})
    why = (
        "was played by version 7 of the rules of fox; these are version 1: to replay it, use stych"
    )
    spelled = told(record, tmp_path)
    assert not spelled["replayed"]
    assert why in spelled["why"]
    assert "record show" not in spelled["why"]  # the command that prints this
    written = json.loads(record.to_json())
    for key in ("seats", "actions", "events", "outcome", "ending", "options", "board"):
        assert spelled[key] == written[key]
    assert spelled["draws"] == written["deal"]["draws"]
    assert len(spelled["faults"]) == 1
    assert not {"layouts", "start", "decisions"} & spelled.keys()
    text = shown(record, tmp_path)
    assert "its decisions are not spelled out: the match was played by version 7" in text
    assert f"seat 1: place 1, {record.outcome.points[1]} points\n" in text


@pytest.mark.parametrize("options", [{}, {"jokers": 2}])
def test_a_replay_of_a_record_of_other_rules_says_what_to_do(
    tmp_path: Path, options: dict[str, Any]
) -> None:
    played = make_record()
    options = {**played.options, **options}
    record = replace(played, rules_version=7, stych="0.0.9", options=options)
    (tmp_path / "old.json").write_text(record.to_json())
    done = call("replay", tmp_path / "old.json")
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        f"stych: match {record.id} cannot be shown step by step: the match was played by version 7"
        " of the rules of fox; these are version 1: to replay it, use stych 0.0.9, which played"
        " it; `stych record show` shows what can be read without the rules\n"
    )


def test_of_a_record_of_a_game_that_is_not_installed_is_told_what_needs_no_rules(
    tmp_path: Path,
) -> None:
    record = replace(make_record(), game="whist")
    spelled = told(record, tmp_path)
    assert not spelled["replayed"]
    assert "the rules of its game cannot be used" in spelled["why"]
    assert "received 'whist'" in shown(record, tmp_path)
    (tmp_path / "whist.json").write_text(record.to_json())
    done = call("replay", tmp_path / "whist.json")
    words = "cannot be shown step by step: the rules of its game cannot be used: the games are"
    assert (done.code, words in done.err) == (2, True), done.err
