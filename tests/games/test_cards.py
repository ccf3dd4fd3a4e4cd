"""Sets of cards as masks, events as numbers, and places by points."""

from hypothesis import given
from hypothesis import strategies as st

from referee.cards import cards_of, mask_of
from referee.games.events import Event, pack, unpack
from referee.games.game import places
from tests.games.profiles import fast


@fast(100)
@given(st.sets(st.integers(0, 120)))
def test_a_set_of_cards_is_a_number(cards: set[int]) -> None:
    assert cards_of(mask_of(cards)) == tuple(sorted(cards))
    assert mask_of(cards).bit_count() == len(cards)


def test_a_doubled_card_counts_once() -> None:
    assert mask_of([3, 3]) == 8
    assert cards_of(0) == ()


@fast(100)
@given(st.integers(0, 31), st.integers(0, 7), *[st.integers(0, 255)] * 3)
def test_an_event_is_a_number(kind: int, seat: int, a: int, b: int, c: int) -> None:
    packed = pack(kind, seat, a, b, c)
    assert 0 <= packed < 2**32
    assert unpack(packed) == Event(kind, seat, a, b, c)


def test_the_layout_of_events() -> None:
    assert pack(2, 1, 6) == 0b00000110_001_00010
    assert pack(31, 7, 255, 255, 255) == 2**32 - 1


def test_places() -> None:
    assert places([5, 5, 3]) == (1, 1, 3)
    assert places([1, 2, 3]) == (3, 2, 1)
    assert places([0]) == (1,)
