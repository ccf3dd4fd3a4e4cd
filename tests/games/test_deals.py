"""Derived chance. The vectors below are for whoever repeats the derivation in another language."""

import hashlib
from collections import Counter
from itertools import pairwise, permutations
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.deals import Deal, FixedDeal, commitment, derive, opens
from tests.games.profiles import fast
from tests.games.statistics import assert_fits

PATH = ("season-1", "fox", '{"target":21}', "1")
KEY = "7b02ddf76aff5f8a9f9fc9bd905937d40921dffd13bf777016a57b4cbec0dae0"
COMMITMENT = "e163bf9dec8bded96fad1a74100f38cfb83e542b0e9e95a6169e3a909b09c4df"
UTF8_PATH = ("Štych", "liška")
UTF8_KEY = "ed06a560fc8919750b4985c4526fa3535f6be22dba0e4cfe055c340d5876af21"
SHUFFLES = {  # of KEY, by purpose and size
    (
        "round/1/cards",
        33,
    ): "24 7 3 28 12 29 5 25 32 22 17 20 13 19 1 16 26 8 4 0 31 27 9 21 10 2 30 18 6 23 11 14 15",
    ("round/2/cards", 33): "0 31 11 19 13 22 6 17 5 26 20 10 27 30 32 7 18 23 4 28 25 24 2 9 3 29 "
    "15 21 16 1 8 12 14",
}
LONG_SHUFFLE = (  # of a key of 32 zero bytes, purpose "cards", size 98
    "28 80 30 40 51 96 16 91 94 44 61 72 11 14 78 50 4 68 29 87 41 84 57 60 18 48 42 1 65 19 7 64 "
    "54 58 36 8 90 88 13 26 27 70 86 32 45 43 35 95 59 2 21 34 66 56 52 49 81 83 82 79 15 10 38 9 "
    "73 93 62 33 39 20 85 92 63 25 46 37 17 76 31 69 67 75 74 12 5 71 89 3 55 6 53 47 24 97 0 23 "
    "77 22"
)
NUMBERS = {  # of KEY, by purpose and limit
    ("dealer", 2): 0,
    ("die", 6): 0,
    ("one", 1): 0,
    ("whole", 2**32): 3941637641,
    ("big", 3_000_000_000): 954733035,
    ("big0", 3_000_000_000): 1294549479,
    ("big1", 3_000_000_000): 870459210,  # its first word, 3427883183, is refused
    ("big2", 3_000_000_000): 1229464785,  # its first word, 3997298457, is refused
}


def _key() -> bytes:
    return bytes.fromhex(KEY)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


def test_vectors_of_keys() -> None:
    assert derive(*PATH).hex() == KEY
    assert derive(*UTF8_PATH).hex() == UTF8_KEY
    assert commitment(_key()).hex() == COMMITMENT


def test_vectors_of_draws() -> None:
    deal = Deal(_key())
    for (purpose, size), expected in SHUFFLES.items():
        assert deal.shuffle(size, purpose) == _numbers(expected)
    for (purpose, limit), number in NUMBERS.items():
        assert deal.below(limit, purpose) == number
    assert Deal(bytes(32)).shuffle(98, "cards") == _numbers(LONG_SHUFFLE)


def test_parts_of_a_path_are_kept_apart() -> None:
    paths = [("a", "b"), ("ab",), ("b", "a"), ("a", "b", ""), ("", "a", "b")]
    assert len({derive(*path) for path in paths}) == len(paths)
    with pytest.raises(ValueError, match=r"NUL.*a\\x00b"):
        derive("a\0b")


def test_a_commitment_is_opened_by_its_key_alone() -> None:
    promised = commitment(_key())
    assert opens(_key(), b"", promised)
    assert not opens(bytes(32), b"", promised)
    assert promised != _key()


def test_a_salted_commitment_is_opened_by_key_and_salt_together() -> None:
    salt, other = derive("salt"), derive("another")
    promised = commitment(_key(), salt)
    assert promised == hashlib.sha256(b"stych/1 commitment\0" + _key() + salt).digest()
    assert opens(_key(), salt, promised)
    assert not opens(_key(), other, promised)
    assert not opens(_key(), b"", promised)
    assert not opens(other, salt, promised)
    assert commitment(_key(), other) != promised


@pytest.mark.parametrize("moved", [-1, 1, 16, 32])
def test_no_byte_goes_from_the_key_to_the_salt(moved: int) -> None:
    """The same bytes cut elsewhere would open the same promise to another key."""
    salt = derive("salt")
    whole, cut = _key() + salt, 32 + moved
    assert not opens(whole[:cut], whole[cut:], commitment(_key(), salt))


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_key_has_32_bytes(length: int) -> None:
    with pytest.raises(ValueError, match=f"32 bytes, not {length}"):
        Deal(bytes(length))


@fast(50)
@given(st.integers(1, 120), st.text(max_size=20), st.binary(min_size=32, max_size=32))
def test_a_shuffle_is_a_permutation(size: int, purpose: str, key: bytes) -> None:
    assert sorted(Deal(key).shuffle(size, purpose)) == list(range(size))


