"""Finds where two matches on one deal part: the first decision at which they differ."""

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
    """The matches are not of one deal of one game; the text is a clause that says what differs."""


@dataclass(frozen=True, slots=True)
class Branch:
    """How one of the two matches went on from the decision at which they parted."""

    action: int | None
    """The action that was taken; None if a fault had ended the match, here or before."""
    fault: FaultEntry | None
    """The fault by which the seat had lost its own bot, here or before; None if it had not lost it,
    or if the match had ended before this decision."""
    actions_to_change: int | None
    """The number of actions, from the one at the decision on, after which the points first differ
    from those at the decision; None if they never do."""
    points: tuple[int, ...]
    """The game's own points by seat after these actions; at the decision if they never change."""
    outcome: OutcomeEntry
    """The outcome of the whole match."""


@dataclass(frozen=True, slots=True)
class Divergence:
    """The first decision at which two matches differ."""

    decision: RecordedDecision
    """The decision; in both matches it is the same, except for its `action` and `fault`."""
    branches: tuple[Branch, Branch]


def find_divergence(one: Record, other: Record) -> Divergence | None:
    """Where the two matches part; None when they are the same to their ends.

    Both records must have passed `referee.record_check.verify`. Raises NotComparableError when the
    matches are not of one deal of one game.
    """
    check_comparable(one, other)
    # On one deal, the same actions lead to the same decision. But a match may have no decision at
    # all: it ended since a bot did not start, and its first move would have been forced.
    for first, second in zip_longest(recorded_decisions(one), recorded_decisions(other)):
        if _compared(first) != _compared(second):
            decision = first or second
            branches = _branch(one, decision, first), _branch(other, decision, second)
            return Divergence(decision, branches)
    return None


def check_comparable(one: Record, other: Record) -> None:
    """Raise NotComparableError when the records are not of one deal of one game."""
    pairs: Sequence[tuple[str, Any, Any]] = (
        ("the games are", one.game, other.game),
        ("the versions of the rules are", one.rules_version, other.rules_version),
        ("the options are", _options(one), _options(other)),
        ("the boards are", one.board, other.board),
    )
    for subject, first, second in pairs:
        if first != second:
            raise NotComparableError(f"{subject} {first} and {second}")
    if one.deal.key != other.deal.key:
        raise NotComparableError(
            f"the deals of board {one.board} are different, since the entrants or the tournaments"
            " are"
        )


def _options(record: Record) -> str:
    return ", ".join(f"{name} {value}" for name, value in record.options.items())


def _compared(decision: RecordedDecision | None) -> tuple[int | None, bool]:
    """What is compared: the action, and whether the seat's bot failed at this very decision.

    A match without the decision (None) counts as one in which the bot failed.
    """
    if decision is None:
        return None, True
    failed = decision.fault is not None and decision.fault.at == decision.number
    return decision.action, failed


def _branch(record: Record, decision: RecordedDecision, taken: RecordedDecision | None) -> Branch:
    """How the match of `record` went on from `decision`.

    `taken` is the decision as this match has it; None if the match had ended before.
    """
    actions, points = _next_points(record, decision)
    action, fault = (taken.action, taken.fault) if taken else (None, None)
    return Branch(action, fault, actions, points, record.outcome)


def _next_points(record: Record, decision: RecordedDecision) -> tuple[int | None, tuple[int, ...]]:
    """`Branch.actions_to_change` and `Branch.points` for the match of `record`."""
    state: AnyState = make_game(record.game, record.options).new(record.deal.new_deal())
    for number, action in enumerate(record.actions):
        state.apply(action)
        points = tuple(state.points())
        if number >= decision.number and points != decision.points:
            return number + 1 - decision.number, points
    return None, decision.points
