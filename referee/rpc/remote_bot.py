"""A bot of another machine: it dials in, and dials in again after its connection was lost."""

import asyncio
from collections.abc import Callable

from referee.conduct import Conduct, Fault, FaultKind, FaultStage
from referee.evidence import Evidence, load_average, now
from referee.rpc.burden import Burden
from referee.rpc.connected_bot import ConnectedBot
from referee.rpc.decision import DecisionNumbers
from referee.rpc.forced_delay import ResponseTime
from referee.rpc.handshake import AcceptedHello
from referee.rpc.link import Link
from referee.rpc.session import Session
from stych.v1 import referee_pb2 as pb

_REPLACED = "another connection with the same token has taken this place"
_AGAIN = "this lobby closes, and another may open in a moment: dial in again"


class RemoteBot(ConnectedBot):
    """One place of an entrant in the lobby, for one stream at a time.

    A bot that comes back goes on in its matches. While the bot is away, matches that ask it wait:
    for start_ms if it never was here, otherwise for reconnect_ms. The absences between two answers
    count together, so that other players wait in bounded time. After this time all matches that
    wait get a fault, and a match that asks later waits anew (docs/protocol.md).
    """

    def __init__(self, name: str, game: str, conduct: Conduct) -> None:
        super().__init__(game, conduct)
        self.name = name
        self.name_and_version = ("", "")
        """The bot's name and version as its latest Hello says; empty before the first."""
        self.arrived_at = 0.0
        """When the latest stream came, in seconds of the event loop's clock; 0 before the first."""
        self._numbers = DecisionNumbers()
        self._response_time = ResponseTime()
        self._session: Session | None = None
        self._been_here = False
        """Whether a session has ever begun."""
        self._replaced: set[Session] = set()
        """Sessions that ended because another stream took the place, until `serve` notices that."""
        self._pending_fault: Fault | None = None
        """A fault at which no decision was in flight; the next match that asks the bot gets it."""
        self._absence: _Absence | None = None
        """Not None while the bot is away and a match waits for it."""
        self._patience = conduct.reconnect_ms / 1000
        """Seconds that matches wait for the bot after the next loss of its connection."""
        self._is_closed = False
        """Whether `close` was called."""
        self._is_coming_again = False
        """Whether `close` ended a session without a Goodbye, so that the bot dials in again."""

    @property
    def here(self) -> bool:
        """Whether a session with the bot is open."""
        return self._session is not None and not self._session.over

    def waited_ms(self) -> float | None:
        """Milliseconds that the bot, or an answer, has been waited for so far.

        None if nothing is waited for.
        """
        if self._absence:
            return self._absence.seconds * 1000
        return self._session.evidence().waited_ms if self._session and self.here else None

    async def session(self) -> Session | Fault:
        """The open session, after waiting for the bot if need be; or the fault in its place.

        Raises RuntimeError after `close`. A call that waits at that time may wait until it is
        cancelled.
        """
        if self._is_closed:
            raise RuntimeError(f"{self.name} was closed and cannot be asked any more")
        if self._pending_fault:
            fault, self._pending_fault = self._pending_fault, None
            return fault
        if self._session and not self._session.over:
            return self._session
        if self._absence is None:
            seconds = self._patience if self._been_here else self.conduct.start_ms / 1000
            self._absence = _Absence(seconds, self._give_up)
        # Several matches may wait for the end of the absence. One that is cancelled must not cancel
        # the future for the others.
        return await asyncio.shield(self._absence.end)

    def _give_up(self) -> None:
        if self._absence is None:
            raise RuntimeError("an absence ended that never began")
        absence, self._absence = self._absence, None
        self._patience = self.conduct.reconnect_ms / 1000
        absence.end.set_result(self._absence_fault(absence.began))

    def _absence_fault(self, began: str) -> Fault:
        evidence = Evidence(since=began, load=load_average())
        if not self._been_here:
            text = f"no hello within {self.conduct.start_ms / 1000:g} s"
            return Fault(kind=FaultKind.LATE, stage=FaultStage.START, text=text, evidence=evidence)
        seconds = self.conduct.reconnect_ms / 1000
        text = f"the connection was lost, and the bot was not back within {seconds:g} s"
        return Fault(
            kind=FaultKind.DISCONNECTED, stage=FaultStage.PLAY, text=text, evidence=evidence
        )

    # -- streams

    def begin_session(
        self, link: Link, greeted: AcceptedHello, burden: Burden | None = None
    ) -> Session:
        """Begin a session on a new stream, which the caller has to `serve`.

        An earlier session that is still open is ended. Its decisions are asked in the new one.
        """
        before = self._session
        self.name_and_version = (greeted.name, greeted.version)
        self._note(greeted)
        self.arrived_at = asyncio.get_running_loop().time()
        self._session = session = Session(
            link, greeted.at_once, self._numbers, response_time=self._response_time, burden=burden
        )
        was_here, self._been_here = self._been_here, True
        if before and not before.over:
            self._replaced.add(before)
            self._hand_back(before)
        if self._absence:
            # The return does not reset the patience, as an answer does: otherwise a bot that broke
            # its connection again and again could make the other players wait for ever.
            seconds_away = self._absence.stop()
            if was_here:
                self._patience -= seconds_away
            self._absence.end.set_result(session)
            self._absence = None
        return session

    async def serve(self, session: Session) -> str:
        """Serve the session until its stream is to end.

        Returns why, in words, if the bot may dial in again; "" if it got a Goodbye or said one.
        """
        try:
            fault = await session.run()
            if fault:
                return await self._settle(session, fault)
            if session in self._replaced:
                self._replaced.discard(session)
                await session.close(pb.GOODBYE_REASON_UNSPECIFIED, _REPLACED)
                return ""
            return _AGAIN if self._is_coming_again else ""
        finally:
            self._hand_back(session)

    async def _settle(self, session: Session, fault: Fault) -> str:
        """End a session after a fault of the bot, or a lost connection, which is no fault yet.

        Returns the same as `serve`.
        """
        if session.lost:
            self._hand_back(session)
            return fault.text
        charged = session.abandon(fault)
        # Any other fault is a goodbye of the bot: without a decision in flight that costs nothing.
        if not charged and fault.kind in (FaultKind.LATE, FaultKind.MALFORMED):
            self._pending_fault = fault
        # The process runs elsewhere and cannot be killed. So the stream of a late bot is ended,
        # without a Goodbye, so that the bot may dial in again.
        if fault.kind is FaultKind.LATE:
            return fault.text
        if fault.kind is FaultKind.MALFORMED:
            await session.dismiss(fault)
        return ""

    def _hand_back(self, session: Session) -> None:
        """End the session, if it is open, and have its open decisions asked in the next one."""
        # The bot has answered, so it does play: matches wait in full again after the next loss.
        if session.take_answered():
            self._patience = self.conduct.reconnect_ms / 1000
        session.hand_back()

    async def close(self, reason: pb.GoodbyeReason | None, text: str = "") -> None:
        """End the session, if one is open: no match may ask the bot after this.

        With a `reason` the bot gets a Goodbye with the reason and the text. Without one it gets no
        Goodbye, and is to dial in again, to another lobby.
        """
        self._is_closed = True
        if self._absence:
            self._absence.stop()
        if not self._session or self._session.over:
            return
        if reason is None:
            self._is_coming_again = True
            self._session.hand_back()
        else:
            await self._session.close(reason, text)


class _Absence:
    """The time for which matches wait for a bot that is away."""

    def __init__(self, seconds: float, give_up: Callable[[], None]) -> None:
        """`give_up` is called after `seconds`, unless `stop` is called before."""
        self._loop = asyncio.get_running_loop()
        self.began = now()
        self.end: asyncio.Future[Session | Fault] = self._loop.create_future()
        """Gets the session that ends the absence, or the fault of a bot that did not come in time.

        It may get neither once the bot was closed.
        """
        self._since = self._loop.time()
        self._timer = self._loop.call_later(seconds, give_up)

    @property
    def seconds(self) -> float:
        """Seconds since the absence began."""
        return self._loop.time() - self._since

    def stop(self) -> float:
        """Stop the timer, so that `give_up` is not called. Returns how long the absence lasted."""
        self._timer.cancel()
        return self.seconds
