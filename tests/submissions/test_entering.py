"""Stored bots take part in tournaments: which version, and what happens to it later."""

from pathlib import Path

import pytest

from referee.errors import UserError
from tests.e2e.command import write_bot, write_tournament
from tests.submissions.registries import accept_all, submitted, versions_of
from tournaments.config import competition, quick
from tournaments.config.entrants import Entrant, build, resolve
from tournaments.run.organiser import Organiser
from tournaments.storage.bots import Version
from tournaments.storage.store import Store
from tournaments.submissions.registry import BotRegistry


@pytest.fixture(autouse=True)
def accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    accept_all(monkeypatch)


class Place:
    """A data folder with three versions of thumb and a bot in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.data = folder, folder / "data"
        self.versions = versions_of(folder / "thumb", self.data, 3)
        write_bot(folder / "other")

    def organiser(self, *bots: str, boards: int = 1, more: str = "") -> tuple[Store, Organiser]:
        file = write_tournament(self.folder / "cup.toml", [*bots, "other"], boards)
        file.write_text(file.read_text() + more)
        store = Store(self.data)
        return store, Organiser(store, competition.read(file).tournaments[0], self.folder)

    def entered(self, *bots: str, boards: int = 1, more: str = "") -> dict[str, str]:
        """The digests by entrant; the tournament is begun."""
        store, organiser = self.organiser(*bots, boards=boards, more=more)
        with store:
            store.define("cup", organiser.definition.values)
        return organiser.definition.digests

    def refusal(self, *bots: str, more: str = "") -> str:
        with pytest.raises(UserError) as caught:
            self.organiser(*bots, more=more)
        return str(caught.value)

    def withdraw(self, version: Version) -> None:
        with Store(self.data) as store:
            BotRegistry(store).withdraw(version)

    def submit_another(self) -> Version:
        return submitted(write_bot(self.folder / "thumb", "# another\n"), self.data)[0]


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def test_a_version_takes_part_under_its_bots_name(place: Place) -> None:
    assert place.entered("thumb@2")["thumb"] == place.versions[1].digest


def test_the_latest_is_that_of_the_beginning(place: Place) -> None:
    entered = place.entered("thumb@latest")
    assert entered["thumb"] == place.versions[2].digest
    another = place.submit_another()
    assert place.entered("thumb@latest", boards=2) == entered
    late = '[[entrants]]\nbot = "thumb@latest"\nname = "late"\n'
    assert place.entered("thumb@latest", boards=2, more=late)["late"] == another.digest
    assert place.entered("thumb@3", boards=2, more=late)["thumb"] == entered["thumb"]


def test_the_latest_is_no_withdrawn_one(place: Place) -> None:
    place.withdraw(place.versions[2])
    assert place.entered("thumb@latest")["thumb"] == place.versions[1].digest


def test_two_versions_need_names(place: Place) -> None:
    assert place.refusal("thumb@1", "thumb@2").startswith("two entrants are called 'thumb': give")
    more = '[[entrants]]\nbot = "thumb@1"\nname = "old"\n'
    entered = place.entered("thumb@2", more=more)
    digests = [version.digest for version in place.versions]
    assert (entered["old"], entered["thumb"]) == (digests[0], digests[1])


def test_another_version_is_another_bot(place: Place) -> None:
    place.entered("thumb@2")
    assert "the bot of the entrant 'thumb' is not the same any more" in place.refusal("thumb@1")


def test_the_same_contents_in_a_folder_are_the_same_bot(place: Place) -> None:
    """A tournament that began with the folder goes on with the version that was made of it."""
    assert place.entered("thumb") == place.entered("thumb@3")


def test_a_withdrawn_version_goes_on_where_it_began_and_nowhere_else(place: Place) -> None:
    entered = place.entered("thumb@2")
    place.withdraw(place.versions[1])
    assert place.entered("thumb@2", boards=2) == entered
    with Store(place.data) as store:
        store.forget("cup")
    assert place.refusal("thumb@2") == "thumb@2 was withdrawn: it cannot be entered any more"
    more = '[[entrants]]\nbot = "thumb@2"\nname = "again"\n'
    assert "thumb@2 was withdrawn" in place.refusal("thumb@1", more=more)


def test_what_is_not_there(place: Place) -> None:
    assert place.refusal("thumb@4") == (
        f"there is no thumb@4 in {place.data}; there is thumb@1, thumb@2, thumb@3"
    )
    assert place.refusal("fist@1") == (
        f"no bot called 'fist' is stored in {place.data}; `stych submit BOT` stores one,"
        " `stych bots` lists them; received 'fist@1'"
    )
    for version in place.versions:
        place.withdraw(version)
    sentence = f"every version of thumb in {place.data} is withdrawn"
    assert place.refusal("thumb@latest") == sentence
    assert "a stored bot is written NAME@N" in place.refusal("thumb@new")


def test_a_folder_with_an_at_in_its_name(place: Place) -> None:
    (place.folder / "thumb").rename(place.folder / "thumb@1")
    assert place.entered("./thumb@1")["thumb"] == place.versions[2].digest


def test_what_was_changed_or_is_gone_does_not_play(place: Place) -> None:
    folder = place.data / "bots" / place.versions[0].digest
    (folder / "bot.py").chmod(0o644)
    (folder / "bot.py").write_text("evil")
    sentence = f"{folder} was changed: it is not thumb@1 any more"
    assert place.refusal("thumb@1") == sentence
    folder.chmod(0o755)
    folder.rename(place.folder / "away")
    assert place.refusal("thumb@1") == (
        f"thumb@1 cannot be entered: its folder {folder} is not there any more;"
        " `stych submit` with the same contents makes it anew"
    )


def test_another_game_than_it_plays(place: Place) -> None:
    submitted(write_bot(place.folder / "hra", games='["nase-hra"]'), place.data)
    said = place.refusal("hra@1")
    assert said == "hra@1 does not play fox; the games in its bot.toml: nase-hra"


def test_a_stored_bot_is_not_built_again(place: Place) -> None:
    once = '["sh", "-c", "test ! -e build && mkdir build && date +%N > build/made"]'
    version, _ = submitted(write_bot(place.folder / "built", build=once), place.data)
    made = place.data / "bots" / version.digest / "build" / "made"
    before = made.read_text()
    file = write_tournament(place.folder / "cup.toml", ["built@1", "other"])
    with Store(place.data) as store:
        entrants = resolve(competition.read(file).tournaments[0], place.folder, BotRegistry(store))
        build(entrants)
    assert made.read_text() == before
    assert [entrant.is_stored for entrant in entrants] == [True, False]


def test_a_null_pair_of_a_stored_bot(place: Place) -> None:
    file = write_tournament(place.folder / "cup.toml", ["thumb@1", "other"], null_pair='"thumb"')
    with Store(place.data) as store:
        found = resolve(competition.read(file).tournaments[0], place.folder, BotRegistry(store))
    twins: list[Entrant] = [each for each in found if each.name.startswith("thumb")]
    assert {(each.digest, each.is_stored) for each in twins} == {(place.versions[0].digest, True)}
    assert len(twins) == 2


def named(*bots: str) -> list[str | None]:
    tournament = quick.series("fox", bots, boards=1, seed="s", options=())
    return [entry.name for entry in tournament.entrants]


def test_names_in_a_quick_series(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_bot(tmp_path / "thumb")
    assert named("thumb@1", "other@latest") == ["thumb", "other"]
    assert named("thumb@2", "thumb@1") == ["thumb-v2", "thumb-v1"]
    assert named("thumb@latest", "thumb@1", "thumb", "thumb") == [
        *("thumb-latest", "thumb-v1", "thumb", "thumb-2")
    ]
    assert named("thumb@1", "thumb@1") == ["thumb-v1", "thumb-v1-2"]
    assert all(name and len(name) <= 40 for name in named(*[f"{'x' * 40}@123456789"] * 2))
