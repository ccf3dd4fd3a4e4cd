"""Rebuilds the decisions of a match from its record, each with the observation of its seat.

A decision has the number of its action in the record, from 0. A decision at which a fault ended the
match has no action; its number is the one after the last action.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from referee.games.game import NOBODY, AnyState
from referee.games.registry import make_game
from referee.record import FaultEntry, Record


@dataclass(frozen=True, slots=True)
class RecordedDecision:
    """A decision with two legal actions or more: what the seat saw, and which action was taken."""

    number: int
    """How many actions of the match were taken before the decision."""
    seat: int
    observation: Any
    legal: tuple[int, ...]
    events_before: int
    """How many events of the match had happened before the decision."""
    points: tuple[int, ...]
    """The game's own points by seat at that moment."""
    action: int | None
    """The action that was taken; None if the match ended instead."""
    fault: FaultEntry | None
    """The fault by which the seat had lost its bot, here or before; None if it had its bot. After a
    fault a random player chose, unless the match ended."""
    silence: int | None
    """The action that says nothing, if the decision is only what to say; else None. A bot that
    never talks is not asked what to say."""

    @property
    def chosen(self) -> int | None:
        """The action that the seat's own bot chose; None when it did not choose.

        The silence that the table takes for a bot that never talks counts as chosen.
        """
        return None if self.fault else self.action

    @property
    def is_own(self) -> bool:
        """Whether the seat's own bot had no fault before this decision; it may have one at it."""
        return self.fault is None or self.fault.at == self.number


def recorded_decisions(record: Record) -> list[RecordedDecision]:
    """All decisions with two legal actions or more, in order.

    The record must have passed `referee.record_check.verify`.
    """
    return list(_decisions(record))


def _decisions(record: Record) -> Iterator[RecordedDecision]:
    state: AnyState = make_game(record.game, record.options).new(record.deal.new_deal())
    faults = {entry.seat: entry for entry in record.faults}
    # One step more than there are actions: a fault may have ended the match at a decision.
    for number, action in enumerate([*record.actions, None]):
        if state.seat == NOBODY:
            return
        legal = state.legal_actions()
        # Nobody was asked for a forced move, so it is left out.
        if len(legal) > 1:
            fault = faults.get(state.seat)
            yield RecordedDecision(
                number=number,
                seat=state.seat,
                observation=state.observe(state.seat),
                legal=legal,
                events_before=len(state.events),
                points=tuple(state.points()),
                action=action,
                fault=fault if fault and fault.at <= number else None,
                silence=state.silence(),
            )
        if action is not None:
            state.apply(action)
