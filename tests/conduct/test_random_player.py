"""More than two seats: a random player finishes the seat of a bot at fault."""

import asyncio

from hypothesis import given
from hypothesis import strategies as st

from referee.conduct import FaultKind, FaultStage
from referee.games.game import Outcome
from referee.player import SeatFault
from tests.conduct.outcomes import assert_fair
from tests.conduct.players import Uniform, Watcher, fault, sit_down
from tests.conduct.toy import hands, toy
from tests.games.profiles import fast

HIGH, MIDDLE, LOW = (6, 7, 8), (3, 4, 5), (0, 1, 2)


async def test_the_match_goes_on_and_the_bot_at_fault_comes_last() -> None:
    # The random player must win every round for the bot: its points stay, its place does not.
    players = [Watcher(), Watcher([0, fault()]), Watcher()]
    result = await sit_down(toy(3), players, hands(LOW, HIGH, MIDDLE))
    assert len(result.actions) == 9
    assert result.faults == [SeatFault(1, 4, fault())]
    assert result.outcome == Outcome(points=(0, 3, 0), places=(1, 3, 1))


async def test_the_others_keep_their_order() -> None:
    players = [Watcher([fault()]), Watcher(), Watcher()]
    deal = hands((0, 1, 8), (2, 3, 6), (4, 5, 7))
    result = await sit_down(toy(3), players, deal)
    assert result.outcome.places == (3, 2, 1)


async def test_a_bot_at_fault_is_not_asked_again_but_told_everything() -> None:
    bad = Watcher([fault(FaultKind.ILLEGAL)])
    result = await sit_down(toy(3, 4), [Watcher(), bad, Watcher()])
    assert len(bad.seen) == 1
    assert bad.news == result.events
    assert bad.ends == [(result.outcome, tuple(result.faults))]


async def test_a_bot_that_never_was_ready_is_never_asked() -> None:
    missing = fault(FaultKind.CRASHED, FaultStage.START)
    bad = Watcher(missing=missing)
    result = await sit_down(toy(3), [bad, Watcher(), Watcher()])
    assert bad.seen == []
    assert len(result.actions) == 9
    assert result.outcome.places[0] == 3


async def test_two_faults_of_three_end_the_match() -> None:
    players = [Watcher([fault()]), Watcher(), Watcher([0, fault()])]
    result = await sit_down(toy(3), players, hands(HIGH, MIDDLE, LOW))
    assert [(blamed.seat, blamed.actions_before) for blamed in result.faults] == [(0, 0), (2, 5)]
    assert len(result.actions) == 5
    assert result.outcome == Outcome(points=(1, 0, 0), places=(2, 1, 2))


async def test_the_random_player_plays_the_same_again() -> None:
    async def once() -> list[int]:
        players = [Watcher([fault()]), Watcher(), Watcher()]
        return (await sit_down(toy(3, 8), players)).actions

    first = await once()
    assert await once() == first


async def test_answers_of_the_random_player_are_noted_with_no_thinking_time() -> None:
    players = [Watcher([0, fault()], pace=0.5), Watcher(pace=0.5), Watcher(pace=0.5)]
    result = await sit_down(toy(3, 4), players)
    assert [took for seat, took in result.thought if seat == 0] == [500.0, 0.0, 0.0]


@given(st.integers(1, 6), st.integers(1, 4), st.integers(0, 2**32), st.floats(0, 0.5))
@fast(80)
def test_a_match_ends_whatever_the_players_do(
    seats: int, hand: int, seed: int, faulty: float
) -> None:
    players = [
        Uniform(seed + seat, lambda random: random.random() < faulty) for seat in range(seats)
    ]
    result = asyncio.run(sit_down(toy(seats, hand), players))
    at_fault = {blamed.seat for blamed in result.faults}
    assert len(at_fault) == len(result.faults)
    whole = len(result.actions) == seats * hand
    assert whole or len(at_fault) >= seats - 1
    assert_fair(result.outcome, at_fault)
