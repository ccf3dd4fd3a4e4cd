"""The trick that a drawn table shows, from public events: in progress, or ended in this step."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Final

from referee.games.events import Event, unpack
from referee.games.scene import EventLog, SceneCard

PILE_PLAYER: Final = -1
"""The number of a pile that plays cards without a seat.

As an index of a list of names it is the last name, after those of the seats.
"""


@dataclass(slots=True)
class ShownTrick:
    """The cards of a trick, and the player who took it: a seat or PILE_PLAYER."""

    played: list[tuple[int, int, bool]] = field(default_factory=list)
    """For each card: its player, the card, and whether it was played in this step."""
    winner: int | None = None
    """The player who took the trick; None while it is in progress."""
    is_fresh: bool = False
    """Whether the trick ended in this step."""

    def cards(self, names: Sequence[str], key_of: Callable[[int], str]) -> tuple[SceneCard, ...]:
        """The cards, each with words that name its player; the card of the winner is marked.

        `key_of` gives the key of a card's face.
        """
        return tuple(
            SceneCard(key_of(card), self._words(names, position), is_new, player == self.winner)
            for position, (player, card, is_new) in enumerate(self.played)
        )

    def _words(self, names: Sequence[str], position: int) -> str:
        player = self.played[position][0]
        if player == self.winner:
            return f"{names[player]} {'take' if names[player] == 'you' else 'takes'} it"
        return f"{names[player]} {'followed' if position else 'led'}"


@dataclass(frozen=True, slots=True)
class TrickKinds:
    """The kinds of events that a game's tricks consist of."""

    starts: Collection[int]
    """New cards are dealt: the table has no cards of earlier tricks any more."""
    plays: Collection[int]
    """A card is played; it is the argument a."""
    ends: Collection[int]
    """A trick is taken."""
    pile: Collection[int] = ()
    """The kinds among `plays` and `ends` in which the pile acts and no seat does."""

    def player(self, event: Event) -> int:
        """The player of the event: its seat, or PILE_PLAYER for a kind in `pile`."""
        return PILE_PLAYER if event.kind in self.pile else event.seat


def shown_trick(log: EventLog, kinds: TrickKinds) -> tuple[ShownTrick, ShownTrick | None]:
    """The trick to show, and the trick before it, or None if it is the first since the dealing.

    A trick that ended in this step is the trick to show, unless the next trick was led in the same
    step.
    """
    tricks = [ShownTrick()]
    for number, event in _since_dealing(log, kinds):
        # By the position, since an equal event may have happened before.
        is_new = number >= len(log.events) - log.fresh
        if event.kind in kinds.plays:
            tricks[-1].played.append((kinds.player(event), event.a, is_new))
        elif event.kind in kinds.ends:
            tricks[-1].winner = kinds.player(event)
            tricks[-1].is_fresh = is_new
            tricks.append(ShownTrick())
    # Without this nobody would ever see the whole trick. For a seat, a step is all that happened
    # between two of its decisions, so the next trick may have been led in the same step.
    if len(tricks) > 1 and tricks[-2].is_fresh and not tricks[-1].played:
        tricks.pop()
    return tricks[-1], tricks[-2] if len(tricks) > 1 else None


def status_of(seat: int, trick: ShownTrick, to_move: int) -> str:
    """What the seat did or has to do, to be shown beside its name; "" for nothing."""
    # The winner of a trick is usually to move as well; that it took the trick matters more.
    if trick.is_fresh and trick.winner == seat:
        return "took the trick"
    return "to move" if to_move == seat else ""


def _since_dealing(log: EventLog, kinds: TrickKinds) -> list[tuple[int, Event]]:
    # Read from the end: a match can have thousands of events, but only some dozens come after the
    # last dealing.
    newest_first = []
    for number in range(len(log.events) - 1, -1, -1):
        event = unpack(log.events[number])
        if event.kind in kinds.starts:
            break
        newest_first.append((number, event))
    return newest_first[::-1]


def counted(number: int, thing: str) -> str:
    """The number with `thing` in the singular or plural, such as "1 trick" or "3 tricks"."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
