"""Takes from a bot that was built what it does not need to run, as the `keep` of its bot.toml says.

The sources stay, and so does the digest: from them the bot can be built again anywhere.
"""

import os
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath

from referee.errors import UserError
from referee.rpc.manifest import LEFT_OUT, MANIFEST, is_own
from tournaments.submissions.staging import remove


def trim(folder: Path, keep: Sequence[str], shown: object) -> None:
    """Remove what the build made in the folder, but for what `keep` names; nothing if it is empty.

    Raises UserError, which calls the bot `shown`, for a path that the build did not make.
    """
    if not keep:
        return
    wanted = [path for path in keep if not path.startswith(LEFT_OUT)]
    unwanted = [path.removeprefix(LEFT_OUT) for path in keep if path.startswith(LEFT_OUT)]
    made = list(_made(folder))
    for path in wanted:
        if not any(_is_named(name, path) for name in made):
            raise UserError(
                f"{shown} is not stored: its build does not make {path!r}, which `keep` in its"
                f" {MANIFEST} names"
            )
    for name in made:
        kept = any(_is_named(name, path) for path in wanted)
        if not kept or any(_is_named(name, path) for path in unwanted):
            remove(folder / name)
    _remove_empty(folder)


def _is_named(name: PurePosixPath, path: str) -> bool:
    """Whether the path, with its wildcards, is that of the file or of a folder that it is in."""
    # The last parent is the bot's folder itself, which no pattern stands for.
    return any(fnmatchcase(str(each), path) for each in (name, *name.parents[:-1]))


def _made(folder: Path) -> Iterator[PurePosixPath]:
    """The names in the folder of all files and links that are not the bot's own."""
    for place, folders, files in os.walk(folder):
        for path in (Path(place, name) for name in folders):
            # A build may leave folders into which even their owner may not look.
            if not path.is_symlink():
                path.chmod(path.stat().st_mode | 0o700)
        links = [name for name in folders if Path(place, name).is_symlink()]
        for name in [*files, *links]:
            own = Path(place, name).relative_to(folder)
            if not is_own(own.parts, built=True):
                yield PurePosixPath(own)


def _remove_empty(folder: Path) -> None:
    for place, folders, _ in os.walk(folder, topdown=False):
        for path in (Path(place, name) for name in folders):
            if not path.is_symlink() and not any(path.iterdir()):
                path.rmdir()
