"""Two bots against each other, for the terminal: the total, and blocks side by side."""

from collections.abc import Iterator, Sequence

from rich.console import RenderableType

from tournaments.core.words import how_many
from tournaments.present.terminal.fitted import heading, plain_table
from tournaments.present.terminal.text import plain
from tournaments.present.versus import ShownMeetings, action_text, sentence
from tournaments.run.head_to_head import MetBlock, MetMatch, Parting
from tournaments.run.known_bots import KnownBot


def show_meetings(bots: Sequence[KnownBot], own: ShownMeetings) -> Iterator[RenderableType]:
    """The total in a sentence, then a line for each block with a column for each seating."""
    one, other = (each.label for each in bots)
    # Pools that differ in their rules alone would have one heading.
    pool = own.meetings.pool
    yield heading(f"{pool.title}, rules {pool.definition.rules_version}")
    yield plain(sentence(bots, own.meetings))
    if not own.blocks:
        return
    # In the order in which they are met: by the seats of the first bot.
    heads = list(
        dict.fromkeys(_head(one, other, met) for block, _ in own.blocks for met in block.matches)
    )
    table = plain_table()
    table.add_column("tournament", overflow="fold")
    table.add_column("board", justify="right")
    for head in heads:
        table.add_column(plain(head), justify="right", overflow="fold")
    table.add_column("the first difference", overflow="fold")
    for block, parted in own.blocks:
        cells = (_cell(one, other, block, head) for head in heads)
        first = _difference(own, parted)
        table.add_row(*map(plain, (block.tournament, str(block.board), *cells, first)))
    yield table
    yield plain(
        f"Points of {one} : {other}. A match's id is in --json; `stych diverge` shows more."
    )
    if own.other_rules:
        yield plain(f"Played by {own.other_rules}, so no matches are played again to compare them.")
    if more := len(own.meetings.blocks) - len(own.blocks):
        yield plain(f"{how_many(more, 'block')} more: --limit 0 shows all.")


def _head(one: str, other: str, met: MetMatch) -> str:
    """Which seats the first bot holds; where it is not in the match, the second one's."""
    name, seats = (one, met.own) if met.own else (other, met.other)
    return f"{name} in {', '.join(map(str, seats))}"


def _cell(one: str, other: str, block: MetBlock, head: str) -> str:
    return "; ".join(_points(met) for met in block.matches if _head(one, other, met) == head)


def _points(met: MetMatch) -> str:
    if met.own and met.other:
        return f"{_texts(met.points(met.own))} : {_texts(met.points(met.other))}"
    # A team gets its points together.
    return str(met.match.result.points[0])


def _texts(points: Sequence[int]) -> str:
    return ", ".join(map(str, points))


def _difference(own: ShownMeetings, parted: Sequence[Parting]) -> str:
    """The first decision at which the block's matches part, and what was chosen there."""
    if own.other_rules:
        return "not known"
    if not parted:
        return "no deal in common"
    differing = [(each, each.divergence) for each in parted if each.divergence]
    if not differing:
        return "none: the same to the end"
    first, found = min(differing, key=lambda each: each[1].decision.number)
    seat = found.decision.seat
    chosen = (
        f"{record.seats[seat].entrant} {action_text(own.game, branch)}"
        for record, branch in zip(first.records, found.branches, strict=True)
    )
    return f"decision {found.decision.number}, seat {seat}: {', '.join(chosen)}"
