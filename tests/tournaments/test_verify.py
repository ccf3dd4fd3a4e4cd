"""What was played and not changed is found to be well; and what else `stych verify` says."""

from pathlib import Path

import pytest

from tests.e2e.command import call
from tests.records.matches import (
    CRASHED,
    LATE,
    Answer,
    FakeBot,
    failing_after,
    make_record,
    play,
    uniform,
)
from tests.tournaments.cups import NAMES, play_cup, write_cup
from tournaments.config import competition
from tournaments.config.stored import stored
from tournaments.core.errors import NothingPlayedError
from tournaments.run.organiser import Organiser
from tournaments.run.stand import stand
from tournaments.storage.store import Store
from tournaments.verify.tournament import VerificationReport, verify

pytestmark = pytest.mark.slow

FORMATS: dict[str, dict[str, str]] = {
    "round-robin": {},
    "rounds": {},
    "gauntlet": {"hero": '"bob"'},
    "swiss": {},
    "ladder": {},
    "self-play": {"game": '"the-game"'},
    "mixed-teams": {"game": '"the-game"'},
    "all-teams": {"game": '"the-game"'},
}
"""The keys that a file of each format needs. Not the duel, which has two entrants."""


def report(data: Path, **more: object) -> VerificationReport:
    with Store(data) as store:
        return verify(store, "cup", **more)  # type: ignore[arg-type]


def well(data: Path, **more: object) -> VerificationReport:
    found = report(data, **more)
    assert found.problems == []
    return found


@pytest.mark.parametrize("form", FORMATS)
def test_a_tournament_of_each_format(tmp_path: Path, form: str) -> None:
    names = [*NAMES, "dan", "eve"]
    file = write_cup(tmp_path, names, 2, format=f'"{form}"', **FORMATS[form])
    play_cup(file, tmp_path / "data")
    found = well(tmp_path / "data")
    assert found.entries == found.matches + 1 > 2
    assert found.actions > found.matches


@pytest.mark.parametrize("form", ["rounds", "swiss", "mixed-teams"])
def test_a_tournament_in_the_middle(tmp_path: Path, form: str) -> None:
    file = write_cup(tmp_path, [*NAMES, "dan"], 2, format=f'"{form}"', **FORMATS[form])
    play_cup(file, tmp_path / "data", matches=3)
    assert well(tmp_path / "data").matches == 3


def test_a_tournament_before_the_first_match(tmp_path: Path) -> None:
    play_cup(write_cup(tmp_path), tmp_path / "data", matches=0)
    assert (well(tmp_path / "data").entries, well(tmp_path / "data").matches) == (1, 0)


def test_faults_and_withdrawn_bots(tmp_path: Path) -> None:
    file = write_cup(tmp_path, boards=3)
    plan = play_cup(file, tmp_path / "data", [uniform, failing_after(40)], matches=12)
    with Store(tmp_path / "data") as store:
        left = Organiser(store, competition.read(file).tournaments[0], tmp_path).missing
        missing = FakeBot(uniform, missing=CRASHED)
        store.save([play(plan, left[0], missing, None), play(plan, left[1], None, None)])
        faulty = sum(1 for _ in store.records("cup", faulty=True))
    assert faulty > 2
    assert well(tmp_path / "data").matches == 14


@pytest.mark.parametrize(
    "form", ["round-robin", "rounds", "ladder", "self-play", "mixed-teams", "all-teams"]
)
def test_more_boards_and_newcomers_are_in_the_journal(tmp_path: Path, form: str) -> None:
    """One newcomer's name comes before all others, which so move on in the order of names."""
    names, keys = [*NAMES, "dan"], {"format": f'"{form}"', **FORMATS[form]}
    play_cup(write_cup(tmp_path, names, 2, **keys), tmp_path / "data")
    before = well(tmp_path / "data")
    play_cup(write_cup(tmp_path, [*names, "abe", "eve"], 4, **keys), tmp_path / "data")
    after = well(tmp_path / "data", head=before.head)
    assert after.matches > before.matches
    assert after.entries == after.matches + 2


