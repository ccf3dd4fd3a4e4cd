"""A site that takes bots, and authors who submit to it."""

import re
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the extra web is not installed")

from starlette.applications import Starlette
from starlette.testclient import TestClient

from stych_web.app import create_app
from stych_web.opening import Opened
from stych_web.site import WebSite
from stych_web.submitting.jobs import Job, JobQueue
from stych_web.submitting.logins import SubmitSettings
from stych_web.submitting.pages import SubmitPages
from tests.e2e.command import LONG, write_bot, write_tournament
from tournaments.hosting.authors import Role, issue_to_author
from tournaments.storage.store import Store

OWN = {"Sec-Fetch-Site": "same-origin"}
"""What a browser says of a form that one of our pages sent."""
HERE = "http://127.0.0.1"


async def nothing(job: Job) -> None:
    """Work that refuses every bot at once."""
    job.sentence = "nothing is built here"


def application(
    data: Path,
    work: Callable[[Job], Awaitable[None]] = nothing,
    *,
    behind_tls: bool = False,
    **more: Any,
) -> Starlette:
    """A site of that data folder, where `work` is done for each bot that is submitted."""
    site = WebSite(Opened(data, **more))
    pages = SubmitPages(site, SubmitSettings(data, behind_tls=behind_tls), JobQueue(work))
    return create_app(site, submitting=pages)


def token(data: Path, name: str, role: Role = Role.AUTHOR) -> str:
    """A new token of that name."""
    with Store(data) as store:
        return issue_to_author(store.database, name, role)


def ladder_file(folder: Path) -> Path:
    """A tournament file with two ladders, of which a bot that plays fox can enter `rungs.up`."""
    for name in ("ann", "bob"):
        write_bot(folder / name, games='["fox", "korist"]')
    divisions = '[[divisions]]\nname = "up"\n[[divisions]]\nname = "other"\ngame = "korist"\n'
    divisions += "options = {}\n"
    return write_tournament(
        folder / "rungs.toml", ("ann", "bob"), 1, divisions, name='"rungs"', format='"ladder"'
    )


def words(answer: Any) -> str:
    """What the page says, as it is read."""
    return " ".join(unescape(re.sub(r"<[^>]*>", "", answer.text)).split())


@dataclass
class Person:
    """A browser before the site."""

    client: TestClient

    def log_in(self, given: str, **headers: str) -> Any:
        return self.client.post("/submit/login", data={"token": given}, headers=OWN | headers)

    @property
    def csrf(self) -> str:
        """What stands in the forms of the session."""
        found = re.search(r'name="csrf" value="([^"]+)"', self.client.get("/submit/account").text)
        assert found
        return found[1]

    def upload(
        self, files: Sequence[tuple[str, tuple[str, bytes]]], csrf: str | None = None
    ) -> Any:
        """Send these files, each with the name of its form field."""
        fields = {"csrf": self.csrf if csrf is None else csrf}
        return self.client.post("/submit", data=fields, files=[*files], headers=OWN)

    def submit(self, path: Path) -> Any:
        """Submit an archive, and give its page when all is over."""
        answer = self.upload([("archive", (path.name, path.read_bytes()))])
        return self.waited(answer)

    def waited(self, answer: Any) -> Any:
        """The page of a submission when all is over, or as it is after `LONG` seconds."""
        assert "/submit/jobs/" in str(answer.url), answer.text
        end, pause = time.monotonic() + LONG, 0.05
        while "Look again" in answer.text and time.monotonic() < end:
            time.sleep(pause)
            # Ask less and less often, since the site makes a whole page for each answer.
            pause = min(1.5 * pause, 0.5)
            answer = self.client.get(str(answer.url))
        return answer

    def send(self, path: str, **fields: str) -> Any:
        """Send a form of the session."""
        return self.client.post(path, data={"csrf": self.csrf, **fields}, headers=OWN)


@contextmanager
def people(app: Starlette, *tokens: str) -> Iterator[list[Person]]:
    """Browsers of people with these tokens, who are logged in, before one server.

    Without tokens it is one browser, of somebody who is not logged in.
    """
    with TestClient(app, base_url=HERE) as first:
        found = [Person(first)]
        # Each with cookies of its own; the server is that of the first one.
        for _ in tokens[1:]:
            other = TestClient(app, base_url=HERE)
            other.portal = first.portal
            found.append(Person(other))
        for each, own in zip(found, tokens, strict=False):
            assert each.log_in(own).status_code == 200
        yield found
