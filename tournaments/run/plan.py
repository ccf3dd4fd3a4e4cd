"""What all matches of a tournament have in common, and the numbers drawn for each of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.conduct import Conduct
from referee.deals import derive
from referee.games.game import AnyGame
from referee.games.registry import make_game
from referee.rpc.bot_entry import BotEntry
from referee.rpc.confining import Confining
from referee.sandbox.processors import available
from referee.wire import codec
from stych.v1 import referee_pb2 as pb
from tournaments.core.dealing import Deals
from tournaments.hosting.setting import Hosting

if TYPE_CHECKING:
    from referee.models.model_plan import ModelPlan


@dataclass(frozen=True)
class Plan:
    """What is the same for every match of a tournament: plain and picklable, for workers."""

    # Without slots, which cached_property could not write to.
    tournament: str
    seed: str
    game: str
    options: Mapping[str, Any]
    conduct: Conduct
    entries: Mapping[str, BotEntry]
    logs: Path
    deals: Deals = "duplicate"
    fresh_processes: bool = False
    processes: int = 1
    """How many processes a bot has in one match: one for each seat that it holds, so that no seat
    learns from another what it may not know."""
    hosting: Hosting | None = None
    """Where the remote entrants dial in; they are not among the entries."""
    confining: Confining | None = None
    """How local bots are confined; None for not at all."""
    cpu_slots: int = 1
    """How many local bots of a worker may think at the same time."""
    models: "ModelPlan | None" = None
    """The language models among the entrants; they are not among the entries. None for none."""

    @cached_property
    def rules(self) -> AnyGame:
        """The game with its options."""
        return make_game(self.game, self.options)

    @cached_property
    def start(self) -> pb.MatchStart:
        """The part of a match's start that all seats of all matches are told alike."""
        conduct, wire = self.conduct, codec(self.game)
        options: dict[str, Any] = {wire.field: wire.options(self.rules.options)}
        return pb.MatchStart(
            game=self.game,
            seats=self.rules.seats,
            clock=pb.Clock(
                decision_ms=conduct.decision_ms,
                bank_ms=conduct.bank_ms,
                grace_ms=conduct.grace_ms,
            ),
            **options,
        )


def cpu_slots_of(thinking: int, jobs: int) -> int:
    """The plan's `cpu_slots`, where so many workers let `thinking` bots think at once together.

    With 0 that is the number of processors, so that no bot waits for one while its clock runs.
    """
    return max(1, (thinking or available()) // jobs)


def random_number(seed: str, match: str, purpose: str) -> int:
    """64 random bits for one purpose of one match; they tell nothing of the cards."""
    # A path of its own ("match"), so that no such number is ever part of a deal.
    return int.from_bytes(derive(seed, "match", match, purpose)[:8], "big")


def salt_of(seed: str, match: str) -> bytes:
    """The salt of the commitment to the match's deal (docs/records.md)."""
    # Of the match and not of the deal: equal commitments would label matches of the same deal.
    return derive(seed, "match", match, "commitment")


def bot_seed(seed: str, match: str, seat: int) -> int:
    """The 64 bits that the bot in the seat is given for its dice (docs/records.md)."""
    return random_number(seed, match, f"bot/{seat}")


def logs(data: Path, name: str) -> Path:
    """Where the output of a tournament's bots is kept, a folder for every run.

    The clock may have been set back, and two runs may begin in one second.
    """
    began = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    names = chain([began], (f"{began}-{number}" for number in count(2)))
    folders = (data / "output" / name / each for each in names)
    return next(each for each in folders if not each.exists())
