"""The table of a tournament: its standings, the figures to judge them by, and both as plain JSON.

`tournaments.ratings.tabulate` makes tables.
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
"""Decimal places of numbers in JSON."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One entrant's line of the table; all figures but `faults` are over the counted matches.

    Where there are no ratings (`StandingsTable.forfeits_only`), the figures that depend on ratings
    are None: rank, rank_range, mu, sigma, low, better_than_next and expected_share.
    """

    rank: int | None
    """From 1; entrants whose mu is the same to 3 decimal places share a rank."""
    rank_range: tuple[int, int] | None
    """The 95 % interval of the rank, from the ratings (tournaments.ratings.ranks)."""
    entrant: str
    mu: float | None
    sigma: float | None
    low: float | None
    """mu - 3 sigma, a cautious estimate of skill; ranks are by mu."""
    better_than_next: float | None
    """The probability of being more skilled than the next entrant; None in the last line."""
    matches: int
    """The counted matches; several seats of one match count as several matches.

    In a cooperative game they count as one match, and matches that a partner lost by a fault are
    left out.
    """
    wins: int
    """Matches in which the entrant alone had the best place; teams are compared board by board."""
    draws: int
    """Matches in which the entrant shared the best place."""
    losses: int
    """Matches in which somebody else had a better place."""
    points_share: float | None
    """The share of all possible rank points, 0 to 1; None if no rank points were possible."""
    share_interval: Interval | None
    """The 95 % interval of that share, by a bootstrap; None for fewer than 2 pieces of evidence."""
    expected_share: float | None
    """The share that the ratings expect if the entrant met all others equally often; None where
    all entrants met similar opponents or nobody, and for teams (tournaments.ratings.expected)."""
    fair_share: float | None
    """`points_share` over the matches that nobody lost by a fault; None if there was no such fault,
    or if the entrant has no such match. In a cooperative game, teams that lost by a fault are left
    out."""
    mean_points: float | None
    """The mean of the game's own points per match; None without matches."""
    points_interval: Interval | None
    """The 95 % interval of that mean, by a bootstrap; None for fewer than 2 pieces of evidence."""
    perfect_share: float | None
    """In a cooperative game: the share of matches with the best possible points, 0 to 1. None in
    other games, if no best is known, and without matches."""
    perfect_interval: Interval | None
    """The 95 % interval of that share, by a bootstrap; None where no best is known, and for fewer
    than 2 pieces of evidence."""
    faults: Mapping[str, int]
    """The number of faults by kind, over all matches played, counted or not."""
    withdrawn: bool
    """Whether the entrant was withdrawn for too many faults in a row; its whole blocks count."""

    @property
    def rating(self) -> Rating | None:
        """mu and sigma; None where there are no ratings."""
        if self.mu is None or self.sigma is None:
            return None
        return Rating(self.mu, self.sigma)


@dataclass(frozen=True, slots=True)
class StandingsTable:
    """The standings of a tournament, and the figures that show how far they can be trusted."""

    standings: tuple[Standing, ...]
    """By mu, best first; entrants whose mu is the same to 3 decimal places by name."""
    cross: Mapping[tuple[str, str], HeadToHead]
    """By (row, column) in the order of names: the cell of every two entrants that met."""
    partners: Mapping[tuple[str, str], Partners]
    """By (row, column) in the order of names: every two entrants that sat in one team."""
    seats: tuple[float, ...]
    """Each seat's share of rank points, where 0.5 is fair; empty without matches, and for teams."""
    seat_intervals: tuple[Interval | None, ...]
    """By seat: the 95 % interval of its share; None for fewer than 2 pieces of evidence."""
    blocks: int
    """The number of whole blocks, which are counted."""
    partial_blocks: int
    """The number of blocks that were begun but are not counted."""
    matches: int
    """The number of counted matches: those of the counted blocks."""
    repeated: int
    """How many counted matches repeat an earlier match move for move: no further evidence."""
    balance: Balance | None
    """How evenly meetings and seats are spread; None where no two entrants ever sit together."""
    duplicates: Gain | None
    """The gain of playing each deal in all seatings, or by all teams; None if it cannot be
    estimated, and where no deal is shared."""
    covariance: Covariance
    """The covariance of the errors of mu; empty where there are no ratings."""
    draw_probability: float
    """The estimated probability that two neighbours in the ranking of a block are tied."""
    sweeps: int
    """The number of sweeps of propagation over all results."""
    last_change: float
    """As in `Ratings`; above 1e-4, the ratings had not converged after the last sweep."""
    connected: bool
    """Whether all ratings can be compared with each other."""

    @property
    def forfeits_only(self) -> bool:
        """Whether there are matches and all of them ended by faults.

        Then no match says anything about skill, so no standing has a rating.
        """
        return any(standing.rating is None for standing in self.standings)


def as_json(table: StandingsTable) -> dict[str, object]:
    """The table as plain JSON (docs/tables.md): numbers to 6 decimal places, no times, no dates.

    The keys are the fields of StandingsTable. `standings` is a list of objects with the fields of
    Standing; `cross` and `partners` are objects of objects, from the row's name and the column's
    name to the fields of HeadToHead and of Partners.
    """
    values = {each.name: getattr(table, each.name) for each in fields(table)}
    # Keys of JSON are strings, so pairs of names become two levels of objects.
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
        # Adding 0.0 turns -0.0, which would be written with its sign, into 0.0.
        return round(value, JSON_DIGITS) + 0.0
    if is_dataclass(value) and not isinstance(value, type):
        return plain(asdict(value))
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    return value
