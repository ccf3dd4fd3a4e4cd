"""Checks the types and values of a definition, before matches are checked against it."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from referee.conduct import Conduct
from referee.errors import InvalidError, UserError
from referee.games.registry import OptionsError, UnknownGameError, make_game, other_rules
from referee.rpc.manifest import Name
from referee.toml import first_problem
from tournaments.config.definition import Definition
from tournaments.config.stop import Stop
from tournaments.config.tournament_file import MOST_BOARDS, MOST_ROUNDS
from tournaments.formats.registry import FORMATS

_STOP_KEYS: Final = ("resolved", "better_by", "error", "by")
"""The keys of a definition that come from the table [stop] of a tournament file."""


class SettingError(InvalidError):
    """No tournament can have this definition, or none with the rules that are installed."""


Board = Annotated[int, Field(ge=1, le=MOST_BOARDS)]
"""The number of a board, or a number of boards."""


class _Part(BaseModel):
    # Types are strict, but unknown keys pass: not all keys of a definition are needed here.
    model_config = ConfigDict(frozen=True, strict=True, defer_build=True)


class DefinedEntrant(_Part):
    """An entrant in a definition."""

    bot: str
    version: str
    digest: str
    joined: int = Field(default=1, ge=1)
    remote: bool = False
    """Whether the bot dials in: then only its Hello says which program it is."""


class PlacedRating(_Part):
    """The rating from earlier tournaments that a definition has of an entrant of a ladder.

    Entrants begin at a mu of 25: real ratings are far within these bounds.
    """

    mu: float = Field(ge=-1000, le=1000)
    sigma: float = Field(gt=0.001, le=1000)


class Setting(_Part):
    """The values of a definition, within the bounds of a tournament file.

    Without bounds a definition in somebody else's archive could ask for any amount of memory.
    """

    game: str
    options: dict[str, Any]
    rules_version: int
    seats: int
    seed: str
    format: str
    boards: int = Field(ge=1, le=MOST_BOARDS)
    raised: list[Annotated[list[Board], Field(min_length=2, max_length=2)]] = []
    """See `Definition.raised`."""
    hero: str | None = None
    rounds: int | None = Field(default=None, ge=1, le=MOST_ROUNDS)
    conduct: Conduct
    fresh_processes: bool
    deals: Literal["duplicate", "independent"] | None = None
    placed: dict[Name, PlacedRating] = {}
    entrants: dict[Name, DefinedEntrant]


def read_setting(definition: Definition) -> Setting:
    """The checked values of a definition.

    Raises SettingError when no tournament can have the definition, or when the installed rules are
    of another version.
    """
    try:
        setting = Setting.model_validate(definition.values)
        if rules := other_rules(setting.game, setting.rules_version):
            raise SettingError(f"it was played by {rules}")
        game = make_game(setting.game, setting.options)
        _check_stop(definition.values)
    except ValidationError as error:
        raise SettingError(f"the definition: {first_problem(error, Setting)}") from None
    except (UnknownGameError, OptionsError) as error:
        raise SettingError(f"the definition: {error}") from None
    if setting.seats != game.seats or setting.format not in FORMATS:
        raise SettingError(
            f"the definition: no tournament of {game.id} has the format {setting.format!r}"
            f" and {setting.seats} seats"
        )
    # Only the format can tell whether entrants, hero and boards fit together.
    try:
        definition.schedule()
    except UserError as error:
        raise SettingError(f"the definition: {error}") from None
    return setting


def _check_stop(values: Mapping[str, Any]) -> None:
    """Raise ValidationError if what ends the tournament early has impossible values."""
    stop = {key: values[key] for key in _STOP_KEYS if values.get(key) is not None}
    # Every version has written the error beside `better_by`, so its default does not apply.
    if "better_by" in stop:
        stop.setdefault("error", None)
    Stop.model_validate(stop)
