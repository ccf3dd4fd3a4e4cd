"""Whether what is kept is as it was saved: some commands tell it, others then do nothing."""

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
    """Take a quick look at the tournaments of the file; nothing is changed.

    Raises NotAsSavedError for the first one that is not as it was saved, and UserError when the
    database cannot be read. One of which nothing is kept is as it should be.
    """
    for sentence in _changes(store, names, file):
        raise NotAsSavedError(sentence)


@contextmanager
def told_if_changed(store: Store, names: Iterable[str], file: Path | None = None) -> Iterator[None]:
    """Before something is shown, tell which tournaments are not as they were saved.

    `file` is the tournament file that they are of, if one was named.

    It is shown all the same as far as it can be read; then the command ends with exit code 1.
    """
    changes = [*_changes(store, names, file)]
    for sentence in changes:
        say(err, f"stych: {sentence}")
    try:
        yield
    except UserError:
        # It cannot be read because of what was told already.
        if not changes:
            raise
    if changes:
        raise typer.Exit(1)


def _changes(store: Store, names: Iterable[str], file: Path | None) -> Iterator[str]:
    for name in names:
        if problem := glance(store, name):
            more = f"; more: {again('verify', file)}" if file else ""
            yield f"{name} is not as it was saved: {problem}{more}"
