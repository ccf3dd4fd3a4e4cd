"""The screens in docs/join.md are what is printed."""

import re
from itertools import islice

import pytest

from referee.games.registry import GAMES
from tests.games.golden import PLAYTHROUGHS
from tests.joining.moments import moments
from tests.root import ROOT

PAGE = ROOT / "docs" / "join.md"
SCREEN = re.compile(r"<!-- (\S+), decision (\d+) -->\n```\n(.*?)```\n", re.DOTALL)
SCREENS = SCREEN.findall(PAGE.read_text(encoding="utf-8"))


def printed(name: str, number: str) -> str:
    moment = next(islice(moments(name), int(number), None))
    return "".join(f"{line.rstrip()}\n" for line in moment.text.splitlines())


def test_there_is_one_of_every_game() -> None:
    assert {PLAYTHROUGHS[name].game for name, _, _ in SCREENS} == set(GAMES)


@pytest.mark.parametrize(("name", "number", "text"), SCREENS)
def test_a_screen_is_what_is_printed(name: str, number: str, text: str) -> None:
    assert text == printed(name, number)
