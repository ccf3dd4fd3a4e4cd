"""The table of a tournament: a pure function of the set of matches played.

Only whole blocks count, those whose every seating was played; the total of a block is the one
result that is rated. Neither the order of the matches nor who played them where changes a bit.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, is_dataclass
from itertools import zip_longest

from tournaments.core.fixtures import Block
from tournaments.core.results import PlayedMatch
from tournaments.ratings.balance import Balance, balance
from tournaments.ratings.contests import by_block, checked, contests, result, teams_of_one
from tournaments.ratings.duplicates import Gain, gain
from tournaments.ratings.pairs import HeadToHead, Partners, cross, partners
from tournaments.ratings.ranks import rank_ranges
from tournaments.ratings.rating import Ratings, better_probability, ranked, rate
from tournaments.ratings.repeats import Repeats
from tournaments.ratings.scores import (
    Interval,
    ScoreStatistics,
    bounds,
    of_entrants,
    of_seats,
    seat_intervals,
)

JSON_DIGITS = 6
RATING = ("rank", "rank_range", "mu", "sigma", "low", "better_than_next")
"""The keys of a standing that rest on ratings."""
_UNRATED = dict.fromkeys(RATING)


@dataclass(frozen=True, slots=True)
class Standing:
    """One entrant's line of the table; everything but `faults` is over the counted matches."""

    rank: int
    """From 1; entrants whose mu is the same to 3 digits share it."""
    rank_range: tuple[int, int]
    """95 % of what the rank may be, by the ratings (tournaments.ratings.ranks)."""
    entrant: str
    mu: float
    sigma: float
    low: float
    """mu - 3 sigma, a cautious estimate; the rank is by mu."""
    better_than_next: float | None
    """The probability of being more skilled than the next in the table; None for the last."""
    matches: int
    wins: int
    """Matches in which nobody did as well; for draws somebody did and nobody better.

    In a cooperative game: on the same board, without matches that a partner lost by a fault.
    """
    draws: int
    losses: int
    points_share: float | None
    """Rank points over the most there could be, 0 to 1; None without matches."""
    share_interval: Interval | None
    """95 %, by a bootstrap of whole blocks; None for fewer than 2."""
    fair_share: float | None
    """The same share over the matches that nobody lost by a fault; None where there was no such
    fault, or the entrant has none of these matches. Of teams, those that lost by a fault are left
    out."""
    mean_points: float | None
    """The game's own points for each match; None without matches."""
    points_interval: Interval | None
    """95 %, by a bootstrap of whole blocks; None for fewer than 2."""
    perfect_share: float | None
    """Of a cooperative game: the share of matches with the best points there can be, 0 to 1; None
    in other games."""
    perfect_interval: Interval | None
    """95 % of it, by a bootstrap of whole blocks; None for fewer than 2."""
    faults: Mapping[str, int]
    """How often by kind, over all matches played, those of partial blocks too."""
    withdrawn: bool
    """Whether the organiser took it out; what it played in whole blocks counts all the same."""


@dataclass(frozen=True, slots=True)
class StandingsTable:
    """The standings of a tournament, and what is needed to judge how far they can be trusted."""

    standings: tuple[Standing, ...]
    """By mu, best first; the same mu to 3 digits by name."""
    cross: Mapping[tuple[str, str], HeadToHead]
    """(row, column) for every two that met, in order of names."""
    partners: Mapping[tuple[str, str], Partners]
    """Of mixed teams: every two that sat in one team, both ways round, in order of names."""
    seats: tuple[float, ...]
    """Each seat's share of rank points, 0.5 being fair; empty without matches, or of teams."""
    seat_intervals: tuple[Interval | None, ...]
    """95 % of it, by a bootstrap of whole blocks; None for fewer than 2."""
    blocks: int
    """How many blocks are whole, and so are counted."""
    partial_blocks: int
    """How many blocks were begun and are left out, since seatings of them are missing."""
    matches: int
    """How many matches are counted: those of whole blocks."""
    repeated: int
    """Those of them that repeat another one move for move, and give no further evidence."""
    balance: Balance | None
    """How evenly they are spread; None where nobody sits with anybody else."""
    duplicates: Gain | None
    """What it gains to play every board in all seatings, or by all teams; None if unknown, and
    where no deal is shared."""
    draw_probability: float
    """Of two neighbours in the ranking of a block, as it was estimated from the results."""
    sweeps: int
    """How often propagation visited all results."""
    last_change: float
    """As in Ratings: above 1e-4 the ratings had not quite settled."""
    connected: bool
    """Whether all ratings can be compared with each other."""
    forfeits_only: bool = False
    """Whether there are matches and all of them ended by faults: nothing was played that a rating
    could rest on."""


