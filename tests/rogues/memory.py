"""What a memory of deals is worth: the bot that remembers everything, and its twin that does not.

`python -m tests.rogues.memory 300` plays both on so many boards against the same field: with a deal
for each block or for each match, with processes that can talk, with one process of a bot for all
its matches, and as it was when all matches on a board shared its deal.
Organising and playing are real; bots are in this process, and each "process" has its own memory.
"""

import importlib.util
import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, stdev
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any, Final

import pytest

from referee.games.game import Outcome
from referee.player import Asker, Choice, SeatFault
from referee.record import Record
from referee.rpc.bot_entry import BotEntry
from stych.v1 import referee_pb2 as pb
from tests.records.matches import FakePlayer, make_plan, uniform
from tests.rogues.cabinet import SHARED
from tests.tournaments.meetings import Process, Trouble
from tournaments.core.dealing import Deals
from tournaments.core.fixtures import Fixture
from tournaments.formats.round_robin import round_robin
from tournaments.run import fixture_queue, worker_bots
from tournaments.run.runner import LocalRunner

NAMES: Final = ("ann", "bob", "cid")
HERO: Final = "ann"


def remembering() -> ModuleType:
    """The module by which both rogues play, with the memory of the one that remembers."""
    spec = importlib.util.spec_from_file_location("remembering", SHARED / "remembering.py")
    if spec is None or spec.loader is None:
        raise ImportError("the cabinet has no remembering.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class _Player(FakePlayer):
    def __init__(self, seat: Any) -> None:
        super().__init__(uniform, None, None)  # type: ignore[arg-type]
        self.seat = seat

    def ask(
        self, observation: Any, legal: Sequence[int], events: Sequence[int], asker: Asker
    ) -> None:
        asker.answered(Choice(self.seat.choose(observation, legal), 0.001))

    def over(self, outcome: Outcome, faults: Sequence[SeatFault], events: Sequence[int]) -> None:
        self.seat.over(events)


class _Remembering(Process):
    """A process of a bot; only the hero's has a memory, if anybody's."""

    rules = remembering()
    remembers = True
    places: Sequence[Path] = ()
    """Where all processes can write to: none, if they are kept apart."""

    def __init__(self, entry: BotEntry, *rest: object) -> None:
        super().__init__(entry, *rest)
        own = self.remembers and entry.name == HERO
        self.memory = self.rules.Memory(self.places) if own else None
        self.players: list[_Player] = []

    def sit(self, start: pb.MatchStart) -> FakePlayer:
        self.players.append(_Player(self.rules.Seat(start.deal_commitment, self.memory)))
        return self.players[-1]


@dataclass(frozen=True)
class Result:
    """What the hero achieved."""

    share: float
    """Of the matches that it won; a draw counts half."""
    error: float
    """The standard error, by blocks."""
    knew: int
    """In so many matches, of one round each, it knew the opponent's hand at its first decision."""
    of: int
    """How many matches it began."""
    moves: list[tuple[str, tuple[int, ...]]]
    """Of all matches: the id and the actions."""


def play(
    boards: int,
    deals: Deals,
    *,
    remembers: bool,
    encounters: bool = True,
    places: Sequence[Path] = (),
    trouble: Trouble | None = None,
) -> Result:
    """A tournament; without `encounters` one process of a bot plays all its matches."""

    def one(fixture: Fixture, deals: Deals) -> dict[str, int]:
        del deals
        return dict.fromkeys(fixture.seats, 0)

    with pytest.MonkeyPatch.context() as patch:
        trouble = trouble or Trouble()
        trouble.install(patch)
        made: list[_Remembering] = []

        def make(*args: Any) -> _Remembering:
            process = _Remembering(*args)
            made.append(process)
            return process

        patch.setattr(_Remembering, "remembers", remembers)
        patch.setattr(_Remembering, "places", places)
        patch.setattr(worker_bots, "LocalBot", make)
        if not encounters:
            for module in (worker_bots, fixture_queue):
                patch.setattr(module, "encounters", one)
        plan = make_plan(*NAMES, seed="memory", options={"target": 1}, deals=deals)
        kept: list[Record] = []
        fixtures = list(round_robin("cup", NAMES, 2, boards))
        LocalRunner(plan, fixtures, kept.extend, jobs=2 if encounters else 1, at_once=1).run()
    seats = [player.seat for each in made if each.entry.name == HERO for player in each.players]
    scores: dict[tuple[int, frozenset[str]], list[float]] = {}
    for record in kept:
        names = [seat.entrant for seat in record.seats]
        if HERO in names:
            seat = names.index(HERO)
            own, theirs = record.outcome.places[seat], record.outcome.places[1 - seat]
            score = (own < theirs) + (own == theirs) / 2
            scores.setdefault((record.board, frozenset(names)), []).append(score)
    blocks = [mean(each) for each in scores.values()]
    return Result(
        mean(blocks),
        stdev(blocks) / math.sqrt(len(blocks)),
        sum(seat.knew for seat in seats),
        len(seats),
        sorted((record.id, record.actions) for record in kept),
    )


def main() -> None:
    """Print a line for each way of dealing."""
    boards = int(sys.argv[1])
    ways: list[tuple[str, Deals, bool, bool]] = [
        ("a deal for each block, a process for each seating", "duplicate", True, False),
        ("a deal for each match", "independent", True, False),
        ("a deal for each block, processes that can talk", "duplicate", True, True),
        ("a deal for each block, one process", "duplicate", False, False),
        ("a deal for each board, one process", "board", False, False),
    ]
    for words, deals, own_processes, talk in ways:
        with TemporaryDirectory() as folder:
            places = [Path(folder)] if talk else []
            own = play(boards, deals, remembers=True, encounters=own_processes, places=places)
        twin = play(boards, deals, remembers=False, encounters=own_processes)
        sys.stdout.write(
            f"{words}: knew {own.knew} of {own.of} hands; share"
            f" {100 * own.share:.1f} % +- {196 * own.error:.1f}, the twin {100 * twin.share:.1f} %;"
            f" {'not one move differs' if own.moves == twin.moves else 'they play differently'}\n"
        )


if __name__ == "__main__":
    main()
