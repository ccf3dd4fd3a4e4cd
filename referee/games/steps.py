"""A match taken apart into its actions, for replays."""

from dataclasses import dataclass

from referee.games.state import AnyState


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One action of a replay, with the state before it and the events that it caused.

    The `state` is a copy, which the receiver may keep.
    """

    state: AnyState
    seat: int
    """The seat that decided."""
    legal: tuple[int, ...]
    """The actions that were legal for the seat."""
    action: int
    events: tuple[int, ...]
    draws: int = 0
    """The number of purposes for which the deal was drawn from before the action.

    The deal of `state` cannot tell it: copies share the deal, which the action may have drawn from.
    """
