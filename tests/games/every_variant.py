"""All variants of all games, for tests that hold of every one."""

from referee.games.game import AnyGame
from referee.games.registry import GAMES
from referee.testing import variants
from referee.testing.playing import variant_text


def all_variants(*games: str) -> list[AnyGame]:
    """Those of the games named, or of all."""
    return [GAMES[game](own) for game in games or sorted(GAMES) for own in variants(GAMES[game])]


def name_of(game: AnyGame) -> str:
    """For the ids of tests."""
    return variant_text(game)
