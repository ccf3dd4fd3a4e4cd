"""Submits a bot from a folder or an archive: copies, builds, trims, checks and stores it.

The steps are those of docs/submitting.md.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from referee.errors import UserError
from referee.games.registry import GAMES
from referee.rpc.build import Watch, run_build, unwatched
from referee.rpc.manifest import (
    BUILT,
    MANIFEST,
    Manifest,
    ManifestError,
    digest,
    is_part_of_bot,
    read_manifest,
)
from referee.sandbox.isolation import Isolation
from referee.sandbox.toolchains import CACHES
from referee.testing.bot import Watcher
from tournaments.resources.scaffold import all_sources
from tournaments.storage.bots import Version
from tournaments.submissions.acceptance import refusal
from tournaments.submissions.archive import ENDINGS, unpack
from tournaments.submissions.limits import SizeMeter, SubmissionLimits
from tournaments.submissions.registry import BotRegistry
from tournaments.submissions.sources import copy_sources
from tournaments.submissions.staging import make_read_only, remove
from tournaments.submissions.trimming import trim

_TRIMMED: Final = (
    f"It ran with its sources and with what `keep` in its {MANIFEST} names; all else that the build"
    " made was removed before."
)
"""Added to the message about a bot that fails the check after it was trimmed."""


def submit(
    bot: Path,
    registry: BotRegistry,
    note: Callable[[str], None],
    limits: SubmissionLimits | None = None,
    isolate: Callable[[], Isolation | None] = lambda: None,
    watch: Watch = unwatched,
    steps: Watcher | None = None,
) -> tuple[Version, bool]:
    """Store a bot; returns its version, and False if its files are stored already, else True.

    `note` is called with a line before the check begins. `watch` shows the build, `steps` shows the
    check. `isolate` is called before any program of the bot runs; the bot is built and checked in
    the isolation that it returns. `limits` are the usual ones if None. Raises UserError; then
    nothing is stored.
    """
    try:
        with registry.staging() as place:
            bounds = limits or SubmissionLimits()
            return _submit(bot, registry, place, note, bounds, isolate, watch, steps)
    except OSError as error:
        raise UserError(f"{registry.data} cannot be written: {error.strerror or error}") from None


def _submit(
    bot: Path,
    registry: BotRegistry,
    place: Path,
    note: Callable[[str], None],
    limits: SubmissionLimits,
    isolate: Callable[[], Isolation | None],
    watch: Watch,
    steps: Watcher | None,
) -> tuple[Version, bool]:
    sources, manifest = _take_in(bot, registry, place, limits)
    # Checked before any program of the bot runs, and again when it is stored, since another author
    # may take the name meanwhile.
    registry.check_owner(manifest.name)
    submitted_digest = _digest(sources, manifest)
    # The same contents were stored before: they need no build and no check.
    if version := registry.stored(submitted_digest):
        return version, False
    isolation = isolate()
    if manifest.build:
        with watch(manifest.name) as hear, _outside_data(f"{bot} cannot be built"):
            if problem := run_build(
                manifest.build,
                sources,
                isolation=isolation,
                # A stored bot must be complete, so a workspace around the data folder is no help.
                ignore_workspace=True,
                hear=hear,
                templates=all_sources(),
            ):
                raise UserError(f"{bot} cannot be built: {problem}")
        # The caches of the build tools, which may be larger than the bot. It does not need them.
        remove(sources / CACHES)
        # Otherwise the stored bot would differ from the submitted one, and have another digest.
        if _digest(sources, manifest) != submitted_digest:
            raise UserError(
                f"{bot} changes its own files when it is built; what a build makes belongs into a"
                f" folder named {', '.join(BUILT[:-1])} or {BUILT[-1]}"
            )
        trim(sources, manifest.keep, bot)
    # A stored bot runs in another folder than it was built in, and read-only. So it is moved and
    # made read-only before the check.
    ready = sources.rename(place / "ready")
    make_read_only(ready)
    note(f"Checking {manifest.name} ({', '.join(manifest.games)}) ...")
    with _outside_data(f"{bot} cannot be checked"):
        problem = refusal(ready, isolation, steps)
    if problem:
        trimmed = f"\n{_TRIMMED}" if manifest.build and manifest.keep else ""
        raise UserError(f"{bot} is not stored: {problem}{trimmed}")
    if _digest(ready, manifest) != submitted_digest:
        raise UserError(f"{bot} is not stored: it changes its own files while it plays")
    return registry.add(ready, submitted_digest, manifest)


@contextmanager
def _outside_data(problem: str) -> Iterator[None]:
    """Turn an OSError of the block, as about temporary folders and sockets, into a UserError."""
    try:
        yield
    except OSError as error:
        raise UserError(f"{problem}: {error.strerror or error}") from None


def _take_in(
    bot: Path, registry: BotRegistry, place: Path, limits: SubmissionLimits
) -> tuple[Path, Manifest]:
    """Copy the bot's own files into `place`; returns the folder of the copy, and the manifest.

    Raises UserError for a bot that is not acceptable or cannot be read, and OSError when `place`
    cannot be written.
    """
    meter, sources = SizeMeter(bot, limits), place / "sources"
    check_bot_path(bot)
    if bot.is_dir():
        _check_apart(bot.resolve(), registry.data.resolve())
        manifest = _manifest(bot)
        copy_sources(bot, sources, built=manifest.build is not None, meter=meter)
    else:
        unpacked = unpack(bot, place / "unpacked", meter)
        manifest = _manifest(unpacked.folder, str(bot))
        built = manifest.build is not None
        unpacked.check(bot, built=built)
        # With a new meter, since the first one counted these files when they were unpacked.
        copy_sources(unpacked.folder, sources, built=built, meter=SizeMeter(bot, limits))
    return sources, manifest


def check_bot_path(bot: Path) -> None:
    """Raise UserError unless the path is that of a folder, or of a file named as an archive.

    Nothing is read: the folder or the archive need not be that of a bot.
    """
    # os.path and not pathlib, whose methods raise OSError for a name that is too long.
    is_archive = os.path.isfile(bot) and bot.name.endswith(ENDINGS)  # noqa: PTH113
    if not (os.path.isdir(bot) or is_archive):  # noqa: PTH112
        what = "is neither a folder nor a known archive" if os.path.lexists(bot) else "is not there"
        raise UserError(
            f"{bot} {what}; a bot is a folder, or an archive whose name ends in"
            f" {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}"
        )


def _check_apart(bot: Path, data: Path) -> None:
    """Raise UserError if the data folder is a part of the bot: the copy would contain itself."""
    if data.is_relative_to(bot) and is_part_of_bot(data.relative_to(bot).parts, built=False):
        raise UserError(f"the data folder {data} is in the bot's folder; name another by --data")


def _manifest(folder: Path, shown: str = "") -> Manifest:
    """The bot's manifest. Messages name the bot by `shown`; "" for its folder. Raises UserError."""
    try:
        manifest = read_manifest(folder)
    except ManifestError as error:
        text = str(error)
        # The folder in which an archive was unpacked means nothing to the author.
        raise UserError(text.replace(str(folder), shown) if shown else text) from None
    unknown = [game for game in manifest.games if game not in GAMES]
    if unknown:
        raise UserError(
            f"{shown or folder} plays games that are not known here: the games are"
            f" {', '.join(sorted(GAMES))}; received {unknown[0]!r}"
        )
    return manifest


def _digest(folder: Path, manifest: Manifest) -> str:
    """The digest of the bot's own files. Raises UserError."""
    try:
        return digest(folder, built=manifest.build is not None)
    except ManifestError as error:
        raise UserError(str(error)) from None
