"""Options of `stych join` that do not go together, and Ctrl-C when all matches are over."""

from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.e2e.command import call
from tests.seeds import SEED
from tournaments.commands import join
from tournaments.person.conversation import ConversationEnd

pytestmark = pytest.mark.unconfined

ALONE = ("the-game", "--option", "players=1", "--seed", SEED, "--replay")


@pytest.mark.parametrize(
    "option",
    [
        *("--option=players=1", "--seat=0", "--boards=1", "--seed=x", "--minutes=240", "--hint"),
        *("--replay", "--isolation=off", "--verbose"),
    ],
)
def test_options_of_a_game_do_not_go_with_an_address(tmp_path: Path, option: str) -> None:
    done = call("--data", tmp_path, "join", "--address", "a:1", "--token", "t", option)
    name = option.partition("=")[0]
    assert (done.code, done.out) == (2, "")
    assert done.err.endswith(f"or a game is played here; received a:1 and {name}\n")


@pytest.mark.parametrize("option", ["--address=a:1", "--token=t", "--tls=on", "--reconnect=30"])
def test_options_of_a_referee_elsewhere_do_not_go_with_a_game(tmp_path: Path, option: str) -> None:
    done = call("--data", tmp_path, "join", *ALONE, option)
    name = option.partition("=")[0]
    assert (done.code, done.out) == (2, "")
    assert done.err.endswith(f"or a referee is dialled; received the-game and {name}\n")


def played(monkeypatch: pytest.MonkeyPatch, interrupted: str, gave_up: str = "") -> None:
    """The series is over at once, and Ctrl-C comes when `interrupted` is called."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    referee = SimpleNamespace(endpoint=str, records=lambda **_: [], seed="", gave_up=gave_up)
    ended = (ConversationEnd.FINISHED, list[object]())
    monkeypatch.setattr(join, "open_referee", lambda _: nullcontext(referee))
    monkeypatch.setattr(join, "play", lambda *_, **__: ended)
    monkeypatch.setattr(join, interrupted, interrupt)


@pytest.mark.parametrize(("interrupted", "code"), [("_look_back", 0), ("_tell_records", 130)])
def test_ctrl_c_after_the_end(
    tmp_path: Path, interrupted: str, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody has left the table."""
    played(monkeypatch, interrupted)
    # Variables may be left from a bot: only the options do not go with a game.
    done = call("--data", tmp_path, "join", *ALONE, STYCH_ADDRESS="a:1", STYCH_RECONNECT="1")
    assert done.code == code
    assert "left the table" not in done.err


def test_ctrl_c_in_the_look_back_hides_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(monkeypatch, "_look_back", gave_up="a match was void")
    done = call("--data", tmp_path, "join", *ALONE)
    assert (done.code, done.err) == (1, "stych: a match was void\n")
