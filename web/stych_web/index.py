"""The list of the tournaments that are shown, as plain values."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from referee.errors import UserError
from stych_web.site import NotFoundError, WebSite, definition_of
from tournaments.present.html import about
from tournaments.present.sheet import Sheet, table_in_words
from tournaments.run.stand import stand
from tournaments.storage.store import Store


@dataclass(frozen=True, slots=True)
class IndexLine:
    """One tournament of the list."""

    name: str
    game: str
    """The title of its game, with its options."""
    sentence: str
    """The first sentence about its table; empty where nothing can be said yet."""
    matches: int
    """How many matches count."""
    total: int
    """How many matches are known so far, also those to be played."""
    complete: bool
    """Whether all matches are played, and count."""


@dataclass(frozen=True, slots=True)
class IndexView:
    """The list, and the tournaments that are not in it."""

    title: str
    """The name of the competition; empty where all tournaments of a data folder are shown."""
    lines: Sequence[IndexLine]
    waiting: Sequence[str]
    """The tournaments of `Opened.names` that were not started yet."""
    left_out: Sequence[str]
    """For each tournament that cannot be shown, a sentence that says why."""


def index_view(site: WebSite) -> IndexView:
    """The list as it stands. Raises UserError when the data folder cannot be read."""
    names = site.names()
    lines, left_out = [], []
    for name in names:
        # A tournament that cannot be shown must not hide the others.
        try:
            lines.append(site.cached(("line", name), partial(_line, name=name)))
        except NotFoundError as error:
            left_out.append(str(error))
        except UserError:
            left_out.append(f"{name} cannot be read: stych verify says what is wrong with it")
    # Where all tournaments of a data folder are shown, none is named in advance.
    waiting = [name for name in site.opened.names or () if name not in names]
    return IndexView(site.opened.title, lines, waiting, left_out)


def _line(store: Store, name: str) -> IndexLine:
    definition = definition_of(store, name)
    sheet = Sheet.of(definition, stand(store, definition))
    return IndexLine(
        name,
        about.title(sheet),
        next(table_in_words(sheet), ""),
        sheet.table.matches,
        sheet.total,
        sheet.complete,
    )
