"""What the builds of one language begin with: prepared once on a machine, and copied for each bot.

No build of a bot sees the place where it is kept, so none can change what another is made of.
"""

import os
import secrets
import shutil
import stat
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from referee.rpc.folders import bytes_in, remove_folder
from referee.rpc.prebuilt_recipes import RECIPES, Recipe, Templates, digest, language_of, write
from referee.sandbox.lending import alone
from referee.sandbox.toolchains import CACHES

LOCATION: Final = "STYCH_CACHE"
"""The variable that names the folder in which it is kept."""
_FOR_ALL: Final = Path("/var/cache/stych")
_UNFINISHED: Final = ".new-"
_COPY: Final = ".copy-"
OWN: Final = ("cargo",)
"""In the folder of caches: what a build has of its own unless it stays in one place for all."""
_WAIT_SECONDS: Final = 600.0

_IN_USE_SECONDS: Final = 3600.0
"""Longer than a build may last, which may still read what stays in its place."""

Make = Callable[[Recipe, Sequence[str], Path, Path | None], bool]
"""Runs a command of the recipe in a folder, confined, with what it reads in its place if there is
such; whether all went well."""


@dataclass(frozen=True, slots=True)
class Wish:
    """The bot that is to be built, with where its caches are."""

    folder: Path
    caches: Path
    """The folder of its own caches, which exists."""
    in_workspace: bool = False
    """Whether it is built together with others: then nothing is put into its folder."""


def location(environment: Mapping[str, str] = os.environ) -> Path:
    """The folder in which it is kept, which may not be there."""
    if named := environment.get(LOCATION):
        return Path(named).absolute()
    if os.geteuid() == 0:
        return _FOR_ALL
    return Path(environment.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "stych"


def sizes() -> dict[str, int]:
    """By language, how many bytes are kept for it; what cannot be read counts as nothing."""
    found = {language: bytes_in(location() / language) for language in RECIPES}
    return {language: size for language, size in found.items() if size}


def supply(
    wish: Wish,
    templates: Templates,
    path: str,
    stopped: Callable[[Recipe], bool],
    make: Make,
) -> Path | None:
    """Give the bot's build what its language has, which is made first where it is missing.

    Returns what the build has to read where it lies, if there is such. Nothing is done for a bot
    that was built without it. Raises nothing for what does not succeed: the build then gets and
    compiles all by itself. `make` is called by one process at a time; others wait, and ask
    `stopped` meanwhile.
    """
    with suppress(OSError):
        _sweep(wish.caches, _COPY)
        language = language_of(wish.folder, templates)
        if not language or _had(RECIPES[language], wish):
            return None
        recipe, source = RECIPES[language], templates[language]
        place = _own(location() / language)
        entry = place / digest(recipe, source, path)
        with alone(place, _WAIT_SECONDS, partial(stopped, recipe)) as ours:
            if ours and (entry.is_dir() or _put(entry, recipe, source, make)):
                _copy(entry, recipe, wish)
                return _fixed(entry) if recipe.fixed else None
    return None


def _fixed(entry: Path) -> Path:
    return entry.with_name(f"{entry.name}-fixed")


def _had(recipe: Recipe, wish: Wish) -> bool:
    """Whether it was built before, without what stays in its place."""
    if recipe.fixed:
        # What was compiled with packages of its own is of no use with ours, nor the other way.
        return wish.in_workspace or any(os.path.lexists(wish.caches / each) for each in OWN)
    return any(os.path.lexists(wish.caches / name) for name in recipe.caches)


def _own(place: Path) -> Path:
    """The folder, made if need be. Raises OSError, as where others than we may write to it."""
    place.mkdir(parents=True, exist_ok=True)
    for folder in (place, place.parent):
        there = folder.stat()
        others = stat.S_IWGRP | stat.S_IWOTH
        if there.st_uid != os.geteuid() or there.st_mode & others:
            raise PermissionError(f"{folder} can be changed by others")
    return place


def _put(entry: Path, recipe: Recipe, source: Path, make: Make) -> bool:
    """Make what is missing, and put it in place by one rename; whether it is there now."""
    # Whoever holds the lock may remove what a process left that was killed.
    _sweep(entry.parent, _UNFINISHED)
    fixed = _fixed(entry) if recipe.fixed else None
    if fixed and not fixed.is_dir():
        with _work(entry, recipe, source) as work:
            if not make(recipe, recipe.fixed, work, None):
                return False
            _finish(work / CACHES / OWN[0], fixed)
    with _work(entry, recipe, source) as work:
        if not make(recipe, recipe.command, work, fixed):
            return False
        ready = work / "ready"
        for name in _parts(recipe):
            (ready / name).parent.mkdir(parents=True, exist_ok=True)
            (work / name).rename(ready / name)
        _leave_out(ready, recipe)
        _finish(ready, entry)
    oldest = time.time() - _IN_USE_SECONDS
    for other in entry.parent.iterdir():
        if other not in {entry, fixed} and other.stat().st_mtime < oldest:
            remove_folder(other)
    return True


@contextmanager
def _work(entry: Path, recipe: Recipe, source: Path) -> Iterator[Path]:
    """A folder with what is built, which is removed after."""
    work = entry.with_name(f"{_UNFINISHED}{secrets.token_hex(8)}")
    try:
        work.mkdir()
        write(recipe, source, work)
        yield work
    finally:
        remove_folder(work)


def _finish(made: Path, place: Path) -> None:
    """Put it in its place, whole, to be read by all and written to by us alone."""
    for above, _, files in os.walk(made):
        Path(above).chmod(0o755)
        for path in (Path(above, name) for name in files):
            if not path.is_symlink():
                # As a package brought them: some are for their owner alone, and as root builds run
                # as another user.
                path.chmod(0o755 if path.stat().st_mode & stat.S_IXUSR else 0o644)
    # A rename may reach the disk before what is renamed.
    os.sync()
    made.rename(place)
    os.utime(place)


def _parts(recipe: Recipe) -> Iterator[Path]:
    """What is kept, as it is called in the folder of a bot and in the entry."""
    yield from (Path(CACHES, name) for name in recipe.caches)
    yield from map(Path, recipe.made)


def _leave_out(ready: Path, recipe: Recipe) -> None:
    """Remove what was made of the stubs."""
    if not recipe.own:
        return
    for made in recipe.made:
        for place, folders, files in os.walk(ready / made):
            for name in [each for each in folders if each.startswith(recipe.own)]:
                remove_folder(Path(place, name))
                folders.remove(name)
            for name in files:
                if name.startswith(recipe.own):
                    Path(place, name).unlink()


def _copy(entry: Path, recipe: Recipe, wish: Wish) -> None:
    """Copy it to the bot, where nothing is in its place.

    Each part comes there by one rename. Times are kept: Cargo and npm compare them.
    """
    parts = [(Path(CACHES, name), wish.caches / name) for name in recipe.caches]
    if not wish.in_workspace:
        parts += [(Path(name), wish.folder / name) for name in recipe.made]
    for name, there in parts:
        if os.path.lexists(there):
            continue
        unfinished = wish.caches / f"{_COPY}{secrets.token_hex(8)}"
        try:
            shutil.copytree(entry / name, unfinished, symlinks=True)
            unfinished.rename(there)
        except shutil.Error as error:
            raise OSError(str(error)) from None
        finally:
            remove_folder(unfinished)


def _sweep(place: Path, beginning: str) -> None:
    for left in place.glob(f"{beginning}*"):
        remove_folder(left)
