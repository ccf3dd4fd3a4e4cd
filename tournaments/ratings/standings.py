"""The table of a tournament: its standings, what is needed to judge them, and both as plain JSON.

`tournaments.ratings.tabulate` makes it.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, is_dataclass

from tournaments.ratings.balance import Balance
from tournaments.ratings.covariance import Covariance
from tournaments.ratings.duplicates import Gain
from tournaments.ratings.pairs import HeadToHead, Partners
from tournaments.ratings.rating import Rating
from tournaments.ratings.scores import Interval

JSON_DIGITS = 6


@dataclass(frozen=True, slots=True)
class Standing:
    """One entrant's line of the table; everything but `faults` is over the counted matches.

    Where there are no ratings (`StandingsTable.forfeits_only`), the figures that rest on them are
    None: rank, rank_range, mu, sigma, low, better_than_next and expected_share.
    """

    rank: int | None
    """From 1; entrants whose mu is the same to 3 decimal places share it."""
    rank_range: tuple[int, int] | None
    """95 % of what the rank may be, by the ratings (tournaments.ratings.ranks)."""
    entrant: str
    mu: float | None
    sigma: float | None
    low: float | None
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
    expected_share: float | None
    """The share that the ratings expect against all others alike; None where all have met much the
    same opponents, and of teams (tournaments.ratings.expected)."""
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
    """Whether it was taken out for too many faults in a row; what it played in whole blocks counts
    all the same."""

    @property
    def rating(self) -> Rating | None:
        """mu and sigma; None where there are no ratings."""
        if self.mu is None or self.sigma is None:
            return None
        return Rating(self.mu, self.sigma)


@dataclass(frozen=True, slots=True)
class StandingsTable:
    """The standings of a tournament, and what is needed to judge how far they can be trusted."""

    standings: tuple[Standing, ...]
    """By mu, best first; the same mu to 3 decimal places by name."""
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
    covariance: Covariance
    """That of the errors of mu; empty where there are no ratings."""
    draw_probability: float
    """Of two neighbours in the ranking of a block, as it was estimated from the results."""
    sweeps: int
    """How often propagation visited all results."""
    last_change: float
    """As in Ratings: above 1e-4 the ratings had not quite settled."""
    connected: bool
    """Whether all ratings can be compared with each other."""

    @property
    def forfeits_only(self) -> bool:
        """Whether there are matches and all of them ended by faults.

        Nothing was played then that a rating could rest on, so no standing has one.
        """
        return any(standing.rating is None for standing in self.standings)


def as_json(table: StandingsTable) -> dict[str, object]:
    """The table as plain JSON (docs/tables.md): numbers to 6 decimal places, no times, no dates.

    The keys are the fields of StandingsTable. `standings` is a list of objects with the fields of
    Standing; `cross` and `partners` are objects of objects, from the row's name and the column's
    name to the fields of HeadToHead and of Partners.
    """
    values = {each.name: getattr(table, each.name) for each in fields(table)}
    # Keys of JSON are texts, so pairs become two levels of objects.
    values |= {"cross": _nested(table.cross), "partners": _nested(table.partners)}
    return {key: plain(value) for key, value in values.items()}


def _nested(pairs: Mapping[tuple[str, str], object]) -> dict[str, dict[str, object]]:
    rows: dict[str, dict[str, object]] = {}
    for (row, column), cell in pairs.items():
        rows.setdefault(row, {})[column] = cell
    return rows


def plain(value: object) -> object:
    """The value as plain JSON, dataclasses as objects, numbers to 6 decimal places."""
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
