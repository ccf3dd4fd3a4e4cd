"""Shares cards out among hands at random, where every permitted way is equally likely.

Cards that the same hands may hold are a group. The number of cards that each hand gets of a group
is drawn first, then which cards of the group they are.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate
from math import comb
from random import Random

Hands = tuple[int, ...]
"""The indices of the hands that a card may go to."""
Sizes = tuple[int, ...]
"""A number of cards for each of several hands."""


def share_out(allowed: Mapping[int, Hands], sizes: Sequence[int], random: Random) -> list[set[int]]:
    """The cards that each hand gets.

    `allowed` has for every card the hands that may hold it, `sizes` the number of cards of each
    hand. All ways that agree with both are equally likely. Raises ValueError when there is none.
    """
    groups: dict[Hands, list[int]] = {}
    for card, hands in allowed.items():
        groups.setdefault(hands, []).append(card)
    splits = _drawn_splits([(hands, len(cards)) for hands, cards in groups.items()], sizes, random)
    shared: list[set[int]] = [set() for _ in sizes]
    for (hands, cards), split in zip(groups.items(), splits, strict=True):
        # The sizes are drawn; a shuffle decides which cards of the group go where.
        random.shuffle(cards)
        rest = iter(cards)
        for hand, size in zip(hands, split, strict=True):
            shared[hand].update(next(rest) for _ in range(size))
    return shared


def _drawn_splits(
    groups: Sequence[tuple[Hands, int]], sizes: Sequence[int], random: Random
) -> Iterator[Sizes]:
    """By group the number of cards that each of its hands gets, drawn at random.

    A group is its hands and its number of cards.
    """

    @cache
    def ways(number: int, left: Sizes) -> int:
        """The number of ways to fill the places `left` with the groups from `number` on."""
        if number == len(groups):
            return 0 if any(left) else 1
        return sum(weight for _, _, weight in weighed(number, left))

    def weighed(number: int, left: Sizes) -> Iterator[tuple[Sizes, Sizes, int]]:
        """Each split of the group, the places left after it, and the number of ways with it."""
        hands, count = groups[number]
        for split in _splits(count, [left[hand] for hand in hands]):
            after = _places_left(left, hands, split)
            yield split, after, _arrangements(split) * ways(number + 1, after)

    left = tuple(sizes)
    for number in range(len(groups)):
        choices = [choice for choice in weighed(number, left) if choice[2]]
        if not choices:
            raise ValueError(f"the cards {groups} do not fit into hands of {sizes}")
        totals = list(accumulate(weight for _, _, weight in choices))
        # Drawn as an integer: a float has too few digits for numbers of ways.
        point = random.randrange(totals[-1])
        split, left, _ = choices[next(n for n, total in enumerate(totals) if point < total)]
        yield split


def _splits(count: int, room: Sequence[int]) -> Iterator[Sizes]:
    """All ways to split `count` cards, by number only, among hands with the given room."""
    if not room:
        if not count:
            yield ()
        return
    # The cards that do not go to the first hand must find room in the other hands.
    least = max(0, count - sum(room[1:]))
    for size in range(least, min(count, room[0]) + 1):
        for rest in _splits(count - size, room[1:]):
            yield (size, *rest)


def _arrangements(split: Sizes) -> int:
    """The number of ways in which different cards can be split like this."""
    ways, left = 1, sum(split)
    for size in split:
        ways *= comb(left, size)
        left -= size
    return ways


def _places_left(left: Sizes, hands: Hands, split: Sizes) -> Sizes:
    taken = dict(zip(hands, split, strict=True))
    return tuple([room - taken.get(hand, 0) for hand, room in enumerate(left)])
