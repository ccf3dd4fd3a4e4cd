"""A live stand is, whenever it is asked for, the stand that is made from nothing."""

from pathlib import Path

import pytest
from sqlalchemy import select, update

from referee.errors import UserError
from tests.records.matches import failing_after, uniform
from tests.tournaments.cups import play_cup, write_cup
from tests.tournaments.test_voids import void
from tournaments.config.stored import stored
from tournaments.run.live_stand import LiveStand
from tournaments.run.stand import stand
from tournaments.storage.schema import MATCHES
from tournaments.storage.store import Store


def check(live: LiveStand, data: Path) -> int:
    """Compare it with the stand from nothing; returns how many matches there are."""
    with Store(data) as store:
        definition = stored(store, "cup")
        now, made = live.now(store, definition), stand(store, definition)
    assert now.results == made.results
    assert now.counted == made.counted
    assert repr(now.table) == repr(made.table)
    assert now.schedule.fixtures == made.schedule.fixtures
    assert now.schedule.finished == made.schedule.finished
    return len(now.results)


@pytest.mark.slow
@pytest.mark.parametrize("format_", ["round-robin", "swiss", "ladder"])
def test_whenever_it_is_asked_it_is_the_stand_from_nothing(tmp_path: Path, format_: str) -> None:
    data, live, played = tmp_path / "data", LiveStand(), 0
    file = write_cup(tmp_path, boards=3, format=f'"{format_}"')
    answers = {"ann": uniform, "bob": failing_after(3), "cid": uniform}
    play_cup(file, data, answers, 1)
    assert check(live, data) == 1
    while played < (played := check(live, data)):
        play_cup(file, data, answers, 4)
    assert played >= 10


def test_what_was_read_is_not_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data, live, file = tmp_path / "data", LiveStand(), write_cup(tmp_path, boards=3)
    play_cup(file, data, matches=5)
    assert check(live, data) == 5
    play_cup(file, data, matches=6)
    with Store(data) as store:
        store.annul("cup", void("0" * 16))
        monkeypatch.setattr(Store, "summaries", None)
        assert len(live.now(store, stored(store, "cup")).results) == 11
        assert len(live.now(store, stored(store, "cup")).results) == 11


@pytest.mark.slow
def test_a_tournament_that_is_defined_or_begun_anew_is_read_anew(tmp_path: Path) -> None:
    data, live, file = tmp_path / "data", LiveStand(), write_cup(tmp_path, boards=2)
    play_cup(file, data)
    assert check(live, data) == 12
    play_cup(write_cup(tmp_path, boards=3), data)
    assert check(live, data) == 18
    with Store(data) as store:
        store.forget("cup")
    play_cup(file, data, (failing_after(2),), 7)
    assert check(live, data) == 7


def test_after_damage_that_is_mended_it_is_right_again(tmp_path: Path) -> None:
    data, live, file = tmp_path / "data", LiveStand(), write_cup(tmp_path)
    play_cup(file, data, matches=4)
    assert check(live, data) == 4
    play_cup(file, data, matches=4)
    with Store(data) as store:
        definition = stored(store, "cup")
        with store.database.writing() as connection:
            good = connection.execute(select(MATCHES.c.id, MATCHES.c.summary)).all()
            connection.execute(update(MATCHES).values(summary="{"))
        with pytest.raises(UserError, match="damaged summary"):
            live.now(store, definition)
        with store.database.writing() as connection:
            for row in good:
                own = update(MATCHES).where(MATCHES.c.id == row.id)
                connection.execute(own.values(summary=row.summary))
    assert check(live, data) == 8
