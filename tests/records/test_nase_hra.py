"""Records of Naše hra can be checked by an outsider, and read by a person."""

from dataclasses import replace
from io import StringIO

import pytest
from rich.console import Console

from referee.games.nase_hra.actions import ANNOUNCE
from referee.record import Record, RecordError, read_record
from referee.record_check import verify
from tests.games.nase_hra_positions import VARIANTS
from tests.records.matches import FakeBot, failing_after, make_plan, play, uniform
from tournaments.core.fixtures import Block, make_fixture
from tournaments.present.terminal.replay import show_replay

NAMES = ("ann", "bob", "cid")


def _record(players: int, series: str = "single", board: int = 1, *bots: FakeBot) -> Record:
    options = {"players": players, "series": series}
    plan = replace(make_plan(*NAMES[:players], options=options), game="nase-hra")
    match = make_fixture("cup/seed/nase-hra/1", Block(board, NAMES[:players]), 0)
    return play(plan, match, *(bots or [FakeBot(uniform)] * players))


def _shown(record: Record, seat: int | None) -> list[str]:
    console = Console(file=StringIO(), width=160)
    for part in show_replay(record, seat):
        console.print(part)
    written = console.file
    assert isinstance(written, StringIO)
    return [line.rstrip() for line in written.getvalue().splitlines()]


@pytest.mark.parametrize(("players", "series"), VARIANTS)
def test_a_record_suffices_to_check_the_match(players: int, series: str) -> None:
    verify(read_record(_record(players, series).to_json()))


@pytest.mark.rule("NH-21")
def test_a_false_announcement_is_found() -> None:
    record = _record(3)
    at = next(number for number, action in enumerate(record.actions) if action >= ANNOUNCE)
    actions = list(record.actions)
    # One more taking card than the true number; 0 in place of 11.
    actions[at] = ANNOUNCE + (actions[at] - ANNOUNCE + 1) % 11
    with pytest.raises(RecordError, match=rf"action {at}: action {actions[at]} is not legal"):
        verify(replace(record, actions=tuple(actions)))


@pytest.mark.parametrize(("players", "series"), VARIANTS)
def test_the_referees_replay_shows_all(players: int, series: str) -> None:
    record = _record(players, series)
    lines = _shown(record, None)
    games = {"single": 1, "triple": 3, "nine": 9}[series]
    assert sum(line.startswith("  scored: ") for line in lines) == games
    assert sum(line.startswith("Triple ") for line in lines) >= games
    assert sum(line.startswith("Lifting ") for line in lines) == (games + 2) // 3
    assert sum(line.startswith("  talon, from the top: ") for line in lines) >= games
    assert any(line.startswith("  pile, from the top: ") for line in lines) == (players == 2)
    assert sum(line.startswith("10 ") for line in lines) == games
    assert lines[-players].startswith("1. ")


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_seats_replay_shows_what_it_saw(players: int, seat: int) -> None:
    for board in range(1, 6):
        record = _record(players, "single", board)
        lines = _shown(record, seat)
        start = max(n for n, line in enumerate(lines) if line.startswith("Triple "))
        first = next(n for n, line in enumerate(lines) if line.startswith("trick"))
        before = lines[start + 1 : first]
        hands = [line for line in before if line.startswith("  ") and ": " in line and "(" in line]
        hands = [line for line in hands if len(line.split(": ")[1].split()) == 10]
        assert [f"({seat})" in line for line in hands] == [True]
        assert not any("from the top" in line for line in before)
        for line in before:
            if "from the talon" in line:
                assert (": " in line) == (f"({seat})" in line)


def test_a_forfeit_in_the_middle_of_a_trick_is_shown() -> None:
    record = _record(3, "single", 1, *[FakeBot(failing_after(5))] + [FakeBot(uniform)] * 2)
    assert record.ending == "forfeit"
    assert any("forfeits after" in line for line in _shown(record, None))
