"""The measures of The Game: cards left, games beaten, and games lost by fire.

The first two count the figures of random and of greedy play in docs/games/the-game.md.
"""

from typing import Final

from referee.games.measure import CountedPlaying, Measure, events_of
from referee.games.the_game.actions import TheGameEventKind


# OVER comes once in a playing: a is the number of cards left, and b is 1 after a loss by fire.
def _left(playing: CountedPlaying) -> list[int]:
    return [event.a for event in events_of(playing, TheGameEventKind.OVER)]


def _beaten(playing: CountedPlaying) -> list[int]:
    # The last card ends the game without a loss by fire (TG-R5), so b need not be looked at.
    return [event.a == 0 for event in events_of(playing, TheGameEventKind.OVER)]


def _burnt(playing: CountedPlaying) -> list[int]:
    return [event.b for event in events_of(playing, TheGameEventKind.OVER)]


MEASURES: Final = (
    Measure("cards left", _left),
    Measure("games beaten", _beaten, share=True),
    Measure("games lost by fire", _burnt, share=True),
)
