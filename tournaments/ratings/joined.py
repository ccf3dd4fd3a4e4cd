"""Several tournaments of one game, rated together as if all their blocks were of one tournament.

A bot is recognised by its identity, as a rule the digest of its files: one name may stand for
different bots in different tournaments. Bots that no results link, directly or through others, are
in different parts. Each part has its own table, since ratings of two parts cannot be compared.
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
    """The matches of one tournament that count, and the identities of its entrants."""

    name: str
    matches: Sequence[PlayedMatch]
    """Only matches of whole blocks."""
    identities: Mapping[str, str]
    """By entrant: the identity of its bot, which is the same in all tournaments."""


@dataclass(frozen=True, slots=True)
class JointPart:
    """Bots that results link with each other, directly or through others."""

    table: StandingsTable
    """Their table over all tournaments; its entrants are identities."""
    matches: tuple[PlayedMatch, ...]
    """The matches that the table is made of, with identities in the place of names."""
    tournaments: tuple[str, ...]
    """The names of the tournaments of these matches, sorted."""

    @property
    def by_identity(self) -> dict[str, Standing]:
        """The standings of its bots."""
        return {each.entrant: each for each in self.table.standings}

    def lead(self, one: str, other: str) -> float:
        """The difference of the two mus, divided by its standard deviation.

        It is positive if `one` is ahead, and 0 where there are no ratings. Raises KeyError for a
        bot of another part.
        """
        mus = [self.by_identity[name].mu for name in (one, other)]
        if mus[0] is None or mus[1] is None:
            return 0.0
        # The deviation is 0 but for rounding where the two always have the same error.
        apart = max(self.table.covariance.apart(one, other), _LEAST_APART)
        return (mus[0] - mus[1]) / apart


@dataclass(frozen=True, slots=True)
class JointRating:
    """One rating of the blocks of several tournaments, part by part."""

    parts: tuple[JointPart, ...]
    """The part with the most matches first; empty if no match counts."""
    left_out: int
    """How many matches are not rated, because one bot is in them or their block under two names."""

    def part_of(self, identity: str) -> JointPart | None:
        """The part that the bot is in; None if no match of it counts."""
        return next((part for part in self.parts if identity in part.by_identity), None)


def joint(
    tournaments: Iterable[TournamentMatches], perfect_points: int | None = None
) -> JointRating:
    """The joint rating of tournaments of one game, whatever the order of tournaments and matches.

    `perfect_points` is as in `tabulate`. Raises ValueError where `tabulate` does.
    """
    blocks: dict[Block, tuple[str, list[PlayedMatch]]] = {}
    left_out = 0
    for each in sorted(tournaments, key=lambda own: own.name):
        for block, group in by_block(each.matches).items():
            # Boards get new numbers, since two tournaments use the same ones.
            renamed = _renamed(len(blocks) + 1, block, group, each.identities)
            left_out += len(group) - len(renamed)
            if renamed:
                blocks[renamed[0].fixture.block] = each.name, renamed
    # Each part by itself: no result says how two bots of different parts compare.
    parts = [_part(own, blocks, perfect_points) for own in _linked(blocks)]
    # Parts with equally many matches are in the order of names, not in that of the arguments.
    parts.sort(key=lambda part: (-len(part.matches), min(part.by_identity)))
    return JointRating(tuple(parts), left_out)


def rating_interval(standing: Standing) -> Interval | None:
    """The 95 % interval of a standing's rating; None where there is no rating."""
    if (rating := standing.rating) is None:
        return None
    return rating.mu - NORMAL_95 * rating.sigma, rating.mu + NORMAL_95 * rating.sigma


def _renamed(
    board: int, block: Block, group: Sequence[PlayedMatch], identities: Mapping[str, str]
) -> list[PlayedMatch]:
    """The matches of a block that can be rated, as a block of lineups with identities for names.

    A block in which a bot meets itself under another name is left out whole. Teams play apart from
    each other: of a block of teams only a team is left out that has one bot twice, or that has the
    same bots as an earlier team.
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
    # Lineups even for a block of rotations: the entrants of a block are sorted, and sorted by
    # identity their rotations would not be the ones that were played.
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
        # A block of teams with one team compares nobody.
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
    # Without the figure of what duplicate deals gain, which is about one tournament.
    table = tabulate(identities, matches, perfect_points=perfect_points, shared=False)
    return JointPart(table, matches, tuple(sorted({name for name, _ in own})))
