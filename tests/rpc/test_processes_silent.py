"""A bot that says in its Hello that it never talks, as a process over gRPC beside two that talk."""

from dataclasses import replace
from pathlib import Path

import pytest

from referee.games.the_game import TheGamePhase
from referee.record import RecordError, read_record
from referee.record_check import verify
from tests.records.matches import make_plan
from tests.rpc.arena import PATIENT, enter, meeting, write_bot
from tournaments.core.fixtures import Block, make_fixture
from tournaments.run.match import TournamentMatch

pytestmark = pytest.mark.slow

NAMES = ("ann", "bob", "cid")
SILENT = 1
CODE = """
def choose(observation, legal, random):
    seen = observation.public_view
    print(seen.phase, *seen.flags, flush=True)
    return 0 if seen.phase == {} else len(legal) - 1
run(choose, games=["the-game"], never_talks={})
"""
"""Writes down what it is asked and which flags it sees; says as much as it can."""


@pytest.mark.rule("TG-R1", "TG-R2")
async def test_it_is_asked_for_cards_alone_and_nobody_sees_a_flag_of_it(tmp_path: Path) -> None:
    plan = replace(make_plan(*NAMES, options={"players": 3}), game="the-game")
    match = TournamentMatch(plan, make_fixture("cup/seed/the-game/1", Block(1, NAMES), 0))
    bots = []
    for seat, name in enumerate(NAMES):
        code = CODE.format(int(TheGamePhase.TURN), seat == SILENT)
        folder = write_bot(tmp_path / name, code, "the-game")
        bots.append(enter(folder, tmp_path / "logs", PATIENT, "the-game"))
    async with meeting(*bots):
        record = await match.play(bots)

    assert record.faults == ()
    asked: list[set[TheGamePhase]] = []
    for name in NAMES:
        lines = (tmp_path / "logs" / name / "stdout.txt").read_text().splitlines()
        numbers = [[int(word) for word in line.split()] for line in lines]
        asked.append({TheGamePhase(phase) for phase, *_ in numbers})
        flags = [[seen[seat * 4 : seat * 4 + 4] for _, *seen in numbers] for seat in range(3)]
        assert all(each == [0] * 4 for each in flags[SILENT])
        assert flags[0][-1] == flags[2][-1] == [2] * 4
    assert asked == [set(TheGamePhase), {TheGamePhase.TURN}, set(TheGamePhase)]

    assert [entry.never_talks for entry in record.seats] == [False, True, False]
    verify(read_record(record.to_json()))
    silent = tuple(replace(entry, never_talks=True) for entry in record.seats)
    with pytest.raises(RecordError, match="never talks, but says glad 3"):
        verify(replace(record, seats=silent))
