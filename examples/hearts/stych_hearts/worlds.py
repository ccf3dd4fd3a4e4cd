"""Sharing cards out among hands at random, every way of doing so being equally likely."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate
from math import comb
from random import Random

Hands = tuple[int, ...]
"""The hands that a card may go to."""
Sizes = tuple[int, ...]
"""How many cards go to each of some hands."""


def share_out(allowed: Mapping[int, Hands], sizes: Sequence[int], random: Random) -> list[set[int]]:
    """The cards of each hand.

    `allowed` has every card, with the hands that may hold it; `sizes` has how many each hand takes.
    All ways that keep to both are equally likely. Raises ValueError when there is none.
    """
    groups: dict[Hands, list[int]] = {}
    for card, hands in allowed.items():
        groups.setdefault(hands, []).append(card)
    splits = _drawn_splits([(hands, len(cards)) for hands, cards in groups.items()], sizes, random)
    shared: list[set[int]] = [set() for _ in sizes]
    for (hands, cards), split in zip(groups.items(), splits, strict=True):
        random.shuffle(cards)
        rest = iter(cards)
        for hand, size in zip(hands, split, strict=True):
            shared[hand].update(next(rest) for _ in range(size))
    return shared


def _drawn_splits(
    groups: Sequence[tuple[Hands, int]], sizes: Sequence[int], random: Random
) -> Iterator[Sizes]:
    """How many cards of each group go to each of its hands."""

    @cache
    def ways(number: int, left: Sizes) -> int:
        """In how many ways the groups from that number on fill what is left of the hands."""
        if number == len(groups):
            return 0 if any(left) else 1
        return sum(weight for _, _, weight in weighed(number, left))

    def weighed(number: int, left: Sizes) -> Iterator[tuple[Sizes, Sizes, int]]:
        hands, count = groups[number]
        for split in _splits(count, [left[hand] for hand in hands]):
            after = _less(left, hands, split)
            yield split, after, _arrangements(split) * ways(number + 1, after)

    left = tuple(sizes)
    for number in range(len(groups)):
        choices = [choice for choice in weighed(number, left) if choice[2]]
        if not choices:
            raise ValueError(f"the cards {groups} do not fit into hands of {sizes}")
        totals = list(accumulate(weight for _, _, weight in choices))
        # In whole numbers: there are more ways than a float has digits for.
        point = random.randrange(totals[-1])
        split, left, _ = choices[next(n for n, total in enumerate(totals) if point < total)]
        yield split


def _splits(count: int, room: Sequence[int]) -> Iterator[Sizes]:
    """All ways to divide so many cards by number among hands with room for so many."""
    if not room:
        if not count:
            yield ()
        return
    # What is left over has to find room in the other hands.
    least = max(0, count - sum(room[1:]))
    for size in range(least, min(count, room[0]) + 1):
        for rest in _splits(count - size, room[1:]):
            yield (size, *rest)


def _arrangements(split: Sizes) -> int:
    """In how many ways different cards can be divided so."""
    ways, left = 1, sum(split)
    for size in split:
        ways *= comb(left, size)
        left -= size
    return ways


def _less(left: Sizes, hands: Hands, split: Sizes) -> Sizes:
    taken = dict(zip(hands, split, strict=True))
    return tuple([room - taken.get(hand, 0) for hand, room in enumerate(left)])
