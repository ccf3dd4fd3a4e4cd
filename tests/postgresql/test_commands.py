"""What commands say with a server is what they say with a file."""

import json
from pathlib import Path

import pytest

from tests.e2e.command import BOTS, Done, call
from tests.postgresql.server import Server
from tests.records.matches import failing_after, uniform
from tests.tournaments.cups import play_cup, write_cup
from tournaments.storage.store import Store

pytestmark = [pytest.mark.slow, pytest.mark.unconfined]


NOTHING = "/no-such-folder"
"""A PATH without compilers, each of which the doctor would ask for its version."""


def well(data: object, *line: object) -> Done:
    done = call("--data", data, *line)
    assert done.code == 0, (line, done.err)
    return done


def test_what_was_played_is_shown_the_same(data: Path, tmp_path: Path) -> None:
    file, here = write_cup(tmp_path, boards=3), tmp_path / "here"
    (tmp_path / "league.toml").write_text('name = "year"\n[[tournaments]]\nname = "cup"\n')
    for place in (here, data):
        play_cup(file, place, [uniform, failing_after(60)])
    with Store(here) as store:
        one = min(store.played("cup"))
    for line in (
        ("table", file),
        ("faults", file),
        ("records", file),
        ("records", file, "--spelled"),
        ("replay", one),
        ("replay", one[:12].upper()),
        ("record", "show", one, "--json"),
        ("diverge", one, one),
        ("history", "ann"),
        ("versus", "ann", "bob"),
        ("league", tmp_path / "league.toml"),
    ):
        with_file, with_server = well(here, *line), well(data, *line)
        said = with_server.out.replace(str(data), str(here))
        assert said == with_file.out, line
    # `ask` tells of a folder whose name is a time, `verify` the hash of entries with times in them.
    well(data, "ask", BOTS / "random", one, "--decision", 0)
    well(data, "verify", file)


def test_tokens_and_the_doctor(server: Server, address: str, data: Path) -> None:
    for _ in range(2):
        assert "STYCH_TOKEN=" in well(data, "token", "ann").out
    assert "ann" in well(data, "token", "--list").out
    well(data, "token", "ann", "--author")
    well(data, "token", "ann", "--revoke")
    found = json.loads(call("--data", data, "doctor", "--json", PATH=NOTHING).out)["findings"]
    [own] = [each for each in found if each["name"] == "data folder"]
    assert own["state"] == "fine"
    assert own["found"] == f"{address}: 0 tournaments, 0 matches, 0 stored bots"
    server.drop(address.rpartition("/")[2])
    found = json.loads(call("--data", data, "doctor", "--json", PATH=NOTHING).out)["findings"]
    [own] = [each for each in found if each["name"] == "data folder"]
    assert own["state"] == "broken"
    assert "does not exist" in own["found"]
