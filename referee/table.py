"""The table: the game loop of a match among players."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from referee.conduct import Fault, faults_that_end, final_outcome, illegal_choice
from referee.deals import Deal
from referee.games.game import NOBODY, AnyGame, AnyState, Outcome
from referee.player import Choice, Player, SeatFault
from referee.seats import Seats


@dataclass(slots=True)
class TableResult:
    """The course and the outcome of a match, from which its record is made."""

    outcome: Outcome
    actions: list[int]
    events: list[int]
    faults: list[SeatFault]
    thought: list[tuple[int, float]] = field(default_factory=list)
    """Measured: seat and milliseconds of each answer, in order, those of the random player with 0.
    An answer that was late or did not come has no entry, an illegal one has. If the match goes on,
    the random player's answer to the same decision is the next entry."""
    silent: frozenset[int] = frozenset()
    """Seats whose players said before the first decision that they never talk, and that were never
    asked what to say."""


_Question: TypeAlias = tuple[Any, Sequence[int], Sequence[int]]
"""The observation, the legal actions, and the events that the seat has not been told."""


class Table:
    """One match among players, on one deal.

        looking --> asked ----answered-----> looking      _question, then _answer, are set
                      |  ^
             not_ready|  |ready                           _stopped has the result True
                      v  |
                    waiting
        looking --> delayed --delay_over---> looking      _forced is set
        looking --> over                                  _stopped has the result False

    A decision with a single legal action is not asked for. The table takes the action itself, when
    an answer would have come, so that nobody can tell from the time that it was forced. In the same
    way it takes the action that says nothing for a seat that never talks.

    The call of `answered` plays the match on until the table has to wait again, and then returns.
    Otherwise each decision of thousands of matches at once would need a turn of the event loop.

    Invariants: at most one of `_question` and `_forced` is set, `_answer` only with `_question`.
    The state changes in `_step` alone. While `_stopped` has a result, calls of players do nothing.
    """

    def __init__(
        self, game: AnyGame, deal: Deal, players: Sequence[Player], random_seed: int
    ) -> None:
        """`random_seed` is for the random player of seats at fault. Needs a running event loop."""
        self._seats = Seats(players, random_seed)
        self._faults_that_end = faults_that_end(game.seats, cooperative=game.cooperative)
        self._state: AnyState = game.new(deal)
        self._actions: list[int] = []
        self._thought: list[int] = []
        """Seats and microseconds in turn, as pairs would take more memory, in scattered places."""
        self._question: _Question | None = None
        self._answer: Choice | Fault | None = None
        self._forced: int | None = None
        """The action that is taken without asking, once its delay is over."""
        self._is_stepping = False
        self._stopped: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        """Gets its result when the match stops: True if a player has to be ready first, False if
        the match is over."""

    async def play(self) -> TableResult:
        """Play the match to its outcome, whatever the players do. To be called once.

        Raises VoidError for a fault that the machine or the referee caused. Errors in the code of
        the rules or of a player are raised as they are.
        """
        await self._seats.get_ready()
        # The match stops only for what takes long, such as a bot that has to be started again.
        while await self._play_on():
            self._answer = await self._seats.deciding[self._state.seat].ready()
        return self._close()

    async def _play_on(self) -> bool:
        """Play until a player has to be ready first (True) or the match is over (False)."""
        self._stopped = asyncio.get_running_loop().create_future()
        self._go_on()
        return await self._stopped

    # -- what players say

    def answered(self, answer: Choice | Fault) -> None:
        """Take the answer of the seat that decides; it is ignored while the match is stopped."""
        if not self._stopped.done():
            self._answer = answer
            self._go_on()

    def not_ready(self) -> None:
        """Ask the seat that decides again when it is ready."""
        if not self._stopped.done():
            self._stopped.set_result(True)

    def delay_over(self) -> None:
        """Take the action that is not asked for, as its delay is over."""
        if not self._stopped.done():
            self._go_on()

    # -- the game loop

    def _go_on(self) -> None:
        """Play until an answer or the end of a delay has to come, or the match is over."""
        if self._is_stepping:
            # A player has answered within `ask`: the loop below sees the answer when that returns.
            return
        self._is_stepping = True
        try:
            while self._step():
                pass
        except Exception as error:
            # To be raised where the match is awaited, and not in the code that brought the answer.
            self._stopped.set_exception(error)
        finally:
            self._is_stepping = False

    def _step(self) -> bool:
        """Play a step. Returns False when an answer or a delay is awaited, or the match is over."""
        if self._answer is not None:
            action = self._chosen(self._answer)
            if action is None:
                return True
        elif self._forced is not None:
            action, self._forced = self._forced, None
        else:
            return self._look()
        self._actions.append(action)
        self._state.apply(action)
        return True

    def _look(self) -> bool:
        """Ask for the next decision, or find that it is forced. Returns False as `_step` does."""
        seat = self._state.seat
        # With this many seats at fault the match is decided (docs/records.md, To check a record).
        if seat == NOBODY or len(self._seats.faults) >= self._faults_that_end:
            self._stopped.set_result(False)
            return False
        player = self._seats.deciding[seat]
        # If there is a question already, the player was not ready for it. It is asked again as it
        # was, since its events count as told.
        if self._question is None:
            choices = self._state.legal_actions()
            self._forced = self._unasked(seat, choices)
            if self._forced is not None:
                return not player.delay_forced_move(self)
            untold = self._seats.news(seat, self._state.events)
            self._question = self._state.observe(seat), choices, untold
        observation, legal, news = self._question
        player.ask(observation, legal, news, self)
        return self._answer is not None

    def _unasked(self, seat: int, legal: tuple[int, ...]) -> int | None:
        """The action to take without asking: a forced one, or silence in a seat that never talks.

        None if the seat is to be asked. A bot that was started again may say anew whether it talks,
        so `silent` is read each time.
        """
        if len(legal) == 1:
            return legal[0]
        silence = self._state.silence()
        if silence is None or self._seats.deciding[seat].silent:
            return silence
        self._seats.silent.discard(seat)
        return None

    def _chosen(self, answer: Choice | Fault) -> int | None:
        """The action that the answer chooses; None for a fault, after which the seat is blamed."""
        seat, question = self._state.seat, self._question
        self._answer = self._question = None
        if isinstance(answer, Choice) and question is not None:
            self._thought.append(seat)
            self._thought.append(int(answer.seconds * 1e6 + 0.5))
            legal = question[1]
            # A wrong index is a fault of the bot, and must not raise an IndexError here.
            if 0 <= answer.index < len(legal):
                return legal[answer.index]
            answer = illegal_choice(answer.index, len(legal))
        if isinstance(answer, Fault):
            self._seats.blame(SeatFault(seat, len(self._actions), answer))
        return None

    def _close(self) -> TableResult:
        seats = self._seats
        outcome = final_outcome(self._state, seats.faults)
        seats.close(outcome, self._state.events)
        return TableResult(
            outcome,
            self._actions,
            self._state.events,
            list(seats.faults.values()),
            _pairs(self._thought),
            frozenset(seats.silent),
        )


def _pairs(thought: list[int]) -> list[tuple[int, float]]:
    """Pairs of a seat and milliseconds, as records have them."""
    return [(thought[i], thought[i + 1] / 1000) for i in range(0, len(thought), 2)]
