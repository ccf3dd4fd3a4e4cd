"""Plays one fixture and makes its record."""

import time
from collections.abc import Sequence
from typing import Any

from referee.conduct import Fault, FaultKind, FaultStage
from referee.deals import Deal, commitment, derive
from referee.evidence import Evidence, now
from referee.games.game import Outcome
from referee.player import Asker, SeatFault
from referee.record import (
    DealEntry,
    FaultEntry,
    Measured,
    ModelTry,
    OutcomeEntry,
    Record,
    SeatEntry,
)
from referee.rpc.bot_handle import Seatable, Seated
from referee.rpc.remote_bot import RemoteBot
from referee.sharing import deal_path
from referee.table import Table, TableResult
from referee.version import STYCH
from stych.v1 import referee_pb2 as pb
from tournaments.core.dealing import sharers
from tournaments.core.fixtures import Fixture
from tournaments.run.plan import Plan, bot_seed, random_number, salt_of


class Absent:
    """Takes the seat of a withdrawn bot. `ready` returns the fault."""

    # `ready` returns at once.
    is_ready = True
    silent = False
    # What a record says of the seat's clock and connection; there is neither.
    charged_by = ""
    struck = 0
    resumed = 0

    def __init__(self, faults_in_a_row: int) -> None:
        text = f"withdrawn after {faults_in_a_row} faulty matches in a row"
        self._fault = Fault(kind=FaultKind.WITHDRAWN, stage=FaultStage.START, text=text)

    async def ready(self) -> Fault | None:
        """Return the fault at once, as there is no bot to wait for."""
        return self._fault

    def ask(
        self, observation: Any, legal: Sequence[int], events: Sequence[int], asker: Asker
    ) -> None:
        """Answer with the same fault.

        A table never calls this, as `ready` returns the fault.
        """
        del observation, legal, events
        asker.answered(self._fault)

    def delay_forced_move(self, asker: Asker) -> bool:
        """False: there is no bot whose answering time could be imitated.

        A table never calls this, as `ready` returns the fault.
        """
        del asker
        return False

    def over(self, outcome: Outcome, faults: Sequence[SeatFault], events: Sequence[int]) -> None:
        """Do nothing, as there is no bot to tell."""


