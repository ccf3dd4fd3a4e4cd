"""The sets that can be laid in a turn, which are also the layers of a layout (KO-3, KO-4).

A set is an int from 0 to 628, which is also the number of the action that lays it:
48 * (value - 1) + 6 * (naturals - 1) + jokers for sets with a value of 1 to 13, 623 + jokers for
jokers alone. Naturals are the cards that are no jokers.
"""

from typing import Final

from referee.games.korist.cards import (
    COPIES,
    JOKER,
    JOKER_SHIFT,
    JOKERS,
    KINDS,
    ONE,
    kind_text,
    parse_kind,
)
from referee.games.notation import NotationError

NO_SET: Final = -1
"""Stands in place of a set where there is none."""
_SETS_PER_VALUE: Final = COPIES * (JOKERS + 1)
"""The number of sets of each value 1 to 13: 1 to 8 naturals with 0 to 5 jokers."""
JOKERS_ALONE: Final = (JOKER - 1) * _SETS_PER_VALUE
"""Numbers from here on are sets of jokers alone."""
SETS: Final = JOKERS_ALONE + JOKERS
"""The number of sets: they are 0 to SETS - 1."""


def make_set(value: int, naturals: int, jokers: int) -> int:
    """The set of 1 to 8 `naturals` of the value, 1 to 13, with 0 to 5 `jokers`.

    With the value 14 it is the set of 1 to 5 jokers alone, and `naturals` is ignored.
    """
    if value == JOKER:
        return JOKERS_ALONE + jokers - 1
    return _SETS_PER_VALUE * (value - 1) + (JOKERS + 1) * (naturals - 1) + jokers


def _parts(laid: int) -> tuple[int, int, int]:
    if laid >= JOKERS_ALONE:
        return JOKER, 0, laid - JOKERS_ALONE + 1
    value, rest = divmod(laid, _SETS_PER_VALUE)
    naturals, jokers = divmod(rest, JOKERS + 1)
    return value + 1, naturals + 1, jokers


PARTS: Final = tuple(map(_parts, range(SETS)))
"""By set the value and the numbers of naturals and jokers."""
VALUE: Final = tuple(value for value, _, _ in PARTS)
"""By set the value, 14 for jokers alone."""
SIZE: Final = tuple(naturals + jokers for _, naturals, jokers in PARTS)
"""By set the number of cards, jokers included."""
CARDS: Final = tuple(
    naturals * ONE[value] + jokers * ONE[JOKER] for value, naturals, jokers in PARTS
)
"""By set the heap of its cards."""


def _sets_of(value: int, most_naturals: int, most_jokers: int) -> tuple[int, ...]:
    return tuple(
        make_set(value, naturals, jokers)
        for naturals in range(1, most_naturals + 1)
        for jokers in range(most_jokers + 1)
    )


# The sets of a hand are asked for at every turn, so they are put together from tables.
_JOKER_SETS: Final = tuple(
    tuple(range(JOKERS_ALONE, JOKERS_ALONE + jokers)) for jokers in range(JOKERS + 1)
)
_SETS_FROM: Final = tuple(
    (
        *[
            tuple(_sets_of(value, count, jokers) for count in range(COPIES + 1))
            for value in range(1, JOKER)
        ],
        _JOKER_SETS,
    )
    for jokers in range(JOKERS + 1)
)
"""_SETS_FROM[jokers held][kind - 1][cards of the kind held]: the sets of that value, ascending.

For the kind of jokers both counts are that of the jokers held.
"""


def sets_in(hand: int) -> tuple[int, ...]:
    """Every set that can be laid from the hand, ascending."""
    counts = hand.to_bytes(KINDS, "little")
    by_kind = _SETS_FROM[counts[JOKER - 1]]
    sets: list[int] = []
    for index, count in enumerate(counts):
        if count:
            sets += by_kind[index][count]
    return tuple(sets)


def captures(laid: int, top: int, *, ones: bool) -> bool:
    """Whether the set `laid` captures the top layer `top` (KO-5, KO-6).

    With `ones`, sets of ones also capture thirteens and jokers alone (KO-15, KO-R2).
    """
    if SIZE[laid] != SIZE[top]:
        return False
    # Jokers alone have the value 14, above all others: only ones can capture them (KO-6, KO-15).
    return VALUE[laid] > VALUE[top] or (ones and VALUE[laid] == 1 and VALUE[top] >= JOKER - 1)


def still_known(known: int, laid: int) -> int:
    """The heap of the known cards of a hand after the set `laid` was laid from it.

    By definition known cards are laid first (docs/games/korist.md, What a seat sees).
    """
    value, naturals, jokers = PARTS[laid]
    if naturals:
        shift = 8 * (value - 1)
        known -= min(known >> shift & 255, naturals) << shift
    if jokers:
        known -= min(known >> JOKER_SHIFT, jokers) << JOKER_SHIFT
    return known


def set_text(laid: int) -> str:
    """The cards of the set, such as "4 4 J" or "J J". Raises NotationError when it is no set."""
    if not 0 <= laid < SETS:
        raise NotationError(f"{laid} is no set of Kořist: sets are 0 to {SETS - 1}")
    value, naturals, jokers = PARTS[laid]
    return " ".join([kind_text(value)] * naturals + [kind_text(JOKER)] * jokers)


def parse_set(text: str) -> int:
    """The set that the text lists, jokers last. Raises NotationError when there is none."""
    kinds = [parse_kind(word) for word in text.split(" ")]
    value = next((kind for kind in kinds if kind != JOKER), JOKER)
    naturals = kinds.count(value) if value != JOKER else 0
    jokers = kinds.count(JOKER)
    if naturals + jokers != len(kinds) or naturals > COPIES or jokers > JOKERS:
        raise NotationError(
            f"{text!r} is no set of Kořist: up to eight equal cards and up to five jokers, such as "
            "4 4 J"
        )
    # Each set has only one notation, since texts of actions are compared.
    laid = make_set(value, naturals, jokers)
    if set_text(laid) != text:
        raise NotationError(
            f"{text!r} is no set of Kořist: jokers come last, as in {set_text(laid)}"
        )
    return laid
