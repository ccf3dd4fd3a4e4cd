"""What a person plays on this machine: a game, bots for the other seats, boards."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from referee.conduct import Conduct
from referee.games.registry import OptionsError, UnknownGameError, make_game
from referee.rpc.local_bot import Entry
from referee.rpc.manifest import Manifest
from referee.rpc.process import private_folder
from referee.version import STYCH
from tournaments.entrants import Entrant, build, manifest
from tournaments.errors import UserError
from tournaments.match import Plan
from tournaments.schedule import Block, Fixture, make_fixture

NAME: Final = "join"
"""The tournament's name in the records."""
PERSON: Final = "you"
"""The person's name in them."""


@dataclass(frozen=True, slots=True)
class Series:
    """One match a board, the person always in the same seat. Plain and picklable."""

    game: str
    options: Mapping[str, Any]
    entries: Mapping[str, Entry]
    """Bots by name, a name for every seat."""
    seats: tuple[str, ...]
    """Names by seat."""
    boards: int
    seed: str
    """Empty when chance is to choose one."""
    conduct: Conduct
    logs: Path
    records: Path
    """The folder for the matches' records."""

    def with_seed(self) -> "Series":
        """The same with a seed, which is a secret until the end."""
        return self if self.seed else replace(self, seed=secrets.token_hex(8))

    def plan(self) -> Plan:
        """As matches need it."""
        person = Manifest(name="person", version=STYCH, games=(self.game,), command=("stych join",))
        return Plan(
            tournament=NAME,
            seed=self.seed,
            game=self.game,
            options=self.options,
            conduct=self.conduct,
            entries={**self.entries, PERSON: Entry(PERSON, Path(), person)},
            logs=self.logs,
        )

    def fixtures(self) -> list[Fixture]:
        """The matches, in order."""
        names = tuple(sorted(self.seats))
        blocks = (Block(board, names, (self.seats,)) for board in range(1, self.boards + 1))
        return [make_fixture(f"{NAME}/{self.seed}/{self.game}", block, 0) for block in blocks]


def seated(
    game: str, options: Mapping[str, Any], bots: Sequence[Path], seat: int
) -> tuple[tuple[str, ...], dict[str, Entry]]:
    """Names by seat and the bots by name; a single bot takes all seats but the person's.

    Every seat has a process of its own. Raises UserError for what does not fit.
    """
    try:
        seats = make_game(game, options).seats
    except (UnknownGameError, OptionsError) as error:
        raise UserError(str(error)) from None
    if not 0 <= seat < seats:
        raise UserError(
            f"the seats of {game} with these options are 0 to {seats - 1}; received {seat}"
        )
    folders = list(bots) * (seats - 1) if len(bots) == 1 and seats > 1 else list(bots)
    if len(folders) != seats - 1:
        raise UserError(
            f"{game} with these options is for {_wish(seats - 1)}; received {len(bots)} bots"
        )
    entries: dict[str, Entry] = {}
    for folder in folders:
        entry = _entry(folder, game, entries)
        entries[entry.name] = entry
    names = list(entries)
    names.insert(seat, PERSON)
    return tuple(names), entries


def _wish(others: int) -> str:
    if others < 2:
        return "you and one bot" if others else "you alone"
    return f"you and {others} bots, or one bot that takes the seats of all {others}"


def _entry(folder: Path, game: str, taken: Mapping[str, Entry]) -> Entry:
    folder = folder.resolve()
    own = manifest(folder)
    if game not in own.games:
        played = ", ".join(own.games)
        raise UserError(f"{folder} does not play {game}; the games in its bot.toml: {played}")
    name, number = own.name, 1
    while name in taken or name == PERSON:
        number += 1
        name = f"{own.name[:35]}-{number}"
    return Entry(name, folder, own)


def build_bots(entries: Mapping[str, Entry]) -> None:
    """Run the bots' build commands. Raises UserError."""
    with private_folder() as home:
        build((Entrant(entry, digest="") for entry in entries.values()), Path(home))
