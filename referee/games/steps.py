"""A match taken apart into its actions, for replays."""

from dataclasses import dataclass

from referee.games.state import AnyState


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One action of a replay: the state before it, the legal actions, the one taken, its events.

    The `state` is a copy, which the receiver may keep.
    """

    state: AnyState
    seat: int
    legal: tuple[int, ...]
    action: int
    events: tuple[int, ...]
