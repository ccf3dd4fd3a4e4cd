"""A bot of this machine: started when it is first needed, and again after it died."""

import asyncio
import errno
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from referee.conduct import Conduct, Fault, FaultKind, Stage
from referee.evidence import Cause, Evidence, load
from referee.rpc.confining import Confining
from referee.rpc.flight import STARVED
from referee.rpc.handshake import greet
from referee.rpc.link import Link
from referee.rpc.manifest import Manifest
from referee.rpc.output import OutputFile
from referee.rpc.process import (
    BotProcess,
    clean_environment,
    private_folder,
    remove_folder,
)
from referee.rpc.seated_bot import SeatedBot
from referee.rpc.server import BotServer
from referee.rpc.session import Session
from referee.sandbox.confinement import MB
from referee.wire import Codec, codec
from stych.v1 import referee_pb2 as pb

_SHORTAGES = {errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN}
"""Why a start may fail that is no fault of the bot's."""
_EXIT_SECONDS = 1.0
"""How long a process whose stream has ended may take to exit; also the wait after a goodbye."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A bot as it is entered: what to start, and the name its files get."""

    name: str
    folder: Path
    manifest: Manifest


class LocalBot:
    """Use as a context manager: it listens inside, and nothing of the bot is left after.

    All matches of the bot share one process and one stream.
    """

    def __init__(
        self,
        entry: Entry,
        game: str,
        conduct: Conduct,
        output: Path,
        confining: Confining | None = None,
        thinkers: asyncio.Semaphore | None = None,
    ) -> None:
        """Bots with the same `thinkers` think at most so many at once."""
        self.entry = entry
        self.game = game
        self.conduct = conduct
        self.codec: Codec = codec(game)
        self.sdk = ""
        self.never_talks = False
        """As its latest Hello says; False before the first."""
        self.pace = 0.0
        self._output = (OutputFile(output / "stdout.txt"), OutputFile(output / "stderr.txt"))
        self._confining = confining
        self._thinkers = thinkers
        self._home = private_folder()
        self._server = BotServer(self._serve, self._flooded)
        self._session: Session | None = None
        self._starting: asyncio.Task[Session | Fault] | None = None
        self._greeted: asyncio.Future[Session | Fault] | None = None
        self._process: BotProcess | None = None
        self._unpaid: Fault | None = None
        """A fault that no decision was in flight to pay for; the next one asked for does."""
        self._settled = asyncio.Event()
        """Whether what the last session left behind has been dealt with."""
        self._settled.set()
        self._started = 0.0
        self._matches = 0
        self._left = False

    async def __aenter__(self) -> Self:
        manifest, confining = self.entry.manifest, self._confining
        unix = manifest.transport == "unix" or (confining and confining.relays(manifest))
        await self._server.listen(Path(self._home.name) if unix else None)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._left = True
        try:
            await self._stop_starting()
            if self._session and not self._session.over:
                await self._say_goodbye(self._session, stopped=error is not None)
        finally:
            await self._kill()
            await self._server.stop()
            for file in self._output:
                file.close()
            await asyncio.to_thread(remove_folder, Path(self._home.name))
            self._home.cleanup()

    async def _stop_starting(self) -> None:
        if self._starting:
            self._starting.cancel()
            await asyncio.wait({self._starting})

    async def _say_goodbye(self, session: Session, *, stopped: bool) -> None:
        if stopped:
            await session.close(pb.GOODBYE_REASON_STOPPED, "the referee was stopped")
        else:
            await session.close(pb.GOODBYE_REASON_FINISHED, "there is nothing more to play")
        if self._process:
            await self._process.ended(_EXIT_SECONDS)

    def sit(self, start: pb.MatchStart) -> SeatedBot:
        """The bot in a seat of a match; the match's number in `start` is given here."""
        self._matches += 1
        start.match = self._matches
        return SeatedBot(self, start)

    def cpu(self) -> float | None:
        """Seconds of processor time that its process has used, where isolation counts them."""
        return self._process.cpu() if self._process else None

    def queued(self) -> float | None:
        """Seconds that a thread of its process was ready to run and had no processor, if known."""
        return self._process.queued() if self._process else None

    async def session(self) -> Session | Fault:
        """The running session, started if need be; or the fault that takes its place."""
        if self._session and not self._session.over:
            return self._session
        await self._settled.wait()
        if self._left:
            raise RuntimeError(f"{self.entry.name} was sent home and cannot be asked any more")
        if self._unpaid:
            fault, self._unpaid = self._unpaid, None
            return fault
        if self._starting is None:
            self._starting = asyncio.create_task(self._start())
        starting = self._starting
        try:
            return await asyncio.shield(starting)
        finally:
            if self._starting is starting and starting.done():
                self._starting = None

    # -- starting

    async def _start(self) -> Session | Fault:
        self._greeted = asyncio.get_running_loop().create_future()
        manifest = self.entry.manifest
        environment = clean_environment(
            Path(self._home.name),
            {
                "STYCH_ADDRESS": self._address(),
                "STYCH_TOKEN": self._server.issue_token(),
                "STYCH_BOT_NAME": manifest.name,
                "STYCH_BOT_VERSION": manifest.version,
            },
        )
        for file in self._output:
            file.begin()
        self._started = time.monotonic()
        try:
            self._process = await self._launch(environment)
        except OSError as error:
            return self._not_started(error)
        found = await self._first_contact(self._process)
        if isinstance(found, Fault):
            if found.kind is FaultKind.DISCONNECTED:
                found = await self._crashed(found)
            return await self._seen_off(found, self._at_start())
        return found

    def _not_started(self, error: OSError) -> Fault:
        text = f"its command {self.entry.manifest.command[0]!r} cannot be started: {error.strerror}"
        short = error.errno in _SHORTAGES
        return Fault(
            kind=FaultKind.CRASHED,
            stage=Stage.START,
            text=text,
            cause=Cause.MACHINE if short else Cause.BOT,
            evidence=Evidence(load=load()),
        )

    def _at_start(self) -> Evidence:
        """What its start took of it."""
        return Evidence(
            waited_ms=round((time.monotonic() - self._started) * 1000, 3),
            allowed_ms=self.conduct.start_ms,
            cpu_ms=_milliseconds(self.cpu()),
            queued_ms=_milliseconds(self.queued()),
        )

    def _address(self) -> str:
        served, confining = self._server.address, self._confining
        return confining.address(self.entry.manifest, served) if confining else served

    async def _launch(self, environment: Mapping[str, str]) -> BotProcess:
        """Raises OSError."""
        manifest, folder = self.entry.manifest, self.entry.folder
        if not self._confining:
            return await BotProcess.start(manifest.command, folder, environment, self._output)
        home, served = Path(self._home.name), self._server.address
        kept = self._confining.keep(manifest, folder, home, served, environment)
        return await BotProcess.start_kept(kept, self._output)

    async def _first_contact(self, process: BotProcess) -> Session | Fault:
        greeted = self._greeted
        if greeted is None:
            raise RuntimeError("a bot's start was waited for before it began")
        exit_ = asyncio.create_task(process.ended())
        try:
            seconds = self.conduct.start_ms / 1000
            either: set[asyncio.Future[Any]] = {greeted, exit_}
            await asyncio.wait(either, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
            if not greeted.done() and exit_.done():
                # What it said before it went may still be on its way.
                await asyncio.wait({greeted}, timeout=0.2)
            if greeted.done():
                return greeted.result()
            if exit_.done():
                return _crash(exit_.result(), Stage.START)
            return self._no_hello(seconds)
        finally:
            exit_.cancel()
            # A hello that comes after this is too late.
            greeted.cancel()

    def _no_hello(self, seconds: float) -> Fault:
        refused = " (it tried with a wrong token)" if self._server.refused else ""
        text = f"no hello within {seconds:g} s of its start{refused}"
        cause = Cause.BOT
        if (self.queued() or 0.0) >= seconds / 2:
            text, cause = STARVED, Cause.MACHINE
        return Fault(kind=FaultKind.LATE, stage=Stage.START, text=text, cause=cause)

    # -- serving

    async def _serve(self, link: Link) -> None:
        greeted = self._greeted
        answer = await greet(link, self.game)
        if greeted is None or greeted.done():
            return
        if isinstance(answer, Fault):
            greeted.set_result(answer)
            return
        self.sdk = answer.sdk
        self.never_talks = answer.never_talks
        session = Session(link, answer.at_once, meter=self, thinkers=self._thinkers)
        self._session = session
        self._settled.clear()
        greeted.set_result(session)
        try:
            fault = await session.run()
            if fault:
                await self._bury(session, fault)
        finally:
            self._settled.set()

    def _flooded(self, text: str) -> None:
        if self._greeted and not self._greeted.done():
            fault = Fault(kind=FaultKind.MALFORMED, stage=Stage.START, text=text)
            self._greeted.set_result(fault)
        elif self._session:
            self._session.blame(Fault(kind=FaultKind.MALFORMED, stage=Stage.PLAY, text=text))

    async def _bury(self, session: Session, fault: Fault) -> None:
        """End a session by the bot's fault: find out more, kill what is left, charge the fault."""
        if self._starting:
            # A quick bot may be gone before its start has handed over the process.
            await asyncio.wait({self._starting})
        seen = session.clocks() if fault.evidence == Evidence() else fault.evidence
        try:
            if fault.kind is FaultKind.DISCONNECTED:
                fault = await self._crashed(fault)
            else:
                await session.dismiss(fault)
            fault = await self._seen_off(fault, seen)
        finally:
            if not session.abandon(fault) and fault.cause is Cause.BOT:
                self._unpaid = fault

    async def _crashed(self, fault: Fault) -> Fault:
        how = await self._process.ended(_EXIT_SECONDS) if self._process else ""
        if not how:
            return fault
        return _crash(how, fault.stage)

    async def _seen_off(self, fault: Fault, seen: Evidence) -> Fault:
        """The fault with all that is known of it, when nothing is left of the process.

        A bot that was told what it did wrong has the time to say so to its author.
        """
        process = self._process
        patient = fault.kind in (FaultKind.MALFORMED, FaultKind.INCOMPATIBLE)
        ended = await process.ended(_EXIT_SECONDS if patient else 0.0) if process else ""
        await self._kill()
        used = process.usage() if process else None
        words = "\n".join(file.last_words() for file in self._output).strip()
        told = {
            "peak_mb": round(used.peak / MB, 1) if used and used.peak else None,
            "ended": ended,
            "load": load(),
            "words": words,
        }
        return fault.model_copy(update={"evidence": seen.model_copy(update=told)})

    async def _kill(self) -> None:
        if process := self._process:
            await process.kill()
            if self._process is process:
                self._process = None


def _milliseconds(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds * 1000, 3)


def _crash(how: str, stage: Stage) -> Fault:
    when = " before it said hello" if stage is Stage.START else ""
    return Fault(kind=FaultKind.CRASHED, stage=stage, text=f"the process {how}{when}")
