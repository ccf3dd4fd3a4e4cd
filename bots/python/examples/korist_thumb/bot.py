"""Plays Kořist by rules of thumb, which are in policy.py."""

from policy import choose

from referee.wire import codec
from stych_bot import run

decode = codec("korist").decode


def by_thumb(observation, legal, random):
    return choose(decode(observation), legal)


run(by_thumb, games=["korist"], at_once=16)
