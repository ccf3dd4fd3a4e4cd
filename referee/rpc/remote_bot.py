"""A bot of another machine: it dials in, and again when its connection was lost."""

import asyncio
from collections.abc import Callable

from referee.conduct import Conduct, Fault, FaultKind, FaultStage
from referee.evidence import Evidence, load, now
from referee.rpc.burden import Burden
from referee.rpc.connected_bot import ConnectedBot
from referee.rpc.decision import DecisionNumbers
from referee.rpc.forced_delay import ResponseTime
from referee.rpc.handshake import Greeted
from referee.rpc.link import Link
from referee.rpc.session import Session
from stych.v1 import referee_pb2 as pb

_TAKEN = "another connection with the same token has taken this place"
_AGAIN = "the referee goes on in a moment: dial in again"


class RemoteBot(ConnectedBot):
    """One place for a stream of an entrant: whoever comes back goes on in its matches.

    While it is away, whoever asks it waits: start_ms if it never was here, else reconnect_ms, which
    is counted together for all losses between two answers, so that others wait in bounded time.
    Then all who wait get the fault, and the next one who asks waits anew (docs/protocol.md).
    """

    def __init__(self, name: str, game: str, conduct: Conduct) -> None:
        super().__init__(game, conduct)
        self.name = name
        self.introduced = ("", "")
        """The bot's name and version as its latest Hello says; empty before the first."""
        self.arrived = 0.0
        """When the latest stream came, in seconds of the event loop's clock."""
        self._numbers = DecisionNumbers()
        self._response_time = ResponseTime()
        self._session: Session | None = None
        self._been_here = False
        self._taken: set[Session] = set()
        """Sessions that ended because another stream took the place."""
        self._pending_fault: Fault | None = None
        """A fault at which no decision was in flight; the next match that asks gets it."""
        self._absence: _Absence | None = None
        self._patience = conduct.reconnect_ms / 1000
        self._sent_home = False
        self._sent_on = False
        """Whether it was sent away only to come again elsewhere."""

    @property
    def here(self) -> bool:
        """Whether a session with it is open."""
        return self._session is not None and not self._session.over

    def waited_ms(self) -> float | None:
        """Milliseconds that it, or its answers, have been waited for; None when nobody waits."""
        if self._absence:
            return self._absence.seconds * 1000
        return self._session.evidence().waited_ms if self._session and self.here else None

    async def session(self) -> Session | Fault:
        """The session on the latest stream, waited for if need be; or the fault in its place.

        Raises RuntimeError after the bot was sent away.
        """
        if self._sent_home:
            raise RuntimeError(f"{self.name} was closed and cannot be asked any more")
        if self._pending_fault:
            fault, self._pending_fault = self._pending_fault, None
            return fault
        if self._session and not self._session.over:
            return self._session
        if self._absence is None:
            seconds = self._patience if self._been_here else self.conduct.start_ms / 1000
            self._absence = _Absence(seconds, self._give_up)
        # Several matches may wait for the same absence: the end of one must not end it for the
        # others.
        return await asyncio.shield(self._absence.end)

    def _give_up(self) -> None:
        if self._absence is None:
            raise RuntimeError("an absence ended that never began")
        absence, self._absence = self._absence, None
        self._patience = self.conduct.reconnect_ms / 1000
        absence.end.set_result(self._absent(absence.began))

    def _absent(self, began: str) -> Fault:
        evidence = Evidence(since=began, load=load())
        if not self._been_here:
            text = f"no hello within {self.conduct.start_ms / 1000:g} s"
            return Fault(kind=FaultKind.LATE, stage=FaultStage.START, text=text, evidence=evidence)
        grace = f"{self.conduct.reconnect_ms / 1000:g} s"
        text = f"the connection was lost, and the bot was not back within {grace}"
        return Fault(
            kind=FaultKind.DISCONNECTED, stage=FaultStage.PLAY, text=text, evidence=evidence
        )

    # -- streams

    def take(self, link: Link, greeted: Greeted, burden: Burden | None = None) -> Session:
        """The session on a new stream, which the caller has to `serve`.

        An older one gives way to it.
        """
        before = self._session
        self.introduced = (greeted.name, greeted.version)
        self._note(greeted)
        self.arrived = asyncio.get_running_loop().time()
        self._session = session = Session(
            link, greeted.at_once, self._numbers, response_time=self._response_time, burden=burden
        )
        was_here, self._been_here = self._been_here, True
        if before and not before.over:
            self._taken.add(before)
            self._hand_back(before)
        if self._absence:
            # Not reset by coming back: a bot that broke its connection again and again without an
            # answer would make others wait for ever.
            away = self._absence.over()
            self._patience -= away if was_here else 0.0
            self._absence.end.set_result(session)
            self._absence = None
        return session

    async def serve(self, session: Session) -> str:
        """Serve the session until its stream is to end.

        Returns why, in words, if the bot was not told so by a Goodbye: then it may dial in again.
        """
        try:
            fault = await session.run()
            if fault:
                return await self._settle(session, fault)
            if session in self._taken:
                self._taken.discard(session)
                await session.close(pb.GOODBYE_REASON_UNSPECIFIED, _TAKEN)
                return ""
            return _AGAIN if self._sent_on else ""
        finally:
            self._hand_back(session)

    async def _settle(self, session: Session, fault: Fault) -> str:
        """End a session by the bot's fault, or by a lost connection, which is no fault yet."""
        if session.lost:
            self._hand_back(session)
            return fault.text
        charged = session.abandon(fault)
        # Nobody can kill a process elsewhere: only its stream ends, without a Goodbye, so that it
        # may come again.
        if fault.kind is FaultKind.LATE:
            self._pending_fault = self._pending_fault if charged else fault
            return fault.text
        if fault.kind is FaultKind.MALFORMED:
            self._pending_fault = self._pending_fault if charged else fault
            await session.dismiss(fault)
        return ""

    def _hand_back(self, session: Session) -> None:
        # An answer was the proof that it plays: the next losses are waited for as long as the
        # first.
        if session.take_answered():
            self._patience = self.conduct.reconnect_ms / 1000
        session.hand_back()

    async def send_home(self, reason: pb.GoodbyeReason | None, text: str = "") -> None:
        """End the session: nobody asks any more.

        Without a `reason` the bot gets no Goodbye, and is to dial in again somewhere else.
        """
        self._sent_home = True
        if self._absence:
            self._absence.over()
        if not self._session or self._session.over:
            return
        if reason is None:
            self._sent_on = True
            self._session.hand_back()
        else:
            await self._session.close(reason, text)


class _Absence:
    """The time that those who ask wait for a bot that is away; `give_up` is called at its end."""

    def __init__(self, seconds: float, give_up: Callable[[], None]) -> None:
        self._loop = asyncio.get_running_loop()
        self.began = now()
        self.end: asyncio.Future[Session | Fault] = self._loop.create_future()
        """Done with the session that ended the absence, or with the fault."""
        self._since = self._loop.time()
        self._timer = self._loop.call_later(seconds, give_up)

    @property
    def seconds(self) -> float:
        """Seconds that it has lasted until now."""
        return self._loop.time() - self._since

    def over(self) -> float:
        """End it without `give_up`; returns how many seconds it lasted."""
        self._timer.cancel()
        return self.seconds
