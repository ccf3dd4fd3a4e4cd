"""The bots that were submitted, as a table and as JSON (docs/submitting.md, The list)."""

import json
from collections.abc import Sequence

from rich.console import RenderableType
from rich.table import Table

from tournaments.present.terminal.text import plain
from tournaments.storage.bots import Version, states

# Enough to tell bots apart by eye; the whole digest is in the JSON.
_DIGITS = 8


def as_rich(versions: Sequence[Version]) -> RenderableType:
    """The versions as a table, in the order given."""
    shown = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for head in ("bot", "state", "version", "language", "games", "digest", "submitted"):
        shown.add_column(head, no_wrap=head != "games")
    for each, state in zip(versions, states(versions), strict=True):
        own = each.manifest
        shown.add_row(
            str(each),
            state,
            own.version,
            plain(own.language),
            ", ".join(own.games),
            each.digest[:_DIGITS],
            each.submitted[:10],
        )
    return shown


def as_json(versions: Sequence[Version]) -> str:
    """The versions as a JSON list of objects, with all that is known of them."""
    found = [
        {
            "bot": str(each),
            "name": each.name,
            "number": each.number,
            "version": each.manifest.version,
            "language": each.manifest.language,
            "games": each.manifest.games,
            "digest": each.digest,
            "submitted": each.submitted,
            "withdrawn": each.withdrawn,
            "state": state,
        }
        for each, state in zip(versions, states(versions), strict=True)
    ]
    return json.dumps(found, indent=2)
