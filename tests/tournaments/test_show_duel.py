"""A duel as it is shown: its evidence as a place between two bounds, and what is decided."""

import io
import json
from collections.abc import Sequence
from itertools import pairwise

import pytest
from rich.console import Console

from tests.records.matches import make_record
from tournaments.config.definition import Definition
from tournaments.core.fixtures import Block, block_fixtures
from tournaments.core.results import MatchResult, PlayedMatch
from tournaments.present.duel import duel_as_json, evidence, verdict
from tournaments.present.duel_evidence import DuelDecision, DuelEvidence
from tournaments.present.terminal.duel import EvidenceBar
from tournaments.present.terminal.progress import progress
from tournaments.ratings.sequential import ScoredBy, Sprt

SPRT = Sprt(0.02)
POINTS = Sprt(0.5, by=ScoredBy.POINTS)
RECORD = make_record(options={"target": 1})
WON, SPLIT, LOST = (6, 4), (6, -6), (-6, -4)
"""By how many points the new one is ahead in the two matches of a block."""


def bar(evidence: float, width: int, sprt: Sprt = SPRT) -> str:
    return DuelEvidence(evidence, sprt).bar(width)


def test_the_bar_is_filled_from_the_middle_to_the_evidence() -> None:
    assert bar(0.0, 60) == "not by 2 % -2.94 [--------|--------] +2.94 better  now +0.00"
    assert bar(1.5, 60) == "not by 2 % -2.94 [--------|####----] +2.94 better  now +1.50"
    assert bar(-1.5, 60) == "not by 2 % -2.94 [----####|--------] +2.94 better  now -1.50"
    assert bar(0.0, 60, POINTS).startswith("not by 0.5 points -2.94 [----|")
    one = Sprt(1, by=ScoredBy.POINTS)
    assert bar(0.0, 60, one).startswith("not by 1 point -2.94 [------|")


def test_it_is_full_only_when_it_is_decided() -> None:
    assert "|#######-]" in bar(2.94, 60)
    assert DuelEvidence(2.94, SPRT).decision is DuelDecision.OPEN
    assert "|########]" in bar(2.95, 60)
    assert DuelEvidence(2.95, SPRT).decision is DuelDecision.BETTER
    assert "[#######|" in bar(-99.0, 60)
    assert DuelEvidence(-99.0, SPRT).decision is DuelDecision.NOT_BY_MARGIN


@pytest.mark.parametrize("width", [60, 61, 80, 100, 200])
@pytest.mark.parametrize("evidence", [0.0, -2.0, 3.0, 12.5])
@pytest.mark.parametrize("sprt", [SPRT, POINTS])
def test_it_fits_the_terminal_in_one_line(evidence: float, width: int, sprt: Sprt) -> None:
    out = io.StringIO()
    Console(file=out, width=width, force_terminal=True).print(
        EvidenceBar(DuelEvidence(evidence, sprt))
    )
    assert out.getvalue().count("\n") == 1
    assert len(bar(evidence, width, sprt)) <= width


def test_words_say_both_bounds() -> None:
    assert DuelEvidence(0.123, SPRT).words == "evidence +0.12, and -2.94 or +2.94 decides"
    assert "-4.60 or +4.60" in DuelEvidence(0.0, Sprt(0.02, 0.01)).words


def duel(boards: int, **more: object) -> Definition:
    bots = {name: {"digest": name} for name in ("new", "old")}
    values = {"seats": 2, "hero": "new", "boards": boards, "better_by": 0.1, "error": 0.05}
    values |= {"by": "places", "every_block": True, "format": "duel", "entrants": bots}
    return Definition("duel", {**values, **more})


def played(leads: Sequence[tuple[int, int]], faults: Sequence[str] = ()) -> list[PlayedMatch]:
    """Blocks with these leads; `faults` has, for the first matches, who was at fault or ""."""
    matches = list[PlayedMatch]()
    for board, block in enumerate(leads, 1):
        fixtures = block_fixtures("duel", Block(board, ("new", "old")))
        for fixture, ahead in zip(fixtures, block, strict=True):
            at_fault = faults[len(matches)] if len(matches) < len(faults) else ""
            points = tuple(ahead * (name == "new") for name in fixture.seats)
            if at_fault:
                places = tuple(1 + (name == at_fault) for name in fixture.seats)
            else:
                places = tuple(1 + (max(points) > own) for own in points)
            wrong = ((at_fault, "crashed"),) if at_fault else ()
            matches.append(PlayedMatch(fixture, MatchResult(places, points, wrong)))
    return matches


def said(definition: Definition, matches: Sequence[PlayedMatch]) -> str:
    return " ".join(verdict(definition, matches))


def test_what_comes_after_the_block_that_decides_is_no_evidence() -> None:
    at_first = evidence(duel(50), played([WON] * 11))
    assert at_first is not None
    assert (at_first.blocks, at_first.decision) == (11, DuelDecision.OPEN)
    decided = evidence(duel(50), played([WON] * 12))
    assert decided is not None
    assert (decided.blocks, decided.decision) == (12, DuelDecision.BETTER)
    assert evidence(duel(50), played([WON] * 12 + [LOST] * 9)) == decided


