"""Several tournaments of one game, rated together as if all their blocks were of one tournament.

A bot is recognised by its identity, usually the digest of its files: one name may stand for
different bots in different tournaments. Two bots are in the same part if results link them,
directly or through others. Each part has a table of its own, since ratings of two parts cannot be
compared.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.core.fixtures import Block, Fixture
from tournaments.core.results import MatchResult, PlayedMatch
from tournaments.ratings.contests import by_block
from tournaments.ratings.groups import Groups
from tournaments.ratings.rating import NORMAL_95
from tournaments.ratings.scores import Interval
from tournaments.ratings.standings import Standing, StandingsTable
from tournaments.ratings.tabulate import tabulate

_LEAST_APART: Final = 1e-9
"""A lower bound of the standard deviation that a difference of mu is divided by."""


@dataclass(frozen=True, slots=True)
class TournamentMatches:
    """The matches of one tournament that are rated, and the identities of its entrants."""

    name: str
    matches: Sequence[PlayedMatch]
    """Only matches of whole blocks; each fixture names the entrants as the tournament does."""
    identities: Mapping[str, str]
    """By entrant: the identity of its bot, which is the same in all tournaments."""


@dataclass(frozen=True, slots=True)
class JointPart:
    """Bots that results link with each other, directly or through others."""

    table: StandingsTable
    """The table of these bots over all tournaments; its entrants are identities."""
    matches: tuple[PlayedMatch, ...]
    """The matches of the table, with identities instead of names."""
    tournaments: tuple[str, ...]
    """The names of the tournaments of these matches, sorted."""

    @property
    def by_identity(self) -> dict[str, Standing]:
        """By identity: the standing of each bot of the part."""
        return {each.entrant: each for each in self.table.standings}

    def lead(self, one: str, other: str) -> float:
        """The difference of the two mus, divided by its standard deviation.

        It is positive if `one` is ahead, and 0 where there are no ratings. Raises KeyError for a
        bot of another part.
        """
        mus = [self.by_identity[name].mu for name in (one, other)]
        if mus[0] is None or mus[1] is None:
            return 0.0
        # Where the two bots always have the same error, the deviation is 0, up to rounding.
        apart = max(self.table.covariance.apart(one, other), _LEAST_APART)
        return (mus[0] - mus[1]) / apart


@dataclass(frozen=True, slots=True)
class JointRating:
    """One rating of the blocks of several tournaments, part by part."""

    parts: tuple[JointPart, ...]
    """The part with the most matches first; empty if no match is rated."""
    left_out: int
    """How many matches are not rated since one bot is in the match or its block under two names.
    The only team of a board is not counted here, and is in no table if it has bots of two parts."""

    def part_of(self, identity: str) -> JointPart | None:
        """The part that the bot is in; None if no match of the bot is rated."""
        return next((part for part in self.parts if identity in part.by_identity), None)


def joint(
    tournaments: Iterable[TournamentMatches], perfect_points: int | None = None
) -> JointRating:
    """The joint rating of tournaments of one game; the order of tournaments and matches is ignored.

    `perfect_points` is as in `tabulate`. Raises ValueError where `by_block` or `tabulate` does, and
    KeyError for an entrant of a match without an identity.
    """
    blocks: dict[Block, tuple[str, list[PlayedMatch]]] = {}
    left_out = 0
    for tournament in sorted(tournaments, key=lambda each: each.name):
        for block, group in by_block(tournament.matches).items():
            # Boards are renumbered, since two tournaments use the same numbers.
            renamed = _renamed(len(blocks) + 1, block, group, tournament.identities)
            left_out += len(group) - len(renamed)
            if renamed:
                blocks[renamed[0].fixture.block] = tournament.name, renamed
    # A table for each part: no result says how two bots of different parts compare.
    linked = [_part(identities, blocks, perfect_points) for identities in _linked(blocks)]
    parts = [part for part in linked if part.matches]
    # Parts with the same number of matches are sorted by identity, not by the order of arguments.
    parts.sort(key=lambda part: (-len(part.matches), min(part.by_identity)))
    return JointRating(tuple(parts), left_out)


def rating_interval(standing: Standing) -> Interval | None:
    """The 95 % interval of a standing's mu; None where there is no rating."""
    if (rating := standing.rating) is None:
        return None
    return rating.mu - NORMAL_95 * rating.sigma, rating.mu + NORMAL_95 * rating.sigma


def _renamed(
    board: int, block: Block, group: Sequence[PlayedMatch], identities: Mapping[str, str]
) -> list[PlayedMatch]:
    """The matches of a block that can be rated, as a block of lineups with identities for names.

    If two names of a block are the same bot, the whole block is left out. In a block of teams, each
    of which plays by itself, only a team is left out: one in which two names are the same bot, or
    one with the same bots as an earlier team.
    """
    lineups: list[tuple[str, ...]] = []
    rated: list[PlayedMatch] = []
    for match in sorted(group, key=lambda each: each.fixture.seating):
        seats = tuple(identities[name] for name in match.fixture.seats)
        meets_itself = len({*seats}) < len({*match.fixture.seats})
        if meets_itself and not block.teams:
            return []
        if not meets_itself and not (block.teams and {*seats} in map(set, lineups)):
            lineups.append(seats)
            rated.append(match)
    # Lineups even for a block of rotations: a block's entrants are sorted, and the rotations of the
    # sorted identities would not be the seatings that were played.
    names = tuple(sorted({name for seats in lineups for name in seats}))
    renamed = Block(board, names, tuple(lineups), block.teams)
    return [
        PlayedMatch(
            Fixture(match.fixture.id, renamed, number, lineups[number]),
            _result(match.result, identities),
        )
        for number, match in enumerate(rated)
    ]


def _result(result: MatchResult, identities: Mapping[str, str]) -> MatchResult:
    faults = tuple((identities[name], kind) for name, kind in result.faults)
    return MatchResult(result.places, result.points, faults, result.play)


def _linked(blocks: Iterable[Block]) -> list[list[str]]:
    """The identities of each part; parts and identities are sorted."""
    in_order = list(blocks)
    groups = Groups(sorted({name for block in in_order for name in block.entrants}))
    for block in in_order:
        # A block with a single team has no comparison.
        if not block.teams or len(block.lineups) > 1:
            for name in block.entrants[1:]:
                groups.link(block.entrants[0], name)
    return groups.groups()


def _part(
    identities: Sequence[str],
    blocks: Mapping[Block, tuple[str, Sequence[PlayedMatch]]],
    perfect_points: int | None,
) -> JointPart:
    members = {*identities}
    # The only team of a board may have bots of several parts: it compares nothing, and no table of
    # one part can have it.
    groups = [value for block, value in blocks.items() if members.issuperset(block.entrants)]
    matches = tuple(match for _, group in groups for match in group)
    # The gain of duplicate deals is a figure of one tournament.
    table = tabulate(identities, matches, perfect_points=perfect_points, with_gain=False)
    return JointPart(table, matches, tuple(sorted({name for name, _ in groups})))
