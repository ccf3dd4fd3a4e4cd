"""The figures of the sample bots of Naše hra that docs/games/nase-hra.md shows.

    python -m tests.bots.nase_hra_arena 1000
    python -m tests.bots.nase_hra_arena 150 search

plays so many boards: the rules of thumb against play without any, random play against them, and
both among their own kind; or the search against the rules of thumb. See tests.bots.arena.
"""

import sys
from collections import Counter
from typing import NamedTuple

from referee.games.events import unpack
from referee.games.nase_hra import NaseHraGame
from referee.games.nase_hra.actions import NaseHraEventKind
from tests.bots.arena import Bot, by_thumb, duel, first, play, searching, show, uniform
from tests.games.nase_hra_positions import nase_hra
from tests.games.statistics import Mean, mean

BOTS: dict[str, Bot] = {"thumb": by_thumb("nase_hra_thumb"), "random": uniform, "first": first}


class Among(NamedTuple):
    """What a bot does among its own kind."""

    points: Mean
    """Points of a player in a game."""
    a_trick: float
    """Points for each trick taken."""
    cards_a_trick: float
    """Taking cards announced for each trick taken."""
    a_card: float
    """Points for each taking card announced."""
    most: int
    """The most points of a player in one game."""


def among_its_kind(game: NaseHraGame, bot: Bot, boards: int) -> Among:
    """The figures that docs/games/nase-hra.md compares with those of people."""
    sums: Counter[str] = Counter()
    means, most = [], 0
    for board in range(boards):
        state = play(game, board, [bot] * game.seats)
        points = state.outcome().points
        means.append(sum(points) / game.seats)
        most = max(most, *points)
        events = [unpack(event) for event in state.events]
        sums["points"] += sum(points)
        sums["tricks"] += sum(event.kind == NaseHraEventKind.TRICK for event in events)
        sums["cards"] += sum(event.a for event in events if event.kind == NaseHraEventKind.ANNOUNCE)
    tricks, cards, points_sum = sums["tricks"], sums["cards"], sums["points"]
    return Among(mean(means), points_sum / tricks, cards / tricks, points_sum / cards, most)


def _show_among(label: str, among: Among) -> None:
    texts = [f"{v.value:.3f} ± {v.error:.3f}" if isinstance(v, Mean) else f"{v:.2f}" for v in among]
    sys.stdout.write(f"{label}: {', '.join(texts)}\n")


def thumbs(boards: int) -> None:
    """Print the figures of the rules of thumb, and of random play."""
    for players in (3, 2):
        game = nase_hra(players)
        for one, other in (("thumb", "random"), ("random", "thumb"), ("thumb", "first")):
            show(f"{players} {one} against {other}", duel(game, BOTS[one], BOTS[other], boards))
        for name in ("thumb", "random"):
            _show_among(f"{players} {name} alone", among_its_kind(game, BOTS[name], boards))


def searches(boards: int) -> None:
    """Print the figures of the search."""
    for players in (3, 2):
        game = nase_hra(players)
        show(f"{players} search against thumb", duel(game, searching(game), BOTS["thumb"], boards))


if __name__ == "__main__":
    (searches if sys.argv[2:] == ["search"] else thumbs)(int(sys.argv[1]))
