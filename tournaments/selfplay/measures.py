"""What is counted: some things in every game, and those that the game's own page has figures of."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from referee.games.events import Event, unpack
from referee.games.fox.actions import FoxEventKind
from referee.games.game import AnyGame
from referee.games.nase_hra.actions import NaseHraEventKind
from referee.games.the_game.actions import TheGameEventKind
from referee.testing import Playing


class Measure(NamedTuple):
    """A figure's name, and its whole numbers in one playing."""

    name: str
    of: Callable[[Playing], Sequence[int]]
    share: bool = False
    """Whether the numbers are 0 and 1, so that their mean is a share."""
    values: range | None = None
    """If it is not the mean that matters but how often each of these occurs."""


def measures_of(game: AnyGame) -> tuple[Measure, ...]:
    """Those of every game, then the game's own."""
    general = _COOPERATIVE if game.cooperative else _COMPETITIVE
    return (*general, *_OWN.get(game.id, ()))


def _shared_first_place(playing: Playing) -> bool:
    return playing.outcome.places.count(1) > 1


_DECISIONS: Final = (
    Measure("decisions a game", lambda playing: [len(playing.actions)]),
    Measure("decisions asked for", lambda playing: [playing.asked]),
)
_COMPETITIVE: Final = (
    Measure("points of a player", lambda playing: playing.outcome.points),
    Measure("points of the winner", lambda playing: [max(playing.outcome.points)]),
    *_DECISIONS,
    Measure("first place shared", lambda playing: [_shared_first_place(playing)], share=True),
)
_COOPERATIVE: Final = (
    Measure("points of the team", lambda playing: playing.outcome.points[:1]),
    *_DECISIONS,
)


def _events(playing: Playing, kind: int) -> Iterator[Event]:
    return (unpack(event) for event in playing.events if event & 31 == kind)


def _fox_points(playing: Playing) -> list[int]:
    return [
        points for event in _events(playing, FoxEventKind.SCORE) for points in (event.a, event.b)
    ]


def _fox_tricks(playing: Playing) -> list[int]:
    """Of seat 0, by round."""
    tricks = [0]
    for event in map(unpack, playing.events):
        if event.kind == FoxEventKind.TRICK:
            tricks[-1] += event.seat == 0
        elif event.kind == FoxEventKind.SCORE:
            tricks.append(0)
    return tricks[:-1]


def _fox_equal(playing: Playing) -> list[int]:
    one, other = playing.outcome.points
    return [one == other]


def _nase_hra_points(playing: Playing) -> list[int]:
    scores = _events(playing, NaseHraEventKind.SCORE)
    return [points for score in scores for points in score[2 : 3 + score.seat]]


def _the_game_left(playing: Playing) -> list[int]:
    return [event.a for event in _events(playing, TheGameEventKind.OVER)]


def _the_game_beaten(playing: Playing) -> list[int]:
    return [not event.a and not event.b for event in _events(playing, TheGameEventKind.OVER)]


def _the_game_burnt(playing: Playing) -> list[int]:
    return [event.b for event in _events(playing, TheGameEventKind.OVER)]


_OWN: Final[Mapping[str, tuple[Measure, ...]]] = {
    "fox": (
        Measure("rounds a game", lambda p: [sum(1 for _ in _events(p, FoxEventKind.SCORE))]),
        Measure("points a player and round", _fox_points),
        Measure("equal totals", _fox_equal, share=True),
        Measure("tricks of one seat a round", _fox_tricks, values=range(14)),
    ),
    "nase-hra": (Measure("points a player and game", _nase_hra_points),),
    "the-game": (
        Measure("cards left", _the_game_left),
        Measure("games beaten", _the_game_beaten, share=True),
        Measure("games lost by fire", _the_game_burnt, share=True),
    ),
}
