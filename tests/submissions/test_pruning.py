"""`stych bots prune` removes the files of versions that no tournament names, and nothing else."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from referee.rpc.prebuilt import LOCATION
from tests.e2e.command import Done, call, write_bot
from tests.submissions.registries import accept_all, staging, stored, submitted, versions_of
from tests.submissions.test_entering import Place
from tournaments.commands import bots as command
from tournaments.present.terminal.bots import as_rich
from tournaments.storage.lock import alone
from tournaments.storage.store import Store

NAMES = ("bot.toml", "bot.py")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    """thumb@1 plays in a tournament, thumb@2 and thumb@3 do not."""
    accept_all(monkeypatch)
    monkeypatch.setenv(LOCATION, str(tmp_path / "cache"))
    place = Place(tmp_path)
    place.entered("thumb@1")
    return place


def prune(place: Place, *options: str) -> Done:
    return call("--data", place.data, "bots", "prune", *options)


def states(place: Place) -> dict[str, str]:
    lines = call("--data", place.data, "bots").out.splitlines()[1:]
    return {bot: state for bot, state, *_ in map(str.split, lines)}


def folders(place: Place) -> set[str]:
    return {each.name for each in (place.data / "bots").iterdir() if each.name[0] != "."}


def test_what_no_tournament_names_goes_and_is_counted(place: Place) -> None:
    size = sum(len((place.folder / "thumb" / name).read_bytes()) for name in NAMES)
    done = prune(place, "--yes")
    assert (done.code, done.err) == (0, "")
    assert [line.split()[:2] for line in done.out.splitlines()[1:3]] == [
        ["thumb@2", "superseded"],
        ["thumb@3", "current"],
    ]
    assert done.out.splitlines()[-1] == f"Removed: 2 versions, {2 * size} bytes."
    assert folders(place) == {place.versions[0].digest}
    assert staging(place.data) == []
    assert states(place) == {"thumb@1": "superseded", "thumb@2": "pruned", "thumb@3": "pruned"}
    assert prune(place, "--yes").out.startswith("There is nothing to remove: ")
    done = call("--data", place.data, "play", "fox", "thumb@latest", "thumb@1")
    assert done.err.startswith("stych: thumb@3 cannot be entered: its folder ")
    assert done.err.endswith("`stych submit` with the same contents makes it anew\n")


def test_the_same_contents_come_back_and_numbers_are_not_used_twice(place: Place) -> None:
    prune(place, "--yes")
    assert str(place.submit_another()) == "thumb@4"
    again = versions_of(place.folder / "thumb", place.data, 3)
    assert again == place.versions
    assert list(stored(place.data)) == ["thumb@1", "thumb@2", "thumb@3", "thumb@4"]


def test_a_dry_run_shows_the_same_and_removes_nothing(place: Place) -> None:
    before = folders(place)
    done = prune(place, "--dry-run")
    assert done.code == 0
    assert "thumb@2" in done.out
    assert done.out.splitlines()[-1].endswith(" nothing was removed, as --dry-run says.")
    assert folders(place) == before


def test_what_builds_share_is_told_and_stays(place: Place, tmp_path: Path) -> None:
    shared = tmp_path / "cache" / "rust" / "entry"
    shared.parent.mkdir(parents=True)
    shared.write_bytes(bytes(3 << 20))
    said = f"Builds share 3 MB in {tmp_path / 'cache'}, which may be removed as well."
    for options in (("--dry-run",), ("--yes",), ("--yes",)):
        assert prune(place, *options).out.splitlines()[-1] == said
    assert shared.exists()


def test_nobody_to_be_asked_is_no_yes(place: Place) -> None:
    before = folders(place)
    done = prune(place)
    assert done.code == 2
    assert done.err == (
        "stych: nobody is here to be asked: say --yes to remove them, or --dry-run\n"
    )
    assert folders(place) == before


@pytest.mark.parametrize(("answer", "left"), [(True, 1), (False, 3)])
def test_a_person_is_asked(
    place: Place, monkeypatch: pytest.MonkeyPatch, answer: bool, left: int
) -> None:
    monkeypatch.setattr(command, "_confirmed", lambda what: answer)
    assert prune(place).code == 0
    assert len(folders(place)) == left


def test_of_a_tournament_that_cannot_be_read_nothing_is_removed(place: Place) -> None:
    before = folders(place)
    with Store(place.data) as store:
        store.define("odd", {"entrants": 3})
    done = prune(place, "--yes")
    assert done.code == 2
    assert "is damaged, so that it cannot be said which bots it names" in done.err
    assert folders(place) == before


def test_sizes_are_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    accept_all(monkeypatch)
    submitted(write_bot(tmp_path / "ann", "#" * 20_000), tmp_path / "data")
    assert " 20.1 kB " in call("--data", tmp_path / "data", "bots").out
    assert '"bytes": 20' in call("--data", tmp_path / "data", "bots", "--json").out


def test_nothing_is_removed_while_a_tournament_is_being_played(place: Place) -> None:
    """Of a file with divisions only those are known that were begun."""
    before = folders(place)
    with alone(place.data, "cup.second"):
        done = prune(place, "--yes")
    assert (done.code, folders(place)) == (2, before)
    said = "stych: nothing was removed, since cup.second is being played or imported in "
    assert done.err.startswith(said)
    assert prune(place, "--yes").code == 0


@pytest.mark.parametrize("option", [("--json",), ("--withdraw", "thumb@3")])
def test_options_of_the_list_are_refused_here(place: Place, option: tuple[str, ...]) -> None:
    done = call("--data", place.data, "bots", *option, "prune", "--yes")
    assert (done.code, len(folders(place))) == (2, 3)
    assert done.err == (
        f"stych: {option[0]} belongs to `stych bots` alone, without a further command\n"
    )


def test_a_version_is_named_whole_in_a_narrow_terminal(place: Place) -> None:
    versions = versions_of(place.folder / "thumb", place.data, 3)
    drawn = io.StringIO()
    Console(file=drawn, width=40).print(as_rich(versions, {}))
    assert all(str(each) in drawn.getvalue() for each in versions)
