"""What was begun when a fixture was made goes on with the same deals, ids, records and table.

Here and in the names, "then" is the time at which the fixture was made.
"""

import json
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.compat.fixtures import FIXTURES, Place, as_then, record, without_sentence
from tests.compat.reading import kept, table_of
from tests.e2e.command import Done, call, finish
from tests.e2e.hosting import host_and_bots

pytestmark = pytest.mark.slow

CUPS = sorted({name for each in FIXTURES for name in each.cups("inside", "processes")})
BY_TWO = ("round-robin", "swiss")
"""The cups that two workers play: one with a single stage, and one whose stages wait for results.

The others have one worker, since every further one starts all bots again.
"""
DUEL = ("--boards", 6, "--better-by", 0.1, "--error", 0.05, "--option", "target=1")
"""The options of the duel as `make` began it."""


def same_records(place: Place, name: str, lines: Iterable[str]) -> None:
    then = place.records(name)
    now = [record(line) for line in lines]
    assert [each["id"] for each in now] == [each["id"] for each in then]
    assert as_then(then, now) == then


def ended_the_same(place: Place, data: Path, name: str) -> None:
    """The table to the byte, every record as it would have been then, and all of it verified."""
    file = place.cup(name)
    same_records(place, name, call("--data", data, "records", file).out.splitlines())
    table = call("--data", data, "table", file, "--format", "json")
    assert without_sentence(table.out) == place.table(name, "finished")
    assert well(call("--data", data, "verify", file))


def well(done: Done) -> Done:
    assert done.code == 0, done.err
    return done


def something_was_left(place: Place, data: Path, name: str) -> None:
    lines = call("--data", data, "records", place.cup(name)).out.splitlines()
    assert 0 < len(lines) < len(place.records(name))


@pytest.mark.parametrize("name", CUPS)
def test_it_goes_on_with_real_bots(place: Place, name: str) -> None:
    """Stored bots go on with the versions that it was begun with, though there are newer ones."""
    if name not in place.fixture.cups("inside", "processes"):
        pytest.skip(f"{place.fixture} has no {name}")
    data, jobs = place.data("stopped"), 2 if name in BY_TWO else 1
    something_was_left(place, data, name)
    well(call("--data", data, "run", place.cup(name), "--jobs", jobs, "--exit-zero"))
    ended_the_same(place, data, name)


def test_a_hosted_one_goes_on_with_the_token_of_then(place: Place) -> None:
    for name in place.fixture.cups("hosted"):
        data = place.data("stopped")
        something_was_left(place, data, name)
        with host_and_bots(place.folder, place.cup(name)) as there:
            there.data, there.tokens = data, place.fixture.made["tokens"]["stopped"]
            host = there.host()
            there.bot("ann", place.bots / "random")
            well(finish(host))
        ended_the_same(place, data, name)


def test_a_duel_goes_on(place: Place) -> None:
    data = place.data("stopped")
    then = place.records("duel")
    assert 0 < len(kept(data, "duel")) < len(then)
    bots = (place.bots / "first", place.bots / "fox_thumb")
    well(call("--data", data, "duel", "fox", *bots, *DUEL))
    same_records(place, "duel", [each.to_json(measured=False) for each in kept(data, "duel")])
    assert without_sentence(table_of(data, "duel")) == place.table("duel", "finished")


def test_a_quick_series_takes_the_place_of_the_old_one(place: Place) -> None:
    """The new one is between versions that were stored then."""
    data = place.data("finished")
    before = {each.id for each in kept(data, "play")}
    line = ("play", "fox", "thumb@2", "thumb@3", "--boards", 1, "--option", "target=1")
    well(call("--data", data, *line))
    after = kept(data, "play")
    assert len(after) == 2
    assert before.isdisjoint(each.id for each in after)
    assert [json.loads(each.to_json(measured=False))["faults"] for each in after] == [[], []]
