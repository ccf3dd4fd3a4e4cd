"""Options of a game on a command line: what is read as a value, and what stays text."""

import pytest

from referee.errors import UserError
from tournaments.config.quick import parse_options


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("21", 21),
        ("-3", -3),
        ("true", True),
        ("false", False),
        ("expert", "expert"),
        ("1.5", "1.5"),
        ("+5", "+5"),
        ("1_000", "1_000"),
        ("٣", "٣"),
        ("", ""),
        ("a=b", "a=b"),
    ],
)
def test_whole_numbers_and_truth_values_are_read(text: str, value: object) -> None:
    found = parse_options([f"key={text}"])["key"]
    assert (type(found), found) == (type(value), value)


def test_a_number_of_too_many_digits_is_refused_and_a_sign_is_no_digit() -> None:
    assert parse_options(["key=-" + "9" * 100]) == {"key": -(10**100 - 1)}
    with pytest.raises(UserError, match="100 digits at most, or a word; received one of 101"):
        parse_options(["key=" + "9" * 101])


def test_an_option_without_a_value_is_refused() -> None:
    with pytest.raises(UserError, match="KEY=VALUE, such as target=35; received 'target'"):
        parse_options(["target"])
