"""Makes the table of a tournament: a pure function of the set of matches played.

Only whole blocks count: blocks of which every seating was played. The total of a block is the one
result that is rated. The order of the matches does not change a bit of the table.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from tournaments.core.fixtures import Block
from tournaments.core.results import PlayedMatch
from tournaments.ratings.contests import by_block, checked
from tournaments.ratings.covariance import Covariance
from tournaments.ratings.expected import expected_shares
from tournaments.ratings.rankings import Rankings
from tournaments.ratings.ranks import rank_ranges
from tournaments.ratings.rating import Ratings, ranked, rate
from tournaments.ratings.scores import ScoreStatistics, bounds, seat_intervals
from tournaments.ratings.standings import Standing, StandingsTable
from tournaments.ratings.tally import BlockTally


def tabulate(
    entrants: Sequence[str],
    played: Iterable[PlayedMatch],
    withdrawn: Collection[str] = (),
    waiting: Iterable[PlayedMatch] = (),
    perfect_points: int | None = None,
    *,
    with_gain: bool = True,
) -> StandingsTable:
    """The table of the matches, the same to the last bit for any order of the arguments' elements.

    `withdrawn` are the entrants that were withdrawn for too many faults in a row: their standings
    say so, and nothing else in the table changes. Of `waiting` matches, which do not count yet,
    only the faults and the begun blocks are counted. `perfect_points` are the best possible points
    of a match of a cooperative game. `with_gain` says whether to compute the gain of duplicate
    deals; False for independent deals. A match that is given twice counts once. Raises ValueError
    as `checked` and `by_block` do, and for a name that occurs twice in `entrants`.
    """
    return LiveTable(entrants, perfect_points, with_gain=with_gain).table(
        played, withdrawn, waiting
    )


class LiveTable:
    """The table of a tournament under way, updated without counting its earlier blocks again."""

    def __init__(
        self, entrants: Sequence[str], perfect_points: int | None = None, *, with_gain: bool = True
    ) -> None:
        """The arguments of this method and of `table` have the same meaning as in `tabulate`."""
        self._entrants, self._perfect, self._with_gain = entrants, perfect_points, with_gain
        self._rankings = Rankings(entrants)
        self._begin()

    def _begin(self) -> None:
        """Forget all counted matches."""
        self._tally = BlockTally(self._entrants, self._perfect, with_gain=self._with_gain)
        self._played: list[PlayedMatch] = []
        """The argument `played` of the last call."""
        self._ids: set[str] = set()
        """The fixture ids of these matches."""
        self._whole: set[Block] = set()
        self._partial: set[Block] = set()
        """The blocks of these matches that are not whole, and so are not in the tally."""
        self._faults: defaultdict[str, Counter[str]] = defaultdict(Counter)
        """By entrant and kind: the number of faults in these matches."""

    def table(
        self,
        played: Iterable[PlayedMatch],
        withdrawn: Collection[str] = (),
        waiting: Iterable[PlayedMatch] = (),
    ) -> StandingsTable:
        """The same table as `tabulate` makes, equal to the last bit.

        The call is fast if all blocks of the last call were whole, and `played` begins with its
        matches and goes on with all matches of further blocks. Otherwise everything is counted
        anew. Everything is also counted anew for teams, and if a new game repeats an earlier one.
        Raises ValueError as `tabulate` does.
        """
        played, waiting = list(played), list(waiting)
        uncounted = self._count(played, waiting, withdrawn)
        # Faults of uncounted matches are in the table too: a fault happened, whatever its block.
        faults = defaultdict(Counter[str], {name: +each for name, each in self._faults.items()})
        _note_faults(faults, uncounted)
        began = self._partial | {match.fixture.block for match in uncounted}
        return self._made(faults, withdrawn, len(began - self._whole))

    def _count(
        self,
        played: list[PlayedMatch],
        waiting: list[PlayedMatch],
        withdrawn: Collection[str],
    ) -> list[PlayedMatch]:
        """Count the new matches; returns the waiting ones, each once and in the order of ids."""
        counted = len(self._played)
        new = played[counted:]
        new_ids = {match.fixture.id for match in [*new, *waiting]}
        goes_on = not self._partial and self._ids.isdisjoint(new_ids)
        if counted and not (goes_on and played[:counted] == self._played):
            self._begin()
            return self._count(played, waiting, withdrawn)
        # One counted match is checked again: all others must have the same number of seats.
        matches = checked(self._entrants, [*self._played[:1], *new, *waiting], withdrawn)
        waiting_ids = {match.fixture.id for match in waiting}
        further = [
            m for m in matches if m.fixture.id not in waiting_ids and m.fixture.id not in self._ids
        ]
        begun = by_block(further)
        # In a partial block the entrants have not all held each seat, and each hand, equally often.
        partial = {block for block, group in begun.items() if len(group) < block.seatings}
        if counted and (partial or not self._can_add(begun)):
            self._begin()
            return self._count(played, waiting, withdrawn)
        whole = begun
        if partial:
            whole = {block: group for block, group in begun.items() if block not in partial}
        self._tally.add(whole)
        self._played, self._partial = played, partial
        self._ids.update([match.fixture.id for match in further])
        self._whole.update(whole)
        _note_faults(self._faults, further)
        return [match for match in matches if match.fixture.id in waiting_ids]

    def _can_add(self, blocks: Mapping[Block, Sequence[PlayedMatch]]) -> bool:
        return self._whole.isdisjoint(blocks) and self._tally.can_add(blocks)

    def _made(
        self, faults: Mapping[str, Counter[str]], withdrawn: Collection[str], partial_blocks: int
    ) -> StandingsTable:
        tally = self._tally
        ratings = rate(self._entrants, tally.results, pieces=tally.pieces, rankings=self._rankings)
        cells = tally.cross.cells(tally.teams)
        # Bots of cooperative games are compared by points, not by shares, and differ in partners.
        mus = {name: rating.mu for name, rating in ratings.by_entrant.items()}
        expected = {} if tally.of_teams else expected_shares(mus, cells)
        figures = _Figures(tally.scores, tally.fair_shares(), expected, faults, tally.teams)
        lines = _standings(ratings, figures, withdrawn, self._perfect)
        covariance = ratings.covariance
        if tally.is_forfeited:
            lines, covariance = map(_without_rating, lines), Covariance((), ())
        return StandingsTable(
            standings=tuple(lines),
            cross=cells,
            partners=tally.partners() if tally.of_teams else {},
            seats=tuple(seat.share or 0.0 for seat in tally.seats),
            seat_intervals=seat_intervals(tally.seats),
            blocks=tally.blocks,
            partial_blocks=partial_blocks,
            matches=tally.matches,
            repeated=tally.repeated,
            balance=tally.spread.balance(),
            duplicates=tally.gain(),
            covariance=covariance,
            draw_probability=ratings.draw_probability,
            sweeps=ratings.sweeps,
            last_change=ratings.last_change,
            connected=ratings.connected,
        )


def _without_rating(standing: Standing) -> Standing:
    return replace(
        standing,
        rank=None,
        rank_range=None,
        mu=None,
        sigma=None,
        low=None,
        better_than_next=None,
        expected_share=None,
    )


def _note_faults(faults: defaultdict[str, Counter[str]], matches: Iterable[PlayedMatch]) -> None:
    for match in matches:
        for name, kind in match.result.faults:
            faults[name][kind] += 1


@dataclass(frozen=True, slots=True)
class _Figures:
    """The figures of each entrant beside its rating; a mapping may lack some names."""

    scores: Mapping[str, ScoreStatistics]
    fair: Mapping[str, float | None]
    expected: Mapping[str, float]
    faults: Mapping[str, Counter[str]]
    teams: int
    """The number of teams of a board that an entrant is in, at most."""


def _standings(
    ratings: Ratings, figures: _Figures, withdrawn: Collection[str], perfect: int | None
) -> Iterator[Standing]:
    """The lines of the table, best first."""
    by_name = ratings.by_entrant
    order = ranked(by_name)
    # `index` finds the first of several equal mus, so that these entrants share the better rank.
    mus = [mu for mu, _ in order]
    following = [name for _, name in order[1:]]
    ranges, posterior = rank_ranges(by_name, ratings.covariance), ratings.posterior()
    limits = bounds(figures.scores.values())
    for (mu, name), after in zip_longest(order, following):
        rating, scores = by_name[name], figures.scores[name]
        yield Standing(
            rank=1 + mus.index(mu),
            rank_range=ranges[name],
            entrant=name,
            mu=rating.mu,
            sigma=rating.sigma,
            low=rating.mu - 3 * rating.sigma,
            better_than_next=posterior.better(name, after) if after else None,
            matches=scores.total.matches,
            wins=scores.wins,
            draws=scores.draws,
            losses=scores.losses,
            points_share=scores.share,
            share_interval=scores.share_interval(figures.teams),
            expected_share=figures.expected.get(name),
            fair_share=figures.fair.get(name),
            mean_points=scores.mean_points,
            points_interval=scores.points_interval(limits),
            perfect_share=None if perfect is None else scores.perfect_share,
            perfect_interval=None if perfect is None else scores.perfect_interval(),
            faults=dict(sorted(figures.faults.get(name, Counter[str]()).items())),
            withdrawn=name in withdrawn,
        )
