"""The interface that a table talks to: a bot over gRPC, a program in the same process, a person."""

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
        # The one that dataclass would write is not compiled, and a choice is made at every
        # decision.
        self.index = index
        self.seconds = seconds


@dataclass(frozen=True, slots=True)
class SeatFault:
    """The seat that was at fault, after how many actions of the match, and how."""

    seat: int
    at: int
    fault: Fault


class VoidError(StychError):
    """The match cannot be judged: the machine or the referee failed, not a bot."""

    def __init__(self, failed: SeatFault) -> None:
        super().__init__(failed.fault.text)
        self.failed = failed
        """The fault and its seat; the cause is the machine or the referee."""


class Asker(Protocol):
    """Who asks a player, which is a table; called back with what comes of it.

    Called back and not awaited: a task or a future for each decision would cost more than the rules
    (docs/performance.md).
    """

    def answered(self, answer: Choice | Fault) -> None:
        """Take the answer to the open question; this may be called before `ask` returns."""

    def not_ready(self) -> None:
        """Called instead of `answered`: the player must get ready again and be asked once more."""

    def delay_over(self) -> None:
        """The forced move is made now; never called before `delay_forced_move` returns."""


class Player(Protocol):
    """A player in one seat of one match."""

    @property
    def silent(self) -> bool:
        """Whether it never talks: then it is not asked what to say (State.silence)."""

    @property
    def here(self) -> bool:
        """Whether `ready` has nothing to wait for at the moment."""

    async def ready(self) -> Fault | None:
        """Return None when the player can be asked, or the fault why it never can."""

    def ask(
        self, observation: Any, legal: Sequence[int], events: Sequence[int], asker: Asker
    ) -> None:
        """Have the player choose: the asker is told, once and in bounded time.

        `legal` are the legal actions, `events` those since the player was last told some.
        """

    def delay_forced_move(self, asker: Asker) -> bool:
        """Begin the delay before a move that the player is not asked for; False if there is none.

        The delay is as long as an answer would take, so that it tells nobody that the move was
        forced. The asker is told when it is over.
        """

    def over(self, outcome: Outcome, faults: Sequence[SeatFault], events: Sequence[int]) -> None:
        """Hear that the match is over; `events` are those since the player was last told some."""


Chooser = Callable[[Any, Sequence[int]], int]
"""A program in the same process: from (observation, legal actions) to an index."""


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
        """Answer at once with what the function says."""
        del events
        asker.answered(Choice(self._choose(observation, legal), 0.0))

    def delay_forced_move(self, asker: Asker) -> bool:
        """False: it answers at once, so there is nothing to hide."""
        del asker
        return False

    def over(self, outcome: Outcome, faults: Sequence[SeatFault], events: Sequence[int]) -> None:
        """Do nothing: a function need not be told."""


def random_player(random: Random) -> InProcess:
    """A player that moves uniformly at random.

    The seat of a bot at fault may be finished by one.
    """
    return InProcess(lambda _, legal: random.randrange(len(legal)))
