"""A private view of files: what is needed lies open to another user, and nothing else does."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from referee.sandbox.view import closed
from tests.root import ROOT

NOBODY = 65530
AS_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="only root makes views for other users")

LOOK = """
import json, os, sys
sys.path.insert(0, sys.argv[1])
from referee.sandbox.view import lay_open
try:
    lay_open(json.loads(sys.argv[2]))
except OSError as error:
    sys.exit(str(error))
os.setgroups([]); os.setgid(int(sys.argv[3])); os.setuid(int(sys.argv[3]))
for path in sys.argv[4:]:
    try:
        print(open(path).read() if os.path.isfile(path) else sorted(os.listdir(path)))
    except OSError as error:
        print(type(error).__name__)
"""


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def open_to_all(folder: Path) -> None:
    """Let everybody walk through the folder and those above it, which pytest makes for its user."""
    for each in (folder, *folder.parents):
        if each.stat().st_uid == os.getuid() and each != Path("/"):
            each.chmod(each.stat().st_mode | 0o011)


def test_only_folders_that_the_user_may_not_walk_through_are_closed(tmp_path: Path) -> None:
    runtime = write(tmp_path / "private" / "deeper" / "runtime" / "lib", "")
    other = write(tmp_path / "open" / "file", "")
    open_to_all(tmp_path)
    (tmp_path / "private").chmod(0o700)
    (tmp_path / "private" / "deeper").chmod(0o700)
    found = closed([runtime.parent, runtime, other, tmp_path / "none"], NOBODY)
    assert found == {tmp_path / "private": [runtime.parent]}
    assert closed([runtime], os.getuid()) == {}


def test_where_a_link_leads_is_needed_as_well(tmp_path: Path) -> None:
    target = write(tmp_path / "home" / "lib" / "real", "")
    link = tmp_path / "home" / "bin"
    link.symlink_to(target)
    open_to_all(tmp_path)
    (tmp_path / "home").chmod(0o700)
    [paths] = [found for folder, found in closed([link], NOBODY).items() if folder.name == "home"]
    assert paths == [link, target]


@AS_ROOT
def test_another_user_reads_what_is_laid_open_and_finds_nothing_else(tmp_path: Path) -> None:
    base = tmp_path / "home"
    needed = write(base / "runtime" / "lib" / "code", "needed")
    write(base / "secret", "secret")
    single = write(base / "one" / "file", "single")
    link = base / "bin"
    link.symlink_to("runtime/lib/code")
    base.chmod(0o700)
    folder = next(iter(closed([needed.parent.parent, single, link], NOBODY)))
    view = closed([needed.parent.parent, single, link], NOBODY)[folder]
    told = subprocess.run(
        [
            *("/usr/bin/env", "-i", sys.executable, "-c", LOOK, str(ROOT)),
            f'{{"{folder}": {[str(each) for each in view]}}}'.replace("'", '"'),
            *map(str, (NOBODY, needed, single, link, base / "secret", base)),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    if "Operation not permitted" in told.stderr:
        pytest.skip("root may mount nothing here")
    assert told.stderr == ""
    assert told.stdout.splitlines() == [
        "needed",
        "single",
        "needed",
        "FileNotFoundError",
        "['bin', 'one', 'runtime']",
    ]
    assert (base / "secret").read_text() == "secret", "nobody else's view has changed"
