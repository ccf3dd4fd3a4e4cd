"""The state of a playing: the interface through which the rules of a game are played.

These classes are in a module of their own so that it can be compiled (docs/performance.md);
`referee.games.game` re-exports them. They derive neither from ABC nor from Generic: before
Python 3.12 mypyc would then give objects a slot for weak references and free it wrongly.
"""

from typing import Any, Final, Self, TypeAlias

from mypy_extensions import mypyc_attr

from referee.deals import Deal
from referee.errors import InvalidError
from referee.games.outcome import Outcome

NOBODY: Final = -1
"""The value of `State.seat` when the game is over."""


class IllegalActionError(InvalidError):
    """The action is not legal in this state; the text lists the legal ones."""


class _NotLegalHereError(IllegalActionError):
    """An action that `apply` has refused. The text is made only when it is read.

    A caller that tries many actions, to see which are refused, reads none of the texts.
    """

    def __init__(self, action: int, legal: tuple[int, ...]) -> None:
        super().__init__(action, legal)

    def __str__(self) -> str:
        action, legal = self.args
        return f"action {action} is not legal here: legal are {legal}"


# The decorator allows classes in plain Python to derive from State when it is compiled.
@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """One playing, changed in place by `apply`; small and cheap to copy, for bots that search."""

    __slots__ = ("deal", "events", "seat")

    seat: int
    """The seat that decides next, or NOBODY when the game is over."""
    events: list[int]
    """Every public event so far, packed (referee.games.events)."""
    deal: Deal
    """The source of all random draws of the playing. It is hidden from every seat."""

    def legal_actions(self) -> tuple[int, ...]:
        """The distinct legal actions of the seat that decides, always in the same order.

        Empty when the game is over.
        """
        raise NotImplementedError

    def apply(self, action: int) -> None:
        """Take the action. Raises IllegalActionError, with nothing changed, if it is not legal."""
        raise NotImplementedError

    def silence(self) -> int | None:
        """The legal action of saying nothing, at a decision about talk alone; None at any other.

        For a seat that never talks the table takes this action without asking.
        """
        return None

    def observe(self, seat: int) -> Any:
        """All that the seat may know now, as a NamedTuple that is built up field by field.

        Its field `seat` is this seat; the names of all other fields are the game's own.
        It is never a copy of the state with parts removed: with a field that an author forgets,
        the observation then lacks something and reveals nothing.
        """
        raise NotImplementedError

    def copy(self) -> Self:
        """An independent copy. Both share the deal, whose numbers never change."""
        raise NotImplementedError

    def points(self) -> tuple[int, ...]:
        """The points by seat at this moment, also while the game goes on."""
        raise NotImplementedError

    def outcome(self) -> Outcome:
        """The result. Raises ValueError while the game goes on."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class CachingState(State):
    """A state that finds its legal actions at most once for each decision."""

    __slots__ = ("_legal",)

    _legal: tuple[int, ...] | None

    def legal_actions(self) -> tuple[int, ...]:
        """The legal actions, in the order of `_find_legal`."""
        if self._legal is None:
            # They are needed several times at one decision: by the table, for the message to the
            # bot, and by `apply`.
            self._legal = self._find_legal()
        return self._legal

    def _find_legal(self) -> tuple[int, ...]:
        """The legal actions; () when the game is over."""
        raise NotImplementedError

    def forget_legal(self) -> None:
        """Discard the cached legal actions. To be called after setting fields from outside."""
        self._legal = None

    def _accept(self, action: int) -> None:
        """Check the action at the start of `apply`, and discard the cached legal actions.

        Raises IllegalActionError, with nothing changed, if the action is not legal.
        """
        legal = self.legal_actions()
        if action not in legal:
            raise _NotLegalHereError(action, legal)
        # After the check, since a refused action must change nothing.
        self._legal = None


AnyState: TypeAlias = State
