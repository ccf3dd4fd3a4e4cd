"""What is counted of many playings of Hearts, for `stych selfplay`."""

from typing import Final

from referee.games.measure import CountedPlaying, Measure, events_of
from stych_hearts.actions import HeartsEventKind


def _rounds(playing: CountedPlaying) -> list[int]:
    return [sum(1 for _ in events_of(playing, HeartsEventKind.ROUND))]


def _points(playing: CountedPlaying) -> list[int]:
    """Those of Hearts, of all seats one after another."""
    return [event.a - event.b for event in events_of(playing, HeartsEventKind.SCORE)]


def _moons(playing: CountedPlaying) -> list[int]:
    """By round, whether somebody has shot the moon."""
    happened = (event & 31 for event in playing.events)
    moons: list[int] = []
    for kind in happened:
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
