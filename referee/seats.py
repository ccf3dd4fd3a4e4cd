"""The seats of one match: which player decides in each, what it was told, and its fault."""

import asyncio
from collections.abc import Sequence
from random import Random

from referee.conduct import Fault
from referee.evidence import Cause
from referee.games.game import Outcome
from referee.player import Player, SeatFault, VoidError, random_player


class Seats:
    """All seats of one match, with the player that decides in each.

        a player decides --blame--> the random player decides, to the end of the match

    Invariants: `deciding` has a seat's own player exactly while the seat is not in `faults`. Each
    of the own players is told every event once, in order: with its questions, and the rest in
    `close`.
    """

    def __init__(self, players: Sequence[Player], random_seed: int) -> None:
        """`random_seed` is the seed of the random player."""
        self._players = players
        self._random_seed = random_seed
        self._random: Player | None = None
        """The random player, made when it is first needed; all seats share it."""
        self._told = [0] * len(players)
        """By seat: how many events its player was told."""
        self.deciding = list(players)
        """By seat: the player that is asked."""
        self.faults: dict[int, SeatFault] = {}
        """By seat: the fault by which its own player lost the seat."""
        self.silent: set[int] = set()
        """Seats whose players said before the first decision that they never talk. The table
        removes a seat when it has to ask it what to say after all."""

    async def get_ready(self) -> None:
        """Wait until each player can be asked, and blame those that never can be.

        Raises VoidError as `blame` does.
        """
        for seat, fault in enumerate(await _all_ready(self._players)):
            if fault:
                self.blame(SeatFault(seat, 0, fault))
            elif self._players[seat].silent:
                self.silent.add(seat)

    def news(self, seat: int, events: list[int]) -> Sequence[int]:
        """The events that the seat has not been told; from now on they count as told.

        `events` are all events of the match. The random player is told none: they are for the
        seat's own player, in `close`.
        """
        if seat in self.faults:
            return ()
        told, self._told[seat] = self._told[seat], len(events)
        return events[told:]

    def blame(self, fault: SeatFault) -> None:
        """Let the random player decide in the seat of the fault from now on.

        Raises VoidError when the cause of the fault is not the bot.
        """
        # Only a bot's own fault loses it a match; otherwise the match is played again.
        if fault.fault.cause is not Cause.BOT:
            raise VoidError(fault)
        self.faults[fault.seat] = fault
        if self._random is None:
            self._random = random_player(Random(self._random_seed))
        self.deciding[fault.seat] = self._random

    def close(self, outcome: Outcome, events: list[int]) -> None:
        """Tell all players that the match is over, also those at fault: their bots may play others.

        `events` are all events of the match.
        """
        faults = list(self.faults.values())
        for seat, player in enumerate(self._players):
            player.over(outcome, faults, events[self._told[seat] :])


async def _all_ready(players: Sequence[Player]) -> list[Fault | None]:
    """By seat: None, or the fault of a player that never can be asked. All are awaited together."""
    if all(player.is_ready for player in players):
        # Nothing is waited for then, so no tasks are needed. They would be most of a start's time.
        return [await player.ready() for player in players]
    return await asyncio.gather(*(player.ready() for player in players))
