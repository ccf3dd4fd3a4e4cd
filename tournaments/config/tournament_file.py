"""The contents of a tournament file, as pydantic models that check every key."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from referee.conduct import Conduct
from referee.games.game import AnyGame
from referee.games.registry import make_game
from referee.models.settings import Budget, ModelSettings
from referee.rpc.manifest import Name
from referee.toml_lines import Place
from tournaments.config.file_values import validated
from tournaments.config.stop import Stop
from tournaments.formats.format import Format
from tournaments.formats.registry import FORMATS, formats_of, owners

QUICK = ("play", "duel")
"""The names of the tournaments of `stych play` and `stych duel`.

A new series or duel replaces the last one of this name.
"""

# Far more than anybody plays, and few enough for memory: an archive with a definition of 10^30
# boards once used up all memory (docs/reliability.md, Fuzzing).
MOST_BOARDS: Final = 1_000_000
"""The most boards of a tournament."""
MOST_ROUNDS: Final = 1_000
"""The most rounds of a Swiss tournament."""


def _plain(text: str) -> str:
    # No path can hold NUL. A seed must not, since NUL separates the texts that random streams are
    # derived from.
    if "\0" in text:
        raise ValueError("must not hold NUL characters")
    return text


Text = Annotated[str, AfterValidator(_plain)]
"""A text without NUL characters."""


class _Part(BaseModel):
    # Unknown keys are refused, since a misspelt key would otherwise be ignored in silence.
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class EntrantEntry(_Part):
    """An entry in [[entrants]]: a bot in a folder, stored or remote, or a language model."""

    bot: Annotated[str, Field(min_length=1), AfterValidator(_plain)] | None = Field(
        default=None,
        description="the bot's folder, relative to this file; or sample/NAME, or NAME@N",
    )
    remote: bool = Field(
        default=False, description="whether the bot runs elsewhere and dials in to `stych host`"
    )
    llm: ModelSettings | None = Field(
        default=None, description="a language model at an endpoint, see `stych docs llm`"
    )
    name: Name | None = Field(
        default=None,
        description="its name in the table; default: the bot's name; remote bots and language"
        " models need one",
    )
    # Not strict, like the other tuples of files: TOML has lists.
    divisions: tuple[Name, ...] | None = Field(
        default=None, strict=False, description="the divisions that it plays in; default: all"
    )

    @model_validator(mode="after")
    def _check_kind(self) -> "EntrantEntry":
        if [self.remote, self.bot is not None, self.llm is not None].count(True) != 1:
            raise ValueError('must have one of bot = "FOLDER", remote = true, llm = { ... }')
        if self.bot is None and self.name is None:
            kind = "remote" if self.remote else "a language model"
            raise ValueError(f"must have a name, since it is {kind}")
        return self


class Play(_Part):
    """The table [play]: how the matches of a tournament are run.

    Only `fresh_processes` is fixed once the tournament was begun, since it decides what bots can
    remember.
    """

    matches_at_once: int = Field(
        default=8, ge=1, le=1024, description="matches under way at once, in each worker process"
    )
    thinking: int = Field(
        default=0,
        ge=0,
        le=1024,
        description="local bots that think at the same time, over all workers; 0: as many as there"
        " are processors",
    )
    fresh_processes: bool = Field(
        default=False, description="whether every match has new processes of its bots"
    )


class IsolationSettings(_Part):
    """The table [isolation]: what an isolated local bot may use and read."""

    memory_mb: int = Field(default=1024, ge=64, le=1 << 20, description="memory of a bot, in MB")
    processes: int = Field(
        default=128, ge=8, le=1 << 16, description="processes and threads of a bot"
    )
    cpus: int = Field(default=1, ge=1, le=1024, description="processors of a bot")
    tmp_mb: int = Field(default=64, ge=1, le=1 << 20, description="its temporary files, in MB")
    readable: tuple[Text, ...] = Field(
        default=(),
        strict=False,
        description="what bots may read beside their own folders and the runtimes of their"
        " languages, relative to this file",
    )


class Tournament(_Part):
    """The contents of a tournament file."""

    name: Name = Field(description="the name under which its results are kept")
    game: str = Field(description="the game's id; `stych games` lists them")
    seed: Annotated[str, Field(min_length=1, max_length=200), AfterValidator(_plain)] | None = (
        Field(
            default=None,
            description="all chance is derived from it; default: a seed that is drawn and kept",
        )
    )
    boards: int = Field(ge=1, le=MOST_BOARDS, description="how many boards are played")
    deals: Literal["duplicate", "independent"] | None = Field(
        default=None,
        description="duplicate: the matches of a block share a deal; independent: every match has"
        " a deal of its own; default: independent with remote entrants, else duplicate",
    )
    format: str | None = Field(
        default=None, description="who meets whom; default: round-robin, or self-play for teams"
    )
    hero: Name | None = Field(
        default=None, description="in a gauntlet whom all others meet; in a duel the new version"
    )
    rounds: int | None = Field(
        default=None,
        ge=1,
        le=MOST_ROUNDS,
        description="the rounds of a Swiss tournament; default: one more than in a knock-out",
    )
    follows: Annotated[tuple[Name, ...], Field(strict=False, max_length=100)] = Field(
        default=(),
        description="for a ladder, tournaments of the data folder: their ratings decide which"
        " opponents their entrants meet first",
    )
    null_pair: Name | None = Field(
        default=None,
        description="the entrant that also plays under a second name, NAME-twin: differences"
        " between the two are noise",
    )
    options: dict[str, Any] = Field(
        default={}, description="the game's options; `stych games GAME` lists them"
    )
    stop: Stop = Stop()
    conduct: Conduct = Conduct()
    play: Play = Play()
    isolation: IsolationSettings = IsolationSettings()
    budget: Budget = Budget()
    entrants: Annotated[
        tuple[EntrantEntry, ...], Field(strict=False, min_length=1, max_length=1000)
    ]

    @model_validator(mode="after")
    def _check_format_keys(self) -> "Tournament":
        formats = [each.name for each in formats_of(make_game(self.game, self.options))]
        if self.format not in (None, *formats):
            raise ValueError(
                f"the formats of {self.game} are {', '.join(formats)}; received {self.format!r}"
            )
        form = self.effective_format
        # A key without effect is refused, since its author expects an effect. `stop.error` is not:
        # it has a default, with which it stands in example.toml.
        for key, value in (
            ("hero", self.hero),
            ("rounds", self.rounds),
            ("follows", self.follows or None),
            ("stop.resolved", self.stop.resolved),
            ("stop.better_by", self.stop.better_by),
            ("stop.by", self.stop.by),
        ):
            if value is not None and key not in form.keys:
                fitting = " and ".join(owners(key))
                raise ValueError(f"{key} belongs to {fitting}, not to {form.name}")
        return self

    @model_validator(mode="after")
    def _check_follows(self) -> "Tournament":
        if self.name in self.follows:
            raise ValueError(f"a ladder cannot follow itself; received follows = {self.name!r}")
        return self

    @model_validator(mode="after")
    def _check_remote(self) -> "Tournament":
        # The referee cannot start a remote bot, so neither a twin of it nor a new process
        # (docs/hosting.md).
        names = self.remote
        if self.null_pair in names:
            raise ValueError(
                f"null_pair must be an entrant that is not remote; {self.null_pair} is remote"
            )
        if names and self.play.fresh_processes:
            raise ValueError(
                f"play.fresh_processes cannot be used with remote bots; {min(names)} is remote"
            )
        return self

    @property
    def remote(self) -> frozenset[str]:
        """The names of the entrants that dial in."""
        return frozenset(each.name for each in self.entrants if each.remote and each.name)

    @property
    def effective_deals(self) -> Literal["duplicate", "independent"]:
        """The value of `deals`, or its default.

        With remote bots the default is "independent", as they may remember deals.
        """
        return self.deals or ("independent" if self.remote else "duplicate")

    def make_game(self) -> AnyGame:
        """A new instance of the game under the options of this file."""
        return make_game(self.game, self.options)

    @property
    def effective_format(self) -> Format:
        """The format that the key `format` names; without the key, the usual one of the game."""
        return FORMATS[self.format] if self.format else formats_of(self.make_game())[0]


def from_mapping(values: Mapping[str, Any], where: str | Callable[[Place], str]) -> Tournament:
    """The tournament of these values.

    Raises TournamentFileError with all problems. Each begins with `where`: a text, or a function
    that gives the text for the place of the problem.
    """
    return validated(Tournament, values, where)
