"""Makes the tournaments of `stych play` and `stych duel` from arguments of the command line."""

from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Final

from pydantic import ValidationError

from referee.errors import UserError
from referee.toml import first_problem
from tournaments.config import tournament_file
from tournaments.config.entrants import bot_folder, manifest
from tournaments.config.named_models import model_name, named_models
from tournaments.config.stop import Stop
from tournaments.formats.duel import DUEL
from tournaments.ratings.sequential import ScoredBy
from tournaments.submissions.reference import Reference

_USUAL_MARGIN: Final = 0.02
"""The default of `better_by` by places: how far the share of the rank points is above 0.5."""
_MOST_DIGITS: Final = 100
"""How many digits the value of an option may have: `int` raises ValueError for thousands."""


def series(
    game: str, bots: Sequence[str], *, boards: int, seed: str | None, options: Sequence[str]
) -> tournament_file.Tournament:
    """The tournament of `stych play`. `options` are texts KEY=VALUE.

    Without a seed one is drawn when the tournament is defined. Raises UserError when a bot, an
    option or a value is wrong.
    """
    models = named_models(bots)
    values = {
        "name": "play",
        "game": game,
        "seed": seed,
        "boards": boards,
        "options": parse_options(options),
        "budget": models.budget,
        "entrants": models.entries(entrants_of(bots, game, with_models=True)),
    }
    return tournament_file.from_mapping(values, "play")


def duel(  # noqa: PLR0913  the arguments of the command
    game: str,
    old: str,
    new: str,
    *,
    boards: int,
    seed: str | None,
    options: Sequence[str],
    better_by: float | None,
    error: float,
    by: ScoredBy = ScoredBy.PLACES,
) -> tournament_file.Tournament:
    """The tournament of `stych duel`: the bot `new` against the bot `old`.

    `better_by` is the smallest gain that matters. By places it is how far the share of the rank
    points is above 0.5, and None means 0.02. By points it is the mean lead in a match, in points of
    the game, and must be given. `error` is the probability of either wrong decision. Raises
    UserError as `series` does, and for a wrong or missing `better_by`.
    """
    if better_by is None:
        if by is ScoredBy.POINTS:
            raise UserError(
                "--by points needs --better-by, the gain that matters in points of the game a"
                " match, such as --better-by 0.5; received none"
            )
        better_by = _USUAL_MARGIN
    try:
        stop = Stop(by=by, better_by=better_by, error=error)
    except ValidationError as wrong:
        # The message names the option of the command, not the key of a file.
        problem = first_problem(wrong, Stop).replace("better_by", "better-by", 1)
        raise UserError(f"--{problem}") from None
    models = named_models([old, new])
    entrants = models.entries(entrants_of([old, new], game, with_models=True))
    values = {
        "name": "duel",
        "game": game,
        "seed": seed,
        "boards": boards,
        "format": DUEL.name,
        "hero": entrants[1]["name"],
        "stop": stop,
        "options": parse_options(options),
        "budget": models.budget,
        "entrants": entrants,
    }
    return tournament_file.from_mapping(values, "duel")


def parse_options(given: Sequence[str]) -> dict[str, object]:
    """The values by key of texts KEY=VALUE; of two with one key the last counts.

    A whole number becomes an int, `true` and `false` a bool; any other value stays a str. Raises
    UserError for a text without "=", and for a number of more than 100 digits.
    """
    options: dict[str, object] = {}
    for each in given:
        key, equals, value = each.partition("=")
        if not equals:
            raise UserError(f"an option is written KEY=VALUE, such as target=35; received {each!r}")
        words: dict[str, object] = {"true": True, "false": False}
        digits = value.removeprefix("-")
        number = digits.isascii() and digits.isdecimal()
        if number and len(digits) > _MOST_DIGITS:
            raise UserError(
                f"the option {key} must be a number of {_MOST_DIGITS} digits at most, or a word;"
                f" received one of {len(digits)}"
            )
        options[key] = int(value) if number else words.get(value, value)
    return options


def entrants_of(
    bots: Sequence[str], game: str, *, with_models: bool = False
) -> list[dict[str, str]]:
    """The bots as entries with the keys `bot` and `name`, in this order.

    Where several have one name, "-" and the version is added to the names of stored bots, and "-2",
    "-3" and so on to names that are still taken. Raises UserError for an argument that names no
    bot, and for a language model unless `with_models`.
    """
    entrants: dict[str, str] = {}
    named = [_named(bot, game, with_models=with_models) for bot in bots]
    # A name has at most 40 characters, so it is cut before anything is added to it.
    for bot, (name, version) in zip(bots, named, strict=True):
        is_shared = [each for each, _ in named].count(name) > 1
        entrant = stem = f"{name[:29]}-{version}" if version and is_shared else name
        for number in count(2):
            if entrant not in entrants:
                break
            entrant = f"{stem[:35]}-{number}"
        entrants[entrant] = bot
    return [{"bot": bot, "name": name} for name, bot in entrants.items()]


def _named(bot: str, game: str, *, with_models: bool) -> tuple[str, str]:
    """The name of the bot or model, and its version.

    The version of a stored bot is "latest", or "v3" for number 3; of all others it is "".
    """
    if (model := model_name(bot)) is not None:
        if not with_models:
            raise UserError(
                "a language model plays in `stych play`, `duel`, `run` and `host`; this command"
                f" takes only bots; received {bot}"
            )
        return model, ""
    if reference := Reference.of(bot):
        return reference.name, f"v{reference.number}" if reference.number else "latest"
    return manifest(bot_folder(bot, Path(), game)).name, ""
