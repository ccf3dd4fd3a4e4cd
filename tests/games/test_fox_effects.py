"""What odd cards do when they are played: FOX-9, FOX-12, FOX-13, FOX-14."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.deals import Deal, derive
from referee.games.fox import FoxPhase
from referee.games.fox.cards import card_text
from referee.games.game import NOBODY, IllegalActionError
from tests.games.fox_positions import (
    dealt,
    deciding,
    ending,
    fox,
    hand,
    last_events,
    legal,
    names,
    play,
    winner_of,
)
from tests.games.profiles import fast


@pytest.mark.rule("FOX-9")
@pytest.mark.parametrize("suit", "BKM")
@pytest.mark.parametrize("rank", range(1, 12))
def test_only_foxes_and_woodcutters_ask_for_a_decision(suit: str, rank: int) -> None:
    card = f"{suit}{rank}"
    others = [other for other in ("B2", "K2", "M2", "B6") if other != card]
    state = play(ending(f"{card} {others[0]}", others[1], others[2]), card)
    phase = {3: FoxPhase.FOX, 5: FoxPhase.WOODCUTTER}.get(rank, FoxPhase.PLAY)
    assert state.phase == phase
    assert state.seat == (1 if phase == FoxPhase.PLAY else 0)


@pytest.mark.rule("FOX-12")
def test_a_fox_may_exchange_before_anything_else() -> None:
    state = play(ending("B3 K2 K4", "B6 K6 K8", "M2"), "B3")
    assert deciding(state) == (0, FoxPhase.FOX)
    assert legal(state) == ["give K2", "give K4", "keep"]
    play(state, "give K4")
    assert hand(state, 0) == "K2 M2"
    assert card_text(state.decree) == "K4"
    assert last_events(state, 1) == ["seat 0 gives K4 for the decree M2"]
    assert deciding(state) == (1, FoxPhase.PLAY)


@pytest.mark.rule("FOX-12")
def test_a_fox_may_keep_the_decree() -> None:
    state = play(ending("B3 K2 K4", "B6 K6 K8", "M2"), "B3", "keep")
    assert hand(state, 0) == "K2 K4"
    assert card_text(state.decree) == "M2"
    assert last_events(state, 1) == ["seat 0 keeps the decree"]
    assert deciding(state) == (1, FoxPhase.PLAY)


@pytest.mark.rule("FOX-12")
def test_at_a_fox_no_other_action_is_legal() -> None:
    state = play(ending("B3 K2 K4", "B6 K6 K8", "M2"), "B3")
    for action in ("give B3", "give M2", "give K6", "K2", "under K2"):
        with pytest.raises(IllegalActionError):
            play(state, action)


@pytest.mark.rule("FOX-12")
def test_with_an_empty_hand_a_fox_does_nothing() -> None:
    state = play(ending("B3", "K3", "M2"), "B3")
    assert deciding(state) == (1, FoxPhase.PLAY)
    assert last_events(state, 1) == ["seat 0 plays B3"]
    play(state, "K3")
    assert last_events(state, 4)[:2] == ["seat 1 plays K3", "seat 0 takes the trick"]


@pytest.mark.rule("FOX-12", "FOX-13")
def test_a_fox_played_second_changes_the_trump_of_the_trick() -> None:
    state = play(ending("B8 K2 K4", "B3 B6 K8", "M2"), "B8", "B3")
    assert deciding(state) == (1, FoxPhase.FOX)
    kept = play(state.copy(), "keep")
    assert winner_of(kept) == 0
    discarded = play(ending("B8 K2 K4", "M3 M6 K8", "K10"), "B8", "M3")
    assert winner_of(play(discarded.copy(), "keep")) == 0
    assert winner_of(play(discarded.copy(), "give K8")) == 0
    assert winner_of(play(discarded.copy(), "give M6")) == 1


@pytest.mark.rule("FOX-13")
def test_a_led_fox_can_make_its_own_suit_trump() -> None:
    state = play(ending("B3 B2 K4", "M8 M6 K8", "M2"), "B3")
    assert winner_of(play(state.copy(), "keep", "M8")) == 1
    assert winner_of(play(state.copy(), "give B2", "M8")) == 0


@pytest.mark.rule("FOX-13", "FOX-17")
def test_a_witch_takes_the_new_trump() -> None:
    state = play(ending("B9 K2 K4", "M3 M10 M6", "B2"), "B9", "M3", "give M6")
    assert winner_of(state) == 0
    assert card_text(state.decree) == "M6"


@pytest.mark.rule("FOX-13")
def test_a_card_given_for_the_decree_may_be_taken_by_the_other_player() -> None:
    state = play(ending("B3 K2 K4", "K3 B6 K8", "M2"), "B3", "give K4", "B6", "K3", "give K8")
    assert hand(state, 1) == "K4"
    assert card_text(state.decree) == "K8"


@pytest.mark.rule("FOX-14")
def test_a_woodcutter_draws_the_top_card_and_buries_any() -> None:
    state = ending("B5 K2 K4", "B6 K6 K8", "M2")
    first, deck = card_text(state.deck[0]), names(state.deck[1:])
    play(state, "B5")
    assert deciding(state) == (0, FoxPhase.WOODCUTTER)
    assert set(hand(state, 0).split()) == {"K2", "K4", first}
    assert set(legal(state)) == {"under K2", "under K4", f"under {first}"}
    play(state, "under K2")
    assert set(hand(state, 0).split()) == {"K4", first}
    assert names(state.deck) == f"{deck} K2"
    assert deciding(state) == (1, FoxPhase.PLAY)


@pytest.mark.rule("FOX-14")
def test_the_card_just_drawn_may_go_under_the_deck() -> None:
    state = play(ending("B5 K2 K4", "B6 K6 K8", "M2"), "B5")
    drawn = card_text(state.drawn[0][0])
    play(state, f"under {drawn}")
    assert hand(state, 0) == "K2 K4"
    assert card_text(state.deck[-1]) == drawn


@pytest.mark.rule("FOX-14")
def test_both_parts_are_mandatory_and_come_before_the_trick_is_decided() -> None:
    state = play(ending("B8 K2 K4", "B5 K6 K8", "M2"), "B8", "B5")
    assert deciding(state) == (1, FoxPhase.WOODCUTTER)
    for action in ("keep", "give K6", "K6", "under B5", "under K2"):
        with pytest.raises(IllegalActionError):
            play(state, action)
    assert state.observe(0).tricks == (5, 5)
    play(state, "under K6")
    assert last_events(state, 2) == [
        "seat 1 draws a card and puts one under the deck",
        "seat 0 takes the trick",
    ]


@pytest.mark.rule("FOX-14")
def test_a_woodcutter_as_the_last_card_draws_and_buries_the_same() -> None:
    state = play(ending("B8", "B5", "M2"), "B8", "B5")
    assert legal(state) == [f"under {names(state.drawn[1])}"]
    play(state, *legal(state))
    assert len(state.past_rounds) == 2


@pytest.mark.rule("FOX-14")
def test_nobody_else_sees_either_card() -> None:
    one = play(ending("B5 K2 K4", "B6 K6 K8", "M2"), "B5")
    other = one.copy()
    play(one, "under K2")
    play(other, "under K4")
    assert one.observe(1) == other.observe(1)
    assert one.observe(1).buried == one.observe(1).drawn == ()
    assert names(one.observe(0).buried) == "K2"
    assert one.observe(0).drawn == other.observe(0).drawn != ()


@pytest.mark.rule("FOX-14", "FOX-3")
def test_three_woodcutters_draw_only_half_of_the_deck() -> None:

    state = dealt("B5 K5 B2 K2 K4", "M5 B6 K6 K8 M6", "M4", "M11 M10 M9 M8 M7 B11")
    play(state, "B5", "under M11", "B6")
    play(state, "M5", "under M10", "K2")
    play(state, "K6", "K5", "under M9")
    assert names(state.deck) == "M8 M7 B11 M11 M10 M9"


@pytest.mark.rule("FOX-14")
@fast(20)
@given(st.integers(0, 10**6))
def test_the_deck_never_runs_out_and_buried_cards_never_come_back(seed: int) -> None:
    random = Random(seed)
    state = fox().new(Deal(derive("deck", str(seed))))
    while state.seat != NOBODY:
        assert len(state.deck) == 6 - (state.phase == FoxPhase.WOODCUTTER)
        drawn = state.drawn[0] + state.drawn[1]
        order = state.deal.drawn[f"round/{len(state.past_rounds) // 2 + 1}/cards"][27:]
        assert sorted(drawn) == sorted(order[: len(drawn)])
        assert len(drawn) <= 3
        state.apply(random.choice(state.legal_actions()))
