"""The figures of the sample bots of Kořist that docs/games/korist.md shows.

    python -m tests.bots.korist_arena 100
    python -m tests.bots.korist_arena 30 search

plays so many boards of every table with the rules of thumb against random play, or with the search
against the rules of thumb; see tests.bots.arena.
"""

import sys

from referee.games.korist import Variant
from tests.bots.arena import by_thumb, duel, searching, show, uniform
from tests.games.korist_positions import korist

TABLES: list[tuple[int, Variant]] = [
    (2, "base"),
    (2, "advanced"),
    (2, "expert"),
    (3, "base"),
    (3, "advanced"),
    (3, "expert"),
    (4, "base"),
    (5, "base"),
]


def main(boards: int, search: bool) -> None:
    """Play, and print a line for each table."""
    thumb = by_thumb("korist_thumb")
    for players, variant in TABLES:
        game = korist(players, variant)
        one, other = (searching(game), thumb) if search else (thumb, uniform)
        names = "search against thumb" if search else "thumb against random"
        show(f"{players} {variant} {names}", duel(game, one, other, boards))


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:] == ["search"])
