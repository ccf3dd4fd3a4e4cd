"""A machine on which bots have far more faults than on the others is found."""

from collections import Counter

from stych_cluster.apart import poisson_tail, standing_apart
from stych_cluster.link import SeenMachine
from stych_cluster.machine_handle import MachineHandle
from stych_cluster.parcels import ParcelReport
from tests.records.matches import CRASHED, FakeBot, make_record, uniform


def machine(name: str, matches: int, **faults: int) -> MachineHandle:
    handle = MachineHandle(name, SeenMachine(name, None))
    handle.seats = Counter(dict.fromkeys(("ann", "bob"), matches))
    handle.faults = Counter(faults)
    return handle


def test_a_machine_with_faults_that_the_others_do_not_have_stands_apart() -> None:
    machines = [machine("a", 200, ann=1), machine("b", 200), machine("c", 200, ann=20, bob=15)]
    assert [(each.name, faults) for each, faults, _ in standing_apart(machines)] == [("c", 35)]


def test_a_bot_with_faults_on_all_machines_makes_none_stand_apart() -> None:
    machines = [machine("a", 200, ann=60), machine("b", 100, ann=31), machine("c", 50, ann=14)]
    assert not standing_apart(machines)


def test_a_few_faults_or_a_single_machine_prove_nothing() -> None:
    assert not standing_apart([machine("a", 100, ann=4), machine("b", 100)])
    # No other machine has played, so there is nothing to compare with.
    assert not standing_apart([machine("a", 100, ann=90)])


def test_forfeits_of_withdrawn_bots_do_not_count_as_faults_of_a_machine() -> None:
    handle, crashing = MachineHandle("a", SeenMachine("a", None)), FakeBot(lambda *_: CRASHED)
    records = [
        make_record(1, 0, None, FakeBot(uniform)),
        make_record(2, 0, FakeBot(uniform), FakeBot(uniform)),
        make_record(3, 0, FakeBot(uniform), crashing),
    ]
    handle.note(ParcelReport(tuple(records), seconds=1.0), records)
    withdrawn, other = (each.entrant for each in records[0].seats)
    assert handle.seats == {withdrawn: 2, other: 3}
    assert handle.faults == {other: 1}
    assert handle.played == 3


def test_the_tail_is_that_of_poisson() -> None:
    assert poisson_tail(0, 3.0) == 1.0
    assert abs(poisson_tail(1, 1.0) - 0.632121) < 1e-6
    assert abs(poisson_tail(5, 2.0) - 0.052653) < 1e-6
