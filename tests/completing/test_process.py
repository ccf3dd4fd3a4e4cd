"""The command asked as a shell asks it, and a real bash with somebody who presses Tab."""

import os
import pty
import select
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest

from referee.rpc.manifest import read_manifest
from tests.completing.asking import ask
from tests.e2e.command import LONG, STYCH, Done, run, write_bot
from tests.tournaments.cups import play_cup, write_cup
from tournaments.storage import bots
from tournaments.storage.store import Store

pytestmark = pytest.mark.slow

HEAVY = ("grpc", "google", "numpy", "sqlalchemy", "rich", "pydantic", "typer", "asyncio")
"""Packages that load slowly: a person should not wait for them at a completion."""


@pytest.mark.parametrize(
    ("line", "bash", "others"),
    [
        ("play f", ["fox"], ["fox"]),
        ("play fox --option target=2", ["21"], ["target=21"]),
        ("run quick", ["quickstart"], ["quickstart"]),
        ("import ", [], []),
    ],
)
def test_answers(line: str, bash: list[str], others: list[str], tmp_path: Path) -> None:
    done = ask("bash", line, tmp_path)
    assert done == Done(0, "\n".join(bash) + "\n", "")
    done = ask("fish", line, tmp_path)
    assert (done.code, [each.split("\t")[0] for each in done.out.split("\n")[:-1]], done.err) == (
        *(0, others or [""], ""),
    )
    done = ask("zsh", line, tmp_path)
    begin = f'_arguments \'*: :(("{others[0]}"' if others else "_files"
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(begin)
    assert [*tmp_path.iterdir()] == []


def test_letters_that_the_locale_lacks_are_no_error(tmp_path: Path) -> None:
    done = ask("fish", "play n", tmp_path, PYTHONIOENCODING="ascii")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("nase-hra\tNa?e hra")


def test_matches_of_the_data_folder(tmp_path: Path) -> None:
    play_cup(write_cup(tmp_path), tmp_path / "data")
    done = ask("bash", "--data data replay ", tmp_path)
    assert len(done.out.split()) == 12
    assert ask("bash", "replay ", tmp_path, STYCH_DATA="data") == done
    assert ask("bash", "replay ", tmp_path) == Done(0, "\n", "")


def test_odd_questions_are_no_errors(tmp_path: Path) -> None:
    for asked in ({}, {"COMP_WORDS": "stych play", "COMP_CWORD": "one"}, {"COMP_CWORD": "-7"}):
        done = run(folder=tmp_path, _STYCH_COMPLETE="complete_bash", **asked)
        assert (done.code, done.err) == (0, "")


def test_typer_answers_other_shells(tmp_path: Path) -> None:
    done = run(folder=tmp_path, _STYCH_COMPLETE="complete_nonsense")
    assert done.code == 1
    assert "nonsense" in done.err


@pytest.mark.parametrize(
    "line", ["", "play ", "play fox ", "play fox --option ", "replay ", "run ", "docs ", "play --"]
)
def test_it_loads_nothing_that_takes_long(line: str, tmp_path: Path) -> None:
    play_cup(write_cup(tmp_path), tmp_path / "stych-data")
    words = f"stych {line}".split(" ")
    told = f"print(*sorted({{*{HEAVY!r}}} & {{*sys.modules}}), file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", f"import sys, tournaments.entry as e; e.main(); {told}"],
        env={
            **os.environ,
            "_STYCH_COMPLETE": "complete_bash",
            "COMP_WORDS": "\n".join(words),
            "COMP_CWORD": str(len(words) - 1),
        },
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=LONG,
        check=True,
    )
    assert done.stdout.strip()
    assert done.stderr == "\n"


class Bash:
    """An interactive bash on a terminal, with the script that `stych` prints for it."""

    def __init__(self, folder: Path) -> None:
        path = f"{STYCH.parent}{os.pathsep}{os.environ['PATH']}"
        kept = {key: value for key, value in os.environ.items() if not key.startswith("STYCH")}
        script = subprocess.run(
            ["bash", "-c", "stych --show-completion; exit $?"],
            env={**kept, "PATH": path},
            capture_output=True,
            text=True,
            timeout=LONG,
            check=True,
        ).stdout
        (folder / "rc").write_text(f"PS1='ready> '\n{_library()}\n{script}\n")
        self._ours, theirs = pty.openpty()
        self._process = subprocess.Popen(
            ["bash", "--noprofile", "--rcfile", str(folder / "rc"), "-i"],
            cwd=folder,
            env={**kept, "PATH": path, "TERM": "dumb", "COLUMNS": "200", "INPUTRC": "/dev/null"},
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
        )
        os.close(theirs)
        self._until("ready> ")

    def completes(self, typed: str, to: str) -> None:
        """Type it, press Tab, wait until `to` is shown, and remove the line."""
        os.write(self._ours, f"{typed}\t".encode())
        self._until(to)
        os.write(self._ours, b"\x15")

    def lists(self, typed: str, *words: str) -> None:
        """Type it, press Tab twice, and wait until all of the words are listed."""
        os.write(self._ours, f"{typed}\t\t".encode())
        self._until(*words)
        os.write(self._ours, b"\x15")

    def end(self) -> None:
        self._process.kill()
        self._process.wait(LONG)
        os.close(self._ours)

    def _until(self, *words: str) -> None:
        said, until = "", monotonic() + LONG
        while not all(word in said for word in words):
            assert monotonic() < until, said
            if select.select([self._ours], [], [], 1.0)[0]:
                said += os.read(self._ours, 65536).decode()


def _library() -> str:
    place = Path("/usr/share/bash-completion/bash_completion")
    return f". {place}" if place.is_file() else ""


@pytest.fixture
def bash(tmp_path: Path) -> Iterator[Bash]:
    if shutil.which("bash") is None:
        pytest.skip("there is no bash here")
    play_cup(write_cup(tmp_path), tmp_path / "stych-data")
    write_bot(tmp_path / "zeta")
    started = Bash(tmp_path)
    yield started
    started.end()


def test_in_a_bash(bash: Bash) -> None:
    bash.completes("stych pl", "stych play ")
    bash.completes("stych play f", "stych play fox ")
    bash.lists("stych play ", "fox", "the-game", "nase-hra", "korist")
    bash.completes("stych play fox z", "stych play fox zeta ")
    bash.completes("stych play fox sample/th", "stych play fox sample/thumb ")
    bash.completes("stych play fox --option target=2", "stych play fox --option target=21 ")
    bash.completes("stych new py", "stych new python ")
    bash.completes("stych table cu", "stych table cup.toml ")
    # Where nothing is known bash offers files.
    bash.completes("stych import cu", "stych import cup.toml ")


def test_stored_bots_in_a_bash(bash: Bash, tmp_path: Path) -> None:
    with Store(tmp_path / "stych-data") as store:
        bots.add(store.database, "1", read_manifest(tmp_path / "zeta"))
    bash.lists("stych play fox zeta@", "1", "latest")
    # bash writes the word behind its break again.
    bash.completes("stych play fox zeta@l", "latest ")
