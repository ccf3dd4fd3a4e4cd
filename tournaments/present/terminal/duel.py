"""The evidence of a duel on a terminal, as a bar between its two bounds."""

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from tournaments.present.duel import evidence
from tournaments.present.duel_evidence import DuelEvidence
from tournaments.present.sheet import Sheet


class EvidenceBar:
    """The evidence as a bar in one line, as wide as the console allows."""

    def __init__(self, evidence: DuelEvidence) -> None:
        self._evidence = evidence

    def __rich_console__(self, _: Console, options: ConsoleOptions) -> RenderResult:
        yield Text(self._evidence.bar(options.max_width), style="bold")


def evidence_of(sheet: Sheet) -> DuelEvidence | None:
    """The evidence by the matches that count so far; None unless it is a duel with a test."""
    return evidence(sheet.definition, sheet.counted)
