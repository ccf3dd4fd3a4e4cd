"""What `stych mcp` refuses: wrong options and tokens, and a machine without the package mcp."""

import socket
from pathlib import Path

import pytest

from tests.e2e.command import call
from tournaments.commands import mcp


def test_the_package_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mcp, "find_spec", lambda _: None)
    done = call("mcp")
    assert (done.code, done.out) == (2, "")
    assert done.err == "stych: `stych mcp` needs the package mcp: pip install 'stych[mcp]'\n"


@pytest.mark.parametrize("address", ["x", ":1", "1.2.3.4:", "127.0.0.1:99999", "a b:1", "-1", ""])
def test_what_is_no_address(tmp_path: Path, address: str) -> None:
    done = call("mcp", f"--http={address}", folder=tmp_path)
    assert done.code == 2
    assert done.err.startswith("stych: --http is [HOST:]PORT")
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    ("token", "words"),
    [
        ("short", "must have 20 characters or more"),
        ("a b" * 10, "printable ASCII"),
        ("ž" * 30, "printable ASCII"),
    ],
)
def test_what_is_no_token(tmp_path: Path, token: str, words: str) -> None:
    done = call("mcp", "--http", "0", folder=tmp_path, STYCH_MCP_TOKEN=token)
    assert done.code == 2
    assert words in done.err
    assert token not in done.err


def test_a_name_belongs_to_http(tmp_path: Path) -> None:
    done = call("mcp", "--name", "here", folder=tmp_path)
    assert done.err == "stych: --name is for --http; received --name here without it\n"


def test_a_folder_that_is_none(tmp_path: Path) -> None:
    done = call("mcp", "--folder", tmp_path / "nix", folder=tmp_path)
    assert done.code == 2
    assert "--folder must be a folder" in done.err


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = call("mcp", "--http", taken.getsockname()[1], folder=tmp_path)
    assert done.code == 2
    assert "cannot be listened on" in done.err
