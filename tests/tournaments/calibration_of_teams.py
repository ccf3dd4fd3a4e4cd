"""Simulated tournaments of a cooperative game whose truth is known: do intervals cover it?

`python -m tests.tournaments.calibration_of_teams 60` prints the table of cooperative games in
docs/ratings.md.
"""

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from random import Random
from typing import Final

from tests.tournaments.calibration import Figures, line, within
from tests.tournaments.rated import rating_of
from tournaments.core.fixtures import Fixture
from tournaments.core.results import MatchResult, PlayedMatch
from tournaments.formats.teams import all_teams, mixed_teams, self_play
from tournaments.ratings.standings import StandingsTable
from tournaments.ratings.tabulate import tabulate

CARDS: Final = {"ann": 4.0, "bob": 1.5, "cid": 1.0, "dan": -1.0, "eve": -2.0, "fay": -3.5}
"""How many cards more than MEAN a bot leaves for each seat that it holds, on the mean, in a team of
two; in a team of three, two thirds of that."""
MEAN, BOARD, PLAY = 12.0, 5.0, 8.0
"""The mean of the cards that are left, and the standard deviations of what the board and the play
of a team change in it."""
COLUMNS: Final = ("share", "points", "won", "against", "partners", "mu", "rank")


@dataclass(frozen=True)
class Teams:
    """A format and the seats of a team, in which the bots above play."""

    format: str
    seats: int

    def play(self, boards: int, seed: int) -> StandingsTable:
        """A tournament of so many boards."""
        return tabulate(list(CARDS), self._matches(boards, Random(seed)), perfect_points=0)

    def _matches(self, boards: int, chance: Random) -> Iterator[PlayedMatch]:
        for _, group in groupby(self._fixtures(boards), lambda fixture: fixture.block.board):
            board = chance.gauss(0, BOARD)
            for fixture in group:
                more = 2 * sum(CARDS[name] for name in fixture.seats) / self.seats
                left = max(0, round(MEAN + board + more + chance.gauss(0, PLAY)))
                yield PlayedMatch(fixture, MatchResult((1,) * self.seats, (-left,) * self.seats))

    def _fixtures(self, boards: int) -> Iterator[Fixture]:
        if self.format == "mixed-teams":
            return mixed_teams("simulated", dict.fromkeys(CARDS, 1), self.seats, boards)
        schedule = {"self-play": self_play, "all-teams": all_teams}[self.format]
        return schedule("simulated", CARDS, self.seats, boards)


def measure(world: Teams, boards: int, seeds: Iterable[int], truth: StandingsTable) -> Figures:
    """How often the intervals cover what a long tournament has."""
    figures = Figures()
    true = {each.entrant: each for each in truth.standings}
    for seed in seeds:
        made = world.play(boards, seed)
        for own in made.standings:
            actual = true[own.entrant]
            rating = rating_of(own)
            off = abs(rating.mu - rating_of(actual).mu)
            figures.note("rank", covered=within(actual.rank or 0, own.rank_range))
            figures.note("mu", covered=off <= 1.96 * rating.sigma)
            figures.note("share", covered=within(actual.points_share or 0, own.share_interval))
            figures.note("points", covered=within(actual.mean_points or 0, own.points_interval))
            figures.note("won", covered=within(actual.perfect_share or 0, own.perfect_interval))
            figures.width(own.entrant, own.points_share or 0, own.share_interval)
        for pair, cell in made.cross.items():
            real = truth.cross[pair].points_share
            figures.note("against", covered=within(real, cell.share_interval))
        for pair, both in made.partners.items():
            points = truth.partners[pair].mean_points
            figures.note("partners", covered=within(points, both.points_interval))
    return figures


@cache
def long(world: Teams) -> StandingsTable:
    """A long tournament, which stands for the truth."""
    return world.play(1500, seed=10**6)


def coverage(world: Teams, boards: int, tournaments: int) -> tuple[object, ...]:
    """A line of figures."""
    figures = measure(world, boards, range(tournaments), long(world))
    found = [figures.coverage(what) if figures.asked[what] else "" for what in COLUMNS]
    return world.format, world.seats, boards, found[0], figures.breadth(), *found[1:]


def main(tournaments: int) -> None:
    """Print the figures."""
    line(("format", "seats", "boards", "share", "its breadth", *COLUMNS[1:]))
    for format_, seats in (("self-play", 3), ("mixed-teams", 2), ("mixed-teams", 3)):
        for boards in (10, 40):
            line(coverage(Teams(format_, seats), boards, tournaments))
    for boards in (5, 20):
        line(coverage(Teams("all-teams", 2), boards, tournaments))
    line(coverage(Teams("all-teams", 3), 10, tournaments))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 60)