class TournamentMatch:
    """Plays one fixture of a plan, once.

    It derives the deal, seats the bots, and makes the record.
    """

    def __init__(self, plan: Plan, fixture: Fixture) -> None:
        self._plan = plan
        self._fixture = fixture
        self._game = plan.rules
        self._path = deal_path(
            plan.seed, self._game, fixture.block.board, *sharers(fixture, plan.deals)
        )
        self._deal = Deal(derive(*self._path))
        # Deals by board are those of tournaments from before there were salts. They go on without,
        # or their records would change.
        self.salt = b"" if plan.deals == "board" else salt_of(plan.seed, fixture.id)
        """The salt of the commitment, a secret until the commitment is opened.

        It is empty in old tournaments.
        """
        self._commitment = commitment(self._deal.key, self.salt)
        self._seeds = [bot_seed(plan.seed, fixture.id, seat) for seat in range(self._game.seats)]
        self.seated: list[Seated] = []
        """The bots that were seated by `play`, withdrawn ones left out, in the order of seats."""

    @property
    def deal_key(self) -> bytes:
        """The deal's key of 32 bytes, a secret until the commitment is opened.

        It opens the commitment together with `salt`.
        """
        return self._deal.key

    async def play(self, bots: Sequence[Seatable | None]) -> Record:
        """Play with these bots by seat, and return the record. None is a bot that was withdrawn.

        Raises VoidError when a fault has another cause than a bot; any other exception is an error
        of the referee. After either, call `annul`.
        """
        started, since = now(), time.monotonic()
        players: list[Seated | Absent] = [self._player(seat, bot) for seat, bot in enumerate(bots)]
        # The random player that replaces a bot at fault has a seed of its own, so that its choices
        # do not change the deal. "house" names this purpose. It is hashed into the seed, so another
        # word would change what follows from the seeds of old records.
        random_seed = random_number(self._plan.seed, self._fixture.id, "house")
        result = await Table(self._game, self._deal, players, random_seed).play()
        measured = Measured(
            started=started,
            seconds=round(time.monotonic() - since, 6),
            thought=tuple(result.thought),
            # Evidence differs from run to run, so it stands here and not beside the fault.
            evidence={
                each.seat: each.fault.evidence
                for each in result.faults
                if each.fault.evidence != Evidence()
            },
            # List comprehensions, here and below: mypyc compiles them to plain loops, but makes an
            # object for each generator expression.
            clocks=tuple([each.charged_by for each in players]),
            struck=tuple([each.struck for each in players]),
            resumed=tuple([each.resumed for each in players]),
            thinking=self._plan.cpu_slots,
            sdks=tuple([bot.sdk if bot else "" for bot in bots]),
            isolation=self._plan.confining.isolation.level if self._plan.confining else "off",
            models=_tries(players) if self._plan.models else {},
        )
        return self._record(result, bots, measured)

    def annul(self) -> None:
        """Tell the bots of this match that it is void."""
        for seated in self.seated:
            seated.annul()

    def _player(self, seat: int, bot: Seatable | None) -> Seated | Absent:
        if bot is None:
            return Absent(self._plan.conduct.faults_in_a_row)
        # The part that is the same for all seats is made once for the whole plan, and copied.
        start = pb.MatchStart()
        start.CopyFrom(self._plan.start)
        start.seat, start.bot_seed = seat, self._seeds[seat]
        start.deal_commitment = self._commitment
        player = bot.sit(start)
        self.seated.append(player)
        return player

    def _record(
        self, result: TableResult, bots: Sequence[Seatable | None], measured: Measured
    ) -> Record:
        plan, fixture = self._plan, self._fixture
        return Record(
            id=fixture.id,
            tournament=plan.tournament,
            stych=STYCH,
            game=self._game.id,
            rules_version=self._game.rules_version,
            options=self._game.options.model_dump(),
            board=fixture.block.board,
            seating=fixture.seating,
            seats=tuple(
                [
                    self._seat(seat, bot, never_talks=seat in result.silent)
                    for seat, bot in enumerate(bots)
                ]
            ),
            conduct=plan.conduct,
            deal=DealEntry(
                path=self._path,
                key=self._deal.key.hex(),
                commitment=self._commitment.hex(),
                salt=self.salt.hex() or None,
                draws={purpose: tuple(drawn) for purpose, drawn in self._deal.drawn.items()},
            ),
            actions=tuple(result.actions),
            events=tuple(result.events),
            ending="forfeit" if result.faults else "played",
            outcome=OutcomeEntry(places=result.outcome.places, points=result.outcome.points),
            faults=tuple(
                [
                    FaultEntry(seat=fault.seat, at=fault.actions_before, fault=fault.fault)
                    for fault in sorted(result.faults, key=lambda fault: fault.seat)
                ]
            ),
            measured=measured,
        )

    def _seat(self, seat: int, bot: Seatable | None, *, never_talks: bool) -> SeatEntry:
        entrant = self._fixture.seats[seat]
        name, version = self._introduction(entrant, bot)
        return SeatEntry(
            entrant=entrant,
            bot=name,
            version=version,
            bot_seed=self._seeds[seat],
            never_talks=never_talks,
        )

    def _introduction(self, entrant: str, bot: Seatable | None) -> tuple[str, str]:
        """A bot's name and version: by its manifest, by its Hello, or by the settings of a model.

        Both are empty for a remote bot that was withdrawn.
        """
        if entry := self._plan.entries.get(entrant):
            return entry.manifest.name, entry.manifest.version
        if self._plan.models and (model := self._plan.models.entries.get(entrant)):
            return model.settings.model, model.version
        return bot.name_and_version if isinstance(bot, RemoteBot) else ("", "")


def _tries(players: Sequence[object]) -> dict[int, tuple[tuple[ModelTry, ...], ...]]:
    """By seat of a language model: all answers of the model, decision by decision."""
    # Imported here: it is slow to load, and hardly any tournament needs it.
    from referee.models.seated_model import SeatedModel

    models = ((seat, each) for seat, each in enumerate(players) if isinstance(each, SeatedModel))
    return {seat: tuple(model.decisions) for seat, model in models}
