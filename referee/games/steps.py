"""A match taken apart into its actions."""

from dataclasses import dataclass

from referee.games.state import AnyState


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One action of a replay: the state before it, what could be done and was, what came of it."""

    state: AnyState
    seat: int
    legal: tuple[int, ...]
    action: int
    events: tuple[int, ...]
