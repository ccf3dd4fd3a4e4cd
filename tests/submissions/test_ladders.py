"""A stored bot enters a ladder: its file gets an entrant, and `stych run` plays on with it."""

from pathlib import Path

import pytest

from referee.errors import UserError
from tests.e2e.command import call, write_bot, write_tournament
from tests.submissions.registries import PLAYS, accept_all, submitted, versions_of
from tournaments.config import competition
from tournaments.run.entering import ClosedLadderError, LadderEntry, enter, ladder_entries
from tournaments.storage.bots import Version
from tournaments.storage.store import Store
from tournaments.submissions.registry import BotRegistry


class Ladder:
    """A file with a ladder of two bots, and two versions of a third."""

    def __init__(self, folder: Path) -> None:
        self.data = folder / "data"
        self.versions = versions_of(folder / "thumb", self.data, 2)
        for name in ("ann", "bob"):
            write_bot(folder / name, PLAYS)
        self.file = write_tournament(
            folder / "rungs.toml", ("ann", "bob"), 1, name='"rungs"', format='"ladder"'
        )

    def enter(self, version: Version, ladder: str = "rungs") -> str:
        with Store(self.data) as store:
            return enter(store, self.file, ladder, version)

    def entries(self, version: Version) -> list[LadderEntry]:
        with Store(self.data) as store:
            return ladder_entries(store, self.file, version)

    def refusal(self, version: Version, kind: type[UserError] = UserError) -> str:
        """Why it is refused; nothing is written then."""
        before = self.file.read_bytes()
        with pytest.raises(kind) as error:
            self.enter(version)
        assert self.file.read_bytes() == before
        return str(error.value)


@pytest.fixture
def ladder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ladder:
    accept_all(monkeypatch)
    return Ladder(tmp_path)


@pytest.mark.slow
@pytest.mark.unconfined
def test_who_enters_is_played_on_with(ladder: Ladder) -> None:
    played = call("--data", ladder.data, "run", ladder.file)
    assert played.code == 0, played.err
    before = ladder.file.read_text()
    assert ladder.enter(ladder.versions[0]) == "thumb-v1"
    assert ladder.file.read_text().startswith(before)
    assert ladder.entries(ladder.versions[0]) == [LadderEntry("rungs", "thumb-v1")]
    assert ladder.entries(ladder.versions[1]) == [LadderEntry("rungs", "")]
    played = call("--data", ladder.data, "run", ladder.file)
    assert played.code == 0, played.err
    assert "thumb-v1" in played.out
    # The tournament was played with this version, so the version is known by its contents,
    # whatever the file calls it.
    text = ladder.file.read_text()
    ladder.file.write_text(text.replace('bot = "thumb@1"', 'bot = "thumb@latest"'))
    assert ladder.entries(ladder.versions[0]) == [LadderEntry("rungs", "thumb-v1")]


def test_two_versions_enter_beside_each_other(ladder: Ladder) -> None:
    names = [ladder.enter(each) for each in ladder.versions]
    [own] = competition.read(ladder.file).tournaments
    assert [each.name for each in own.entrants[-2:]] == names == ["thumb-v1", "thumb-v2"]


def test_what_cannot_be_entered_again(ladder: Ladder) -> None:
    ladder.enter(ladder.versions[0])
    assert ladder.refusal(ladder.versions[0]) == "thumb@1 is in rungs already, as thumb-v1"
    ladder.file.write_text(ladder.file.read_text() + '[[entrants]]\nbot="bob"\nname="thumb-v2"\n')
    said = "another entrant of rungs is called thumb-v2 already"
    assert ladder.refusal(ladder.versions[1]) == said


def test_who_was_withdrawn_or_plays_another_game(ladder: Ladder, tmp_path: Path) -> None:
    with Store(ladder.data) as store:
        BotRegistry(store).withdraw(ladder.versions[0])
    said = "thumb@1 was withdrawn: it cannot be entered any more"
    assert ladder.refusal(ladder.versions[0]) == said
    other, _ = submitted(write_bot(tmp_path / "hra", games='["nase-hra"]'), ladder.data)
    assert "does not play fox" in ladder.refusal(other)
    assert ladder.entries(other) == []


def test_only_a_ladder_is_entered(ladder: Ladder) -> None:
    with pytest.raises(UserError, match="there is no ladder 'other' here"):
        ladder.enter(ladder.versions[0], "other")
    ladder.file.write_text(ladder.file.read_text().replace('"ladder"', '"round-robin"'))
    assert ladder.refusal(ladder.versions[0]) == "there is no ladder 'rungs' here"


def test_a_ladder_whose_file_cannot_be_written_is_closed(ladder: Ladder) -> None:
    ladder.file.chmod(0o444)
    said = "rungs is closed: its file cannot be written to"
    assert ladder.refusal(ladder.versions[0], ClosedLadderError) == said


def test_the_file_keeps_its_mode_and_its_link(ladder: Ladder, tmp_path: Path) -> None:
    ladder.file.chmod(0o640)
    real = ladder.file.rename(tmp_path / "real.toml")
    ladder.file.symlink_to(real)
    ladder.enter(ladder.versions[0])
    assert ladder.file.is_symlink()
    assert real.stat().st_mode & 0o777 == 0o640
    assert "thumb-v1" in real.read_text()


def test_why_a_ladder_cannot_be_played_is_for_its_operator(ladder: Ladder, tmp_path: Path) -> None:
    """An author hears of no path: that the ladder is closed is all there is to say."""
    (tmp_path / "bob" / "bot.toml").unlink()
    said = "rungs is closed: it cannot be played on as it is"
    assert ladder.refusal(ladder.versions[0], ClosedLadderError) == said


def test_entrants_in_a_list_of_their_own_take_no_other(ladder: Ladder) -> None:
    text = ladder.file.read_text().partition("[[entrants]]")[0]
    inline = 'entrants = [{ bot = "ann" }, { bot = "bob" }]\n'
    ladder.file.write_text(inline + text)
    said = "rungs is closed: its file takes no other entrant"
    assert ladder.refusal(ladder.versions[0], ClosedLadderError) == said


def test_of_divisions_the_ladder_alone_is_entered(ladder: Ladder) -> None:
    divisions = '\n[[divisions]]\nname = "up"\nformat = "ladder"\n[[divisions]]\nname = "all"\n'
    text = ladder.file.read_text().replace('format = "ladder"\n', "")
    ladder.file.write_text(text + divisions)
    assert ladder.entries(ladder.versions[0]) == [LadderEntry("rungs.up", "")]
    assert ladder.enter(ladder.versions[0], "rungs.up") == "thumb-v1"
    up, every = competition.read(ladder.file).tournaments
    assert [len(each.entrants) for each in (up, every)] == [3, 2]
