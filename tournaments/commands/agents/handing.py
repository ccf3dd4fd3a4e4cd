"""Hands files of agents to commands: private copies, so that a command reads what was looked at.

A file below the folder may be swapped at any moment for a link or for another file, by whoever
wrote it there.
"""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import anyio
from anyio.to_thread import run_sync

from referee.errors import RunError, UserError
from referee.files import TOURNAMENT_BYTES, FileError, opened, read_file
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


@dataclass(frozen=True, slots=True)
class HandedTournament:
    """A tournament, and the names under which its results are kept."""

    file: HandedFile
    names: CompetitionNames


@asynccontextmanager
async def handed_record(found: ReadableRecord) -> AsyncIterator[HandedFile]:
    """The record as a file. Raises RunError."""
    async with _copied("record.json", found.record.to_json().encode()) as copy:
        yield HandedFile(str(copy), found.named)


@asynccontextmanager
async def handed_tournament(folder: AgentFolder, text: str) -> AsyncIterator[HandedTournament]:
    """The tournament that the text names, its file read once. Raises UserError and RunError."""
    word = folder.tournament(text)
    if word in QUICK:
        yield HandedTournament(HandedFile(word, word), CompetitionNames(word, {"": word}))
        return
    # By its own file, and not by its name: that may be one of the folder's by now.
    if known := example(word):
        names = await run_sync(competition.find, known)
        yield HandedTournament(HandedFile(str(known), word), names)
        return
    path = Path(word)
    async with _copied(path.name, await run_sync(_read_tournament, folder, path)) as copy:
        file = HandedFile(str(copy), word)
        try:
            names = await run_sync(competition.find, copy)
        except TournamentFileError as error:
            raise TournamentFileError(*map(file.told, error.sentences())) from None
        yield HandedTournament(file, names)


@asynccontextmanager
async def handed_bot(folder: AgentFolder, text: str) -> AsyncIterator[HandedFile]:
    """A bot's folder as it is, or a copy of its archive. Raises UserError and RunError."""
    path = folder.bot_folder(text)
    # What is something else is refused by the command, which says what would be right.
    if not path.name.endswith(ENDINGS) or not await run_sync(os.path.isfile, path):
        yield HandedFile(str(path), str(path))
        return
    async with _copied(path.name, b"") as copy:
        await run_sync(_copy_archive, folder, path, copy)
        yield HandedFile(str(copy), str(path))


@asynccontextmanager
async def _copied(name: str, contents: bytes) -> AsyncIterator[Path]:
    """A file of this name that nobody else can change; it is gone when the block ends."""
    place = await run_sync(_private_folder)
    try:
        path = place.path / name
        try:
            await run_sync(path.write_bytes, contents)
        except OSError as error:
            raise RunError(f"no copy of {name} can be made: {error.strerror}") from None
        yield path
    finally:
        with anyio.CancelScope(shield=True):
            await run_sync(place.remove)


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
    left = SubmissionLimits().size
    try:
        with opened(path, folder.root, links=False) as handle, copy.open("wb") as file:
            while chunk := os.read(handle, _CHUNK):
                left -= len(chunk)
                if left < 0:
                    most = SubmissionLimits().size // MIB
                    raise UserError(f"{path} is too large: a bot may have {most} MiB at most")
                file.write(chunk)
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}") from None
    except FileError as error:
        raise UserError(f"{path} {error}") from None
