"""Two bots against each other, as JSON and in sentences; docs/history.md describes it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from referee.divergence import Branch
from referee.games.game import AnyGame
from referee.games.registry import make_game
from tournaments.core.words import how_many
from tournaments.present.figures import between
from tournaments.present.history import version_json
from tournaments.ratings.standings import plain
from tournaments.run.head_to_head import Meetings, MetBlock, MetMatch, Parting
from tournaments.run.known_bots import KnownBot

FORMAT: Final = 1
"""The version of the JSON; new keys may come under the same one."""


@dataclass(frozen=True, slots=True)
class ShownMeetings:
    """The meetings of two bots in one pool, with the blocks that are shown one by one."""

    meetings: Meetings
    blocks: tuple[tuple[MetBlock, tuple[Parting, ...]], ...]
    other_rules: str = ""
    """By which rules they were played, if not by these: then no matches are compared."""

    @property
    def game(self) -> AnyGame:
        """The game with its options."""
        definition = self.meetings.pool.definition
        return make_game(definition.game, definition.options)


def as_json(bots: Sequence[KnownBot], found: Iterable[ShownMeetings]) -> dict[str, Any]:
    """The two bots and their meetings as plain JSON."""
    return {
        "format": FORMAT,
        "bots": [version_json(each) for each in bots],
        "pools": [_pool(each) for each in found],
    }


def sentence(bots: Sequence[KnownBot], own: Meetings) -> str:
    """How the first bot did against the second, in words."""
    total = own.total
    one, other = (each.label for each in bots)
    share = between(total.points_share, total.share_interval)
    hidden = (
        f"; {how_many(own.open_blocks, 'block')} on boards that are still played not among them"
        if own.open_blocks
        else ""
    )
    # Teams play each by itself, so there is no match of the two to count.
    of_teams = own.pool.definition.cooperative
    what = "boards compared" if of_teams else "matches"
    return (
        f"{one} has {share} % against {other}: {total.wins} won, {total.draws} drawn,"
        f" {total.losses} lost of {total.matches} {what} in"
        f" {how_many(len(own.blocks), 'block')}{hidden}."
    )


def action_text(game: AnyGame, branch: Branch) -> str:
    """What was done where two matches part."""
    done = "nothing" if branch.action is None else game.action_text(branch.action)
    return f"{done} ({branch.fault.fault.kind})" if branch.fault else done


@dataclass(frozen=True, slots=True)
class BlockRow:
    """A block in which two bots met, as a table shows it."""

    tournament: str
    board: int
    cells: tuple[str, ...]
    """The points in each seating, in the order of the heads; empty where there is none."""
    difference: str
    """The first decision at which the matches of the block part, in words."""
    parted: tuple[str, str] | None
    """The ids of the two matches that part first; None if none do, or none can be compared."""


def seating_heads(bots: Sequence[KnownBot], own: ShownMeetings) -> list[str]:
    """What tells the seatings of blocks apart: which seats the first bot holds."""
    one, other = (each.label for each in bots)
    # In the order in which they are met: by the seats of the first bot.
    found = (_head(one, other, met) for block, _ in own.blocks for met in block.matches)
    return list(dict.fromkeys(found))


def block_rows(bots: Sequence[KnownBot], own: ShownMeetings) -> Iterator[BlockRow]:
    """A line for each block that is shown, with a cell for each of the seatings."""
    one, other = (each.label for each in bots)
    heads = seating_heads(bots, own)
    for block, parted in own.blocks:
        cells = tuple(_cell(one, other, block, head) for head in heads)
        first = _first(parted)
        ids = (first.records[0].id, first.records[1].id) if first else None
        difference = _difference(own, parted, first)
        yield BlockRow(block.tournament, block.board, cells, difference, ids)


def _pool(own: ShownMeetings) -> dict[str, Any]:
    definition = own.meetings.pool.definition
    total: Any = plain(own.meetings.total)
    return {
        "game": definition.game,
        "options": dict(definition.options),
        "rules_version": definition.rules_version,
        "total": total,
        "blocks_met": len(own.meetings.blocks),
        "open_blocks": own.meetings.open_blocks,
        "blocks": [_block(own.game, block, parted) for block, parted in own.blocks],
    }


def _block(game: AnyGame, block: MetBlock, parted: Sequence[Parting]) -> dict[str, Any]:
    return {
        "tournament": block.tournament,
        "board": block.board,
        "matches": [_match(each) for each in block.matches],
        "partings": [_parting(game, each) for each in parted],
    }


def _match(own: MetMatch) -> dict[str, Any]:
    result = own.match.result
    return {
        "id": own.match.fixture.id,
        "seating": own.match.fixture.seating,
        "seats": [list(own.own), list(own.other)],
        "points": [list(own.points(own.own)), list(own.points(own.other))],
        "places": [[result.places[seat] for seat in seats] for seats in (own.own, own.other)],
        "faults": [list(each) for each in result.faults],
    }


def _parting(game: AnyGame, own: Parting) -> dict[str, Any]:
    found = own.divergence
    known = {"matches": [record.id for record in own.records]}
    # The key is there all the same, so that whoever reads it need not ask for it.
    if found is None:
        return {**known, "decision": None}
    return {
        **known,
        "decision": found.decision.number,
        "seat": found.decision.seat,
        "entrants": [record.seats[found.decision.seat].entrant for record in own.records],
        "actions": [action_text(game, branch) for branch in found.branches],
    }


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


def _first(parted: Sequence[Parting]) -> Parting | None:
    """The one that comes first of those that part at all."""
    differing = [(each.divergence.decision.number, each) for each in parted if each.divergence]
    return min(differing, key=lambda each: each[0])[1] if differing else None


def _difference(own: ShownMeetings, parted: Sequence[Parting], first: Parting | None) -> str:
    """The first decision at which the block's matches part, and what was chosen there."""
    if own.other_rules:
        return "not known"
    if not parted:
        return "no deal in common"
    if first is None or first.divergence is None:
        return "none: the same to the end"
    found = first.divergence
    seat = found.decision.seat
    chosen = (
        f"{record.seats[seat].entrant} {action_text(own.game, branch)}"
        for record, branch in zip(first.records, found.branches, strict=True)
    )
    return f"decision {found.decision.number}, seat {seat}: {', '.join(chosen)}"
