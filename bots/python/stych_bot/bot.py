"""What a bot's author writes: a subclass of Bot, with one object for each match, or a function."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

Choose = Callable[[Any, Sequence[int], Random], int]
"""A bot as a function (observation, legal, random) -> index into `legal`: `Bot.choose`, with the
bot's `random` as the third argument."""


@dataclass(frozen=True, slots=True)
class Match:
    """What a bot is told when a match starts.

    `number` tells the matches of one connection apart, and `game` is an id, such as "fox". The
    bot has `seat`, from 0, of `seats` seats. `seed` tells nothing about the cards. A decision has
    `decision_ms`; time beyond that is taken from `bank_ms`, which is for the whole match.
    """

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
    """Whether the match is under way already: this process was started anew or connected again.
    A bot can go on all the same: each observation holds everything that its seat may know."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a match: the places and the game's own points, by seat.

    Place 1 is best; seats may share a place. `faults` are the seats that forfeited, if any. In a
    void match, which is played again, all seats have place 1 and 0 points.
    """

    places: tuple[int, ...]
    points: tuple[int, ...]
    faults: tuple[int, ...]


class Bot:
    """The bot in one match; each match has an object of its own. A subclass must have `choose`.

    Calls never overlap. `random` is seeded from the match: a bot that takes all its random numbers
    from it plays the same match in the same way again. What a bot prints is saved in the data
    folder of the referee that started it, below `output/`.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self.random = Random(match.seed)
        self.events: Sequence[int] = ()
        """The public events since the last decision, as numbers that the game's .proto explains.
        Set before `choose` and before `over`."""
        self.bank_ms = match.bank_ms
        """Milliseconds that are left of the match's bank, set before `choose`."""

    @cached_property
    def log(self) -> logging.Logger:
        """A logger named after the match; from level INFO on it writes to standard error."""
        # logging.getLogger would keep the logger of every match in memory until the process ends.
        log = logging.Logger(f"match {self.match.number}")
        log.parent = logging.getLogger()
        return log

    def choose(self, observation: Any, legal: Sequence[int]) -> int:
        """Return an index into `legal`, the legal actions as numbers, at least two.

        `observation` is the game's message, such as FoxObservation, with all that the seat may know
        now. In a game that the protocol has no message for, it is a dict, or the message of the
        game's own .proto, or a GameData if this process has not imported that message's module.

        An index outside of `legal` loses the match. An exception ends the process with code 1.
        """
        raise NotImplementedError("a bot needs its own choose(observation, legal)")

    def over(self, result: Result) -> None:
        """Called at the match's end, unless the connection was lost before. May be left out."""


def from_function(choose: Choose) -> type[Bot]:
    """A bot class whose `choose` calls the function, with `self.random` as the third argument."""

    class FunctionBot(Bot):
        def choose(self, observation: Any, legal: Sequence[int]) -> int:
            return choose(observation, legal, self.random)

    FunctionBot.__name__ = getattr(choose, "__name__", "FunctionBot")
    return FunctionBot
