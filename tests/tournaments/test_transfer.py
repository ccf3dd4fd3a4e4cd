"""A tournament moves whole: what arrives is what left, and nothing arrives in part."""

import hashlib
import json
import zipfile
from contextlib import nullcontext
from pathlib import Path

import pytest

from tests.e2e.children import child
from tests.e2e.command import BOTS, call, run, write_tournament
from tests.e2e.reference import reference, shown
from tests.records.matches import failing_after, uniform
from tests.tournaments.cups import play_cup, write_cup
from tests.tournaments.transfers import export, import_, refused
from tournaments.commands import journal
from tournaments.storage.store import Store
from tournaments.transfer.exporting import export_to

pytestmark = pytest.mark.slow


def test_what_arrives_is_what_left(cup: Path, tmp_path: Path) -> None:
    """Table, records with their measured parts, journal, and the file; verify finds it well."""
    here, there, file = tmp_path / "data", tmp_path / "there", tmp_path / "new.toml"
    done = import_(export(cup), there, "--file", file)
    assert (done.code, done.err) == (0, "")
    with Store(here) as one, Store(there) as other:
        head = one.head("cup")
        assert head is not None
        assert other.head("cup") == head
        assert other.definition("cup") == one.definition("cup")
        assert list(other.records("cup")) == list(one.records("cup"))
    assert done.out.splitlines() == [
        "cup: 16 new entries of its journal.",
        f"Head of the journal: {head.link}",
        f"To see its table: stych --data {there} table {file}",
    ]
    assert file.read_bytes() == cup.read_bytes()
    assert shown(there, file) == shown(here, cup)
    assert call("--data", there, "verify", file).code == 0
    assert call("--data", there, "replay", json.loads(head.text)[1]).code == 0


def test_it_goes_on_there_and_comes_back(cup: Path, tmp_path: Path) -> None:
    here, there = tmp_path / "data", tmp_path / "there"
    first = export(cup)
    import_(first, there)
    play_cup(cup, there)
    to = tmp_path / "back.stych"
    assert call("--data", there, "export", cup, "--to", to).code == 0
    assert import_(to, here).out.startswith("cup: 4 new entries of its journal.\n")
    assert shown(here, cup) == shown(there, cup)
    assert call("--data", here, "verify", cup).code == 0
    for archive in (to, first):
        assert import_(archive, here).out.startswith("cup: nothing was new.\n")
    assert shown(here, cup) == shown(there, cup)


def test_two_that_went_different_ways_stay_apart(cup: Path, tmp_path: Path) -> None:
    here, there = tmp_path / "data", tmp_path / "there"
    import_(export(cup), there)
    play_cup(cup, there, [failing_after(5)], matches=1)
    play_cup(cup, here, [uniform], matches=2)
    before = shown(there, cup)
    refused(import_(export(cup, "later.stych"), there), "cup", "or other matches of it")
    assert shown(there, cup) == before
    assert call("--data", there, "verify", cup).code == 0


