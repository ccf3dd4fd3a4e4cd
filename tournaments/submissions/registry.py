"""The stored bots of a data folder: a folder and a row in the database for each version.

The folder is named by the version's digest. It is put in place first, whole, by one rename; then
the row makes it a version. A folder without a row was left by a submission that failed or was
killed, and is removed when the next bot is submitted.
"""

import os
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from referee.errors import UserError
from referee.rpc.folders import bytes_in
from referee.rpc.manifest import Manifest
from tournaments.storage import bots
from tournaments.storage.bots import Version
from tournaments.storage.lock import in_turn
from tournaments.storage.store import Store
from tournaments.submissions.reference import Reference
from tournaments.submissions.staging import remove, staged, sweep

_LOCK = ".lock"
"""The file by which processes take turns in changing the folder of stored bots."""


class BotRegistry:
    """The stored bots of a data folder. Every method may raise UserError, as the store does."""

    def __init__(self, store: Store, author: str | None = None) -> None:
        """`author` submits the bots; None for the operator, who may use every name."""
        self.author = author
        self.data = store.folder
        """The data folder."""
        self._database = store.database
        self._folder = store.folder / "bots"

    def versions(self) -> list[Version]:
        """All versions of all bots, sorted by name and number."""
        return bots.versions(self._database)

    def folder(self, version: Version) -> Path:
        """The folder for the version's files, which may have been pruned."""
        return (self._folder / version.digest).resolve()

    def sizes(self) -> dict[str, int]:
        """The bytes of each version's files, by digest; without versions that have no files."""
        folders = {each.digest: self.folder(each) for each in self.versions()}
        return {digest: bytes_in(folder) for digest, folder in folders.items() if folder.is_dir()}

    def find(self, reference: Reference) -> Version:
        """The version of this reference; the latest is the newest that is not withdrawn.

        A version that is named by its number may be withdrawn. Raises UserError for a version that
        is not stored, and for the latest when all are withdrawn.
        """
        versions = [each for each in self.versions() if each.name == reference.name]
        if not versions:
            raise UserError(
                f"no bot called {reference.name!r} is stored in {self.data}; `stych submit BOT`"
                f" stores one, `stych bots` lists them; received {str(reference)!r}"
            )
        if reference.number is None:
            if current := [each for each in versions if not each.withdrawn]:
                return current[-1]
            raise UserError(f"every version of {reference.name} in {self.data} is withdrawn")
        for each in versions:
            if each.number == reference.number:
                return each
        stored = ", ".join(map(str, versions))
        raise UserError(f"there is no {reference} in {self.data}; there is {stored}")

    def enter(self, reference: Reference, begun: str | None) -> Version:
        """The version that takes part in a tournament, with its files.

        `begun` is the digest with which the entrant takes part already; None for a new entrant. If
        a version that the reference names has this digest, it is that version, also when it was
        withdrawn, or when a newer one is the latest now. Otherwise it is the version of a new
        entrant: whether the tournament may go on with it is not judged here. Raises UserError when
        the version is not stored, is withdrawn and not that of `begun`, or has no files any more.
        """
        # Compared by digest and not by number, since a tournament has only the digests of its bots.
        for each in self.versions() if begun else ():
            same = each.name == reference.name and reference.number in (None, each.number)
            if same and each.digest == begun:
                return self._with_files(each)
        version = self.find(reference)
        if version.withdrawn:
            raise UserError(f"{version} was withdrawn: it cannot be entered any more")
        return self._with_files(version)

    def _with_files(self, version: Version) -> Version:
        """The version itself. Raises UserError when its files were pruned."""
        folder = self.folder(version)
        if folder.is_dir():
            return version
        raise UserError(
            f"{version} cannot be entered: its folder {folder} is not there any more;"
            " `stych submit` with the same contents makes it anew"
        )

    def withdraw(self, version: Version) -> None:
        """Withdraw the version: it cannot be newly entered any more; its files stay."""
        bots.withdraw(self._database, version)

    def prune(self, versions: Iterable[Version]) -> None:
        """Remove the files of versions that have files. Rows stay: no number is ever used again.

        When the same contents are submitted again, they are the same version again. Raises OSError,
        also for a version without files.
        """
        with in_turn(self._folder / _LOCK), staged(self._folder) as place:
            for each in versions:
                folder = self.folder(each)
                # A read-only folder cannot be moved, since its entry ".." would change.
                folder.chmod(0o755)
                # One rename removes the whole version, so a process that is killed leaves no half.
                folder.rename(place / each.digest)

    # -- what a submission calls

    def check_owner(self, name: str) -> None:
        """Raise UserError if `author` may not submit a bot of this name."""
        bots.check_owner(self._database, name, self.author)

    def stored(self, digest: str) -> Version | None:
        """The version with this digest, if it is stored and its files are there; else None."""
        version = bots.with_digest(self._database, digest)
        return version if version and self.folder(version).is_dir() else None

    @contextmanager
    def staging(self) -> Iterator[Path]:
        """A new folder to prepare a bot in, which is removed after the block. Raises OSError."""
        self._folder.mkdir(exist_ok=True)
        with ExitStack() as stack:
            # Processes take turns in making the folder, since otherwise another one could sweep it
            # before it is locked. Builds and checks, which take long, need no turn.
            with in_turn(self._folder / _LOCK):
                sweep(self._folder, {each.digest for each in self.versions()})
                place = stack.enter_context(staged(self._folder))
            yield place

    def add(self, prepared: Path, digest: str, manifest: Manifest) -> tuple[Version, bool]:
        """Store the prepared folder, by moving it; returns the version and whether this was done.

        A version with this digest that has its files is returned as it is, with False. One without
        files keeps its number. Raises OSError.
        """
        with in_turn(self._folder / _LOCK):
            if version := self.stored(digest):
                return version, False
            place = self._folder / digest
            # Left by a submission that ended between the rename and the row, if it is there.
            remove(place)
            # A read-only folder cannot be moved, since its entry ".." would change.
            prepared.chmod(0o755)
            prepared.rename(place)
            place.chmod(0o555)
            # The row says that the folder is whole, so the folder must reach the disk before it.
            os.sync()
            return bots.add(self._database, digest, manifest, self.author), True
