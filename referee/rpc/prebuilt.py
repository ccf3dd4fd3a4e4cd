"""The prepared dependencies of languages: made once on a machine, and copied for each bot.

The dependencies of a language are an entry: a folder named by a digest of what it is made from. No
build of a bot can write to an entry and thereby change what other bots are made of. Rust's packages
are not copied: they lie in a folder beside the entry, which builds only read.
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
"""The folder with all entries when root builds and LOCATION is not set."""
_UNFINISHED: Final = ".new-"
"""The beginning of the name of a folder in which an entry is being made."""
_COPY: Final = ".copy-"
"""The beginning of the name of an unfinished copy, in the caches of a bot."""
_CARGO: Final = "cargo"
"""The cache into which Cargo downloads packages, where it does not read those of an entry."""
_PACKAGES: Final = "-fixed"
"""The end of the name of a folder with the packages of the entry whose name stands before it."""
_WAIT_SECONDS: Final = 600.0
"""How long a build waits while another one makes or copies an entry of the language. After that it
gets none."""
_IN_USE_SECONDS: Final = 3600.0
"""A new entry replaces those that were last used at least this many seconds before. That is longer
than a build may last, which reads the packages of an entry until its end."""

Make = Callable[[Recipe, Sequence[str], Path, Path | None], bool]
"""Runs a command of the recipe, confined, in the first folder; whether it succeeded. The second
folder has the packages that the command is to read; None if it downloads them itself. It may raise
OSError."""


@dataclass(frozen=True, slots=True)
class BotToBuild:
    """A bot that is to be built with prepared dependencies."""

    folder: Path
    caches: Path
    """The folder of caches for the bot's build, which exists. Bots of a workspace share it."""
    in_workspace: bool = False
    """Whether the bot is built together with others: then nothing is copied into its folder."""