def test_another_tournament_of_the_same_name(cup: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    play_cup(write_cup(other, ("eve", "fay"), seed='"t"'), other / "data")
    refused(import_(export(cup), other / "data"), "has another tournament cup")
    assert call("--data", other / "data", "verify", other / "cup.toml").code == 0


def test_several_tournaments_of_one_file_arrive_all_or_none(cup: Path, tmp_path: Path) -> None:
    data, to = tmp_path / "data", tmp_path / "both.stych"
    play_cup(write_cup(tmp_path / "other", ("dan", "eve"), name='"league"'), data)
    with Store(data) as store:
        export_to(to, store, ["cup", "league"], b"file")
        heads = [store.head(name) for name in ("cup", "league")]
    done = import_(to, tmp_path / "there")
    assert done.out.count("new entries of its journal") == 2
    with Store(tmp_path / "there") as store:
        assert [store.head(name) for name in ("cup", "league")] == heads
    other = tmp_path / "another"
    play_cup(write_cup(other, name='"league"'), other / "data")
    refused(import_(to, other / "data"), "has another tournament league")
    with Store(other / "data") as store:
        assert store.head("cup") is None
        store.forget("league")
    assert import_(export(cup), other / "data").code == 0
    said = import_(to, other / "data").out.splitlines()
    assert (said[0], said[2]) == ("cup: nothing was new.", "league: 5 new entries of its journal.")


def test_an_outsider_finds_the_head_by_the_page(cup: Path) -> None:
    """By what docs/records.md says, without code of Štych."""
    with zipfile.ZipFile(export(cup)) as archive:
        [said] = json.loads(archive.read("about.json"))["tournaments"]
        journal = archive.read("journal.jsonl").splitlines()
    link, entries = "0" * 64, 0
    while journal:
        entry = line = journal.pop(0)
        if not line.startswith(b"["):
            hashes = [hashlib.sha256(part).hexdigest() for part in (line, journal.pop(0))]
            match = ["match", json.loads(line)["id"], *hashes]
            entry = json.dumps(match, separators=(",", ":")).encode()
        link, entries = hashlib.sha256(link.encode() + b"\n" + entry).hexdigest(), entries + 1
    assert (said["entries"], said["head"]) == (entries, link)


def test_the_same_tournament_gives_the_same_bytes(cup: Path) -> None:
    assert export(cup).read_bytes() == export(cup, "again").read_bytes()


def test_a_name_that_is_too_long_is_told_in_a_sentence(cup: Path, tmp_path: Path) -> None:
    done = import_(export(cup), tmp_path / "there", "--file", tmp_path / ("x" * 300))
    assert done.code == 2
    assert done.err.endswith(" cannot be written: File name too long\n")


def test_what_is_there_is_not_overwritten(cup: Path, tmp_path: Path) -> None:
    archive = export(cup)
    for path in (cup, archive, tmp_path):
        content = path.read_bytes() if path.is_file() else b""
        done = call("--data", tmp_path / "data", "export", cup, "--to", path)
        refused(done, f"{path} is there already")
        assert not content or path.read_bytes() == content
    (tmp_path / "new.toml").write_text("mine")
    refused(import_(archive, tmp_path / "there", "--file", tmp_path / "new.toml"), "is there")
    assert (tmp_path / "new.toml").read_text() == "mine"
    with Store(tmp_path / "there") as store:
        assert store.head("cup") is None
    refused(call("--data", tmp_path / "data", "export", cup, "--to", tmp_path / "no" / "x"), "/no")
    assert not [each for each in tmp_path.iterdir() if "unfinished" in each.name]


def test_nothing_to_export(tmp_path: Path) -> None:
    file = write_cup(tmp_path)
    done = call("--data", tmp_path / "data", "export", file, "--to", tmp_path / "x")
    refused(done, "nothing of the tournament 'cup' was played")
    assert not (tmp_path / "x").exists()


def test_ctrl_c_during_an_import_leaves_nothing(
    cup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal, "interruptible", lambda: nullcontext([2]))
    assert import_(export(cup), tmp_path / "there").code == 130
    with Store(tmp_path / "there") as store:
        assert store.head("cup") is None


KILL = """
import os, signal, sys
from sqlalchemy import event
from sqlalchemy.engine import Engine
from tournaments import cli

data, archive, statement = sys.argv[1:]

@event.listens_for(Engine, "after_cursor_execute")
def stop(connection, cursor, sql, *_):
    if sql.startswith(statement) and connection.engine.url.database.startswith(data):
        os.kill(os.getpid(), signal.SIGKILL)

sys.argv[1:] = ["--data", data, "import", archive]
cli.main()
"""


@pytest.mark.parametrize("table", ["matches", "journal", "tournaments"])
def test_an_import_that_is_killed_leaves_nothing(cup: Path, tmp_path: Path, table: str) -> None:
    archive, there = export(cup), tmp_path / "there"
    assert child(KILL, there, archive, f"INSERT INTO {table}").returncode == -9
    with Store(there) as store:
        assert store.head("cup") is None
        assert store.played("cup") == set()
        assert store.definition("cup") is None
    assert import_(archive, there).code == 0
    assert shown(there, cup) == shown(tmp_path / "data", cup)


@pytest.mark.unconfined
def test_a_tournament_goes_on_on_another_machine(tmp_path: Path) -> None:
    """By the real command, with the bots that were not in the archive."""
    bots = [BOTS / "random", BOTS / "first"]
    file, here, there = tmp_path / "cup.toml", tmp_path / "data", tmp_path / "there"
    run("--data", here, "run", write_tournament(file, bots, 3), folder=tmp_path)
    archive = export(write_tournament(file, bots, 6))
    done = run("--data", there, "import", archive, "--file", "new.toml", folder=tmp_path)
    assert (done.code, done.err) == (0, "")
    new = tmp_path / "new.toml"
    done = run("--data", there, "run", new, folder=tmp_path)
    assert (done.code, done.err) == (0, "")
    assert shown(there, new) == reference(file, tmp_path / "reference")
    done = run("--data", there, "verify", new, "--jobs", 2, folder=tmp_path)
    assert "12 matches replayed" in done.out
    assert "14 entries of the journal" in done.out
