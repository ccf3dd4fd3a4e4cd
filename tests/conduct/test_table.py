"""The table with players of this process: who is asked, who is told what, and what comes out."""

import asyncio
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.conduct import FaultKind, FaultStage
from referee.deals import Deal, derive
from referee.games.fox import FoxGame, FoxOptions
from referee.games.game import NOBODY, AnyGame
from referee.games.the_game import TheGame
from referee.games.the_game.game import TheGameOptions
from referee.player import InProcess, SeatFault, random_player
from referee.table import Table, TableResult
from tests.conduct.players import Delays, Uniform, Watcher, fault, sit_down
from tests.conduct.toy import hands, toy
from tests.games.profiles import fast
from tests.rpc.timeless import timeless


def replay(game: AnyGame, deal: Deal, result: TableResult) -> tuple[list[int], int]:
    """The events of the match's actions by the rules alone, and who was to decide at the end."""
    state = game.new(deal)
    for action in result.actions:
        state.apply(action)
    return state.events, state.seat


async def test_a_match_is_played_to_its_end() -> None:
    game, deal = FoxGame(FoxOptions()), Deal(derive("to the end"))
    result = await sit_down(game, [Uniform(1), Uniform(2)], deal)
    events, seat = replay(game, deal, result)
    assert seat == NOBODY
    assert result.events == events
    assert result.faults == []
    assert result.outcome.points[0] >= 21 or result.outcome.points[1] >= 21


async def test_players_of_this_process_need_no_more_than_a_function() -> None:
    players = [InProcess(lambda _, legal: len(legal) - 1), random_player(Random(3))]
    result = await Table(toy(2), hands((0, 1, 2), (3, 4, 5)), players, 1).play()
    assert result.outcome.places == (2, 1)
    assert result.actions[::2] == [2, 1, 0]


@given(st.integers(2, 5), st.integers(1, 4), st.integers(0, 2**32))
@fast()
def test_a_decision_with_one_legal_action_is_never_asked(seats: int, hand: int, seed: int) -> None:
    players = [Uniform(seed + seat) for seat in range(seats)]
    result = asyncio.run(sit_down(toy(seats, hand), players))
    assert len(result.actions) == seats * hand
    assert all(len(legal) >= 2 for player in players for legal in player.legal)
    assert [seat for seat, _ in result.thought] == list(range(seats)) * (hand - 1)


async def test_a_forced_move_is_as_public_as_any_other() -> None:
    one, other = Watcher(), Watcher()
    result = await sit_down(toy(2, 1), [one, other], hands((0,), (1,)))
    assert result.actions == [0, 1]
    assert one.seen == other.seen == []
    assert one.news == other.news == result.events


@given(st.integers(1, 5), st.integers(1, 4), st.integers(0, 2**32), st.floats(0, 0.4))
@fast(60)
def test_each_seat_is_told_every_event_once_and_in_order(
    seats: int, hand: int, seed: int, faulty: float
) -> None:
    players = [
        Uniform(seed + seat, lambda random: random.random() < faulty) for seat in range(seats)
    ]
    result = asyncio.run(sit_down(toy(seats, hand), players))
    for player in players:
        assert player.news == result.events
        assert len(player.ends) == player.readied == 1


async def test_what_a_seat_is_told_is_what_it_sees() -> None:
    game, deal = FoxGame(FoxOptions(target=16)), Deal(derive("news"))
    players = [Uniform(5), Uniform(6)]
    await sit_down(game, players, deal)
    for seat, player in enumerate(players):
        heard: list[int] = []
        for seen, events in zip(player.seen, player.told, strict=False):
            heard += events
            assert seen.seat == seen.to_move == seat
            assert heard[-len(seen.history) :] == list(seen.history)


@pytest.mark.parametrize(
    ("index", "what"),
    [
        (3, "index 3"),
        (-1, "index -1"),
        # What SDKs send for -1 and all else that does not fit into a message.
        (2**32 - 1, "what is no index (sent as 4294967295)"),
    ],
)
async def test_an_index_beyond_the_legal_actions_is_an_illegal_answer(
    index: int, what: str
) -> None:
    players = [Watcher([0, index]), Watcher()]
    result = await sit_down(toy(2, 4), players)
    [blamed] = result.faults
    assert (blamed.seat, blamed.actions_before) == (0, 2)
    assert (blamed.fault.kind, blamed.fault.stage) == (FaultKind.ILLEGAL, FaultStage.PLAY)
    assert blamed.fault.text == f"answered with {what}; there were 3 legal actions"
    assert result.outcome.places == (2, 1)


