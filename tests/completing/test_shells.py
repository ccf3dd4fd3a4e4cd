"""What each shell asks, and how it is answered."""

import pytest

from tournaments.commands.completing.shells import SHELLS, Candidate, Question


@pytest.mark.parametrize(
    ("words", "at", "asked"),
    [
        ("stych play ", 2, Question(["play"], "")),
        ("stych\nplay\nfo", 2, Question(["play"], "fo")),
        ("stych\nplay\nfox", 1, Question([], "play")),
        # In pieces, as bash has them by default.
        ("stych\nplay\nfox\nthumb\n@", 4, Question(["play", "fox"], "thumb@", 6)),
        ("stych\nplay\nfox\nthumb\n@\n2", 5, Question(["play", "fox"], "thumb@2", 6)),
        ("stych\nplay\nfox\nthumb\n@\n2\n", 6, Question(["play", "fox", "thumb@2"], "")),
        ("stych\nx\n--option\n=\nhow\n=\nw", 6, Question(["x"], "--option=how=w", 13)),
        (
            "stych\n--data\npostgresql+psycopg\n:\n//ann\n@\nh\n:\n5432/n\ntab",
            *(9, Question(["--data", "postgresql+psycopg://ann@h:5432/n"], "tab")),
        ),
        ("stych\n@\nx", 2, Question([], "@x", 1)),
        # Whole, where somebody has told bash so.
        ("stych\nplay\nfox\nthumb@2", 3, Question(["play", "fox"], "thumb@2", 0)),
        ('stych\nrun\n"my cup', 2, Question(["run"], "my cup", 0)),
        ("stych\nrun\nmy\\ cup\n", 3, Question(["run", "my cup"], "")),
        ("", 0, Question([], "")),
    ],
)
def test_bash_asks(words: str, at: int, asked: Question) -> None:
    environment = {"COMP_WORDS": words, "COMP_CWORD": str(at)}
    assert SHELLS["bash"].question(environment) == asked


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_others_ask(shell: str) -> None:
    ask = SHELLS[shell].question
    assert ask({"_TYPER_COMPLETE_ARGS": "stych play "}) == Question(["play"], "")
    assert ask({"_TYPER_COMPLETE_ARGS": "stych play fo"}) == Question(["play"], "fo")
    assert ask({"_TYPER_COMPLETE_ARGS": "stych x a=b"}) == Question(["x"], "a=b")


def test_bash_is_told_what_it_has_not() -> None:
    asked = Question(["play", "fox"], "thumb@", 6)
    assert SHELLS["bash"].answer(asked, [Candidate("thumb@1"), Candidate("thumb@2")]) == "1\n2"


def test_zsh_evaluates_nothing_that_is_told() -> None:
    told = SHELLS["zsh"].answer(Question([], ""), [Candidate("a:b", 'it\'s "$(x)": `y` \\')])
    assert told == '_arguments \'*: :(("a\\\\:b":"it\u2019s (x)\\\\: y "))\''
    assert SHELLS["zsh"].answer(Question([], ""), []) == "_files"


def test_fish_asks_first_whether_there_are_any(monkeypatch: pytest.MonkeyPatch) -> None:
    one, answer = [Candidate("fox", "a game")], SHELLS["fish"].answer
    assert answer(Question([], ""), one) == "fox\ta game"
    monkeypatch.setenv("_TYPER_COMPLETE_FISH_ACTION", "is-args")
    for found, code in ((one, 0), ([], 1)):
        with pytest.raises(SystemExit) as ended:
            answer(Question([], ""), found)
        assert ended.value.code == code
