"""Chooses any legal action, all with the same probability. Plays the protocol's four games."""

from stych_bot import run


def choose(observation, legal, random):
    return random.randrange(len(legal))


run(choose, games=["fox", "the-game", "nase-hra", "korist"], at_once=64)
