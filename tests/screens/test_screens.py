"""The screens of `run`, `duel`, `doctor` and `join` are as they were, and fit the terminal."""

import pytest
from rich.cells import cell_len

from referee.games.registry import GAMES
from tests.screens import golden, joined

pytestmark = pytest.mark.slow

COPIED = ("stych ", "0000", "    mend: ")
"""How lines begin that are there to be copied: the terminal alone may break them."""


@pytest.mark.parametrize("width", golden.WIDTHS)
@pytest.mark.parametrize("name", golden.SCREENS)
def test_the_screen_is_as_it_was(name: str, width: int) -> None:
    kept = golden.path_of(name, width).read_text(encoding="utf-8")
    assert golden.text_of(name, width).splitlines() == kept.splitlines(), (
        "the screen looks otherwise than before; if that is meant, run"
        " python -m tests.screens.golden --write and look at the difference"
    )


@pytest.mark.parametrize("width", golden.WIDTHS)
@pytest.mark.parametrize("name", golden.SCREENS)
def test_no_line_is_wider_than_the_terminal_and_none_is_cut_off(name: str, width: int) -> None:
    for line in golden.path_of(name, width).read_text(encoding="utf-8").splitlines():
        assert cell_len(line) <= width or line.startswith(COPIED), line
        assert "\u2026" not in line


def test_there_is_no_screen_that_nobody_draws() -> None:
    known = {golden.path_of(name, width) for name in golden.SCREENS for width in golden.WIDTHS}
    assert set(golden.FOLDER.iterdir()) == known


def test_every_game_has_its_screens() -> None:
    assert set(joined.SCREENS) == {f"join-{game}" for game in GAMES}
