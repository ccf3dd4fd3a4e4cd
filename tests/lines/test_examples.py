"""The bots in bots/lines: each reads what its seat sees, and beats one that plays at random."""

import json
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from referee.rpc.manifest import read_manifest
from tests.e2e.command import BOTS, run, write_tournament
from tests.lines.examples import FOLDER, LANGUAGES, folder, missing
from tests.lines.lacks import skip_without
from tests.root import ROOT
from tournaments.storage.store import Store

BOARDS = 10


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    """Each language in turn; skipped where the machine lacks it, which in CI is a failure."""
    name: str = request.param
    skip_without(name)
    return name


def test_there_is_one_for_each() -> None:
    assert sorted(path.parent.name for path in FOLDER.glob("*/bot.toml")) == [*LANGUAGES]


def test_the_page_counts_their_lines_and_shows_the_first() -> None:
    page = (ROOT / "docs" / "lines.md").read_text()
    for language in LANGUAGES:
        program = folder(language) / read_manifest(folder(language)).command[-1]
        lines = program.read_text().splitlines()
        # A longer line would be wrapped on a screen, where it would look like several.
        assert max(map(len, lines)) <= 100
        [told] = re.findall(rf"(?m)^\| \[{language}\]\(.*\) \| (\d+) \|", page)
        assert int(told) == len(lines)
    [shown] = re.findall(r"(?s)```ruby\n(.*?)```", page)
    assert shown == (folder("ruby") / "bot.rb").read_text()


@pytest.mark.slow
@pytest.mark.statistics
@pytest.mark.unconfined
def test_they_beat_random(tmp_path: Path) -> None:
    here = [each for each in LANGUAGES if not missing(each)]
    if not here:
        pytest.skip("this machine has none of their interpreters")
    bots = [BOTS / "random", *map(folder, here)]
    form = {"format": '"gauntlet"', "hero": '"random"'}
    file = write_tournament(tmp_path / "cup.toml", bots, BOARDS, "[options]\n", **form)
    assert run("--data", tmp_path / "data", "run", file, folder=tmp_path).code == 0
    with Store(tmp_path / "data") as store:
        records = list(store.records("cup"))
    won = dict.fromkeys(here, 0.0)
    for record in records:
        assert not record.faults
        for seat, place in zip(record.seats, record.outcome.places, strict=True):
            shared = 1 / sum(each == 1 for each in record.outcome.places)
            if seat.entrant != "random" and place == 1:
                won[seat.entrant.removeprefix("lines-")] += shared
    assert {name for name, points in won.items() if points < 0.6 * 2 * BOARDS} == set(), won


def answer(language: str, observation: Mapping[str, object], legal: list[str]) -> str:
    """What the bot says to a line."""
    asked = {"seat": 1, "seats": 2, "legal": legal, "observation": observation}
    manifest = read_manifest(folder(language))
    done = subprocess.run(
        manifest.command,
        cwd=folder(language),
        input=json.dumps(asked) + "\n",
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


@pytest.mark.parametrize(
    ("decree", "trick", "legal", "best"),
    [
        # It leads the card that is nearest to a 4; a trump is worth more than any other.
        ("M4", [], ["B1", "K11", "M4", "K5"], "K5"),
        ("K4", [], ["B1", "B8", "M9", "K5"], "B1"),
        # It follows with the card nearest to a 4 of those that win, or of all if none wins.
        ("M4", ["K5"], ["K3", "K10", "K7"], "K7"),
        ("M4", ["K5"], ["B4", "M9", "M2"], "M2"),
        ("M4", ["K11"], ["K7", "K3", "K10"], "K3"),
        ("M4", ["M11"], ["M10", "M5"], "M5"),
        # To keep the decree counts as a 0.
        ("M4", ["M5", "K3"], ["keep", "give B2"], "give B2"),
    ],
)
def test_it_reads_what_its_seat_sees(
    language: str, decree: str, trick: list[str], legal: list[str], best: str
) -> None:
    assert answer(language, {"decree": decree, "trick": trick}, legal) == best
