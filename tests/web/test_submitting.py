"""Bots that are uploaded are built, checked and stored, or refused as on the command line."""

import json
from pathlib import Path

import pytest

from referee.errors import UserError
from referee.sandbox.isolation import Isolation
from referee.sandbox.levels import IsolationLevel
from referee.sandbox.probe import find_isolation
from stych_web.submitting import first_matches, logins
from stych_web.submitting.working import SubmissionWork, check_confines
from tests.e2e.called import fork_called
from tests.e2e.command import call, write_bot
from tests.submissions.archives import BOT, Part, tree, write_archive
from tests.submissions.registries import PLAYS, accept_all, staging, stored
from tests.web.authors import application, ladder_file, people, token, words
from tests.web.sites import Document, asked
from tournaments.commands.agents import caller
from tournaments.submissions.limits import SubmissionLimits

pytestmark = pytest.mark.slow
CONFINED = find_isolation()
needs_sandbox = pytest.mark.skipif(
    CONFINED is None or not CONFINED.confines, reason="nothing here confines a bot"
)


@pytest.fixture(autouse=True)
def few_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(first_matches, "_BOARDS", 1)
    monkeypatch.setattr(first_matches, "_OPPONENTS", 1)


@pytest.fixture
def only_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody plays with a bot, before it is stored or afterwards: that takes most of the time."""
    accept_all(monkeypatch)
    monkeypatch.setattr(caller, "_CALLED", "tests.web.accepting")
    fork_called(monkeypatch)
    monkeypatch.setattr("stych_web.submitting.working.games_to_play", lambda _: [])


@pytest.fixture
def forked(monkeypatch: pytest.MonkeyPatch) -> None:
    fork_called(monkeypatch)


def working(data: Path) -> SubmissionWork:
    return SubmissionWork(data, lambda: CONFINED)


def archive_of(folder: Path, path: Path) -> Path:
    return write_archive(path, [Part(name, text) for name, text in tree(folder).items()])


@needs_sandbox
@pytest.mark.usefixtures("forked")
def test_a_bot_is_stored_and_has_its_first_matches(data: Path, tmp_path: Path) -> None:
    path = archive_of(write_bot(tmp_path / "annbot", PLAYS), tmp_path / "bot.zip")
    app = application(data, working(data).do, file=ladder_file(tmp_path))
    with people(app, token(data, "ann")) as [ann]:
        page = ann.submit(path)
        text = words(page)
        assert "annbot@1: stored" in text
        assert "passed folder-unchanged it leaves its folder as it was" in text
        assert 'bot = "annbot@1"' in text
        # Of the ladders of the file only the one of its game is named.
        assert "rungs.up: newcomers enter at any time" in text
        assert "rungs.other" not in text
        [first] = [each for each in Document(page.text).links if each.startswith("/t/first-")]
        table = ann.client.get(first)
        assert table.status_code == 200
        assert "annbot-v1" in table.text
        assert "sample-thumb" in table.text
        # No link leads to a page of the bot: first matches are no part of what a bot has done.
        entrant = ann.client.get(f"{first}/bots/annbot-v1")
        assert entrant.status_code == 200
        assert 'href="/bots/' not in entrant.text
        assert "annbot@1" in ann.client.get("/submit/account").text
        # The first matches are not listed as a tournament.
        assert "/t/first-" not in ann.client.get("/").text
        again = ann.submit(path)
        assert "It is there already as annbot@1; nothing was changed." in again.text
    assert list(stored(data)) == ["annbot@1"]
    assert staging(data) == []
    # Where bots are not taken the first matches are not shown.
    with asked(data) as client:
        assert client.get(first).status_code == 404


@needs_sandbox
@pytest.mark.usefixtures("only_stored")
def test_a_folder_is_what_its_archive_is(data: Path, tmp_path: Path) -> None:
    folder = write_bot(tmp_path / "annbot", PLAYS)
    (folder / "lib").mkdir()
    (folder / "lib" / "x.py").write_text("X = 1\n")
    files = [("folder", (f"annbot/{name}", text)) for name, text in tree(folder).items()]
    with people(application(data, working(data).do), token(data, "ann")) as [ann]:
        assert "annbot@1: stored" in words(ann.waited(ann.upload(files)))
        again = ann.submit(archive_of(folder, tmp_path / "bot.tgz"))
        assert "It is there already as annbot@1" in again.text


HOSTILE = {
    "absolute.zip": [*BOT, Part("/etc/evil", b"evil")],
    "up.tar": [*BOT, Part("../evil", b"evil")],
    "link.tgz": [Part("out", b"/etc/passwd", "link"), *BOT],
    "hard.tar": [*BOT, Part("lib", b"/etc/passwd", "hard link")],
    "pipe.zip": [*BOT, Part("lib/x", kind="pipe")],
    "device.tgz": [*BOT, Part("lib/x", kind="device")],
    "slash.zip": [*BOT, Part("a\\evil", b"evil")],
    "twice.tar": [*BOT, Part("bot.py", b"other")],
    "long.tar": [*BOT, Part("x" * 300)],
    "none.zip": [Part("x", b"x")],
    "chess.zip": [Part("bot.toml", BOT[0].data.replace(b"fox", b"chess")), BOT[1]],
    "name.zip": [Part("bot.toml", BOT[0].data.replace(b'"bot"', b'"<b>"')), BOT[1]],
}


@needs_sandbox
@pytest.mark.usefixtures("forked")
def test_hostile_archives_get_the_answers_of_the_command_line(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Made here and not when the module is loaded, since it is large: with BOT it exceeds the limit.
    zeros = bytes(SubmissionLimits().size)
    archives = {**HOSTILE, "bomb.tgz": [*BOT, Part("zeros", zeros)]}
    monkeypatch.setattr(logins, "_UPLOADS", len(archives))
    with people(application(data, working(data).do), token(data, "ann")) as [ann]:
        for name, parts in archives.items():
            path = write_archive(tmp_path / name, parts)
            told = call("--data", tmp_path / "other", "submit", path)
            assert told.code == 2, name
            sentence = told.err.strip().removeprefix("stych: ").replace(str(path), name)
            shown = words(ann.submit(path))
            assert " ".join(sentence.split()) in shown, name
            assert ": not stored" in shown
    assert stored(data) == {}
    assert staging(data) == []


@needs_sandbox
@pytest.mark.usefixtures("forked")
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("bot/../../evil", "a path with .."),
        ("/etc/evil", "an absolute path"),
        ("bot/a\\b", "a backslash"),
        ("bot/bot.py", "twice"),
    ],
)
def test_hostile_folders_are_refused_too(data: Path, name: str, said: str) -> None:
    files = [("folder", (f"bot/{part.name}", part.data)) for part in BOT]
    with people(application(data, working(data).do), token(data, "ann")) as [ann]:
        shown = words(ann.waited(ann.upload([*files, ("folder", (name, b"evil"))])))
        assert said in shown
        assert ": not stored" in shown
    assert staging(data) == []


@needs_sandbox
@pytest.mark.usefixtures("forked")
def test_a_build_that_fails_and_a_bot_that_does_not_play(data: Path, tmp_path: Path) -> None:
    bad = write_bot(tmp_path / "bad", build='"sh make.sh"')
    (bad / "make.sh").write_text("echo 'stych: all is well'; echo '<b>worse</b>'; exit 3\n")
    idle = write_bot(tmp_path / "idle", "import time\ntime.sleep(0.1)\n")
    with people(application(data, working(data).do), token(data, "ann")) as [ann]:
        shown = ann.submit(archive_of(bad, tmp_path / "bad.zip")).text
        said = "bad.zip cannot be built: its build command exited with code 3"
        assert f'class="notice">{said}' in shown
        assert "&lt;b&gt;worse" in shown
        assert "<b>worse" not in shown
        shown = ann.submit(archive_of(idle, tmp_path / "idle.zip")).text
        assert "is not stored: it fails the step" in shown
    assert stored(data) == {}


@needs_sandbox
@pytest.mark.usefixtures("only_stored")
def test_a_name_belongs_to_whoever_had_it_first(data: Path, tmp_path: Path) -> None:
    folder = write_bot(tmp_path / "annbot", PLAYS)
    path = archive_of(folder, tmp_path / "one.zip")
    (folder / "more").write_text("more")
    other = archive_of(folder, tmp_path / "two.zip")
    app = application(data, working(data).do)
    with people(app, token(data, "ann"), token(data, "bob")) as [ann, bob]:
        ann.submit(path)
        for each in (path, other):
            assert "belongs to somebody else" in bob.submit(each).text
        assert "annbot@1" not in bob.client.get("/submit/account").text
        assert "annbot@2: stored" in words(ann.submit(other))
    # In a shell the operator may use any name, as long as no author is given.
    assert call("--data", data, "submit", path).code == 0
    done = call("--data", data, "submit", path, "--author", "bob")
    assert done.code == 2
    assert "the name 'annbot' belongs to somebody else" in done.err


def test_what_an_author_submits_is_never_built_without_a_sandbox(tmp_path: Path) -> None:
    path = write_archive(tmp_path / "bot.zip", BOT)
    done = call("--data", tmp_path / "d", "submit", path, "--author=ann", "--isolation=off")
    assert done.code == 2
    assert "is built only in a sandbox" in done.err


@pytest.mark.parametrize("found", [None, Isolation(IsolationLevel.LIMITS, as_root=False)])
def test_where_nothing_confines_bots_are_not_taken(found: Isolation | None, data: Path) -> None:
    with pytest.raises(UserError, match="--submit needs a sandbox"):
        SubmissionWork(data, lambda: found)
    with pytest.raises(UserError):
        check_confines(found)


def test_the_command_refuses_what_is_not_safe(data: Path, tmp_path: Path) -> None:
    wrong = {
        ("web", data, "--submit", "--isolation", "off"): "--submit needs a sandbox",
        ("web", data, "--submit", "--host", "0.0.0.0"): "over an open network",
    }
    for line, said in wrong.items():
        done = call(*line, "--port", 0)
        assert done.code == 2, line
        assert said in done.err


@pytest.mark.unconfined
def test_submit_tells_steps_and_json(tmp_path: Path) -> None:
    path = archive_of(write_bot(tmp_path / "annbot", PLAYS), tmp_path / "bot.zip")
    done = call("--data", tmp_path / "d", "submit", path, "--steps", "--json")
    assert done.code == 0, done.err
    found = json.loads(done.out)
    assert (found["version"], found["new"], found["games"]) == ("annbot@1", True, ["fox"])
    assert "passed" in done.err
    assert "folder-unchanged" in done.err
