"""The measures behind the figures of random play in docs/games/the-game.md."""

from typing import Final

from referee.games.measure import CountedPlaying, Measure, events_of
from referee.games.the_game.actions import TheGameEventKind


def _left(playing: CountedPlaying) -> list[int]:
    return [event.a for event in events_of(playing, TheGameEventKind.OVER)]


def _beaten(playing: CountedPlaying) -> list[int]:
    return [not event.a and not event.b for event in events_of(playing, TheGameEventKind.OVER)]


def _burnt(playing: CountedPlaying) -> list[int]:
    return [event.b for event in events_of(playing, TheGameEventKind.OVER)]


MEASURES: Final = (
    Measure("cards left", _left),
    Measure("games beaten", _beaten, share=True),
    Measure("games lost by fire", _burnt, share=True),
)
