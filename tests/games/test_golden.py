"""The golden playthroughs are as they were, and no game lacks one."""

from pathlib import Path

import pytest

from referee.games.registry import GAMES, make_game
from referee.testing import variants
from referee.testing.variants import is_long
from tests.games import golden


@pytest.mark.parametrize("name", sorted(golden.PLAYTHROUGHS))
def test_the_playthrough_is_as_it_was(name: str) -> None:
    kept = golden.path_of(name).read_text(encoding="utf-8")
    assert golden.text_of(name).splitlines() == kept.splitlines(), (
        f"{name} is played otherwise than before; if that is meant, raise rules_version and run "
        "python -m tests.games.golden --write"
    )


def test_every_game_has_a_golden_playthrough() -> None:
    assert {shown.game for shown in golden.PLAYTHROUGHS.values()} == set(GAMES)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_value_of_an_option_has_a_golden_playthrough(game: str) -> None:
    """But for long ranges of numbers, of which several values do."""
    shown = [
        make_game(game, playthrough.options).options.model_dump()
        for playthrough in golden.PLAYTHROUGHS.values()
        if playthrough.game == game
    ]
    every = [options.model_dump() for options in variants(GAMES[game])]
    for name, field in GAMES[game].options_type.model_fields.items():
        values = {options[name] for options in shown}
        if is_long(field):
            assert len(values) > 1, name
        else:
            assert values == {options[name] for options in every}, name


def test_no_golden_file_is_left_over() -> None:
    kept = {path.stem for game in GAMES for path in golden.FOLDER.glob(f"{game}-*.txt")}
    assert kept == set(golden.PLAYTHROUGHS)


def test_writing_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(golden, "FOLDER", tmp_path)
    monkeypatch.setattr(golden, "PLAYTHROUGHS", {"fox-16": golden.PLAYTHROUGHS["fox-16"]})
    assert golden.main([]) == 1
    assert golden.main(["--write"]) == 0
    assert golden.main([]) == 0
    assert golden.main(["--wirte"]) == 2
    assert golden.path_of("fox-16").read_text(encoding="utf-8") == golden.text_of("fox-16")
