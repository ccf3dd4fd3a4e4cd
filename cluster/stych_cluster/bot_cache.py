"""The bots that a machine stores by their digests, so that it need not get and build them again."""

import fcntl
import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from referee.errors import UserError
from referee.rpc.build import run_build
from referee.rpc.folders import bytes_in
from referee.rpc.manifest import Manifest
from referee.sandbox.isolation import Isolation
from stych_cluster.archives import digest_of, unpacked
from tournaments.resources.scaffold import all_sources
from tournaments.storage.lock import in_turn
from tournaments.submissions.staging import is_held, remove, staged

MOST_BYTES: Final = 4 << 30
"""The most bytes of all bots, builds included, before bots that no run uses are removed."""
_LOCK: Final = ".lock"
"""The end of the name of a lock file."""
_BUILT: Final = ".built"
"""The end of the name of the file that marks a bot as built."""


class BotCache:
    """A folder of bots, which several processes of one machine may share."""

    def __init__(self, folder: Path, most_bytes: int = MOST_BYTES) -> None:
        self._folder = folder
        self._most_bytes = most_bytes

    def folder(self, digest: str) -> Path:
        """The folder of the bot with this digest, whether the bot is there or not."""
        return (self._folder / digest).resolve()

    def lacking(self, digests: Iterable[str]) -> tuple[str, ...]:
        """The digests, sorted, of the bots that are not here.

        A bot whose files were changed is removed. Raises OSError, and UserError when the cache
        cannot be locked.
        """
        return tuple(each for each in sorted(set(digests)) if self._lacks(each))

    def _lacks(self, digest: str) -> bool:
        folder = self.folder(digest)
        if digest_of(folder) == digest:
            return False
        self._folder.mkdir(parents=True, exist_ok=True)
        with in_turn(self._folder / _LOCK):
            # Checked again: another process may have put the bot there in the meantime.
            if digest_of(folder) == digest:
                return False
            self._remove(folder)
        return True

    def take(self, digest: str, archive: bytes) -> None:
        """Unpack a bot that was sent to this machine, and store it unless it is here already.

        Raises UserError when the archive does not hold the bot of this digest, or the cache cannot
        be locked; and OSError.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        with in_turn(self._folder / _LOCK), staged(self._folder) as place:
            bot = unpacked(archive, digest, place)
            if not self.folder(digest).is_dir():
                # One rename, so that no process ever sees a part of a bot.
                bot.rename(self.folder(digest))

    def build(
        self,
        digest: str,
        manifest: Manifest,
        isolation: Isolation | None,
        stopped: Callable[[], bool],
    ) -> None:
        """Build the bot if it needs a build and was not built before.

        The build is ended when `stopped` returns True. Raises UserError when it fails or is ended,
        or the bot cannot be locked; and OSError.
        """
        if not manifest.build:
            return
        folder = self.folder(digest)
        # Another process of this machine may want to build the same bot at the same time.
        with in_turn(self._folder / f".{digest}{_LOCK}"):
            if self._mark(digest).exists():
                return
            if problem := run_build(
                manifest.build,
                folder,
                stopped,
                isolation,
                ignore_workspace=True,
                templates=all_sources(),
            ):
                raise UserError(f"{manifest.name} cannot be built: {problem}")
            self._mark(digest).touch()

    @contextmanager
    def using(self, digests: Iterable[str]) -> Iterator[None]:
        """Protect the bots with these digests from `trim` during the block, and trim after it.

        A bot that is not here at the beginning is not protected. Raises OSError, and UserError when
        the cache cannot be locked.
        """
        handles = []
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            # Under the lock, since another process may be trimming.
            with in_turn(self._folder / _LOCK):
                for folder in filter(Path.is_dir, map(self.folder, sorted(set(digests)))):
                    # The folder's modification time tells `trim` when the bot was last used.
                    os.utime(folder)
                    handles.append(os.open(folder, os.O_RDONLY))
                    fcntl.flock(handles[-1], fcntl.LOCK_SH)
            yield
        finally:
            for handle in handles:
                os.close(handle)
            with suppress(OSError, UserError):
                self.trim()

    def trim(self) -> None:
        """Remove the least recently used bots that no run uses, until the rest is small enough.

        Raises OSError, and UserError when the cache cannot be locked.
        """
        with in_turn(self._folder / _LOCK):
            folders = [each for each in self._folder.iterdir() if not each.name.startswith(".")]
            sizes = {each: bytes_in(each) for each in folders}
            for folder in sorted(folders, key=_last_used):
                if sum(sizes.values()) <= self._most_bytes:
                    return
                if not is_held(folder):
                    self._remove(folder)
                    del sizes[folder]

    def _remove(self, folder: Path) -> None:
        remove(folder)
        self._mark(folder.name).unlink(missing_ok=True)

    def _mark(self, digest: str) -> Path:
        """The file whose presence means that the bot was built."""
        return self._folder / f".{digest}{_BUILT}"


def _last_used(folder: Path) -> float:
    try:
        return folder.stat().st_mtime
    except OSError:
        # Sorted last: what cannot be examined is removed last.
        return time.time()
