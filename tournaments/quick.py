"""The quick series of `stych play`: a tournament from a command line instead of a file."""

from collections.abc import Sequence
from itertools import count
from pathlib import Path

from tournaments import model
from tournaments.entrants import manifest
from tournaments.errors import UserError


def series(
    game: str, bots: Sequence[Path], *, boards: int, seed: str, options: Sequence[str]
) -> model.Tournament:
    """The tournament of these bots; options are KEY=VALUE.

    Raises UserError or TournamentFileError.
    """
    values = {
        "name": "play",
        "game": game,
        "seed": seed,
        "boards": boards,
        "options": parse_options(options),
        "entrants": _entrants(bots),
    }
    return model.from_mapping(values, "play")


def duel(
    game: str,
    old: Path,
    new: Path,
    *,
    boards: int,
    options: Sequence[str],
    better_by: float,
    error: float,
) -> model.Tournament:
    """The duel of two versions. Raises UserError or TournamentFileError."""
    entrants = _entrants([old, new])
    values = {
        "name": "duel",
        "game": game,
        "seed": "duel",
        "boards": boards,
        "format": "duel",
        "hero": entrants[1]["name"],
        "stop": {"better_by": better_by, "error": error},
        "options": parse_options(options),
        "entrants": entrants,
    }
    return model.from_mapping(values, "duel")


def parse_options(given: Sequence[str]) -> dict[str, object]:
    """Values as a TOML file would have them: numbers, true or false; anything else is text.

    Raises UserError for what is not KEY=VALUE.
    """
    options: dict[str, object] = {}
    for each in given:
        key, equals, value = each.partition("=")
        if not equals:
            raise UserError(f"an option is written KEY=VALUE, such as target=35; received {each!r}")
        words: dict[str, object] = {"true": True, "false": False}
        number = value.removeprefix("-").isdecimal()
        options[key] = int(value) if number else words.get(value, value)
    return options


def _entrants(bots: Sequence[Path]) -> list[dict[str, str]]:
    """Bots of one name, or one that is given twice, get numbers."""
    entrants: dict[str, str] = {}
    for bot in bots:
        name = own = manifest(bot).name
        for number in count(2):
            if own not in entrants:
                break
            own = f"{name[:35]}-{number}"
        entrants[own] = str(bot)
    return [{"bot": bot, "name": name} for name, bot in entrants.items()]
