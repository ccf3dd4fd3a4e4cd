"""Faults and voids for the terminal and as JSON: whose they were, when, and their evidence."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Self

from rich.table import Table
from rich.text import Text

from referee.evidence import Evidence
from referee.record import FaultEntry, Record
from referee.text import printable
from tournaments.core.voids import Void
from tournaments.present.terminal.text import plain

_LAST_LINES = 12
"""The most lines that are shown of what a bot had last printed."""


@dataclass(frozen=True, slots=True)
class FaultReport:
    """One fault of a bot, or one void; its fields are the keys of the JSON."""

    match: str
    board: int
    entrant: str
    """The entrant at fault, or the bot when it was asked again; of a void the entrant that was
    asked, "" for none."""
    seat: int | None
    """The bot's seat; None for a void."""
    cause: str
    """Whose doing it was: "bot", "referee" or "machine"."""
    kind: str
    """The kind of a bot's fault; "void" otherwise."""
    stage: str
    """The phase in which it happened: "start" or "play"."""
    at: int
    """The number of actions of the match before it."""
    text: str
    """What happened, in words."""
    evidence: Evidence

    @classmethod
    def of_fault(cls, record: Record, entrant: str, failed: FaultEntry, evidence: Evidence) -> Self:
        """The report of a fault of the bot `entrant`.

        It happened in the match of the record, or when decisions of the match were put to the bot
        again (`stych ask`).
        """
        fault = failed.fault
        return cls(
            record.id,
            record.board,
            entrant,
            failed.seat,
            "bot",
            str(fault.kind),
            str(fault.stage),
            failed.at,
            fault.text,
            evidence,
        )

    def as_json(self) -> dict[str, Any]:
        """The fault as plain JSON, with all of its evidence."""
        values = {name: getattr(self, name) for name in self.__slots__}
        return values | {"evidence": self.evidence.model_dump(mode="json")}


def reports_of_faults(faulty: Iterable[Record]) -> Iterator[FaultReport]:
    """The reports of all faults in the records, in their order."""
    for record in faulty:
        for entry in record.faults:
            evidence = record.measured.evidence.get(entry.seat, Evidence())
            yield FaultReport.of_fault(record, record.seats[entry.seat].entrant, entry, evidence)


def reports_of_voids(voids: Iterable[Void]) -> Iterator[FaultReport]:
    """The reports of the voids, in their order."""
    for void in voids:
        yield FaultReport(
            void.match,
            void.board,
            void.entrant,
            None,
            str(void.cause),
            "void",
            str(void.stage),
            void.at,
            void.text,
            void.evidence,
        )


def as_line(void: Void) -> str:
    """The sentence about a void for the output of a tournament that is being played."""
    whom = f", {void.entrant}" if void.entrant else ""
    if void.hold:
        duration = "the rest of this run" if void.hold.seconds is None else "a while"
        what = f"matches of {void.entrant} wait" if void.hold.whole else "it waits"
        return (
            f"match {void.match} (board {void.board}{whom}) is void and played again;"
            f" {what} for {duration}: {void.text}"
        )
    return (
        f"match {void.match} (board {void.board}{whom}) is void and played again, by the fault of"
        f" the {void.cause}: {void.text}"
    )


def as_rich(faults: Sequence[FaultReport], *, every: bool) -> Iterator[Table | Text]:
    """A table with counts, then reports in full: the first of each row, or all with `every`."""
    yield _counted(faults)
    # Reversed, since the last value of a key stays in a dict: here the first fault.
    first = {_group_key(each): each for each in reversed(faults)}
    for each in faults if every else sorted(first.values(), key=_group_key):
        yield Text("")
        yield from in_full(each)


def in_full(report: FaultReport) -> Iterator[Text]:
    """One fault or void in full, with its evidence."""
    yield plain(_head(report), style="red" if report.cause == "bot" else "yellow")
    if measured := "; ".join(report.evidence.phrases()):
        yield plain(f"    {measured}")
    yield from _last_words(report.evidence)


def _group_key(report: FaultReport) -> tuple[str, str, str]:
    """The entrant, kind and text, by which reports are counted together."""
    return report.entrant, report.kind, report.text


def _counted(faults: Sequence[FaultReport]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("entrant", "fault", "what happened"):
        table.add_column(heading, overflow="fold")
    table.add_column("times", justify="right")
    counts = Counter(map(_group_key, faults))
    for (entrant, kind, text), times in sorted(counts.items(), key=lambda each: each[0]):
        table.add_row(plain(entrant or "-"), plain(kind), plain(text), str(times))
    return table


def _head(report: FaultReport) -> str:
    where = f"match {report.match}, board {report.board}"
    if report.seat is not None:
        where += f", seat {report.seat}"
    when = "at the start" if report.stage == "start" else f"after {report.at} actions"
    of_bot = report.cause == "bot"
    whose = f"{report.entrant}, {report.kind}" if of_bot else f"void, by the {report.cause}"
    about = f" ({report.entrant} was asked)" if not of_bot and report.entrant else ""
    return f"{where}: {whose} {when}: {report.text}{about}"


def _last_words(evidence: Evidence) -> Iterator[Text]:
    # Only the end is shown: the last lines mostly say why a program ended.
    lines = printable(evidence.words).splitlines()
    if len(lines) > _LAST_LINES:
        yield plain(f"    ({len(lines) - _LAST_LINES} lines before)", style="dim")
    for line in lines[-_LAST_LINES:]:
        yield plain(f"    {line}", style="dim")
