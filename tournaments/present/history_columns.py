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
    kinds = ", ".join(f"{kind} {times}" for kind, times in line.standing.faults.items())
    if not line.standing.withdrawn:
        return kinds
    return f"{kinds} withdrawn".lstrip()


def _tournament(line: TrackLine) -> str:
    return line.tournament if line.complete else f"{line.tournament} (goes on)"


# A table has the version and its figures, and before them a part or a tournament if need be.
VERSION: Final[Column[TrackLine]] = Column("bot", lambda line: line.version.label, has_words=True)
FIGURES: Final[tuple[Column[TrackLine], ...]] = (
    Column("rank", _rank),
    Column("rating, 95 %", lambda line: rating_text(line.standing.mu, line.interval)),
    Column(
        "share %, 95 %",
        lambda line: between(line.standing.points_share, line.standing.share_interval),
        importance=9,
    ),
    Column("points", lambda line: between(line.standing.mean_points, None, 1), importance=1),
    Column("matches", lambda line: str(line.standing.matches), importance=5),
    Column("faults", _faults, has_words=True, style="red", importance=8),
)
PART: Final[Column[TrackLine]] = Column("part", lambda line: str(line.part + 1))
TOURNAMENT: Final[tuple[Column[TrackLine], ...]] = (
    Column("tournament", _tournament, has_words=True),
    Column("as", lambda line: line.standing.entrant, has_words=True),
)
SEATS: Final[tuple[Column[SeatLine], ...]] = (
    Column("bot", lambda line: line.version.label, has_words=True),
    Column("seat", lambda line: str(line.score.seat)),
    Column(
        "share %, 95 %",
        lambda line: between(line.score.points_share, line.score.share_interval),
    ),
    Column("points", lambda line: between(line.score.mean_points, None, 1), importance=1),
    Column("matches", lambda line: str(line.score.matches), importance=5),
)
