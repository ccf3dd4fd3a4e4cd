"""A record for the terminal: who played, what happened, how it ended."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, Protocol

from rich.console import RenderableType
from rich.text import Text

from referee.errors import UserError
from referee.games.the_game import TheGame
from referee.record import OtherRulesError, Record, RecordError, ReplayStep, replay, verify
from referee.text import printable
from tournaments.show.fox import FoxReplay
from tournaments.show.korist import KoristReplay
from tournaments.show.nase_hra import NaseHraReplay
from tournaments.show.text import plain
from tournaments.show.the_game import TheGameReplay


class GameReplay(Protocol):
    """Shows the steps of one game."""

    def show(self, steps: Iterator[ReplayStep]) -> Iterator[RenderableType]:
        """What to print, in order, as the steps come."""


_REPLAYS: Final[Mapping[str, Callable[[Sequence[str], int | None], GameReplay]]] = {
    "fox": FoxReplay,
    "korist": KoristReplay,
    "nase-hra": NaseHraReplay,
}


def show_replay(record: Record, seat: int | None) -> Iterator[RenderableType]:
    """The match as the referee saw it, or one seat. Raises UserError for what cannot be shown."""
    refuse_untrue(record)
    if seat is not None and not 0 <= seat < len(record.seats):
        most = len(record.seats) - 1
        raise UserError(f"the seats of this match are 0 to {most}; received {seat}")
    names = [printable(f"{entry.entrant} ({n})") for n, entry in enumerate(record.seats)]
    yield from _head(record, names)
    yield from _game_replay(record, names, seat).show(replay(record))
    yield from _end(record, names, seat)


def _game_replay(record: Record, names: Sequence[str], seat: int | None) -> GameReplay:
    if record.game == TheGame.id:
        silent = [number for number, entry in enumerate(record.seats) if entry.never_talks]
        return TheGameReplay(names, seat, silent)
    return _REPLAYS[record.game](names, seat)


def refuse_untrue(record: Record) -> None:
    """Raises UserError unless playing the match again leads to all that the record says."""
    try:
        verify(record)
    except OtherRulesError as error:
        raise UserError(f"match {record.id} cannot be shown step by step: {error}") from None
    except RecordError as error:
        raise UserError(f"the record of match {record.id} is not true: {error}") from None


def _head(record: Record, names: Sequence[str]) -> Iterator[RenderableType]:
    options = ", ".join(f"{key} {value}" for key, value in record.options.items())
    yield plain(f"Match {record.id} of {record.tournament}", style="bold")
    yield plain(f"{record.game}, {options}; board {record.board}, seating {record.seating}")
    for name, entry in zip(names, record.seats, strict=True):
        yield plain(f"  {name}: {entry.bot} {entry.version}")


def _end(record: Record, names: Sequence[str], seat: int | None) -> Iterator[RenderableType]:
    yield Text()
    for entry in record.faults:
        fault = entry.fault
        words = f"{names[entry.seat]} forfeits after {entry.at} actions: {fault.kind}: {fault.text}"
        yield plain(words, style="red")
        if seat in (None, entry.seat) and entry.seat in record.measured.evidence:
            seen = record.measured.evidence[entry.seat]
            yield plain("; ".join(seen.known()), style="dim")
            yield plain(seen.words, style="dim")
    outcome = record.outcome
    for number in sorted(range(len(names)), key=lambda each: outcome.places[each]):
        yield Text(f"{outcome.places[number]}. {names[number]}: {outcome.points[number]} points")
