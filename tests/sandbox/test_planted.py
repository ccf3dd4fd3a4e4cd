"""Links and files that a bot plants change no file elsewhere; and how a program's end is told."""

import os
import signal
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.rpc.confining import Confining
from referee.rpc.folders import PrivateFolder
from referee.rpc.manifest import read_manifest
from referee.sandbox import confined_process, uids
from referee.sandbox.confined_process import ConfinedProcess
from referee.sandbox.confinement import Confinement
from referee.sandbox.isolation import Isolation
from referee.sandbox.levels import IsolationLevel
from referee.sandbox.starting import report_running
from referee.sandbox.visible import ProgramError, check_modes, is_own, open_to, resolved
from referee.testing.bot.launched_bot import LaunchedBot
from tests.e2e.command import write_bot


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Confinement]:
    """A confinement whose home has the referee's socket, at a path that is short enough for one."""
    with PrivateFolder() as home, socket.socket(socket.AF_UNIX) as listener:
        path = Path(home, "referee.sock")
        listener.bind(str(path))
        path.chmod(0o600)
        yield Confinement(tmp_path, Path(home), socket=path)


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_the_referees_socket_is_opened_to_all_only_in_a_private_view(place: Confinement) -> None:
    assert place.socket
    open_to(resolved(place, ()), os.geteuid(), private=True)
    assert mode(place.socket) == 0o666
    open_to(resolved(place, ()), os.geteuid(), private=False)
    assert mode(place.socket) == 0o600


@pytest.mark.parametrize("transport", ["unix", "tcp"])
async def test_a_link_in_the_home_of_a_bot_that_is_checked_leads_nowhere(
    transport: str, tmp_path: Path
) -> None:
    """It would be there when the connection is cut and taken up, and at the next start."""
    secret = tmp_path / "secret"
    secret.mkdir(mode=0o700)
    (secret / "referee.sock").touch(mode=0o600)
    bot = write_bot(tmp_path / "bot", transport=f'"{transport}"')
    isolation = Isolation(IsolationLevel.LANDLOCK, False, None)
    how = Confining(isolation)
    checked = LaunchedBot(bot, read_manifest(bot), tmp_path / "out", {}, confining=how)
    async with checked:
        for name in ("socket", "referee.sock"):
            (checked.home.path / name).symlink_to(secret)
        if transport == "unix":
            await checked.cut()
        assert checked._confining
        seen = [path.resolve() for path in checked._confining.readable]
        assert not [path for path in seen if path.is_relative_to(checked.home.path)]
        assert secret not in seen
    assert mode(secret) == 0o700
    assert mode(secret / "referee.sock") == 0o600


@pytest.mark.parametrize("private", [True, False])
@pytest.mark.parametrize("kind", ["link", "file", "nothing"])
def test_what_stands_in_the_sockets_place_is_left_alone_and_the_bots_own_fault(
    kind: str, private: bool, place: Confinement, tmp_path: Path
) -> None:
    assert place.socket
    secret = tmp_path / "secret"
    secret.touch(mode=0o640)
    before = mode(secret)
    place.socket.unlink()
    if kind == "link":
        place.socket.symlink_to(secret)
    elif kind == "file":
        os.link(secret, place.socket)
    with pytest.raises(ProgramError, match=r"referee\.sock"):
        open_to(resolved(place, ()), os.geteuid(), private=private)
    assert mode(secret) == before


def test_a_word_of_the_command_that_leads_elsewhere_is_no_file_of_the_bots(tmp_path: Path) -> None:
    closed, own = tmp_path / "closed", tmp_path / "own"
    closed.touch(mode=0o600)
    own.mkdir(mode=0o755)
    (own / "link").symlink_to(closed)
    words = ["sh", str(closed), "../closed", "link"]
    check_modes(Confinement(own, tmp_path), Path("/bin/sh").resolve(), words)


def test_a_program_is_the_bots_own_by_whichever_path_it_is_named(tmp_path: Path) -> None:
    own, other = tmp_path / "own", tmp_path / "other"
    for folder in (own, other):
        folder.mkdir()
    (own / "python").symlink_to("/usr/bin/python3")
    (tmp_path / "same").symlink_to(own)
    brought = ("./bot", "bin/bot", own / "bot", own / "python", tmp_path / "same" / "bot")
    assert all(is_own(str(path), own) for path in brought)
    elsewhere = ("python3", "/usr/bin/python3", other / "bot", f"{own}/../other/bot", "/own/bot")
    assert not any(is_own(str(path), own) for path in elsewhere)


# 19 and 17 (SIGSTOP and SIGCHLD) end no program, but 9 (SIGKILL) and 6 (SIGABRT) do.
@pytest.mark.parametrize(
    ("code", "told"),
    [
        (128 + 19, 128 + 19),
        (128 + 17, 128 + 17),
        (3, 3),
        (128 + 9, -signal.SIGKILL),
        (128 + 6, -signal.SIGABRT),
    ],
)
def test_a_code_is_a_signal_only_if_that_would_have_ended_the_program(code: int, told: int) -> None:
    call = f"supervisor._exit_like({code << 8}, codes_are_signals=True)"
    words = [sys.executable, "-c", f"from referee.sandbox import supervisor; {call}"]
    child = os.posix_spawn(sys.executable, words, os.environ)
    _, status = os.waitpid(child, os.WUNTRACED)
    if os.WIFSTOPPED(status):
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == told
    assert not os.WCOREDUMP(status)


def test_a_program_that_ran_has_run_however_often_that_is_asked() -> None:
    confined = ConfinedProcess({})
    report_running(confined.stdin)
    confined.started(1)
    assert [confined.not_started() for _ in range(2)] == [None, None]
    confined.release()


def test_what_two_threads_release_at_once_is_given_back_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    confined = ConfinedProcess({})
    confined.uid = uids.Uid(1, os.open(tmp_path, os.O_RDONLY))
    closed: list[int] = []

    class Os:
        @staticmethod
        def close(handle: int) -> None:
            closed.append(handle)
            if len(closed) <= 3:  # the other thread comes just now
                confined.release()
            os.close(handle)

    monkeypatch.setattr(confined_process, "os", Os)
    monkeypatch.setattr(uids, "os", Os)
    confined.release()
    # Both ends of the supervisor's socket, and the lock on the user id.
    assert len(closed) == len(set(closed)) == 3
