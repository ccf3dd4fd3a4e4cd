"""Is asked, and falls over its own feet."""

from stych_bot import run


def choose(observation, legal, random):
    return len(legal) / observation.rounds_won_by_my_feet


run(choose, games=["fox"])
