"""Where two matches on one deal part: the first decision at which they are not the same."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from referee.errors import InvalidError
from referee.games.game import AnyState
from referee.games.registry import make_game
from referee.record import FaultEntry, OutcomeEntry, Record
from referee.recorded_decisions import RecordedDecision, recorded_decisions


class NotComparableError(InvalidError):
    """The matches have no common beginning; the text is a clause that says why."""


@dataclass(frozen=True, slots=True)
class Branch:
    """How one of the two matches went on where they parted."""

    action: int | None
    """What was done; None when a fault ended the match there."""
    fault: FaultEntry | None
    """The fault by which the seat's bot did not choose there."""
    later: int | None
    """After how many more actions, this one among them, the points had changed first; None when
    they never did."""
    points: tuple[int, ...]
    """The game's own points by seat then."""
    outcome: OutcomeEntry


@dataclass(frozen=True, slots=True)
class Divergence:
    """The first decision at which two matches are not the same."""

    decision: RecordedDecision
    """What was to be decided; the same in both, but for what was done."""
    branches: tuple[Branch, Branch]


def find_divergence(one: Record, other: Record) -> Divergence | None:
    """Where the two matches part; None when they are the same to their ends.

    Both records have to be true (`referee.record_check.verify`). Raises NotComparableError when the
    matches are not of one deal of one game.
    """
    check_comparable(one, other)
    # The same deal and the same actions before make the same decisions. One match may have more of
    # them: the other ended before its first, by a bot that did not start.
    for first, second in zip_longest(recorded_decisions(one), recorded_decisions(other)):
        if _done(first) != _done(second):
            decision = first or second
            branches = _branch(one, decision, first), _branch(other, decision, second)
            return Divergence(decision, branches)
    return None


def check_comparable(one: Record, other: Record) -> None:
    """Raise NotComparableError when the two are not of one deal of one game."""
    pairs: Sequence[tuple[str, Any, Any]] = (
        ("the games are", one.game, other.game),
        ("the versions of the rules are", one.rules_version, other.rules_version),
        ("the options are", _options(one), _options(other)),
        ("the boards are", one.board, other.board),
    )
    for what, first, second in pairs:
        if first != second:
            raise NotComparableError(f"{what} {first} and {second}")
    if one.deal.key != other.deal.key:
        raise NotComparableError(
            f"each has a deal of its own on board {one.board}, as other entrants, or another"
            " tournament, play it"
        )


def _options(record: Record) -> str:
    return ", ".join(f"{name} {value}" for name, value in record.options.items())


def _done(decision: RecordedDecision | None) -> tuple[int | None, bool]:
    """What sets two matches apart: the action, and whether the seat's bot failed just here."""
    if decision is None:
        return None, True
    failed = decision.fault is not None and decision.fault.at == decision.number
    return decision.action, failed


def _branch(record: Record, decision: RecordedDecision, own: RecordedDecision | None) -> Branch:
    """How the match of the record went on; its `own` decision is None when it had ended before."""
    later, points = _next_points(record, decision)
    action, fault = (own.action, own.fault) if own else (None, None)
    return Branch(action, fault, later, points, record.outcome)


def _next_points(record: Record, decision: RecordedDecision) -> tuple[int | None, tuple[int, ...]]:
    """When the points changed first after the decision, and to what; else None and those of it."""
    state: AnyState = make_game(record.game, record.options).new(record.deal.again())
    for number, action in enumerate(record.actions):
        state.apply(action)
        points = tuple(state.points())
        if number >= decision.number and points != decision.points:
            return number + 1 - decision.number, points
    return None, decision.points
