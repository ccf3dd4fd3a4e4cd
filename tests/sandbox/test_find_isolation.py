"""Which isolation level is found, and in what words; what is missing is told."""

import os
import platform
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from referee.sandbox import bubblewrap, landlock, probe, runtime, uids
from referee.sandbox.cgroups import Cgroups
from referee.sandbox.confinement import Confinement
from referee.sandbox.isolation import Isolation
from referee.sandbox.levels import IsolationLevel
from referee.sandbox.probe import IsolationError, Mode, find_isolation
from referee.sandbox.promise import OFF, promise

LINUX = pytest.mark.skipif(platform.system() != "Linux", reason="Landlock needs Linux")
TOP = Isolation(IsolationLevel.BUBBLEWRAP, as_root=False)


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A PATH on which no program lies, as if nothing were installed."""
    monkeypatch.setenv("PATH", str(tmp_path))


@pytest.mark.slow
@LINUX
@pytest.mark.usefixtures("bare")
def test_without_bubblewrap_there_is_landlock_and_why() -> None:
    if not landlock.version():
        pytest.skip("this kernel has no Landlock")
    found = find_isolation(Mode.AUTO)
    assert found
    assert found.level is IsolationLevel.LANDLOCK
    assert "bwrap" in promise(found)
    assert "are not installed" in promise(found)


@pytest.mark.slow
@pytest.mark.usefixtures("bare")
def test_without_anything_there_are_limits_and_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(landlock, "version", lambda: 0)
    found = find_isolation(Mode.AUTO)
    assert found
    assert found.level is IsolationLevel.LIMITS
    assert promise(found).startswith("isolation: NONE, only limits")
    assert "no Landlock" in promise(found)


@pytest.mark.slow
@pytest.mark.usefixtures("bare")
def test_what_is_required_has_to_be_the_top() -> None:
    with pytest.raises(IsolationError, match="isolation is required, but bubblewrap does not"):
        find_isolation(Mode.REQUIRE)


@pytest.mark.slow
def test_a_level_has_to_start_something(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bubblewrap that is refused its namespaces is none, and its own words say why."""
    for name in ("bwrap", "setpriv", "prlimit"):
        (tmp_path / name).write_text("#!/bin/sh\necho 'bwrap: No permissions' >&2\nexit 1\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    found = find_isolation(Mode.AUTO)
    assert found
    assert found.level is not IsolationLevel.BUBBLEWRAP
    assert "bubblewrap does not work here: bwrap: No permissions" in promise(found)


def fake(folder: Path, name: str, script: str) -> None:
    (folder / name).write_text(f"#!/bin/sh\n{script}\n")
    (folder / name).chmod(0o755)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("script", "said"),
    [
        (
            "echo 'bwrap: Creating new namespace failed: Cannot allocate memory' >&2; exit 1",
            "memory",
        ),
        ("echo 'bwrap: pipe: Too many open files' >&2; exit 1", "Too many open files"),
        ("echo '{ \"exit-code\": 3 }' >&8; echo 'prlimit: failed' >&2; exit 3", "prlimit: failed"),
    ],
    ids=["no memory", "no files", "a helper that fails"],
)
def test_what_is_only_short_or_broken_is_an_error_and_no_step_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, said: str
) -> None:
    for name in ("bwrap", "setpriv", "prlimit"):
        fake(tmp_path, name, script)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    with pytest.raises(IsolationError, match=f"true was to be started in bubblewrap.*{said}"):
        find_isolation(Mode.AUTO)


@pytest.mark.slow
def test_a_machine_that_stands_still_is_an_error_and_no_step_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(probe, "_SECONDS", 1.0)
    for name in ("bwrap", "setpriv", "prlimit"):
        fake(tmp_path, name, "sleep 30")
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    with pytest.raises(IsolationError, match=r"did not end within 1 s.*--isolation off"):
        find_isolation(Mode.AUTO)


@pytest.mark.slow
@LINUX
@pytest.mark.usefixtures("bare")
def test_a_bots_program_that_cannot_run_in_it_is_an_error_and_takes_no_level_away(
    tmp_path: Path,
) -> None:
    """The program lies where another user, or Landlock, does not let it find its library."""
    if not landlock.version():
        pytest.skip("this kernel has no Landlock")
    library = tmp_path / "library"
    library.write_text("there\n")
    fake(tmp_path, "lua", f"read word < {library} || exit 127")
    with pytest.raises(IsolationError, match="lua, which a bot needs, cannot be run in landlock"):
        find_isolation(Mode.AUTO, ["lua"])
    assert find_isolation(Mode.AUTO, ["lua"], [library]), "a tournament file may name what it needs"


