"""Plays The Game by rules of thumb, which are in policy.py."""

from policy import choose

from referee.wire import codec
from stych_bot import run

decode = codec("the-game").decode


def by_thumb(observation, legal, random):
    return choose(decode(observation), legal)


run(by_thumb, games=["the-game"], at_once=16)
