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

    # No slots: cached_property needs a `__dict__`.
    tournament: str
    seed: str
    game: str
    options: Mapping[str, Any]
    conduct: Conduct
    entries: Mapping[str, BotEntry]
    """The local bots, by the name of the entrant."""
    logs: Path
    """The folder for the output of bots and workers."""
    deals: Deals = "duplicate"
    fresh_processes: bool = False
    """Whether every match has processes of its own, which end with it."""
    processes: int = 1
    """How many processes a bot has in one match: the most seats that one entrant holds. So each
    seat has a process of its own, and learns from no other what it may not know."""
    hosting: Hosting | None = None
    """Where the remote entrants dial in, which are not in `entries`; None without remote ones."""
    confining: Confining | None = None
    """How local bots are confined; None when they are not."""
    cpu_slots: int = 1
    """How many local bots of a worker may think at the same time."""
    models: "ModelPlan | None" = None
    """The language models among the entrants, which are not in `entries`; None without any."""

    @cached_property
    def rules(self) -> AnyGame:
        """The game with its options."""
        return make_game(self.game, self.options)

    @cached_property
    def start(self) -> pb.MatchStart:
        """The part of the start of a match that is the same for all seats of all matches."""
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
    """The `cpu_slots` of each of `jobs` workers: an equal part of `thinking`, rounded down.

    A `thinking` of 0 stands for the number of processors: then bots do not keep each other from a
    processor while their clocks run. A worker has at least one slot.
    """
    return max(1, (thinking or available()) // jobs)


def random_number(seed: str, match: str, purpose: str) -> int:
    """64 random bits for one purpose in the match with this id; they tell nothing of the cards."""
    # The path begins with "match" after the seed, as no path of a deal does.
    return int.from_bytes(derive(seed, "match", match, purpose)[:8], "big")


def salt_of(seed: str, match: str) -> bytes:
    """The salt of the commitment to the deal of the match with this id (docs/records.md)."""
    # One for each match, since equal commitments would tell bots which matches share a deal.
    return derive(seed, "match", match, "commitment")


def bot_seed(seed: str, match: str, seat: int) -> int:
    """The 64 bits that the bot in the seat gets as its random seed (docs/records.md)."""
    return random_number(seed, match, f"bot/{seat}")


def logs(data: Path, name: str) -> Path:
    """A folder for the output of a tournament's bots in a run that begins now; not made here.

    Its name is the time in UTC. A number follows where such a folder exists: the clock may have
    been set back, or two runs may begin in one second.
    """
    began = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    names = chain([began], (f"{began}-{number}" for number in count(2)))
    folders = (data / "output" / name / each for each in names)
    return next(each for each in folders if not each.exists())
