"""The findings of `stych doctor` for the terminal and as JSON; docs/doctor.md has the schema."""

import json
import platform
from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Any, Final

from rich.text import Text

from referee.version import STYCH
from tournaments.doctor.findings import Finding, FindingState, playable
from tournaments.present.terminal.text import plain

FORMAT: Final = 1
_STYLES: Final = {
    FindingState.FINE: "green",
    FindingState.LIMITED: "yellow",
    FindingState.MISSING: "dim",
    FindingState.BROKEN: "bold red",
}
_STATE: Final = max(map(len, FindingState))
_NAME: Final = len("temporary folder")
_INDENT: Final = _STATE + 2 + _NAME + 2
_WIDE: Final = 56
"""Columns from which on there is room for text below text."""
_NARROW_INDENT: Final = 4


def system() -> str:
    """The machine, its system and the version of this program, in a line."""
    return (
        f"stych {STYCH} on {platform.system()} {platform.release()} ({platform.machine()}),"
        f" Python {platform.python_version()}"
    )


def lines(finding: Finding, width: int | None = None) -> Iterator[Text]:
    """A finding in one line; below it what is lacking, and what mends that.

    With a width, words that have no room go to further lines. What mends it is never broken, as it
    is there to be copied.
    """
    indent = _INDENT if width is None or width >= _WIDE else _NARROW_INDENT
    found, *more = _wrapped(_one(finding.found), indent, width, first=_INDENT)
    line = plain(f"{finding.state:{_STATE}}  ", _STYLES[finding.state])
    line.append_text(plain(f"{finding.name:{_NAME}}  ", "bold"))
    line.append_text(plain(found))
    yield line
    yield from (plain(each) for each in more)
    if finding.lacks:
        for each in _wrapped(_one(finding.lacks), indent, width, first=indent):
            yield plain(each if each.startswith(" ") else f"{' ' * indent}{each}", "dim")
    if finding.mend:
        told = f"mend: {_one(finding.mend)}"
        fits = width is None or indent + len(told) <= width
        yield plain(f"{' ' * (indent if fits else _NARROW_INDENT)}{told}", "cyan")


def _wrapped(text: str, indent: int, width: int | None, *, first: int) -> list[str]:
    """The text in lines; the first one has no indent, but room is left for so many characters."""
    if width is None or not text:
        return [text]
    begin = " " * first
    # A long path has its own line, further to the left.
    if max(map(len, text.split()), default=0) > width - indent:
        indent = _NARROW_INDENT
    found = wrap(
        text,
        width,
        initial_indent=begin,
        subsequent_indent=" " * indent,
        break_on_hyphens=False,
        # Paths stay whole, as they are copied too.
        break_long_words=False,
    )
    return [found[0].removeprefix(begin), *found[1:]]


def _one(text: str) -> str:
    # Findings quote what programs said, which may have line feeds.
    return " ".join(text.split())


def summary(findings: Sequence[Finding]) -> str:
    """Whether bots can play here, and what else is lacking."""
    broken = [each.name for each in findings if each.state is FindingState.BROKEN]
    if broken:
        return f"Nothing can be played here before this is mended: {', '.join(broken)}."
    less = [each.name for each in findings if each.state is not FindingState.FINE]
    if not less:
        return "Nothing is lacking."
    return f"Bots in Python can play here. Not all there could be: {', '.join(less)}."


def as_json(findings: Sequence[Finding]) -> str:
    """All findings as one JSON object."""
    told: dict[str, Any] = {
        "format": FORMAT,
        "stych": STYCH,
        "system": platform.system(),
        "release": platform.release(),
        "machine": platform.machine(),
        "python": platform.python_version(),
        "playable": playable(findings),
        "findings": [
            {
                "name": each.name,
                "state": str(each.state),
                "found": each.found,
                "lacks": each.lacks,
                "mend": each.mend,
                "facts": dict(each.facts),
            }
            for each in findings
        ],
    }
    return json.dumps(told, indent=2)
