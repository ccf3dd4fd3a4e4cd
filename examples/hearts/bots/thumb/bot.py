"""A bot that plays Hearts by the rules of thumb in policy.py."""

from policy import choose

from referee.wire import codec
from stych_bot import run

decode = codec("hearts").decode


def by_thumb(observation, legal, random):
    return choose(decode(observation), legal)


run(by_thumb, games=["hearts"], at_once=16)
