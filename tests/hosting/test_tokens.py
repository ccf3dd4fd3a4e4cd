"""Tokens: personal, kept as hashes alone, replaced and revoked; and the command for them."""

import asyncio
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from tests.e2e.command import call
from tournaments.hosting import tokens
from tournaments.storage.address import DATABASE
from tournaments.storage.database import Database


def issued(folder: Path, name: str = "ann", *more: object) -> str:
    """What the command says the token is."""
    done = call("--data", folder, "token", name, *more)
    assert (done.code, done.err) == (0, "")
    address, token = done.out.splitlines()
    assert address == "STYCH_ADDRESS=127.0.0.1:7424"
    return token.removeprefix("STYCH_TOKEN=")


def owner(folder: Path, token: str) -> str | None:
    database = Database(folder)
    try:
        return asyncio.run(tokens.Owners(database).owner_of(token.encode()))
    finally:
        database.close()


def test_a_token_says_whose_it_is_and_is_kept_nowhere(tmp_path: Path) -> None:
    ann, bob = issued(tmp_path), issued(tmp_path, "bob")
    assert len({ann, bob}) == 2
    assert min(len(ann), len(bob)) >= 40
    assert (owner(tmp_path, ann), owner(tmp_path, bob)) == ("ann", "bob")
    for wrong in ("", ann[:-1], ann + "x", ann.swapcase(), "č"):
        assert owner(tmp_path, wrong) is None
    with closing(sqlite3.connect(tmp_path / DATABASE)) as connection:
        kept = "\n".join(connection.iterdump())
    assert "ann" in kept
    assert ann not in kept
    for file in tmp_path.iterdir():
        assert ann.encode() not in file.read_bytes()


def test_a_new_token_makes_the_old_one_void(tmp_path: Path) -> None:
    old, new = issued(tmp_path), issued(tmp_path)
    assert (owner(tmp_path, old), owner(tmp_path, new)) == (None, "ann")


def test_a_token_that_is_revoked_is_nobodys(tmp_path: Path) -> None:
    ann, bob = issued(tmp_path), issued(tmp_path, "bob")
    done = call("--data", tmp_path, "token", "ann", "--revoke")
    assert (done.code, done.err) == (0, "")
    assert done.out == "The token of ann is void. It opens no stream any more.\n"
    assert (owner(tmp_path, ann), owner(tmp_path, bob)) == (None, "bob")
    done = call("--data", tmp_path, "token", "ann", "--revoke")
    said = "stych: 'ann' has no token; `stych token --list` shows who has one\n"
    assert (done.code, done.out, done.err) == (2, "", said)


def test_the_list_names_those_who_have_one_and_no_token(tmp_path: Path) -> None:
    assert call("--data", tmp_path, "token", "--list").out == "Nobody has a token.\n"
    token = issued(tmp_path, "zoe")
    issued(tmp_path, "ann")
    done = call("--data", tmp_path, "token", "--list")
    assert [line.split()[:2] for line in done.out.splitlines()] == [
        ["ann", "issued"],
        ["zoe", "issued"],
    ]
    assert token not in done.out


def test_the_address_is_the_one_to_dial(tmp_path: Path) -> None:
    done = call("--data", tmp_path, "token", "ann", "--address", "cup.example.org:443")
    assert done.out.startswith("STYCH_ADDRESS=cup.example.org:443\nSTYCH_TOKEN=")


@pytest.mark.parametrize("address", ["", "x y", "x y:7424", "host", "host:0", "a:1\nSTYCH_TOKEN=x"])
def test_a_bad_address_is_refused_and_leaves_the_token_as_it_was(
    tmp_path: Path, address: str
) -> None:
    token = issued(tmp_path)
    done = call("--data", tmp_path, "token", "ann", "--address", address)
    said = f"stych: an address is HOST:PORT, such as example.org:7424; received {address!r}\n"
    assert (done.code, done.out, done.err) == (2, "", said)
    assert owner(tmp_path, token) == "ann"


WAYS = "stych: stych token takes either NAME, perhaps with --revoke, or --list\n"
A_NAME = "1 to 40 small letters, digits, '.', '_' or '-', a letter or digit first"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], WAYS),
        (["ann", "--list"], WAYS),
        (["--list", "--revoke"], WAYS),
        (["--revoke"], WAYS),
        (["A b"], f"stych: the name of an entrant must be {A_NAME}; received 'A b'\n"),
    ],
)
def test_a_bad_command(tmp_path: Path, arguments: list[str], said: str) -> None:
    done = call("--data", tmp_path / "data", "token", *arguments)
    assert (done.code, done.out, done.err) == (2, "", said)


def test_the_environment_is_complete_and_tls_is_not_forgotten(tmp_path: Path) -> None:
    far = ("--address", "cup.example.org:7424")
    done = call("--data", tmp_path, "token", "ann", *far, "--tls", "ours.pem")
    assert [line.partition("=")[0] for line in done.out.splitlines()] == [
        "STYCH_ADDRESS",
        "STYCH_TOKEN",
        "STYCH_TLS",
    ]
    assert done.out.endswith("STYCH_TLS=ours.pem\n")
    assert done.err == ""
    done = call("--data", tmp_path, "token", "ann", *far)
    assert "STYCH_TLS" not in done.out
    assert done.err.startswith("stych: if the host uses TLS (--tls-cert), the bot needs STYCH_TLS=")
    assert call("--data", tmp_path, "token", "ann").err == ""


def test_the_environment_can_be_pasted_into_a_shell(tmp_path: Path) -> None:
    done = call(
        "--data", tmp_path, "token", "ann", "--address", "[::1]:7424", "--tls", "my $authority.pem"
    )
    shell = 'set -a; eval "$0"; exec env'
    pasted = subprocess.run(
        ["sh", "-c", shell, done.out], capture_output=True, text=True, check=True
    )
    told = {line for line in pasted.stdout.splitlines() if line.startswith("STYCH_")}
    assert {"STYCH_ADDRESS=[::1]:7424", "STYCH_TLS=my $authority.pem"} <= told


def test_tls_that_is_no_name_issues_no_token(tmp_path: Path) -> None:
    done = call("--data", tmp_path, "token", "ann", "--tls", "on\nSTYCH_TOKEN=other")
    wanted = "stych: --tls must be on, or the name of a file; received 'on\\nSTYCH_TOKEN=other'\n"
    assert (done.code, done.out, done.err) == (2, "", wanted)
    assert call("--data", tmp_path, "token", "--list").out == "Nobody has a token.\n"
