"""`stych record show`: an outsider can derive the outcome from what it prints alone."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from referee.deals import Deal
from referee.games.events import pack
from referee.games.registry import GAMES, make_game
from referee.record_check import replay
from tests.e2e.command import call
from tests.records.matches import (
    FakeBot,
    failing_after,
    make_record,
    uniform,
)
from tests.records.readers import READERS
from tests.records.spelling import OTHERS, PLAYED, played, shown, told
from tests.root import ROOT
from tests.tournaments.cups import play_cup, write_cup
from tournaments.storage.store import Store

PAGE = (ROOT / "docs" / "records.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("board", [1, 2, 3])
@pytest.mark.parametrize(("game", "options"), PLAYED, ids=str)
def test_a_second_reader_comes_to_the_same_outcome(
    game: str, options: dict[str, Any], board: int, tmp_path: Path
) -> None:
    record = played(game, options, board)
    spelled = told(record, tmp_path)
    assert spelled["ending"] == "played"
    assert READERS[game](spelled) == (spelled["outcome"]["points"], spelled["outcome"]["places"])
    assert spelled["outcome"]["points"] == list(record.outcome.points)


def test_the_second_reader_notices_that_a_legal_action_is_missing(tmp_path: Path) -> None:
    spelled = told(played("fox", {"target": 16}), tmp_path)
    first = spelled["decisions"][0]
    lie = {**first, "legal": first["legal"][1:]}
    with pytest.raises(AssertionError):
        READERS["fox"]({**spelled, "decisions": [lie, *spelled["decisions"][1:]]})


@pytest.mark.parametrize(("game", "options"), PLAYED + OTHERS, ids=str)
def test_draws_decisions_events_and_layouts_are_told(
    game: str, options: dict[str, Any], tmp_path: Path
) -> None:
    record = played(game, options)
    spelled, own = told(record, tmp_path), make_game(game, record.options)
    assert {purpose: len(drawn) for purpose, drawn in spelled["draws"].items()} == {
        purpose: len(drawn) for purpose, drawn in record.deal.draws.items()
    }
    decisions = spelled["decisions"]
    assert [each["number"] for each in decisions] == list(range(len(record.actions)))
    for step, decision in zip(replay(record), decisions, strict=True):
        assert decision["seat"] == step.seat
        assert decision["legal"] == [own.action_text(each) for each in step.legal]
        assert own.parse_action(decision["action"]) == step.action
        assert decision["forced"] == (len(step.legal) == 1)
    events = [*spelled["start"], *(event for each in decisions for event in each["events"])]
    assert [event["event"] for event in events] == list(record.events)
    for event in events:
        parts = [event[part] for part in ("kind", "seat", "a", "b", "c")]
        assert pack(*parts) == event["event"]
        assert event["text"] == own.event_text(event["event"])
    drawn = [purpose for layout in spelled["layouts"] for purpose in layout["drawn"]]
    assert drawn == list(record.deal.draws)


def test_the_layouts_of_a_duel_of_korist_hold_the_pack(tmp_path: Path) -> None:
    spelled = told(played("korist", {"players": 2}), tmp_path)
    (layout,) = spelled["layouts"]
    names = " ".join(" ".join(cards) for cards in layout["places"].values()).split()
    expected = [str(value) for value in range(1, 14) for _ in range(8)] + ["J"] * 5
    assert sorted(names) == sorted(expected)
    assert sorted([*spelled["draws"]["cards"], *["J"] * 4]) == sorted(expected)
    assert [len(layout["places"][f"hand {seat}"]) for seat in (0, 1)] == [13, 13]
    assert len(layout["places"]["supply"]) == 6
    assert len(layout["places"]["shadow offer"]) == 13
    assert spelled["draws"]["first"] in ([0], [1])


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_game_names_what_it_draws(game: str) -> None:
    own = make_game(game, {})
    deal = Deal(bytes(32))
    state = own.new(deal)
    names = {
        purpose: [own.draw_text(purpose, number) for number in drawn]
        for purpose, drawn in deal.drawn.items()
    }
    assert all(None not in drawn for purpose, drawn in names.items() if len(drawn) > 1)
    assert all(drawn == [None] for drawn in names.values() if len(drawn) == 1)
    places = own.layout(state)
    assert {f"hand {seat}" for seat in range(own.seats)} < set(places)


def test_a_forfeit_is_told(tmp_path: Path) -> None:
    record = make_record(9, 0, FakeBot(failing_after(7)), FakeBot(uniform))
    spelled = told(record, tmp_path)
    (entry,) = record.faults
    assert spelled["ending"] == "forfeit"
    assert spelled["faults"] == [
        {"seat": 0, "at": entry.at, "kind": "late", "stage": "play", "text": "did not answer"}
    ]
    assert len(spelled["decisions"]) == len(record.actions)
    text = shown(record, tmp_path)
    assert f"seat 0 forfeits after {entry.at} actions: late: did not answer\n" in text


def test_the_text_has_a_line_for_every_decision(tmp_path: Path) -> None:
    record = played("nase-hra", {"series": "triple"})
    lines = shown(record, tmp_path).splitlines()
    numbers = [int(found[1]) for line in lines if (found := re.match(r"(\d+) seat \d: ", line))]
    assert numbers == list(range(len(record.actions)))
    assert sum(line.startswith("  talon: ") for line in lines) >= 3
    assert sum("(forced)" in line for line in lines) > 9
    places, points = record.outcome.places, record.outcome.points
    assert lines[-3:] == [
        f"seat {seat}: place {place}, {own} points"
        for seat, (place, own) in enumerate(zip(places, points, strict=True))
    ]


def test_a_record_is_found_by_the_beginning_of_its_id(tmp_path: Path) -> None:
    record = make_record()
    with Store(tmp_path / "data") as store:
        store.define("cup", {})
        store.save([record])
    done = call("--data", tmp_path / "data", "record", "show", record.id[:6])
    assert done.code == 0
    assert done.out.startswith(f"Match {record.id} of cup\n")


def test_a_record_that_is_not_true_is_refused(tmp_path: Path) -> None:
    record = make_record()
    (tmp_path / "lie.json").write_text(replace(record, board=7).to_json())
    done = call("record", "show", tmp_path / "lie.json", "--json")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"stych: the record of match {record.id} is not true: the deal's")
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("words", ["\x1b[2J", "a\nb", "[red]x"])
def test_no_words_of_a_record_steer_the_terminal(words: str, tmp_path: Path) -> None:
    # The path of its deal names no entrants, so the record stays true when they are renamed.
    record = make_record(deals="board")
    seats = tuple(replace(seat, entrant=words) for seat in record.seats)
    record = replace(record, seats=seats)
    plain = shown(make_record(deals="board"), tmp_path)
    text = shown(record, tmp_path)
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", text)
    assert text.count("\n") == plain.count("\n")
    assert told(record, tmp_path)["seats"][0]["entrant"] == words


def _keys(value: object) -> set[str]:
    if isinstance(value, list):
        return {key for each in value for key in _keys(each)}
    if isinstance(value, dict):
        return set(value) | {key for each in value.values() for key in _keys(each)}
    return set()


def test_every_key_is_on_the_page(tmp_path: Path) -> None:
    record = make_record(9, 0, FakeBot(failing_after(7)), FakeBot(uniform))
    spelled = told(record, tmp_path)
    free = {*spelled["draws"], *spelled["layouts"][0]["places"], *spelled["options"]}
    section = PAGE.partition("## Spelled out")[2].partition("\n## ")[0]
    assert _keys(spelled) - free <= set(re.findall(r"`(\w+)`", section))


def test_the_deal_and_the_silent_seats_are_told(tmp_path: Path) -> None:
    options = {"players": 2}
    silent = FakeBot(uniform, silent=True)
    record = played("the-game", options, 1, silent, FakeBot(uniform))
    spelled = told(record, tmp_path)
    written = json.loads(record.to_json())
    assert spelled["seats"] == written["seats"]
    assert [seat["never_talks"] for seat in spelled["seats"]] == [True, False]
    assert spelled["deal"] | {"draws": written["deal"]["draws"]} == written["deal"]
    text = shown(record, tmp_path).splitlines()
    assert f"deal path: {' / '.join(record.deal.path)}" in text
    assert f"deal key: {record.deal.key}" in text
    assert f"deal commitment: {record.deal.commitment}" in text
    assert "  seat 0: ann, fake 1.0, never talks" in text


def test_several_records_are_spelled_out_in_one_process(tmp_path: Path) -> None:
    files = [tmp_path / f"{board}.json" for board in (1, 2)]
    records = [make_record(board) for board in (1, 2)]
    for file, record in zip(files, records, strict=True):
        file.write_text(record.to_json(), encoding="utf-8")
    done = call("record", "show", *files, "--json")
    assert [json.loads(line)["id"] for line in done.out.splitlines()] == [r.id for r in records]
    done = call("record", "show", *files)
    assert [line for line in done.out.splitlines() if line.startswith("Match ")] == [
        f"Match {record.id} of cup" for record in records
    ]
    assert f"\n\nMatch {records[1].id} of cup\n" in done.out


def test_a_whole_tournament_is_spelled_out_a_line_a_match(tmp_path: Path) -> None:
    file, data = write_cup(tmp_path), tmp_path / "data"
    play_cup(file, data)
    lines = call("--data", data, "records", file, "--spelled").out.splitlines()
    with Store(data) as store:
        ids = [record.id for record in store.records("cup")]
    assert [json.loads(line)["id"] for line in lines] == ids
    one = call("--data", data, "record", "show", ids[0], "--json").out
    assert one == f"{lines[0]}\n"
    done = call("--data", data, "records", file, "--spelled", "--out", tmp_path / "out")
    assert (done.code, done.out) == (0, "")
    assert (tmp_path / "out" / f"{ids[0]}.json").read_text() == one
    done = call("--data", data, "records", file, "--spelled", "--measured")
    assert (done.code, done.err.count("\n")) == (2, 1)
