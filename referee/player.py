"""The interface through which a table asks a seat: a bot, a function of this process, a person."""

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
    at: int
    """The number of actions of the match before the fault."""
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
        """Called instead of `answered`: await `ready` again, and ask the question once more."""

    def delay_over(self) -> None:
        """Make the forced move now; never called before `delay_forced_move` returns."""


class Player(Protocol):
    """A player in one seat of one match."""

    @property
    def silent(self) -> bool:
        """Whether the player never talks: then it is not asked what to say (State.silence)."""

    @property
    def here(self) -> bool:
        """Whether `ready` would return now without waiting for anything."""

    async def ready(self) -> Fault | None:
        """Return None when the player can be asked, or the fault why it never can."""

    def ask(
        self, observation: Any, legal: Sequence[int], events: Sequence[int], asker: Asker
    ) -> None:
        """Have the player choose: `asker` is called back, once and in bounded time.

        `legal` are the legal actions, `events` the events since the player was last told any.
        """

    def delay_forced_move(self, asker: Asker) -> bool:
        """Begin the delay before a move that the player is not asked for; False for no delay.

        The delay is as long as an answer would take, so that nobody can tell from it that the move
        was forced. `asker.delay_over` is called when it is over.
        """

    def over(self, outcome: Outcome, faults: Sequence[SeatFault], events: Sequence[int]) -> None:
        """Take the end of the match; `events` are those since the player was last told any."""


Chooser = Callable[[Any, Sequence[int]], int]
"""A function that takes an observation and the legal actions, and returns an index into these."""


class InProcess:
    """A player that is a function of this process."""

    here = True

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
    """A player that chooses uniformly at random.

    After the fault of a bot, such a player plays on in the seat.
    """
    return InProcess(lambda _, legal: random.randrange(len(legal)))
