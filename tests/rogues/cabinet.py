"""The cabinet of rogues: what its README says of each."""

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
"""Where no control groups share them out by bot, who has more processes has more of a processor."""
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
"""What stops them differs from one isolation level to the next, and for root and others."""
UNBOUNDED = ("fills-the-disk",)
"""On the Landlock level only each file is bounded, as docs/security.md says."""
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
    """A row of the table; of the words "…" stands for any."""

    name: str
    deed: str
    faults: tuple[str, ...]
    """Kind and text, one or the other."""
    quiet: bool
    """Whether it may be that the table tells nothing of it."""
    printed: str

    def is_told_by(self, fault: str) -> bool:
        """Whether a fault, as the table has it, is its own."""
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
    """Where they live."""
    return {path for path in CABINET.iterdir() if path.is_dir() and path != SHARED}


def tournament(
    *, rogues: bool, short: bool, counted: bool = False, without: Collection[str] = ()
) -> str:
    """The tournament's file, its paths such that it may lie anywhere; with the rogues or without.

    In the short form all meet one honest bot alone, and each match has a deal of its own: one
    process of each is enough then, and most of the time goes into starting them. Where processor
    time is `counted`, so that a busy machine takes nobody's time, clocks are shorter: who spins
    burns all that there is, and others burn for as long as somebody is waited for. An honest bot
    takes some milliseconds of it. A rogue that was at fault is not started again there.
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
