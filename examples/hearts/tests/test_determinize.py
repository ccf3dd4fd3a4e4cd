"""Sampled worlds agree with all that is known, and each of them is as likely as the others."""

from collections import Counter
from itertools import combinations
from math import sqrt
from random import Random

import pytest
from positions import dealt, game, mask, play

from referee.cards import cards_of, mask_of
from stych_hearts.actions import HeartsEventKind
from stych_hearts.cards import suit
from stych_hearts.observation import HeartsPhase
from stych_hearts.state import HeartsState
from stych_hearts.worlds import share_out


def at_play(number: int, cards: int) -> HeartsState:
    """A first round in which the passing is over and `cards` cards were played, all at random."""
    state, random = dealt(number), Random(number)
    while state.phase == HeartsPhase.PASS or len(plays_in(state)) < cards:
        state.apply(random.choice(state.legal_actions()))
    return state


def plays_in(state: HeartsState) -> list[tuple[int, int]]:
    return [
        (event >> 5 & 7, event >> 8 & 255)
        for event in state.events
        if event & 31 == HeartsEventKind.PLAY
    ]


def voids(state: HeartsState) -> set[tuple[int, int]]:
    """The seats that did not follow in a whole trick of this round, each with the suit led."""
    plays = plays_in(state)
    return {
        (seat, suit(trick[0][1]))
        for start in range(0, len(plays), 4)
        for trick in [plays[start : start + 4]]
        for seat, card in trick
        if suit(card) != suit(trick[0][1])
    }


def test_ways_of_sharing_out_are_equally_likely() -> None:
    """Card 0 may not go to hand 0, cards 1 and 2 not to hand 1."""
    allowed = {0: (1, 2), 1: (0, 2), 2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2)}
    sizes, random, draws = (2, 1, 2), Random(5), 6000
    every = {
        (frozenset(one), frozenset(two))
        for one in combinations(range(5), 2)
        for two in combinations(sorted(set(range(5)) - set(one)), 1)
        if 0 not in one and not {1, 2} & set(two)
    }
    counts = Counter[tuple[frozenset[int], frozenset[int]]]()
    for _ in range(draws):
        hands = share_out(allowed, sizes, random)
        assert set().union(*hands) == set(allowed)
        counts[frozenset(hands[0]), frozenset(hands[1])] += 1
    expected = draws / len(every)
    assert set(counts) == every
    assert all(abs(count - expected) < 5 * sqrt(expected) for count in counts.values())


def test_what_does_not_fit_is_told() -> None:
    with pytest.raises(ValueError, match="do not fit"):
        share_out({0: (0,), 1: (0,)}, (1, 1), Random(1))


@pytest.mark.parametrize("number", range(6))
def test_cards_that_were_passed_stay_where_they_went(number: int) -> None:
    state, random = at_play(number, 6 * number), Random(number)
    for seat in range(4):
        to = (seat + 1) % 4
        kept = mask_of(state.passed[seat]) & state.hands[to]
        for _ in range(10):
            world = game().determinize(state.observe(seat), random)
            assert world.hands[to] & kept == kept
            assert world.passed[seat] == state.passed[seat]
            assert world.received[seat] == state.received[seat]
            assert [hand.bit_count() for hand in world.hands] == [
                hand.bit_count() for hand in state.hands
            ]


@pytest.mark.parametrize("number", range(6))
def test_who_did_not_follow_has_none_of_the_suit(number: int) -> None:
    state, random = at_play(number, 36), Random(number)
    found = voids(state)
    assert found
    for _ in range(20):
        world = game().determinize(state.observe(0), random)
        for seat, lacking in found:
            assert lacking not in map(suit, cards_of(world.hands[seat]))


def test_all_worlds_are_equally_likely() -> None:
    """Twelve cards before the end of a round, against all ways of dealing that fit."""
    state, random, draws = at_play(3, 40), Random(2), 4000
    seen = state.observe(0)
    counts = Counter(tuple(game().determinize(seen, random).hands[1:]) for _ in range(draws))
    hidden, lacking = {card for hand in state.hands[1:] for card in cards_of(hand)}, voids(state)
    ways = (
        (one, two, hidden.difference(one, two))
        for one in combinations(hidden, 3)
        for two in combinations(hidden.difference(one), 3)
    )
    every = {
        tuple(map(mask_of, hands))
        for hands in ways
        if not any(
            (seat, suit(card)) in lacking for seat, hand in enumerate(hands, 1) for card in hand
        )
    }
    # No card that seat 0 has passed is in a hand any more.
    assert not mask_of(state.passed[0]) & state.hands[1]
    expected = draws / len(every)
    assert len(every) > 5
    assert set(counts) == every
    assert all(abs(count - expected) < 6 * sqrt(expected) for count in counts.values())


def test_what_others_have_laid_aside_is_sampled_as_well() -> None:
    state, random = dealt(), Random(1)
    while state.seat < 2:
        state.apply(random.choice(state.legal_actions()))
    worlds = [game().determinize(state.observe(2), random) for _ in range(30)]
    for world in worlds:
        assert [len(cards) for cards in world.passed] == [3, 3, 0, 0]
        assert world.hands[2] == state.hands[2]
        assert sorted(game().placed(world)) == list(range(52))
    assert len({world.passed[0] for world in worlds}) > 20


def test_a_world_can_be_played_to_its_end() -> None:
    state, random = at_play(1, 10), Random(1)
    world = game().determinize(state.observe(state.seat), random)
    while world.seat >= 0:
        world.apply(random.choice(world.legal_actions()))
    assert max(world.totals) >= 100


def test_points_in_the_first_trick_show_that_there_was_nothing_else() -> None:
    """Only a hand of points may do it, so the cards that are sampled for it are points as well."""
    state = dealt(passing="none")
    leader = state.seat
    poor = (leader + 1) % 4
    points = mask("2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH QS")
    others = cards_of(((1 << 52) - 1) & ~points & ~mask("2C"))
    rest = [seat for seat in range(4) if seat not in (leader, poor)]
    state.hands[poor] = points
    state.hands[leader] = mask("2C") | mask_of(others[:12])
    state.hands[rest[0]], state.hands[rest[1]] = mask_of(others[12:25]), mask_of(others[25:])
    state.forget_legal()
    play(state, "2C, 5H")
    seen, random = state.observe(state.seat), Random(3)
    for _ in range(20):
        world = game(passing="none").determinize(seen, random)
        assert not world.hands[poor] & ~(points | mask("AH"))
