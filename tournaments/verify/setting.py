"""Checks the types and values of a definition, so that matches can be checked against it."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from referee.conduct import Conduct
from referee.errors import InvalidError, UserError
from referee.games.registry import OptionsError, UnknownGameError, make_game, other_rules
from referee.rpc.manifest import Name
from referee.toml import first_problem
from tournaments.config.definition import Definition
from tournaments.config.tournament_file import MOST_BOARDS, MOST_ROUNDS
from tournaments.formats.registry import FORMATS


class SettingError(InvalidError):
    """The definition cannot be one that was ever kept, or not by this version."""


Board = Annotated[int, Field(ge=1, le=MOST_BOARDS)]


class _Part(BaseModel):
    # Strict, but unknown keys pass: not all that a definition keeps is needed here.
    model_config = ConfigDict(frozen=True, strict=True, defer_build=True)


class DefinedEntrant(_Part):
    """What a definition says of an entrant."""

    bot: str
    version: str
    digest: str
    joined: int = Field(default=1, ge=1)
    remote: bool = False
    """Whether it dials in, and says itself what bot it is."""


class PlacedRating(_Part):
    """The rating by which a definition places an entrant of a ladder."""

    mu: float = Field(ge=-1000, le=1000)
    sigma: float = Field(gt=0.001, le=1000)


class Setting(_Part):
    """The values of a definition, with the bounds of a tournament file.

    An archive of somebody else could otherwise ask for any amount of memory.
    """

    game: str
    options: dict[str, Any]
    rules_version: int
    seats: int
    seed: str
    format: str
    boards: int = Field(ge=1, le=MOST_BOARDS)
    raised: list[Annotated[list[Board], Field(min_length=2, max_length=2)]] = []
    hero: str | None = None
    rounds: int | None = Field(default=None, ge=1, le=MOST_ROUNDS)
    conduct: Conduct
    fresh_processes: bool
    deals: Literal["duplicate", "independent"] | None = None
    placed: dict[Name, PlacedRating] = {}
    entrants: dict[Name, DefinedEntrant]


def read_setting(definition: Definition) -> Setting:
    """The checked values of a definition.

    Raises SettingError for one that no tournament can have, or that is of other rules than these.
    """
    try:
        setting = Setting.model_validate(definition.values)
        if other := other_rules(setting.game, setting.rules_version):
            raise SettingError(f"it was played by {other}")
        game = make_game(setting.game, setting.options)
    except ValidationError as error:
        raise SettingError(f"the definition: {first_problem(error, Setting)}") from None
    except (UnknownGameError, OptionsError) as error:
        raise SettingError(f"the definition: {error}") from None
    if setting.seats != game.seats or setting.format not in FORMATS:
        raise SettingError(
            f"the definition: no tournament of {game.id} has the format {setting.format!r}"
            f" and {setting.seats} seats"
        )
    # Whatever is wrong with entrants, hero and boards together, the format itself knows.
    try:
        definition.schedule()
    except UserError as error:
        raise SettingError(f"the definition: {error}") from None
    return setting
