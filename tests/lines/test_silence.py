"""A bot that reads lines and never talks, as its bot.toml says: it is asked for cards alone."""

import json
from pathlib import Path

import pytest

from referee.rpc.lines import command_line
from referee.rpc.manifest import ManifestError, read_manifest
from tests.e2e.command import BOTS, run, write_bot, write_tournament
from tournaments.storage.store import Store

SCRIPT = "while read -r line; do printf '%s\\n' \"$line\" >&2; echo 0; done\n"
"""It takes the first action, and writes down what it was asked."""


def write_silent(folder: Path, **lines: str) -> Path:
    usual = {"protocol": '"lines"', "command": '"sh bot.sh"', "games": '["the-game"]'}
    bot = write_bot(folder, **{**usual, "never_talks": "true", **lines})
    (bot / "bot.sh").write_text(SCRIPT)
    return bot


def test_the_bridge_is_told(tmp_path: Path) -> None:
    silent = command_line(read_manifest(write_silent(tmp_path / "silent")))
    assert silent[-4:] == ("--never-talks", "--", "sh", "bot.sh")
    other = command_line(read_manifest(write_silent(tmp_path / "other", never_talks="false")))
    assert "--never-talks" not in other


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ({"protocol": '"grpc"'}, 'is for bots with protocol = "lines": any other says so in its'),
        ({"never_talks": '"yes"'}, "never_talks must be true or false; received 'yes'"),
    ],
)
def test_what_it_may_not_say(tmp_path: Path, lines: dict[str, str], why: str) -> None:
    with pytest.raises(ManifestError) as told:
        read_manifest(write_silent(tmp_path / "silent", **lines))
    assert why in str(told.value)


@pytest.mark.slow
@pytest.mark.unconfined
@pytest.mark.rule("TG-R1")
def test_it_is_asked_for_cards_alone(tmp_path: Path) -> None:
    # In a game of one team each of them plays in all seats of its own matches.
    bots = [BOTS / "first", write_silent(tmp_path / "silent")]
    top = {"game": '"the-game"'}
    file = write_tournament(tmp_path / "cup.toml", bots, 1, "[options]\nplayers = 2\n", **top)
    data = tmp_path / "data"
    assert run("--data", data, "run", file, folder=tmp_path).code == 0
    with Store(data) as store:
        records = list(store.records("cup"))
    for record in records:
        assert record.faults == ()
        assert all(seat.never_talks == (seat.entrant == "silent") for seat in record.seats)
    printed = [path.read_text() for path in data.glob("output/cup/*/silent/*/stderr.txt")]
    asked = [json.loads(line) for line in "".join(printed).splitlines() if line.startswith("{")]
    assert {each["observation"]["phase"] for each in asked} == {"turn"}
