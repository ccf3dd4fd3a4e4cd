"""The prepared dependencies of each language: made once on a machine, and copied for each bot.

Those of a language are an entry: a folder named by a digest of all that it is made of. No build of
a bot can write to an entry, so none can change what another bot is made of.
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
"""The environment variable that names the folder with all entries."""
_FOR_ALL: Final = Path("/var/cache/stych")
"""The folder with all entries when root builds."""
_UNFINISHED: Final = ".new-"
"""The beginning of the name of a folder in which an entry is being made."""
_COPY: Final = ".copy-"
"""The beginning of the name of an unfinished copy, in the caches of a bot."""
_OWN_PACKAGES: Final = ("cargo",)
"""The caches in which a build has packages of its own, unless it reads those of `Recipe.fixed`."""
_WAIT_SECONDS: Final = 600.0
"""How long a build waits while another process makes an entry for the language."""

_IN_USE_SECONDS: Final = 3600.0
"""A new entry replaces those that were last used at least this many seconds before. That is longer
than a build may last, which reads the packages of an entry until its end."""

Make = Callable[[Recipe, Sequence[str], Path, Path | None], bool]
"""Runs a command of the recipe, confined, in the first folder; whether it succeeded. The second
folder has the packages of `Recipe.fixed`; None if there are none, or not yet."""


@dataclass(frozen=True, slots=True)
class BotToBuild:
    """A bot that is to be built with prepared dependencies."""

    folder: Path
    caches: Path
    """The folder of the bot's own caches, which exists."""
    in_workspace: bool = False
    """Whether it is built together with other bots: then nothing is copied into its folder."""


