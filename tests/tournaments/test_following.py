"""A ladder that follows others: its entrants begin where they stood there."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.e2e.command import call, write_bot, write_tournament
from tests.tournaments.cups import play_cup
from tests.tournaments.played_formats import blocks, make, names, play_all
from tests.tournaments.seasons import first, played
from tournaments.config.stored import stored
from tournaments.core.fixtures import Block
from tournaments.ratings.rating import Rating
from tournaments.run.pools import stored_play
from tournaments.storage.store import Store
from tournaments.verify.setting import read_setting

pytestmark = pytest.mark.slow

LADDER: dict[str, Any] = {"format": '"ladder"', "follows": '["one"]'}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    played(tmp_path, "one", ("ann", "bob", "cid"), boards=4, format='"ladder"')
    return tmp_path / "data"


def apart(block: Block) -> int:
    low, high = (int(name.split()[1]) for name in block.entrants)
    return high - low


@settings(deadline=None, max_examples=20)
@given(st.integers(8, 12))
def test_who_is_placed_meets_its_like_from_the_first_stage_on(n: int) -> None:
    """A bot beats all of lower numbers: in the beginning placed ones meet nearer numbers."""
    known = {name: Rating(10.0 + 4 * number, 2.0) for number, name in enumerate(names(n))}
    usual = blocks(play_all("ladder", make(n, 2, 4)).fixtures)[:n]
    placed = blocks(play_all("ladder", make(n, 2, 4, placed=known)).fixtures)[:n]
    assert sum(map(apart, placed)) < sum(map(apart, usual))
    assert apart(placed[0]) == 1


def test_a_newcomer_who_is_placed_changes_nothing_that_was_played() -> None:
    known = {name: Rating(20.0 + number, 1.0) for number, name in enumerate(names(4))}
    before = play_all("ladder", make(4, 2, 4, placed=known))
    field = make(4, 2, 4, placed={**known, "bot 9": Rating(24.0, 1.0)})
    last = before.fixtures[-1].block.board
    joined = {**field.entrants, "bot 9": last + 1}
    after = play_all("ladder", replace(field, entrants=joined))
    assert after.fixtures[: len(before.fixtures)] == before.fixtures
    assert any("bot 9" in block.entrants for block in blocks(after.fixtures))


def test_its_definition_keeps_the_joint_rating_of_those_who_were_there(data: Path) -> None:
    played(data.parent, "two", ("ann", "bob", "dan"), matches=0, **LADDER)
    with Store(data) as store:
        [pool] = stored_play(store, ["one"]).pools
        [part] = pool.joint().parts
        definition = stored(store, "two")
        assert set(definition.placed) == {"ann", "bob"}
        for name, own in definition.placed.items():
            there = part.by_identity[definition.digests[name]]
            assert (own.mu, own.sigma) == pytest.approx((there.mu, there.sigma), abs=1e-6)
        assert set(read_setting(definition).placed) == {"ann", "bob"}


def test_it_goes_on_the_same_whatever_becomes_of_the_other(data: Path) -> None:
    file = played(data.parent, "two", ("ann", "bob", "cid"), boards=4, matches=5, **LADDER)
    with Store(data) as store:
        was = stored(store, "two").placed
        store.forget("one")
    play_cup(file, data, (first,))
    with Store(data) as store:
        assert stored(store, "two").placed == was
    assert call("--data", data, "verify", file).code == 0


def test_a_newcomer_is_placed_when_it_comes(data: Path) -> None:
    file = played(data.parent, "two", ("ann", "bob"), boards=4, **LADDER)
    write_bot(file.parent / "cid")
    file.write_text(file.read_text() + '[[entrants]]\nbot = "cid"\n')
    play_cup(file, data, (first,))
    with Store(data) as store:
        definition = stored(store, "two")
    assert set(definition.placed) == {"ann", "bob", "cid"}
    assert definition.bots["cid"].joined > 1


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ({"follows": '["ona"]'}, "two follows 'ona', which was not begun in"),
        ({"follows": '["two"]'}, "a ladder cannot follow itself"),
        ({"format": '"swiss"'}, "follows belongs to ladder, not to swiss"),
        ({"more": "[options]\ntarget = 2\n"}, "two follows tournaments of another game, or with"),
    ],
)
def test_what_cannot_be_followed_is_told(data: Path, keys: dict[str, Any], words: str) -> None:
    for bot in ("ann", "bob"):
        write_bot(data.parent / bot)
    lines = {"name": '"two"', **LADDER, **keys}
    more = lines.pop("more", "")
    file = write_tournament(data.parent / "two.toml", ("ann", "bob"), 2, more, **lines)
    done = call("--data", data, "run", file)
    assert (done.code, done.out) == (2, "")
    assert words in done.err


def test_only_the_tournaments_with_other_options_are_named(data: Path) -> None:
    for bot in ("ann", "bob"):
        write_bot(data.parent / bot)
    played(data.parent, "three", ("ann", "bob"), matches=1, more="[options]\ntarget = 2\n")
    keys = {"name": '"two"', **LADDER, "follows": '["one", "three"]'}
    file = write_tournament(data.parent / "two.toml", ("ann", "bob"), 2, **keys)
    assert "with other options: three;" in call("--data", data, "run", file).err


def test_a_followed_tournament_that_cannot_be_read_is_told_with_the_reason(data: Path) -> None:
    for bot in ("ann", "bob"):
        write_bot(data.parent / bot)
    with Store(data) as store:
        values = store.definition("one") or {}
        store.define("one", {**values, "game": "whist"})
    keys = {"name": '"two"', **LADDER}
    file = write_tournament(data.parent / "two.toml", ("ann", "bob"), 2, **keys)
    done = call("--data", data, "run", file)
    assert (done.code, done.out) == (2, "")
    assert "the game whist is not installed" in done.err
    assert "did you mean" not in done.err


def test_what_it_follows_does_not_change(data: Path) -> None:
    file = played(data.parent, "two", ("ann", "bob"), matches=1, **LADDER)
    file.write_text(file.read_text().replace('follows = ["one"]\n', ""))
    done = call("--data", data, "run", file)
    assert (done.code, done.out) == (2, "")
    assert "what it follows changed from ['one'] to None" in done.err
