"""Submissions wait for their turn, report how far they are, and end with the server."""

import os
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from anyio.to_thread import run_sync

from referee.errors import UserError
from stych_web.submitting.first_matches import first_name, is_first
from stych_web.submitting.jobs import Job
from tests.e2e.command import LONG, write_bot
from tests.submissions.archives import BOT, Part, tree, write_archive
from tests.submissions.registries import staging, stored
from tests.web.authors import OWN, application, people, token
from tests.web.running import running


@pytest.fixture
def archive(tmp_path: Path) -> tuple[str, tuple[str, bytes]]:
    path = write_archive(tmp_path / "bot.zip", BOT)
    return "archive", (path.name, path.read_bytes())


class Gate:
    """Work that waits until the test sets `open`, and then refuses the bot."""

    def __init__(self) -> None:
        self.open = threading.Event()
        self.under_way: list[str] = []
        self.most = 0
        """The most jobs that were under way at once."""

    async def do(self, job: Job) -> None:
        self.under_way.append(job.id)
        self.most = max(self.most, len(self.under_way))
        await job.tell("<b>begun</b>")
        await run_sync(self.open.wait, abandon_on_cancel=True)
        self.under_way.remove(job.id)
        raise UserError("it is refused <i>")


@pytest.mark.slow
def test_one_at_a_time_and_few_for_each(data: Path, archive: tuple[str, tuple[str, bytes]]) -> None:
    gate = Gate()
    names = [f"a{n}" for n in range(6)]
    tokens = [token(data, name) for name in names]
    with people(application(data, gate.do), *tokens) as persons:
        pages = []
        for person in persons:
            for _ in range(2):
                answer = person.upload([archive])
                pages.append((person, answer))
            if answer.status_code == 422:
                break
        # One is under way, eight wait, and the next one is refused.
        assert [answer.status_code for _, answer in pages][:9] == [200] * 9
        assert "many submissions are waiting" in pages[-1][1].text.lower()
        third = persons[0].upload([archive])
        assert "you have submissions that are not over yet" in third.text.lower()
        assert "submissions before it" in pages[3][1].text.lower()
        assert len(staging(data)) == 9
        gate.open.set()
        for person, answer in pages[:9]:
            assert "it is refused &lt;i&gt;" in person.waited(answer).text
        assert gate.most == 1
        assert staging(data) == []


def test_what_goes_wrong_inside_ends_one_job_alone(
    data: Path, archive: tuple[str, tuple[str, bytes]]
) -> None:
    async def broken(job: Job) -> None:
        raise RuntimeError("of the inside")

    with people(application(data, broken), token(data, "ann")) as [ann]:
        for _ in range(2):
            page = ann.waited(ann.upload([archive]))
            assert "The server had an error: RuntimeError." in page.text
            assert "of the inside" not in page.text


def test_jobs_end_with_the_server(data: Path, archive: tuple[str, tuple[str, bytes]]) -> None:
    gate = Gate()
    with people(application(data, gate.do), token(data, "ann")) as [ann]:
        ann.upload([archive])
        ann.upload([archive])
        assert len(staging(data)) == 2
    # For the thread of the gate. Real work is done in processes, which end with the server.
    gate.open.set()
    assert staging(data) == []


def test_news_of_a_job_come_as_events(data: Path, archive: tuple[str, tuple[str, bytes]]) -> None:
    gate = Gate()
    with people(application(data, gate.do), token(data, "ann")) as [ann]:
        page = ann.upload([archive])
        assert f'data-live="{page.url.path}/events"' in page.text
        gate.open.set()
        end = ann.waited(page)
        assert "data-live" not in end.text
        told = ann.client.get(f"{page.url.path}/events")
        assert told.headers["content-type"].startswith("text/event-stream")
        assert '"over": true' in told.text
        assert "&lt;b&gt;begun&lt;/b&gt;" in end.text


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_build_ends_with_the_server(data: Path, tmp_path: Path, number: int) -> None:
    """A server that is killed leaves its staging folder, which the next submission removes."""
    import httpx

    # Seconds that no other process sleeps for, and far more than the test takes.
    mark = f"3{os.getpid()}.{number}"
    folder = write_bot(tmp_path / "bot", build=f'["sleep", "{mark}"]')
    path = write_archive(
        tmp_path / "bot.zip", [Part(name, text) for name, text in tree(folder).items()]
    )
    with running("--data", data, "web", "--submit", "--port", 0) as (process, address):
        with httpx.Client(base_url=address, headers=OWN, follow_redirects=True) as client:
            page = client.post("submit/login", data={"token": token(data, "ann")}).text
            csrf = page.partition('name="csrf" value="')[2].partition('"')[0]
            files = {"archive": ("bot.zip", path.read_bytes())}
            answer = client.post("submit", data={"csrf": csrf}, files=files)
            assert "/submit/jobs/" in str(answer.url)
            _until(lambda: bool(_processes(mark)))
        process.send_signal(number)
        process.wait(LONG)
        _until(lambda: not _processes(mark))
        if number == signal.SIGTERM:
            assert process.returncode == 0
            assert staging(data) == []
    assert stored(data) == {}


def _processes(mark: str) -> list[str]:
    found = []
    for each in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            words = each.read_bytes().split(b"\0")
            if words[:2] == [b"sleep", mark.encode()]:
                found.append(each.parent.name)
    return found


def _until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + LONG
    while not holds() and time.monotonic() < end:
        time.sleep(0.1)
    assert holds()


def test_first_matches_in_games_with_long_ids_have_names_of_their_own() -> None:
    ends = ("", "-for-two", "-for-three", "-for-two-again")
    games = ["fox", *(f"a-game-with-a-long-name{end}" for end in ends)]
    names = [first_name("0123456789abcdef", game) for game in games]
    assert names[0] == "first-0123456789ab-fox"
    assert len({*names}) == len(names)
    assert all(len(name) <= 40 and is_first(name) for name in names)
