"""Plays a match to its end, and exits."""

import os

from stych_bot import Bot, run


class Leaver(Bot):
    def choose(self, observation, legal):
        return 0

    def over(self, result):
        os._exit(5)


run(Leaver, games=["fox"])
