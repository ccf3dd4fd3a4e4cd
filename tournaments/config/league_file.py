"""Reads league files: the tournaments of a season, and the rules of the season's table."""

from collections import Counter
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from referee.files import exists
from referee.rpc.manifest import Name
from referee.text import did_you_mean, quoted
from referee.toml_lines import key_lines
from tournaments.config.file_values import place_text, read_values, validated
from tournaments.core.errors import TournamentFileError
from tournaments.resources.examples import league_example, league_examples

BY_POINTS: Final = "points"
"""The value of `table` for a table by points."""
MOST_TOURNAMENTS: Final = 1000
"""The most tournaments that a season may have."""


class _Part(BaseModel):
    # Unknown keys are refused, since a misspelt key would otherwise be ignored in silence.
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class CountedTournament(_Part):
    """An entry in [[tournaments]]: a tournament of the season."""

    name: Name = Field(
        description="a tournament of the data folder; of a file with divisions NAME.DIVISION"
    )
    weight: float = Field(
        default=1.0,
        gt=0,
        le=1000,
        description="in a table by points, the factor by which its points are multiplied",
    )


class Eligibility(_Part):
    """The table [eligible]: which bots are ranked. All others stand below them, without a rank."""

    tournaments: int = Field(
        default=1,
        ge=1,
        le=MOST_TOURNAMENTS,
        description="the fewest counted tournaments of a ranked bot",
    )
    matches: int = Field(
        default=0, ge=0, description="the fewest matches of a ranked bot in counted tournaments"
    )
    faults: float = Field(
        default=1.0,
        ge=0,
        le=1,
        description="the most faults of a ranked bot, as a mean over its matches",
    )
    withdrawn: bool = Field(
        default=True, description="whether a bot that was withdrawn for its faults is ranked"
    )


class League(_Part):
    """The contents of a league file."""

    name: Name = Field(description="the name of the season")
    table: Literal["rating", "points"] = Field(
        default="rating",
        description="rating: all blocks are rated together, and must be of one game with the same"
        " options; points: ranks in tournaments of any games are worth points, which are added up",
    )
    # Not strict, like the other tuples of files: TOML has lists.
    points: tuple[Annotated[float, Field(ge=0, le=1_000_000)], ...] = Field(
        default=(10, 8, 6, 5, 4, 3, 2, 1),
        strict=False,
        min_length=1,
        max_length=1000,
        description="the points for each rank in a tournament, beginning with rank 1",
    )
    best: int | None = Field(
        default=None,
        ge=1,
        le=MOST_TOURNAMENTS,
        description="up to this many tournaments count for each bot: those in which it has the"
        " most points; default: all",
    )
    finished: bool = Field(
        default=False, description="whether only tournaments count that were played to their end"
    )
    eligible: Eligibility = Eligibility()
    tournaments: Annotated[
        tuple[CountedTournament, ...],
        Field(strict=False, min_length=1, max_length=MOST_TOURNAMENTS),
    ]

    @property
    def is_by_points(self) -> bool:
        """Whether the table adds up points for ranks; otherwise it rates all blocks together."""
        return self.table == BY_POINTS

    @model_validator(mode="after")
    def _check_tournaments(self) -> "League":
        # If a tournament were rated twice, its blocks would count as twice the evidence.
        times = Counter(each.name for each in self.tournaments)
        if doubled := sorted(name for name, number in times.items() if number > 1):
            raise ValueError(f"a tournament counts once; received {doubled[0]} more than once")
        return self

    @model_validator(mode="after")
    def _check_points_keys(self) -> "League":
        # A key without effect is refused, since its author expects an effect.
        keys: list[str] = [key for key in ("points", "best") if key in self.model_fields_set]
        if any("weight" in each.model_fields_set for each in self.tournaments):
            keys.append("weight")
        if keys and not self.is_by_points:
            raise ValueError(
                f'{keys[0]} belongs to table = "points"; received table = "{self.table}"'
            )
        if any(before < after for before, after in pairwise(self.points)):
            raise ValueError(
                f"points must not rise from one rank to the next; received {quoted(self.points)}"
            )
        return self


def located(path: Path) -> Path:
    """The path if something is there; else the example league of this name; else the path."""
    return path if exists(path) else league_example(str(path)) or path


def read(path: Path) -> League:
    """The league in the file. Raises TournamentFileError if it cannot be read or is wrong."""
    try:
        text, values = read_values(path, located(path))
    except FileNotFoundError:
        examples = league_examples()
        # A path without a suffix may have been meant as the name of an example.
        meant = did_you_mean(str(path), examples)
        hint = "" if path.suffix else f"; the examples are {', '.join(examples)}{meant}"
        raise TournamentFileError(f"there is no league file {path}{hint}") from None
    return validated(League, values, partial(place_text, path, cache(lambda: key_lines(text))))
