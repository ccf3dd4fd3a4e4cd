"""What may be led and what must be followed: FOX-5, FOX-6, FOX-16, FOX-17."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.games.fox import FoxPhase
from referee.games.game import IllegalActionError
from tests.games.fox_positions import deciding, ending, hand, legal, names, play, winner_of
from tests.games.profiles import fast


def _may_follow(held: list[str], led: str) -> set[str]:
    """FOX-6 and FOX-16, written anew."""
    same = [card for card in held if card[0] == led[0]]
    if not same:
        return set(held)
    if led[1:] != "11":
        return set(same)
    best = max(same, key=lambda card: int(card[1:]))
    return {card for card in same if card in (best, led[0] + "1")}


@pytest.mark.rule("FOX-5")
def test_any_card_may_be_led() -> None:
    state = ending("B2 B9 K11 M4", "B3 B4 B6 B8", "M2")
    assert legal(state) == ["B2", "B9", "K11", "M4"]


@pytest.mark.rule("FOX-5", "FOX-6")
def test_the_printed_suit_of_the_lead_must_be_followed() -> None:
    state = play(ending("B2 K2 M8", "B6 B10 M4", "M2"), "B2")
    assert legal(state) == ["B6", "B10"]
    for card in ("M4", "K2", "B2"):
        with pytest.raises(IllegalActionError, match="not legal"):
            play(state, card)


@pytest.mark.rule("FOX-6")
def test_without_the_suit_any_card_may_follow() -> None:
    state = play(ending("B2 K2 M8", "K6 K10 M4", "M2"), "B2")
    assert legal(state) == ["K6", "K10", "M4"]


@pytest.mark.slow
@pytest.mark.rule("FOX-6", "FOX-16")
@fast(200)
@given(
    st.permutations([f"{suit}{rank}" for suit in "BKM" for rank in range(1, 12)]),
    st.integers(2, 13),
)
def test_following_agrees_with_the_rule_written_anew(pack: list[str], size: int) -> None:
    led = pack[0]
    if led[1:] in ("3", "5"):  # its player would decide something else first
        return
    mine, his = pack[:size], pack[size : 2 * size]
    state = play(ending(" ".join(mine), " ".join(his), pack[-1]), led)
    assert set(legal(state)) == _may_follow(his, led)


@pytest.mark.rule("FOX-16")
@pytest.mark.parametrize(
    ("his", "allowed"),
    [
        ("B2 B6 B10", ["B10"]),
        ("B1 B6 B10", ["B1", "B10"]),
        ("B1 K6 K10", ["B1"]),
        ("B6 K6 M10", ["B6"]),
        ("K1 M6 M10", ["K1", "M6", "M10"]),
        ("B2 B3 K1", ["B3"]),
    ],
)
def test_a_led_monarch_asks_for_the_swan_or_the_highest(his: str, allowed: list[str]) -> None:
    assert legal(play(ending("B11 K2 M8", his, "M2"), "B11")) == allowed


@pytest.mark.rule("FOX-16", "FOX-12")
def test_a_monarch_asks_the_hand_as_it_stands_then() -> None:
    state = ending("K6 B11 M6", "K3 B4 B6", "B10")
    play(state, "K6", "K3", "give B4", "B11")
    assert hand(state, 1) == "B6 B10"
    assert legal(state) == ["B10"]


@pytest.mark.rule("FOX-16", "FOX-14")
def test_a_card_drawn_counts_for_a_later_monarch() -> None:
    state = ending("K8 B11 M6", "K5 B4 B6", "M10")
    top = names(state.deck[:1])
    play(state, "K8", "K5", "under B6", "B11")
    assert top == "B1"
    assert legal(state) == ["B1", "B4"]


@pytest.mark.rule("FOX-16")
def test_the_answer_to_a_monarch_has_its_own_effect() -> None:
    fox = play(ending("B11 K2 M8", "B2 B3 K6", "M2"), "B11", "B3")
    assert deciding(fox) == (1, FoxPhase.FOX)
    woodcutter = play(ending("B11 K2 M8", "B2 B5 K6", "M2"), "B11", "B5")
    assert deciding(woodcutter) == (1, FoxPhase.WOODCUTTER)
    swan = play(ending("B11 K2 M8", "B1 B5 K6", "M2"), "B11", "B1")
    assert winner_of(swan) == 0
    assert deciding(swan) == (1, FoxPhase.PLAY)
    witch = play(ending("B11 K2 M8", "B9 B5 K6", "M2"), "B11", "B9")
    assert winner_of(witch) == 1


@pytest.mark.rule("FOX-16")
def test_a_monarch_played_second_does_nothing() -> None:
    state = play(ending("B2 B4 B6", "B11 K2 K4", "M2"), "B2", "B11", "K2")
    assert winner_of(state) == 1
    assert legal(state) == ["B4", "B6"]
    trump = play(ending("M6 B4 B8", "B11 K2 K4", "M2"), "M6", "B11")
    assert winner_of(trump) == 0


@pytest.mark.rule("FOX-17")
def test_a_led_plain_witch_asks_for_her_printed_suit() -> None:
    state = play(ending("B9 K2 M8", "B10 M10 M4", "M2"), "B9")
    assert legal(state) == ["B10"]
    assert winner_of(play(state, "B10")) == 0


@pytest.mark.rule("FOX-17")
def test_without_that_suit_the_ten_of_trumps_beats_her() -> None:
    state = play(ending("B9 K2 M8", "K10 M10 M4", "M2"), "B9")
    assert legal(state) == ["K10", "M4", "M10"]
    assert winner_of(play(state, "M10")) == 1


@pytest.mark.rule("FOX-17")
def test_led_trumps_may_not_be_answered_with_a_plain_witch() -> None:
    state = play(ending("M8 K2 K4", "B9 M4 K6", "M2"), "M8")
    assert legal(state) == ["M4"]
    without = play(ending("M8 K2 K4", "B9 B4 K6", "M2"), "M8")
    assert legal(without) == ["B4", "B9", "K6"]
    assert winner_of(play(without, "B9")) == 1
