"""Shows a tournament while it is played: its progress, its ranks, and how it could be faster."""

from collections.abc import Sequence
from contextlib import AbstractContextManager

from rich.console import Group, RenderableType

from referee.record import Record
from tournaments.commands.console import out, say
from tournaments.formats.duel import DUEL, most_matches
from tournaments.present.sheet import Sheet
from tournaments.present.terminal.duel import EvidenceBar, evidence_of
from tournaments.present.terminal.progress import NoteRecords, progress
from tournaments.present.terminal.speed_hint import SpeedHint
from tournaments.present.terminal.table import as_brief
from tournaments.run.organiser import Organiser
from tournaments.system.compiled import how_to_compile


def with_speed_hint(note: NoteRecords, organiser: Organiser) -> NoteRecords:
    """A function that calls `note`, and says once in a long run that compiled rules are faster."""
    hint = SpeedHint(
        lambda text: say(out, text), how_to_compile(), organiser.total, organiser.played_before
    )

    def note_and_hint(records: Sequence[Record]) -> None:
        note(records)
        hint.note(records)

    return note_and_hint


def shown_now(organiser: Organiser) -> RenderableType:
    """How the tournament stands: its first ranks, and the evidence of a duel as a bar."""
    sheet = _sheet(organiser)
    evidence = evidence_of(sheet)
    return Group(as_brief(sheet), *([EvidenceBar(evidence)] if evidence else []))


def _sheet(organiser: Organiser) -> Sheet:
    return Sheet.of(organiser.definition, organiser.stand())


def progress_of(organiser: Organiser) -> AbstractContextManager[NoteRecords]:
    """The display of the progress; it gives a function to be called with new records.

    A duel that a test ends shows its evidence too, as nobody knows how many matches it will take.
    """
    definition = organiser.definition

    def evidence_in_words() -> str:
        evidence = evidence_of(_sheet(organiser))
        return evidence.words if evidence else ""

    def most_in_duel() -> int:
        # The schedule of a duel grows. This is the most matches that it can have.
        return most_matches(organiser.schedule.fixtures, definition.boards)

    return progress(
        out,
        definition.name,
        most_in_duel if definition.format is DUEL else organiser.total,
        lambda: shown_now(organiser),
        organiser.played_before,
        evidence_in_words if definition.sprt else None,
    )
