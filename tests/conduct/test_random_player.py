"""More than two seats: a random player finishes the seat of a bot at fault."""

import asyncio

from hypothesis import given
from hypothesis import strategies as st

from referee.conduct import FaultKind, Stage
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
    sitting = await sit_down(toy(3), players, hands(LOW, HIGH, MIDDLE))
    assert len(sitting.actions) == 9
    assert sitting.faults == [SeatFault(1, 4, fault())]
    assert sitting.outcome == Outcome(points=(0, 3, 0), places=(1, 3, 1))


async def test_the_others_keep_their_order() -> None:
    players = [Watcher([fault()]), Watcher(), Watcher()]
    deal = hands((0, 1, 8), (2, 3, 6), (4, 5, 7))
    sitting = await sit_down(toy(3), players, deal)
    assert sitting.outcome.places == (3, 2, 1)


async def test_a_bot_at_fault_is_not_asked_again_but_told_everything() -> None:
    bad = Watcher([fault(FaultKind.ILLEGAL)])
    sitting = await sit_down(toy(3, 4), [Watcher(), bad, Watcher()])
    assert len(bad.seen) == 1
    assert bad.news == sitting.events
    assert bad.ends == [(sitting.outcome, tuple(sitting.faults))]


async def test_a_bot_that_never_was_ready_is_never_asked() -> None:
    missing = fault(FaultKind.CRASHED, Stage.START)
    bad = Watcher(missing=missing)
    sitting = await sit_down(toy(3), [bad, Watcher(), Watcher()])
    assert bad.seen == []
    assert len(sitting.actions) == 9
    assert sitting.outcome.places[0] == 3


async def test_two_faults_of_three_end_the_match() -> None:
    players = [Watcher([fault()]), Watcher(), Watcher([0, fault()])]
    sitting = await sit_down(toy(3), players, hands(HIGH, MIDDLE, LOW))
    assert [(blamed.seat, blamed.at) for blamed in sitting.faults] == [(0, 0), (2, 5)]
    assert len(sitting.actions) == 5
    assert sitting.outcome == Outcome(points=(1, 0, 0), places=(2, 1, 2))


async def test_the_random_player_plays_the_same_again() -> None:
    async def once() -> list[int]:
        players = [Watcher([fault()]), Watcher(), Watcher()]
        return (await sit_down(toy(3, 8), players)).actions

    first = await once()
    assert await once() == first


async def test_what_the_random_player_took_no_thought_for_is_not_noted_as_the_bots() -> None:
    players = [Watcher([0, fault()], pace=0.5), Watcher(pace=0.5), Watcher(pace=0.5)]
    sitting = await sit_down(toy(3, 4), players)
    assert [took for seat, took in sitting.thought if seat == 0] == [500.0, 0.0, 0.0]


@given(st.integers(1, 6), st.integers(1, 4), st.integers(0, 2**32), st.floats(0, 0.5))
@fast(80)
def test_a_match_ends_whatever_the_players_do(
    seats: int, hand: int, seed: int, faulty: float
) -> None:
    players = [
        Uniform(seed + seat, lambda random: random.random() < faulty) for seat in range(seats)
    ]
    sitting = asyncio.run(sit_down(toy(seats, hand), players))
    at_fault = {blamed.seat for blamed in sitting.faults}
    assert len(at_fault) == len(sitting.faults)
    whole = len(sitting.actions) == seats * hand
    assert whole or len(at_fault) >= seats - 1
    assert_fair(sitting.outcome, at_fault)
