"""Names and words of hostile bots, and tokens: where they are shown, and where they are not."""

import re
from pathlib import Path

import pytest

from referee.text import INSTEAD
from tests.e2e.command import BOTS, call, finish, write_bot
from tests.e2e.hosting import ended, host_and_bots, write_cup
from tournaments.storage.store import Store

pytestmark = pytest.mark.slow

STEERING = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]"
)
HOSTILE = "\x1b[2J\x1b]0;owned\x07\u202egnp.exe\u2066\x9b31m[red]<script>\r"
TELLTALE = f"""
import os, sys
from stych_bot import run

print(os.environ["STYCH_TOKEN"], flush=True)
for stream in (sys.stdout, sys.stderr):
    print({HOSTILE!r} * 300, file=stream)

def choose(observation, legal, random):
    if len(legal) < 9:
        raise ValueError({HOSTILE!r})
    return 0

run(choose, games=["fox"])
"""
"""Prints its token, which was good for one stream, and much hostile text; crashes in mid-match."""


def files(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_nothing_that_steers_is_shown_and_no_token_is_kept(tmp_path: Path) -> None:
    telltale = write_bot(tmp_path / "telltale", TELLTALE)
    more = "[conduct]\nfaults_in_a_row = 100\n"
    file = write_cup(tmp_path / "cup.toml", telltale, remote=("ann",), boards=1, more=more)
    with host_and_bots(tmp_path, file) as there:
        host = there.host()
        wrong = there.bot("ann", BOTS / "random", STYCH_TOKEN="wrong-but-not-to-be-told")
        assert ended(wrong)[0] == 3
        ann = there.bot("ann", BOTS / "random", STYCH_BOT_NAME=HOSTILE, STYCH_BOT_VERSION=HOSTILE)
        done = finish(host)
        assert done.code == 0
        assert ended(ann)[0] == 0
    shown = [done.out, done.err]
    with Store(there.data) as store:
        found = list(store.records("cup"))
    assert {each.fault.kind for record in found for each in record.faults} == {"crashed"}
    for arguments in (
        *(("table", file, "--format", form) for form in ("json", "csv", "md")),
        ("table", file, "--full"),
        ("records", file, "--measured"),
        ("report", file, "--out", tmp_path / "report.html"),
        *(("replay", record.id) for record in found),
        *(("record", "show", record.id) for record in found),
        *(("record", "show", record.id, "--json") for record in found),
    ):
        said = call("--data", there.data, *arguments)
        assert (said.code, said.err) == (0, ""), arguments
        shown.append(said.out)
    shown.append((tmp_path / "report.html").read_text())
    assert [STEERING.findall(text) for text in shown] == [[]] * len(shown)
    assert any("gnp.exe" in text for text in shown)
    # The page has scripts of its own, but none of them is followed by what stands for the "\r".
    assert f"<script>{INSTEAD}" not in shown[-1]

    [said_by] = there.data.glob("output/cup/*/telltale/worker-1/stdout.txt")
    of_local = re.findall(r"^[\w-]{32}$", said_by.read_text(errors="replace"), re.MULTILINE)
    assert len(of_local) >= 2
    assert len(set(of_local)) == len(of_local)
    secret = [there.tokens["ann"], *of_local, "wrong-but-not-to-be-told"]
    # The bot printed its own tokens into this one file.
    kept = {path: data for path, data in files(there.data).items() if path != said_by}
    assert kept
    for token in secret:
        assert [path for path, data in kept.items() if token.encode() in data] == []
        assert [text for text in shown if token in text] == []
    assert call("--data", there.data, "token", "--list").out.count(there.tokens["ann"]) == 0
