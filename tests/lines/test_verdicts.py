"""Programs that answer wrongly or end, at a real table: the fault of each, and what is told."""

from pathlib import Path

import pytest

from tests.e2e.command import BOTS, call, run, write_bot, write_tournament
from tournaments.storage.store import Store

pytestmark = [pytest.mark.slow, pytest.mark.unconfined, pytest.mark.minutes(0.1)]

BYE = "the bot said goodbye: the program"
NO_INDEX = "answered with what is no index (sent as 4294967295); there were "
PROGRAMS = {
    "closes": ("read l; exec >&-; while read -r l; do :; done", "malformed", f"{BYE} has closed"),
    "endless": ("read l; seq -s, 99999; read l", "malformed", f"{BYE} wrote more than 65536"),
    "ends": ("read l; echo oops >&2; exit 7", "crashed", "the process exited with code 7"),
    "is-gone": ("exit 0", "crashed", "the process exited with code 0"),
    "killed": ("read l; kill -SEGV $$", "crashed", "the process was killed by SIGSEGV"),
    "killed-hard": ("read l; kill -KILL $$", "crashed", "the process was killed by SIGKILL"),
    "prose": ("while read -r l; do echo I play 3; done", "illegal", NO_INDEX),
    "two": ("while read -r l; do printf '0\\n1\\n'; done", "malformed", f"{BYE} wrote more"),
}
"""By name what a program does, the fault, and words out of its text."""
SAID = {
    "closes": "stych: match 1: the program has closed its standard output, and goes on",
    "endless": "stych: match 1: the program wrote more than 65536 bytes without the end of a line",
    "ends": "oops\nstych: the program has ended with exit code 7",
    "is-gone": "stych: the program has ended with exit code 0",
    "killed": "stych: the program was ended by signal 11",
    "killed-hard": "stych: the program was ended by signal 9",
    "prose": "stych: match 1: the program answered 'I play 3', which is no action;",
    "two": "stych: match 1: the program wrote more than one line; after the first: '1'",
}


def write_lines(folder: Path, script: str) -> Path:
    """A bot whose program is a script of the shell."""
    bot = write_bot(folder, protocol='"lines"', command='"sh bot.sh"')
    (bot / "bot.sh").write_text(f"{script}\n")
    return bot


def test_each_is_judged_and_told_why(tmp_path: Path) -> None:
    # What it floods its standard error with harms nobody.
    floods = write_lines(tmp_path / "floods", "while read -r l; do seq 9999 >&2; echo 0; done")
    bots = [write_lines(tmp_path / name, script) for name, (script, *_) in PROGRAMS.items()]
    more = "[conduct]\ndecision_ms = 20000\n[options]\ntarget = 1\n"
    form = {"format": '"gauntlet"', "hero": '"random"'}
    file = write_tournament(
        tmp_path / "cup.toml", [BOTS / "random", floods, *bots], 1, more, **form
    )
    data = tmp_path / "data"
    assert run("--data", data, "run", file, folder=tmp_path).code == 0
    with Store(data) as store:
        records = list(store.records("cup"))
    faults = {
        record.seats[each.seat].entrant: (each.fault.kind, each.fault.text)
        for record in records
        for each in record.faults
    }
    assert faults.keys() == PROGRAMS.keys()
    for name, (_, kind, text) in PROGRAMS.items():
        assert faults[name][0] == kind
        assert text in faults[name][1], name
        kept = "".join(path.read_text() for path in data.glob(f"output/cup/*/{name}/*/stderr.txt"))
        assert SAID[name] in kept, name
    told = call("--data", data, "faults", file).out
    assert SAID["two"] in told
