"""Faults and voids in words: whose they were, when, and what was seen of them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Self

from rich.table import Table
from rich.text import Text

from referee.evidence import Evidence
from referee.player import SeatFault
from referee.record import FaultEntry, Record
from referee.text import printable
from tournaments.core.voids import Void
from tournaments.present.terminal.text import plain

_WORDS = 12
"""Lines of a bot's last words that are shown."""


@dataclass(frozen=True, slots=True)
class FaultReport:
    """One fault of a bot, or one void; the fields are the keys of the JSON."""

    match: str
    board: int
    entrant: str
    seat: int | None
    """The bot's seat; None for a void."""
    cause: str
    """Whose doing it was: "bot", "referee" or "machine"."""
    kind: str
    """The kind of a bot's fault; "void" otherwise."""
    stage: str
    """The phase in which it happened: "start" or "play"."""
    at: int
    """After how many actions of the match it happened."""
    text: str
    evidence: Evidence

    @classmethod
    def of_bot(
        cls, record: Record, entrant: str, failed: FaultEntry | SeatFault, evidence: Evidence
    ) -> Self:
        """A fault of this entrant's bot in the match of the record."""
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


def of_bots(faulty: Iterable[Record]) -> Iterator[FaultReport]:
    """The bots' faults in these records, in their order."""
    for record in faulty:
        for entry in record.faults:
            evidence = record.measured.evidence.get(entry.seat, Evidence())
            yield FaultReport.of_bot(record, record.seats[entry.seat].entrant, entry, evidence)


def of_voids(voids: Iterable[Void]) -> Iterator[FaultReport]:
    """The voids as reports, in their order."""
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
    """The sentence about a void that is shown while the tournament is being played."""
    whom = f", {void.entrant}" if void.entrant else ""
    if void.hold:
        rest = "the rest of this run" if void.hold.seconds is None else "a while"
        who = f"matches of {void.entrant} wait" if void.hold.whole else "it waits"
        return (
            f"match {void.match} (board {void.board}{whom}) is void and played again;"
            f" {who} for {rest}: {void.text}"
        )
    return (
        f"match {void.match} (board {void.board}{whom}) is void and played again, by the fault of"
        f" the {void.cause}: {void.text}"
    )


def as_rich(faults: Sequence[FaultReport], *, every: bool) -> Iterator[Table | Text]:
    """Who did what how often, and the first of each in full, or every single one."""
    yield _counted(faults)
    # Reversed, so that of several the first is the one that stays.
    first = {_what(each): each for each in reversed(faults)}
    for each in faults if every else sorted(first.values(), key=_what):
        yield Text("")
        yield from in_full(each)


def in_full(each: FaultReport) -> Iterator[Text]:
    """One fault with all that was seen of it."""
    yield plain(_head(each), style="red" if each.cause == "bot" else "yellow")
    if known := "; ".join(each.evidence.known()):
        yield plain(f"    {known}")
    yield from _words(each.evidence)


def _what(each: FaultReport) -> tuple[str, str, str]:
    return each.entrant, each.kind, each.text


def _counted(faults: Sequence[FaultReport]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("entrant", "fault", "what happened"):
        table.add_column(heading, overflow="fold")
    table.add_column("times", justify="right")
    counts = Counter(map(_what, faults))
    for (entrant, kind, text), times in sorted(counts.items(), key=lambda each: each[0]):
        table.add_row(plain(entrant or "-"), plain(kind), plain(text), str(times))
    return table


def _head(each: FaultReport) -> str:
    where = f"match {each.match}, board {each.board}"
    if each.seat is not None:
        where += f", seat {each.seat}"
    when = "at the start" if each.stage == "start" else f"after {each.at} actions"
    whose = f"{each.entrant}, {each.kind}" if each.cause == "bot" else f"void, by the {each.cause}"
    about = f" ({each.entrant} was asked)" if each.cause != "bot" and each.entrant else ""
    return f"{where}: {whose} {when}: {each.text}{about}"


def _words(evidence: Evidence) -> Iterator[Text]:
    # The last lines are those that tell why a program ended.
    lines = printable(evidence.words).splitlines()
    if len(lines) > _WORDS:
        yield plain(f"    ({len(lines) - _WORDS} lines before)", style="dim")
    for line in lines[-_WORDS:]:
        yield plain(f"    {line}", style="dim")
