"""The figures that `stych selfplay` prints for Hearts."""

from typing import Final

from referee.games.measure import CountedPlaying, Measure, events_of
from stych_hearts.actions import HeartsEventKind


def _rounds(playing: CountedPlaying) -> list[int]:
    return [sum(1 for _ in events_of(playing, HeartsEventKind.ROUND))]


def _points(playing: CountedPlaying) -> list[int]:
    """The points of Hearts of each round, seat by seat."""
    return [event.a - event.b for event in events_of(playing, HeartsEventKind.SCORE)]


def _moons(playing: CountedPlaying) -> list[int]:
    """For each round 1 if a seat has shot the moon in it, else 0."""
    kinds = (event & 31 for event in playing.events)
    moons: list[int] = []
    for kind in kinds:
        if kind == HeartsEventKind.ROUND:
            moons.append(0)
        elif kind == HeartsEventKind.MOON:
            moons[-1] = 1
    return moons


MEASURES: Final = (
    Measure("rounds a game", _rounds),
    Measure("points of Hearts, a player and round", _points),
    Measure("rounds in which the moon was shot", _moons, share=True),
)