def location(environment: Mapping[str, str] = os.environ) -> Path:
    """The folder with all entries, which may not exist."""
    if named := environment.get(LOCATION):
        return Path(named).absolute()
    if os.geteuid() == 0:
        return _FOR_ALL
    return Path(environment.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "stych"


def sizes() -> dict[str, int]:
    """The bytes of all entries by language, without languages that have no entries.

    What cannot be read counts as empty.
    """
    total = {language: bytes_in(location() / language) for language in RECIPES}
    return {language: size for language, size in total.items() if size}


def copy_entry(
    bot: BotToBuild,
    templates: Templates,
    path: str,
    stopped: Callable[[Recipe], bool],
    make: Make,
) -> Path | None:
    """Copy the entry of the bot's language to the bot; make the entry first if it is missing.

    Tools are looked for on `path`, a PATH. Returns the folder with the packages that the build has
    to read (`Recipe.packages_command`); None if there is none. Nothing is copied to a bot that has
    caches of its own from an earlier build, nor to a Rust bot in a workspace. Errors of the system
    are passed over: the build then gets and compiles all dependencies by itself.

    In all processes together, one call at a time makes or copies an entry of a language. The others
    wait, call `stopped` several times a second, and give up when that returns True, or after
    _WAIT_SECONDS.
    """
    with suppress(OSError):
        _sweep(bot.caches, _COPY)
        language = language_of(bot.folder, templates)
        if not language or _needs_no_entry(RECIPES[language], bot):
            return None
        recipe, source = RECIPES[language], templates[language]
        place = _private_folder(location() / language)
        entry = place / digest(recipe, source, path)
        with alone(place, _WAIT_SECONDS, partial(stopped, recipe)) as locked:
            if locked and (entry.is_dir() or _make_entry(entry, recipe, source, make)):
                _copy_parts(entry, recipe, bot)
                packages = _packages(entry, recipe)
                # The times of the folders tell when they were last used (_IN_USE_SECONDS).
                os.utime(entry)
                if packages:
                    os.utime(packages)
                return packages
    return None


def _packages(entry: Path, recipe: Recipe) -> Path | None:
    """The folder for the packages that builds with the entry read; None if they have copies."""
    return entry.with_name(f"{entry.name}{_PACKAGES}") if recipe.packages_command else None


def _needs_no_entry(recipe: Recipe, bot: BotToBuild) -> bool:
    """Whether the bot gets no entry, since it has caches of its own from an earlier build.

    If builds read the packages in one place, a bot in a workspace gets no entry either.
    """
    if recipe.packages_command:
        # Results that were compiled with packages in one place are of no use with packages in
        # another place.
        return bot.in_workspace or os.path.lexists(bot.caches / _CARGO)
    return any(os.path.lexists(bot.caches / name) for name in recipe.caches)


def _private_folder(place: Path) -> Path:
    """The folder `place`, which is made if it is missing.

    Raises OSError, also when another user owns it or the folder above it, or may write there.
    """
    place.mkdir(parents=True, exist_ok=True)
    for folder in (place, place.parent):
        status = folder.stat()
        if status.st_uid != os.geteuid() or status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
            raise PermissionError(f"{folder} can be changed by others")
    return place


def _make_entry(entry: Path, recipe: Recipe, source: Path, make: Make) -> bool:
    """Make the entry, with the lock held; False if a command failed. Raises OSError.

    Entries that were not used for long are removed.
    """
    # The lock is held, so these folders can only be those of processes that were killed.
    _sweep(entry.parent, _UNFINISHED)
    packages = _packages(entry, recipe)
    if packages and not packages.is_dir():
        with _work_folder(entry, recipe, source) as work:
            if not make(recipe, recipe.packages_command, work, None):
                return False
            _finish(work / CACHES / _CARGO, packages)
    with _work_folder(entry, recipe, source) as work:
        if not make(recipe, recipe.command, work, packages):
            return False
        ready = work / "ready"
        for name in _parts(recipe):
            (ready / name).parent.mkdir(parents=True, exist_ok=True)
            (work / name).rename(ready / name)
        _remove_stubs(ready, recipe)
        _finish(ready, entry)
    oldest = time.time() - _IN_USE_SECONDS
    for folder in entry.parent.iterdir():
        if folder not in {entry, packages} and folder.stat().st_mtime < oldest:
            remove_folder(folder)
    return True


@contextmanager
def _work_folder(entry: Path, recipe: Recipe, source: Path) -> Iterator[Path]:
    """A new folder beside the entry, with the recipe's files; it is removed at the end."""
    work = entry.with_name(f"{_UNFINISHED}{secrets.token_hex(8)}")
    try:
        work.mkdir()
        write(recipe, source, work)
        yield work
    finally:
        remove_folder(work)


def _finish(unfinished: Path, place: Path) -> None:
    """Let all users read the folder and only this one write, and then rename it to `place`."""
    for above, _, files in os.walk(unfinished):
        Path(above).chmod(0o755)
        for path in (Path(above, name) for name in files):
            if not path.is_symlink():
                # Some packages have files that only their owner may read; but when root runs
                # builds, they run as another user.
                path.chmod(0o755 if path.stat().st_mode & stat.S_IXUSR else 0o644)
    # Otherwise the rename may reach the disk before the contents of the folder.
    os.sync()
    unfinished.rename(place)


def _parts(recipe: Recipe) -> Iterator[Path]:
    """The paths of the parts of an entry, inside the entry; the same as in its work folder."""
    yield from (Path(CACHES, name) for name in recipe.caches)
    yield from map(Path, recipe.bot_folders)


def _remove_stubs(ready: Path, recipe: Recipe) -> None:
    """Remove what was compiled from stubs, which is known by its names."""
    if not recipe.stub_names:
        return
    for bot_folder in recipe.bot_folders:
        for place, folders, files in os.walk(ready / bot_folder):
            for name in [each for each in folders if each.startswith(recipe.stub_names)]:
                remove_folder(Path(place, name))
                folders.remove(name)
            for name in files:
                if name.startswith(recipe.stub_names):
                    Path(place, name).unlink()


def _copy_parts(entry: Path, recipe: Recipe, bot: BotToBuild) -> None:
    """Copy those parts of the entry to the bot that the bot does not have yet. Raises OSError.

    Each part appears there by one rename. The files' times are copied: Cargo and npm compare them.
    """
    parts = [(Path(CACHES, name), bot.caches / name) for name in recipe.caches]
    if not bot.in_workspace:
        parts += [(Path(name), bot.folder / name) for name in recipe.bot_folders]
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
    for folder in place.glob(f"{beginning}*"):
        remove_folder(folder)
