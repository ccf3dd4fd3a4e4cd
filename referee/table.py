"""The table plays one match: the only game loop there is."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeAlias

from referee.conduct import Fault, FaultKind, FaultStage, faults_that_end, final_outcome
from referee.deals import Deal
from referee.evidence import Cause
from referee.games.game import NOBODY, AnyGame, AnyState, Outcome
from referee.player import Choice, Player, SeatFault, VoidError, random_player


@dataclass(slots=True)
class TableResult:
    """What happened at the table."""

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

    A decision with a single legal action is not asked for: the table takes it, when an answer would
    have come, so that nobody can tell from the time that it was forced. In the same way it says
    nothing for a seat that never talks.

    An answer takes the match straight on to its next question, within the call of `answered`: of
    thousands of matches at once each would else need the event loop for each decision.
    """

    def __init__(self, game: AnyGame, deal: Deal, players: Sequence[Player], dice: int) -> None:
        """`dice` is the seed of the random player, which moves for those who are at fault."""
        self._players = players
        self._asked = list(players)
        self._dice = dice
        self._stand_in: Player | None = None
        self._enough = faults_that_end(game)
        self._state: AnyState = game.new(deal)
        self._told = [0] * len(players)
        self._actions: list[int] = []
        self._thought: list[int] = []
        """Seats and microseconds in turn; pairs would take more memory, and be spread over it."""
        self._faults: dict[int, SeatFault] = {}
        self._silent: set[int] = set()
        self._question: _Question | None = None
        """The one that is open."""
        self._answer: Choice | Fault | None = None
        """To the open question, until it is looked at."""
        self._going = False
        self._loop = asyncio.get_running_loop()
        self._paused = False
        """Whether there was a pause before the action that is not asked for."""
        self._halted: asyncio.Future[bool]
        """Whether a player is to be ready before the match goes on; otherwise it is over."""

    async def play(self) -> TableResult:
        """The match from its first decision to its outcome; ends whatever the players do.

        Raises VoidError when something else than a player failed.
        """
        for seat, fault in enumerate(await _all_ready(self._players)):
            if fault:
                self._blame(seat, fault)
            elif self._players[seat].silent:
                self._silent.add(seat)
        while await self._halt():
            self._answer = await self._asked[self._state.seat].ready()
        return self._close()

    async def _halt(self) -> bool:
        self._halted = self._loop.create_future()
        self._go_on()
        return await self._halted

    def answered(self, answer: Choice | Fault) -> None:
        """The answer of the seat that decides; nobody waits for it when the match was given up."""
        if not self._halted.done():
            self._answer = answer
            self._go_on()

    def not_ready(self) -> None:
        """The seat that decides is to be asked again when it is ready."""
        if not self._halted.done():
            self._halted.set_result(True)

    def pause_over(self) -> None:
        """The action that is not asked for is taken now."""
        if not self._halted.done():
            self._go_on()

    def _go_on(self) -> None:
        """Play until something has to be waited for; whoever answers at once, answers in here."""
        if self._going:
            return
        self._going = True
        try:
            while self._advance():
                pass
        except Exception as error:
            # It is to be raised where the match is awaited, not in whoever brought the answer.
            self._halted.set_exception(error)
        finally:
            self._going = False

    def _advance(self) -> bool:
        """A step; False when something has to be waited for, or nothing is left to do."""
        state = self._state
        if (seat := state.seat) == NOBODY or len(self._faults) >= self._enough:
            self._halted.set_result(False)
            return False
        legal = state.legal_actions()
        if self._answer is not None:
            action = self._taken(seat, legal)
            if action is None:
                return True
        elif self._question or (action := self._unasked(legal)) is None:
            return self._ask(seat, legal)
        elif not self._paused and self._asked[seat].pause(self):
            self._paused = True
            return False
        self._paused = False
        self._actions.append(action)
        state.apply(action)
        return True

    def _ask(self, seat: int, legal: Sequence[int]) -> bool:
        """Whether there is an answer already."""
        asked = self._asked[seat]
        if self._question is None:
            told = self._news(seat) if asked is self._players[seat] else ()
            self._question = self._state.observe(seat), legal, told
        observation, legal, news = self._question
        asked.ask(observation, legal, news, self)
        return self._answer is not None

    def _unasked(self, legal: tuple[int, ...]) -> int | None:
        """The action to take without asking: a forced one, or the silence of a seat that is silent.

        A bot that was started again may have begun to talk, or have ceased to.
        """
        if len(legal) == 1:
            return legal[0]
        seat, silence = self._state.seat, self._state.silence()
        if silence is None or self._asked[seat].silent:
            return silence
        self._silent.discard(seat)
        return None

    def _taken(self, seat: int, legal: Sequence[int]) -> int | None:
        """The action that was chosen; None when the answer was a fault."""
        answer, self._answer, self._question = self._answer, None, None
        if isinstance(answer, Choice):
            self._thought.append(seat)
            self._thought.append(int(answer.seconds * 1e6 + 0.5))
            if 0 <= answer.index < len(legal):
                return legal[answer.index]
            text = f"answered with index {answer.index}; there were {len(legal)} legal actions"
            answer = Fault(kind=FaultKind.ILLEGAL, stage=FaultStage.PLAY, text=text)
        if answer:
            self._blame(seat, answer)
        return None

    def _news(self, seat: int) -> list[int]:
        news = self._state.events[self._told[seat] :]
        self._told[seat] += len(news)
        return news

    def _blame(self, seat: int, fault: Fault) -> None:
        blamed = SeatFault(seat, len(self._actions), fault)
        if fault.cause is not Cause.BOT:
            raise VoidError(blamed)
        self._faults[seat] = blamed
        if self._stand_in is None:
            self._stand_in = random_player(Random(self._dice))
        self._asked[seat] = self._stand_in

    def _close(self) -> TableResult:
        faults = list(self._faults.values())
        outcome = final_outcome(self._state, self._faults)
        for seat, player in enumerate(self._players):
            player.over(outcome, faults, self._news(seat))
        silent = frozenset(self._silent)
        thought = _pairs(self._thought)
        return TableResult(outcome, self._actions, self._state.events, faults, thought, silent)


async def _all_ready(players: Sequence[Player]) -> list[Fault | None]:
    """By seat: nothing, or why not. They get ready at the same time, if they need any."""
    if all(player.here for player in players):
        return [await player.ready() for player in players]
    return await asyncio.gather(*(player.ready() for player in players))


def _pairs(thought: list[int]) -> list[tuple[int, float]]:
    """Seats and milliseconds."""
    return [(thought[at], thought[at + 1] / 1000) for at in range(0, len(thought), 2)]
