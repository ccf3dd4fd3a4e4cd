"""Tournaments of one game rated together: their blocks are taken as those of one tournament.

A bot is known by its identity, the digest of its files, since a name may mean another bot in each
tournament. Bots that no results link, directly or through others, are in different parts, each of
which has a table of its own: ratings of two parts say nothing of each other.
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


@dataclass(frozen=True, slots=True)
class TournamentMatches:
    """The matches of a tournament that count, and who its entrants are."""

    name: str
    matches: Sequence[PlayedMatch]
    """Those of whole blocks alone."""
    identities: Mapping[str, str]
    """By entrant: what tells its bot from all others, in all tournaments."""


@dataclass(frozen=True, slots=True)
class JointPart:
    """Bots that results link, directly or through others."""

    table: StandingsTable
    """Their table over all tournaments; its entrants are identities."""
    matches: tuple[PlayedMatch, ...]
    """What the table is made of: all matches of these bots, with identities for names."""
    tournaments: tuple[str, ...]
    """The tournaments of these matches, in order of names."""

    @property
    def by_identity(self) -> dict[str, Standing]:
        """The standings of its bots."""
        return {each.entrant: each for each in self.table.standings}

    def lead(self, one: str, other: str) -> float:
        """By how many standard deviations of the difference the one's mu is above the other's.

        0 where there are no ratings. Raises KeyError for bots of other parts.
        """
        mus = [self.by_identity[name].mu for name in (one, other)]
        if mus[0] is None or mus[1] is None:
            return 0.0
        # Two that always share their errors differ by rounding alone.
        apart = max(self.table.covariance.apart(one, other), _LEAST_APART)
        return (mus[0] - mus[1]) / apart


@dataclass(frozen=True, slots=True)
class JointRating:
    """One rating of the blocks of several tournaments, part by part."""

    parts: tuple[JointPart, ...]
    """The one with the most matches first; none where nothing counts."""
    left_out: int
    """Matches that are not rated, as one bot sat in them, or on their board, under two names."""

    def part_of(self, identity: str) -> JointPart | None:
        """The part that the bot is in; None if none of its matches counts."""
        return next((part for part in self.parts if identity in part.by_identity), None)


def joint(
    tournaments: Iterable[TournamentMatches], perfect_points: int | None = None
) -> JointRating:
    """The joint rating of tournaments of one game, the same for any order of anything.

    `perfect_points` is as in `tabulate`. Raises ValueError where `tabulate` does.
    """
    blocks: dict[Block, tuple[str, list[PlayedMatch]]] = {}
    left_out = 0
    for each in sorted(tournaments, key=lambda own: own.name):
        for block, group in by_block(each.matches).items():
            # Numbered anew: boards of two tournaments have the same numbers.
            renamed = _renamed(len(blocks) + 1, block, group, each.identities)
            left_out += len(group) - len(renamed)
            if renamed:
                blocks[renamed[0].fixture.block] = each.name, renamed
    # Part by part, since ranks and chances across parts would rest on nothing.
    parts = [_part(own, blocks, perfect_points) for own in _linked(blocks)]
    # The names settle which of two equals is first, whatever order they came in.
    parts.sort(key=lambda part: (-len(part.matches), min(part.by_identity)))
    return JointRating(tuple(parts), left_out)


def rating_interval(standing: Standing) -> Interval | None:
    """95 % of the skill of a standing; None where there is no rating."""
    if (rating := standing.rating) is None:
        return None
    return rating.mu - NORMAL_95 * rating.sigma, rating.mu + NORMAL_95 * rating.sigma


def _renamed(
    board: int, block: Block, group: Sequence[PlayedMatch], identities: Mapping[str, str]
) -> list[PlayedMatch]:
    """The matches of a block by identities, as a block of lineups; those that can be rated.

    A block in which a bot meets itself under another name says nothing of it. Of teams, each plays
    by itself: there the team alone is left out that has such a bot twice, or is there twice.
    """
    lineups: list[tuple[str, ...]] = []
    kept: list[PlayedMatch] = []
    for match in sorted(group, key=lambda own: own.fixture.seating):
        seats = tuple(identities[name] for name in match.fixture.seats)
        meets_itself = len({*seats}) < len({*match.fixture.seats})
        if meets_itself and not block.teams:
            return []
        if not meets_itself and not (block.teams and {*seats} in map(set, lineups)):
            lineups.append(seats)
            kept.append(match)
    # As lineups also where it was one of rotations: in the order of identities, the rotations would
    # be others than those that were played.
    names = tuple(sorted({name for seats in lineups for name in seats}))
    whole = Block(board, names, tuple(lineups), block.teams)
    return [
        PlayedMatch(
            Fixture(match.fixture.id, whole, number, lineups[number]),
            _result(match.result, identities),
        )
        for number, match in enumerate(kept)
    ]


def _result(result: MatchResult, identities: Mapping[str, str]) -> MatchResult:
    faults = tuple((identities[name], kind) for name, kind in result.faults)
    return MatchResult(result.places, result.points, faults, result.play)


def _linked(blocks: Iterable[Block]) -> list[list[str]]:
    """The identities of each part."""
    in_order = list(blocks)
    groups = Groups(sorted({name for block in in_order for name in block.entrants}))
    for block in in_order:
        # A board that a single team has played compares nobody.
        if not block.teams or len(block.lineups) > 1:
            for name in block.entrants[1:]:
                groups.link(block.entrants[0], name)
    return groups.groups()


def _part(
    identities: Sequence[str],
    blocks: Mapping[Block, tuple[str, Sequence[PlayedMatch]]],
    perfect_points: int | None,
) -> JointPart:
    known = {*identities}
    own = [found for block, found in blocks.items() if known.intersection(block.entrants)]
    matches = tuple(match for _, group in own for match in group)
    # Not shared: what duplicate deals gain is a figure of one tournament.
    table = tabulate(identities, matches, perfect_points=perfect_points, shared=False)
    return JointPart(table, matches, tuple(sorted({name for name, _ in own})))
