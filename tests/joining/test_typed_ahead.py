"""Keys that were typed before a question was shown answer nothing."""

from pathlib import Path

import pytest

from referee.record import read_record
from tests.e2e.command import BOTS
from tests.joining.terminal import join
from tests.seeds import SEED

pytestmark = pytest.mark.slow


def test_one_burst_of_keys_answers_one_question(tmp_path: Path) -> None:
    """All keys of the burst are read from the terminal with the first answer.

    So to flush the terminal's input would not discard the later ones.
    """
    with join("fox", BOTS / "random", "--seed", SEED, folder=tmp_path, terminal=True) as screen:
        assert screen.prompt() is not None
        screen.write_raw(b"1\r1\r1\r1\r")
        assert screen.prompt() is not None
        screen.write("q")
        assert screen.prompt() is not None
        screen.write("y")
        screen.to_the_end()
        assert screen.code() == 0
    [file] = (tmp_path / "stych-data" / "joined").glob("*.json")
    record = read_record(file.read_bytes())
    assert [seat for seat, _ in record.measured.thought].count(0) == 1
