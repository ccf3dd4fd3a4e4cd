"""The table plays one match: the only game loop there is."""

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
    """What happened at the table: all that the record of a match is made from."""

    outcome: Outcome
    actions: list[int]
    events: list[int]
    faults: list[SeatFault]
    thought: list[tuple[int, float]] = field(default_factory=list)
    """Measured: seat and milliseconds of every decision that was asked for, in order."""
    silent: frozenset[int] = frozenset()
    """Seats that never talk: they said so before the first decision, and were never asked to."""


_Question: TypeAlias = tuple[Any, Sequence[int], Sequence[int]]
"""Observation, legal actions, events."""


class Table:
    """One match among players, on one deal.

        looking --> asked ----answered-----> looking      _question, then _answer, are set
                      |  ^
             not_ready|  |ready                           _halted has the result True
                      v  |
                     halted
        looking --> delayed --delay_over---> looking      _forced is set
        looking --> over                                  _halted has the result False

    A decision with a single legal action is not asked for: the table takes it, when an answer would
    have come, so that nobody can tell from the time that it was forced. In the same way it says
    nothing for a seat that never talks.

    An answer takes the match straight on to its next question, within the call of `answered`: with
    thousands of matches at once each would else need the event loop for each decision.

    Invariants: at most one of `_question` and `_forced` is set, `_answer` only with `_question`.
    The state changes in `_step` alone. While `_halted` has a result, calls of players do nothing.
    """

    def __init__(self, game: AnyGame, deal: Deal, players: Sequence[Player], dice: int) -> None:
        """`dice` is the seed of the random player, which moves for those who are at fault."""
        self._seats = Seats(players, dice)
        self._enough = faults_that_end(game.seats, cooperative=game.cooperative)
        self._state: AnyState = game.new(deal)
        self._actions: list[int] = []
        self._thought: list[int] = []
        """Seats and microseconds in turn; pairs would take more memory, and be spread over it."""
        self._question: _Question | None = None
        self._answer: Choice | Fault | None = None
        self._forced: int | None = None
        """The action that is taken without asking, once its delay is over."""
        self._is_stepping = False
        self._halted: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        """Whether a player is to be ready before the match goes on; otherwise it is over."""

    async def play(self) -> TableResult:
        """The match from its first decision to its outcome; ends whatever the players do.

        Raises VoidError when something else than a player failed.
        """
        await self._seats.get_ready()
        # Only what takes time comes back to this coroutine: a bot that has to be started again.
        while await self._halt():
            self._answer = await self._seats.deciding[self._state.seat].ready()
        return self._close()

    async def _halt(self) -> bool:
        self._halted = asyncio.get_running_loop().create_future()
        self._go_on()
        return await self._halted

    # -- what players say

    def answered(self, answer: Choice | Fault) -> None:
        """The answer of the seat that decides; nobody waits for it when the match was given up."""
        if not self._halted.done():
            self._answer = answer
            self._go_on()

    def not_ready(self) -> None:
        """The seat that decides is to be asked again when it is ready."""
        if not self._halted.done():
            self._halted.set_result(True)

    def delay_over(self) -> None:
        """The action that is not asked for is taken now."""
        if not self._halted.done():
            self._go_on()

    # -- the game loop

    def _go_on(self) -> None:
        """Play until something has to be waited for."""
        if self._is_stepping:
            # A player has answered within `ask`: the loop below sees the answer when that returns.
            return
        self._is_stepping = True
        try:
            while self._step():
                pass
        except Exception as error:
            # It is to be raised where the match is awaited, not in whoever brought the answer.
            self._halted.set_exception(error)
        finally:
            self._is_stepping = False

    def _step(self) -> bool:
        """Whether another step can follow; False when something is waited for, or all is over."""
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
        """Ask for the next decision, or find that it is forced; False as for `_step`."""
        seat = self._state.seat
        # With so many seats at fault nothing is left to play for (docs/records.md, To check a
        # record).
        if seat == NOBODY or len(self._seats.faults) >= self._enough:
            self._halted.set_result(False)
            return False
        player = self._seats.deciding[seat]
        # A question that is there already was turned away, and is asked again as it was: the seat
        # was told its news.
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
        """The action to take without asking: a forced one, or the silence of a seat that is silent.

        A bot that was started again may have begun to talk, or have ceased to, so it is looked at
        each time.
        """
        if len(legal) == 1:
            return legal[0]
        silence = self._state.silence()
        if silence is None or self._seats.deciding[seat].silent:
            return silence
        self._seats.silent.discard(seat)
        return None

    def _chosen(self, answer: Choice | Fault) -> int | None:
        """The action that the answer chooses; None when it is a fault, and another is asked."""
        seat, question = self._state.seat, self._question
        self._answer = self._question = None
        if isinstance(answer, Choice) and question is not None:
            self._thought.append(seat)
            self._thought.append(int(answer.seconds * 1e6 + 0.5))
            legal = question[1]
            # An index that is wrong is a fault of the bot, and never an error of ours.
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
    """Pairs of a seat and its milliseconds, as records have them."""
    return [(thought[at], thought[at + 1] / 1000) for at in range(0, len(thought), 2)]
