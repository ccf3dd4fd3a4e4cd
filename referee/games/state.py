"""What every playing is: the interface through which the rules of a game are played.

This module holds what can be compiled (docs/performance.md); `referee.games.game` re-exports it.
Neither ABC nor Generic are among the bases: with them mypyc gives objects a place for weak
references that it frees wrongly, before Python 3.12.
"""

from typing import Any, Final, Self, TypeAlias

from mypy_extensions import mypyc_attr

from referee.deals import Deal
from referee.errors import InvalidError
from referee.games.outcome import Outcome

NOBODY: Final = -1
"""The seat to decide when the game is over."""


class IllegalActionError(InvalidError):
    """The action is not legal in this state; the text says which ones are."""


class _NotLegalHereError(IllegalActionError):
    """An action that `apply` has refused. Its text is made when it is read.

    Whoever tries out which actions are refused reads none of them.
    """

    def __init__(self, action: int, legal: tuple[int, ...]) -> None:
        super().__init__(action, legal)

    def __str__(self) -> str:
        action, legal = self.args
        return f"action {action} is not legal here: legal are {legal}"


# Compiled or not, a state may be derived from in plain Python.
@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """One playing, changed in place by `apply`; small, and cheap to copy, for searching bots."""

    __slots__ = ("deal", "events", "seat")

    seat: int
    """The seat that decides next, or NOBODY when the game is over."""
    events: list[int]
    """Every public event so far, packed (referee.games.events)."""
    deal: Deal
    """All chance of the playing. It is hidden from every seat."""

    def legal_actions(self) -> tuple[int, ...]:
        """The legal actions of the seat that decides, distinct, in a stable order; () when over."""
        raise NotImplementedError

    def apply(self, action: int) -> None:
        """Take the action. Raises IllegalActionError and changes nothing when it is not legal."""
        raise NotImplementedError

    def silence(self) -> int | None:
        """The legal action that says nothing, when the decision is only what to say; else None.

        The table takes it for a seat that never talks, without asking.
        """
        return None

    def observe(self, seat: int) -> Any:
        """All that the seat may know now, built up from nothing.

        Never a state with parts cut out: what is forgotten then is missing, and not shown.
        """
        raise NotImplementedError

    def copy(self) -> Self:
        """An independent copy (the deal, which never changes, is shared)."""
        raise NotImplementedError

    def points(self) -> tuple[int, ...]:
        """The game's own points by seat, as they stand."""
        raise NotImplementedError

    def outcome(self) -> Outcome:
        """The result. Raises ValueError while the game goes on."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class CachingState(State):
    """A state that finds its legal actions once for each decision, whoever asks for them."""

    __slots__ = ("_legal",)

    _legal: tuple[int, ...] | None

    def legal_actions(self) -> tuple[int, ...]:
        """The legal actions, in the order of `_find_legal`."""
        if self._legal is None:
            # Several ask at one decision: the table, what a bot is sent, and `apply` itself.
            self._legal = self._find_legal()
        return self._legal

    def _find_legal(self) -> tuple[int, ...]:
        """The legal actions; () when the game is over."""
        raise NotImplementedError

    def forget_legal(self) -> None:
        """Have legal actions found anew; for whoever sets a state's fields from outside."""
        self._legal = None

    def _accept(self, action: int) -> None:
        """The first thing `apply` does: raises IllegalActionError unless the action is legal."""
        legal = self.legal_actions()
        if action not in legal:
            raise _NotLegalHereError(action, legal)
        # Only now, as a refused action must change nothing.
        self._legal = None


AnyState: TypeAlias = State
