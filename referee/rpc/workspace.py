"""A workspace: a folder in which several bots are built together, with what they share."""

from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from referee.errors import InvalidError
from referee.files import MANIFEST_BYTES, FileError
from referee.toml import first_problem, read_toml

MARK = ".stych-workspace"
"""The file that makes a folder a workspace. It counts in folders above a bot's folder only: a bot
could write such a file in its own folder."""


class WorkspaceError(InvalidError):
    """The file of a workspace cannot be used; the message says which file, and why."""


class _Contents(BaseModel):
    """The contents of the file: `readable` has paths, relative to its folder or absolute."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    # Not strict, since TOML has lists and no tuples.
    readable: tuple[str, ...] = Field(default=(), strict=False)


@dataclass(frozen=True, slots=True)
class Workspace:
    """The folder that builds of bots may write to, and the paths that they may read besides."""

    folder: Path
    readable: tuple[Path, ...] = ()
    """Paths inside or outside of the folder, with all links resolved."""


def workspace_around(folder: Path) -> Workspace:
    """The nearest workspace above the bot's `folder`; if there is none, one of this folder alone.

    Raises WorkspaceError.
    """
    for above in folder.resolve().parents:
        if (above / MARK).is_file():
            return _read(above)
    return Workspace(folder)


def _read(folder: Path) -> Workspace:
    path = folder / MARK
    try:
        contents = _Contents.model_validate(read_toml(path, MANIFEST_BYTES, folder))
    except OSError as error:
        raise WorkspaceError(f"{path} cannot be read: {error.strerror}") from None
    except FileError as error:
        raise WorkspaceError(f"{path} {error}") from None
    except ValidationError as error:
        raise WorkspaceError(f"{path}: {first_problem(error, _Contents)}") from None
    return Workspace(folder, tuple((folder / each).resolve() for each in contents.readable))
