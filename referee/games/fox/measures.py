"""The measures that only the fox has, for the figures of random play in docs/games/fox.md."""

from typing import Final

from referee.games.events import unpack
from referee.games.fox.actions import FoxEventKind
from referee.games.measure import CountedPlaying, Measure, events_of


def _points(playing: CountedPlaying) -> list[int]:
    """The points of both seats in each round."""
    scores = events_of(playing, FoxEventKind.SCORE)
    return [points for event in scores for points in (event.a, event.b)]


def _tricks(playing: CountedPlaying) -> list[int]:
    """The tricks of seat 0 in each round; those of seat 1 are the rest of the 13."""
    tricks = [0]
    for event in map(unpack, playing.events):
        if event.kind == FoxEventKind.TRICK:
            tricks[-1] += event.seat == 0
        elif event.kind == FoxEventKind.SCORE:
            tricks.append(0)
    return tricks[:-1]


def _equal(playing: CountedPlaying) -> list[int]:
    first, second = playing.outcome.points
    return [first == second]


def _rounds(playing: CountedPlaying) -> list[int]:
    return [sum(1 for _ in events_of(playing, FoxEventKind.SCORE))]


MEASURES: Final = (
    Measure("rounds a game", _rounds),
    Measure("points a player and round", _points),
    Measure("equal totals", _equal, share=True),
    Measure("tricks of one seat a round", _tricks, values=range(14)),
)
