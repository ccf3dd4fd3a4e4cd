"""Authors enter versions of their bots into a ladder from the page."""

from pathlib import Path

import pytest

from referee.version import STYCH
from tests.e2e.command import write_bot
from tests.submissions.registries import accept_all
from tests.web.authors import OWN, application, ladder_file, people, token, words
from tests.web.sites import Document
from tournaments.config import competition
from tournaments.storage.store import Store
from tournaments.submissions.registry import BotRegistry
from tournaments.submissions.submitting import submit

ENTER = "/submit/enter"


@pytest.fixture
def own(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a stored version that belongs to ann; bots are stored without being checked."""
    accept_all(monkeypatch)
    with Store(data) as store:
        registry = BotRegistry(store, "ann")
        version, _ = submit(write_bot(tmp_path / "thumb"), registry, lambda _: None)
    return str(version)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return ladder_file(tmp_path)


def entrants(file: Path) -> list[list[str | None]]:
    """The bots of each division."""
    found = competition.read(file).tournaments
    return [[each.bot for each in division.entrants] for division in found]


@pytest.mark.slow
def test_a_version_is_entered_by_a_button(data: Path, own: str, file: Path) -> None:
    with people(application(data, file=file), token(data, "ann")) as [ann]:
        address = f"{ENTER}?version=thumb%401"
        assert address in Document(ann.client.get("/submit/account").text).links
        page = ann.client.get(address)
        assert "Enter rungs.up" in words(page)
        assert "rungs.other" not in page.text, "it does not play that game"
        assert f"Štych {STYCH}. What is shown" in words(page)
        after = ann.send(ENTER, version=own, ladder="rungs.up")
        assert after.status_code == 200
        assert "It is in as thumb-v1" in words(after)
        assert "Enter rungs.up" not in words(after)
        assert entrants(file) == [["ann", "bob", own], ["ann", "bob"]]
        # The form may be sent from a page that was opened earlier.
        again = ann.send(ENTER, version=own, ladder="rungs.up")
        assert again.status_code == 409
        assert "Thumb@1 is in rungs.up already, as thumb-v1." in words(again)
        assert entrants(file) == [["ann", "bob", own], ["ann", "bob"]]


@pytest.mark.parametrize(
    ("ladder", "said"),
    [
        ("rungs.other", "does not play korist"),
        ("nothing", "There is no ladder 'nothing' here"),
        ("", "There is no ladder '' here"),
    ],
)
def test_a_refusal_has_its_reason(data: Path, own: str, file: Path, ladder: str, said: str) -> None:
    before = file.read_bytes()
    with people(application(data, file=file), token(data, "ann")) as [ann]:
        answer = ann.send(ENTER, version=own, ladder=ladder)
        assert answer.status_code == 409
        assert said in words(answer)
    assert file.read_bytes() == before


def test_a_closed_ladder_is_said_to_be_closed(data: Path, own: str, file: Path) -> None:
    """The reason is told without a path of the machine, which is for the operator alone."""
    with people(application(data, file=file), token(data, "ann")) as [ann]:
        file.chmod(0o444)
        answer = ann.send(ENTER, version=own, ladder="rungs.up")
        assert answer.status_code == 409
        told = "Rungs.up is closed: its file cannot be written to. Only the operator"
        assert told in words(answer)
        file.chmod(0o644)
        (file.parent / "bob" / "bot.toml").unlink()
        answer = ann.send(ENTER, version=own, ladder="rungs.up")
        assert "Rungs.up is closed: it cannot be played on as it is." in words(answer)
        assert str(file.parent) not in answer.text


def test_an_author_enters_only_own_versions(data: Path, own: str, file: Path) -> None:
    before = file.read_bytes()
    with people(application(data, file=file), token(data, "bob")) as [bob]:
        assert bob.client.get(f"{ENTER}?version={own}").status_code == 404
        assert bob.send(ENTER, version=own, ladder="rungs.up").status_code == 404
        wrong = {"csrf": "x", "version": own, "ladder": "rungs.up"}
        assert bob.client.post(ENTER, data=wrong, headers=OWN).status_code == 403
        # Without the header in OWN the form may be from another site.
        assert bob.client.post(ENTER, data={**wrong, "csrf": bob.csrf}).status_code == 403
    with people(application(data, file=file)) as [visitor]:
        assert "your token" in visitor.client.get(f"{ENTER}?version={own}").text
        answer = visitor.client.post(ENTER, data={"version": own}, headers=OWN)
        assert answer.status_code == 403
    assert file.read_bytes() == before


def test_without_a_file_there_is_no_ladder(data: Path, own: str) -> None:
    with people(application(data), token(data, "ann")) as [ann]:
        assert ENTER not in ann.client.get("/submit/account").text
        assert "There is no ladder here" in words(ann.client.get(f"{ENTER}?version={own}"))
        answer = ann.send(ENTER, version=own, ladder="rungs.up")
        assert answer.status_code == 409


@pytest.mark.slow
def test_a_ladder_file_that_breaks_meanwhile_breaks_no_other_page(
    data: Path, own: str, file: Path
) -> None:
    with people(application(data, file=file), token(data, "ann")) as [ann]:
        file.write_text("no TOML [")
        assert own in ann.client.get("/submit/account").text
        answer = ann.send(ENTER, version=own, ladder="rungs.up")
        assert answer.status_code == 500
        assert str(file) not in answer.text
