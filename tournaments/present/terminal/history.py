"""The history of a bot, for the terminal: its versions on one scale, and in each tournament."""

from collections.abc import Iterator
from typing import Final

from rich.console import RenderableType
from rich.text import Text

from tournaments.present.columns import Column, used
from tournaments.present.figures import between
from tournaments.present.history import newest_in_words, sentences
from tournaments.present.terminal.fitted import Fitted
from tournaments.present.terminal.text import plain
from tournaments.run.bot_history import PoolHistory, SeatLine, TrackLine

LEGEND: Final = (
    "Rating: TrueSkill mu and 95 %. Above it is over all tournaments and compares; below it is of"
    " one tournament, whose mean is 25, and compares only within it."
)


def rating_text(mu: float | None, interval: tuple[float, float] | None) -> str:
    """A rating with both ends of its interval, such as 26.4 [25.0, 27.8]; empty for None."""
    return between(mu, interval, 1)


def _rank(own: TrackLine) -> str:
    return "" if own.standing.rank is None else f"{own.standing.rank} of {own.field}"


def _faults(own: TrackLine) -> str:
    causes = ", ".join(f"{kind} {times}" for kind, times in own.standing.faults.items())
    return " ".join(filter(None, (causes, "withdrawn" * own.standing.withdrawn)))


_VERSION: Final[Column[TrackLine]] = Column("bot", lambda own: own.version.label, words=True)
_FIGURES: Final[tuple[Column[TrackLine], ...]] = (
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
_PART: Final[Column[TrackLine]] = Column("part", lambda own: str(own.part + 1))
_TOURNAMENT: Final[tuple[Column[TrackLine], ...]] = (
    Column(
        "tournament",
        lambda own: own.tournament + " (goes on)" * (not own.complete),
        words=True,
    ),
    Column("as", lambda own: own.standing.entrant, words=True),
)
_SEATS: Final[tuple[Column[SeatLine], ...]] = (
    Column("bot", lambda own: own.version.label, words=True),
    Column("seat", lambda own: str(own.score.seat)),
    Column("share %, 95 %", lambda own: between(own.score.points_share, own.score.share_interval)),
    Column("points", lambda own: between(own.score.mean_points, None, 1), keep=1),
    Column("matches", lambda own: str(own.score.matches), keep=5),
)


def show_history(own: PoolHistory, *, seats: bool) -> Iterator[RenderableType]:
    """One pool: its versions over all tournaments, then in each, then by seat if wanted."""
    rules = f", rules {own.pool.definition.rules_version}"
    first = [*([_PART] if len(own.parts) > 1 else []), _VERSION]
    if said := newest_in_words(own):
        yield plain(said)
        yield Text()
    if own.overall:
        yield Fitted(
            f"{own.pool.title}{rules}", used([*first, *_FIGURES], own.overall), own.overall
        )
    else:
        yield plain(f"{own.pool.title}{rules}", "bold")
    for sentence in sentences(own):
        yield plain(sentence)
    yield Text()
    columns = [*_TOURNAMENT, _VERSION, *_FIGURES]
    yield Fitted("by tournament", used(columns, own.tournaments), own.tournaments)
    if seats and own.seats:
        yield Fitted("by seat, over all tournaments", _SEATS, own.seats)
    elif seats:
        yield plain("By seat: nothing, as no seat has a share of its own here.")
