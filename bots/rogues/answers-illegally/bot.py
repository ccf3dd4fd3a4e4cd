"""Takes the action after the last legal one."""

from stych_bot import run

run(lambda observation, legal, random: len(legal), games=["fox"])
