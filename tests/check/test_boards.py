"""The boards of a check: real games, the same ones every time, told as a table tells them."""

import pytest

from referee.deals import commitment, opens
from referee.games.registry import GAMES
from referee.testing.bot.board import Board
from referee.testing.bot.lengths import every_variant, long, player_counts, short
from stych.v1 import referee_pb2 as pb


def board(game: str, seats: tuple[int, ...] = (0,), *, silent: bool = False) -> Board:
    numbers = {seat: 7 + seat for seat in seats}
    return Board(short(game), "a test", numbers, silent=silent)


def played(at: Board) -> list[pb.Decision]:
    """All decisions of the board, the first legal action being chosen each time."""
    found = []
    while (decision := at.decision()) is not None:
        found.append(decision)
        at.take(0)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_the_same_board_asks_the_same(game: str) -> None:
    one, other = played(board(game)), played(board(game))
    assert one == other
    assert len(one) > 1
    assert {decision.match for decision in one} == {7}
    assert all(len(decision.legal_actions) > 1 for decision in one)
    assert one[0] != played(Board(short(game), "another", {0: 7}, silent=False))[0]


@pytest.mark.parametrize("game", GAMES)
def test_events_are_told_once_to_each_seat(game: str) -> None:
    at = board(game, (0, 1))
    told: dict[int, list[int]] = {7: [], 8: []}
    for decision in played(at):
        told[decision.match] += decision.events
    for over in at.overs():
        told[over.match] += over.events
        assert not over.faults
    assert told[7] == told[8] == list(at._state.events)
    assert told[7]


@pytest.mark.parametrize("game", GAMES)
def test_a_board_that_is_not_over_ends_by_the_fault_of_another(game: str) -> None:
    at = board(game)
    at.expect_decision()
    [over] = at.overs(fault=pb.FAULT_KIND_LATE)
    assert [(fault.seat, fault.kind) for fault in over.faults] == [(1, pb.FAULT_KIND_LATE)]


def test_the_opening_of_a_deal_fits_its_commitment() -> None:
    at = board("fox", (1,))
    [start], [opening] = at.starts(resumed=True), at.openings()
    assert (start.match, start.seat, start.seats, start.resumed) == (8, 1, 2, True)
    assert len(opening.salt) == 32
    assert opens(opening.deal_key, opening.salt, start.deal_commitment)
    assert commitment(opening.deal_key, opening.salt) == start.deal_commitment


def test_a_board_that_was_played_on_tells_all_or_nothing_of_it() -> None:
    untold, told = board("fox"), board("fox")
    untold.advance_to(0.5, sent=False)
    told.advance_to(0.5, sent=True)
    assert len(untold.expect_decision().events) > len(told.expect_decision().events)
    assert untold.expect_decision().fox == told.expect_decision().fox


def test_who_never_talks_is_not_asked_to() -> None:
    talks, turns = played(board("the-game")), played(board("the-game", silent=True))
    assert {each.the_game.public_view.phase for each in talks} == {1, 2, 3}
    assert {each.the_game.public_view.phase for each in turns} == {3}


def test_an_answer_to_nothing_is_refused() -> None:
    at = board("fox")
    played(at)
    with pytest.raises(ValueError, match="the game is over"):
        at.expect_decision()
    with pytest.raises(ValueError, match="no decision is open"):
        at.take(0)


def test_games_come_short_and_long_and_for_every_number_of_players() -> None:
    assert {game: player_counts(game) for game in GAMES} == {
        "fox": [2],
        "the-game": [1, 2, 3, 4, 5],
        "nase-hra": [2, 3],
        "korist": [2, 3, 4, 5],
    }
    for game in GAMES:
        assert [short(game, seats).seats for seats in player_counts(game)] == player_counts(game)
        assert short(game).options in [each.options for each in every_variant(game)]
    assert short("fox").options.target == 1
    assert long("fox").options.target == 999
    assert long("nase-hra").options.series == "nine"
