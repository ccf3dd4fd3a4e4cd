"""Figures of uniformly random play, against those of an independent implementation."""

import pytest

from referee.games.korist import Variant
from stych_devtools.selfplay.series import SelfPlay
from tests.games.korist_positions import korist
from tests.games.statistics import assert_published

pytestmark = [pytest.mark.slow, pytest.mark.statistics]

PUBLISHED_GAMES = 4000
SCORES: dict[Variant, tuple[float, ...]] = {
    "base": (29.5, 15.1, 0.9, -6.1),
    "advanced": (23.8, 12.1, 10.3, 2.3),
    "expert": (24.0, 12.3, 10.0, 1.3),
}
"""Points of a player, by the number of players from 2 to 5."""
BEST = (33.1, 20.7, 7.9, 1.0)
"""Points of the winner of a base game."""
DECISIONS = (146, 197, 161, 123)
"""Decisions of a base game, forced ones included."""
LONGEST = 367
"""Decisions of the longest game that was published, of any variant and number of players."""


def _assert_published(players: int, variant: Variant, games: int) -> None:
    played = SelfPlay(korist(players, variant), "figures")
    played.play(games)
    figures, place = played.figures, players - 2
    assert_published(figures["points of a player"], SCORES[variant][place], PUBLISHED_GAMES, 0.05)
    decisions = figures["decisions a game"]
    assert decisions.most is not None
    assert decisions.most < LONGEST + 100
    if variant == "base":
        assert_published(figures["points of the winner"], BEST[place], PUBLISHED_GAMES, 0.05)
        assert_published(decisions, DECISIONS[place], PUBLISHED_GAMES, 0.5)


@pytest.mark.parametrize("variant", ["base", "advanced", "expert"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_play(players: int, variant: Variant) -> None:
    _assert_published(players, variant, 750)
