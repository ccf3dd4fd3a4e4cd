"""The series that a person plays on this machine: a game, boards, and bots in the other seats."""

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
from tournaments.core.seeds import draw_seed
from tournaments.resources.samples import samples
from tournaments.run.plan import Plan

NAME: Final = "join"
"""The name of the tournament in the records."""
JOINED: Final = "joined"
"""The folder of the records, in the data folder."""
CLOCK: Final = Conduct(decision_ms=500)
"""The clock of all seats; callers set its `bank_ms`. `decision_ms` also bounds how long a forced
move of the person is delayed, so it is short."""
PERSON: Final = "you"
"""The person's name in the records."""


@dataclass(frozen=True, slots=True)
class PersonSeries:
    """A match on each board, the person always in the same seat. Can be pickled."""

    game: str
    options: Mapping[str, Any]
    entries: Mapping[str, BotEntry]
    """The bots by name; each seat's bot has a different name."""
    seats: tuple[str, ...]
    """The names by seat; PERSON for the person."""
    boards: int
    """The number of boards; they are numbered from 1."""
    seed: str
    """The seed; "" until one is drawn."""
    conduct: Conduct
    logs: Path
    """The folder for what the bots print."""
    records: Path
    """The folder for the records; it must be there before the first match ends."""
    isolation: Isolation | None = None
    """How the bots are isolated; None for no isolation."""

    def with_seed(self) -> "PersonSeries":
        """The same series, with a drawn seed if it has none. The seed is secret until the end."""
        # Called in the referee's process, so that the person's process does not know the seed.
        return self if self.seed else replace(self, seed=draw_seed())

    def plan(self) -> Plan:
        """The plan of the matches, with an entry for the person."""
        # A record names a bot in every seat, so the person has a manifest, which starts nothing.
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
        # A block with a single lineup instead of rotations: the person keeps the same seat.
        blocks = (Block(board, names, (self.seats,)) for board in range(1, self.boards + 1))
        return [make_fixture(f"{NAME}/{self.seed}/{self.game}", block, 0) for block in blocks]


def seated(
    game: str, options: Mapping[str, Any], bots: Sequence[str], seat: int, data: Path
) -> tuple[tuple[str, ...], dict[str, Entrant]]:
    """The names by seat, and the bots by name, in the order of the seats.

    `bots` are paths of folders, sample bots, or stored bots of the data folder. A single bot takes
    all seats but the person's, by an entrant for each seat. Raises UserError when game, options,
    bots and seat do not fit.
    """
    try:
        seats = make_game(game, options).seats
    except (UnknownGameError, OptionsError) as error:
        raise UserError(str(error)) from None
    if not 0 <= seat < seats:
        most = seats - 1
        raise UserError(f"the seats of {game} with these options are 0 to {most}; received {seat}")
    by_seat = list(bots) * (seats - 1) if len(bots) == 1 and seats > 1 else list(bots)
    if len(by_seat) != seats - 1:
        raise UserError(
            f"{game} with these options is for {_players(seats - 1)}; received {len(bots)} bots"
        )
    entrants = _entrants(game, options, by_seat, data) if by_seat else {}
    names = list(entrants)
    names.insert(seat, PERSON)
    return tuple(names), entrants


def hint_bot(
    game: str, options: Mapping[str, Any], bots: Sequence[str], data: Path
) -> Mapping[str, Entrant]:
    """The bot that gives hints, by its name, as the only item.

    It is the game's sample bot, or the first of `bots` where the game has none. Raises UserError
    when there is neither.
    """
    bot = next(iter(samples(game)), None) if GAMES[game].sample_bot else next(iter(bots), None)
    if bot is None:
        raise UserError(
            f"no sample bot plays {game}, and no bot was named, so there is no bot for hints"
        )
    return _entrants(game, options, [bot], data)


def _players(bots: int) -> str:
    if bots < 2:
        return "you and one bot" if bots else "you alone"
    return f"you and {bots} bots, or one bot that takes the seats of all {bots}"


def _entrants(
    game: str, options: Mapping[str, Any], bots: Sequence[str], data: Path
) -> dict[str, Entrant]:
    """The entrants by name, in the order of the bots. Raises UserError."""
    entries = entrants_of(bots, game)
    # A bot may have the name that stands for the person.
    for entry in entries:
        if entry["name"] == PERSON:
            entry["name"] = f"{PERSON}-bot"
    return named_entrants(NAME, game, options, entries, data)
