"""What a bot chose when it was asked decisions of a record again, beside what was chosen then.

"Then" is in the recorded match, "now" is when the bot was asked again. docs/ask.md describes the
JSON.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from referee.games.game import AnyGame
from referee.games.registry import make_game
from referee.record import FaultEntry, Record
from referee.recorded_decisions import RecordedDecision
from referee.rpc.manifest import Manifest
from tournaments.present.terminal.decision import screen_lines
from tournaments.present.terminal.faults import FaultReport
from tournaments.run.asking import Answers
from tournaments.run.inquiry import Inquiry

FORMAT: Final = 1
"""The version of the JSON; new keys may come under the same one."""


@dataclass(frozen=True)
class AskedAgain:
    """Decisions of a record that a bot was asked again, with its answers."""

    # Without slots, as cached_property needs a `__dict__`.
    inquiry: Inquiry
    bot: Manifest
    """The manifest of the bot that was asked now."""
    answers: Answers

    @property
    def record(self) -> Record:
        """The match whose decisions were asked again."""
        return self.inquiry.record

    @property
    def decisions(self) -> Sequence[RecordedDecision]:
        """The decisions that are to be shown."""
        return self.inquiry.shown

    @cached_property
    def game(self) -> AnyGame:
        """The game with the options of the match."""
        return make_game(self.record.game, self.record.options)

    def now(self, decision: RecordedDecision) -> Counter[int]:
        """How often each action was chosen now; empty if the bot did not answer this decision."""
        return Counter(self.answers.actions.get(decision.number, []))

    def is_same(self, decision: RecordedDecision) -> bool | None:
        """Whether all answers are the action chosen then; None if there is no such action, or no
        answer."""
        now = self.now(decision)
        if decision.chosen is None or not now:
            return None
        return set(now) == {decision.chosen}

    def compared(self, *, same: bool) -> list[int]:
        """The numbers of the decisions for which `is_same` returns `same`."""
        return [each.number for each in self.decisions if self.is_same(each) is same]

    def fault(self) -> FaultReport | None:
        """The report of the bot's fault now; None when there was none."""
        if (failed := self.answers.fault) is None:
            return None
        entry = FaultEntry(seat=failed.seat, at=failed.actions_before, fault=failed.fault)
        return FaultReport.of_fault(self.record, self.bot.name, entry, failed.fault.evidence)

    def as_json(self) -> dict[str, Any]:
        """The decisions and answers as the plain JSON of docs/ask.md."""
        record, fault = self.record, self.fault()
        seat = record.seats[self.inquiry.seat]
        return {
            "format": FORMAT,
            "match": record.id,
            **{name: getattr(record, name) for name in ("tournament", "game", "rules_version")},
            **{name: getattr(record, name) for name in ("options", "board", "seating")},
            "seat": self.inquiry.seat,
            "then": {"entrant": seat.entrant, "bot": seat.bot, "version": seat.version},
            "now": {"bot": self.bot.name, "version": self.bot.version},
            "decisions": [self._decision(each) for each in self.decisions],
            "same": self.compared(same=True),
            "differ": self.compared(same=False),
            "fault": fault.as_json() if fault else None,
        }

    def _decision(self, decision: RecordedDecision) -> dict[str, Any]:
        game, chosen, failed = self.game, decision.chosen, decision.fault
        return {
            "number": decision.number,
            "screen": screen_lines(game, decision),
            "legal": [game.action_text(each) for each in decision.legal],
            "then": None if chosen is None else game.action_text(chosen),
            "fault_then": str(failed.fault.kind) if failed else None,
            # The most frequent first; of equally frequent ones, the one that was chosen first.
            "now": [
                {"action": game.action_text(action), "times": times}
                for action, times in self.now(decision).most_common()
            ],
            "same": self.is_same(decision),
        }
