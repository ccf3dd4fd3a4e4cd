"""A tournament file: TOML, validated, every problem told in one sentence."""

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
"""The names under which `stych play` and `stych duel` keep matches, until they are next run."""


# Far beyond what anybody plays, and small enough for memory: a definition of 10^30 boards in an
# archive once took all of it (docs/reliability.md, Fuzzing).
MOST_BOARDS: Final = 1_000_000
MOST_ROUNDS: Final = 1_000


def _plain(text: str) -> str:
    # Paths cannot hold NUL, and it separates the parts from which all chance is derived.
    if "\0" in text:
        raise ValueError("must not hold NUL characters")
    return text


Text = Annotated[str, AfterValidator(_plain)]


class _Part(BaseModel):
    # Strict and without unknown keys: a misspelt key must not be passed over in silence.
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class EntrantEntry(_Part):
    """Who takes part: a bot in a folder, a stored one, one that dials in, or a language model."""

    bot: Annotated[str, Field(min_length=1), AfterValidator(_plain)] | None = Field(
        default=None, description="the bot's folder, relative to this file, or NAME@N"
    )
    remote: bool = Field(
        default=False, description="it runs elsewhere and dials in, see `stych host`"
    )
    llm: ModelSettings | None = Field(
        default=None, description="it is a language model at an endpoint, see `stych docs llm`"
    )
    name: Name | None = Field(
        default=None,
        description="its name in the table; default: the bot's; a remote one and a model need it",
    )
    divisions: tuple[Name, ...] | None = Field(
        default=None, strict=False, description="the divisions that it plays in; default: all"
    )

    @model_validator(mode="after")
    def _somewhere(self) -> "EntrantEntry":
        if [self.remote, self.bot is not None, self.llm is not None].count(True) != 1:
            raise ValueError('must have one of bot = "FOLDER", remote = true, llm = { ... }')
        if self.bot is None and self.name is None:
            kind = "remote" if self.remote else "a language model"
            raise ValueError(f"must have a name, since it is {kind}")
        return self


class Play(_Part):
    """How the matches of a tournament are run.

    `fresh_processes` alone may change what well-behaved bots play: what they remember.
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
        default=False, description="a new process of each bot for every match: no memory of others"
    )


class IsolationSettings(_Part):
    """What local bots may use and see, when they are isolated."""

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

    name: Name = Field(description="under which its results are kept")
    game: str = Field(description="the game's id; `stych games` lists them")
    seed: Annotated[str, Field(min_length=1, max_length=200), AfterValidator(_plain)] | None = (
        Field(
            default=None,
            description="all chance is derived from it; default: one that is drawn and kept",
        )
    )
    boards: int = Field(ge=1, le=MOST_BOARDS, description="each is played by all, in all seatings")
    deals: Literal["duplicate", "independent"] | None = Field(
        default=None,
        description="duplicate: one deal for all seatings of a block; independent: one for each"
        " match; default: duplicate, with remote entrants independent",
    )
    format: str | None = Field(
        default=None, description="who meets whom; default: round-robin, or self-play for teams"
    )
    hero: Name | None = Field(
        default=None, description="whom all others meet in a gauntlet; the new one in a duel"
    )
    rounds: int | None = Field(
        default=None, ge=1, le=MOST_ROUNDS, description="of a Swiss tournament; default: enough"
    )
    follows: Annotated[tuple[Name, ...], Field(strict=False, max_length=100)] = Field(
        default=(),
        description="of a ladder: tournaments of the data folder by whose ratings it places those"
        " who played in them",
    )
    null_pair: Name | None = Field(
        default=None,
        description="the entrant that also plays as its own twin: what sets the two apart is noise",
    )
    options: dict[str, Any] = Field(default={}, description="the game's, see `stych games`")
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
        form = self.who_meets_whom
        # Refused and not passed over: who writes it expects it to do something.
        for key, value in (
            ("hero", self.hero),
            ("rounds", self.rounds),
            ("follows", self.follows or None),
            ("stop.resolved", self.stop.resolved),
            ("stop.better_by", self.stop.better_by),
            ("stop.by", self.stop.by),
        ):
            if value is not None and key not in form.keys:
                own = " and ".join(owners(key))
                raise ValueError(f"{key} belongs to {own}, not to {form.name}")
        return self

    @model_validator(mode="after")
    def _check_follows(self) -> "Tournament":
        if self.name in self.follows:
            raise ValueError(f"a ladder cannot follow itself; received follows = {self.name!r}")
        return self

    @model_validator(mode="after")
    def _remote_bots(self) -> "Tournament":
        # Nobody here can start a remote bot twice, or anew (docs/hosting.md).
        names = self.remote
        if self.null_pair in names:
            raise ValueError(
                f"null_pair must be of the bots in folders; {self.null_pair} is remote"
            )
        if names and self.play.fresh_processes:
            raise ValueError(
                f"play.fresh_processes is for bots in folders alone; {min(names)} is remote"
            )
        return self

    @property
    def remote(self) -> frozenset[str]:
        """The names of the entrants that dial in."""
        return frozenset(each.name for each in self.entrants if each.remote and each.name)

    @property
    def dealt(self) -> Literal["duplicate", "independent"]:
        """Its kind of deals: by default independent where bots dial in, as they may remember."""
        return self.deals or ("independent" if self.remote else "duplicate")

    def make_game(self) -> AnyGame:
        """The game with its options."""
        return make_game(self.game, self.options)

    @property
    def who_meets_whom(self) -> Format:
        """The format, or the game's usual one when the file names none."""
        return FORMATS[self.format] if self.format else formats_of(self.make_game())[0]


def from_mapping(values: Mapping[str, Any], where: str | Callable[[Place], str]) -> Tournament:
    """The tournament of these values.

    Raises TournamentFileError with all problems, each after `where` it is: what the values stand
    in, or what says so for the place of one.
    """
    return validated(Tournament, values, where)
