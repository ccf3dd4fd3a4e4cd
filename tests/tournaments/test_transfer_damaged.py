"""What is damaged is not exported, and no bad archive is imported: nothing of it arrives."""

import json
import shutil
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.errors import UserError
from tests.e2e.command import call
from tests.e2e.reference import shown
from tests.games.profiles import fast
from tests.tournaments.transfers import export, import_, refused
from tournaments.storage.store import Store
from tournaments.transfer import archive as archive_module
from tournaments.transfer.exporting import export_to

Change = Callable[[dict[str, bytes]], None]


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("UPDATE matches SET measured = '{}' WHERE id = ", "is not what the journal says"),
        ("UPDATE matches SET record = x'00' WHERE id = ", "cannot be unpacked"),
        ("DELETE FROM matches WHERE id = ", "is in the journal, but not stored"),
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
    # The library checks as well: what is stored may change after the check of the command.
    cannot = f"cup is damaged and cannot be exported: .*{id_}.*{words}"
    with Store(tmp_path / "data") as store, pytest.raises(UserError, match=cannot):
        export_to(tmp_path / "x", store, ["cup"], b"")
    assert not (tmp_path / "x").exists()


def rewrite(archive: Path, change: Change) -> None:
    """Change the files in the archive, which `change` gets by their names."""
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
    """In one sentence, and nothing of it is stored."""
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
    """The last actions left out, and the head made to fit: only the rules can tell."""
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
    monkeypatch.setattr(archive_module, "_LONGEST", 40)
    refused(import_(archive, tmp_path / "there"), "about.json is too long")
    monkeypatch.setattr(archive_module, "_LONGEST", 400)
    refused(import_(archive, tmp_path / "there"), "its journal is too long or has no end")


@pytest.mark.slow
@settings(fast(100), suppress_health_check=list(HealthCheck))
@given(at=st.floats(0, 1, exclude_max=True), bits=st.integers(1, 255), cut=st.booleans())
def test_an_archive_with_a_changed_byte_or_cut_off(
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
