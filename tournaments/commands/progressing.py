"""What is shown of a tournament while it is played: its progress, and hints."""

from collections.abc import Sequence
from contextlib import AbstractContextManager

from rich.console import Group, RenderableType

from referee.record import Record
from tournaments.commands.console import out, say
from tournaments.formats.duel import DUEL, most_matches
from tournaments.present.sheet import Sheet
from tournaments.present.terminal.duel import EvidenceBar, evidence_of
from tournaments.present.terminal.progress import Note, progress
from tournaments.present.terminal.speed_hint import SpeedHint
from tournaments.present.terminal.table import as_brief
from tournaments.run.organiser import Organiser
from tournaments.system.compiled import how_to_compile


def hinting(note: Note, organiser: Organiser) -> Note:
    """The same, and the hint that compiled rules would play a long run sooner."""
    hint = SpeedHint(
        lambda text: say(out, text), how_to_compile(), organiser.total, organiser.played_before
    )

    def both(records: Sequence[Record]) -> None:
        note(records)
        hint.note(records)

    return both


def shown_now(organiser: Organiser) -> RenderableType:
    """How a tournament stands while it is played: the best, and the evidence of a duel."""
    sheet = _sheet(organiser)
    found = evidence_of(sheet)
    return Group(as_brief(sheet), *([EvidenceBar(found)] if found else []))


def _sheet(organiser: Organiser) -> Sheet:
    return Sheet.of(organiser.definition, organiser.stand())


def progress_of(organiser: Organiser) -> AbstractContextManager[Note]:
    """What is shown of its progress: of a duel the evidence, as nobody knows how long it takes."""
    definition = organiser.definition

    def in_words() -> str:
        found = evidence_of(_sheet(organiser))
        return found.words if found else ""

    def most() -> int:
        return most_matches(organiser.schedule.fixtures, definition.boards)

    return progress(
        out,
        definition.name,
        most if definition.format is DUEL else organiser.total,
        lambda: shown_now(organiser),
        organiser.played_before,
        in_words if definition.sprt else None,
    )
