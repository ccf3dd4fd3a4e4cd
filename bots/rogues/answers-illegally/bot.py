"""Answers with the index after that of the last legal action."""

from stych_bot import run

run(lambda observation, legal, random: len(legal), games=["fox"])
