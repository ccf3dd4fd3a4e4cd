"""Does a submission: the commands `stych submit` and `stych run`, each in a process of its own."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Final

from anyio.to_thread import run_sync

from referee.errors import StychError, UserError
from referee.sandbox.isolation import Isolation
from referee.sandbox.levels import IsolationLevel
from referee.sandbox.probe import Mode
from referee.sandbox.promise import promise
from stych_web.submitting.first_matches import first_name, games_to_play, write_first
from stych_web.submitting.jobs import FirstMatches, Job, JobState
from tournaments.commands.agents.caller import CalledCommand, CommandCaller, HandedFile, Tell
from tournaments.commands.agents.folder import AgentFolder

_CHECK_SECONDS: Final = 1800.0
_PLAY_SECONDS: Final = 600.0
_SAID: Final = "stych: "
_RESULT: Final = '{"version": '


def check_confines(isolation: Isolation | None) -> None:
    """Raise UserError where a stranger's bot would be built without a sandbox."""
    if isolation is None or not isolation.confines:
        raise UserError(
            "--submit needs a sandbox, as anybody's programs are built and run: bubblewrap or"
            f" Landlock; here {promise(isolation)}"
        )


class SubmissionWork:
    """The work of a server that takes bots into a data folder."""

    def __init__(self, data: Path, isolate: Callable[[], Isolation | None]) -> None:
        """`isolate` finds the isolation of this machine. Raises UserError where none confines."""
        found = isolate()
        check_confines(found)
        self._isolate = isolate
        # What has the best level goes on with nothing less.
        best = found is not None and found.level is IsolationLevel.BUBBLEWRAP
        data = data.resolve()
        self._caller = CommandCaller(AgentFolder(data, data), Mode.REQUIRE if best else Mode.AUTO)

    async def do(self, job: Job) -> None:
        """Build, check and store it, and play its first matches. Raises UserError.

        Cancelled, it leaves nothing behind but a version that was stored by then.
        """
        check_confines(await run_sync(self._isolate))
        found = await self._stored(job)
        if not job.version:
            return
        job.change(JobState.PLAYING)
        # One after the other: the check and these are all that a bot may cost at a time.
        for game in games_to_play(found["games"]):
            await self._first_matches(job, game)

    async def _stored(self, job: Job) -> dict[str, list[str]]:
        upload = job.upload
        # In full, without links: where it was put nobody else writes.
        file = HandedFile(str(upload.path.resolve()), upload.shown)

        async def tell(line: str) -> None:
            # That line is for us; the page says the same in words.
            if not line.startswith(_RESULT):
                await job.tell(line)

        words = ("submit", file, "--steps", "--json", f"--author={job.author}")
        done = await self._called(*words, tell=tell, seconds=_CHECK_SECONDS)
        # Unless it was stored in the moment in which it was to be stopped.
        if done.stopped and done.code:
            raise UserError(
                f"it took longer than {_CHECK_SECONDS / 60:g} minutes; nothing was stored"
            )
        if done.code:
            raise UserError(_sentence(done))
        # The last line of its standard output: what a bot prints goes to no output of ours.
        found = json.loads(done.out.splitlines()[-1])
        job.digest, job.version = found["digest"], found["version"]
        if not found["new"]:
            job.sentence = f"It is there already as {job.version}; nothing was changed."
        return {"games": found["games"]}

    async def _first_matches(self, job: Job, game: str) -> None:
        name = first_name(job.digest, game)
        job.first.append(FirstMatches(game, name))
        job.change()
        problem = ""
        try:
            place = job.upload.path.parent
            file = await run_sync(write_first, place, job.version, job.digest, game)
            words = ("run", HandedFile(str(file.resolve()), name), "--exit-zero")
            done = await self._called(*words, tell=job.tell, seconds=_PLAY_SECONDS)
            if done.stopped:
                problem = f"They were stopped after {_PLAY_SECONDS / 60:g} minutes."
            elif done.code:
                problem = _sentence(done)
        except UserError as error:
            problem = str(error)
        # The version is stored, whatever becomes of its matches.
        job.first[-1] = FirstMatches(game, name, problem)
        job.change()

    async def _called(self, *words: str | HandedFile, tell: Tell, seconds: float) -> CalledCommand:
        try:
            return await self._caller.call(*words, tell=tell, seconds=seconds)
        except StychError as error:
            raise UserError(str(error)) from None


def _sentence(done: CalledCommand) -> str:
    """What the command said is wrong, without what it printed besides."""
    # The first one: what a build printed follows it, and may look like a sentence of ours.
    # What is told while it goes on begins otherwise, and is indented where a bot wrote it.
    said = [line for line in done.err.splitlines() if line.startswith(_SAID)]
    return said[0].removeprefix(_SAID) if said else f"it ended with exit code {done.code}"
