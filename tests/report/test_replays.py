"""Replays on the page: what the referee saw, and of a seat nothing but what it saw."""

import io
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from referee.record import Measured, Record
from tests.records.matches import make_record
from tests.report.cups import GAMES, crashing, definition, hold, page, report
from tests.report.reading import Page
from tournaments.core.results import MatchResult
from tournaments.present.html.choice import choose
from tournaments.present.html.lines import WIDTH
from tournaments.present.html.page import render
from tournaments.present.html.replays import MOST_LETTERS, match_replays
from tournaments.present.terminal.replay import show_replay
from tournaments.run.open_boards import secret_boards

NAMES = {"fox": "ab", "the-game": "ab", "nase-hra": "abc", "korist": "ab"}


def seen(record: Record, seat: int | None) -> str:
    """As `stych replay` prints it, without what was measured."""
    out = io.StringIO()
    console = Console(file=out, width=WIDTH, highlight=False, markup=False, emoji=False)
    for part in show_replay(replace(record, measured=Measured()), seat):
        console.print(part)
    return "".join(f"{line.rstrip()}\n" for line in out.getvalue().splitlines())


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_seat_is_shown_what_it_saw_and_no_more(game: str, tmp_path: Path) -> None:
    form = "self-play" if game == "the-game" else "round-robin"
    cup = definition(NAMES[game], game=game, form=form, boards=1)
    records = hold(tmp_path, cup)
    shown = report(tmp_path, cup).divisions[""].replays
    assert {each.id for each in shown} == set(records)
    views = Page(render(report(tmp_path, cup))).views
    for match in shown:
        record = records[match.id]
        seats = len(record.seats)
        own, views = views[: seats + 1], views[seats + 1 :]
        assert own[0] == ("the referee", seen(record, None))
        for seat in range(seats):
            who = f"{record.seats[seat].entrant} ({seat})"
            assert own[seat + 1] == (who, seen(record, seat))
        assert len({text for _, text in own}) == seats + 1, "everybody saw something else"


def test_a_fault_is_in_the_replay_and_marks_the_match(tmp_path: Path) -> None:
    shown = Page(page(tmp_path, definition(["ann", "bob"], boards=1), crashing("bob")))
    assert all("bob" in text and "forfeits after" in text for _, text in shown.views)
    assert all(
        "data-faulty" in tag.attributes
        for tag in shown.all("details")
        if "data-who" in tag.attributes
    )


def test_a_record_that_is_not_true_is_named_instead(tmp_path: Path) -> None:
    record = make_record(1)
    untrue = replace(record, actions=record.actions[:-1])
    [match] = match_replays([untrue], MOST_LETTERS)
    assert not match.views
    assert "is not true" in match.problem


@pytest.mark.slow
def test_replays_stop_where_the_page_would_become_too_large() -> None:
    records = [make_record(board) for board in (1, 2, 3)]
    sizes = [match.letters for match in match_replays(records, MOST_LETTERS)]
    assert len(list(match_replays(records, sizes[0] + sizes[1]))) == 2
    assert not list(match_replays(records, sizes[0] - 1))


@pytest.mark.slow
def test_divisions_share_the_room_for_replays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cups = [definition(["ann", "bob"], name=name, boards=2) for name in ("one", "two")]
    for cup in cups:
        hold(tmp_path, cup)
    divisions = report(tmp_path, *cups, replays=8).divisions.values()
    sizes = [match.letters for each in divisions for match in each.replays]
    assert len(sizes) == 8
    room = sum(sizes) // 2
    monkeypatch.setattr("tournaments.present.html.content.MOST_LETTERS", room)
    divisions = report(tmp_path, *cups, replays=8).divisions.values()
    shown = [match.letters for each in divisions for match in each.replays]
    assert 0 < sum(shown) <= room
    assert len(shown) + sum(each.replays_left_out for each in divisions) == 8


def test_matches_are_chosen_from_boards_that_are_over(tmp_path: Path) -> None:
    cup = definition(["ann", "bob", "cyril"], boards=3)
    fixtures = cup.schedule().fixtures
    results = {each.id: MatchResult((1, 2), (5, 3)) for each in fixtures[:15]}
    secret = secret_boards(fixtures, results)
    assert secret == {3}
    chosen = choose(fixtures, results, secret, 100)
    assert [each.id for each in chosen] == [each.id for each in fixtures[:12]]
    assert {each.block.board for each in choose(fixtures, results, {1, 3}, 100)} == {2}


def test_every_fault_comes_first_and_then_every_pair() -> None:
    fixtures = definition("abcd", boards=10).schedule().fixtures
    faulty = {fixtures[90].id: (("a", "late"),), fixtures[100].id: (("b", "crashed"),)}
    results = {each.id: MatchResult((1, 2), (5, 3), faulty.get(each.id, ())) for each in fixtures}
    chosen = choose(fixtures, results, (), 8)
    assert len(chosen) == 8
    assert set(faulty) <= {each.id for each in chosen}
    others = [each for each in chosen if each.id not in faulty]
    assert len({frozenset(each.seats) for each in others}) == 6
    assert choose(fixtures, results, (), 0) == []


def test_where_a_pair_has_few_matches_the_others_fill_the_page() -> None:
    fixtures = definition("abc", boards=30).schedule().fixtures
    few = [each for each in fixtures if set(each.seats) == {"a", "b"} or each.block.board == 1]
    results = {each.id: MatchResult((1, 2), (5, 3)) for each in few}
    chosen = choose(few, results, (), 40)
    assert len(chosen) == 40
    assert sum(set(each.seats) != {"a", "b"} for each in chosen) == 4
