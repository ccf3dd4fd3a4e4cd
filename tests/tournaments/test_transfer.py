"""A tournament moves whole: what arrives is what left, and nothing arrives that is not whole."""

import hashlib
import json
import shutil
import zipfile
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.errors import UserError
from tests.e2e.command import BOTS, Done, call, run, write_tournament
from tests.e2e.reference import reference, shown
from tests.games.profiles import fast
from tests.records.children import child
from tests.records.matches import failing_after, uniform
from tests.tournaments.cups import play_cup, write_cup
from tournaments.commands import journal
from tournaments.storage.store import Store
from tournaments.transfer import archive as room
from tournaments.transfer.leaving import export_to

Change = Callable[[dict[str, bytes]], None]


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    """The file of a tournament that was begun with two boards and goes on with three."""
    play_cup(write_cup(tmp_path), tmp_path / "data", [uniform, failing_after(60)])
    file = write_cup(tmp_path, boards=3)
    play_cup(file, tmp_path / "data", matches=2)
    return file


def export(file: Path, name: str = "cup.stych") -> Path:
    to = file.parent / name
    done = call("--data", file.parent / "data", "export", file, "--to", to)
    assert (done.code, done.err) == (0, ""), done
    return to


def import_(archive: Path, data: Path, *more: object) -> Done:
    return call("--data", data, "import", archive, *more)


def refused(done: Done, *words: str, code: int = 2) -> None:
    assert (done.code, done.out) == (code, "")
    assert done.err.startswith("stych: ")
    assert done.err.count("\n") == 1
    for word in words:
        assert word in done.err, done.err


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


@pytest.mark.slow
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
    """The words of docs/records.md, in other code."""
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
    refused(call("--data", tmp_path / "data", "export", cup, "--to", tmp_path / "no" / "x"), "no")
    assert not [each for each in tmp_path.iterdir() if "unfinished" in each.name]


def test_nothing_to_export(tmp_path: Path) -> None:
    file = write_cup(tmp_path)
    done = call("--data", tmp_path / "data", "export", file, "--to", tmp_path / "x")
    refused(done, "nothing of the tournament 'cup' was played")
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("UPDATE matches SET measured = '{}' WHERE id = ", "is not what the journal says"),
        ("UPDATE matches SET record = x'00' WHERE id = ", "cannot be unpacked"),
        ("DELETE FROM matches WHERE id = ", "is in the journal, but not there"),
    ],
)
def test_what_is_damaged_is_not_exported(
    cup: Path, tmp_path: Path, statement: str, words: str
) -> None:
    with Store(tmp_path / "data") as store:
        id_ = min(store.played("cup"))
        with store.database.writing() as connection:
            connection.exec_driver_sql(f"{statement} '{id_}'")
    done = call("--data", tmp_path / "data", "export", cup, "--to", tmp_path / "x")
    refused(done, "cup is not as it was saved", id_, words, "verify", code=1)
    assert not (tmp_path / "x").exists()
    # The library by itself, since what is kept may change after that look.
    cannot = f"cup is damaged and cannot be exported: .*{id_}.*{words}"
    with Store(tmp_path / "data") as store, pytest.raises(UserError, match=cannot):
        export_to(tmp_path / "x", store, ["cup"], b"")
    assert not (tmp_path / "x").exists()


def rewrite(archive: Path, change: Change) -> None:
    """The archive with other contents."""
    with zipfile.ZipFile(archive) as old:
        texts = {name: old.read(name) for name in old.namelist()}
    change(texts)
    with zipfile.ZipFile(archive, "w") as new:
        for name, text in texts.items():
            new.writestr(name, text)


def about(**values: object) -> Change:
    def change(texts: dict[str, bytes]) -> None:
        said = json.loads(texts["about.json"])
        said["tournaments"][0].update(
            {key: values.pop(key) for key in ("name", "entries", "head") if key in values}
        )
        texts["about.json"] = json.dumps({**said, **values}).encode()

    return change


def lines(edit: Callable[[list[bytes]], None]) -> Change:
    def change(texts: dict[str, bytes]) -> None:
        split = texts["journal.jsonl"].split(b"\n")
        edit(split)
        texts["journal.jsonl"] = b"\n".join(split)

    return change


def another_name(texts: dict[str, bytes]) -> None:
    texts["../../evil"] = texts.pop("tournament.toml")


def one_more(texts: dict[str, bytes]) -> None:
    texts["/etc/passwd"] = b"root"


def put(number: int, line: bytes) -> Callable[[list[bytes]], None]:
    return lambda split: split.insert(number, line)


