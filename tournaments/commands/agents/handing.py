"""Hands files of agents to commands as private copies, so that a command reads what was checked.

An agent may replace a file in its folder at any moment by a link or by another file. So a file is
checked and read once, and the command gets the path of a copy in a private folder. Folders of bots
are not copied.
"""

import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import anyio
from anyio.to_thread import run_sync

from referee.errors import RunError, UserError
from referee.files import TOURNAMENT_BYTES, FileError, open_regular, read_file
from referee.rpc.folders import PrivateFolder
from tournaments.commands.agents.agent_records import ReadableRecord
from tournaments.commands.agents.caller import HandedFile
from tournaments.commands.agents.folder import AgentFolder
from tournaments.config import competition
from tournaments.config.competition import CompetitionNames
from tournaments.config.tournament_file import QUICK
from tournaments.core.errors import TournamentFileError
from tournaments.resources.examples import example
from tournaments.submissions.archive import ENDINGS
from tournaments.submissions.limits import MIB, SubmissionLimits

_CHUNK: Final = 1 << 20
"""Bytes of an archive that are copied at a time."""


@dataclass(frozen=True, slots=True)
class HandedTournament:
    """A tournament as a command is given it, and the names under which its results are kept."""

    file: HandedFile
    names: CompetitionNames


@asynccontextmanager
async def handed_record(readable: ReadableRecord) -> AsyncIterator[HandedFile]:
    """Give the record in a private file, removed at the end. Raises RunError when that fails."""
    async with _private_file("record.json", readable.record.to_json().encode()) as copy:
        yield HandedFile(str(copy), readable.shown_name)


@asynccontextmanager
async def handed_tournament(folder: AgentFolder, text: str) -> AsyncIterator[HandedTournament]:
    """Hand over the tournament that `text` names: play, duel, an example or a file in the folder.

    A file in the folder is read once. The copy of it is removed at the end. Raises UserError when
    it cannot be used, and RunError when no copy can be made.
    """
    word = folder.tournament(text)
    if word in QUICK:
        yield HandedTournament(HandedFile(word, word), CompetitionNames(word, {"": word}))
        return
    # The example by its path: `find` looks into this process's working directory, the agents'
    # folder, and by now that may have a file called like the example.
    if example_path := example(word):
        names = await run_sync(competition.find, example_path)
        yield HandedTournament(HandedFile(str(example_path), word), names)
        return
    path = Path(word)
    async with _private_file(path.name, await run_sync(_read_tournament, folder, path)) as copy:
        file = HandedFile(str(copy), word)
        try:
            names = await run_sync(competition.find, copy)
        except TournamentFileError as error:
            # The messages name the copy.
            raise TournamentFileError(*map(file.with_shown_name, error.sentences())) from None
        yield HandedTournament(file, names)


@asynccontextmanager
async def handed_bot(folder: AgentFolder, text: str) -> AsyncIterator[HandedFile]:
    """Hand over the folder of a bot itself, or a copy of its archive, which is removed at the end.

    Raises UserError when `text` may not be read, and RunError when no copy can be made.
    """
    path = folder.bot_folder(text)
    # Anything but an archive is handed over as it is. The command refuses what is no folder of a
    # bot, and says what would be right.
    if not path.name.endswith(ENDINGS) or not await run_sync(os.path.isfile, path):
        yield HandedFile(str(path), str(path))
        return
    async with _private_file(path.name, b"") as copy:
        await run_sync(_copy_archive, folder, path, copy)
        yield HandedFile(str(copy), str(path))


@asynccontextmanager
async def _private_file(name: str, contents: bytes) -> AsyncIterator[Path]:
    """Make a file in a private folder, both removed at the end. Raises RunError when that fails."""
    private = await run_sync(_private_folder)
    try:
        path = private.path / name
        try:
            await run_sync(path.write_bytes, contents)
        except OSError as error:
            raise RunError(f"no copy of {name} can be made: {error.strerror}") from None
        yield path
    finally:
        with anyio.CancelScope(shield=True):
            await run_sync(private.remove)


def _private_folder() -> PrivateFolder:
    try:
        return PrivateFolder()
    except OSError as error:
        raise RunError(f"no private folder can be made: {error.strerror}") from None


def _read_tournament(folder: AgentFolder, path: Path) -> bytes:
    try:
        return read_file(path, TOURNAMENT_BYTES, folder.root, links=False)
    except FileNotFoundError:
        raise UserError(f"there is no tournament file {path}") from None
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}") from None
    except FileError as error:
        raise UserError(f"{path} {error}") from None


def _copy_archive(folder: AgentFolder, path: Path, copy: Path) -> None:
    """Copy the archive at `path` to `copy`.

    Raises UserError when the archive is too large or cannot be read, and RunError when the copy
    cannot be written.
    """
    try:
        with copy.open("wb") as file:
            for chunk in _chunks(folder, path):
                file.write(chunk)
    except OSError as error:
        raise RunError(f"no copy of {path.name} can be made: {error.strerror}") from None


def _chunks(folder: AgentFolder, path: Path) -> Iterator[bytes]:
    """The bytes of the archive. Raises UserError when it is too large or cannot be read."""
    bytes_left = SubmissionLimits().size
    try:
        with open_regular(path, folder.root, links=False) as handle:
            while chunk := os.read(handle, _CHUNK):
                bytes_left -= len(chunk)
                if bytes_left < 0:
                    most = SubmissionLimits().size // MIB
                    raise UserError(f"{path} is too large: a bot may have {most} MiB at most")
                yield chunk
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}") from None
    except FileError as error:
        raise UserError(f"{path} {error}") from None
