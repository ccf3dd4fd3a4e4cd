"""The interface through which a table asks a seat.

The player is a bot, a person who is connected as a bot is, a language model, or a function of this
process.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from referee.conduct import Fault
from referee.errors import StychError
from referee.games.game import Outcome


@dataclass(slots=True, init=False)
class Choice:
    """An answer: an index into the legal actions, unchecked, and the seconds that it took."""

    index: int
    seconds: float

    def __init__(self, index: int, seconds: float) -> None:
        # Written out, as the method that dataclass would make is not compiled, and every decision
        # makes a choice.
        self.index = index
        self.seconds = seconds


@dataclass(frozen=True, slots=True)
class SeatFault:
    """A fault, and the seat that was at fault."""

    seat: int
    actions_before: int
    """How many actions of the match were taken before the fault."""
    fault: Fault


class VoidError(StychError):
    """The match cannot be judged: the machine or the referee failed, not a bot."""

    def __init__(self, failed: SeatFault) -> None:
        super().__init__(failed.fault.text)
        self.failed = failed
        """The fault and its seat; the cause is the machine or the referee."""


class Asker(Protocol):
    """What asks a player, which is a table; the player calls it back with the result.

    The player is not awaited, as a task or a future for each decision would cost more than the
    rules (docs/performance.md).
    """

    def answered(self, answer: Choice | Fault) -> None:
        """Take the answer to the open question; this may be called before `ask` returns."""

    def not_ready(self) -> None:
        """Await `ready` of the player, and ask again; called instead of `answered`."""

    def delay_over(self) -> None:
        """Take the action that nobody is asked for.

        It is never called before `delay_forced_move` returns.
        """


class Player(Protocol):
    """A player in one seat of one match."""

    @property
    def silent(self) -> bool:
        """Whether the player never talks: then it is not asked what to say (State.silence)."""

    @property
    def is_ready(self) -> bool:
        """Whether `ready` would return at once, with None or with a fault."""

    async def ready(self) -> Fault | None:
        """Wait until the player can be asked, and return None; or return why it cannot be."""

    def ask(
        self, observation: Any, legal: Sequence[int], events: Sequence[int], asker: Asker
    ) -> None:
        """Ask for a decision. Calls `answered` or `not_ready` of `asker` once, in bounded time.

        `legal` are the legal actions, `events` the events since the player was last told any.
        """

    def delay_forced_move(self, asker: Asker) -> bool:
        """Begin the delay before a forced move, or before the silence of a player that never talks.

        The delay is as long as an answer would take, so that nobody can tell from it that nobody
        was asked. `asker.delay_over` is called when it is over. Returns False, and calls nothing,
        for no delay.
        """

    def over(self, outcome: Outcome, faults: Sequence[SeatFault], events: Sequence[int]) -> None:
        """Take the end of the match; `events` are those since the player was last told any."""


Chooser = Callable[[Any, Sequence[int]], int]
"""A function that takes an observation and the legal actions, and returns an index into these."""


class InProcess:
    """A player that is a function of this process."""

    is_ready = True

    def __init__(self, choose: Chooser, *, silent: bool = False) -> None:
        self._choose = choose
        self.silent = silent

    async def ready(self) -> Fault | None:
        """Return at once: a function can always be asked."""
        return None

    def ask(
        self, observation: Any, legal: Sequence[int], events: Sequence[int], asker: Asker
    ) -> None:
        """Call `asker` back at once, with the choice of the function."""
        del events
        asker.answered(Choice(self._choose(observation, legal), 0.0))

    def delay_forced_move(self, asker: Asker) -> bool:
        """Return False: the function answers at once, so a delay would hide nothing."""
        del asker
        return False

    def over(self, outcome: Outcome, faults: Sequence[SeatFault], events: Sequence[int]) -> None:
        """Do nothing: the function need not know the end."""


def random_player(random: Random) -> InProcess:
    """A player that chooses uniformly at random, such as the one in the seats of bots at fault."""
    return InProcess(lambda _, legal: random.randrange(len(legal)))
