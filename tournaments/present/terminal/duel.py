"""The evidence of a duel on a terminal: a bar between its bounds."""

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from tournaments.present.duel import evidence
from tournaments.present.duel_evidence import DuelEvidence
from tournaments.present.sheet import Sheet


class EvidenceBar:
    """The bar in one line, as wide as there is room."""

    def __init__(self, found: DuelEvidence) -> None:
        self._found = found

    def __rich_console__(self, _: Console, options: ConsoleOptions) -> RenderResult:
        yield Text(self._found.bar(options.max_width), style="bold")


def evidence_of(sheet: Sheet) -> DuelEvidence | None:
    """The evidence by what counts so far; None for what is no duel, or one of a fixed length."""
    return evidence(sheet.definition, sheet.counted)
