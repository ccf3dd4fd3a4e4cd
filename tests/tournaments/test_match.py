"""A fixture played: what its bots are told, what is derived for them, what the record says."""

import hashlib
import pickle
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import Mock

import pytest

from referee.conduct import Conduct, FaultKind
from referee.deals import opens
from referee.games.game import Outcome
from referee.record import Record
from referee.record_check import verify
from referee.rpc.bot_entry import BotEntry
from referee.rpc.manifest import Manifest
from stych.v1 import referee_pb2 as pb
from tests.records.matches import (
    CRASHED,
    LATE,
    FakeBot,
    FakePlayer,
    failing_after,
    fixture,
    make_plan,
    make_record,
    play,
    uniform,
)
from tournaments.core.fixtures import Block, make_fixture
from tournaments.run.match import Absent

SEED = "a secret seed"


class Listening(FakeBot):
    """Remembers the starts that it was told."""

    def __init__(self) -> None:
        super().__init__(uniform)
        self.starts: list[pb.MatchStart] = []

    def sit(self, start: pb.MatchStart) -> FakePlayer:
        self.starts.append(start)
        return super().sit(start)


def started(board: int = 1, seating: int = 0, **more: Any) -> tuple[list[pb.MatchStart], Record]:
    plan = make_plan(seed=SEED, **more)
    bot = Listening()
    return bot.starts, play(plan, fixture(plan, board, seating), bot, bot)


def test_a_plan_that_was_used_can_be_sent_to_another_process() -> None:
    plan = make_plan()
    told = plan.start
    sent = pickle.loads(pickle.dumps(plan))
    assert sent == plan
    assert sent.start == told
    assert sent.rules.options == plan.rules.options


def test_a_bot_is_told_its_seat_its_clock_and_its_game() -> None:
    conduct = Conduct(decision_ms=7, bank_ms=8, grace_ms=9)
    starts, _ = started(options={"target": 35}, conduct=conduct)
    assert [start.seat for start in starts] == [0, 1]
    for start in starts:
        assert (start.game, start.seats, start.fox.target) == ("fox", 2, 35)
        assert (start.clock.decision_ms, start.clock.bank_ms, start.clock.grace_ms) == (7, 8, 9)


def test_a_bot_is_told_nothing_that_leads_to_the_cards_or_the_others() -> None:
    starts, record = started(3, 1)
    secrets = [SEED.encode(), record.id.encode(), b"ann", b"bob", b"cup"]
    secrets += [bytes.fromhex(record.deal.key), record.deal.key.encode()]
    for start in starts:
        message = start.SerializeToString()
        assert [secret for secret in secrets if secret in message] == []
        known = {field.name for field, _ in start.ListFields()}
        assert known == {"game", "seats", "bot_seed", "clock", "deal_commitment", "fox"} | (
            {"seat"} if start.seat else set()
        )


def test_commitments_to_a_deal_differ_by_match_and_are_opened_by_its_key_and_their_salt() -> None:
    starts, record = started(2, 0)
    others, other = started(2, 1)
    committed = [start.deal_commitment for start in (*starts, *others)]
    assert committed[0] == committed[1] != committed[2] == committed[3]
    assert record.deal.key == other.deal.key
    assert record.deal.salt is not None
    assert other.deal.salt is not None
    key = bytes.fromhex(record.deal.key)
    assert opens(key, bytes.fromhex(record.deal.salt), committed[0])
    assert opens(key, bytes.fromhex(other.deal.salt), committed[2])
    assert not opens(key, bytes.fromhex(other.deal.salt), committed[0])


def test_which_matches_share_a_deal() -> None:
    def keys(deals: str, *names: str) -> list[str]:
        plan = make_plan(*names, deals=deals)
        return [play(plan, fixture(plan, 1, seating)).deal.key for seating in (0, 1)]

    duplicate, others = keys("duplicate", "ann", "bob"), keys("duplicate", "ann", "cyd")
    assert len(set(duplicate)) == len(set(others)) == 1
    assert duplicate != others
    assert keys("board", "ann", "bob") == keys("board", "ann", "cyd")
    independent = keys("independent", "ann", "bob") + keys("independent", "ann", "cyd")
    assert len({*independent, *duplicate, *others}) == 6


