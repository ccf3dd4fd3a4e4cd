"""The table of a tournament: a pure function of the set of matches played.

Only whole blocks count, those whose every seating was played; the total of a block is the one
result that is rated. Neither the order of the matches nor who played them where changes a bit.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from itertools import permutations, product, zip_longest

from tournaments.contests import (
    Contest,
    Played,
    Side,
    by_block,
    checked,
    contests,
    rank_points,
    result,
)
from tournaments.evidence import Evidence, Tally, gather
from tournaments.rating import Ratings, better_probability, rate

RANK_DIGITS = 3
"""Of mu, that decide a rank: sweeps settle no more, and equals would stand by chance."""
JSON_DIGITS = 6


@dataclass(frozen=True, slots=True)
class Standing:
    """One entrant's line. Everything but faults is over the counted matches."""

    rank: int
    """From 1; entrants whose mu is the same to 3 digits share it."""
    entrant: str
    mu: float
    sigma: float
    low: float
    """mu - 3 sigma."""
    matches: int
    wins: int
    """Matches in which nobody did as well; for draws somebody did and nobody better.

    In a cooperative game: on the same board, without matches that a partner lost by a fault.
    """
    draws: int
    losses: int
    points_share: float | None
    """Rank points over the most there could be, 0 to 1; None without matches."""
    share_interval: tuple[float, float] | None
    """95 %, from the variance over blocks (normal), within 0 to 1; None for fewer than 2 blocks."""
    mean_points: float | None
    """The game's own points for each match; None without matches."""
    faults: Mapping[str, int]
    """How often by kind, over all matches played, those of partial blocks too."""
    better_than_next: float | None
    """The probability of being more skilled than the next in the table; None for the last."""
    withdrawn: bool
    """Withdrawn or not, what was played in whole blocks counts."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A row against a column, over the counted matches in which both sat.

    In a cooperative game: over the boards that both played, not in the same team.
    """

    matches: int
    wins: int
    draws: int
    losses: int
    points_share: float
    """(wins + draws / 2) / matches."""
    mean_points: float
    """The row's own game points for each of these matches."""


@dataclass(frozen=True, slots=True)
class Table:
    """The standings and what is needed to judge them."""

    standings: tuple[Standing, ...]
    """By mu, best first; the same mu to 3 digits by name."""
    cross: Mapping[tuple[str, str], Cell]
    """(row, column) for every two that met, in order of names."""
    seats: tuple[float, ...]
    """Each seat's share of rank points, 0.5 being fair; empty without matches, or of teams."""
    blocks: int
    """Whole blocks: counted."""
    partial_blocks: int
    """Blocks that were begun and left out."""
    matches: int
    """Counted ones."""
    draw_probability: float
    sweeps: int
    last_change: float
    """As in Ratings: above 1e-4 the ratings had not quite settled."""
    connected: bool
    """Whether all ratings can be compared with each other."""


def table(
    entrants: Sequence[str],
    played: Iterable[Played],
    withdrawn: Collection[str] = (),
    waiting: Iterable[Played] = (),
) -> Table:
    """The table that the matches amount to, the same to the last bit for any order of anything.

    Of matches that are `waiting` nothing counts yet but the faults. The same match given twice
    counts once. Raises ValueError for two different matches under one
    id, for matches of different numbers of seats, for one that has not a place and points for each
    seat or whose fixture does not fit its block, and for names that are not among the entrants.
    """
    played, waiting = list(played), list(waiting)
    matches = checked(entrants, [*played, *waiting], withdrawn)
    later = {match.fixture.id for match in waiting}
    begun = by_block(match for match in matches if match.fixture.id not in later)
    whole = [block for block, group in begun.items() if len(group) == block.seatings]
    blocks = [contests(block, begun[block]) for block in whole]
    counted = [contest for block in blocks for contest in block]
    ratings = rate(entrants, [result(block) for block in blocks if len(block[0]) > 1])
    evidence = gather(entrants, matches, blocks)
    return Table(
        standings=tuple(_standings(ratings, evidence, withdrawn)),
        cross=_cross(counted),
        seats=() if any(block.teams for block in whole) else _seats(counted),
        blocks=len(whole),
        partial_blocks=len({match.fixture.block for match in matches}) - len(whole),
        matches=sum(block.seatings for block in whole),
        draw_probability=ratings.draw_probability,
        sweeps=ratings.sweeps,
        last_change=ratings.last_change,
        connected=ratings.connected,
    )


def as_json(table: Table) -> dict[str, object]:
    """The table as plain JSON: numbers to 6 digits, no times, no dates.

    Keys: those of Table, `standings` being a list of objects with the keys of Standing, `cross` an
    object of objects, row name to column name to the keys of Cell.
    """
    cross: dict[str, dict[str, object]] = {}
    for (row, column), cell in table.cross.items():
        cross.setdefault(row, {})[column] = asdict(cell)
    values = {each.name: getattr(table, each.name) for each in fields(table)}
    values["standings"] = [asdict(standing) for standing in table.standings]
    return {key: _plain(value) for key, value in (values | {"cross": cross}).items()}


def _plain(value: object) -> object:
    if isinstance(value, float):
        return round(value, JSON_DIGITS) + 0.0  # no -0.0
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    return value


def _cross(counted: Iterable[Contest]) -> dict[tuple[str, str], Cell]:
    tallies: dict[tuple[str, str], Tally] = {}
    for contest in counted:
        for row, column in permutations(contest, 2):
            for pair in product(row.judged, column.judged):
                _compare(tallies.setdefault(pair, Tally()), row, column)
    return {pair: _cell(tallies[pair]) for pair in sorted(tallies)}


def _compare(tally: Tally, row: Side, column: Side) -> None:
    tally.add(lost=row.place > column.place, tied=row.place == column.place, points=row.points)


def _cell(tally: Tally) -> Cell:
    share = (2 * tally.wins + tally.draws) / (2 * tally.matches)
    mean = tally.points / tally.matches
    return Cell(tally.matches, tally.wins, tally.draws, tally.losses, share, mean)


def _seats(counted: Sequence[Contest]) -> tuple[float, ...]:
    """Each seat's rank points over the most it could have."""
    by_seat = zip(*(rank_points(contest) for contest in counted), strict=True)
    sums = [sum(halves) for halves in by_seat]
    return tuple(each / (2 * (len(sums) - 1) * len(counted)) for each in sums)


def _standings(
    ratings: Ratings, evidence: Mapping[str, Evidence], withdrawn: Collection[str]
) -> Iterator[Standing]:
    by_name = ratings.by_entrant
    order = sorted((-round(rating.mu, RANK_DIGITS), name) for name, rating in by_name.items())
    ranks = [mu for mu, _ in order]
    following = [by_name[name] for _, name in order[1:]]
    for (mu, name), after in zip_longest(order, following):
        rating, his = by_name[name], evidence[name]
        yield Standing(
            rank=1 + ranks.index(mu),
            entrant=name,
            mu=rating.mu,
            sigma=rating.sigma,
            low=rating.mu - 3 * rating.sigma,
            matches=his.matches,
            wins=his.wins,
            draws=his.draws,
            losses=his.losses,
            points_share=his.share,
            share_interval=his.interval,
            mean_points=his.points / his.matches if his.matches else None,
            faults=dict(sorted(his.faults.items())),
            better_than_next=better_probability(rating, after) if after else None,
            withdrawn=name in withdrawn,
        )
