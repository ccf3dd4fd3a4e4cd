"""The pack of Kořist: 109 cards, eight each of 1 to 13 and five jokers (KO-1).

Cards of one kind are alike, so a card is its kind: its value 1 to 13, or JOKER. A heap of cards,
such as a hand, is one int that holds the count of kind k in bits 8(k-1) to 8k-1: heaps are added
and subtracted as ints. No count comes near 256, so no count overflows into the next one. Only the
deal numbers single cards, from 0 to 108.
"""

from collections.abc import Iterable
from typing import Final

from referee.games.notation import NotationError

JOKER: Final = 14
"""The kind of a joker, and the value of a set of jokers alone: the highest (KO-4, KO-R4)."""
KINDS: Final = 14
"""The number of kinds: thirteen values and the joker."""
COPIES: Final = 8
"""The number of cards of each value 1 to 13 in the pack."""
JOKERS: Final = 5
"""The number of jokers in the pack."""
NUMBERED: Final = 13 * COPIES
"""The number of cards that are no jokers. In the deal, card numbers from here on are jokers."""
PACK: Final = NUMBERED + JOKERS

EMPTY: Final = 0
"""The heap without cards."""
JOKER_SHIFT: Final = 8 * (JOKER - 1)
"""The lowest bit of the count of jokers in a heap."""
ONE: Final = (0, *(1 << 8 * kind for kind in range(KINDS)))
"""ONE[kind] is the heap of one card of the kind; ONE[0] is not used."""


def kind_of(number: int) -> int:
    """The kind of card `number` of the deal, which numbers eight ones, eight twos, ..., jokers."""
    return number // COPIES + 1 if number < NUMBERED else JOKER


def heap_of(kinds: Iterable[int]) -> int:
    """The heap with one card for each item of `kinds`; a kind may occur several times."""
    return sum([ONE[kind] for kind in kinds])


def counts_of(heap: int) -> tuple[int, ...]:
    """The number of cards of each kind in the heap: fourteen counts, ones first, jokers last."""
    return tuple(heap.to_bytes(KINDS, "little"))


def heap_from(counts: Iterable[int]) -> int:
    """The heap with these counts by kind, ones first; the inverse of `counts_of`."""
    return int.from_bytes(bytes(counts), "little")


def count_in(heap: int, kind: int) -> int:
    """The number of cards of the kind in the heap."""
    return heap >> 8 * (kind - 1) & 255


def size_of(heap: int) -> int:
    """The number of cards in the heap."""
    return sum(heap.to_bytes(KINDS, "little"))


def kinds_of(heap: int) -> list[int]:
    """The kind of every card in the heap, ascending; a kind occurs once for each of its cards."""
    return [kind for kind, count in enumerate(counts_of(heap), start=1) for _ in range(count)]


WHOLE_PACK: Final = heap_of(map(kind_of, range(PACK)))
"""The heap of all 109 cards."""


def kind_text(kind: int) -> str:
    """The kind as text: 1 to 13, or J. Raises NotationError when `kind` is no kind."""
    if not 1 <= kind <= KINDS:
        raise NotationError(f"{kind} is no card of Kořist: cards are 1 to 13, and 14 for a joker")
    return "J" if kind == JOKER else str(kind)


def number_text(number: int) -> str:
    """The card with this number of the deal: its kind and its place in the kind, such as "7#3".

    The place counts from 0. Raises NotationError when no card has the number.
    """
    if not 0 <= number < PACK:
        raise NotationError(f"{number} is no card of Kořist: the deal numbers them 0 to {PACK - 1}")
    place = number % COPIES if number < NUMBERED else number - NUMBERED
    return f"{kind_text(kind_of(number))}#{place}"


_KINDS: Final = {kind_text(kind): kind for kind in range(1, KINDS + 1)}


def parse_kind(text: str) -> int:
    """The kind that `text` names. Raises NotationError when there is none."""
    kind = _KINDS.get(text)
    if kind is None:
        raise NotationError(f"{text!r} is no card of Kořist: a card is 1 to 13, or J for a joker")
    return kind


def heap_text(heap: int) -> str:
    """The heap's cards as text, ascending: "4 4 7 J"."""
    return " ".join(map(kind_text, kinds_of(heap)))
