"""What a bot may write: the index or the text of a legal action; anything else is refused."""

import pytest

from referee.games.korist.names import NOTATION
from stych_lines.answers import UnreadableAnswerError, read_answer

TEXTS = ["4", "4 4 J", "take", "13"]


def read(answer: bytes) -> int:
    return read_answer(answer, TEXTS, NOTATION.parse_action)


@pytest.mark.parametrize(
    ("answer", "index"),
    [
        (b"0", 0),
        (b"3", 3),
        (b" +2 \r", 2),
        (b"002", 2),
        (b"take", 2),
        (b"  4 4 J", 1),
        (b'"4 4 J"', 1),
        (b'"\\u0074ake"', 2),
        # Digits alone are an index, unless they are marked as a text.
        (b"1", 1),
        (b'"4"', 0),
        (b'"13"', 3),
    ],
)
def test_it_reads(answer: bytes, index: int) -> None:
    assert read(answer) == index


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (
            b"",
            "answered an empty line; the answer must be an index from 0 to 3, or one of: 4, 4 4 J,"
            " take",
        ),
        (b"   ", "answered an empty line"),
        (b"4", "answered the index 4; the answer must be an index from 0 to 3"),
        (b"-1", "answered the index -1; "),
        (b"9" * 20, f"answered the index {'9' * 20}; "),
        (b"9" * 5000, "which is no action; "),
        (b"2.0", "answered '2.0', which is no action; "),
        (b"[2]", "answered '[2]', which is no action; "),
        (b'{"index": 2}', "which is no action; "),
        (b"null", "answered 'null', which is no action; "),
        (b"I take", "answered 'I take', which is no action; "),
        (b"Take", "answered 'Take', which is no action; "),
        (
            b"leave",
            "answered 'leave', which is not legal here; the answer must be an index from 0 to 3",
        ),
        (b'"take', "which is no action; "),
        (b'"take" "leave"', "which is no action; "),
        (b'"' + b"[" * 100_000, "which is no action; "),
        (b"[" * 100_000, "which is no action; "),
        (b"take\xff", r"answered 'take\\xff', which is not UTF-8"),
        (b"\x1b[2J", "answered '\\x1b[2J', which is no action; "),
        (b"x" * 1000, f"answered '{'x' * 60}'..., which is no action; "),
    ],
)
def test_it_guesses_nothing(answer: bytes, why: str) -> None:
    with pytest.raises(UnreadableAnswerError) as told:
        read(answer)
    assert why in str(told.value)
    assert "\n" not in str(told.value)
    assert str(told.value).isprintable()
