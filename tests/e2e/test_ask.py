"""`stych ask`: real bots are asked decisions of recorded matches."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from referee.games.fox.actions import action_text
from referee.record import Record
from referee.recorded_decisions import recorded_decisions
from tests.e2e.command import BOTS, Done, call, write_bot
from tests.pages import keys, section
from tests.records.matches import FakeBot, failing_after, make_record, uniform
from tests.root import ROOT
from tests.seeds import SEED
from tournaments.storage.store import Store

# The bot that played is asked as it is by default: confined.
pytestmark = pytest.mark.slow

DOCS = section((ROOT / "docs" / "ask.md").read_text(encoding="utf-8"), "JSON")

FAILS = """
from stych_bot import run

def choose(observation, legal, random):
    if observation.public_view.trick:
        raise KeyError("a trick")
    return 0

run(choose, games=["fox"])
"""
TELLS = """
from stych_bot import Bot, run

class Telling(Bot):
    def choose(self, observation, legal):
        print("told", self.match.resumed, len(self.events), observation.private_view.seat)
        return len(legal) - 1

run(Telling, games=["fox"])
"""


@dataclass(frozen=True)
class Played:
    """A folder whose data folder has a match of the sample bots `first` and `random`."""

    folder: Path
    record: Record

    def ask(self, *line: object) -> Done:
        return call("--data", self.folder / "data", "ask", *line, folder=self.folder)

    def told(self, *line: object) -> dict[str, Any]:
        """What it tells as JSON; it has to end well."""
        done = self.ask(*line, "--format", "json")
        assert done.code == 0, done.err
        return dict(json.loads(done.out))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    folder = tmp_path_factory.mktemp("played")
    bots = (BOTS / "random", BOTS / "first")
    line = ("--boards", 1, "--option", "target=1", "--seed", SEED)
    done = call("--data", folder / "data", "play", "fox", *bots, *line)
    assert done.code == 0, done.err
    with Store(folder / "data") as store:
        record = next(each for each in store.records("play") if each.seating == 0)
    return Played(folder, record)


def test_the_bot_that_played_chooses_as_then(played: Played) -> None:
    """Its dice too: they come from the seed of the match, and it is asked in the same order."""
    done = played.ask(BOTS / "random", played.record.id, "--all")
    assert (done.code, done.err) == (0, "")
    [seat] = [n for n, each in enumerate(played.record.seats) if each.bot == "random"]
    own = [each for each in recorded_decisions(played.record) if each.seat == seat]
    assert f"{len(own)} decisions: {len(own)} as then, 0 differ." in done.out
    last = own[-1]
    told = played.told(BOTS / "random", played.record.id, "--decision", last.number, "--from-start")
    assert told["same"] == [last.number]
    assert [each["number"] for each in told["decisions"]] == [last.number]


@pytest.mark.unconfined
def test_another_bot_may_choose_otherwise(played: Played) -> None:
    told = played.told(BOTS / "first", played.record.id, "--all", "--seat", 1)
    assert set(told) == keys(DOCS.partition("`stych diverge --format json`")[0])
    for decision in told["decisions"]:
        assert decision["now"] == [{"action": decision["legal"][0], "times": 1}]
        assert decision["same"] == (decision["then"] == decision["legal"][0])
        assert decision["number"] in told["same" if decision["same"] else "differ"]
    assert told["differ"]


@pytest.mark.unconfined
def test_how_often_a_bot_chooses_what(played: Played) -> None:
    decision = max(recorded_decisions(played.record), key=lambda each: len(each.legal))
    line = (BOTS / "random", played.record.id, "--decision", decision.number, "--repeat", 40)
    told = played.told(*line)
    [asked] = told["decisions"]
    assert sum(each["times"] for each in asked["now"]) == 40
    assert len(asked["now"]) > 1
    assert {each["action"] for each in asked["now"]} <= set(asked["legal"])
    # The seeds are derived, so another call tells the same.
    said = [f"{each['action']} {each['times']} of 40" for each in asked["now"]]
    assert f"now   {', '.join(said)}" in played.ask(*line).out


@pytest.mark.unconfined
def test_a_single_decision_is_shown_as_its_seat_saw_it(played: Played) -> None:
    own = [each for each in recorded_decisions(played.record) if each.seat == 1]
    telling = write_bot(played.folder / "telling", TELLS)
    line = (telling, played.record.id, "--decision", own[2].number)
    done = played.ask(*line)
    assert (done.code, done.err) == (0, "")
    legal = [*map(action_text, own[2].legal)]
    assert f"legal: {', '.join(legal)}" in done.out
    assert f"then  {action_text(played.record.actions[own[2].number])}" in done.out
    assert f"now   {legal[-1]}" in done.out
    printed = played.folder / done.out.rpartition("What the bot printed: ")[2].strip()
    news = own[2].events_before - own[1].events_before
    said = "".join(path.read_text() for path in printed.iterdir())
    assert f"told True {news} 1\n" in said


@pytest.mark.unconfined
def test_the_fault_of_a_bot_is_told(played: Played, tmp_path: Path) -> None:
    fails = write_bot(tmp_path / "fails", FAILS)
    line = (fails, played.record.id, "--all", "--seat", 0)
    done = played.ask(*line)
    assert done.code == 3
    assert "fails, crashed after " in done.out
    assert "KeyError: 'a trick'" in done.out
    told = json.loads(played.ask(*line, "--format", "json").out)
    assert told["fault"]["kind"] == "crashed"
    assert "KeyError" in told["fault"]["evidence"]["words"]
    at = [each["number"] for each in told["decisions"]].index(told["fault"]["at"])
    assert [bool(each["now"]) for each in told["decisions"]] == [
        number < at for number in range(len(told["decisions"]))
    ]


@pytest.mark.unconfined
def test_what_a_bot_failed_at_is_put_to_a_better_one(tmp_path: Path) -> None:
    record = make_record(1, 0, FakeBot(failing_after(3)), FakeBot(uniform))
    file = tmp_path / "record.json"
    file.write_text(record.to_json())
    line = ("ask", BOTS / "first", file, "--decision", len(record.actions))
    done = call(*line, folder=tmp_path)
    assert done.code == 0, done.err
    assert "then  no choice: late, did not answer" in done.out
    told = json.loads(call(*line, "--format", "json", folder=tmp_path).out)
    [asked] = told["decisions"]
    assert (asked["then"], asked["fault_then"], asked["same"]) == (None, "late", None)
    assert asked["now"] == [{"action": asked["legal"][0], "times": 1}]
