"""Submitting in a real browser: with the keyboard, without JavaScript, and accessibly."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

import pytest

pytest.importorskip("axe_playwright_python", reason="axe-playwright-python is not installed")

from playwright.sync_api import Browser, Page, expect

from referee.errors import UserError
from stych_web.submitting import logins
from stych_web.submitting.jobs import FirstMatches, Job
from tests.e2e.command import write_bot
from tests.report.cups import hold
from tests.submissions.archives import BOT, tree, write_archive
from tests.web.authors import application, ladder_file, token
from tests.web.browser import PHONE, Watched, aside, needs_chromium, problems
from tests.web.serving import served
from tests.web.sites import cup
from tournaments.hosting.authors import Role
from tournaments.storage.store import Store
from tournaments.submissions import submitting
from tournaments.submissions.archive import unpack
from tournaments.submissions.limits import SizeMeter, SubmissionLimits
from tournaments.submissions.registry import BotRegistry

pytestmark = [pytest.mark.slow, needs_chromium]
_LONG = 60_000


@dataclass(frozen=True)
class Taking:
    """A site that accepts bots, a browser for it, and the files of each bot that came."""

    address: str
    browser: Browser
    data: Path
    taken: list[dict[str, bytes]]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Taking]:
    data = tmp_path_factory.mktemp("site")
    aside(hold, data, cup(["ann", "bob", "cid"], boards=2))
    with mock.patch.object(submitting, "refusal", return_value=""), Store(data) as store:
        submitting.submit(write_bot(data / "kept"), BotRegistry(store), lambda _: None)
    aside(
        hold,
        data,
        cup(["annbot-v1", "sample-thumb", "sample-random"], name="first-0123456789ab-fox"),
    )
    taken: list[dict[str, bytes]] = []

    async def work(job: Job) -> None:
        """Only unpack the bot, and say that it is stored as annbot@1; refuse bad.zip."""
        to = data / f"unpacked-{len(taken)}"
        meter = SizeMeter(job.upload.shown, SubmissionLimits())
        taken.append(tree(unpack(job.upload.path, to, meter).folder))
        await job.tell("passed          handshake           it says Hello")
        if job.upload.shown == "bad.zip":
            raise UserError("bad.zip is not stored: it fails the step hello")
        job.version, job.digest = "annbot@1", "0123456789ab" * 5
        job.first.append(FirstMatches("fox", "first-0123456789ab-fox"))

    # All tests of this module log in and upload as one author, more often than that one may.
    many = mock.patch.multiple(logins, _TRIES=1000, _UPLOADS=1000)
    with many:
        app = application(data, work, file=ladder_file(data))
    with served(app) as address:
        yield Taking(address, browser, data, taken)


def log_in(site: Taking, page: Page, role: Role = Role.AUTHOR) -> None:
    """Log in with the keyboard."""
    page.goto(f"{site.address}/submit")
    page.get_by_label("your token").focus()
    page.keyboard.type(token(site.data, "ann", role))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="An archive")).to_be_visible(timeout=_LONG)


def test_an_archive_is_submitted_by_keyboard_and_followed_live(
    site: Taking, tmp_path: Path
) -> None:
    page = site.browser.new_page()
    watched = Watched(page, site.address)
    log_in(site, page)
    page.get_by_label("archive").set_input_files(write_archive(tmp_path / "good.zip", BOT))
    page.get_by_label("archive").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    # The page shows each of these by itself: nothing loads it again.
    expect(page.get_by_role("heading", level=1)).to_have_text("annbot@1: stored", timeout=_LONG)
    expect(page.get_by_role("table", name="First matches in fox")).to_contain_text("annbot-v1")
    expect(page.get_by_text("rungs.up: newcomers enter")).to_be_visible()
    assert site.taken[-1] == {part.name: part.data for part in BOT}
    page.get_by_role("link", name="All figures").press("Enter")
    expect(page.get_by_role("table", name="Standings")).to_contain_text("sample-thumb")
    assert not watched.troubles
    page.close()


@pytest.mark.parametrize("script", [True, False])
def test_a_folder_keeps_its_paths(site: Taking, tmp_path: Path, *, script: bool) -> None:
    folder = write_bot(tmp_path / "annbot")
    (folder / "lib").mkdir()
    (folder / "lib" / "x.py").write_text("X = 1\n")
    context = site.browser.new_context(java_script_enabled=script)
    page = context.new_page()
    log_in(site, page)
    page.get_by_label("folder").set_input_files(folder)
    page.get_by_role("button", name="Submit").nth(1).click()
    again = page.get_by_role("link", name="Look again")
    for _ in range(100):
        if script or not again.count():
            break
        again.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("annbot@1: stored", timeout=_LONG)
    assert site.taken[-1] == tree(folder)
    context.close()


def test_every_page_of_authors_is_accessible(site: Taking, tmp_path: Path) -> None:
    context = site.browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]})
    page = context.new_page()
    watched = Watched(page, site.address)
    found: list[str] = []

    def look() -> None:
        found.extend(problems(page))

    page.goto(f"{site.address}/submit")
    look()
    log_in(site, page, Role.OPERATOR)
    look()
    for name in ("good.zip", "bad.zip"):
        page.goto(f"{site.address}/submit")
        page.get_by_label("archive").set_input_files(write_archive(tmp_path / name, BOT))
        page.get_by_role("button", name="Submit").first.click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("stored", timeout=_LONG)
        look()
    page.goto(f"{site.address}/submit/account")
    look()
    page.get_by_role("link", name="Enter a ladder with kept@1").click()
    expect(page.get_by_role("button", name="Enter rungs.up")).to_be_visible()
    look()
    page.get_by_role("link", name="All bots").click()
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_label("your token")).to_be_visible()
    context.close()
    assert not found + watched.troubles