def table(
    entrants: Sequence[str],
    played: Iterable[PlayedMatch],
    withdrawn: Collection[str] = (),
    waiting: Iterable[PlayedMatch] = (),
    perfect_points: int | None = None,
    *,
    shared: bool = True,
) -> StandingsTable:
    """The table that the matches amount to, the same to the last bit for any order of anything.

    `shared` is whether the matches of a block are of one deal. `perfect_points` are the best that a
    match of a cooperative game can have. Of matches that are `waiting` nothing counts yet but the
    faults. The same match given twice counts once. Raises ValueError for two different matches
    under one id, for matches of different numbers of seats, for one that has not a place and points
    for each seat or whose fixture does not fit its block,
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
    )
    scores = of_entrants(entrants, counted, perfect_points)
    # A team gets its points together, so no seat has a share of its own.
    seats = [] if of_teams else of_seats(counted)
    faults = _faults(matches)
    fair = _fair_shares(entrants, whole)
    teams = max((teams_of_one(own) for _, own in blocks), default=1)
    lines = _standings(ratings, scores, fair, faults, withdrawn, perfect_points, teams)
    return StandingsTable(
        standings=tuple(lines),
        cross=cross(by_piece, teams),
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
        draw_probability=ratings.draw_probability,
        sweeps=ratings.sweeps,
        last_change=ratings.last_change,
        connected=ratings.connected,
        forfeits_only=bool(whole)
        and all(_is_forfeited(match, of_teams) for group in whole.values() for match in group),
    )


def _is_forfeited(match: PlayedMatch, of_teams: bool) -> bool:
    """Whether faults ended it: with more than two seats others play on without one of them."""
    return len(match.result.faults) >= (1 if of_teams else max(1, len(match.result.places) - 1))


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


def _standings(
    ratings: Ratings,
    scores: Mapping[str, ScoreStatistics],
    fair: Mapping[str, float | None],
    faults: Mapping[str, Counter[str]],
    withdrawn: Collection[str],
    perfect: int | None,
    teams: int,
) -> Iterator[Standing]:
    by_name = ratings.by_entrant
    order = ranked(by_name)
    # `index` finds the first of several with one mu, so that equals share the better rank.
    ranks = [mu for mu, _ in order]
    following = [by_name[name] for _, name in order[1:]]
    ranges, limits = rank_ranges(by_name), bounds(scores.values())
    for (mu, name), after in zip_longest(order, following):
        rating, own = by_name[name], scores[name]
        yield Standing(
            rank=1 + ranks.index(mu),
            rank_range=ranges[name],
            entrant=name,
            mu=rating.mu,
            sigma=rating.sigma,
            low=rating.mu - 3 * rating.sigma,
            better_than_next=better_probability(rating, after) if after else None,
            matches=own.total.matches,
            wins=own.wins,
            draws=own.draws,
            losses=own.losses,
            points_share=own.share,
            share_interval=own.share_interval(teams),
            fair_share=fair.get(name),
            mean_points=own.mean_points,
            points_interval=own.points_interval(limits),
            perfect_share=None if perfect is None else own.perfect_share,
            perfect_interval=None if perfect is None else own.perfect_interval(),
            faults=dict(sorted(faults.get(name, Counter[str]()).items())),
            withdrawn=name in withdrawn,
        )


def as_json(table: StandingsTable) -> dict[str, object]:
    """The table as plain JSON (docs/tables.md): numbers to 6 digits, no times, no dates.

    Keys: those of StandingsTable, `standings` being a list of objects with the keys of Standing,
    `cross` and `partners` objects of objects, row name to column name to the keys of HeadToHead and
    Partners. Of forfeits alone there are no ratings: null.
    """
    values = {each.name: getattr(table, each.name) for each in fields(table)}
    # Keys of JSON are texts, so pairs become two levels of objects.
    values |= {"cross": _nested(table.cross), "partners": _nested(table.partners)}
    if values.pop("forfeits_only"):
        values["standings"] = [{**asdict(each), **_UNRATED} for each in table.standings]
    return {key: plain(value) for key, value in values.items()}


def _nested(pairs: Mapping[tuple[str, str], object]) -> dict[str, dict[str, object]]:
    rows: dict[str, dict[str, object]] = {}
    for (row, column), cell in pairs.items():
        rows.setdefault(row, {})[column] = cell
    return rows


def plain(value: object) -> object:
    """The value as plain JSON, dataclasses as objects, numbers to 6 digits."""
    if isinstance(value, float):
        # Adding 0.0 turns -0.0 into 0.0, which would be written with its sign.
        return round(value, JSON_DIGITS) + 0.0
    if is_dataclass(value) and not isinstance(value, type):
        return plain(asdict(value))
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    return value
