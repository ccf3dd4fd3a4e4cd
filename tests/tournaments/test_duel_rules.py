"""What a duel goes by: said in its file, kept with it, and the same until its end."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.command import BOTS, call
from tests.records.matches import Answer, uniform
from tests.tournaments.cups import play_cup, write_cup
from tournaments.config import competition
from tournaments.config.defining import ChangedError
from tournaments.core.errors import TournamentFileError
from tournaments.ratings.sequential import ScoredBy, Sprt
from tournaments.run.organiser import Organiser
from tournaments.storage.store import Store

DUEL = {"format": '"duel"', "hero": '"new"'}
BY_POINTS = {**DUEL, "stop.by": '"points"', "stop.better_by": "2.5"}
BY_PLACES = {**DUEL, "stop.better_by": "0.1"}
ANSWERS: dict[str, Answer] = {"new": uniform, "old": lambda _random, _legal: 0}


def cup(folder: Path, keys: Mapping[str, str], boards: int = 30) -> Path:
    return write_cup(folder, ("new", "old"), boards, **keys)


def opened(file: Path, data: Path) -> Organiser:
    with Store(data) as store:
        return Organiser(store, competition.read(file).tournaments[0], file.parent)


def forget(data: Path, *keys: str) -> None:
    """Make the saved duel look as if it had been begun before there were these keys."""
    with Store(data) as store:
        values = store.definition("cup")
        assert values is not None
        store.define("cup", {key: value for key, value in values.items() if key not in keys})


def refused(file: Path) -> str:
    with pytest.raises(TournamentFileError) as caught:
        competition.read(file)
    return str(caught.value)


def table(file: Path, data: Path) -> dict[str, Any]:
    done = call("--data", data, "table", file, "--format", "json")
    assert done.code == 0, done.err
    return dict(json.loads(done.out))


def test_a_file_says_what_its_duel_goes_by(tmp_path: Path) -> None:
    by_points = opened(cup(tmp_path, BY_POINTS), tmp_path / "data").definition.sprt
    assert by_points == Sprt(2.5, by=ScoredBy.POINTS)
    by_places = opened(cup(tmp_path, BY_PLACES), tmp_path / "data").definition.sprt
    assert by_places == Sprt(0.1, by=ScoredBy.PLACES)
    assert opened(cup(tmp_path, DUEL), tmp_path / "data").definition.sprt is None


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        (
            {**DUEL, "stop.by": '"points"'},
            'stop by = "points" needs better_by, the gain that matters',
        ),
        ({"stop.by": '"points"', "stop.better_by": "1"}, "belongs to duel, not to round-robin"),
        ({**DUEL, "stop.by": '"tricks"', "stop.better_by": "0.1"}, "stop.by must be 'places' or"),
        ({**DUEL, "stop.better_by": "0.41"}, "stop.better_by must be 0.4 or less; received 0.41"),
        ({**BY_POINTS, "stop.better_by": "0"}, "stop.better_by must be 0.001 or more; received 0"),
        ({**BY_POINTS, "stop.better_by": "1e9"}, "stop.better_by must be 100000 or less; received"),
        ({**BY_POINTS, "stop.better_by": "nan"}, "stop.better_by must be 100000 or less; received"),
    ],
)
def test_what_it_cannot_go_by_is_refused(tmp_path: Path, keys: dict[str, str], said: str) -> None:
    assert said in refused(cup(tmp_path, keys))


def test_the_command_wants_to_know_how_many_points_matter(tmp_path: Path) -> None:
    bots = (BOTS / "random", BOTS / "first")
    done = call("--data", tmp_path / "data", "duel", "fox", *bots, "--by", "points")
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        "stych: --by points needs --better-by, the gain that matters in points of the game a match,"
        " such as --better-by 0.5; received none\n"
    )


@pytest.mark.slow
@pytest.mark.parametrize("keys", [BY_PLACES, BY_POINTS])
def test_a_duel_that_is_stopped_anywhere_goes_on_the_same(
    tmp_path: Path, keys: dict[str, str]
) -> None:
    file = cup(tmp_path, keys)
    play_cup(file, tmp_path / "whole", ANSWERS)
    for matches in (1, 7, 20, 33):
        play_cup(file, tmp_path / "parts", ANSWERS, matches=matches)
    play_cup(file, tmp_path / "parts", ANSWERS)
    assert table(file, tmp_path / "parts") == table(file, tmp_path / "whole")


def test_a_duel_that_was_begun_without_the_key_goes_on_by_its_old_test(tmp_path: Path) -> None:
    file, data = cup(tmp_path, BY_PLACES, 200), tmp_path / "data"
    play_cup(file, data, ANSWERS, matches=6)
    forget(data, "by", "every_block")
    found = opened(file, data)
    assert found.was_begun
    assert found.definition.sprt == Sprt(0.1, bet=0, every_block=False)
    assert not {"by", "every_block"} & found.definition.values.keys()
    said = cup(tmp_path, BY_PLACES | {"stop.by": '"places"'}, 200)
    assert opened(said, data).definition.sprt == Sprt(0.1, bet=0, every_block=False)
    with pytest.raises(ChangedError, match="by changed from 'places' to 'points'"):
        opened(cup(tmp_path, BY_POINTS | {"stop.better_by": "0.1"}, 200), data)


@pytest.mark.parametrize("keys", [BY_PLACES, BY_POINTS])
def test_a_duel_that_was_begun_with_looks_at_stages_goes_on_so(
    tmp_path: Path, keys: dict[str, str]
) -> None:
    file, data = cup(tmp_path, keys), tmp_path / "data"
    play_cup(file, data, ANSWERS, matches=6)
    new = opened(file, data).definition
    assert new.sprt is not None
    forget(data, "every_block")
    found = opened(file, data)
    assert found.was_begun
    assert found.definition.sprt == replace(new.sprt, every_block=False)
    assert "every_block" not in found.definition.values


def test_what_a_duel_goes_by_may_not_change(tmp_path: Path) -> None:
    data = tmp_path / "data"
    play_cup(cup(tmp_path, BY_POINTS | {"stop.better_by": "0.1"}), data, ANSWERS, matches=6)
    with pytest.raises(ChangedError, match=r"better_by changed from 0\.1 to 2\.5"):
        opened(cup(tmp_path, BY_POINTS), data)
    with pytest.raises(ChangedError, match=": by changed from 'points' to 'places'"):
        opened(cup(tmp_path, BY_PLACES), data)


def test_the_table_tells_what_was_decided(tmp_path: Path) -> None:
    file, data = cup(tmp_path, BY_POINTS), tmp_path / "data"
    play_cup(file, data, ANSWERS)
    duel = table(file, data)["duel"]
    assert (duel["test"]["by"], duel["test"]["better_by"]) == ("points", 2.5)
    low, high = duel["test"]["lead_interval"]
    assert low <= duel["test"]["mean_lead"] <= high
    markdown = call("--data", data, "table", file, "--format", "md").out
    terminal = " ".join(call("--data", data, "table", file).out.split())
    for sentence in duel["verdict"]:
        assert sentence in markdown
        assert " ".join(sentence.split()) in terminal
