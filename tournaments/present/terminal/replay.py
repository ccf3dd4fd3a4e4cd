"""The replay of a record for the terminal: who played, what happened, how it ended."""

from collections.abc import Callable, Iterator, Sequence

from rich.console import RenderableType
from rich.text import Text

from referee.errors import UserError
from referee.games.plain import PlainReplay
from referee.games.registry import make_game, part_of
from referee.games.replay import GameReplay, Perspective
from referee.games.steps import ReplayStep
from referee.record import Record, RecordError
from referee.record_check import OtherRulesError, replay, verify
from referee.text import printable
from tournaments.present.spelled.course import untrue_record
from tournaments.present.terminal.text import plain

Steps = Iterator[ReplayStep]


def _unwatched(steps: Steps) -> Steps:
    return steps


def show_replay(
    record: Record, seat: int | None, watched: Callable[[Steps], Steps] = _unwatched
) -> Iterator[RenderableType]:
    """The match as one seat saw it, or as the referee did if `seat` is None.

    The steps of the replay go through `watched`, which may look at them. The iterator raises
    UserError when the record is not true, when its rules are not installed, or when it has no such
    seat.
    """
    refuse_untrue(record)
    if seat is not None and not 0 <= seat < len(record.seats):
        most = len(record.seats) - 1
        raise UserError(f"the seats of this match are 0 to {most}; received {seat}")
    names = seat_names(record)
    yield from _head(record, names)
    yield from _game_replay(record, names, seat).show(watched(replay(record)))
    yield from _end(record, names, seat)


def _game_replay(record: Record, names: Sequence[str], seat: int | None) -> GameReplay:
    """The replay of the record's game, or the plain one if the game has none of its own."""
    silent = [number for number, entry in enumerate(record.seats) if entry.never_talks]
    perspective = Perspective(names, seat, silent)
    module = part_of(record.game, "replay")
    if module is None:
        return PlainReplay(make_game(record.game, record.options), perspective)
    make_replay: Callable[[Perspective], GameReplay] = module.REPLAY
    return make_replay(perspective)


def refuse_untrue(record: Record) -> None:
    """Raise UserError unless the match, played again by the rules, gives the same record."""
    try:
        verify(record)
    except OtherRulesError as error:
        raise UserError(
            f"match {record.id} cannot be shown step by step: {error};"
            " `stych record show` shows what can be read without the rules"
        ) from None
    except RecordError as error:
        raise untrue_record(record, error) from None


def seat_names(record: Record) -> list[str]:
    """By seat: the entrant and the number of the seat, such as "thumb (0)", safe to be shown."""
    return [printable(f"{entry.entrant} ({seat})") for seat, entry in enumerate(record.seats)]


def match_head(record: Record) -> Iterator[Text]:
    """Two lines about the match: its id and tournament; its game, options, board and seating."""
    options = ", ".join(f"{key} {value}" for key, value in record.options.items())
    yield plain(f"Match {record.id} of {record.tournament}", style="bold")
    yield plain(f"{record.game}, {options}; board {record.board}, seating {record.seating}")


def _head(record: Record, names: Sequence[str]) -> Iterator[RenderableType]:
    yield from match_head(record)
    for name, entry in zip(names, record.seats, strict=True):
        yield plain(f"  {name}: {entry.bot} {entry.version}")


def _end(record: Record, names: Sequence[str], seat: int | None) -> Iterator[RenderableType]:
    yield Text()
    for entry in record.faults:
        fault = entry.fault
        words = f"{names[entry.seat]} forfeits after {entry.at} actions: {fault.kind}: {fault.text}"
        yield plain(words, style="red")
        # What a bot printed may name its cards, so other seats do not see it.
        if seat in (None, entry.seat) and entry.seat in record.measured.evidence:
            evidence = record.measured.evidence[entry.seat]
            yield plain("; ".join(evidence.phrases()), style="dim")
            yield plain(evidence.words, style="dim")
    outcome = record.outcome
    # The best place first.
    for number in sorted(range(len(names)), key=lambda each: outcome.places[each]):
        yield Text(f"{outcome.places[number]}. {names[number]}: {outcome.points[number]} points")
