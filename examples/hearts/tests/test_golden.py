"""The golden playthroughs are as they were."""

import golden
import pytest


@pytest.mark.parametrize("name", sorted(golden.PLAYTHROUGHS))
def test_the_playthrough_is_as_it_was(name: str) -> None:
    assert golden.text_of(name) == golden.path_of(name).read_text(encoding="utf-8")


def test_no_file_is_left_over() -> None:
    assert {path.stem for path in golden.FOLDER.iterdir()} == set(golden.PLAYTHROUGHS)
