"""Raises an exception when it is asked for a decision."""

from stych_bot import run


def choose(observation, legal, random):
    return len(legal) / observation.rounds_won_by_my_feet


run(choose, games=["fox"])
