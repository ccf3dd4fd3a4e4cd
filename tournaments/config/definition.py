"""What the data folder keeps of a tournament beside its matches."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

from referee.errors import UserError
from referee.games.registry import GAMES
from tournaments.config.seating import seats_hint
from tournaments.core.dealing import Deals
from tournaments.formats.field import Field
from tournaments.formats.format import Format
from tournaments.formats.registry import FORMATS
from tournaments.formats.staged_schedule import StagedSchedule
from tournaments.ratings.rating import Rating
from tournaments.ratings.sequential import ScoredBy, Sprt

_IN_TABLES: Final = ("game", "options", "format", "boards", "seed", "conduct", "deals")


@dataclass(frozen=True, slots=True)
class EnteredBot:
    """What is kept of an entrant's bot. Of one that dials in, nothing but the name is known."""

    bot: str = ""
    """Its own name, from its bot.toml."""
    version: str = ""
    """Its author's version, from its bot.toml."""
    digest: str = ""
    """The SHA-256 of its files, or of its name when it dials in."""
    joined: int = 1
    """The first board that it takes part in."""
    remote: bool = False
    model: bool = False
    """Whether it is a language model; `bot` is then the model's name, `version` its scaffold's."""


_OF_A_BOT: Final = tuple(each.name for each in fields(EnteredBot))


@dataclass(frozen=True, slots=True)
class Definition:
    """A tournament as it was defined, read from what is kept of it.

    What is kept may be older than a key, which then means what was so before there was the key.
    Properties raise KeyError for a key that was never missing.
    """

    name: str
    values: dict[str, Any]
    """The JSON object that is kept. Only what writes, compares or checks it looks inside."""

    @property
    def game(self) -> str:
        """The id of the game that is played."""
        # The annotation is for mypy: values of a JSON object have no types.
        game: str = self.values["game"]
        return game

    @property
    def options(self) -> Mapping[str, Any]:
        """All options of the game, by name."""
        options: Mapping[str, Any] = self.values["options"]
        return options

    @property
    def game_in_words(self) -> str:
        """The game and its options, as text."""
        options = (f"{key} {value}" for key, value in self.options.items())
        return ", ".join([self.game, *options])

    @property
    def rules_version(self) -> int:
        """The version of the game's rules by which it is played."""
        rules_version: int = self.values["rules_version"]
        return rules_version

    @property
    def cooperative(self) -> bool:
        """Whether teams are compared. Raises KeyError when the game is not installed."""
        return GAMES[self.game].cooperative

    @property
    def seats(self) -> int:
        """How many seats a match has."""
        seats: int = self.values["seats"]
        return seats

    @property
    def seed(self) -> str:
        """The seed: a secret as long as anything can still be played with it."""
        seed: str = self.values["seed"]
        return seed

    @property
    def format(self) -> Format:
        """The format, which says who meets whom."""
        return FORMATS[self.values["format"]]

    @property
    def boards(self) -> int:
        """How many boards are played, as the format counts them."""
        boards: int = self.values["boards"]
        return boards

    @property
    def hero(self) -> str:
        """The entrant that all others meet in a gauntlet; the new one of a duel; else empty."""
        return self.values.get("hero") or ""

    @property
    def chosen_rounds(self) -> int:
        """The rounds that the file asked for; 0 when it did not."""
        return self.values.get("rounds") or 0

    @property
    def rounds(self) -> int:
        """The rounds that are played; 0 in a format without rounds."""
        if (usual := self.format.usual_rounds) is None:
            return 0
        return self.chosen_rounds or usual(len(self.entrants), self.seats)

    @property
    def raised(self) -> tuple[tuple[int, int], ...]:
        """Pairs (first board, number of boards from there on); empty if boards were not raised."""
        return tuple((first, boards) for first, boards in self.values.get("raised", ()))

    @property
    def placed(self) -> dict[str, Rating]:
        """Ratings from the tournaments that a ladder follows, by entrant; empty in other ones."""
        # Kept as it was when each came in: what was played is scheduled again from it.
        placed = self.values.get("placed", {})
        return {name: Rating(own["mu"], own["sigma"]) for name, own in placed.items()}

    @property
    def resolved(self) -> float:
        """The probability at which a ranking is resolved; 0 when all boards are played."""
        return self.values.get("resolved") or 0.0

    @property
    def sprt(self) -> Sprt | None:
        """The test that ends a duel; None in other formats."""
        margin, by = self.values.get("better_by"), self.values.get("by")
        if not margin:
            return None
        # A duel that does not say what it goes by was begun before bets were part of the test.
        if by is None:
            return Sprt(margin, self.values["error"], bet=0, every_block=False)
        # Without the key the test looked at the end of a stage alone.
        looks = bool(self.values.get("every_block"))
        return Sprt(margin, self.values["error"], ScoredBy(by), every_block=looks)

    @property
    def is_adaptive(self) -> bool:
        """Whether results decide what is played, so that the number of matches is not known."""
        return self.format.adaptive or bool(self.resolved)

    @property
    def conduct(self) -> Mapping[str, Any]:
        """The keys of [conduct] that there were when it was begun; empty if that is not known."""
        conduct: Mapping[str, Any] = self.values.get("conduct", {})
        return conduct

    @property
    def fresh_processes(self) -> bool:
        """Whether every match has processes of its own."""
        return bool(self.values.get("fresh_processes"))

    @property
    def deals(self) -> Deals:
        """Which matches share a deal; a tournament that does not say was begun by the old rule."""
        deals: Deals = self.values.get("deals") or "board"
        return deals

    @property
    def bots(self) -> dict[str, EnteredBot]:
        """The bots of the entrants, in order of names."""
        # The definition may be older than a key, or of a newer version that has others.
        return {
            name: EnteredBot(**{key: bot[key] for key in _OF_A_BOT if key in bot})
            for name, bot in sorted(self.values["entrants"].items())
        }

    @property
    def entrants(self) -> list[str]:
        """The names of the entrants, in order."""
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
        """The part of what is kept that stands in a table's JSON."""
        return {key: self.values[key] for key in _IN_TABLES if key in self.values}

    def schedule(self) -> StagedSchedule:
        """All matches, as far as they are known without results. Raises UserError."""
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
            kinds=self.digests,
            # Without the key the seats of teams were as they were drawn.
            even_seats=bool(self.values.get("even_seats")),
            placed=self.placed,
        )
        try:
            return StagedSchedule(self.format.stages(field))
        except ValueError as error:
            hint = seats_hint(self.name, self.game, self.options, self.seats, len(field.entrants))
            raise UserError(f"{self.name}: {error}{hint}") from None
