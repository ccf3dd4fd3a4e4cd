"""Checks whether stored tournaments were changed after they were saved.

Commands that would build on changed data end with an error. Commands that only show it warn first.
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
    """Take a quick look at the tournaments `names`, which are those of the tournament file.

    Raises NotAsSavedError for the first one that is not as it was saved, and UserError when the
    database cannot be read. A tournament that the data folder does not have is no error.
    """
    for sentence in _changes(store, names, file):
        raise NotAsSavedError(sentence)


@contextmanager
def warn_of_changes(store: Store, names: Iterable[str], file: Path | None = None) -> Iterator[None]:
    """Say which of the tournaments `names` are not as they were saved, before the block shows them.

    `file` is the tournament file that they are of, if the user named one. If a tournament was
    changed, a UserError of the block is dropped, and the command ends with exit code 1 after the
    block. Raises UserError when the database cannot be read.
    """
    changes = [*_changes(store, names, file)]
    for sentence in changes:
        say(err, f"stych: {sentence}")
    try:
        yield
    except UserError:
        # After a change, the data may not be readable because of it, and the change was told.
        if not changes:
            raise
    if changes:
        raise typer.Exit(1)


def _changes(store: Store, names: Iterable[str], file: Path | None) -> Iterator[str]:
    """A sentence for each of the tournaments that is not as it was saved."""
    for name in names:
        if problem := glance(store, name):
            more = f"; more: {again('verify', file)}" if file else ""
            yield f"{name} is not as it was saved: {problem}{more}"
