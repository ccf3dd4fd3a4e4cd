"""The seats of one match: who plays in each, what it was told, and who was at fault."""

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
    player is told every event once, in order, and the rest when the match is over.
    """

    def __init__(self, players: Sequence[Player], dice: int) -> None:
        """`dice` is the seed of the random player."""
        self._players = players
        self._dice = dice
        self._random: Player | None = None
        """The random player, made when it is first needed; all seats share it."""
        self._told = [0] * len(players)
        """By seat how many events it was told."""
        self.deciding = list(players)
        self.faults: dict[int, SeatFault] = {}
        self.silent: set[int] = set()
        """Seats that never talk so far, and said so before the first decision."""

    async def get_ready(self) -> None:
        """Wait until each player is ready, or blamed. Raises VoidError as `blame` does."""
        for seat, fault in enumerate(await _all_ready(self._players)):
            if fault:
                self.blame(SeatFault(seat, 0, fault))
            elif self._players[seat].silent:
                self.silent.add(seat)

    def news(self, seat: int, events: list[int]) -> Sequence[int]:
        """Those of the match's events that the seat is to be told with its next question.

        None for the random player: what it has not heard, the seat's own player hears in the end.
        """
        if seat in self.faults:
            return ()
        told, self._told[seat] = self._told[seat], len(events)
        return events[told:]

    def blame(self, fault: SeatFault) -> None:
        """Let the random player decide in that seat.

        Raises VoidError when something else than the player failed.
        """
        # A match is lost only by what a bot did; otherwise it is played again.
        if fault.fault.cause is not Cause.BOT:
            raise VoidError(fault)
        self.faults[fault.seat] = fault
        if self._random is None:
            self._random = random_player(Random(self._dice))
        self.deciding[fault.seat] = self._random

    def close(self, outcome: Outcome, events: list[int]) -> None:
        """Tell all players that the match is over, those at fault too: they may play others."""
        faults = list(self.faults.values())
        for seat, player in enumerate(self._players):
            player.over(outcome, faults, events[self._told[seat] :])


async def _all_ready(players: Sequence[Player]) -> list[Fault | None]:
    """By seat: nothing, or why the player is not ready. All get ready at the same time."""
    if all(player.here for player in players):
        # No task is needed for those who are here, and tasks are most of what a match begins with.
        return [await player.ready() for player in players]
    return await asyncio.gather(*(player.ready() for player in players))