def test_what_an_older_test_has_not_looked_at_is_no_evidence_and_decides_nothing() -> None:
    older = duel(50, every_block=False)
    for blocks, looked in ((4, 0), (5, 5), (9, 5), (10, 10)):
        found = evidence(older, played([WON] * blocks))
        assert found is not None
        assert found.blocks == looked
        assert found.decision is DuelDecision.OPEN
    assert said(older, played([WON] * 14)).startswith("Not decided yet")
    # The last stage may be a shorter one.
    shorter = duel(14, every_block=False)
    assert said(shorter, played([WON] * 14)).startswith("Decided: new is better than old.")


def test_that_it_is_better_is_not_said_of_the_margin() -> None:
    told = said(duel(50), played([WON] * 20))
    assert told.startswith(
        "Decided: new is better than old. Ruled out is that it is no better: of duels in which that"
        " is so, about 5 % at most end with this. How much better it is was not tested."
    )
    assert "10 %" not in told


def test_that_it_is_not_better_is_said_of_the_margin_alone() -> None:
    told = said(duel(50), played([LOST] * 20))
    assert told.startswith(
        "Decided: new is not better than old by 10 % of the points or more. Ruled out is that it"
        " is: of duels in which that is so, about 5 % at most end with this. Whether it is better"
        " by less, level or worse was not tested."
    )


def test_an_undecided_duel_says_that_both_may_be() -> None:
    matches = played([WON, LOST, WON])
    assert said(duel(3), matches).startswith("Undecided after the last board: it may be that new")
    assert said(duel(4), matches).startswith("Not decided yet: the test has ruled out neither")


def test_a_duel_of_a_fixed_length_decides_nothing() -> None:
    told = said(duel(3, better_by=None, by=None), played([WON] * 3))
    assert told.startswith("new has 100.0 [")
    assert "ecided" not in told
    assert "vidence" not in told


def test_matches_with_faults_are_told() -> None:
    told = said(duel(50), played([WON] * 20, ["old", "", "new"]))
    assert "in 2 of 40 matches somebody was at fault (new in 1, old in 1), and came last" in told
    assert "how well the two play" not in told
    alone = said(duel(50), played([WON] * 20, ["old"] * 40))
    assert alone.startswith("Decided: new is better than old.")
    assert "So nothing is known of how well the two play." in alone


def test_who_wins_all_has_no_interval_of_no_width() -> None:
    told = said(duel(50), played([WON] * 20))
    [share] = [each for each in told.split(". ") if "has 100.0" in each]
    assert "100.0 [9" in share
    assert "Elo" in share


def test_by_points_the_lead_is_told_in_points() -> None:
    by_points = duel(50, by="points", better_by=0.5)
    told = said(by_points, played([WON, SPLIT] * 20))
    assert "Decided: new is better than old in points." in told
    assert "new is ahead by 2.5 [" in told
    assert "not better than old by 0.5 points of the game a match or more" in said(
        by_points, played([LOST] * 20)
    )


def test_by_points_a_fault_costs_the_greatest_lead_so_far() -> None:
    """The points of a match that a fault ended were not played out."""
    by_points = duel(50, by="points", better_by=0.5)
    told = duel_as_json(by_points, played([WON, WON, (0, 0)], ["", "", "", "", "new"]))
    assert told["test"]["mean_lead"] == pytest.approx((6 + 4 + 6 + 4 - 6 + 0) / 6)


def test_json_has_what_the_sentences_say() -> None:
    told = json.loads(json.dumps(duel_as_json(duel(50), played([WON] * 20))))
    assert (told["hero"], told["opponent"], told["blocks"]) == ("new", "old", 20)
    assert (told["points_share"], told["share_interval"][1]) == (1, 1)
    test = told["test"]
    assert (test["by"], test["better_by"], test["error"]) == ("places", 0.1, 0.05)
    assert (test["decision"], test["looked_at"]) == ("better", 12)
    assert test["evidence"] > test["bound"] > 2.9
    assert told["verdict"][0].startswith("Decided: new is better")
    assert duel_as_json(duel(50, better_by=None), played([WON]))["test"] is None
    nothing = duel_as_json(duel(50), [])
    assert nothing["blocks"] == 0
    assert nothing["points_share"] is nothing["share_interval"] is None
    assert nothing["test"]["decision"] == "not decided yet"


def shown(matches: int, step: int, *, terminal: bool) -> str:
    out = io.StringIO()
    console = Console(file=out, width=60, force_terminal=terminal, highlight=False)
    with progress(console, "duel", lambda: 10_000, evidence=lambda: "evidence as it is") as note:
        for done in range(0, matches, step):
            note([RECORD] * min(step, matches - done))
    return out.getvalue()


def test_a_duel_has_no_bar_since_it_may_end_early() -> None:
    text = shown(40, 10, terminal=True)
    assert "duel: 40 matches of 10000 at most" in text
    assert "\u2501" not in text


@pytest.mark.parametrize("step", [1, 7, 500])
def test_lines_come_ever_more_rarely(step: int) -> None:
    lines = shown(10_000, step, terminal=False).splitlines()
    assert 7 <= len(lines) <= 20
    done = [int(line.split()[1]) for line in lines]
    assert done[0] >= 20
    assert done == sorted(set(done))
    gaps = [after - before for before, after in pairwise(done)]
    assert gaps == sorted(gaps)
    assert all(line.endswith(" matches; evidence as it is") for line in lines)
