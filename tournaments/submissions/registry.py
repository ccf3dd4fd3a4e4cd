"""The stored bots of a data folder: their folders, named by their digests, and their rows.

A bot is stored when its row is there. Its folder comes first, whole, by one rename; a folder
without a row was left by a process that was killed, and goes when the next bot is submitted.
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


class BotRegistry:
    """The stored bots of a data folder. Raises UserError for what is not stored or withdrawn."""

    def __init__(self, store: Store, author: str | None = None) -> None:
        """`author` is who submits to it; None is the operator, to whom all names are open."""
        self.author = author
        self.data = store.folder
        self._database = store.database
        self._folder = store.folder / "bots"

    def versions(self) -> list[Version]:
        """All versions of all bots, by name and number."""
        return bots.versions(self._database)

    def folder(self, version: Version) -> Path:
        """The folder with the version's files, named by its digest."""
        return (self._folder / version.digest).resolve()

    def sizes(self) -> dict[str, int]:
        """How many bytes the files of each version have, by digest; of those that are there."""
        there = {each.digest: self.folder(each) for each in self.versions()}
        return {digest: bytes_in(folder) for digest, folder in there.items() if folder.is_dir()}

    def find(self, reference: Reference) -> Version:
        """The version of this reference; the latest is the newest that is not withdrawn."""
        own = [each for each in self.versions() if each.name == reference.name]
        if not own:
            raise UserError(
                f"no bot called {reference.name!r} is stored in {self.data}; `stych submit BOT`"
                f" stores one, `stych bots` lists them; received {str(reference)!r}"
            )
        if reference.number is None:
            if left := [each for each in own if not each.withdrawn]:
                return left[-1]
            raise UserError(f"every version of {reference.name} in {self.data} is withdrawn")
        for each in own:
            if each.number == reference.number:
                return each
        known = ", ".join(map(str, own))
        raise UserError(f"there is no {reference} in {self.data}; there is {known}")

    def enter(self, reference: Reference, begun: str | None) -> Version:
        """The version that takes part; `begun` is the digest of the entrant so far, if it has one.

        A tournament goes on with the version with which it was begun, also when a newer one is
        the latest now, or when it was withdrawn.
        """
        # By contents and not by number: that is what a tournament knows a bot by.
        for each in self.versions() if begun else ():
            same = each.name == reference.name and reference.number in (None, each.number)
            if same and each.digest == begun:
                return self._there(each)
        version = self.find(reference)
        if version.withdrawn:
            raise UserError(f"{version} was withdrawn: it cannot be entered any more")
        return self._there(version)

    def _there(self, version: Version) -> Version:
        folder = self.folder(version)
        if folder.is_dir():
            return version
        raise UserError(
            f"{version} cannot be entered: its folder {folder} is not there any more;"
            " `stych submit` with the same contents makes it anew"
        )

    def withdraw(self, version: Version) -> None:
        """Withdraw it: from now on it cannot be newly entered; its files stay."""
        bots.withdraw(self._database, version)

    def prune(self, versions: Iterable[Version]) -> None:
        """Remove their files. They stay listed, so that their numbers never mean anything else.

        Who submits the same contents again has the same version again. Raises OSError.
        """
        with in_turn(self._folder / _LOCK), staged(self._folder) as place:
            for each in versions:
                folder = self.folder(each)
                # A folder that may not be written cannot be moved: it holds the way to its parent.
                folder.chmod(0o755)
                # Moved at once: of a process that is killed no half of a version is left.
                folder.rename(place / each.digest)

    # -- storing

    def check_owner(self, name: str) -> None:
        """Raise UserError if the name belongs to another author than the one who submits."""
        bots.check_owner(self._database, name, self.author)

    def stored(self, digest: str) -> Version | None:
        """The version of that content, if it is there whole."""
        version = bots.with_digest(self._database, digest)
        return version if version and self.folder(version).is_dir() else None

    @contextmanager
    def staging(self) -> Iterator[Path]:
        """A folder in which a bot can be prepared. Raises OSError when there can be none."""
        self._folder.mkdir(exist_ok=True)
        with ExitStack() as stack:
            # In turn, or another process could sweep the place before it is locked. The build and
            # the check, which take long, run at the same time.
            with in_turn(self._folder / _LOCK):
                sweep(self._folder, {each.digest for each in self.versions()})
                place = stack.enter_context(staged(self._folder))
            yield place

    def keep(self, prepared: Path, digest: str, manifest: Manifest) -> tuple[Version, bool]:
        """Store what was prepared, and say whether it is new. Raises OSError."""
        with in_turn(self._folder / _LOCK):
            if version := self.stored(digest):
                return version, False
            place = self._folder / digest
            # Of a process that was killed between the rename and the row.
            remove(place)
            # A folder that may not be written cannot be moved: it holds the way to its parent.
            prepared.chmod(0o755)
            prepared.rename(place)
            place.chmod(0o555)
            # The row says that the folder is whole: the disk must know that first.
            os.sync()
            return bots.add(self._database, digest, manifest, self.author), True
