"""The folder of the rogues: what its README says of each, and their tournament."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.root import ROOT

CABINET = ROOT / "bots" / "rogues"
FILE = CABINET / "rogues.toml"
SHARED = CABINET / "shared"
MARK = "SUCCEEDED"
"""What a rogue prints that has done what it must not."""
GREEDY = ("burns-the-processors", "spins-in-a-crowd")
"""They have many processes, and so get more of the processors without control groups."""
MEDDLERS = (
    "bombs-memory",
    "kills-its-parent",
    "traces-others",
    "dials-out",
    "leases-the-interpreter",
    "watches-files",
    "locks-a-shared-file",
    "lowers-the-limits-of-others",
    "changes-the-priority-of-others",
    "calls-a-neighbours-socket",
    "changes-modes-of-files",
    "hides-memory-in-sockets",
)
"""What stops them depends on the isolation level, and on whether root starts the bots."""
UNBOUNDED = ("fills-the-disk",)
"""They may succeed on Landlock: only each file is bounded there, as docs/security.md says."""
_SHORT = '\nformat = "gauntlet"\nhero = "thumb"\ndeals = "independent"\n'
_HURRIED = """
[conduct]
decision_ms = 300
bank_ms = 200
grace_ms = 500
strikes = 0
wall_factor = 10
start_ms = 10000
faults_in_a_row = 1
"""
_ROW = re.compile(r"^\| \[(?P<name>.+)\]\((?P=name)\) \| (.+?) \| (.+?) \| (.*?) ?\|$")
ANYTHING = "…"


@dataclass(frozen=True)
class Rogue:
    """A row of the table; "…" in it stands for any words."""

    name: str
    deed: str
    faults: tuple[str, ...]
    """Those that it may have, as "kind: text"."""
    quiet: bool
    """Whether it may have no fault."""
    printed: str
    """What its output has to have in it."""

    def is_told_by(self, fault: str) -> bool:
        """Whether this fault, as "kind: text", is one that it may have."""
        return any(re.fullmatch(_pattern(each), fault) for each in self.faults)

    def has_printed(self, text: str) -> bool:
        """Whether its output has what it is to print."""
        return bool(re.search(_pattern(self.printed.strip(ANYTHING)), text))


def _pattern(words: str) -> str:
    return ".*".join(map(re.escape, words.split(ANYTHING)))


def rogues() -> list[Rogue]:
    """All of them, in the order of the table."""
    return list(_rows((CABINET / "README.md").read_text()))


def _rows(text: str) -> Iterator[Rogue]:
    for line in text.splitlines():
        if row := _ROW.match(line):
            name, deed, told, printed = row.groups()
            faults = tuple(re.findall("`(.+?)`", told))
            yield Rogue(name, deed, faults, "no fault" in told, printed.strip("`"))


def folders() -> set[Path]:
    """The folders of all of them."""
    return {path for path in CABINET.iterdir() if path.is_dir() and path != SHARED}


def tournament(
    *, rogues: bool, short: bool, counted: bool = False, without: Collection[str] = ()
) -> str:
    """The tournament's file, its paths such that it may lie anywhere; with the rogues or without.

    In the short form all meet one honest bot alone, and each match has a deal of its own: one
    process of each is enough then, and most of the time goes into starting them. If processor time
    is `counted` as well, a busy machine takes nobody's time, so clocks are shorter: a rogue that
    spins uses up its clock, and others burn processors while any bot is waited for. An honest bot
    needs some milliseconds. With these clocks a rogue that was at fault is not started again.
    """
    honest, mark, rest = FILE.read_text().partition("\n# The rogues\n")
    if not mark:
        raise ValueError(f"{FILE} must have the line '# The rogues' before the first of them")
    text = honest + rest if rogues else honest
    if short:
        text = text.replace("\nboards = ", f"{_SHORT}boards = ")
        if counted:
            text = re.sub(r"\n\[conduct\]\n(\w+ = \d+\n)*", _HURRIED, text)
    for name in without:
        text = text.replace(f'\n[[entrants]]\nbot = "{name}"\n', "")
    text = text.replace('["shared"]', f'["{SHARED}"]')
    return re.sub(r'^bot = "(.*)"$', rf'bot = "{CABINET}/\1"', text, flags=re.MULTILINE)
