"""What may change between two runs of a tournament, what may not, and what is left to play."""

from collections.abc import Callable
from pathlib import Path

import pytest

from referee.errors import UserError
from tests.e2e.command import call, write_bot, write_tournament
from tests.records.matches import make_plan, play
from tests.seeds import SEED
from tournaments.config import competition
from tournaments.config.stored import stored
from tournaments.core.fixtures import Fixture
from tournaments.run.organiser import Organiser
from tournaments.run.stand import stand, withdrawn
from tournaments.storage.store import Store

BOTS = ("ann", "bob")


def write(folder: Path, bots: tuple[str, ...] = BOTS, **changes: str) -> Path:
    for name in bots:
        if not (folder / name).exists():
            write_bot(folder / name)
    boards = int(changes.pop("boards", "3"))
    return write_tournament(folder / "cup.toml", bots, boards, changes.pop("more", ""), **changes)


def organiser(store: Store, file: Path) -> Organiser:
    return Organiser(store, competition.read(file).tournaments[0], file.parent)


def begin(folder: Path, matches: int = 4, **keys: str) -> list[Fixture]:
    """A tournament of which so many matches were played; the rest is returned."""
    file = write(folder, BOTS, **keys)
    plan = make_plan(*BOTS, seed=SEED, options={"target": 1})
    with Store(folder / "data") as store:
        made = organiser(store, file)
        store.define("cup", made.definition.values)
        store.save([play(plan, fixture) for fixture in made.missing[:matches]])
        return made.missing[matches:]


def another_file(folder: Path) -> None:
    (folder / "bob" / "weights.txt").write_text("1 2 3")


def another_version(folder: Path) -> None:
    write_bot(folder / "bob", version='"2"')


CHANGES: dict[str, tuple[dict[str, str], str]] = {
    "seed": ({"seed": '"t"'}, "the seed changed"),
    "options": (
        {"more": "[options]\ntarget = 2\n"},
        "the game's options changed: target from 1 to 2",
    ),
    "conduct": (
        {"conduct.bank_ms": "7"},
        "the clocks and the patience ([conduct]) changed: bank_ms from 30000 to 7",
    ),
    "processes": ({"play.fresh_processes": "true"}, "fresh_processes changed from False to True"),
    "deals": ({"deals": '"independent"'}, "the deals changed from 'duplicate' to 'independent'"),
    "fewer boards": ({"boards": "2"}, "its boards would go from 3 to 2; only more can be added"),
}


def refused(folder: Path, words: str) -> None:
    """Check that `run` refuses the file, and that its table is still shown as before."""
    file, data = folder / "cup.toml", folder / "data"
    before = call("--data", data, "table", file, "--format", "json").out
    done = call("--data", data, "run", file)
    assert done.err.startswith("stych: cup was begun with another definition: "), done.err
    assert words in done.err
    assert done.err.endswith(". Give the tournament another name, or undo the change\n")
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert call("--data", data, "table", file, "--format", "json").out == before


@pytest.mark.parametrize("case", CHANGES)
def test_what_must_not_change(tmp_path: Path, case: str) -> None:
    begin(tmp_path)
    changes, words = CHANGES[case]
    write(tmp_path, BOTS, **changes)
    refused(tmp_path, words)


def test_nobody_may_leave(tmp_path: Path) -> None:
    begin(tmp_path)
    write(tmp_path, ("ann", "cyd"))
    refused(tmp_path, "the entrant 'bob' is gone; only new ones can be added")


@pytest.mark.parametrize("change", [another_file, another_version])
def test_no_bot_may_become_another(tmp_path: Path, change: Callable[[Path], None]) -> None:
    begin(tmp_path)
    change(tmp_path)
    refused(tmp_path, "the bot of the entrant 'bob' is not the same any more")


@pytest.mark.parametrize(
    ("changes", "bots", "matches"),
    [
        ({}, BOTS, 2),
        ({"boards": "5"}, BOTS, 6),
        ({"play.matches_at_once": "32"}, BOTS, 2),
        ({}, ("bob", "ann"), 2),
        ({}, (*BOTS, "cyd"), 14),
    ],
)
def test_what_may_change(
    tmp_path: Path, changes: dict[str, str], bots: tuple[str, ...], matches: int
) -> None:
    """What was played stays played; the rest is missing."""
    left = begin(tmp_path)
    file = write(tmp_path, bots, **changes)
    with Store(tmp_path / "data") as store:
        made = organiser(store, file)
        assert len(made.missing) == matches
        assert set(left) <= set(made.missing)
        assert store.played("cup").isdisjoint(fixture.id for fixture in made.missing)
        assert len(made.schedule.fixtures) == matches + 4


def test_the_place_of_files_and_bots_does_not_matter(tmp_path: Path) -> None:
    begin(tmp_path)
    (tmp_path / "elsewhere").mkdir()
    moved = tmp_path / "elsewhere" / "cup.toml"
    moved.write_text((tmp_path / "cup.toml").read_text().replace('bot = "', 'bot = "../'))
    with Store(tmp_path / "data") as store:
        assert len(organiser(store, moved).missing) == 2