@pytest.mark.parametrize(
    ("was", "now", "beyond"), [("0.5", "0.99", False), ("0.99", "0.5", True), ("0.5", "", False)]
)
def test_another_confidence_at_which_the_ranking_is_resolved(
    tmp_path: Path, was: str, now: str, beyond: bool
) -> None:
    """Matches that only the earlier confidence needed stay there, are well, and are not counted.

    Of two equals and one who loses everything it is soon certain who is the worst.
    """
    answers: dict[str, Answer] = {"ann": uniform, "bob": uniform, "cid": lambda *_: LATE}
    file = write_cup(tmp_path, NAMES, 12, **{"stop.resolved": was})
    play_cup(file, tmp_path / "data", answers)
    before = well(tmp_path / "data")
    more = {"stop.resolved": now} if now else {}
    play_cup(write_cup(tmp_path, NAMES, 14, **more), tmp_path / "data", answers)
    after = well(tmp_path / "data", head=before.head)
    assert before.matches < after.matches
    with Store(tmp_path / "data") as store:
        counted = stand(store, stored(store, "cup")).table.matches
    assert (counted < after.matches) == beyond


def test_more_rounds_of_a_swiss_tournament(tmp_path: Path) -> None:
    names, keys = [*NAMES, "dan"], {"format": '"swiss"'}
    play_cup(write_cup(tmp_path, names, 2, **keys), tmp_path / "data")
    before = well(tmp_path / "data")
    play_cup(write_cup(tmp_path, names, 2, rounds="5", **keys), tmp_path / "data")
    after = well(tmp_path / "data", head=before.head)
    assert (before.matches, after.matches) == (3 * 2 * 4, 5 * 2 * 4)


def test_a_head_that_the_journal_never_had(tmp_path: Path) -> None:
    file = write_cup(tmp_path)
    play_cup(file, tmp_path / "data")
    head = "ab" * 32
    found = report(tmp_path / "data", head=head)
    assert found.problems == [
        f"journal: no entry has the link {head}, so it is not what it was then"
    ]
    done = call("--data", tmp_path / "data", "verify", file, "--head", head)
    assert (done.code, done.out, done.err) == (1, "", f"stych: cup: {found.problems[0]}\n")


def test_the_command_says_what_was_checked(tmp_path: Path) -> None:
    file = write_cup(tmp_path)
    play_cup(file, tmp_path / "data")
    found = well(tmp_path / "data")
    head = found.head.upper()
    done = call("--data", tmp_path / "data", "verify", file, "--head", head)
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines() == [
        "cup: all is well.",
        f"12 matches replayed by the rules, {found.actions} actions;"
        " the commitment of every deal opened.",
        "13 entries of the journal, each chained to those before it."
        " The head that was given is one of them.",
        "The table made from the records alone is the same to the byte.",
        f"Head of the journal: {found.head}",
    ]


def test_several_processes_find_the_same(tmp_path: Path) -> None:
    """Of matches that are well and of some that are not."""
    play_cup(write_cup(tmp_path, boards=14), tmp_path / "data")
    with Store(tmp_path / "data") as store, store.database.writing() as connection:
        connection.exec_driver_sql("UPDATE matches SET faults = 1 WHERE board = 13")
    found = report(tmp_path / "data", jobs=2)
    assert (len(found.problems), found.matches) == (6, 84)
    assert found == report(tmp_path / "data")


def test_what_is_read_is_of_one_moment(tmp_path: Path) -> None:
    """A match that is saved meanwhile belongs to the next time."""
    data = tmp_path / "data"
    play_cup(write_cup(tmp_path), data, matches=3)

    def note(done: int, total: int) -> None:
        if done == 1:
            play_cup(tmp_path / "cup.toml", data, matches=1)

    assert well(data, note=note).matches == 3
    assert well(data).matches == 4


def test_nothing_was_played(tmp_path: Path) -> None:
    file = write_cup(tmp_path)
    with pytest.raises(NothingPlayedError, match="nothing of the tournament 'cup' was played"):
        report(tmp_path / "data")
    done = call("--data", tmp_path / "data", "verify", file)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)


def test_matches_that_belong_to_no_definition(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.save([make_record()])
    problems = report(tmp_path).problems
    assert len(problems) == 2
    assert "comes before any definition" in problems[0]
    assert "the definition is not the last one of the journal" in problems[1]
