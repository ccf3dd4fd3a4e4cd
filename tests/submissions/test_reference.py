"""How a stored bot is named."""

import pytest

from referee.errors import UserError
from tournaments.submissions.reference import Reference


@pytest.mark.parametrize(
    ("text", "name", "number"),
    [("a@1", "a", 1), ("my-bot.2@12", "my-bot.2", 12), ("thumb@latest", "thumb", None)],
)
def test_a_version(text: str, name: str, number: int | None) -> None:
    assert Reference.of(text) == Reference(name, number)
    assert str(Reference(name, number)) == text


@pytest.mark.parametrize("text", ["bots/thumb", "thumb", ".", "./a@1", "/bots/a@latest", "a@1/"])
def test_a_path(text: str) -> None:
    assert Reference.of(text) is None


@pytest.mark.parametrize(
    "text", ["a@", "@1", "a@0", "a@01", "a@-1", "a@b", "A@1", "a@1@2", "a@1 ", "a@Latest", "a@1\n"]
)
def test_neither(text: str) -> None:
    with pytest.raises(UserError) as caught:
        Reference.of(text)
    assert str(caught.value) == (
        "a stored bot is written NAME@N or NAME@latest, such as thumb@2, and a folder with an @ in"
        f" its name with a slash, such as ./{text}; received {text!r}"
    )
