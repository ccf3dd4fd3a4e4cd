"""What a bot's author writes: one class, with one object of it for each match."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

Choose = Callable[[Any, Sequence[int], Random], int]
"""A function from (observation, legal actions, the match's random numbers) to an index into the
legal actions."""


@dataclass(frozen=True, slots=True)
class Match:
    """What is known of a match at its start."""

    number: int
    game: str
    options: Any
    """The game's options message, such as FoxOptions; a dict if the protocol has none for it."""
    seat: int
    seats: int
    seed: int
    decision_ms: int
    bank_ms: int
    resumed: bool
    """Whether the match is under way already: this process was started anew or connected again."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a match: places (1 is best) and points by seat.

    `faults` names seats that forfeited.
    """

    places: tuple[int, ...]
    points: tuple[int, ...]
    faults: tuple[int, ...]


class Bot:
    """The bot in one match. Only `choose` must be written.

    `random` is seeded from the match, so that a bot that takes all its dice from it plays the same
    match the same way again. What is printed goes to files that the referee keeps.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self.random = Random(match.seed)
        self.events: Sequence[int] = ()
        """The public events since the last decision, packed as the game's page describes them."""
        self.bank_ms = match.bank_ms
        """Milliseconds that are left of the match's bank."""

    @cached_property
    def log(self) -> logging.Logger:
        """A logger named after the match; it writes to standard error."""
        # getLogger would keep a logger for ever, one for each match that was ever played.
        log = logging.Logger(f"match {self.match.number}")
        log.parent = logging.getLogger()
        return log

    def choose(self, observation: Any, legal: Sequence[int]) -> int:
        """Return an index into `legal`.

        The observation is the game's message, such as FoxObservation.

        Of a game that the protocol has no message for it is a dict, or the message of the game's
        own .proto, or a GameData if this process has not imported that message's module.
        """
        raise NotImplementedError("a bot needs its own choose(observation, legal)")

    def over(self, result: Result) -> None:
        """Hear that the match is over; the bot's object is forgotten after this."""


def from_function(choose: Choose) -> type[Bot]:
    """A bot class around a function, which gets the match's random numbers too."""

    class FunctionBot(Bot):
        def choose(self, observation: Any, legal: Sequence[int]) -> int:
            return choose(observation, legal, self.random)

    FunctionBot.__name__ = getattr(choose, "__name__", "FunctionBot")
    return FunctionBot
