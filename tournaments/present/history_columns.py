"""The columns of a bot's history: its versions over all tournaments, in each, and by seat."""

from typing import Final

from tournaments.present.columns import Column
from tournaments.present.figures import between
from tournaments.run.bot_history import SeatLine, TrackLine


def rating_text(mu: float | None, interval: tuple[float, float] | None) -> str:
    """A rating with both ends of its interval, such as 26.4 [25.0, 27.8]; empty for None."""
    return between(mu, interval, 1)


def _rank(own: TrackLine) -> str:
    return "" if own.standing.rank is None else f"{own.standing.rank} of {own.field}"


def _faults(own: TrackLine) -> str:
    causes = ", ".join(f"{kind} {times}" for kind, times in own.standing.faults.items())
    return " ".join(filter(None, (causes, "withdrawn" * own.standing.withdrawn)))


VERSION: Final[Column[TrackLine]] = Column("bot", lambda own: own.version.label, words=True)
FIGURES: Final[tuple[Column[TrackLine], ...]] = (
    Column("rank", _rank),
    Column("rating, 95 %", lambda own: rating_text(own.standing.mu, own.interval)),
    Column(
        "share %, 95 %",
        lambda own: between(own.standing.points_share, own.standing.share_interval),
        keep=9,
    ),
    Column("points", lambda own: between(own.standing.mean_points, None, 1), keep=1),
    Column("matches", lambda own: str(own.standing.matches), keep=5),
    Column("faults", _faults, words=True, style="red", keep=8),
)
PART: Final[Column[TrackLine]] = Column("part", lambda own: str(own.part + 1))
TOURNAMENT: Final[tuple[Column[TrackLine], ...]] = (
    Column(
        "tournament",
        lambda own: own.tournament + " (goes on)" * (not own.complete),
        words=True,
    ),
    Column("as", lambda own: own.standing.entrant, words=True),
)
SEATS: Final[tuple[Column[SeatLine], ...]] = (
    Column("bot", lambda own: own.version.label, words=True),
    Column("seat", lambda own: str(own.score.seat)),
    Column("share %, 95 %", lambda own: between(own.score.points_share, own.score.share_interval)),
    Column("points", lambda own: between(own.score.mean_points, None, 1), keep=1),
    Column("matches", lambda own: str(own.score.matches), keep=5),
)