async def test_a_fault_ends_a_match_of_two_with_the_points_as_they_stand() -> None:
    # Seat 1 has won two rounds when it gives up, and loses all the same.
    deal = hands((0, 1, 2, 7), (3, 4, 5, 6))
    players = [Watcher(), Watcher([0, 0, fault(FaultKind.CRASHED)])]
    result = await sit_down(toy(2, 4), players, deal)
    assert result.actions == [0, 3, 1, 4, 2]
    assert result.outcome.points == (0, 2)
    assert result.outcome.places == (1, 2)
    assert result.faults == [SeatFault(1, 5, fault(FaultKind.CRASHED))]
    assert all(player.ends == [(result.outcome, tuple(result.faults))] for player in players)


async def test_a_bot_that_never_was_ready_forfeits_before_the_first_decision() -> None:
    missing = fault(FaultKind.INCOMPATIBLE, FaultStage.START)
    players = [Watcher(), Watcher(missing=missing)]
    result = await sit_down(FoxGame(FoxOptions()), players)
    assert result.actions == []
    assert result.faults == [SeatFault(1, 0, missing)]
    assert (result.outcome.points, result.outcome.places) == ((0, 0), (1, 2))
    assert not any(player.seen for player in players)
    assert all(player.news == result.events for player in players)


async def test_those_who_are_not_there_yet_get_ready_at_the_same_time() -> None:
    both = asyncio.Barrier(2)

    class Late(Watcher):
        is_ready = False

        async def ready(self) -> None:
            await both.wait()

    result = await sit_down(toy(2), [Late(), Late()])
    assert result.faults == []


async def test_two_bots_that_never_were_ready_share_the_first_place() -> None:
    missing = fault(FaultKind.LATE, FaultStage.START)
    result = await sit_down(toy(2), [Watcher(missing=missing), Watcher(missing=missing)])
    assert [blamed.seat for blamed in result.faults] == [0, 1]
    assert result.outcome.places == (1, 1)


async def test_the_one_player_of_a_game_for_one_ends_it_by_a_fault() -> None:
    result = await sit_down(toy(1, 3), [Watcher([0, fault()])])
    assert result.actions == [0]
    assert result.outcome.places == (1,)


@pytest.mark.parametrize("seats", range(1, 6))
async def test_a_fault_ends_a_cooperative_match_at_once(seats: int) -> None:
    game = TheGame(TheGameOptions(players=seats, talk=False))
    players = [Watcher([0, fault()]) for _ in range(seats)]
    result = await sit_down(game, players)
    [blamed] = result.faults
    assert blamed.actions_before == len(result.actions) == 1
    # One of the 98 cards was placed; each card that is left costs a point.
    assert result.outcome.points == (-97,) * seats
    places = [seats if seat == blamed.seat else 1 for seat in range(seats)]
    assert result.outcome.places == tuple(places)


async def test_thinking_time_is_noted_for_every_answer_even_an_illegal_one() -> None:
    players = [Watcher([0, 9], pace=0.25), Watcher(pace=0.5)]
    result = await sit_down(toy(2, 3), players, hands((0, 1, 2), (3, 4, 5)))
    assert result.thought == [(0, 250.0), (1, 500.0), (0, 250.0)]


@timeless
async def test_a_forced_move_takes_the_delay_of_the_player(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    delays = Delays(monkeypatch)
    await sit_down(toy(3, 2), [Watcher(pace=0.25), Watcher(pace=1.5), Watcher()])
    assert delays.seconds == [0.25, 1.5]


@timeless
async def test_the_random_player_does_not_dawdle_like_the_bot_whose_seat_it_has(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    delays = Delays(monkeypatch)
    await sit_down(toy(3, 2), [Watcher([fault()], pace=9), Watcher(pace=1), Watcher(pace=2)])
    assert delays.seconds == [1, 2]
