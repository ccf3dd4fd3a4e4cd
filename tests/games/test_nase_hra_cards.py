"""Cards, their two orders, a trick's value and taker: NH-1 to NH-3, NH-11, NH-R1, NH-R12."""

from itertools import combinations, product

import pytest

from referee.games.nase_hra import RankOrder
from referee.games.nase_hra.cards import (
    FIGURES,
    NUMBERS,
    PACK,
    TAKING,
    card_text,
    hand_cards,
    parse_card,
    strength,
    taker,
    trick_value,
)
from tests.games.nase_hra_positions import cards, dealt, nase_hra

TABLE = {
    "7": {"P": 7, "V": 6, "K": 5, "E": 4},
    "8": {"P": 6, "V": 5, "K": 4, "E": 3},
    "9": {"P": 5, "V": 4, "K": 3, "E": 2},
    "0": {"P": 4, "V": 3, "K": 2, "E": 1},
}


@pytest.mark.rule("NH-1")
def test_the_pack() -> None:
    names = {suit + rank for suit in "KCLZ" for rank in "7890PVKE"}
    assert {card_text(card) for card in range(PACK)} == names
    assert sorted(nase_hra().placed(dealt())) == list(range(32))
    assert len(hand_cards(NUMBERS)) == len(hand_cards(FIGURES)) == 16
    assert NUMBERS & FIGURES == 0
    assert all(card_text(card)[1] in "7890" for card in hand_cards(NUMBERS))


@pytest.mark.rule("NH-2")
@pytest.mark.parametrize(
    ("order", "ranks"), [(RankOrder.FIGURES, "7890PVKE"), (RankOrder.NUMBERS, "PVKE7890")]
)
def test_both_orders(order: RankOrder, ranks: str) -> None:
    for suit in "KCLZ":
        upwards = [parse_card(suit + rank) for rank in ranks]
        assert sorted(upwards, key=lambda card: strength(card, order)) == upwards
        assert [TAKING[order] >> card & 1 for card in upwards] == [0] * 4 + [1] * 4


@pytest.mark.rule("NH-3")
def test_the_table_of_values() -> None:
    for suit, (number, row) in product("KCLZ", TABLE.items()):
        for figure, value in row.items():
            for third in range(PACK):
                if card_text(third)[0] != suit:
                    pair = [parse_card(suit + number), parse_card(suit + figure)]
                    assert trick_value([*pair, third]) == value


@pytest.mark.rule("NH-3")
def test_the_value_is_that_of_the_least_pair() -> None:
    for trick in combinations(range(PACK), 3):
        pairs = [
            TABLE[number[1]][figure[1]]
            for number, figure in product(map(card_text, trick), repeat=2)
            if number[0] == figure[0] and number[1] in TABLE and figure[1] in "PVKE"
        ]
        assert trick_value(trick) == min(pairs, default=0), trick


@pytest.mark.rule("NH-3", "NH-R1")
@pytest.mark.parametrize(
    ("trick", "value"),
    [
        ("ZE K7 Z0", 1),
        ("ZE K7 Z9", 2),
        ("LK L8 L0", 2),
        ("C8 CK CP", 4),
        ("Z7 KE Z9", 0),
        ("Z7 ZV KP", 6),
        ("K8 KV C0", 5),
        ("C9 L7 K9", 0),
        ("K7 LE LK", 0),
    ],
)
def test_the_examples_of_the_source(trick: str, value: int) -> None:
    assert trick_value(cards(trick)) == value


@pytest.mark.rule("NH-R12")
def test_the_value_does_not_depend_on_the_led_suit() -> None:
    for order in (RankOrder.FIGURES, RankOrder.NUMBERS):
        led, *others = cards("K7 CP C0")
        assert taker((led, others[0], others[1]), order) == 0
    assert trick_value(cards("K7 CP C0")) == 4


@pytest.mark.rule("NH-11")
def test_the_highest_of_the_led_suit_takes() -> None:
    for order in (RankOrder.FIGURES, RankOrder.NUMBERS):
        for led, second, third in product(range(PACK), repeat=3):
            if len({led, second, third}) < 3:
                continue
            trick = (led, second, third)
            suited = [card for card in trick if card >> 3 == led >> 3]
            best = max(suited, key=lambda card: strength(card, order))
            assert trick[taker(trick, order)] == best


def test_hands_as_cards() -> None:
    assert hand_cards(0) == ()
    assert hand_cards((1 << 32) - 1) == tuple(range(32))
    assert hand_cards(1 << 31 | 1 << 8 | 1) == (0, 8, 31)