def test_teams_share_the_deal_of_their_board() -> None:
    def keys(deals: str) -> list[str]:
        plan = make_plan("ann", "bob", deals=deals)
        block = Block(1, ("ann", "bob"), (("ann", "ann"), ("bob", "bob")), teams=True)
        return [play(plan, make_fixture("cup", block, team)).deal.key for team in (0, 1)]

    assert len(set(keys("duplicate"))) == 1
    assert keys("duplicate") == keys("board")
    assert len(set(keys("independent"))) == 2


def test_seeds_of_bots_are_theirs_alone_and_derived() -> None:
    found: dict[int, str] = {}
    for board, seating in ((1, 0), (1, 1), (2, 0), (2, 1)):
        starts, record = started(board, seating)
        for start in starts:
            path = f"stych/1\0{SEED}\0match\0{record.id}\0bot/{start.seat}"
            expected = hashlib.sha256(path.encode()).digest()[:8]
            assert start.bot_seed == int.from_bytes(expected, "big")
            assert record.seats[start.seat].bot_seed == start.bot_seed
            found[start.bot_seed] = path
    assert len(found) == 8


def test_ids_of_matches_are_derived() -> None:
    record = make_record(7, 1)
    path = '["cup/seed/fox/1",7,["ann","bob"],1]'
    assert record.id == hashlib.sha256(path.encode()).hexdigest()[:16]
    assert [seat.entrant for seat in record.seats] == ["bob", "ann"]


def test_the_record_says_who_played_under_which_rules() -> None:
    plan = make_plan("ann", "bob", options={})
    manifest = Manifest(name="fish", version="2.1", games=("fox",), command=("x",))
    bob = BotEntry("bob", Path("x"), manifest)
    plan = replace(plan, entries={**plan.entries, "bob": bob})
    record = play(plan, fixture(plan))
    assert [(s.entrant, s.bot, s.version) for s in record.seats] == [
        ("ann", "fake", "1.0"),
        ("bob", "fish", "2.1"),
    ]
    assert record.options == {"target": 21}
    assert (record.tournament, record.board, record.seating) == ("cup", 1, 0)
    assert record.conduct == Conduct()
    assert record.measured.sdks == ("in-process", "in-process")


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("asked", [0, 5, 30])
def test_a_fault_is_recorded_with_its_moment_and_its_evidence(seat: int, asked: int) -> None:
    bots = [FakeBot(uniform), FakeBot(uniform)]
    bots[seat] = FakeBot(failing_after(asked))
    record = make_record(4, 0, *bots)
    assert [(entry.seat, entry.at) for entry in record.faults] == [(seat, len(record.actions))]
    assert (record.faults[0].fault.kind, record.ending) == (FaultKind.LATE, "forfeit")
    assert record.measured.evidence == {seat: LATE.evidence}
    assert record.outcome.places[seat] == 2
    thought = sum(1 for at, _ in record.measured.thought if at == seat)
    assert thought == asked
    verify(record)


def test_faults_are_recorded_in_order_of_seats() -> None:
    record = make_record(1, 0, None, FakeBot(uniform, missing=CRASHED))
    assert [(entry.seat, entry.fault.kind) for entry in record.faults] == [
        (0, FaultKind.WITHDRAWN),
        (1, FaultKind.CRASHED),
    ]
    assert record.outcome.places == (1, 1)
    assert record.measured.evidence == {}


async def test_one_that_was_withdrawn_is_at_fault_whatever_is_asked() -> None:
    absent = Absent(4)
    fault = await absent.ready()
    assert fault is not None
    assert fault.text == "withdrawn after 4 faulty matches in a row"
    asker = Mock()
    asker.answered.return_value = None
    absent.ask(None, (1, 2), (), asker)
    asker.answered.assert_called_once_with(fault)
    absent.over(Outcome((0, 0), (1, 2)), (), ())


def test_nobodys_play_changes_another_bots_numbers_or_the_cards() -> None:
    """Whatever ann does, bob has the same seed and later rounds have the same cards."""
    lazy = make_record(1, 0, FakeBot(lambda _, __: 0), FakeBot(uniform), options={"target": 35})
    busy = make_record(1, 0, FakeBot(lambda _, n: n - 1), FakeBot(uniform), options={"target": 35})
    assert lazy.actions != busy.actions
    assert lazy.seats == busy.seats
    common = lazy.deal.draws.keys() & busy.deal.draws.keys()
    assert len(common) >= 3
    assert all(lazy.deal.draws[each] == busy.deal.draws[each] for each in common)
    assert Random(lazy.seats[0].bot_seed).random() != Random(lazy.seats[1].bot_seed).random()
