"""Two matches on one deal and where they part, as JSON, which docs/ask.md describes."""

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
    """Two matches on one deal, and the first decision at which they part."""

    records: tuple[Record, Record]
    divergence: Divergence | None
    """None when the matches are the same to their ends."""

    def game(self) -> AnyGame:
        """The game with the options of both matches."""
        return make_game(self.records[0].game, self.records[0].options)

    def as_json(self) -> dict[str, Any]:
        """The comparison as the plain JSON of docs/ask.md."""
        # The game, its options and the board are the same in both records.
        first, divergence = self.records[0], self.divergence
        return {
            "format": FORMAT,
            **{
                name: getattr(first, name) for name in ("game", "rules_version", "options", "board")
            },
            "decision": self._decision(divergence) if divergence else None,
            "matches": [
                self._match(record, divergence.branches[number] if divergence else None)
                for number, record in enumerate(self.records)
            ],
        }

    def _decision(self, divergence: Divergence) -> dict[str, Any]:
        game, decision = self.game(), divergence.decision
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
        action = branch.action
        next_points = {"later": branch.actions_to_change, "points": list(branch.points)}
        return {
            "action": None if action is None else self.game().action_text(action),
            "fault": str(branch.fault.fault.kind) if branch.fault else None,
            "next_points": None if branch.actions_to_change is None else next_points,
        }
