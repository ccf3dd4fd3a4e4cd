"""The figures that `stych selfplay` prints for Naše hra (docs/games/nase-hra.md, Figures)."""

from typing import Final

from referee.games.measure import CountedPlaying, Measure, events_of
from referee.games.nase_hra.actions import NaseHraEventKind


def _points(playing: CountedPlaying) -> list[int]:
    """The points of each game, seat by seat."""
    scores = events_of(playing, NaseHraEventKind.SCORE)
    return [points for score in scores for points in score[2 : 3 + score.seat]]


MEASURES: Final = (Measure("points a player and game", _points),)
