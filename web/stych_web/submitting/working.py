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
"""Seconds in which a bot has to be built, checked and stored."""
_PLAY_SECONDS: Final = 600.0
"""Seconds in which the first matches of a bot in one game have to be played."""
_ERROR: Final = "stych: "
"""The beginning of an error message of a command."""
_RESULT: Final = '{"version": '
"""The beginning of the line of `stych submit --json` that has the result."""


def check_confines(isolation: Isolation | None) -> None:
    """Raise UserError where the bots of strangers would be built and run without a sandbox."""
    if isolation is None or not isolation.confines:
        raise UserError(
            "--submit needs a sandbox, as anybody's programs are built and run: bubblewrap or"
            f" Landlock; here {promise(isolation)}"
        )


class SubmissionWork:
    """Does the jobs of a server that takes bots into a data folder."""

    def __init__(self, data: Path, isolate: Callable[[], Isolation | None]) -> None:
        """`isolate` finds the isolation of this machine. Raises UserError without a sandbox.

        Raises what `isolate` raises.
        """
        isolation = isolate()
        check_confines(isolation)
        self._isolate = isolate
        # A server that starts with the best level must not use a lower one later.
        best = isolation is not None and isolation.level is IsolationLevel.BUBBLEWRAP
        data = data.resolve()
        self._caller = CommandCaller(AgentFolder(data, data), Mode.REQUIRE if best else Mode.AUTO)

    async def do(self, job: Job) -> None:
        """Build, check and store the bot of the job, and play its first matches.

        The job is told of each step. Raises UserError when the bot cannot be stored. A cancelled
        call leaves nothing but a version that was stored by then, and matches played by then.
        """
        # Checked again: the machine may have lost its sandbox since the server began.
        check_confines(await run_sync(self._isolate))
        games = await self._store(job)
        job.change(JobState.PLAYING)
        # One game after the other, to limit the load of one bot.
        for game in games_to_play(games):
            await self._first_matches(job, game)

    async def _store(self, job: Job) -> list[str]:
        """Build, check and store the bot; give the games that it plays. Raises UserError."""
        upload = job.upload
        # The path without links, and no private copy: nobody else writes to the staging folder.
        file = HandedFile(str(upload.path.resolve()), upload.shown)

        async def tell(line: str) -> None:
            # The line with the result is read below; the page says the same in words.
            if not line.startswith(_RESULT):
                await job.tell(line)

        words = ("submit", file, "--steps", "--json", f"--author={job.author}")
        done = await self._call(*words, tell=tell, seconds=_CHECK_SECONDS)
        # With exit code 0 the bot was stored just before the command was stopped.
        if done.stopped and done.code:
            raise UserError(
                f"it took longer than {_CHECK_SECONDS / 60:g} minutes; nothing was stored"
            )
        if done.code:
            raise UserError(_sentence(done))
        # The last line of standard output. What a bot prints does not go to standard output.
        result = json.loads(done.out.splitlines()[-1])
        job.digest, job.version = result["digest"], result["version"]
        if not result["new"]:
            job.sentence = f"It is there already as {job.version}; nothing was changed."
        games: list[str] = result["games"]
        return games

    async def _first_matches(self, job: Job, game: str) -> None:
        name = first_name(job.digest, game)
        job.first.append(FirstMatches(game, name))
        job.change()
        problem = ""
        try:
            place = job.upload.path.parent
            file = await run_sync(write_first, place, job.version, job.digest, game)
            words = ("run", HandedFile(str(file.resolve()), name), "--exit-zero")
            done = await self._call(*words, tell=job.tell, seconds=_PLAY_SECONDS)
            if done.stopped:
                problem = f"They were stopped after {_PLAY_SECONDS / 60:g} minutes."
            elif done.code:
                problem = _sentence(done)
        except UserError as error:
            problem = str(error)
        # The version stays stored also when its matches could not be played.
        job.first[-1] = FirstMatches(game, name, problem)
        job.change()

    async def _call(self, *words: str | HandedFile, tell: Tell, seconds: float) -> CalledCommand:
        try:
            return await self._caller.call(*words, tell=tell, seconds=seconds)
        except StychError as error:
            raise UserError(str(error)) from None


def _sentence(done: CalledCommand) -> str:
    """The error message of the command, without its other output."""
    # The first such line: the output of a build follows it, and may look like a message.
    # Lines of progress before it begin differently, and are indented where a bot wrote them.
    messages = [line for line in done.err.splitlines() if line.startswith(_ERROR)]
    return messages[0].removeprefix(_ERROR) if messages else f"it ended with exit code {done.code}"