@pytest.mark.parametrize("seed", [SEED, "t"])
def test_anew_takes_no_notice_of_what_was_played_and_leaves_it(tmp_path: Path, seed: str) -> None:
    begin(tmp_path)
    file = write(tmp_path, seed=f'"{seed}"')
    with Store(tmp_path / "data") as store:
        made = Organiser(store, competition.read(file).tournaments[0], tmp_path, anew=True)
        assert len(made.missing) == 6
        assert len(store.played("cup")) == 4


@pytest.mark.slow
def test_a_play_that_cannot_begin_leaves_the_last_one(tmp_path: Path) -> None:
    """What `stych play` played before is forgotten only when the new one can be played."""
    good, bad = write_bot(tmp_path / "good"), write_bot(tmp_path / "bad", build='"false"')
    record = play(make_plan(tournament="play"), begin(tmp_path)[0])
    data = tmp_path / "data"
    with Store(data) as store:
        store.define("play", {})
        store.save([record])
    for bots in ([good], [good, bad], [good, tmp_path / "none"]):
        assert call("--data", data, "play", "fox", *bots).code == 2
        with Store(data) as store:
            assert store.played("play") == {record.id}


def test_the_table_is_of_the_whole_blocks_that_were_played(tmp_path: Path) -> None:
    begin(tmp_path, matches=5)
    with Store(tmp_path / "data") as store:
        table = stand(store, stored(store, "cup")).table
        assert (table.matches, table.blocks, table.partial_blocks) == (4, 2, 1)
        assert withdrawn(store.summaries("cup")) == frozenset()
        with pytest.raises(UserError, match="nothing of the tournament 'league' was played in"):
            stored(store, "league")


def test_too_few_entrants_for_the_seats_are_refused(tmp_path: Path) -> None:
    with Store(tmp_path / "data") as store:
        definition = organiser(store, write(tmp_path)).definition
        definition.values["seats"] = 3
        with pytest.raises(UserError, match="3 entrants or more are needed"):
            definition.schedule()


def test_an_entrant_joins_mixed_teams_from_the_next_board_on(tmp_path: Path) -> None:
    bots, more = ["ann", "bob", "cid", "eve"], "[options]\nplayers = 2\n"
    for name in [*bots, "fay", "gil"]:
        write_bot(tmp_path / name, games='["the-game"]')
    keys = {"game": '"the-game"', "format": '"mixed-teams"'}
    plan = make_plan(*bots, "fay", "gil", seed=SEED, game="the-game", options={})
    file = write_tournament(tmp_path / "cup.toml", bots, 3, more, **keys)
    with Store(tmp_path / "data") as store:
        made = organiser(store, file)
        store.define("cup", made.definition.values)
        store.save([play(plan, fixture) for fixture in made.missing[:3]])
        before = [fixture.id for fixture in made.missing]
        write_tournament(file, [*bots, "fay", "gil"], 5, more, **keys)
        later = organiser(store, file)
        boards = [fixture.block.board for fixture in later.schedule.fixtures]
        assert boards == [1, 1, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5]
        assert [fixture.id for fixture in later.schedule.fixtures[:4]] == before[:4]
        assert later.definition.values["entrants"]["fay"]["joined"] == 3


def test_the_rounds_of_a_swiss_tournament_may_only_become_more(tmp_path: Path) -> None:
    begin(tmp_path, 4, format='"swiss"')
    assert len(continued(tmp_path, format='"swiss"', rounds="4").missing) > 0
    write(tmp_path, format='"swiss"', rounds="1")
    refused(tmp_path, "its rounds would go from 2 to 1; only more can be added")
    write(tmp_path, format='"swiss"', boards="4")
    refused(tmp_path, "the boards of a pairing changed from 3 to 4")


def test_the_boards_of_a_ladder_may_be_raised(tmp_path: Path) -> None:
    begin(tmp_path, 6, format='"ladder"')
    made = continued(tmp_path, format='"ladder"', boards="5")
    assert made.definition.values["raised"] == [[1, 3], [4, 5]]
    assert [fixture.block.board for fixture in made.missing] == [4, 4, 5, 5]


def continued(folder: Path, **changes: str) -> Organiser:
    with Store(folder / "data") as store:
        return organiser(store, write(folder, BOTS, **changes))


def test_who_was_withdrawn_stays_withdrawn(tmp_path: Path) -> None:
    left = begin(tmp_path)
    plan = make_plan(*BOTS, seed=SEED, options={"target": 1})
    with Store(tmp_path / "data") as store:
        store.save([play(plan, left[0], None, None)])
        assert withdrawn(store.summaries("cup")) == {"ann", "bob"}
        assert withdrawn(store.summaries("league")) == frozenset()