def location(environment: Mapping[str, str] = os.environ) -> Path:
    """The folder with all entries, which may not exist."""
    if named := environment.get(LOCATION):
        return Path(named).absolute()
    if os.geteuid() == 0:
        return _FOR_ALL
    return Path(environment.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "stych"


def sizes() -> dict[str, int]:
    """The bytes of all entries by language, without languages that have none.

    A file or folder that cannot be read counts as empty.
    """
    total = {language: bytes_in(location() / language) for language in RECIPES}
    return {language: size for language, size in total.items() if size}


def supply(
    bot: BotToBuild,
    templates: Templates,
    path: str,
    stopped: Callable[[Recipe], bool],
    make: Make,
) -> Path | None:
    """Copy the entry of the bot's language to the bot; make the entry first if it is missing.

    Tools are looked for on `path`, a PATH. Returns the folder with the packages of `Recipe.fixed`,
    which the build has to read; None if there is none. Nothing is copied to a bot that was built
    without an entry before. Errors of the system are passed over: the build then gets and compiles
    all dependencies by itself. One process at a time calls `make` for a language; others wait, and
    give up when `stopped` returns True.
    """
    with suppress(OSError):
        _sweep(bot.caches, _COPY)
        language = language_of(bot.folder, templates)
        if not language or _builds_without(RECIPES[language], bot):
            return None
        recipe, source = RECIPES[language], templates[language]
        place = _private_folder(location() / language)
        entry = place / digest(recipe, source, path)
        with alone(place, _WAIT_SECONDS, partial(stopped, recipe)) as locked:
            if locked and (entry.is_dir() or _make_entry(entry, recipe, source, make)):
                _copy(entry, recipe, bot)
                fixed = _fixed(entry) if recipe.fixed else None
                for used in filter(None, (entry, fixed)):
                    os.utime(used)
                return fixed
    return None


def _fixed(entry: Path) -> Path:
    """The folder of packages that belongs to an entry whose recipe has `fixed`."""
    return entry.with_name(f"{entry.name}-fixed")


def _builds_without(recipe: Recipe, bot: BotToBuild) -> bool:
    """Whether the bot's build uses no entry, since it has caches of its own from a build before.

    With packages in one place (`Recipe.fixed`), a build in a workspace uses none either.
    """
    if recipe.fixed:
        # Results that were compiled with one set of packages are of no use with another one.
        return bot.in_workspace or any(os.path.lexists(bot.caches / name) for name in _OWN_PACKAGES)
    return any(os.path.lexists(bot.caches / name) for name in recipe.caches)


def _private_folder(place: Path) -> Path:
    """The folder, made if need be.

    Raises OSError, also when another user may write to it or to the folder above it.
    """
    place.mkdir(parents=True, exist_ok=True)
    for folder in (place, place.parent):
        status = folder.stat()
        others = stat.S_IWGRP | stat.S_IWOTH
        if status.st_uid != os.geteuid() or status.st_mode & others:
            raise PermissionError(f"{folder} can be changed by others")
    return place


def _make_entry(entry: Path, recipe: Recipe, source: Path, make: Make) -> bool:
    """Make the entry, to be called with the lock held; False if a command failed."""
    # The lock is held, so these folders can only be those of processes that were killed.
    _sweep(entry.parent, _UNFINISHED)
    fixed = _fixed(entry) if recipe.fixed else None
    if fixed and not fixed.is_dir():
        with _work_folder(entry, recipe, source) as work:
            if not make(recipe, recipe.fixed, work, None):
                return False
            _finish(work / CACHES / _OWN_PACKAGES[0], fixed)
    with _work_folder(entry, recipe, source) as work:
        if not make(recipe, recipe.command, work, fixed):
            return False
        ready = work / "ready"
        for name in _parts(recipe):
            (ready / name).parent.mkdir(parents=True, exist_ok=True)
            (work / name).rename(ready / name)
        _remove_stubs(ready, recipe)
        _finish(ready, entry)
    oldest = time.time() - _IN_USE_SECONDS
    for other in entry.parent.iterdir():
        if other not in {entry, fixed} and other.stat().st_mtime < oldest:
            remove_folder(other)
    return True


@contextmanager
def _work_folder(entry: Path, recipe: Recipe, source: Path) -> Iterator[Path]:
    """A folder with the recipe's files, to be built there; it is removed at the end."""
    work = entry.with_name(f"{_UNFINISHED}{secrets.token_hex(8)}")
    try:
        work.mkdir()
        write(recipe, source, work)
        yield work
    finally:
        remove_folder(work)


def _finish(made: Path, place: Path) -> None:
    """Rename the folder `made` to `place`, for all users to read and for this one to write."""
    for above, _, files in os.walk(made):
        Path(above).chmod(0o755)
        for path in (Path(above, name) for name in files):
            if not path.is_symlink():
                # Some packages have files that only their owner may read; but when root runs
                # builds, they run as another user.
                path.chmod(0o755 if path.stat().st_mode & stat.S_IXUSR else 0o644)
    # Otherwise the rename may reach the disk before the contents of the folder.
    os.sync()
    made.rename(place)


def _parts(recipe: Recipe) -> Iterator[Path]:
    """The paths of the parts of an entry, which are the same in the folder of a bot."""
    yield from (Path(CACHES, name) for name in recipe.caches)
    yield from map(Path, recipe.made)


def _remove_stubs(ready: Path, recipe: Recipe) -> None:
    """Remove what was compiled from the stubs, by the beginnings of names in `recipe.own`."""
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


def _copy(entry: Path, recipe: Recipe, bot: BotToBuild) -> None:
    """Copy those parts of the entry to the bot that it does not have yet.

    Each part appears there by one rename. The files' times are copied: Cargo and npm compare them.
    """
    parts = [(Path(CACHES, name), bot.caches / name) for name in recipe.caches]
    if not bot.in_workspace:
        parts += [(Path(name), bot.folder / name) for name in recipe.made]
    for name, target in parts:
        if os.path.lexists(target):
            continue
        unfinished = bot.caches / f"{_COPY}{secrets.token_hex(8)}"
        try:
            shutil.copytree(entry / name, unfinished, symlinks=True)
            unfinished.rename(target)
        except shutil.Error as error:
            raise OSError(str(error)) from None
        finally:
            remove_folder(unfinished)


def _sweep(place: Path, beginning: str) -> None:
    """Remove the folders in `place` whose names have this beginning."""
    for left in place.glob(f"{beginning}*"):
        remove_folder(left)
