"""Where two matches part, for the terminal: what the seat saw, the choices, what followed."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from referee.divergence import Branch
from referee.record import Record
from tournaments.core.words import how_many
from tournaments.present.diverged import ComparedMatches
from tournaments.present.terminal.decision import show_decision
from tournaments.present.terminal.replay import match_head, seat_names
from tournaments.present.terminal.text import plain


def show_diverged(compared: ComparedMatches) -> Iterator[RenderableType]:
    """Both matches, the first decision at which they part, and what followed in each of them."""
    for record in compared.records:
        yield from match_head(record)
        yield plain(f"  {', '.join(seat_names(record))}")
    yield Text()
    divergence = compared.divergence
    if divergence is None:
        yield plain(f"The same to the end: {how_many(len(compared.records[0].actions), 'action')}.")
        return
    game, decision = compared.game(), divergence.decision
    # The entrants of a seat may differ between the matches, so players are named by seat.
    yield from show_decision(game, decision, [f"seat {number}" for number in range(game.seats)])
    yield plain(f"points so far: {_points(decision.points)}")
    yield Text()
    table = Table(box=None, pad_edge=False, header_style="bold")
    for head in ("match", "decided by", "chose", "next points", "at the end"):
        table.add_column(head, overflow="fold")
    for record, branch in zip(compared.records, divergence.branches, strict=True):
        chose = "nothing" if branch.action is None else game.action_text(branch.action)
        if branch.fault:
            chose += f" ({branch.fault.fault.kind})"
        cells = (record.id, record.seats[decision.seat].entrant, chose, _next(branch), _end(record))
        table.add_row(*map(plain, cells))
    yield table


def _next(branch: Branch) -> str:
    if branch.actions_to_change is None:
        return "none"
    return f"{_points(branch.points)} after {how_many(branch.actions_to_change, 'action')}"


def _end(record: Record) -> str:
    places = ", ".join(map(str, record.outcome.places))
    return f"{_points(record.outcome.points)}, places {places}"


def _points(points: tuple[int, ...]) -> str:
    return ", ".join(map(str, points))
