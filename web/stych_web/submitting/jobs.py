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
"""Jobs that may wait, of all authors together."""
_MOST_EACH: Final = 2
"""Jobs of one author that may be waiting or under way."""
_MOST_OVER: Final = 100
"""Jobs that are over and can still be looked at; older ones are forgotten."""
_MOST_LINES: Final = 1000
"""Lines that are shown of a job, the last ones."""
_LONGEST_LINE: Final = 300
"""Characters of a line that are shown."""
_MOST_LISTENERS: Final = 100
"""Streams of events that may be open, of all jobs together."""
_PAUSE: Final = 0.5
"""Least seconds between two events of a stream: after each the browser loads the whole page."""


class JobState(StrEnum):
    """How far a job has come, in the words of its page."""

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
    """Why not all of the matches were played; "" while nothing is wrong."""


@dataclass(slots=True)
class Job:
    """A submission, from the upload to its first matches."""

    author: str
    upload: Upload
    id: str = field(default_factory=lambda: secrets.token_hex(8))
    state: JobState = JobState.WAITING
    sentence: str = ""
    """Why nothing was stored, or a remark on the stored version; "" for neither."""
    version: str = ""
    """The stored version as NAME@N; "" before it is stored."""
    digest: str = ""
    """The digest of the stored version; "" before it is stored."""
    lines: deque[str] = field(default_factory=lambda: deque(maxlen=_MOST_LINES))
    """The last lines that the commands of the job have printed."""
    first: list[FirstMatches] = field(default_factory=list)
    """The first matches in each game, as far as they were begun."""
    change_count: int = 0
    """How many times `change` was called."""
    changed: anyio.Event = field(default_factory=anyio.Event)
    """Set at the next change, and then replaced by a new event."""

    @property
    def is_over(self) -> bool:
        """Whether the job has ended, so that nothing of it changes any more."""
        return self.state in (JobState.STORED, JobState.REFUSED)

    def change(self, state: JobState | None = None) -> None:
        """Set the state, if one is given, and wake all listeners: something has changed."""
        self.state = state or self.state
        self.change_count += 1
        self.changed.set()
        self.changed = anyio.Event()

    async def tell(self, line: str) -> None:
        """Add a line to `lines`, cut to `_LONGEST_LINE` characters, and wake all listeners."""
        self.lines.append(line[:_LONGEST_LINE])
        self.change()


class JobQueue:
    """The jobs of a server, which are done one at a time.

    All jobs end with the server. Versions that were stored by then stay.
    """

    def __init__(self, work: Callable[[Job], Awaitable[None]]) -> None:
        """`work` does a job to its end, and sets its `version` once the bot is stored.

        If it raises StychError, the text becomes the job's sentence.
        """
        self._work = work
        self._jobs: dict[str, Job] = {}
        self._waiting: deque[Job] = deque()
        self._more = anyio.Event()
        self._listeners = 0
        self._closed = anyio.Event()

    def check_limits(self, author: str) -> None:
        """Raise UserError if the author, or everybody, has to wait before another submission."""
        if sum(each.author == author and not each.is_over for each in self.jobs()) >= _MOST_EACH:
            raise UserError("you have submissions that are not over yet: wait for their end")
        if len(self._waiting) >= _MOST_WAITING:
            raise UserError("many submissions are waiting: try again in some minutes")

    def add(self, author: str, upload: Upload) -> Job:
        """Add a job. Raises UserError as `check_limits` does, and then removes the upload."""
        try:
            self.check_limits(author)
        except UserError:
            upload.cleanup.close()
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

    def jobs_before(self, job: Job) -> int:
        """How many jobs come before this one, with the one under way; 0 if it does not wait."""
        if job not in self._waiting:
            return 0
        is_working = any(
            each.state in (JobState.CHECKING, JobState.PLAYING) for each in self.jobs()
        )
        return self._waiting.index(job) + (1 if is_working else 0)

    async def work(self) -> None:
        """Do jobs until cancelled; then the uploads of all jobs that are left are removed."""
        try:
            while True:
                while not self._waiting:
                    self._more = anyio.Event()
                    await self._more.wait()
                job = self._waiting.popleft()
                # However the job ends, its upload is removed: nothing else needs it.
                with job.upload.cleanup:
                    await self._do(job)
        finally:
            for job in self._waiting:
                job.upload.cleanup.close()

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
            # The page of each waiting job says how many jobs come before it.
            for each in self._waiting:
                each.change()

    @property
    def is_full_of_listeners(self) -> bool:
        """Whether no further stream of events may be opened; the caller of `events` checks it."""
        return self._listeners >= _MOST_LISTENERS

    async def close(self) -> None:
        """End all streams, as the server stops."""
        self._closed.set()
        for job in self.jobs():
            job.change()

    async def events(self, job: Job) -> AsyncIterator[bytes]:
        """Server-sent events: one at once, and one after changes, until the job is over.

        They end with `close` as well. Changes that follow one another within `_PAUSE` seconds have
        one event.
        """
        self._listeners += 1
        sent = -1
        try:
            yield b"retry: 2000\n\n"
            while not self._closed.is_set():
                # Read before the count is compared, so that no change in between is missed.
                changed, over = job.changed, job.is_over
                if sent != job.change_count:
                    sent = job.change_count
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
