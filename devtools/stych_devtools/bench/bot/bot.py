"""Chooses any legal action at once. What the bench plays with."""

from collections.abc import Sequence
from random import Random

from stych_bot import run


def choose(_: object, legal: Sequence[int], random: Random) -> int:
    """Any of them."""
    return random.randrange(len(legal))


run(choose, games=["fox", "the-game", "nase-hra", "korist"], at_once=64)
