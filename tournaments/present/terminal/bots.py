"""The bots that were submitted, as a table and as JSON (docs/submitting.md, The list)."""

import json
from collections.abc import Container, Mapping, Sequence

from rich.console import RenderableType
from rich.filesize import decimal

from referee.bare_table import BareTable
from tournaments.core.words import how_many
from tournaments.present.terminal.text import plain
from tournaments.storage.bots import Version, version_states

_DIGITS = 8
"""The digits of a digest that are shown: enough to tell bots apart. The JSON has all of them."""


def as_rich(
    versions: Sequence[Version], sizes: Mapping[str, int], only: Container[Version] | None = None
) -> RenderableType:
    """The versions as a table, in the order given.

    `versions` has all stored versions, from which their states follow. Only those in `only` are
    shown, or all if it is None. `sizes` has the bytes of the files by digest; a version whose files
    are gone is missing in it.
    """
    table = BareTable()
    chosen = [each for each in versions if only is None or each in only]
    # This column is never cut, since its text is what commands take as the name of a bot.
    longest = max((len(str(each)) for each in chosen), default=0)
    table.add_column("bot", no_wrap=True, min_width=longest)
    for head in ("state", "version", "language", "games", "digest", "size", "submitted"):
        table.add_column(
            head, no_wrap=head != "games", justify="right" if head == "size" else "left"
        )
    for each, state in zip(versions, version_states(versions, sizes), strict=True):
        if each not in chosen:
            continue
        manifest = each.manifest
        table.add_row(
            str(each),
            state,
            manifest.version,
            plain(manifest.language),
            ", ".join(manifest.games),
            each.digest[:_DIGITS],
            decimal(sizes[each.digest]) if each.digest in sizes else "",
            each.submitted[:10],
        )
    return table


def as_prunable(versions: Sequence[Version], sizes: Mapping[str, int]) -> str:
    """The number of the versions and the size of all their files, such as "2 versions, 1.3 MB".

    `sizes` has the bytes of the files of each of them, by digest.
    """
    together = decimal(sum(sizes[each.digest] for each in versions))
    return f"{how_many(len(versions), 'version')}, {together}"


def as_json(versions: Sequence[Version], sizes: Mapping[str, int]) -> str:
    """The versions as a JSON list of objects; `bytes` is null where the files are gone."""
    values = [
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
        for each, state in zip(versions, version_states(versions, sizes), strict=True)
    ]
    return json.dumps(values, indent=2)
