"""The findings of `stych doctor` for the terminal and as JSON; docs/doctor.md has the schema."""

import json
import platform
from collections.abc import Iterator, Sequence
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


def system() -> str:
    """The machine, its system and the version of this program, in a line."""
    return (
        f"stych {STYCH} on {platform.system()} {platform.release()} ({platform.machine()}),"
        f" Python {platform.python_version()}"
    )


def lines(finding: Finding) -> Iterator[Text]:
    """A finding in one line; below it what is lacking, and what mends that."""
    line = plain(f"{finding.state:{_STATE}}  ", _STYLES[finding.state])
    line.append_text(plain(f"{finding.name:{_NAME}}  ", "bold"))
    line.append_text(plain(_one(finding.found)))
    yield line
    indent = " " * (_STATE + 2 + _NAME + 2)
    if finding.lacks:
        yield plain(f"{indent}{_one(finding.lacks)}", "dim")
    if finding.mend:
        yield plain(f"{indent}mend: {_one(finding.mend)}", "cyan")


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