DAMAGES: dict[str, tuple[Change, str]] = {
    "a path": (another_name, "its files are not about.json"),
    "one more file": (one_more, "its files are not about.json"),
    "a version": (about(format=2), "format"),
    "a name that is a path": (about(name="../up"), "tournaments[0].name"),
    "a name of ours": (about(name="play"), "holds a quick series"),
    "another name": (about(name="league"), "it does not say that 'cup' is in it"),
    "a strange key": (about(more=1), "more"),
    "another head": (about(head="0" * 64), "does not lead to the head 0000"),
    "no head": (about(head="x"), "head"),
    "another length": (about(entries=3), "does not lead to the head"),
    "no json": (lambda texts: texts.update({"about.json": b"{"}), "about.json"),
    "no journal": (lambda texts: texts.update({"journal.jsonl": b""}), "does not lead to"),
    "half a journal": (lines(lambda j: j.__delitem__(slice(5, None))), "has no end"),
    "no measured part": (lines(lambda j: j.__delitem__(2)), "damaged"),
    "a match twice": (lines(lambda j: j.extend([j[1], j[2], b""])), "damaged"),
    "an order": (lines(lambda j: j.insert(0, j.pop(1))), "damaged"),
    "a definition": (lines(put(0, b'["tournament","cup",{}]')), "does not lead to the head"),
    "an entry": (lines(put(0, b'["match","a","b","c"]')), "a match of its journal has no record"),
    "nonsense": (lines(put(0, b"[1")), "a line of its journal: it is no line of JSON"),
    "depth": (lines(put(0, b"[" * 100_000)), "it is no line of JSON"),
    "no record": (lines(put(1, b"{}")), "not a match record: "),
    "no text": (lines(lambda j: j.__setitem__(2, b"\xff")), "damaged"),
}


@pytest.mark.slow
@pytest.mark.parametrize("case", DAMAGES)
def test_a_bad_archive_is_refused(cup: Path, tmp_path: Path, case: str) -> None:
    """In one sentence, and what is there stays as it is."""
    change, words = DAMAGES[case]
    archive = export(cup)
    rewrite(archive, change)
    before = sorted(tmp_path.rglob("*"))
    refused(import_(archive, tmp_path / "there"), str(archive), words)
    assert set(tmp_path.rglob("*")) - set(before) <= {
        tmp_path / "there",
        tmp_path / "there" / "stych.db",
    }
    with Store(tmp_path / "there") as store:
        assert store.head("cup") is None
        assert store.played("cup") == set()


def test_a_journal_that_is_chained_anew_but_not_true(cup: Path, tmp_path: Path) -> None:
    """An action changed, and the head made to fit: only the rules can tell."""
    archive, data = export(cup), tmp_path / "forged"
    shutil.copytree(tmp_path / "data", data)
    with Store(data) as store:
        forged = [
            replace(each, actions=each.actions[:-1]) if not each.faults else each
            for each in store.records("cup")
        ]
        definition = store.definition("cup")
        assert definition is not None
        store.forget("cup")
        store.define("cup", definition)
        store.save(forged)
    archive.unlink()
    assert call("--data", data, "export", cup, "--to", archive).code == 0
    refused(
        import_(archive, tmp_path / "there"),
        "is damaged: match ",
        "of the record is not what the rules say",
    )


@pytest.mark.parametrize("content", [b"", b"hello", b"PK\x05\x06" + 18 * b"\0"])
def test_what_is_no_archive(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "x").write_bytes(content)
    refused(import_(tmp_path / "x", tmp_path / "there"), "is no exported tournament")
    refused(import_(tmp_path / "none", tmp_path / "there"), "No such file")
    refused(import_(tmp_path, tmp_path / "there"), "Is a directory")


def test_long_lines_and_texts_are_not_read(
    cup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = export(cup)
    monkeypatch.setattr(room, "_LONGEST", 40)
    refused(import_(archive, tmp_path / "there"), "about.json is too long")
    monkeypatch.setattr(room, "_LONGEST", 400)
    refused(import_(archive, tmp_path / "there"), "a line of its journal has no end")


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


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
@settings(fast(100), suppress_health_check=list(HealthCheck))
@given(at=st.floats(0, 1, exclude_max=True), bits=st.integers(1, 255), cut=st.booleans())
def test_a_changed_byte_of_an_archive(
    cup: Path, tmp_path: Path, at: float, bits: int, *, cut: bool
) -> None:
    """It is refused, or it made no difference."""
    archive, there = tmp_path / "changed", tmp_path / "there"
    shutil.rmtree(there, ignore_errors=True)
    whole = tmp_path / "cup.stych"
    content = bytearray((whole if whole.exists() else export(cup)).read_bytes())
    place = int(at * len(content))
    content[place] ^= bits
    archive.write_bytes(content[:place] if cut else content)
    done = import_(archive, there, "--file", there / "new.toml")
    if done.code:
        refused(done)
    else:
        assert shown(there, cup) == shown(tmp_path / "data", cup)
        assert (there / "new.toml").read_bytes() == cup.read_bytes()
