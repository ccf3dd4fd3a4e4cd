"""Bots that only a real process can be, by the step that finds what is wrong with them."""

from dataclasses import dataclass

from referee.conduct import Conduct
from referee.testing.bot import Settings


@dataclass(frozen=True)
class BadProcess:
    """The code of a bot, and words out of what the check says that it received."""

    code: str
    received: str
    settings: Settings


_SPINS = """
import threading, time
from stych_bot import run

def spin():
    while True:
        end = time.thread_time() + 0.003
        while time.thread_time() < end:
            pass
        time.sleep(0.007)

threading.Thread(target=spin, daemon=True).start()
run(lambda observation, legal, random: 0, games=["fox"], at_once=4)
"""
"""It is restless for less than a third of the time, which is three times what is allowed."""
_COLLECTS = """
from stych_bot import Bot, run

matches = []

class Collector(Bot):
    def __init__(self, match):
        super().__init__(match)
        matches.append(b"m" * (16 << 20))

    def choose(self, observation, legal):
        return 0

run(Collector, games=["fox"], at_once=4)
"""
_PONDERS = """
import time
from stych_bot import run

def choose(observation, legal, random):
    end = time.process_time() + 0.003
    while time.process_time() < end:
        pass
    return 0

run(choose, games=["fox"], at_once=4)
"""
_PRINTS = """
from stych_bot import run

def choose(observation, legal, random):
    print(legal)
    return 0

run(choose, games=["fox"], at_once=4)
"""
_HAS_CHILDREN = """
import subprocess
from stych_bot import run

subprocess.Popen(["sleep", "3600"], start_new_session=True)
run(lambda observation, legal, random: 0, games=["fox"], at_once=4)
"""
_QUICK = Settings(quick=True)
_THRIFTY = Settings(quick=True, conduct=Conduct(decision_ms=2, bank_ms=600_000))

BAD = {
    "rests": BadProcess(_SPINS, "%", _QUICK),
    "memory": BadProcess(_COLLECTS, "MiB at most in the first half", _QUICK),
    "processor": BadProcess(_PONDERS, " ms", _THRIFTY),
    "closed-stdout": BadProcess(_PRINTS, "its process exited with code 1", _QUICK),
    "no-process-left": BadProcess(_HAS_CHILDREN, "1: sleep 3600", _QUICK),
}
