"""The definition of a tournament, which the data folder stores beside matches and journal."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

from referee.errors import UserError
from referee.games.registry import GAMES
from tournaments.config.seats_option import seats_hint
from tournaments.core.dealing import Deals
from tournaments.formats.field import Field
from tournaments.formats.format import Format
from tournaments.formats.registry import FORMATS
from tournaments.formats.staged_schedule import StagedSchedule
from tournaments.ratings.rating import Rating
from tournaments.ratings.sequential import ScoredBy, Sprt

_IN_TABLES: Final = ("game", "options", "format", "boards", "seed", "conduct", "deals")
"""The keys of a definition that the JSON of a rating table repeats."""


@dataclass(frozen=True, slots=True)
class EnteredBot:
    """The bot of an entrant, as a definition describes it."""

    bot: str = ""
    """The name of the bot, from bot.toml; empty for a remote bot."""
    version: str = ""
    """The version of the bot, from bot.toml; empty for a remote bot."""
    digest: str = ""
    """A SHA-256 in hexadecimal: of the bot's files, of the name of a remote bot, or of the settings
    and prompts of a language model."""
    joined: int = 1
    """The first board on which the entrant takes part."""
    remote: bool = False
    """Whether the bot dials in."""
    model: bool = False
    """Whether it is a language model: then `bot` names the model, and `version` the scaffold."""


_BOT_KEYS: Final = tuple(each.name for each in fields(EnteredBot))


@dataclass(frozen=True, slots=True)
class Definition:
    """A tournament as it was defined, read from the JSON object in the data folder.

    An object that an earlier version wrote may lack newer keys. The property of a missing key then
    gives the value that all tournaments of that time had. A property raises KeyError when a key is
    missing that every version has written.
    """

    name: str
    values: dict[str, Any]
    """The JSON object. Only code that writes, compares or checks definitions looks into it."""

    @property
    def game(self) -> str:
        """The id of the game that is played."""
        # The annotation is for mypy: values of a JSON object have no types.
        game: str = self.values["game"]
        return game

    @property
    def options(self) -> Mapping[str, Any]:
        """The values of all options of the game, by name."""
        options: Mapping[str, Any] = self.values["options"]
        return options

    @property
    def game_in_words(self) -> str:
        """The game and its options, as text."""
        options = (f"{key} {value}" for key, value in self.options.items())
        return ", ".join([self.game, *options])

    @property
    def rules_version(self) -> int:
        """The version of the game's rules by which the tournament is played."""
        rules_version: int = self.values["rules_version"]
        return rules_version

    @property
    def cooperative(self) -> bool:
        """Whether the game is played by teams. Raises KeyError when it is not installed."""
        return GAMES[self.game].cooperative

    @property
    def seats(self) -> int:
        """How many seats a match has."""
        seats: int = self.values["seats"]
        return seats

    @property
    def seed(self) -> str:
        """The seed. It is a secret as long as any match of the tournament is left to play."""
        seed: str = self.values["seed"]
        return seed

    @property
    def format(self) -> Format:
        """The format. Raises KeyError for a format that this version does not have."""
        return FORMATS[self.values["format"]]

    @property
    def boards(self) -> int:
        """How many boards are played, as the format counts them."""
        boards: int = self.values["boards"]
        return boards

    @property
    def hero(self) -> str:
        """In a gauntlet the entrant that all others meet, in a duel the new version; else empty."""
        return self.values.get("hero") or ""

    @property
    def chosen_rounds(self) -> int:
        """The number of rounds in the tournament file; 0 when the file does not give it."""
        return self.values.get("rounds") or 0

    @property
    def rounds(self) -> int:
        """The number of rounds that are played; 0 in a format without rounds."""
        if (usual := self.format.usual_rounds) is None:
            return 0
        return self.chosen_rounds or usual(len(self.entrants), self.seats)

    @property
    def raised(self) -> tuple[tuple[int, int], ...]:
        """Pairs (first board, value of `boards` from it on); empty if `boards` never changed."""
        return tuple((first, boards) for first, boards in self.values.get("raised", ()))

    @property
    def placed(self) -> dict[str, Rating]:
        """Ratings from the tournaments that a ladder follows, by entrant; else empty."""
        # These are from when each entrant joined: all that was played is scheduled again by them.
        placed = self.values.get("placed", {})
        return {name: Rating(each["mu"], each["sigma"]) for name, each in placed.items()}

    @property
    def resolved(self) -> float:
        """The confidence at which the ranking is resolved and play ends; 0 to play all boards."""
        return self.values.get("resolved") or 0.0

    @property
    def sprt(self) -> Sprt | None:
        """The test that ends a duel; None in a duel of a fixed length and in other formats."""
        margin, by = self.values.get("better_by"), self.values.get("by")
        if not margin:
            return None
        # A duel without the key `by` was begun before bets were part of the test.
        if by is None:
            return Sprt(margin, self.values["error"], bet=0, every_block=False)
        # Without the key `every_block` the test looks only at the end of each stage.
        every_block = bool(self.values.get("every_block"))
        return Sprt(margin, self.values["error"], ScoredBy(by), every_block=every_block)

    @property
    def is_adaptive(self) -> bool:
        """Whether results may decide which matches are played; True for every duel."""
        return self.format.adaptive or bool(self.resolved)

    @property
    def conduct(self) -> Mapping[str, Any]:
        """The values of [conduct] as they were stored; empty if none were stored.

        Keys that are newer than the stored definition are missing.
        """
        conduct: Mapping[str, Any] = self.values.get("conduct", {})
        return conduct

    @property
    def fresh_processes(self) -> bool:
        """Whether every match has new processes of its bots, which play no other match."""
        return bool(self.values.get("fresh_processes"))

    @property
    def deals(self) -> Deals:
        """Which matches share a deal. Tournaments without the key go by the old rule, "board"."""
        deals: Deals = self.values.get("deals") or "board"
        return deals

    @property
    def bots(self) -> dict[str, EnteredBot]:
        """The bots by name of the entrant, sorted by name."""
        # An earlier version may have written fewer keys, and a later one more.
        return {
            name: EnteredBot(**{key: bot[key] for key in _BOT_KEYS if key in bot})
            for name, bot in sorted(self.values["entrants"].items())
        }

    @property
    def entrants(self) -> list[str]:
        """The names of the entrants, sorted."""
        return sorted(self.values["entrants"])

    @property
    def models(self) -> frozenset[str]:
        """The names of the entrants that are language models."""
        return frozenset(name for name, bot in self.bots.items() if bot.model)

    @property
    def digests(self) -> dict[str, str]:
        """The digests of the entrants' bots, by name of the entrant."""
        return {name: bot.digest for name, bot in self.bots.items()}

    def in_tables(self) -> dict[str, Any]:
        """The keys and values of the definition that the JSON of a rating table repeats."""
        return {key: self.values[key] for key in _IN_TABLES if key in self.values}

    def schedule(self) -> StagedSchedule:
        """A new schedule, which has only the first stage until results are given to it.

        Raises UserError when the format cannot schedule these entrants and boards.
        """
        field = Field(
            # The ids of matches are derived from this: docs/records.md promises its form.
            tournament="/".join((self.name, self.seed, self.game, str(self.rules_version))),
            entrants={name: bot.joined for name, bot in self.bots.items()},
            seats=self.seats,
            boards=self.boards,
            raised=self.raised,
            hero=self.hero,
            rounds=self.chosen_rounds,
            resolved=self.resolved,
            sprt=self.sprt,
            cooperative=self.cooperative,
            digests=self.digests,
            # Without the key the members of a team sit in the order in which they were drawn.
            even_seats=bool(self.values.get("even_seats")),
            placed=self.placed,
        )
        try:
            return StagedSchedule(self.format.stages(field))
        except ValueError as error:
            hint = seats_hint(self.name, self.game, self.options, self.seats, len(field.entrants))
            raise UserError(f"{self.name}: {error}{hint}") from None
