"""Times of decisions: whose they are, and the median and the 99th percentile of an entrant."""

from dataclasses import replace

from tests.records.matches import FakeBot, fixture, make_plan, play, uniform
from tournaments.ratings.timing import Times, decision_times, times


def test_the_median_and_what_99_of_100_do_not_exceed() -> None:
    assert times({"ann": [float(n) for n in range(1000, 0, -1)]}) == {"ann": Times(1000, 500, 990)}
    assert times({"bob": [3.0, 1.0, 2.0], "ann": [7.0]}) == {
        "ann": Times(1, 7.0, 7.0),
        "bob": Times(3, 2.0, 3.0),
    }


def test_who_never_decided_has_none() -> None:
    assert times({"ann": [], "bob": [1.0]}) == {"bob": Times(1, 1.0, 1.0)}


def test_every_decision_of_the_records_is_of_who_sat_there() -> None:
    plan = make_plan("ann", "bob")
    record = play(plan, fixture(plan, 1), FakeBot(uniform), FakeBot(uniform))
    measured = replace(record.measured, thought=((0, 1.0), (1, 2.5), (0, 3.0)))
    both = decision_times([replace(record, measured=measured)] * 2)
    first, second = (seat.entrant for seat in record.seats)
    assert both == {first: [1.0, 3.0, 1.0, 3.0], second: [2.5, 2.5]}
