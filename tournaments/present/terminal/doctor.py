"""The findings of `stych doctor` for the terminal and as JSON, which docs/doctor.md describes."""

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
"""The version of the JSON; new keys may come under the same one."""
_STYLES: Final = {
    FindingState.FINE: "green",
    FindingState.LIMITED: "yellow",
    FindingState.MISSING: "dim",
    FindingState.BROKEN: "bold red",
}
# Widths in characters: of the states, of the names, and of both with the gaps after them.
_STATE_WIDTH: Final = max(map(len, FindingState))
_NAME_WIDTH: Final = len("temporary folder")
_INDENT: Final = _STATE_WIDTH + 2 + _NAME_WIDTH + 2
_WIDE: Final = 56
"""On a terminal of at least this many columns, further lines of a text begin below its first."""
_NARROW_INDENT: Final = 4
"""The spaces before these lines on a narrower terminal."""


def system() -> str:
    """The version of this program, the system, the machine and Python, in one line."""
    return (
        f"stych {STYCH} on {platform.system()} {platform.release()} ({platform.machine()}),"
        f" Python {platform.python_version()}"
    )


def lines(finding: Finding, width: int | None = None) -> Iterator[Text]:
    """The lines of a finding: what was found, what is lacking, and what mends that.

    With a `width` in characters, texts are wrapped at words. The line of what mends it is never
    wrapped, since it is there to be copied.
    """
    indent = _INDENT if width is None or width >= _WIDE else _NARROW_INDENT
    first, *further = _wrapped(_one_line(finding.found), indent, width, first=_INDENT)
    line = plain(f"{finding.state:{_STATE_WIDTH}}  ", _STYLES[finding.state])
    line.append_text(plain(f"{finding.name:{_NAME_WIDTH}}  ", "bold"))
    line.append_text(plain(first))
    yield line
    yield from (plain(each) for each in further)
    if finding.lacks:
        # Lines after the first have their indent already.
        for each in _wrapped(_one_line(finding.lacks), indent, width, first=indent):
            yield plain(each if each.startswith(" ") else f"{' ' * indent}{each}", "dim")
    if finding.mend:
        text = f"mend: {_one_line(finding.mend)}"
        fits = width is None or indent + len(text) <= width
        yield plain(f"{' ' * (indent if fits else _NARROW_INDENT)}{text}", "cyan")


def _wrapped(text: str, indent: int, width: int | None, *, first: int) -> list[str]:
    """The text in lines of at most `width`, or in one line if that is None.

    The first line has no indent, since the caller prints `first` characters before it; the others
    begin with the indent. A long path is not broken, so its line may be longer than `width`.
    """
    if width is None or not text:
        return [text]
    begin = " " * first
    # If a word such as a long path does not fit behind the indent, the indent is smaller.
    if max(map(len, text.split()), default=0) > width - indent:
        indent = _NARROW_INDENT
    wrapped = wrap(
        text,
        width,
        initial_indent=begin,
        subsequent_indent=" " * indent,
        break_on_hyphens=False,
        # Paths stay whole, so that they can be copied.
        break_long_words=False,
    )
    return [wrapped[0].removeprefix(begin), *wrapped[1:]]


def _one_line(text: str) -> str:
    # Findings quote output of programs, which may have line feeds.
    return " ".join(text.split())


def summary(findings: Sequence[Finding]) -> str:
    """Whether bots can play here, and what is broken; if nothing is, all that is not fine."""
    broken = [each.name for each in findings if each.state is FindingState.BROKEN]
    if broken:
        return f"Nothing can be played here before this is mended: {', '.join(broken)}."
    lacking = [each.name for each in findings if each.state is not FindingState.FINE]
    if not lacking:
        return "Nothing is lacking."
    return f"Bots in Python can play here. Limited or missing: {', '.join(lacking)}."


def as_json(findings: Sequence[Finding]) -> str:
    """All findings as one JSON object."""
    values: dict[str, Any] = {
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
    return json.dumps(values, indent=2)
