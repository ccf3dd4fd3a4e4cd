"""Chooses any legal action, all with the same probability. Plays every game."""

from stych_bot import run


def choose(observation, legal, random):
    return random.randrange(len(legal))


run(choose, games=["fox", "nase-hra"], at_once=64)
