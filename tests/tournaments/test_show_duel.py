"""A duel as it is shown: its evidence as a place between two bounds."""

import io
from collections import Counter

import pytest
from rich.console import Console

from tests.records.matches import make_record
from tournaments.config.definition import Definition
from tournaments.present.duel import DuelEvidence, evidence, verdict
from tournaments.present.terminal.duel import EvidenceBar
from tournaments.present.terminal.progress import progress
from tournaments.ratings.sequential import Sprt

SPRT = Sprt(0.02)
RECORD = make_record(options={"target": 1})


def bar(ratio: float, width: int) -> str:
    return DuelEvidence(ratio, SPRT).bar(width)


def test_the_bar_is_filled_from_the_middle_to_the_evidence() -> None:
    assert bar(0.0, 60) == "no better -2.94 [--------|--------] +2.94 better  now +0.00"
    assert bar(1.5, 60) == "no better -2.94 [--------|####----] +2.94 better  now +1.50"
    assert bar(-1.5, 60) == "no better -2.94 [----####|--------] +2.94 better  now -1.50"


def test_it_is_full_only_when_it_is_decided() -> None:
    assert "|#######-]" in bar(2.94, 60)
    assert not DuelEvidence(2.94, SPRT).is_decided
    assert "|########]" in bar(2.95, 60)
    assert "[########|" in bar(-99.0, 60)
    assert DuelEvidence(-99.0, SPRT).is_decided


@pytest.mark.parametrize("width", [60, 61, 80, 100, 200])
@pytest.mark.parametrize("ratio", [0.0, -2.0, 3.0, 12.5])
def test_it_fits_the_terminal_in_one_line(ratio: float, width: int) -> None:
    out = io.StringIO()
    Console(file=out, width=width, force_terminal=True).print(
        EvidenceBar(DuelEvidence(ratio, SPRT))
    )
    assert out.getvalue().count("\n") == 1
    assert len(bar(ratio, width)) <= width


def test_words_say_both_bounds() -> None:
    assert DuelEvidence(0.123, SPRT).words == "evidence +0.12, and -2.94 or +2.94 decides"
    assert "-4.60 or +4.60" in DuelEvidence(0.0, Sprt(0.02, 0.01)).words


def duel(boards: int) -> Definition:
    bots = {name: {"digest": name} for name in ("new", "old")}
    values = {"seats": 2, "hero": "new", "boards": boards, "better_by": 0.1, "error": 0.05}
    return Definition("duel", {**values, "format": "duel", "entrants": bots})


def test_what_the_test_has_not_looked_at_is_no_evidence_and_decides_nothing() -> None:
    all_won = [1.0] * 17
    assert Sprt(0.1).ratio(Counter(all_won)) > Sprt(0.1).bound
    for blocks, looked in ((9, 0), (10, 10), (17, 10), (20, 20)):
        found = evidence(duel(50), [1.0] * blocks)
        assert found is not None
        assert found.ratio == (Sprt(0.1).ratio({1.0: looked}) if looked else 0.0)
    assert next(verdict(duel(50), all_won)).startswith("It is not decided")
    # The last stage may be a shorter one.
    assert next(verdict(duel(17), all_won)).startswith("It is decided")


def said(matches: int, step: int, *, terminal: bool) -> str:
    out = io.StringIO()
    console = Console(file=out, width=60, force_terminal=terminal, highlight=False)
    with progress(console, "duel", lambda: 10_000, evidence=lambda: "evidence as it is") as note:
        for done in range(0, matches, step):
            note([RECORD] * min(step, matches - done))
    return out.getvalue()


def test_there_is_no_goal_that_moves() -> None:
    shown = said(40, 10, terminal=True)
    assert "duel: 40 matches of 10000 at most" in shown
    assert "\u2501" not in shown


@pytest.mark.parametrize("step", [1, 7, 500])
def test_lines_come_ever_more_rarely(step: int) -> None:
    lines = said(10_000, step, terminal=False).splitlines()
    assert 7 <= len(lines) <= 20
    done = [int(line.split()[1]) for line in lines]
    assert done[0] >= 20
    assert done == sorted(set(done))
    assert all(line.endswith(" matches; evidence as it is") for line in lines)
