"""Removes from a built bot the files that it does not need to run, by `keep` of its bot.toml.

The sources stay. So the digest stays the same, and the bot can be built again anywhere.
"""

import os
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath

from referee.errors import UserError
from referee.rpc.manifest import LEFT_OUT, MANIFEST, is_part_of_bot
from tournaments.submissions.staging import remove


def trim(folder: Path, keep: Sequence[str], shown: object) -> None:
    """Remove all files that the build made, except those that `keep` names.

    Nothing is removed if `keep` is empty. A path in it that begins with "!" names files to be
    removed in spite of the others. Raises UserError, which names the bot by `shown`, for a path
    that is to be kept and that the build did not make, and OSError.
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
        is_wanted = any(_is_named(name, path) for path in wanted)
        if not is_wanted or any(_is_named(name, path) for path in unwanted):
            remove(folder / name)
    _remove_empty(folder)


def _is_named(name: PurePosixPath, path: str) -> bool:
    """Whether the pattern `path` of `keep` matches the file `name`, or a folder that has it."""
    # Without the last parent: it is ".", the bot's folder itself, which no pattern is to match.
    return any(fnmatchcase(str(each), path) for each in (name, *name.parents[:-1]))


def _made(folder: Path) -> Iterator[PurePosixPath]:
    """The paths below the folder of all files and links that are not the bot's own.

    Also makes the folders accessible to their owner.
    """
    for place, folders, files in os.walk(folder):
        for path in (Path(place, name) for name in folders):
            # A build may leave folders that not even their owner may list.
            if not path.is_symlink():
                path.chmod(path.stat().st_mode | 0o700)
        links = [name for name in folders if Path(place, name).is_symlink()]
        for name in [*files, *links]:
            path = Path(place, name).relative_to(folder)
            if not is_part_of_bot(path.parts, built=True):
                yield PurePosixPath(path)


def _remove_empty(folder: Path) -> None:
    # From the deepest folders upwards, so that a folder of empty folders is removed as well.
    for place, folders, _ in os.walk(folder, topdown=False):
        for path in (Path(place, name) for name in folders):
            if not path.is_symlink() and not any(path.iterdir()):
                path.rmdir()
