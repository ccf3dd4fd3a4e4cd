"""A bot that chooses each legal action with the same probability, without knowing the rules."""

from stych_bot import run


def choose(observation, legal, random):
    return random.randrange(len(legal))


run(choose, games=["hearts"], at_once=64)
