"""The bot that the bench plays with: it chooses any legal action at once."""

from collections.abc import Sequence
from random import Random

from stych_bot import run


def choose(_: object, legal: Sequence[int], random: Random) -> int:
    """An index into the legal actions, uniformly at random."""
    return random.randrange(len(legal))


run(choose, games=["fox", "the-game", "nase-hra", "korist"], at_once=64)
