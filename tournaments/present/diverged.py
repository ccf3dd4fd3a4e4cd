"""Where two matches part, as JSON; docs/ask.md describes it."""

from dataclasses import asdict, dataclass
from typing import Any, Final

from referee.divergence import Branch, Divergence
from referee.games.game import AnyGame
from referee.games.registry import make_game
from referee.record import Record
from tournaments.present.terminal.decision import screen_lines

FORMAT: Final = 1
"""The version of the JSON; new keys may come under the same one."""


@dataclass(frozen=True, slots=True)
class ComparedMatches:
    """Two matches on one deal, and where they part."""

    records: tuple[Record, Record]
    divergence: Divergence | None
    """None when they are the same to their ends."""

    def game(self) -> AnyGame:
        """The game with the options of both matches."""
        return make_game(self.records[0].game, self.records[0].options)

    def as_json(self) -> dict[str, Any]:
        """What is found, as the plain JSON of docs/ask.md."""
        one, found = self.records[0], self.divergence
        return {
            "format": FORMAT,
            **{name: getattr(one, name) for name in ("game", "rules_version", "options", "board")},
            "decision": self._decision(found) if found else None,
            "matches": [
                self._match(record, found.branches[number] if found else None)
                for number, record in enumerate(self.records)
            ],
        }

    def _decision(self, found: Divergence) -> dict[str, Any]:
        game, decision = self.game(), found.decision
        return {
            "number": decision.number,
            "seat": decision.seat,
            "screen": screen_lines(game, decision),
            "legal": [game.action_text(each) for each in decision.legal],
            "points": list(decision.points),
        }

    def _match(self, record: Record, branch: Branch | None) -> dict[str, Any]:
        match = {
            **{name: getattr(record, name) for name in ("id", "tournament", "seating")},
            "seats": [
                {"entrant": each.entrant, "bot": each.bot, "version": each.version}
                for each in record.seats
            ],
            "ending": record.ending,
            "outcome": asdict(record.outcome),
        }
        return match | (self._branch(branch) if branch else {})

    def _branch(self, branch: Branch) -> dict[str, Any]:
        done = branch.action
        next_points = {"later": branch.later, "points": list(branch.points)}
        return {
            "action": None if done is None else self.game().action_text(done),
            "fault": str(branch.fault.fault.kind) if branch.fault else None,
            "next_points": None if branch.later is None else next_points,
        }