@pytest.mark.slow
@LINUX
@pytest.mark.usefixtures("bare")
@pytest.mark.parametrize("script", ["exit 127", "sleep 60"], ids=["knows no question", "stays"])
def test_a_program_that_knows_no_version_is_no_reason_to_refuse_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str
) -> None:
    monkeypatch.setattr(probe, "_PROGRAM_SECONDS", 1.0)
    fake(tmp_path, "engine", script)
    assert find_isolation(Mode.AUTO, ["engine"])


@pytest.mark.slow
@LINUX
@pytest.mark.usefixtures("bare")
def test_a_program_that_a_command_names_by_its_path_is_never_run_without_confinement(
    tmp_path: Path,
) -> None:
    if not landlock.version():
        pytest.skip("this kernel has no Landlock")
    ran = tmp_path / "ran"
    fake(tmp_path, "stranger", f"touch {ran}; exit 127")
    with pytest.raises(IsolationError, match="cannot be run in landlock"):
        find_isolation(Mode.AUTO, [str(tmp_path / "stranger")])
    assert not ran.exists()


@pytest.mark.slow
@LINUX
@pytest.mark.usefixtures("bare")
def test_a_level_in_which_our_python_does_not_find_the_sdk_is_not_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not landlock.version():
        pytest.skip("this kernel has no Landlock")
    fake(tmp_path, "own-python", "read word < /etc/fstab || exit 127")
    monkeypatch.setattr(runtime, "is_own_python", lambda _: True)
    found = find_isolation(Mode.AUTO, ["own-python"])
    assert found
    assert found.level is IsolationLevel.LIMITS
    assert "landlock does not work here: own-python cannot be run in it" in promise(found)


@pytest.mark.slow
@pytest.mark.usefixtures("bare")
def test_a_program_beside_our_python_is_not_asked_for_the_sdk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as /usr/bin/node beside the distribution's own Python."""
    (tmp_path / "bin").mkdir()
    fake(tmp_path / "bin", "node", '[ "$1" = --version ] || { echo "bad option: $1" >&2; exit 9; }')
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setattr(sys, "base_prefix", str(tmp_path))
    assert find_isolation(Mode.AUTO, ["node"])
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    assert find_isolation(Mode.AUTO, ["node"])


def test_what_nobody_may_read_of_the_processors_is_not_bound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bubblewrap starts nothing when it may not read what it is to bind."""
    monkeypatch.setattr(bubblewrap, "_tool", str)
    confinement = Confinement(tmp_path, tmp_path / "home", readable=(), socket=None)

    def bound() -> set[str]:
        line, _ = bubblewrap.command_line(["true"], confinement, b"", None)
        return {word for word in line if word.startswith("/sys")}

    monkeypatch.setattr(os, "access", lambda *_: True)
    assert {str(path) for path in bubblewrap._PROCESSORS} <= bound()
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert bound() == set()


def test_off_is_off_and_says_so() -> None:
    assert find_isolation(Mode.OFF) is None
    assert promise(None) == OFF


def test_each_line_is_one_and_says_what_is_missing() -> None:
    for level in IsolationLevel:
        for as_root in (False, True):
            lacking = replace(
                TOP, level=level, as_root=as_root, missing="of this", remedy="do that"
            )
            line = promise(lacking)
            assert "\n" not in line
            assert line.endswith("No better, because of this. To have it: do that")


def test_what_landlock_leaves_open_goes_by_its_version() -> None:
    old = promise(replace(TOP, level=IsolationLevel.LANDLOCK, landlock=1))
    new = promise(replace(TOP, level=IsolationLevel.LANDLOCK, landlock=6))
    root = promise(replace(TOP, level=IsolationLevel.LANDLOCK, landlock=6, as_root=True))
    assert "it can kill your processes" in old
    assert "it reaches all ports" in old
    assert "kill" not in new
    assert "your sockets that have a path" in new
    assert "sockets" not in root


def test_groups_that_hold_no_processors_do_not_promise_them(tmp_path: Path) -> None:
    older = {"memory": tmp_path, "pids": tmp_path}
    (tmp_path / "cgroup.subtree_control").write_text("cpu memory pids\n")
    for groups in (Cgroups(controllers=older | {"cpu": tmp_path}), Cgroups(unified=tmp_path)):
        assert "memory, processes and processors are held" in promise(replace(TOP, cgroups=groups))
    (tmp_path / "cgroup.subtree_control").write_text("memory pids\n")
    for groups in (Cgroups(controllers=older), Cgroups(unified=tmp_path)):
        assert "memory and processes are held" in promise(replace(TOP, cgroups=groups))


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives bots users of their own")
def test_no_two_bots_have_one_user_at_once() -> None:
    taken = [uids.take() for _ in range(20)]
    numbers = {uid.number for uid in taken}
    assert len(numbers) == 20
    for uid in taken:
        uid.give_back()
