"""Makes the table of a tournament: a pure function of the set of matches played.

Only whole blocks count, those whose every seating was played; the total of a block is the one
result that is rated. Neither the order of the matches nor who played them where changes a bit.
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
    shared: bool = True,
) -> StandingsTable:
    """The table that the matches amount to, the same to the last bit for any order of anything.

    `withdrawn` are the entrants that were taken out for too many faults in a row; their standings
    say so, and nothing else changes by it. Of `waiting` matches only the faults count so far.
    `perfect_points` are the best that a match of a cooperative game can have. `shared` is whether
    the matches of a block are of one deal. The same match given twice counts once. Raises
    ValueError for two different matches under one id, for matches of different numbers of seats,
    for one that has not a place and points for each seat or whose fixture does not fit its block,
    and for names that are not among the entrants.
    """
    return LiveTable(entrants, perfect_points, shared=shared).table(played, withdrawn, waiting)


class LiveTable:
    """The table of a tournament under way: a block that was counted is not counted again."""

    def __init__(
        self, entrants: Sequence[str], perfect_points: int | None = None, *, shared: bool = True
    ) -> None:
        """The arguments here and of `table` mean what they mean in `tabulate`."""
        self._entrants, self._perfect, self._shared = entrants, perfect_points, shared
        self._rankings = Rankings(entrants)
        self._begin()

    def _begin(self) -> None:
        self._tally = BlockTally(self._entrants, self._perfect, shared=self._shared)
        self._played: list[PlayedMatch] = []
        """The matches of the last call; below, their ids, whole blocks and other blocks."""
        self._ids: set[str] = set()
        self._whole: set[Block] = set()
        self._partial: set[Block] = set()
        self._faults: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def table(
        self,
        played: Iterable[PlayedMatch],
        withdrawn: Collection[str] = (),
        waiting: Iterable[PlayedMatch] = (),
    ) -> StandingsTable:
        """The table, equal to the last bit to that of `tabulate`.

        It is fast if `played` begins with the matches of the last call and goes on with all matches
        of further blocks. Otherwise everything is counted anew; so it is for teams, and if a game
        repeats an earlier one.
        """
        played, waiting = list(played), list(waiting)
        late = self._count(played, waiting, withdrawn)
        # Also of matches that do not count yet: a fault happened, whatever becomes of its block.
        faults = defaultdict(Counter[str], {name: +own for name, own in self._faults.items()})
        _note_faults(faults, late)
        began = self._partial | {match.fixture.block for match in late}
        return self._made(faults, withdrawn, len(began - self._whole))

    def _count(
        self,
        played: list[PlayedMatch],
        waiting: list[PlayedMatch],
        withdrawn: Collection[str],
    ) -> list[PlayedMatch]:
        """Count the matches that are new; returns the waiting ones, each once."""
        known = len(self._played)
        new = played[known:]
        fresh = {match.fixture.id for match in [*new, *waiting]}
        goes_on = not self._partial and self._ids.isdisjoint(fresh)
        if known and not (goes_on and played[:known] == self._played):
            self._begin()
            return self._count(played, waiting, withdrawn)
        # With one that was counted, so that the number of seats is compared with it.
        matches = checked(self._entrants, [*self._played[:1], *new, *waiting], withdrawn)
        later = {match.fixture.id for match in waiting}
        further = [
            m for m in matches if m.fixture.id not in later and m.fixture.id not in self._ids
        ]
        begun = by_block(further)
        # In a block that is not whole the seats, and so the hands, are not held evenly.
        partial = {block for block, group in begun.items() if len(group) < block.seatings}
        if known and (partial or not self._can_add(begun)):
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
        return [match for match in matches if match.fixture.id in later]

    def _can_add(self, blocks: Mapping[Block, Sequence[PlayedMatch]]) -> bool:
        return self._whole.isdisjoint(blocks) and self._tally.can_add(blocks)

    def _made(
        self, faults: Mapping[str, Counter[str]], withdrawn: Collection[str], partial_blocks: int
    ) -> StandingsTable:
        tally = self._tally
        ratings = rate(self._entrants, tally.results, pieces=tally.pieces, known=self._rankings)
        cells = tally.cross.cells(tally.teams)
        # Of teams the share is not what bots are compared by, and partners differ besides.
        mus = {name: own.mu for name, own in ratings.by_entrant.items()}
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
    """What there is of each entrant beside its rating, by name; some may have nothing."""

    scores: Mapping[str, ScoreStatistics]
    fair: Mapping[str, float | None]
    expected: Mapping[str, float]
    faults: Mapping[str, Counter[str]]
    teams: int
    """In how many teams of a board an entrant is."""


def _standings(
    ratings: Ratings, figures: _Figures, withdrawn: Collection[str], perfect: int | None
) -> Iterator[Standing]:
    by_name = ratings.by_entrant
    order = ranked(by_name)
    # `index` finds the first of several with one mu, so that equals share the better rank.
    mus = [mu for mu, _ in order]
    following = [name for _, name in order[1:]]
    ranges, posterior = rank_ranges(by_name, ratings.covariance), ratings.posterior()
    limits = bounds(figures.scores.values())
    for (mu, name), after in zip_longest(order, following):
        rating, own = by_name[name], figures.scores[name]
        yield Standing(
            rank=1 + mus.index(mu),
            rank_range=ranges[name],
            entrant=name,
            mu=rating.mu,
            sigma=rating.sigma,
            low=rating.mu - 3 * rating.sigma,
            better_than_next=posterior.better(name, after) if after else None,
            matches=own.total.matches,
            wins=own.wins,
            draws=own.draws,
            losses=own.losses,
            points_share=own.share,
            share_interval=own.share_interval(figures.teams),
            expected_share=figures.expected.get(name),
            fair_share=figures.fair.get(name),
            mean_points=own.mean_points,
            points_interval=own.points_interval(limits),
            perfect_share=None if perfect is None else own.perfect_share,
            perfect_interval=None if perfect is None else own.perfect_interval(),
            faults=dict(sorted(figures.faults.get(name, Counter[str]()).items())),
            withdrawn=name in withdrawn,
        )
