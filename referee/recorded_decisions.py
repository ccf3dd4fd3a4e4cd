"""The decisions of a match rebuilt from its record, each with what its seat knew and nothing else.

A decision has the number of its action in the record. The one at which a bot's fault ended the
match has the number after the last action.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from referee.games.game import NOBODY, AnyState
from referee.games.registry import make_game
from referee.record import FaultEntry, Record


@dataclass(frozen=True, slots=True)
class RecordedDecision:
    """A decision with a choice: what the seat knew, what was legal, what was done."""

    number: int
    """After how many actions of the match it came."""
    seat: int
    observation: Any
    legal: tuple[int, ...]
    known: int
    """How many of the match's events had happened by then."""
    points: tuple[int, ...]
    """The game's own points by seat at that moment."""
    action: int | None
    """The action that was taken; None where the match ended instead."""
    fault: FaultEntry | None
    """The fault by which the seat had lost its bot, here or before: a random player chose for it.
    """
    silence: int | None
    """The action that says nothing, where the decision is only what to say: a bot that never talks
    is not asked."""

    @property
    def chosen(self) -> int | None:
        """The action that the seat's own bot chose; None when it did not choose."""
        return None if self.fault else self.action

    @property
    def is_own(self) -> bool:
        """Whether the decision was still the bot's: its fault did not come before."""
        return self.fault is None or self.fault.at == self.number


def recorded_decisions(record: Record) -> list[RecordedDecision]:
    """All decisions with a choice, in order.

    The record has to be true (`referee.record_check.verify`).
    """
    return list(_decisions(record))


def _decisions(record: Record) -> Iterator[RecordedDecision]:
    state: AnyState = make_game(record.game, record.options).new(record.deal.again())
    faults = {entry.seat: entry for entry in record.faults}
    # One more than there are actions: the last question may never have been answered.
    for number, action in enumerate([*record.actions, None]):
        if state.seat == NOBODY:
            return
        legal = state.legal_actions()
        # For a forced move nobody was asked, so nobody can be asked again.
        if len(legal) > 1:
            fault = faults.get(state.seat)
            yield RecordedDecision(
                number=number,
                seat=state.seat,
                observation=state.observe(state.seat),
                legal=legal,
                known=len(state.events),
                points=tuple(state.points()),
                action=action,
                fault=fault if fault and fault.at <= number else None,
                silence=state.silence(),
            )
        if action is not None:
            state.apply(action)
