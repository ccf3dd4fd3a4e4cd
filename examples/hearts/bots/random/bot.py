"""Chooses any legal action, all with the same probability. It needs no rules and no messages."""

from stych_bot import run


def choose(observation, legal, random):
    return random.randrange(len(legal))


run(choose, games=["hearts"], at_once=64)
