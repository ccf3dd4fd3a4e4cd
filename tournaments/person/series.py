"""The series that a person plays on this machine: a game, bots for the other seats, boards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from referee.conduct import Conduct
from referee.errors import UserError
from referee.games.registry import GAMES, OptionsError, UnknownGameError, make_game
from referee.rpc.bot_entry import BotEntry
from referee.rpc.confining import Confining
from referee.rpc.manifest import Manifest
from referee.sandbox.isolation import Isolation
from referee.version import STYCH
from tournaments.config.entrants import Entrant
from tournaments.config.named import named_entrants
from tournaments.config.quick import entrants_of
from tournaments.core.fixtures import Block, Fixture, make_fixture
from tournaments.core.seeds import drawn
from tournaments.resources.samples import samples
from tournaments.run.plan import Plan

NAME: Final = "join"
"""The tournament's name in the records."""
JOINED: Final = "joined"
"""The folder in the data folder where the records are kept."""
CLOCK: Final = Conduct(decision_ms=500)
"""The clock of all seats, but for the bank. A forced move of the person takes no longer than
this."""
PERSON: Final = "you"
"""The person's name in the records."""


@dataclass(frozen=True, slots=True)
class PersonSeries:
    """One match a board, the person always in the same seat. Plain and picklable."""

    game: str
    options: Mapping[str, Any]
    entries: Mapping[str, BotEntry]
    """The bots by name, each with a name of its own for every seat."""
    seats: tuple[str, ...]
    """The names by seat."""
    boards: int
    seed: str
    """The seed; empty when one is to be drawn."""
    conduct: Conduct
    logs: Path
    records: Path
    """The folder for the matches' records."""
    isolation: Isolation | None = None
    """How the bots are isolated; None for not at all."""

    def with_seed(self) -> "PersonSeries":
        """The same series with a seed, which is a secret until the end."""
        # Called in the referee's process, so that the person's process does not have it.
        return self if self.seed else replace(self, seed=drawn())

    def plan(self) -> Plan:
        """The plan that the matches of a series have in common."""
        # Records name a bot in every seat, so the person gets a manifest, which starts nothing.
        person = Manifest(name="person", version=STYCH, games=(self.game,), command=("stych join",))
        return Plan(
            tournament=NAME,
            seed=self.seed,
            game=self.game,
            options=self.options,
            conduct=self.conduct,
            entries={**self.entries, PERSON: BotEntry(PERSON, Path(), person)},
            logs=self.logs,
            confining=Confining(self.isolation) if self.isolation else None,
        )

    def fixtures(self) -> list[Fixture]:
        """The matches of the series, one for each board, in order."""
        names = tuple(sorted(self.seats))
        # A single lineup: the person keeps the seat that was asked for.
        blocks = (Block(board, names, (self.seats,)) for board in range(1, self.boards + 1))
        return [make_fixture(f"{NAME}/{self.seed}/{self.game}", block, 0) for block in blocks]


def seated(
    game: str, options: Mapping[str, Any], bots: Sequence[str], seat: int, data: Path
) -> tuple[tuple[str, ...], dict[str, Entrant]]:
    """The names by seat, and the bots by name; a single bot takes all seats but the person's.

    Every seat has a process of its own. Stored bots are those of the data folder. Raises UserError
    for what does not fit.
    """
    try:
        seats = make_game(game, options).seats
    except (UnknownGameError, OptionsError) as error:
        raise UserError(str(error)) from None
    if not 0 <= seat < seats:
        most = seats - 1
        raise UserError(f"the seats of {game} with these options are 0 to {most}; received {seat}")
    others = list(bots) * (seats - 1) if len(bots) == 1 and seats > 1 else list(bots)
    if len(others) != seats - 1:
        raise UserError(
            f"{game} with these options is for {_wish(seats - 1)}; received {len(bots)} bots"
        )
    entrants = _entrants(game, options, others, data) if others else {}
    names = list(entrants)
    names.insert(seat, PERSON)
    return tuple(names), entrants


def hint_bot(
    game: str, options: Mapping[str, Any], bots: Sequence[str], data: Path
) -> Mapping[str, Entrant]:
    """The bot that gives hints, by its name: the game's sample bot, or else the first of the bots.

    Raises UserError when there is neither.
    """
    bot = next(iter(samples(game)), None) if GAMES[game].sample_bot else next(iter(bots), None)
    if bot is None:
        raise UserError(f"no sample bot plays {game}, and no bot was named, so --hint has none")
    return _entrants(game, options, [bot], data)


def _wish(others: int) -> str:
    if others < 2:
        return "you and one bot" if others else "you alone"
    return f"you and {others} bots, or one bot that takes the seats of all {others}"


def _entrants(
    game: str, options: Mapping[str, Any], bots: Sequence[str], data: Path
) -> dict[str, Entrant]:
    """The entrants by name, in the order of the bots. Raises UserError."""
    entries = entrants_of(bots, game)
    # A bot may be called as the person is.
    for entry in entries:
        if entry["name"] == PERSON:
            entry["name"] = f"{PERSON}-bot"
    return named_entrants(NAME, game, options, entries, data)
