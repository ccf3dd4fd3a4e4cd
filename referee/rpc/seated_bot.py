"""A bot in one seat of one match, as the player that a table asks."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from referee.conduct import Fault
from referee.games.game import Outcome
from referee.packing import SentHistory
from referee.player import Asker, SeatFault
from referee.rpc.clock import Clock
from referee.rpc.decision import Decision
from referee.rpc.forced_delay import ForcedDelay
from referee.rpc.session import Session
from referee.wire.news import opening_entry, over_entry, start_entry
from stych.v1 import referee_pb2 as pb

if TYPE_CHECKING:
    from referee.rpc.bot_handle import BotHandle


class SeatedBot:
    """The bot in one seat of one match: a player that asks the bot's sessions.

        unannounced --ready--> in a session --the session ends--> away --ready--> in the next one

    Invariants: nothing is asked in a session before the match was announced there. At most one
    decision or delay is open at a time.
    """

    def __init__(self, bot: "BotHandle", start: pb.MatchStart) -> None:
        """`start` announces the match; `resumed` is set in it when it is announced again."""
        self._bot = bot
        self._start = start
        self._number = start.match
        self._decisions = bot.codec.decisions
        self._written = SentHistory()
        self._announced_in: Session | None = None
        """The latest session in which the match was announced; None before the first."""
        self._decision: Decision | None = None
        """The latest decision that was asked; its number is 0 once it is answered."""
        self.resumed = 0
        """How often the bot came back and went on in the middle of the match."""
        self.clock = Clock.of(bot.conduct)

    @property
    def silent(self) -> bool:
        """Whether the bot never talks, as it said in its Hello; to be read once it is ready."""
        return self._bot.never_talks

    @property
    def charged_by(self) -> Literal["cpu", "wall"]:
        """What the bot is charged at the moment: its processor time, or all time that passes."""
        return "cpu" if self._bot.cpu() is not None else "wall"

    @property
    def struck(self) -> int:
        """How many strikes the seat's clock has used up in the match."""
        return self.clock.struck

    @property
    def is_ready(self) -> bool:
        """Whether `ready` would return now, without waiting for the bot."""
        return self._bot.here

    async def ready(self) -> Fault | None:
        """Return None when the bot is connected and knows of the match, or the bot's fault."""
        session = await self._announced()
        return session if isinstance(session, Fault) else None

    def ask(
        self, observation: Any, legal: Sequence[int], events: Sequence[int], asker: Asker
    ) -> None:
        """Ask the bot for a decision; `asker` is called back with the answer or a fault.

        If the bot has died or was lost, `asker.not_ready` is called instead: then `ready` has to be
        awaited before the bot is asked again.
        """
        session = self._announced_in
        if session is None or session.over:
            asker.not_ready()
            return
        # Packed as bytes at once, without a message of protobuf's (docs/performance.md, The wire).
        request = self._decisions.pack(self._number, legal, events, observation, self._written)
        # A decision that is asked again, since its session ended, still has its number.
        number = self._decision.number if self._decision else 0
        self._decision = Decision(self.clock, asker, request, number)
        session.ask(self._decision)

    def delay_forced_move(self, asker: Asker) -> bool:
        """Call `asker.delay_over` when the bot would have answered, had it been asked.

        False if there is no delay, since the bot has no open session or its session has no delays.
        """
        session = self._announced_in
        return session is not None and session.delay(ForcedDelay(asker))

    async def _announced(self) -> Session | Fault:
        """A session in which the match has been announced, or the bot's fault."""
        session = await self._bot.session()
        if isinstance(session, Session) and session is not self._announced_in:
            # In a new session the bot may be another process, and knows nothing of the match.
            if self._announced_in is not None:
                self.resumed += 1
            self._start.resumed = self.resumed > 0
            session.tell(start_entry(self._start))
            self._announced_in = session
        return session

    def over(self, outcome: Outcome, faults: Sequence[SeatFault], events: Sequence[int]) -> None:
        """Tell the bot how the match ended, if the match was announced to it.

        A bot that is away, or that came back and was not asked in this match since, is not told.
        The same holds for `annul` and `open_deal`.
        """
        if self._announced_in:
            entries = [self._fault(fault) for fault in faults]
            news = over_entry(self._number, outcome.places, outcome.points, events, entries)
            self._announced_in.tell(news)

    def annul(self) -> None:
        """Tell the bot that the match is void: nobody won.

        It is played again under the same id, but is announced to the bot with another number.
        """
        if self._announced_in:
            seats = self._start.seats
            self._announced_in.tell(over_entry(self._number, (1,) * seats, (0,) * seats))

    def open_deal(self, key: bytes, salt: bytes) -> None:
        """Show the bot the deal's key and the match's salt, to check the commitment with them."""
        if self._announced_in:
            self._announced_in.tell(opening_entry(self._number, key, salt))

    def _fault(self, fault: SeatFault) -> pb.Fault:
        # The text may reveal who the bot at fault is, which other bots must not learn.
        text = fault.fault.text if fault.seat == self._start.seat else ""
        kind = f"FAULT_KIND_{fault.fault.kind.name}"
        return pb.Fault(seat=fault.seat, kind=kind, text=text)
