"""What others wrote is shown as text, whatever it is made of; one place says how."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee import text
from tests.root import ROOT

STEERING = {
    "an escape sequence": "\x1b[2J",
    "a title": "\x1b]0;x\x07",
    "an escape of one byte": "\x9b31m",
    "backspaces": "good\b\b\b\bevil",
    "the beginning of the line": "good\revil",
    "NUL": "a\x00b",
    "from right to left": "a\u202egnp.exe",
    "an isolate": "\u2066a\u2069",
    "a mark of direction": "a\u200fb\u061c",
    "nothing that is seen": "a\u200b\u2060\ufeffb",
    "another end of a line": "a\u2028b\u2029c\x85d\x0be\x0cf",
    "tags": "a\U000e0041b",
    "half a character": "a\ud800b",
    "a character for private use": "a\ue000b",
}


@pytest.mark.parametrize("words", STEERING.values(), ids=list(STEERING))
def test_what_steers_is_replaced(words: str) -> None:
    shown = text.printable(words)
    assert shown != words
    assert len(shown) == len(words)
    assert text.INSTEAD in shown
    assert shown.replace(text.INSTEAD, "").isprintable()
    shown.encode()


@given(st.text(st.characters(exclude_categories=())))
def test_what_comes_out_is_as_long_and_has_nothing_that_steers(words: str) -> None:
    shown = text.printable(words)
    assert len(shown) == len(words)
    kinds = {unicodedata.category(c) for c in shown if c != "\n"}
    assert not kinds & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    assert text.printable(shown) == shown
    assert "\n" not in text.one_line(words)


def test_lines_stay_lines_where_there_may_be_some() -> None:
    assert text.printable("a\nb") == "a\nb"
    assert text.one_line("a\nb") == f"a{text.INSTEAD}b"


@pytest.mark.parametrize("words", ["", "Skat", "Kořist", "狐", "Ünal [red] <b> | 50 %"])
def test_honest_names_stay_as_they_are(words: str) -> None:
    assert text.printable(words) == text.one_line(words) == text.safe_name(words) == words


def test_names_are_cut() -> None:
    assert text.safe_name("x" * 100) == "x" * 100
    assert text.safe_name("x" * 101) == "x" * 97 + "..."
    assert text.safe_name("\x1b" * 1_000_000) == text.INSTEAD * 97 + "..."


def test_only_one_file_of_the_referee_and_the_competition_replaces_characters() -> None:
    """Others may ask whether a text is printable."""
    replacing = [
        path.relative_to(ROOT).as_posix()
        for room in ("referee", "tournaments")
        for path in (ROOT / room).rglob("*.py")
        if "ufffd" in path.read_text() or "isprintable() else" in path.read_text()
    ]
    assert replacing == ["referee/text.py"]
