"""A bot in one seat of one match: what a table knows of it, and what it is asked."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from referee.conduct import Fault
from referee.games.game import Outcome
from referee.packing import Written
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

        unannounced --ready--> in a session --the session ends--> gone --ready--> in the next one

    Invariants: nothing is asked in a session before the match was announced in it. At most one
    decision or delay is open at a time.
    """

    def __init__(self, bot: "BotHandle", start: pb.MatchStart) -> None:
        self._bot = bot
        self._start = start
        self._number = start.match
        self._decisions = bot.codec.decisions
        self._written = Written()
        self._told_in: Session | None = None
        """The session in which the match was announced last."""
        self._decision: Decision | None = None
        """The latest; it has no number any more once it is answered."""
        self.resumed = 0
        """How often the bot came back and went on in the middle of the match."""
        self.clock = Clock.of(bot.conduct)

    @property
    def silent(self) -> bool:
        """Whether the bot said that it never talks; known once it is ready."""
        return self._bot.never_talks

    @property
    def charged_by(self) -> Literal["cpu", "wall"]:
        """What the bot is charged at the moment: its processor time, or the time that passes."""
        return "cpu" if self._bot.cpu() is not None else "wall"

    @property
    def struck(self) -> int:
        """How many slips of its clock were forgiven in the match."""
        return self.clock.struck

    @property
    def here(self) -> bool:
        """Whether a session with the bot is open."""
        return self._bot.here

    async def ready(self) -> Fault | None:
        """Return None when the bot is connected and knows of the match, or the bot's fault."""
        session = await self._announced()
        return session if isinstance(session, Fault) else None

    def ask(
        self, observation: Any, legal: Sequence[int], events: Sequence[int], asker: Asker
    ) -> None:
        """Ask the bot for a decision; `asker` is called back with the answer or a fault.

        If the bot died or was lost meanwhile, `asker.not_ready` is called, and it has to be ready
        again.
        """
        session = self._told_in
        if session is None or session.over:
            asker.not_ready()
            return
        # Bytes at once: no message is built and copied on the way (docs/performance.md, The wire).
        request = self._decisions.pack(self._number, legal, events, observation, self._written)
        # One that is asked again, as its session ended, still has its number.
        number = self._decision.number if self._decision else 0
        self._decision = Decision(self.clock, asker, request, number)
        session.ask(self._decision)

    def delay_forced_move(self, asker: Asker) -> bool:
        """Delay a forced move for as long as the bot would take to answer, and then call `asker`.

        False when there is nothing to wait for, as the bot has no session.
        """
        session = self._told_in
        return session is not None and session.delay(ForcedDelay(asker))

    async def _announced(self) -> Session | Fault:
        """A session in which the match has been announced, or the bot's fault."""
        session = await self._bot.session()
        if isinstance(session, Session) and session is not self._told_in:
            # A new session's bot has forgotten everything, or is another process: it is told anew.
            self.resumed += self._told_in is not None
            self._start.resumed = self.resumed > 0
            session.tell(start_entry(self._start))
            self._told_in = session
        return session

    def over(self, outcome: Outcome, faults: Sequence[SeatFault], events: Sequence[int]) -> None:
        """Tell the bot how the match ended, if it was ever told of it."""
        if self._told_in:
            told = [self._fault(fault) for fault in faults]
            news = over_entry(self._number, outcome.places, outcome.points, events, told)
            self._told_in.tell(news)

    def annul(self) -> None:
        """Tell the bot that the match is void: nobody won.

        It is played again under the same id, but is announced to the bot with another number.
        """
        if self._told_in:
            seats = self._start.seats
            self._told_in.tell(over_entry(self._number, (1,) * seats, (0,) * seats))

    def open_deal(self, key: bytes, salt: bytes) -> None:
        """Show the bot the deal's key and the match's salt, to check its commitment with."""
        if self._told_in:
            self._told_in.tell(opening_entry(self._number, key, salt))

    def _fault(self, fault: SeatFault) -> pb.Fault:
        # A bot is not told who the others are, and such a text may tell it.
        own = fault.seat == self._start.seat
        kind = f"FAULT_KIND_{fault.fault.kind.name}"
        return pb.Fault(seat=fault.seat, kind=kind, text=fault.fault.text if own else "")
