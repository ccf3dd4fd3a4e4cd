"""The columns of a bot's history: its versions over all tournaments, in each one, and by seat."""

from typing import Final

from tournaments.present.columns import Column
from tournaments.present.figures import between
from tournaments.run.bot_history import SeatLine, TrackLine


def rating_text(mu: float | None, interval: tuple[float, float] | None) -> str:
    """A rating with both ends of its interval, such as 26.4 [25.0, 27.8]; empty if mu is None."""
    return between(mu, interval, 1)


def _rank(line: TrackLine) -> str:
    return "" if line.standing.rank is None else f"{line.standing.rank} of {line.field}"


def _faults(line: TrackLine) -> str:
    causes = ", ".join(f"{kind} {times}" for kind, times in line.standing.faults.items())
    return " ".join(filter(None, (causes, "withdrawn" * line.standing.withdrawn)))


# Tables are put together of these: a version, its figures, and if need be a part or a tournament.
VERSION: Final[Column[TrackLine]] = Column("bot", lambda line: line.version.label, words=True)
FIGURES: Final[tuple[Column[TrackLine], ...]] = (
    Column("rank", _rank),
    Column("rating, 95 %", lambda line: rating_text(line.standing.mu, line.interval)),
    Column(
        "share %, 95 %",
        lambda line: between(line.standing.points_share, line.standing.share_interval),
        keep=9,
    ),
    Column("points", lambda line: between(line.standing.mean_points, None, 1), keep=1),
    Column("matches", lambda line: str(line.standing.matches), keep=5),
    Column("faults", _faults, words=True, style="red", keep=8),
)
PART: Final[Column[TrackLine]] = Column("part", lambda line: str(line.part + 1))
TOURNAMENT: Final[tuple[Column[TrackLine], ...]] = (
    Column(
        "tournament",
        lambda line: line.tournament + " (goes on)" * (not line.complete),
        words=True,
    ),
    Column("as", lambda line: line.standing.entrant, words=True),
)
SEATS: Final[tuple[Column[SeatLine], ...]] = (
    Column("bot", lambda line: line.version.label, words=True),
    Column("seat", lambda line: str(line.score.seat)),
    Column(
        "share %, 95 %",
        lambda line: between(line.score.points_share, line.score.share_interval),
    ),
    Column("points", lambda line: between(line.score.mean_points, None, 1), keep=1),
    Column("matches", lambda line: str(line.score.matches), keep=5),
)
