"""The port that a table talks to: a bot over gRPC, a program in the same process, or a person."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from referee.conduct import Fault
from referee.errors import StychError
from referee.games.game import Outcome


@dataclass(slots=True, init=False)
class Choice:
    """An answer: an index into the legal actions, unchecked, and how long it took."""

    index: int
    seconds: float

    def __init__(self, index: int, seconds: float) -> None:
        # The one that dataclass would write is not compiled.
        self.index = index
        self.seconds = seconds


@dataclass(frozen=True, slots=True)
class SeatFault:
    """Who was at fault, after how many actions of the match, and how."""

    seat: int
    at: int
    fault: Fault


class VoidError(StychError):
    """The match cannot be judged: the machine or the referee failed, not a bot."""

    def __init__(self, failed: SeatFault) -> None:
        super().__init__(failed.fault.text)
        self.failed = failed
        """What happened to whom; its cause is no bot."""


class Asker(Protocol):
    """Who asks a player: a table."""

    def answered(self, answer: Choice | Fault) -> None:
        """The answer to the question that is open; perhaps before `ask` returns."""

    def not_ready(self) -> None:
        """Instead: the player has to become ready again, and is then to be asked once more."""

    def delay_over(self) -> None:
        """The forced move is made now; never before `delay_forced_move` returns."""


class Player(Protocol):
    """Somebody in one seat of one match."""

    @property
    def silent(self) -> bool:
        """Whether it never talks: then it is not asked what to say (State.silence)."""

    @property
    def here(self) -> bool:
        """Whether `ready` has nothing to wait for at the moment."""

    async def ready(self) -> Fault | None:
        """Returns when the player can be asked, or with the reason why it never can."""

    def ask(
        self, observation: Any, legal: Sequence[int], events: Sequence[int], asker: Asker
    ) -> None:
        """Tell the asker the player's choice, once, in bounded time.

        The events are those since the player was last told some.
        """

    def delay_forced_move(self, asker: Asker) -> bool:
        """Whether the others are to wait before an action that the player is not asked for.

        They wait as long as they would for an answer: the asker is told when that is over. Nobody
        can tell from the time that the action was forced.
        """

    def over(self, outcome: Outcome, faults: Sequence[SeatFault], events: Sequence[int]) -> None:
        """The match is over."""


Chooser = Callable[[Any, Sequence[int]], int]
"""A program in the same process: (observation, legal actions) to an index."""


class InProcess:
    """A player that is a function of this process."""

    here = True

    def __init__(self, choose: Chooser, *, silent: bool = False) -> None:
        self._choose = choose
        self.silent = silent

    async def ready(self) -> Fault | None:
        """Always."""
        return None

    def ask(
        self, observation: Any, legal: Sequence[int], events: Sequence[int], asker: Asker
    ) -> None:
        """What the function says, at once."""
        del events
        asker.answered(Choice(self._choose(observation, legal), 0.0))

    def delay_forced_move(self, asker: Asker) -> bool:
        """It answers at once."""
        del asker
        return False

    def over(self, outcome: Outcome, faults: Sequence[SeatFault], events: Sequence[int]) -> None:
        """Nobody to tell."""


def random_player(random: Random) -> InProcess:
    """Moves uniformly at random; it finishes the seats of bots at fault."""
    return InProcess(lambda _, legal: random.randrange(len(legal)))
