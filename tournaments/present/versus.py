"""Two bots against each other: their meetings as JSON, in a sentence and as rows of a table.

docs/history.md describes the JSON.
"""

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
    """The blocks to be shown, each with a `Parting` for each of its matches but the first; without
    any if the matches have no deal in common or are not compared."""
    other_rules: str = ""
    """Which version of the rules the matches were played by, in words; "" for the installed one.

    Matches of another version are not played again, so they are not compared.
    """

    @property
    def game(self) -> AnyGame:
        """The game with its options."""
        definition = self.meetings.pool.definition
        return make_game(definition.game, definition.options)


def as_json(bots: Sequence[KnownBot], pools: Iterable[ShownMeetings]) -> dict[str, Any]:
    """The two bots and their meetings in each pool as plain JSON."""
    return {
        "format": FORMAT,
        "bots": [version_json(each) for each in bots],
        "pools": [_pool(each) for each in pools],
    }


def sentence(bots: Sequence[KnownBot], meetings: Meetings) -> str:
    """The results of the first bot against the second, as one sentence."""
    total = meetings.total
    first, second = (each.label for each in bots)
    share = between(total.points_share, total.share_interval)
    left_out = ""
    if meetings.open_blocks:
        blocks = how_many(meetings.open_blocks, "block")
        left_out = f"; {blocks} on boards that are still played left out"
    # Each team plays a match of its own, so the boards that both teams played are counted.
    is_of_teams = meetings.pool.definition.cooperative
    what = "boards compared" if is_of_teams else "matches"
    return (
        f"{first} has {share} % against {second}: {total.wins} won, {total.draws} drawn,"
        f" {total.losses} lost of {total.matches} {what} in"
        f" {how_many(len(meetings.blocks), 'block')}{left_out}."
    )


def action_text(game: AnyGame, branch: Branch) -> str:
    """What was done in one of two matches where they part: an action or "nothing".

    The kind of the seat's fault follows if it had lost its bot, here or before.
    """
    action = "nothing" if branch.action is None else game.action_text(branch.action)
    return f"{action} ({branch.fault.fault.kind})" if branch.fault else action


@dataclass(frozen=True, slots=True)
class BlockRow:
    """A block in which two bots met, as a row of a table."""

    tournament: str
    board: int
    cells: tuple[str, ...]
    """The points for each of the `seating_heads`; "" where the block has no such match."""
    difference: str
    """The first decision at which the matches of the block part, in words, or why there is none."""
    parted_ids: tuple[str, str] | None
    """The ids of the two matches that part at that decision; None if no two are known to part."""


def seating_heads(bots: Sequence[KnownBot], shown: ShownMeetings) -> list[str]:
    """The heads of the columns of points, in the order in which they first occur in the blocks.

    A head has the label and the seats of the first bot, or, for a match of the second bot's team,
    those of the second bot.
    """
    all_heads = (_head(bots, match) for block, _ in shown.blocks for match in block.matches)
    return list(dict.fromkeys(all_heads))


def block_rows(bots: Sequence[KnownBot], shown: ShownMeetings) -> Iterator[BlockRow]:
    """A row for each block that is shown, with a cell for each of the `seating_heads`."""
    heads = seating_heads(bots, shown)
    for block, partings in shown.blocks:
        cells = tuple(_cell(bots, block, head) for head in heads)
        earliest = _earliest(partings)
        ids = (earliest.records[0].id, earliest.records[1].id) if earliest else None
        difference = _difference(shown, partings, earliest)
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
        "blocks": [_block(shown.game, block, partings) for block, partings in shown.blocks],
    }


def _block(game: AnyGame, block: MetBlock, partings: Sequence[Parting]) -> dict[str, Any]:
    return {
        "tournament": block.tournament,
        "board": block.board,
        "matches": [_match(each) for each in block.matches],
        "partings": [_parting(game, each) for each in partings],
    }


def _match(met_match: MetMatch) -> dict[str, Any]:
    fixture, result = met_match.match.fixture, met_match.match.result
    both = (met_match.first_seats, met_match.second_seats)
    return {
        "id": fixture.id,
        "seating": fixture.seating,
        "seats": [list(seats) for seats in both],
        "points": [list(met_match.points(seats)) for seats in both],
        "places": [[result.places[seat] for seat in seats] for seats in both],
        "faults": [list(each) for each in result.faults],
    }


def _parting(game: AnyGame, parting: Parting) -> dict[str, Any]:
    divergence = parting.divergence
    matches = {"matches": [record.id for record in parting.records]}
    # The key is there in both cases, so that a reader of the JSON need not test for it.
    if divergence is None:
        return {**matches, "decision": None}
    return {
        **matches,
        "decision": divergence.decision.number,
        "seat": divergence.decision.seat,
        "entrants": [record.seats[divergence.decision.seat].entrant for record in parting.records],
        "actions": [action_text(game, branch) for branch in divergence.branches],
    }


def _head(bots: Sequence[KnownBot], met_match: MetMatch) -> str:
    """The first bot and its seats in the match; without the first bot, the second and its seats."""
    first, second = (each.label for each in bots)
    if met_match.first_seats:
        return f"{first} in {_listed(met_match.first_seats)}"
    return f"{second} in {_listed(met_match.second_seats)}"


def _cell(bots: Sequence[KnownBot], block: MetBlock, head: str) -> str:
    return "; ".join(_points(match) for match in block.matches if _head(bots, match) == head)


def _points(met_match: MetMatch) -> str:
    both = (met_match.first_seats, met_match.second_seats)
    if all(both):
        return " : ".join(_listed(met_match.points(seats)) for seats in both)
    # In a match of one team all seats have the same points.
    return str(met_match.match.result.points[0])


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))


def _earliest(partings: Sequence[Parting]) -> Parting | None:
    """The parting at the earliest decision; None if no matches part."""
    differing = [(each.divergence.decision.number, each) for each in partings if each.divergence]
    return min(differing, key=lambda pair: pair[0])[1] if differing else None


def _difference(shown: ShownMeetings, partings: Sequence[Parting], earliest: Parting | None) -> str:
    """The decision of the `earliest` parting and what was chosen there, or why there is none."""
    if shown.other_rules:
        return "not known"
    if not partings:
        return "no deal in common"
    if earliest is None or earliest.divergence is None:
        return "none: the same to the end"
    divergence = earliest.divergence
    seat = divergence.decision.seat
    chosen = (
        f"{record.seats[seat].entrant} {action_text(shown.game, branch)}"
        for record, branch in zip(earliest.records, divergence.branches, strict=True)
    )
    return f"decision {divergence.decision.number}, seat {seat}: {', '.join(chosen)}"
