"""A bot that thinks long makes some of the decisions of a match: more would show nothing new."""

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from tests.bots.the_game_arena import POLICY

Choose = Callable[[Any, Sequence[int], Random], int]
"""The place of an action among the legal ones, by an observation."""

FIRST = 2
"""The number of decisions of a seat in a phase, from the first one on, that the bot makes."""
LATER = 0.1
"""The share of all later decisions that the bot makes."""


def by_chance(seen: Any, legal: Sequence[int], random: Random) -> int:
    return random.randrange(len(legal))


def by_thumb(seen: Any, legal: Sequence[int], random: Random) -> int:
    """The rules of thumb of The Game, for that game alone; with them a match comes near its end."""
    choice: int = POLICY.choose(seen, legal)
    return choice


def some_of(choose: Choose, others: Choose = by_chance) -> Choose:
    """A bot that makes the first decisions of each seat in each phase by `choose`, and some later.

    It makes the rest by `others`. It is for one match, since it counts decisions.
    """
    times, drawn = Counter[tuple[int, int]](), Random(1)

    def decide(seen: Any, legal: Sequence[int], random: Random) -> int:
        times[seen.seat, seen.phase] += 1
        if times[seen.seat, seen.phase] > FIRST and drawn.random() > LATER:
            return others(seen, legal, drawn)
        return choose(seen, legal, random)

    return decide
