"""The measure that only Naše hra has, for the figures in docs/games/nase-hra.md."""

from typing import Final

from referee.games.measure import CountedPlaying, Measure, events_of
from referee.games.nase_hra.actions import NaseHraEventKind


def _points(playing: CountedPlaying) -> list[int]:
    """The points of each game, seat by seat."""
    scores = events_of(playing, NaseHraEventKind.SCORE)
    # The event's seat is the last seat; its arguments are the points of seat 0 to this one.
    return [points for score in scores for points in score[2 : 3 + score.seat]]


MEASURES: Final = (Measure("points a player and game", _points),)
