"""Plays The Fox in the Forest by the odds, without a search; policy.py computes them."""

from policy import choose

from referee.wire import codec
from stych_bot import run

decode = codec("fox").decode


def by_the_odds(observation, legal, random):
    return choose(decode(observation), legal)


run(by_the_odds, games=["fox"], at_once=16)
