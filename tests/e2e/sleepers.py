"""Sample bots that take their time to choose, so that something can happen meanwhile."""

from pathlib import Path
from typing import Final

from tests.e2e.command import write_bot

_SLEEPER: Final = """
import time
from stych_bot import run


def choose(observation, legal, random):
    time.sleep({seconds})
    return {choice}


run(choose, games=["fox"], at_once={at_once})
"""
CHOICES: Final = {"random": "random.randrange(len(legal))", "first": "0"}
"""By the name of the bot, how it chooses."""


def sleeper(folder: Path, name: str, seconds: float, at_once: int = 64) -> Path:
    """A bot in `folder` that sleeps for `seconds`, then chooses as the sample bot `name` does.

    One batch may have decisions of up to `at_once` matches.
    """
    code = _SLEEPER.format(seconds=seconds, choice=CHOICES[name], at_once=at_once)
    return write_bot(folder, code)
