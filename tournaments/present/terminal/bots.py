"""The bots that were submitted, as a table and as JSON (docs/submitting.md, The list)."""

import json
from collections.abc import Container, Mapping, Sequence

from rich.console import RenderableType
from rich.filesize import decimal

from referee.bare_table import BareTable
from tournaments.core.words import how_many
from tournaments.present.terminal.text import plain
from tournaments.storage.bots import Version, states

# Enough to tell bots apart by eye; the whole digest is in the JSON.
_DIGITS = 8


def as_rich(
    versions: Sequence[Version], sizes: Mapping[str, int], only: Container[Version] | None = None
) -> RenderableType:
    """The versions as a table, in the order given, with their sizes by digest.

    `versions` are all that there are; `only` says which of them are shown.
    """
    shown = BareTable()
    chosen = [each for each in versions if only is None or each in only]
    # Never cut: its number says which one is meant.
    longest = max((len(str(each)) for each in chosen), default=0)
    shown.add_column("bot", no_wrap=True, min_width=longest)
    for head in ("state", "version", "language", "games", "digest", "size", "submitted"):
        shown.add_column(
            head, no_wrap=head != "games", justify="right" if head == "size" else "left"
        )
    for each, state in zip(versions, states(versions, sizes), strict=True):
        if each not in chosen:
            continue
        own = each.manifest
        shown.add_row(
            str(each),
            state,
            own.version,
            plain(own.language),
            ", ".join(own.games),
            each.digest[:_DIGITS],
            decimal(sizes[each.digest]) if each.digest in sizes else "",
            each.submitted[:10],
        )
    return shown


def as_prunable(versions: Sequence[Version], sizes: Mapping[str, int]) -> str:
    """How many versions those are, and how large their files are together."""
    together = decimal(sum(sizes[each.digest] for each in versions))
    return f"{how_many(len(versions), 'version')}, {together}"


def as_json(versions: Sequence[Version], sizes: Mapping[str, int]) -> str:
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
            "bytes": sizes.get(each.digest),
            "submitted": each.submitted,
            "withdrawn": each.withdrawn,
            "state": state,
        }
        for each, state in zip(versions, states(versions, sizes), strict=True)
    ]
    return json.dumps(found, indent=2)