class _Told(Deal):
    """Draws from these words; some are passed over, which hardly ever occurs in a real stream."""

    __slots__ = ()
    words: ClassVar[tuple[int, ...]] = ()

    def _words(self, stream: bytes, counter: int) -> tuple[int, ...]:
        if counter:
            raise AssertionError("more words were drawn than there are")
        return self.words


LARGEST = 2**32 - 1


@pytest.mark.parametrize(
    ("words", "shuffled"),
    [
        ((2**32 - 2, 0, 9), (1, 0, 2)),  # the largest that counts among three: 2 modulo 3
        ((LARGEST, 4, 0, 9), (2, 0, 1)),  # passed over among three
        ((4, LARGEST, 9), (0, 2, 1)),  # counts among two: 1 modulo 2
        ((LARGEST, LARGEST, 5, LARGEST, 9), (0, 1, 2)),
    ],
)
def test_words_from_the_largest_multiple_on_are_passed_over(
    words: tuple[int, ...], shuffled: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_Told, "words", words)
    assert _Told(bytes(32)).shuffle(3, "cards") == shuffled
    assert _Told(bytes(32)).below(3, "die") == next(w for w in words if w < LARGEST) % 3


def test_every_order_is_equally_likely() -> None:
    seen = Counter(Deal(derive("four", str(n))).shuffle(4, "cards") for n in range(4800))
    assert_fits(seen, dict.fromkeys(permutations(range(4)), 1 / 24))


def test_every_card_is_equally_likely_in_every_place() -> None:
    orders = [Deal(derive("places", str(n))).shuffle(33, "cards") for n in range(1500)]
    for place in (0, 1, 12, 13, 26, 32):
        assert_fits(Counter(order[place] for order in orders), dict.fromkeys(range(33), 1 / 33))


@pytest.mark.parametrize("limit", [2, 3, 6, 7])
def test_every_number_is_equally_likely(limit: int) -> None:
    seen = Counter(Deal(derive("die", str(n))).below(limit, "die") for n in range(3000))
    assert_fits(seen, dict.fromkeys(range(limit), 1 / limit))


def test_large_limits_are_fair_too() -> None:
    """A plain remainder would prefer small numbers by far."""
    limit = 3_000_000_000
    seen = Counter(
        Deal(derive("large", str(n))).below(limit, "x") // 1_000_000_000 for n in range(3000)
    )
    assert_fits(seen, dict.fromkeys(range(3), 1 / 3))


def test_purposes_are_independent() -> None:
    pairs = Counter(
        (deal.shuffle(6, "round/1/cards")[0], deal.shuffle(6, "round/2/cards")[0])
        for deal in (Deal(derive("pairs", str(n))) for n in range(3600))
    )
    assert_fits(pairs, {(a, b): 1 / 36 for a in range(6) for b in range(6)})


def test_boards_are_independent() -> None:
    firsts = [Deal(derive(*PATH[:3], str(board))).shuffle(6, "cards")[0] for board in range(3601)]
    pairs = Counter(pairwise(firsts))
    assert_fits(pairs, {(a, b): 1 / 36 for a in range(6) for b in range(6)})


def test_the_order_of_asking_does_not_matter() -> None:
    purposes = ["dealer", "round/1/cards", "round/2/cards", "round/12/cards"]
    one, other = Deal(_key()), Deal(_key())
    forth = {purpose: one.shuffle(33, purpose) for purpose in purposes}
    back = {purpose: other.shuffle(33, purpose) for purpose in reversed(purposes)}
    assert forth == back
    assert one.drawn == other.drawn == forth


def test_asking_again_gives_the_same_and_is_recorded_once() -> None:
    deal = Deal(_key())
    assert deal.drawn == {}
    assert deal.below(6, "die") == deal.below(6, "die")
    assert deal.shuffle(5, "cards") == deal.shuffle(5, "cards")
    assert deal.drawn == {"die": (0,), "cards": deal.shuffle(5, "cards")}


def test_what_was_drawn_cannot_be_changed_from_outside() -> None:
    deal = Deal(_key())
    deal.below(6, "die")
    drawn = deal.drawn
    assert isinstance(drawn, dict)
    drawn["die"] = (5,)
    assert deal.below(6, "die") == 0
    assert deal.drawn == {"die": (0,)}


def test_a_fixed_deal_lays_down_some_purposes_and_derives_the_rest() -> None:
    deal = FixedDeal({"dealer": [1], "cards": [2, 0, 1]}, _key())
    assert deal.below(2, "dealer") == 1
    assert deal.shuffle(3, "cards") == (2, 0, 1)
    assert deal.shuffle(33, "round/1/cards") == Deal(_key()).shuffle(33, "round/1/cards")
    assert list(deal.drawn) == ["dealer", "cards", "round/1/cards"]
    again = FixedDeal(deal.drawn)
    assert again.shuffle(33, "round/1/cards") == deal.shuffle(33, "round/1/cards")
