"""Submissions as jobs: one at a time, in the order in which they came."""

import json
import secrets
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

import anyio

from referee.errors import StychError, UserError
from stych_web.streams import SILENCE, STILL_HERE
from stych_web.submitting.uploads import Upload

_MOST_WAITING: Final = 8
"""Jobs that may wait."""
_MOST_EACH: Final = 2
"""Jobs of one author that may be waiting or under way."""
_MOST_OVER: Final = 100
"""Jobs that are over and can still be looked at."""
_MOST_LINES: Final = 1000
"""Lines that are shown of a job, the last ones."""
_LONGEST_LINE: Final = 300
"""Characters of a line that are shown."""
_MOST_LISTENERS: Final = 100
"""Streams of events that may be open, of all jobs together."""
_PAUSE: Final = 0.5
"""Seconds between two events of a stream: the page asks for all of its parts after each."""


class JobState(StrEnum):
    """How far a job has come; the words are those of its page."""

    WAITING = "waiting"
    CHECKING = "being built and checked"
    PLAYING = "playing its first matches"
    STORED = "stored"
    REFUSED = "not stored"


@dataclass(frozen=True, slots=True)
class FirstMatches:
    """The first matches of a new version in one game, against sample bots."""

    game: str
    tournament: str
    """The name of their tournament in the data folder."""
    problem: str = ""
    """Why they were not played to their end; "" while nothing is wrong."""


@dataclass(slots=True)
class Job:
    """A submission, from the upload to its first matches."""

    author: str
    upload: Upload
    id: str = field(default_factory=lambda: secrets.token_hex(8))
    state: JobState = JobState.WAITING
    sentence: str = ""
    """Why nothing was stored, or what else is to be said of the stored version; "" for neither."""
    version: str = ""
    """The stored version as NAME@N; "" before it is stored."""
    digest: str = ""
    """The digest of the stored version; "" before it is stored."""
    lines: deque[str] = field(default_factory=lambda: deque(maxlen=_MOST_LINES))
    """The last lines that the commands of the job have printed."""
    first: list[FirstMatches] = field(default_factory=list)
    number: int = 0
    """How often the job has changed."""
    changed: anyio.Event = field(default_factory=anyio.Event)
    """Set at the next change, and then replaced by a new event."""

    @property
    def is_over(self) -> bool:
        """Whether nothing of the job will change any more."""
        return self.state in (JobState.STORED, JobState.REFUSED)

    def change(self, state: JobState | None = None) -> None:
        """Wake all listeners: something of the job has changed, such as its state."""
        self.state = state or self.state
        self.number += 1
        self.changed.set()
        self.changed = anyio.Event()

    async def tell(self, line: str) -> None:
        """Add a line to `lines`, and wake all listeners."""
        self.lines.append(line[:_LONGEST_LINE])
        self.change()


class JobQueue:
    """The jobs of a server, which are done one at a time.

    They end with the server; versions that were stored by then stay.
    """

    def __init__(self, work: Callable[[Job], Awaitable[None]]) -> None:
        """`work` does a job to its end. If it raises StychError, the text is the job's sentence."""
        self._work = work
        self._jobs: dict[str, Job] = {}
        self._waiting: deque[Job] = deque()
        self._more = anyio.Event()
        self._listeners = 0
        self._closed = anyio.Event()

    def check_limits(self, author: str) -> None:
        """Raise UserError if the author has to wait before another submission."""
        if sum(each.author == author and not each.is_over for each in self.jobs()) >= _MOST_EACH:
            raise UserError("you have submissions that are not over yet: wait for their end")
        if len(self._waiting) >= _MOST_WAITING:
            raise UserError("many submissions are waiting: try again in some minutes")

    def add(self, author: str, upload: Upload) -> Job:
        """Add a job. Raises UserError as `check_limits`, and then removes the upload."""
        try:
            self.check_limits(author)
        except UserError:
            upload.place.close()
            raise
        # The id is no secret: the page of a job checks whose job it is.
        job = Job(author, upload)
        self._jobs[job.id] = job
        over = [key for key, each in self._jobs.items() if each.is_over]
        for key in over[: max(0, len(over) - _MOST_OVER)]:
            del self._jobs[key]
        self._waiting.append(job)
        self._more.set()
        return job

    def jobs(self) -> Sequence[Job]:
        """All jobs that can be looked at, the oldest first."""
        return list(self._jobs.values())

    def find(self, id_: str) -> Job | None:
        """The job of this id; None for one that cannot be looked at any more."""
        return self._jobs.get(id_)

    def before(self, job: Job) -> int:
        """How many jobs come before this one, the one under way included; 0 if it does not wait."""
        if job not in self._waiting:
            return 0
        working = any(each.state in (JobState.CHECKING, JobState.PLAYING) for each in self.jobs())
        return self._waiting.index(job) + working

    async def work(self) -> None:
        """Do all jobs until cancelled; then the uploads of all of them are removed."""
        try:
            while True:
                while not self._waiting:
                    self._more = anyio.Event()
                    await self._more.wait()
                job = self._waiting.popleft()
                # However the job ends, its upload is removed: nothing else needs it.
                with job.upload.place:
                    await self._do(job)
        finally:
            for job in self._waiting:
                job.upload.place.close()

    async def _do(self, job: Job) -> None:
        job.change(JobState.CHECKING)
        try:
            await self._work(job)
        except StychError as error:
            job.sentence = str(error)
        # Any other error must not end the server, and with it the jobs of others.
        except Exception as error:
            job.sentence = f"The server had an error: {type(error).__name__}."
        finally:
            job.change(JobState.STORED if job.version else JobState.REFUSED)
            # The pages of all waiting jobs say how many jobs come before.
            for each in self._waiting:
                each.change()

    @property
    def is_full_of_listeners(self) -> bool:
        """Whether as many streams of events are open as may be."""
        return self._listeners >= _MOST_LISTENERS

    async def close(self) -> None:
        """End all streams, as the server stops."""
        self._closed.set()
        for job in self.jobs():
            job.change()

    async def events(self, job: Job) -> AsyncIterator[bytes]:
        """Server-sent events: one at once, and one after each change, until the job is over."""
        self._listeners += 1
        sent = -1
        try:
            yield b"retry: 2000\n\n"
            while not self._closed.is_set():
                # Taken before the number is compared, so that no change in between is missed.
                changed, over = job.changed, job.is_over
                if sent != job.number:
                    sent = job.number
                    data = json.dumps({"job": job.id, "over": over})
                    yield f"id: {sent}\nevent: job\ndata: {data}\n\n".encode()
                    if over:
                        return
                    await anyio.sleep(_PAUSE)
                    continue
                with anyio.move_on_after(SILENCE) as scope:
                    await changed.wait()
                if scope.cancelled_caught:
                    yield STILL_HERE
        finally:
            self._listeners -= 1
