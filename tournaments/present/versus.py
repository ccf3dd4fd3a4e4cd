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
    """Which version of the rules the matches were played by, in words; "" for the installed one.

    Matches of another version are not played again, so they are not compared.
    """

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


def sentence(bots: Sequence[KnownBot], met: Meetings) -> str:
    """How the first bot did against the second, in words."""
    total = met.total
    one, other = (each.label for each in bots)
    share = between(total.points_share, total.share_interval)
    hidden = (
        f"; {how_many(met.open_blocks, 'block')} on boards that are still played not among them"
        if met.open_blocks
        else ""
    )
    # Teams play each by itself, so there is no match of the two to count.
    of_teams = met.pool.definition.cooperative
    what = "boards compared" if of_teams else "matches"
    return (
        f"{one} has {share} % against {other}: {total.wins} won, {total.draws} drawn,"
        f" {total.losses} lost of {total.matches} {what} in"
        f" {how_many(len(met.blocks), 'block')}{hidden}."
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


def seating_heads(bots: Sequence[KnownBot], shown: ShownMeetings) -> list[str]:
    """The heads of the columns of points, in the order in which the blocks have them.

    Each has the seats of the first bot; of a match without it, as teams play, those of the second.
    """
    one, other = (each.label for each in bots)
    found = (_head(one, other, met) for block, _ in shown.blocks for met in block.matches)
    return list(dict.fromkeys(found))


def block_rows(bots: Sequence[KnownBot], shown: ShownMeetings) -> Iterator[BlockRow]:
    """A line for each block that is shown, with a cell for each of the seatings."""
    one, other = (each.label for each in bots)
    heads = seating_heads(bots, shown)
    for block, parted in shown.blocks:
        cells = tuple(_cell(one, other, block, head) for head in heads)
        first = _first(parted)
        ids = (first.records[0].id, first.records[1].id) if first else None
        difference = _difference(shown, parted, first)
        yield BlockRow(block.tournament, block.board, cells, difference, ids)


def _pool(shown: ShownMeetings) -> dict[str, Any]:
    definition = shown.meetings.pool.definition
    total: Any = plain(shown.meetings.total)
    return {
        "game": definition.game,
        "options": dict(definition.options),
        "rules_version": definition.rules_version,
        "total": total,
        "blocks_met": len(shown.meetings.blocks),
        "open_blocks": shown.meetings.open_blocks,
        "blocks": [_block(shown.game, block, parted) for block, parted in shown.blocks],
    }


def _block(game: AnyGame, block: MetBlock, parted: Sequence[Parting]) -> dict[str, Any]:
    return {
        "tournament": block.tournament,
        "board": block.board,
        "matches": [_match(each) for each in block.matches],
        "partings": [_parting(game, each) for each in parted],
    }


def _match(met: MetMatch) -> dict[str, Any]:
    result, both = met.match.result, (met.first_seats, met.second_seats)
    return {
        "id": met.match.fixture.id,
        "seating": met.match.fixture.seating,
        "seats": [list(seats) for seats in both],
        "points": [list(met.points(seats)) for seats in both],
        "places": [[result.places[seat] for seat in seats] for seats in both],
        "faults": [list(each) for each in result.faults],
    }


def _parting(game: AnyGame, parting: Parting) -> dict[str, Any]:
    found = parting.divergence
    known = {"matches": [record.id for record in parting.records]}
    # The key is there all the same, so that whoever reads it need not ask for it.
    if found is None:
        return {**known, "decision": None}
    return {
        **known,
        "decision": found.decision.number,
        "seat": found.decision.seat,
        "entrants": [record.seats[found.decision.seat].entrant for record in parting.records],
        "actions": [action_text(game, branch) for branch in found.branches],
    }


def _head(one: str, other: str, met: MetMatch) -> str:
    """Which seats the first bot holds; where it is not in the match, the second one's."""
    name, seats = (one, met.first_seats) if met.first_seats else (other, met.second_seats)
    return f"{name} in {', '.join(map(str, seats))}"


def _cell(one: str, other: str, block: MetBlock, head: str) -> str:
    return "; ".join(_points(met) for met in block.matches if _head(one, other, met) == head)


def _points(met: MetMatch) -> str:
    if met.first_seats and met.second_seats:
        return " : ".join(_texts(met.points(each)) for each in (met.first_seats, met.second_seats))
    # A team gets its points together.
    return str(met.match.result.points[0])


def _texts(points: Sequence[int]) -> str:
    return ", ".join(map(str, points))


def _first(parted: Sequence[Parting]) -> Parting | None:
    """The one that comes first of those that part at all."""
    differing = [(each.divergence.decision.number, each) for each in parted if each.divergence]
    return min(differing, key=lambda each: each[0])[1] if differing else None


def _difference(shown: ShownMeetings, parted: Sequence[Parting], first: Parting | None) -> str:
    """The first decision at which the block's matches part, and what was chosen there."""
    if shown.other_rules:
        return "not known"
    if not parted:
        return "no deal in common"
    if first is None or first.divergence is None:
        return "none: the same to the end"
    found = first.divergence
    seat = found.decision.seat
    chosen = (
        f"{record.seats[seat].entrant} {action_text(shown.game, branch)}"
        for record, branch in zip(first.records, found.branches, strict=True)
    )
    return f"decision {found.decision.number}, seat {seat}: {', '.join(chosen)}"
