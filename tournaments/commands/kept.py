"""Checks whether tournaments in the data folder are as they were saved.

Commands that would build on changed data end with an error; commands that show it say so first.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import typer

from referee.errors import UserError
from tournaments.commands.console import again, err, say
from tournaments.core.errors import NotAsSavedError
from tournaments.storage.store import Store
from tournaments.verify.glance import glance


def check_as_saved(store: Store, names: Iterable[str], file: Path) -> None:
    """Take a quick look at the tournaments `names` of the file; nothing is changed.

    A tournament that the data folder does not have is passed over. Raises NotAsSavedError for the
    first one that is not as it was saved, and UserError when the database cannot be read.
    """
    for sentence in _changes(store, names, file):
        raise NotAsSavedError(sentence)


@contextmanager
def told_if_changed(store: Store, names: Iterable[str], file: Path | None = None) -> Iterator[None]:
    """Say which of the tournaments `names` are not as they were saved; the block then shows them.

    `file` is the tournament file that they are of, if one was named. The block shows as much as can
    be read. After it the command ends with exit code 1 if a tournament was changed. Raises
    UserError when the database cannot be read.
    """
    changes = [*_changes(store, names, file)]
    for sentence in changes:
        say(err, f"stych: {sentence}")
    try:
        yield
    except UserError:
        # With a change, the change is why it cannot be read, and that was told already.
        if not changes:
            raise
    if changes:
        raise typer.Exit(1)


def _changes(store: Store, names: Iterable[str], file: Path | None) -> Iterator[str]:
    for name in names:
        if problem := glance(store, name):
            more = f"; more: {again('verify', file)}" if file else ""
            yield f"{name} is not as it was saved: {problem}{more}"
