"""The table plays one match: the only game loop there is."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from referee.conduct import Fault, FaultKind, Stage, faults_that_end, final_outcome
from referee.deals import Deal
from referee.evidence import Cause
from referee.games.game import NOBODY, AnyGame, AnyState, Outcome
from referee.player import Choice, Player, SeatFault, VoidError, house_player


@dataclass(slots=True)
class Sitting:
    """What happened at the table."""

    outcome: Outcome
    actions: list[int]
    events: list[int]
    faults: list[SeatFault]
    thought: list[tuple[int, float]] = field(default_factory=list)
    """Measured: seat and seconds of every decision that was asked for, in order."""
    silent: frozenset[int] = frozenset()
    """Seats that never talk: they said so before the first decision, and were never asked to."""


class Table:
    """One match among players, on one deal.

    A decision with a single legal action is not asked for: the table takes it, after as long as
    the player's last answer took, so that nobody can tell from the time that it was forced. In the
    same way it says nothing for a seat that never talks.
    """

    def __init__(self, game: AnyGame, deal: Deal, players: Sequence[Player], house: Random) -> None:
        self._players = players
        self._asked = list(players)
        self._house = house
        self._enough = faults_that_end(game)
        self._game = game
        self._state: AnyState = game.new(deal)
        self._told = [0] * len(players)
        self._actions: list[int] = []
        self._thought: list[tuple[int, float]] = []
        self._faults: dict[int, SeatFault] = {}
        self._silent: set[int] = set()

    async def play(self) -> Sitting:
        """The match from its first decision to its outcome; ends whatever the players do.

        Raises VoidError when something else than a player failed.
        """
        found = await asyncio.gather(*(player.ready() for player in self._players))
        for seat, fault in enumerate(found):
            if fault:
                self._blame(seat, fault)
            elif self._players[seat].silent:
                self._silent.add(seat)
        state = self._state
        while (seat := state.seat) != NOBODY and len(self._faults) < self._enough:
            legal, asked = state.legal_actions(), self._asked[seat]
            action = self._unasked(legal)
            if action is not None:
                await asyncio.sleep(asked.pace)
            else:
                news = self._news(seat) if asked is self._players[seat] else ()
                answer = self._taken(
                    seat, legal, await asked.decide(state.observe(seat), legal, news)
                )
                if isinstance(answer, Fault):
                    self._blame(seat, answer)
                    continue
                action = answer
            self._actions.append(action)
            state.apply(action)
        return self._close()

    def _unasked(self, legal: tuple[int, ...]) -> int | None:
        """The action to take without asking: a forced one, or the silence of a seat that is silent.

        A bot that was started again may have begun to talk, or have ceased to.
        """
        if len(legal) == 1:
            return legal[0]
        seat, silence = self._state.seat, self._game.silence(self._state)
        if silence is None or self._asked[seat].silent:
            return silence
        self._silent.discard(seat)
        return None

    def _taken(self, seat: int, legal: tuple[int, ...], answer: Choice | Fault) -> int | Fault:
        """The action that was chosen, or the fault of the answer."""
        if isinstance(answer, Fault):
            return answer
        self._thought.append((seat, answer.seconds))
        if 0 <= answer.index < len(legal):
            return legal[answer.index]
        text = f"answered with index {answer.index}; there were {len(legal)} legal actions"
        return Fault(kind=FaultKind.ILLEGAL, stage=Stage.PLAY, text=text)

    def _news(self, seat: int) -> list[int]:
        news = self._state.events[self._told[seat] :]
        self._told[seat] += len(news)
        return news

    def _blame(self, seat: int, fault: Fault) -> None:
        blamed = SeatFault(seat, len(self._actions), fault)
        if fault.cause is not Cause.BOT:
            raise VoidError(blamed)
        self._faults[seat] = blamed
        self._asked[seat] = house_player(self._house)

    def _close(self) -> Sitting:
        faults = list(self._faults.values())
        outcome = final_outcome(self._state, self._faults)
        for seat, player in enumerate(self._players):
            player.over(outcome, faults, self._news(seat))
        silent = frozenset(self._silent)
        return Sitting(outcome, self._actions, self._state.events, faults, self._thought, silent)
