"""A machine with several runs, and a run from its first parcel to its end."""

import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, nullcontext
from pathlib import Path
from typing import Any

import pytest

from referee.rpc.bot_entry import BotEntry
from referee.rpc.manifest import digest, read_manifest
from referee.sandbox.probe import Mode
from stych_cluster import machine_run
from stych_cluster.archives import packed
from stych_cluster.bot_cache import BotCache
from stych_cluster.machine import Machine, MachineSettings, Wanted
from stych_cluster.machine_run import MachineRun
from stych_cluster.parcel_runner import ParcelRunner
from stych_cluster.parcels import CannotPlay, Lacking, Parcel, ParcelReport, Ready, RunSetting
from tests.e2e.command import write_bot
from tests.records.matches import FakeBot, make_plan, uniform
from tests.tournaments.scripted import Script
from tournaments.formats.round_robin import round_robin

HANGS = 60.0
"""Seconds after which a wait is taken to have failed; never a measure of speed."""
PLAN = make_plan("ann", "bob", options={"target": 1})
FIXTURES = tuple(round_robin("cup", ("ann", "bob"), 2, 2))
NONE = nullcontext()


def setting(name: str, **digests: str) -> RunSetting:
    limits: Any = None
    return RunSetting(name, PLAN, digests, limits, (), thinking=0, at_once=3, widest=FIXTURES[0])


def begun(jobs: int = 2, bots: AbstractContextManager[object] = NONE) -> MachineRun:
    return MachineRun(PLAN, bots, jobs=jobs, at_once=3, withdrawn=frozenset())


def wanted() -> bool:
    return True


def test_an_end_that_arrives_at_a_call_without_waiting_is_not_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(machine_run, "IDLE_SECONDS", 10**6)
    told, seen = threading.Event(), list[object]()

    def runs(self: ParcelRunner, stopped: object, begin: Callable[[], None], **_: Any) -> bool:
        del stopped
        begin()
        told.wait()
        # Without waiting, as after the last reports of a parcel; then waiting, with nothing left.
        seen.extend((*self._arrived(False), *self._arrived(True)))
        return True

    monkeypatch.setattr(ParcelRunner, "run", runs)
    run = begun()
    ending = threading.Thread(target=run.finish, args=((),))
    try:
        ending.start()
        while run._inbox.empty():
            ending.join(0.01)
        told.set()
        ending.join(HANGS)
        assert not ending.is_alive()
        assert not seen
    finally:
        run.end()
        ending.join()


def test_the_report_of_a_parcel_that_is_cut_off_is_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    release, seats = threading.Event(), list[str]()

    def seat(name: str) -> FakeBot:
        seats.append(name)
        if len(seats) > 2:
            release.wait()
        return FakeBot(uniform)

    Script(seat=seat).install(monkeypatch)
    run, reports = begun(jobs=1), list[ParcelReport]()
    playing = threading.Thread(target=lambda: reports.append(run.play(Parcel(1, FIXTURES), wanted)))
    ending = threading.Thread(target=run.end)
    try:
        assert run.wait_started(wanted)
        playing.start()
        while not (run._parcels and run._parcels[1].reports):
            playing.join(0.01)
        ending.start()
        while not run._stop.is_set():
            ending.join(0.01)
    finally:
        release.set()
        playing.join()
        run.end()
    assert [(each.reports, each.problem) for each in reports] == [((), "")]


def test_a_machine_that_is_closed_ends_a_run_that_it_prepares_and_begins_no_other(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    Script().install(monkeypatch)
    machine = Machine(MachineSettings(tmp_path, 2, Mode.OFF))
    building = threading.Event()
    runs: list[MachineRun] = []

    def build(_: Machine, __: RunSetting, ___: ExitStack, wanted: Wanted) -> MachineRun:
        building.set()
        while wanted():
            time.sleep(0.01)
        runs.append(begun())
        return runs[-1]

    monkeypatch.setattr(Machine, "_new_run", build)
    closing = threading.Thread(target=machine.close)
    preparing = threading.Thread(target=machine.prepare, args=(setting("one"), {}, wanted))
    preparing.start()
    assert building.wait(HANGS)
    closing.start()
    closing.join()
    preparing.join()
    assert [each.is_over for each in runs] == [True]
    assert machine.prepare(setting("two"), {}, wanted) == CannotPlay("it is being ended")
    report = machine.play(setting("one"), Parcel(1, FIXTURES), wanted)
    assert (report.reports, report.problem) == ((), "it is being ended")
    assert len(runs) == 1


def test_no_other_run_removes_bots_between_their_coming_and_their_start(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    Script().install(monkeypatch)
    folder = write_bot(tmp_path / "ann")
    own = digest(folder)
    archives = {own: packed(BotEntry("ann", folder, read_manifest(folder)))}
    cache = BotCache(tmp_path / "bots", most_bytes=0)
    machine = Machine(MachineSettings(tmp_path, 2, Mode.OFF))
    there: list[tuple[str, ...]] = []

    def build(_: Machine, __: RunSetting, bots: ExitStack, ___: Wanted) -> MachineRun:
        # As another run does when it ends.
        cache.trim()
        there.append(cache.lacking([own]))
        return begun(bots=bots.pop_all())

    monkeypatch.setattr(Machine, "_new_run", build)
    try:
        assert machine.prepare(setting("one", ann=own), {}, wanted) == Lacking((own,))
        assert machine.prepare(setting("one", ann=own), archives, wanted) == Ready()
        cache.trim()
        assert [*there, cache.lacking([own])] == [(), ()]
    finally:
        machine.end()
    # Nobody needs it any more.
    cache.trim()
    assert cache.lacking([own]) == (own,)


def test_a_run_plays_while_another_one_is_built(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    Script().install(monkeypatch)
    machine = Machine(MachineSettings(tmp_path, 2, Mode.OFF))
    building, built = threading.Event(), threading.Event()

    def build(_: Machine, setting: RunSetting, *__: Any) -> MachineRun:
        if setting.id == "slow":
            building.set()
            built.wait()
        return begun()

    monkeypatch.setattr(Machine, "_new_run", build)
    reports: list[ParcelReport] = []
    slow = threading.Thread(target=machine.prepare, args=(setting("slow"), {}, wanted))
    quick = threading.Thread(
        target=lambda: reports.append(machine.play(setting("quick"), Parcel(1, FIXTURES), wanted))
    )
    try:
        assert machine.prepare(setting("quick"), {}, wanted) == Ready()
        slow.start()
        assert building.wait(HANGS)
        quick.start()
        quick.join(HANGS)
        assert [len(each.reports) for each in reports] == [len(FIXTURES)]
    finally:
        built.set()
        slow.join()
        quick.join()
        machine.end()
