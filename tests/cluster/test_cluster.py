"""A tournament on the machines of a real cluster comes to what it comes to on one machine."""

import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import pytest
from psutil import NoSuchProcess

from tests.cluster.kills import GONE
from tests.cluster.play import PAIR, sleepers
from tests.cluster.running import Cluster, matches, running
from tests.e2e.command import BOTS, Process, finish, run, start, write_bot, write_tournament
from tests.e2e.processes import LONG, descendants, gone, until
from tests.e2e.reference import reference, shown

pytestmark = [pytest.mark.slow, pytest.mark.unconfined, pytest.mark.minutes(0.5)]


@pytest.fixture(scope="module")
def over_tls(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    before = os.environ.get("STYCH_ISOLATION")
    os.environ["STYCH_ISOLATION"] = before or "off"
    with running(tmp_path_factory.mktemp("cluster"), "one", "two", tls=True) as cluster:
        yield cluster
    if before is None:
        del os.environ["STYCH_ISOLATION"]


def cup(folder: Path, boards: int, bots: Sequence[Path] = PAIR) -> Path:
    return write_tournament(folder / "cup.toml", bots, boards)


def long_cup(folder: Path) -> Path:
    """One that lasts several seconds, as its bots sleep: what is to happen during it does."""
    return cup(folder, 15, sleepers(folder))


def under_way(words: Sequence[object], data: Path) -> Process:
    """The command, once it has saved more than eight matches."""
    process = start(*words, folder=data.parent)
    until(lambda: matches(data) > 8)
    return process


def read_to(words: str, process: Process) -> str:
    """All that it prints until a line with these words; waits for them."""
    assert process.stdout
    said = ""
    while words not in said:
        line = process.stdout.readline()
        assert line, said
        said += line
    return said


def test_two_machines_over_tls_give_the_same_bytes(over_tls: Cluster, tmp_path: Path) -> None:
    file, data = cup(tmp_path, 12), tmp_path / "data"
    done = run("--data", data, "run", file, *over_tls.options, folder=tmp_path)
    assert done.code == 0, done.err
    assert shown(data, file) == reference(file, tmp_path / "reference")
    for name in ("one", "two"):
        assert f"{name} plays: 1 worker, isolation off" in done.out
        assert f"{name} played " in done.out
        # Both bots came, each into a folder that is named by its digest.
        assert len(list((over_tls.folder / name / "cluster" / "bots").glob("[0-9a-f]*"))) == 2
    verified = run("--data", data, "verify", file, folder=tmp_path)
    assert verified.code == 0, verified.err


def test_machines_that_are_killed_and_others_that_join(over_tls: Cluster, tmp_path: Path) -> None:
    file, data = long_cup(tmp_path), tmp_path / "data"
    process = under_way(("--data", data, "run", file, *over_tls.options), data)
    below = [each for own in over_tls.machines.values() for each in descendants(own.pid)]
    # All of them, so that it is certain that others play the rest.
    for name in ("one", "two"):
        over_tls.kill(name)
    said = read_to("no machine is there: waiting", process)
    over_tls.join("three")
    over_tls.join("two")
    done = finish(process)
    assert done.code == 0, done.err
    for text in ("one is gone", "two is gone", "three plays: "):
        assert text in said + done.out, text
    assert shown(data, file) == reference(file, tmp_path / "reference")
    gone(below)


@pytest.mark.long
def test_a_machine_that_is_ended_with_its_bots_charges_them_nothing(tmp_path: Path) -> None:
    file, data = cup(tmp_path, 300), tmp_path / "data"
    with running(tmp_path, "one") as cluster:
        words = ("--data", data, "run", file, *cluster.options)
        process = under_way(words, data)
        machine = cluster.machines.pop("one")
        below = descendants(machine.pid)
        # As Slurm does it: all of them get the signal, whoever started them.
        machine.send_signal(signal.SIGTERM)
        for each in below:
            with suppress(NoSuchProcess):
                each.send_signal(signal.SIGTERM)
        assert machine.wait(60) == 0
        gone(below)
        cluster.join("two")
        done = finish(process)
    assert done.code == 0, done.err
    assert "one is gone" in done.out
    assert shown(data, file) == reference(file, tmp_path / "reference")


@pytest.mark.long
def test_a_run_that_was_killed_goes_on(over_tls: Cluster, tmp_path: Path) -> None:
    file, data = cup(tmp_path, 400), tmp_path / "data"
    words = ("--data", data, "run", file, *over_tls.options)
    process = under_way(words, data)
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    played = matches(data)
    assert 8 < played < 800
    # Nobody waits for the matches that the machines were given, so their bots end.
    until(lambda: not over_tls.playing(), 3 * LONG)
    done = run(*words, folder=tmp_path)
    assert done.code == 0, done.err
    assert shown(data, file) == reference(file, tmp_path / "reference")
    verified = run("--data", data, "verify", file, folder=tmp_path)
    assert verified.code == 0, verified.err


@pytest.mark.long
def test_ctrl_c_ends_it_and_its_bots(over_tls: Cluster, tmp_path: Path) -> None:
    file, data = cup(tmp_path, 2000), tmp_path / "data"
    words = ("--data", data, "run", file, *over_tls.options)
    process = under_way(words, data)
    os.killpg(process.pid, signal.SIGINT)
    done = finish(process)
    assert done.code == 130, done.err
    assert f"--cluster {over_tls.address} --tls " in done.err
    until(lambda: not over_tls.playing())


def test_a_bot_is_withdrawn_while_all_machines_play(over_tls: Cluster, tmp_path: Path) -> None:
    broken = write_bot(tmp_path / "broken", "raise SystemExit(3)")
    more = "[conduct]\nfaults_in_a_row = 3\n"
    file = write_tournament(tmp_path / "cup.toml", [*PAIR, broken], 8, more)
    data = tmp_path / "data"
    done = run("--data", data, "run", file, *over_tls.options, folder=tmp_path)
    assert done.code == 3, (done.out, done.err)
    assert "broken was withdrawn" in done.err
    for name in over_tls.machines:
        assert f"{name} played " in done.out


def test_a_bot_is_built_where_it_plays(over_tls: Cluster, tmp_path: Path) -> None:
    code = (BOTS / "first" / "bot.py").read_text()
    lines = {"build": '"sh build.sh"', "command": '"python build/bot.py"'}
    bot = write_bot(tmp_path / "first", "", **lines)
    (bot / "bot.py").unlink()
    (bot / "source.py").write_text(code)
    (bot / "build.sh").write_text("mkdir -p build && cp source.py build/bot.py\n")
    file = write_tournament(tmp_path / "cup.toml", [bot, BOTS / "random"], 3)
    data = tmp_path / "data"
    done = run("--data", data, "run", file, *over_tls.options, folder=tmp_path)
    assert done.code == 0, (done.out, done.err)
    assert not (bot / "build").exists()
    assert shown(data, file) == reference(file, tmp_path / "reference")


@pytest.mark.long
def test_without_a_machine_it_waits(tmp_path: Path) -> None:
    file, data = cup(tmp_path, 2), tmp_path / "data"
    with running(tmp_path) as cluster:
        process = start("--data", data, "run", file, *cluster.options, folder=tmp_path)
        assert process.stdout
        line = process.stdout.readline()
        assert line.startswith("no machine is there: waiting"), line
        machine = cluster.join("one")
        done = finish(process)
        assert done.code == 0, done.err
        assert shown(data, file) == reference(file, tmp_path / "reference")
        # Ctrl-C ends a machine in order.
        machine.send_signal(signal.SIGINT)
        assert machine.wait(60) == 0


@pytest.mark.long
def test_two_machines_of_one_name_play(tmp_path: Path) -> None:
    file, data = cup(tmp_path, 60), tmp_path / "data"
    with running(tmp_path, "box") as cluster:
        cluster.join("box")
        done = run("--data", data, "run", file, *cluster.options, folder=tmp_path)
    assert done.code == 0, done.err
    assert "box plays: 1 worker" in done.out
    assert "box (2) plays: 1 worker" in done.out


def test_a_scheduler_that_is_gone_ends_the_run_in_a_sentence(tmp_path: Path) -> None:
    file, data = long_cup(tmp_path), tmp_path / "data"
    with running(tmp_path, "one") as cluster:
        words = ("--data", data, "run", file, *cluster.options)
        process = under_way(words, data)
        cluster.kill_scheduler()
        done = finish(process)
        assert done.code == 1, (done.out, done.err)
        assert GONE in done.err
        assert "Traceback" not in done.err
        cluster.start_scheduler()
        done = run(*words, folder=tmp_path)
        assert done.code == 0, done.err
        assert shown(data, file) == reference(file, tmp_path / "reference")


def test_a_machine_with_other_certificates_is_not_let_in(over_tls: Cluster, tmp_path: Path) -> None:
    assert run("cluster", "certificates", "tls", folder=tmp_path).code == 0
    done = run("worker", over_tls.address, "--tls", "tls", folder=tmp_path)
    assert done.code == 2
    assert "or it has other certificates" in done.err
    file = cup(tmp_path, 2)
    done = run("run", file, "--cluster", over_tls.address, "--tls", "tls", folder=tmp_path)
    assert done.code == 2
    assert "or it has other certificates" in done.err


def test_a_bot_that_no_machine_can_start_ends_the_run(over_tls: Cluster, tmp_path: Path) -> None:
    lost = write_bot(tmp_path / "lost", "", command='"no-such-program-at-all"')
    file = write_tournament(tmp_path / "cup.toml", [BOTS / "first", lost], 2)
    words = ("run", file, *over_tls.options)
    done = run("--data", tmp_path / "data", *words, folder=tmp_path)
    assert done.code == 2, (done.out, done.err)
    assert "no machine of the cluster can play cup: " in done.err
    assert "lost cannot be started on this machine" in done.err
