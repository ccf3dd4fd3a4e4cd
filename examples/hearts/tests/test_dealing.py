"""The pack, the deal, and what passes between hands."""

import pytest
from positions import dealt, game, legal, mask, play, text

from referee.cards import mask_of
from referee.games.state import IllegalActionError
from stych_hearts.cards import PACK, PACKS, parse_card, rank, suit
from stych_hearts.observation import HeartsPhase
from stych_hearts.passing import HeartsDirection, direction_of, receiver
from stych_hearts.state import HeartsState


def choose_lowest(state: HeartsState) -> HeartsState:
    while state.phase == HeartsPhase.PASS:
        state.apply(state.legal_actions()[0])
    return state


@pytest.mark.rule("H-1")
@pytest.mark.parametrize(
    ("players", "cards", "out"), [(3, 17, "2D"), (4, 13, ""), (5, 10, "2C 2D")]
)
def test_each_player_gets_as_many_cards_of_a_pack_without_low_ones(
    players: int, cards: int, out: str
) -> None:
    state = dealt(players=players)
    assert [hand.bit_count() for hand in state.hands] == [cards] * players
    assert sum(state.hands) == PACKS[players] == mask_of(range(PACK)) & ~mask(out)


@pytest.mark.rule("H-1")
def test_aces_are_highest() -> None:
    assert suit(parse_card("AH")) == suit(parse_card("2H"))
    assert rank(parse_card("AH")) > rank(parse_card("KH")) > rank(parse_card("2H"))


@pytest.mark.rule("H-2")
def test_every_round_is_shuffled_anew() -> None:
    state = dealt(passing="none", target=999)
    first = state.hands[:]
    while not state.past_rounds:
        state.apply(state.legal_actions()[0])
    assert sum(state.hands) == PACKS[4]
    assert state.hands != first
    assert set(state.deal.drawn) == {"round/1/cards", "round/2/cards"}


@pytest.mark.rule("H-4")
@pytest.mark.parametrize(("players", "letters"), [(3, "LRHLRH"), (4, "LRAHLRAH"), (5, "LRHLRH")])
def test_the_direction_changes_from_round_to_round(players: int, letters: str) -> None:
    options = game(players=players).options
    directions = (direction_of(options, number) for number in range(1, len(letters) + 1))
    assert "".join(direction.name[0] for direction in directions) == letters


@pytest.mark.rule("H-4")
def test_the_direction_can_be_left_for_ever_or_none() -> None:
    for number in range(1, 9):
        assert direction_of(game(passing="left").options, number) == HeartsDirection.LEFT
        assert direction_of(game(passing="none").options, number) == HeartsDirection.HOLD


@pytest.mark.rule("H-4")
def test_who_gets_the_cards() -> None:
    assert [receiver(seat, HeartsDirection.LEFT, 4) for seat in range(4)] == [1, 2, 3, 0]
    assert [receiver(seat, HeartsDirection.RIGHT, 5) for seat in range(5)] == [4, 0, 1, 2, 3]
    assert [receiver(seat, HeartsDirection.ACROSS, 4) for seat in range(4)] == [2, 3, 0, 1]


@pytest.mark.rule("H-4")
def test_without_passing_play_begins_at_once() -> None:
    assert dealt(passing="none").phase == HeartsPhase.PLAY


@pytest.mark.rule("H-5")
def test_three_cards_are_chosen_from_the_lowest_up() -> None:
    state = dealt()
    hand = text(state.hands[0]).split()
    assert legal(state).split() == hand[:11]
    play(state, f"pass {hand[4]}")
    assert legal(state).split() == hand[5:12]
    play(state, f"pass {hand[11]}")
    assert legal(state) == hand[12]
    with pytest.raises(IllegalActionError):
        play(state, f"pass {hand[0]}")


@pytest.mark.rule("H-5")
def test_no_card_moves_before_all_have_chosen() -> None:
    state = dealt()
    before = state.hands[:]
    movers = []
    for _ in range(11):
        movers.append(state.seat)
        state.apply(state.legal_actions()[0])
        assert state.received == [()] * 4
        assert all(not now & ~then for now, then in zip(state.hands, before, strict=True))
    assert movers == [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3]
    state.apply(state.legal_actions()[0])
    for seat in range(4):
        assert state.received[(seat + 1) % 4] == state.passed[seat]
        mine = before[seat] & ~mask_of(state.passed[seat]) | mask_of(state.received[seat])
        assert state.hands[seat] == mine


@pytest.mark.rule("H-5")
def test_nobody_sees_what_others_have_chosen() -> None:
    one, other = dealt(), dealt()
    hand = text(one.hands[0]).split()
    play(one, ",".join(f"pass {card}" for card in hand[:3]))
    play(other, ",".join(f"pass {card}" for card in hand[3:6]))
    assert all(one.observe(seat) == other.observe(seat) for seat in (1, 2, 3))


@pytest.mark.rule("H-6")
def test_both_know_the_cards_that_were_passed_and_nobody_else_does() -> None:
    state = choose_lowest(dealt())
    cards = state.passed[0]
    assert state.observe(0).passed == state.observe(1).received == cards
    own = game()
    assert not (own.hidden(state, 0) | own.hidden(state, 1)) & set(cards)
    assert own.hidden(state, 2) & own.hidden(state, 3) >= set(cards)


@pytest.mark.rule("H-6")
def test_a_seat_remembers_what_was_passed_in_earlier_rounds() -> None:
    state = choose_lowest(dealt(target=999))
    passed, received = state.passed[2], state.received[2]
    while not state.past_rounds:
        state.apply(state.legal_actions()[0])
    seen = state.observe(2)
    assert (seen.earlier_passed, seen.earlier_received) == (passed, received)
    assert (seen.passed, seen.received) == ((), ())


@pytest.mark.rule("H-7")
@pytest.mark.parametrize(("players", "lowest"), [(3, "2C"), (4, "2C"), (5, "3C")])
def test_the_lowest_club_leads_wherever_it_has_come_to(players: int, lowest: str) -> None:
    for number in range(10):
        state = choose_lowest(dealt(number, players=players))
        assert legal(state) == lowest
        assert state.hands[state.seat] & mask(lowest)
        assert state.leader == state.seat
