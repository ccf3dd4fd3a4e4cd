"""Chooses the first legal action, whatever it is. Plays every game."""

from stych_bot import run


def choose(observation, legal, random):
    return 0


run(choose, games=["fox", "the-game", "nase-hra", "korist"], at_once=64)
