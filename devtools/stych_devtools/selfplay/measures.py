"""The measures of self-play: some for all games, and others that a single game has."""

from typing import Final

from referee.games.game import AnyGame
from referee.games.measure import CountedPlaying, Measure
from referee.games.registry import part_of


def measures_of(game: AnyGame) -> tuple[Measure, ...]:
    """The measures of all cooperative or of all other games, then those of the game itself."""
    general = _COOPERATIVE if game.cooperative else _COMPETITIVE
    # A game may have no module of measures.
    module = part_of(game.id, "measures")
    special: tuple[Measure, ...] = module.MEASURES if module else ()
    return (*general, *special)


def _winners_points(playing: CountedPlaying) -> int:
    # By the places: what points mean is up to the game, and fewer may be better.
    return playing.outcome.points[playing.outcome.places.index(1)]


def _shared_first_place(playing: CountedPlaying) -> bool:
    return playing.outcome.places.count(1) > 1


_DECISIONS: Final = (
    # With forced moves, for which nobody is asked.
    Measure("decisions a game", lambda playing: [len(playing.actions)]),
    Measure("decisions asked for", lambda playing: [playing.asked]),
)
_COMPETITIVE: Final = (
    Measure("points of a player", lambda playing: playing.outcome.points),
    Measure("points of the winner", lambda playing: [_winners_points(playing)]),
    *_DECISIONS,
    Measure("first place shared", lambda playing: [_shared_first_place(playing)], share=True),
)
_COOPERATIVE: Final = (
    # All seats of a team have the same points, which count once.
    Measure("points of the team", lambda playing: playing.outcome.points[:1]),
    *_DECISIONS,
)
