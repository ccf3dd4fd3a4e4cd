"""Makes the tournament files of first matches: a new version meets sample bots in its games."""

import hashlib
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
"""The names that `first_name` gives."""
_LONGEST: Final = 40
"""Characters that the name of a tournament or of an entrant may have."""
_BOARDS: Final = 6
"""Boards of the first matches in a game: enough to see that a version plays, but not to rank it."""
_OPPONENTS: Final = 3
"""Sample bots that a version meets at most. In a gauntlet of a game with more than four seats it
meets as many as there are other seats."""
_HERO_LETTERS: Final = 29
"""Letters of a bot's name that its entrant has: with "-v" and a number of at most nine digits the
name has at most `_LONGEST` characters."""
_MOST_GAMES: Final = 4
"""Games in which a version has first matches at most."""


def first_name(digest: str, game: str) -> str:
    """The name of the tournament with the first matches in `game` of the version of this digest."""
    # The part of the digest tells versions apart.
    name = f"first-{digest[:12]}-{game}"
    if len(name) <= _LONGEST:
        return name
    # The ids of two games may begin with the same letters, so a cut id gets a hash of the whole.
    suffix = "-" + hashlib.sha256(game.encode()).hexdigest()[:8]
    return name[: _LONGEST - len(suffix)] + suffix


def is_first(name: str) -> bool:
    """Whether the tournament of this name has first matches."""
    return bool(_NAME.fullmatch(name))


def games_to_play(games: Sequence[str]) -> list[str]:
    """The games in which a version has first matches: the first ones of `games`, which it plays."""
    return list(dict.fromkeys(games))[:_MOST_GAMES]


def first_file(version: str, digest: str, game: str) -> str:
    """The tournament file for the version NAME@N. Raises UserError if sample bots are too few."""
    rules = make_game(game, {})
    name, _, number = version.partition("@")
    # No sample bot has a name with such an ending.
    hero = f"{name[:_HERO_LETTERS]}-v{number}"
    lines = [f'name = "{first_name(digest, game)}"', f'game = "{game}"', f"boards = {_BOARDS}"]
    entries = [(hero, version)]
    if GAUNTLET in formats_of(rules):
        opponents = samples(game)[: max(_OPPONENTS, rules.seats - 1)]
        if len(opponents) < rules.seats - 1:
            raise UserError(f"there are too few sample bots that play {game}")
        lines += [f'format = "{GAUNTLET.name}"', f'hero = "{hero}"']
    else:
        opponents = samples(game)[:_OPPONENTS]
        if not opponents:
            raise UserError(f"there is no sample bot that plays {game}")
    entries += [(bot.replace("/", "-")[:_LONGEST], bot) for bot in opponents]
    for entrant, bot in entries:
        lines += ["", "[[entrants]]", f'name = "{entrant}"', f'bot = "{bot}"']
    return "\n".join(lines) + "\n"


def write_first(place: Path, version: str, digest: str, game: str) -> Path:
    """Write the file of `first_file` into the folder `place`, and return its path.

    Raises UserError as `first_file`, and when the file cannot be written.
    """
    path = place / f"{first_name(digest, game)}.toml"
    try:
        path.write_text(first_file(version, digest, game), encoding="utf-8")
    except OSError as error:
        raise UserError(f"{path} cannot be written: {error.strerror}") from None
    return path
