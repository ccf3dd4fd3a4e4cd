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
_MOST_EACH: Final = 2
"""Jobs of one author that are not over."""
_MOST_KEPT: Final = 100
"""Jobs that are over and still shown."""
_MOST_LINES: Final = 1000
_LONGEST_LINE: Final = 300
_MOST_LISTENERS: Final = 100
_PAUSE: Final = 0.5
"""Seconds between two events for one page: it asks for all of itself after each."""


class JobState(StrEnum):
    """How far a job has come; the words are those of its page."""

    WAITING = "waiting"
    CHECKING = "being built and checked"
    PLAYING = "playing its first matches"
    STORED = "stored"
    REFUSED = "not stored"


@dataclass(frozen=True, slots=True)
class FirstMatches:
    """A series of a new version against sample bots."""

    game: str
    tournament: str
    """Under which name it is kept."""
    problem: str = ""
    """Why it was not played to its end; "" if it was."""


@dataclass(slots=True)
class Job:
    """A submission, from the upload to its first matches."""

    author: str
    upload: Upload
    id: str = field(default_factory=lambda: secrets.token_hex(8))
    state: JobState = JobState.WAITING
    sentence: str = ""
    """What is wrong with it, or what there is to know beside the version."""
    version: str = ""
    """NAME@N, once it is stored."""
    digest: str = ""
    lines: deque[str] = field(default_factory=lambda: deque(maxlen=_MOST_LINES))
    """What was told of the build and the check; the oldest go first."""
    first: list[FirstMatches] = field(default_factory=list)
    number: int = 0
    """How often it has changed."""
    changed: anyio.Event = field(default_factory=anyio.Event)

    @property
    def is_over(self) -> bool:
        """Whether nothing of it will change any more."""
        return self.state in (JobState.STORED, JobState.REFUSED)

    def change(self, state: JobState | None = None) -> None:
        """Tell all who listen that something is new, such as the state."""
        self.state = state or self.state
        self.number += 1
        self.changed.set()
        self.changed = anyio.Event()

    async def tell(self, line: str) -> None:
        """Add a line to what is shown."""
        self.lines.append(line[:_LONGEST_LINE])
        self.change()


class JobQueue:
    """The jobs of a server. They end with it; what was stored by then stays."""

    def __init__(self, work: Callable[[Job], Awaitable[None]]) -> None:
        """`work` does a job to its end. It may raise StychError, the job's sentence then."""
        self._work = work
        self._jobs: dict[str, Job] = {}
        self._waiting: deque[Job] = deque()
        self._more = anyio.Event()
        self._listeners = 0
        self._closed = anyio.Event()

    def check_room(self, author: str) -> None:
        """Raise UserError if the author has to wait before another submission."""
        if sum(each.author == author and not each.is_over for each in self.jobs()) >= _MOST_EACH:
            raise UserError("you have submissions that are not over yet: wait for their end")
        if len(self._waiting) >= _MOST_WAITING:
            raise UserError("many submissions are waiting: try again in some minutes")

    def add(self, author: str, upload: Upload) -> Job:
        """Have it done in its turn. Raises UserError as `check_room`, and removes the upload."""
        try:
            self.check_room(author)
        except UserError:
            upload.place.close()
            raise
        # Its id is no secret: its page asks whose it is.
        job = Job(author, upload)
        self._jobs[job.id] = job
        over = [key for key, each in self._jobs.items() if each.is_over]
        for key in over[: max(0, len(over) - _MOST_KEPT)]:
            del self._jobs[key]
        self._waiting.append(job)
        self._more.set()
        return job

    def jobs(self) -> Sequence[Job]:
        """All that are shown, the oldest first."""
        return list(self._jobs.values())

    def find(self, id_: str) -> Job | None:
        """The job of that id; None for one that is not shown any more."""
        return self._jobs.get(id_)

    def before(self, job: Job) -> int:
        """How many are done before it begins, the one under way among them."""
        if job not in self._waiting:
            return 0
        working = any(each.state in (JobState.CHECKING, JobState.PLAYING) for each in self.jobs())
        return self._waiting.index(job) + working

    async def work(self) -> None:
        """Do all jobs, for ever. Cancelled, it leaves nothing of them behind."""
        try:
            while True:
                while not self._waiting:
                    self._more = anyio.Event()
                    await self._more.wait()
                job = self._waiting.popleft()
                # Closed however it ends: what was uploaded is nobody's but the job's.
                with job.upload.place:
                    await self._done(job)
        finally:
            for job in self._waiting:
                job.upload.place.close()

    async def _done(self, job: Job) -> None:
        job.change(JobState.CHECKING)
        try:
            await self._work(job)
        except StychError as error:
            job.sentence = str(error)
        # Whatever it is, it must not end the server and the jobs of others.
        except Exception as error:
            job.sentence = f"The server had an error: {type(error).__name__}."
        finally:
            job.change(JobState.STORED if job.version else JobState.REFUSED)
            # All others are one place further.
            for each in self._waiting:
                each.change()

    @property
    def is_full_of_listeners(self) -> bool:
        """Whether nobody else may listen for now."""
        return self._listeners >= _MOST_LISTENERS

    async def close(self) -> None:
        """End all streams: the server stops."""
        self._closed.set()
        for job in self.jobs():
            job.change()

    async def events(self, job: Job) -> AsyncIterator[bytes]:
        """An event each time something of the job is new, as server-sent events, to its end."""
        self._listeners += 1
        heard = -1
        try:
            yield b"retry: 2000\n\n"
            while not self._closed.is_set():
                # Before the number is looked at: a change in between would be heard of by nobody.
                changed, over = job.changed, job.is_over
                if heard != job.number:
                    heard = job.number
                    data = json.dumps({"job": job.id, "over": over})
                    yield f"id: {heard}\nevent: job\ndata: {data}\n\n".encode()
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
