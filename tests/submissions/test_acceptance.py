"""Before it is stored, a bot passes the check."""

from pathlib import Path

import pytest

from referee.errors import UserError
from tests.e2e.command import BOTS, write_bot
from tests.submissions.registries import PLAYS, staging, stored, submitted

pytestmark = pytest.mark.slow

HELLO = "import sys\nprint('hello')\nprint('world', file=sys.stderr, flush=True)\n"


def test_the_random_bot_is_accepted_in_all_its_games(tmp_path: Path) -> None:
    version, new = submitted(BOTS / "random", tmp_path / "data")
    assert (str(version), new) == ("random@1", True)
    assert staging(tmp_path / "data") == []


CASES: dict[str, tuple[str, str, str]] = {
    "one that ends": (HELLO + "sys.exit(7)", "start", "world"),
    "one that fails when it plays": (
        "from stych_bot import run\ndef choose(o, l, r):\n    raise ValueError('no idea')\n"
        "run(choose, games=['fox'])",
        "one-decision",
        "ValueError: no idea",
    ),
    "one that answers what is not legal": (
        "from stych_bot import run\nrun(lambda o, l, r: 1000, games=['fox'])",
        "legal",
        "choose returned 1000",
    ),
    "one that plays something else": (
        "from stych_bot import run\nrun(lambda o, l, r: 0, games=['korist'])",
        "hello-games",
        "",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_one_that_does_not_play_is_not_stored(tmp_path: Path, case: str) -> None:
    code, step, last = CASES[case]
    folder, data = write_bot(tmp_path / "bot", code), tmp_path / "data"
    with pytest.raises(UserError) as caught:
        submitted(folder, data)
    said = str(caught.value)
    assert said.startswith(f"{folder} is not stored: it fails the step {step} of `stych check` (")
    assert last in said
    assert (stored(data), staging(data)) == ({}, [])


def test_a_command_that_is_not_there(tmp_path: Path) -> None:
    folder = write_bot(tmp_path / "bot", command='"./missing"')
    with pytest.raises(UserError, match="it fails the step command of `stych check`"):
        submitted(folder, tmp_path / "data")
    assert stored(tmp_path / "data") == {}


def test_one_that_writes_into_its_own_folder(tmp_path: Path) -> None:
    """Its files are read-only then. Root may write nevertheless, and the check finds it out."""
    folder = write_bot(tmp_path / "bot", "open('memory', 'a').write('x')\n" + PLAYS)
    with pytest.raises(UserError, match=r"Permission denied|it fails the step folder-unchanged of"):
        submitted(folder, tmp_path / "data")
    assert stored(tmp_path / "data") == {}


def test_one_that_plays_only_where_it_was_built(tmp_path: Path) -> None:
    """It is stored elsewhere, so it is checked elsewhere."""
    build = '["sh", "-c", "mkdir build; echo \\"cd $PWD && exec python bot.py\\" > build/run"]'
    folder = write_bot(tmp_path / "bot", PLAYS, build=build, command='"sh build/run"')
    with pytest.raises(UserError, match="it fails the step start of `stych check`"):
        submitted(folder, tmp_path / "data")
    assert stored(tmp_path / "data") == {}
