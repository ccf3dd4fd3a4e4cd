"""The trick that a drawn table shows, by the public events: the one in progress, or just over."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Final

from referee.games.events import Event, unpack
from referee.games.scene import SceneCard, Told

PILE_PLAYER: Final = -1
"""Stands for what plays without a seat. Its name is the last one, after those of the seats."""


@dataclass(slots=True)
class ShownTrick:
    """The cards of a trick, and who took it."""

    played: list[tuple[int, int, bool]] = field(default_factory=list)
    """Who played, the card, and whether that was in this step."""
    winner: int | None = None
    """Who took it; None while it is not over."""
    is_fresh: bool = False
    """Whether it ended in this step."""

    def cards(self, names: Sequence[str], key_of: Callable[[int], str]) -> tuple[SceneCard, ...]:
        """The cards, each with who played it; the taker's is marked."""
        return tuple(
            SceneCard(key_of(card), self._words(names, place), is_new, player == self.winner)
            for place, (player, card, is_new) in enumerate(self.played)
        )

    def _words(self, names: Sequence[str], place: int) -> str:
        player = self.played[place][0]
        if player == self.winner:
            return f"{names[player]} {'take' if names[player] == 'you' else 'takes'} it"
        return f"{names[player]} {'followed' if place else 'led'}"


@dataclass(frozen=True, slots=True)
class TrickKinds:
    """The kinds of a game's events that make its tricks."""

    starts: Collection[int]
    """A dealing: what was played before it lies no more."""
    plays: Collection[int]
    """A card is played, which is the argument a."""
    ends: Collection[int]
    """A trick is taken."""
    pile: Collection[int] = ()
    """Those of `plays` and `ends` that no seat does."""

    def player(self, event: Event) -> int:
        """The seat of the event, or PILE_PLAYER."""
        return PILE_PLAYER if event.kind in self.pile else event.seat


def shown_trick(told: Told, kinds: TrickKinds) -> tuple[ShownTrick, ShownTrick | None]:
    """The trick to show, and the one before it if that lay since the cards were dealt.

    A trick that ended in this step is shown still, unless the next one was led in it as well.
    """
    tricks = [ShownTrick()]
    for number, event in _since_dealing(told, kinds):
        # Told by place, as the same event may have happened before.
        is_new = number >= len(told.events) - told.fresh
        if event.kind in kinds.plays:
            tricks[-1].played.append((kinds.player(event), event.a, is_new))
        elif event.kind in kinds.ends:
            tricks[-1].winner = kinds.player(event)
            tricks[-1].is_fresh = is_new
            tricks.append(ShownTrick())
    # Or nobody would ever see it whole. At a seat a step is all that happened between two
    # questions: there it is the last trick as soon as another card lies.
    if len(tricks) > 1 and tricks[-2].is_fresh and not tricks[-1].played:
        tricks.pop()
    return tricks[-1], tricks[-2] if len(tricks) > 1 else None


def status_of(seat: int, trick: ShownTrick, to_move: int) -> str:
    """What the seat does or did, as its plate says."""
    # Who takes a trick mostly moves next as well, which is the lesser news.
    if trick.is_fresh and trick.winner == seat:
        return "took the trick"
    return "to move" if to_move == seat else ""


def _since_dealing(told: Told, kinds: TrickKinds) -> list[tuple[int, Event]]:
    # From the end: a match has thousands of events, a dealing some dozens.
    found = []
    for number in range(len(told.events) - 1, -1, -1):
        event = unpack(told.events[number])
        if event.kind in kinds.starts:
            break
        found.append((number, event))
    return found[::-1]


def counted(number: int, thing: str) -> str:
    """The number with the thing, such as "1 trick" or "3 tricks"."""
    return f"{number} {thing}{'s' * (number != 1)}"
