"""Makes the table of a tournament: a pure function of the set of matches played.

Only whole blocks count, those whose every seating was played; the total of a block is the one
result that is rated. Neither the order of the matches nor who played them where changes a bit.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from referee.conduct import faults_that_end
from tournaments.core.fixtures import Block
from tournaments.core.results import PlayedMatch
from tournaments.ratings.balance import balance
from tournaments.ratings.contests import by_block, checked, contests, result, teams_of_one
from tournaments.ratings.covariance import Covariance
from tournaments.ratings.duplicates import gain
from tournaments.ratings.expected import expected_shares
from tournaments.ratings.pairs import cross, partners
from tournaments.ratings.ranks import rank_ranges
from tournaments.ratings.rating import Ratings, ranked, rate
from tournaments.ratings.repeats import Repeats
from tournaments.ratings.scores import (
    ScoreStatistics,
    bounds,
    of_entrants,
    of_seats,
    seat_intervals,
)
from tournaments.ratings.standings import Standing, StandingsTable


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
    played, waiting = list(played), list(waiting)
    matches = checked(entrants, [*played, *waiting], withdrawn)
    later = {match.fixture.id for match in waiting}
    begun = by_block(match for match in matches if match.fixture.id not in later)
    # In a block that is not whole the seats, and so the hands, are not held evenly.
    whole = {block: group for block, group in begun.items() if len(group) == block.seatings}
    repeats = Repeats(whole)
    blocks = [(block, contests(block, group)) for block, group in whole.items()]
    # Blocks that repeat a game have the same piece: intervals draw them together, as one.
    by_piece = [(piece, own) for piece, (_, own) in zip(repeats.pieces(), blocks, strict=True)]
    counted = [(piece, contest) for piece, own in by_piece for contest in own]
    of_teams = any(block.teams for block in whole)
    # A board that a single team has played compares it with nobody, so it is no result.
    ratings = rate(
        entrants,
        [result(own, repeats.weights(block)) for block, own in blocks if len(own[0]) > 1],
        pieces=[piece for piece, own in by_piece if len(own[0]) > 1],
    )
    scores = of_entrants(entrants, counted, perfect_points)
    # A team gets its points together, so no seat has a share of its own.
    seats = [] if of_teams else of_seats(counted)
    faults = _faults(matches)
    teams = max((teams_of_one(own) for _, own in blocks), default=1)
    cells = cross(by_piece, teams)
    # Of teams the share is not what bots are compared by, and partners differ besides.
    mus = {name: own.mu for name, own in ratings.by_entrant.items()}
    expected = {} if of_teams else expected_shares(mus, cells)
    figures = _Figures(scores, _fair_shares(entrants, whole), expected, faults, teams)
    lines = _standings(ratings, figures, withdrawn, perfect_points)
    covariance = ratings.covariance
    if _is_all_forfeited(whole.values(), of_teams):
        lines, covariance = map(_without_rating, lines), Covariance((), ())
    return StandingsTable(
        standings=tuple(lines),
        cross=cells,
        partners=partners(by_piece, perfect_points) if of_teams else {},
        seats=tuple(seat.share or 0.0 for seat in seats),
        seat_intervals=seat_intervals(seats),
        blocks=len(whole),
        partial_blocks=len({match.fixture.block for match in matches}) - len(whole),
        matches=sum(block.seatings for block in whole),
        repeated=repeats.matches,
        balance=balance(whole),
        # A game that repeats within a block cancels out by itself; it would pass for a gain.
        duplicates=gain(own for block, own in blocks if shared and not repeats.within(block)),
        covariance=covariance,
        draw_probability=ratings.draw_probability,
        sweeps=ratings.sweeps,
        last_change=ratings.last_change,
        connected=ratings.connected,
    )


def _is_all_forfeited(groups: Collection[Sequence[PlayedMatch]], of_teams: bool) -> bool:
    """Whether there are matches, and all of them ended early by faults."""
    matches = (match for group in groups for match in group)
    return bool(groups) and all(_is_forfeited(match, of_teams) for match in matches)


def _is_forfeited(match: PlayedMatch, of_teams: bool) -> bool:
    """Whether so many seats were at fault that the match ended early."""
    seats = len(match.result.places)
    return len(match.result.faults) >= faults_that_end(seats, cooperative=of_teams)


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


def _fair_shares(
    entrants: Sequence[str], whole: Mapping[Block, Sequence[PlayedMatch]]
) -> dict[str, float | None]:
    """Each entrant's share of points without the matches that somebody lost by a fault.

    It is empty when nobody lost a match so, as it would only repeat `points_share`.
    """
    if not any(match.result.faults for group in whole.values() for match in group):
        return {}
    # The piece is 0 for all: no interval is made of these.
    left = [
        (0, contest)
        for block, group in whole.items()
        if (fair := [match for match in group if not match.result.faults])
        for contest in contests(block, fair)
    ]
    return {name: own.share for name, own in of_entrants(entrants, left, None).items()}


def _faults(matches: Iterable[PlayedMatch]) -> dict[str, Counter[str]]:
    # Also of matches that do not count yet: a fault happened, whatever becomes of its block.
    faults: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for match in matches:
        for name, kind in match.result.faults:
            faults[name][kind] += 1
    return faults


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
