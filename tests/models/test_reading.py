"""Answers of models: the last JSON object counts, and nothing is guessed from prose."""

from random import Random

import pytest

from referee.models.reading import read
from referee.models.reply import AnswerVerdict, Reply
from tests.models.sights import Decision, decision
from tests.models.ways import said, unsaid

GAMES = ("fox", "the-game", "nase-hra", "korist")
FOX = decision("fox")
WAYS = 400
"""For each game and kind; `make models` has many more."""


def verdict(text: str, own: Decision = FOX, **reply: object) -> AnswerVerdict:
    values = {"text": text} | reply
    return read(Reply(**values), own.sight, own.seen, own.legal).verdict  # type: ignore[arg-type]


def chosen(text: str, own: Decision = FOX) -> int | None:
    return read(Reply(text=text), own.sight, own.seen, own.legal).index


@pytest.mark.parametrize(
    "text",
    [
        '{"move": "#2"}',
        '{"move": 2}',
        '{"move": "2"}',
        'First {"move": "#1"}, no: {"move": "#2"}',
        '```json\n{"move": "#2"}\n```',
        '{"a": {"move": "#1"}, "move": "#2"}',
        'f = {x} and {"move": "#2"} {',
        '{"a": 1 broken} then {"move": "#2"}',
    ],
)
def test_the_last_object_counts(text: str) -> None:
    assert chosen(text) == 1


def test_an_action_by_its_name_and_by_its_line() -> None:
    name = FOX.texts[2]
    assert chosen(f'{{"move": "{name.lower()}"}}') == 2
    assert chosen(f'{{"move": "3) {name}"}}') == 2
    assert verdict(f'{{"move": "1) {name}"}}') is AnswerVerdict.AMBIGUOUS


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", AnswerVerdict.EMPTY),
        (" \n", AnswerVerdict.EMPTY),
        ("I play #2", AnswerVerdict.UNREADABLE),
        ('{"choice": 2}', AnswerVerdict.UNREADABLE),
        ('{"move": "#2"} and {"sure": true}', AnswerVerdict.UNREADABLE),
        ('{"move": "#2"} or rather {"move": "#3', AnswerVerdict.UNREADABLE),
        ('{"move": "#2", "alternative": {"move": "#3"}, oops}', AnswerVerdict.UNREADABLE),
        ('{"move": "hello"}', AnswerVerdict.UNREADABLE),
        ('{"move": "#99"}', AnswerVerdict.ILLEGAL),
        ('{"move": "keep"}', AnswerVerdict.ILLEGAL),
        # Of so many digits Python makes no number, and says so in words of its own.
        (f'{{"move": "{"1" * 5_000}"}}', AnswerVerdict.ILLEGAL),
        (f'{{"move": "#{"1" * 5_000}"}}', AnswerVerdict.ILLEGAL),
        (f'{{"move": {"1" * 5_000}}}', AnswerVerdict.UNREADABLE),
        ('{"move": "#1", "move": "#2"}', AnswerVerdict.AMBIGUOUS),
        ('{"move": "#1", "move": "#1"}', AnswerVerdict.GOOD),
        ("{" * 5_000, AnswerVerdict.UNREADABLE),
        ('{"a":' * 50_000, AnswerVerdict.UNREADABLE),
        ("x" * 300_000, AnswerVerdict.UNREADABLE),
    ],
)
def test_verdicts(text: str, expected: AnswerVerdict) -> None:
    assert verdict(text) is expected


def test_verdicts_that_the_endpoint_tells() -> None:
    good = '{"move": "#2"}'
    assert verdict(good, finish="length") is AnswerVerdict.TRUNCATED
    assert verdict(good, refusal="I must not gamble") is AnswerVerdict.REFUSAL
    assert verdict("", finish="content_filter") is AnswerVerdict.REFUSAL
    assert verdict(good, called_tool=True) is AnswerVerdict.TOOL_CALL
    assert verdict("", finish="length") is AnswerVerdict.TRUNCATED


def test_an_empty_text_never_repeats_flags() -> None:
    """In The Game a person's Enter leaves the flags as they are."""
    flags = next(own for n in range(40) if len((own := decision("the-game", n)).legal) == 81)
    assert verdict('{"move": ""}', flags) is AnswerVerdict.UNREADABLE
    assert verdict('{"move": " "}', flags) is AnswerVerdict.UNREADABLE
    assert verdict('{"move": "#1"}', flags) is AnswerVerdict.UNREADABLE
    for text in ("0120", "flags 0120", "B no big jump, C leave it to me"):
        index = chosen(f'{{"move": "{text}"}}', flags)
        assert index is not None
        assert flags.texts[index] == "flags 0120"


def test_without_a_list_numbers_stand_for_nothing() -> None:
    def index(move: str) -> int | None:
        reply = Reply(text=f'{{"move": "{move}"}}')
        return read(reply, FOX.sight, FOX.seen, FOX.legal, listed=False).index

    assert index("#1") is None
    assert index("1") is None
    assert index(FOX.texts[0]) == 0


def test_notes_are_read_with_the_move() -> None:
    found = read(Reply(text='{"move": 1, "notes": "B7 is out"}'), FOX.sight, FOX.seen, FOX.legal)
    assert found.notes == "B7 is out"


@pytest.mark.parametrize("game", GAMES)
def test_no_way_to_say_a_choice_is_misread(game: str) -> None:
    check_said(game, WAYS, 1)


@pytest.mark.parametrize("game", GAMES)
def test_no_text_without_a_choice_becomes_one(game: str) -> None:
    check_unsaid(game, WAYS, 2)


def check_said(game: str, ways: int, seed: int) -> None:
    random = Random(f"said/{game}/{seed}")
    own = _some(game)
    for _ in range(ways):
        found = random.choice(own)
        index = random.randrange(len(found.legal))
        listed = found.sight.view.listed(found.seen)
        text = said(random, index, found.texts, listed=listed)
        assert chosen(text, found) == index, text


def check_unsaid(game: str, ways: int, seed: int) -> None:
    random = Random(f"unsaid/{game}/{seed}")
    own = _some(game)
    for _ in range(ways):
        found = random.choice(own)
        text = unsaid(random, random.randrange(len(found.legal)), found.texts)
        assert chosen(text, found) is None, text


def _some(game: str) -> list[Decision]:
    return [decision(game, number) for number in (0, 3, 7, 12)]
