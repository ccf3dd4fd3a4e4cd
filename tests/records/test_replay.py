"""A record that is played again by the rules gives the match that was played."""

from dataclasses import replace

import pytest

from referee.deals import derive
from referee.games.game import NOBODY
from referee.games.registry import make_game
from referee.record import Record, RecordError, read_record
from referee.record_check import replay, verify
from referee.sharing import deal_path, of_block
from tests.records.matches import CRASHED, LATE, FakeBot, failing_after, make_record, uniform

RECORDS = [make_record(board, options={"target": target}) for board, target in ((1, 1), (2, 21))]
FORFEITS = [
    make_record(3, 0, FakeBot(failing_after(asked)), FakeBot(uniform)) for asked in (0, 1, 30)
]


@pytest.mark.parametrize("record", RECORDS + FORFEITS)
def test_the_steps_are_the_match(record: Record) -> None:
    steps = list(replay(read_record(record.to_json())))
    assert tuple(step.action for step in steps) == record.actions
    told = [event for step in steps for event in step.events]
    assert told == list(record.events[len(record.events) - len(told) :])
    assert len(record.events) - len(told) == 1  # the first round begins before anybody acts
    for step in steps:
        assert step.state.seat == step.seat
        assert step.action in step.legal == step.state.legal_actions()


def test_a_state_of_a_step_is_the_callers_to_keep() -> None:
    record = RECORDS[0]
    kept = [step.state for step in replay(record)]
    assert len({id(state) for state in kept}) == len(kept)
    for state, action in zip(kept, record.actions, strict=True):
        state.apply(action)
    assert kept[-1].seat == NOBODY
    assert kept[-1].outcome().places == record.outcome.places


@pytest.mark.parametrize("record", FORFEITS)
def test_a_forfeit_ends_where_the_seat_at_fault_was_asked(record: Record) -> None:
    assert record.ending == "forfeit"
    assert [entry.at for entry in record.faults] == [len(record.actions)]
    assert record.outcome.places == (2, 1)
    verify(record)


@pytest.mark.parametrize("first", [None, FakeBot(uniform), FakeBot(uniform, missing=CRASHED)])
@pytest.mark.parametrize("second", [None, FakeBot(uniform, missing=LATE)])
def test_bots_that_never_came(first: FakeBot | None, second: FakeBot | None) -> None:
    record = make_record(1, 0, first, second)
    assert record.actions == ()
    assert record.outcome.places in ((1, 2), (1, 1))
    verify(read_record(record.to_json()))


def test_the_deal_follows_from_the_path() -> None:
    record = RECORDS[1]
    game = make_game("fox", {"target": 21})
    assert record.deal.path == ("seed", "fox", '{"target":21}', "2", '["ann","bob"]')
    assert record.deal.path == deal_path("seed", game, 2, *of_block(("bob", "ann")))
    assert record.deal.key == derive(*record.deal.path).hex()
    rounds = [purpose for purpose in record.deal.draws if purpose.startswith("round/")]
    assert len(rounds) >= 2
    assert all(sorted(record.deal.draws[each]) == list(range(33)) for each in rounds)


def test_a_replay_stops_at_the_first_difference() -> None:
    record = RECORDS[1]
    actions = (*record.actions[:10], 98, *record.actions[11:])
    steps = replay(replace(record, actions=actions))
    assert [next(steps).action for _ in range(10)] == list(actions[:10])
    with pytest.raises(RecordError, match=r"^action 10: action 98 is not legal here"):
        next(steps)
