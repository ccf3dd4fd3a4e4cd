"""Journals as docs/records.md describes them: entries and links are calculated again here."""

import hashlib
import json
import re
from pathlib import Path

import pytest

from tests.records.matches import make_record
from tests.root import ROOT
from tournaments.storage.journal import (
    START,
    Defined,
    JournalError,
    SavedMatch,
    chain,
    define_text,
    match_text,
    play_digest,
    read_text,
)
from tournaments.storage.rows import summary, summary_of, texts
from tournaments.storage.schema import JOURNAL
from tournaments.storage.store import Store
from tournaments.verify import raw

PAGE = (ROOT / "docs" / "records.md").read_text(encoding="utf-8")
RECORD = make_record()
LINE, MEASURED = texts(RECORD)


def sha(text: str | bytes) -> str:
    return hashlib.sha256(text.encode() if isinstance(text, str) else text).hexdigest()


def test_entries_are_lines_of_json() -> None:
    definition = {"seed": "č\n", "boards": 3}
    text = define_text("cup", definition)
    assert text == '["tournament","cup",{"boards":3,"seed":"\\u010d\\n"}]'
    assert read_text(text) == Defined("cup", definition)
    text = match_text("beef", b"line", b"measured")
    assert json.loads(text) == ["match", "beef", sha("line"), sha("measured")]
    assert read_text(text) == SavedMatch("beef", sha("line"), sha("measured"))


def test_the_summary_of_a_record_is_that_of_its_line() -> None:
    told = json.loads(LINE)
    seats, outcome = told["seats"], told["outcome"]
    faults = [(seats[each["seat"]]["entrant"], each["fault"]["kind"]) for each in told["faults"]]
    own = summary(RECORD)
    path, actions = told["deal"]["path"], told["actions"]
    assert own == summary_of(path, actions, outcome["places"], outcome["points"], faults)
    assert own.play == play_digest(path, actions)


@pytest.mark.parametrize(
    "text",
    [b"", b"{", b"[]", b'["match","a","b"]', b'["tournament","a",3]', b"\xff", b"[" * 100_000],
)
def test_what_is_no_entry(text: bytes) -> None:
    with pytest.raises(JournalError):
        read_text(text)


def test_every_link_follows_from_all_before() -> None:
    first, second = chain(None, ["a", "b"])
    assert (first.number, first.link) == (1, sha(f"{START}\na"))
    assert (second.number, second.link) == (2, sha(f"{first.link}\nb"))
    assert chain(first, ["b"]) == [second]
    assert chain(first, []) == []


def test_the_play_is_the_deal_and_the_actions_alone() -> None:
    path, actions = RECORD.deal.path, RECORD.actions
    text = json.dumps([path, actions], separators=(",", ":"))
    assert play_digest(path, actions) == sha(text)[:16]
    assert play_digest(path, actions[:-1]) != play_digest(path, actions)
    assert play_digest((*path[:-1], "2"), actions) != play_digest(path, actions)


def test_the_store_keeps_the_journal_of_the_page(tmp_path: Path) -> None:
    """Definitions and matches in the order in which they came; nothing twice."""
    other, more = make_record(2, tournament="league"), make_record(2)
    with Store(tmp_path) as store:
        store.define("cup", {"boards": 1})
        store.define("cup", {"boards": 1})
        store.save([RECORD, other])
        store.define("cup", {"boards": 2})
        store.save([RECORD, more])
        store.save([])
        kept = list(raw.entries(store.database, "cup"))
        head = store.head("cup")
        assert store.head("league") is not None
        store.forget("cup")
        assert store.head("cup") is None
        assert store.head("league") is not None
    assert [entry.number for entry in kept] == [1, 2, 3, 4]
    assert [json.loads(entry.text)[:2] for entry in kept] == [
        ["tournament", "cup"],
        ["match", RECORD.id],
        ["tournament", "cup"],
        ["match", more.id],
    ]
    assert kept[1].text.decode() == json.dumps(
        ["match", RECORD.id, sha(LINE), sha(MEASURED)], separators=(",", ":")
    )
    link = "0" * 64
    for entry in kept:
        link = sha(link.encode() + b"\n" + entry.text)
        assert entry.link.decode() == link
    assert head is not None
    assert head.link == link


def test_every_column_of_the_journal_is_on_the_page() -> None:
    assert {each.name for each in JOURNAL.columns} <= set(re.findall(r"`(\w+)`", PAGE))
