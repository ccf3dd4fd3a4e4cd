"""The first matches of a new version: it meets sample bots in each of its games."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from referee.errors import UserError
from referee.games.registry import make_game
from tournaments.formats.gauntlet import GAUNTLET
from tournaments.formats.registry import formats_of
from tournaments.resources.samples import samples

_NAME: Final = re.compile(r"first-[0-9a-f]{12}-[a-z0-9._-]+")
_LONGEST: Final = 40
# Enough to see that it plays, and not enough to rank it: that is what tournaments are for.
_BOARDS: Final = 6
_OPPONENTS: Final = 3
"""Sample bots that it meets, in games of more seats than four so many as there are other seats."""
_MOST_GAMES: Final = 4


def first_name(digest: str, game: str) -> str:
    """Under which name the first matches of these contents in the game are kept."""
    # A name may have forty characters, and the digest alone tells versions apart.
    return f"first-{digest[:12]}-{game}"[:_LONGEST]


def is_first(name: str) -> bool:
    """Whether first matches are kept under that name."""
    return bool(_NAME.fullmatch(name))


def games_to_play(games: Sequence[str]) -> list[str]:
    """Those in which a version has first matches."""
    return list(dict.fromkeys(games))[:_MOST_GAMES]


def first_file(version: str, digest: str, game: str) -> str:
    """The tournament file of the first matches. Raises UserError where nothing can be played."""
    rules = make_game(game, {})
    name, _, number = version.partition("@")
    # Nothing else ends like that: the samples have names of their own.
    hero = f"{name[:29]}-v{number}"
    lines = [f'name = "{first_name(digest, game)}"', f'game = "{game}"', f"boards = {_BOARDS}"]
    entries = [(hero, version)]
    if GAUNTLET in formats_of(rules):
        others = samples(game)[: max(_OPPONENTS, rules.seats - 1)]
        if len(others) < rules.seats - 1:
            raise UserError(f"there are too few sample bots that play {game}")
        lines += [f'format = "{GAUNTLET.name}"', f'hero = "{hero}"']
    else:
        others = samples(game)[:_OPPONENTS]
        if not others:
            raise UserError(f"there is no sample bot that plays {game}")
    entries += [(other.replace("/", "-")[:_LONGEST], other) for other in others]
    for own, bot in entries:
        lines += ["", "[[entrants]]", f'name = "{own}"', f'bot = "{bot}"']
    return "\n".join(lines) + "\n"


def write_first(place: Path, version: str, digest: str, game: str) -> Path:
    """Write that file into the folder. Raises UserError."""
    path = place / f"{first_name(digest, game)}.toml"
    try:
        path.write_text(first_file(version, digest, game), encoding="utf-8")
    except OSError as error:
        raise UserError(f"{path} cannot be written: {error.strerror}") from None
    return path
