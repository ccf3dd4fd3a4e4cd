"""Persons play by forms and links alone: real referees, real bots, no JavaScript."""

import asyncio
import re
from html import unescape
from pathlib import Path
from random import Random

import httpx
import pytest

from referee.record import read_record
from referee.record_check import verify
from stych_web.app import create_app
from stych_web.opening import Opened
from stych_web.site import WebSite
from tests.e2e.processes import descendants, line, until
from tests.e2e.worker_server import forked_now
from tests.web.seats import GAMES, Visitor, asked, forms, heading, site, visitor
from tournaments.person import open_table, open_tables

pytestmark = [pytest.mark.slow, pytest.mark.unconfined]


def referees() -> int:
    """How many referees this process has; each is a process that plays one match."""
    return len(forked_now()) + sum("spawn_main" in line(each) for each in descendants())


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_a_whole_match_of_each_game(tmp_path: Path, game: str) -> None:
    async with site(tmp_path) as app, visitor(app) as ann:
        page = await ann.until_asked(await ann.sit_down(game, hints="1", seat="0"))
        commitment = re.search(r"<code>([0-9a-f]{64})</code>", page.text)
        assert commitment
        assert '<details class="hint">' in page.text
        page, sent = await ann.play_on(page, Random(1))
        assert sent
        assert "The cards were those promised at the start." in page.text
        assert commitment[0] in page.text
        [file] = (tmp_path / "joined").iterdir()
        record = read_record(file.read_bytes())
        verify(record)
        assert not record.faults
        replay = await ann.http.get(f"{page.url.path}/replay", params={"step": "1"})
        assert heading(replay.text).startswith("Step 1 of ")
        assert await leads_to_step_2(ann, replay)
    until(lambda: not referees())


async def leads_to_step_2(ann: Visitor, replay: httpx.Response) -> bool:
    """Whether the link to the next step, on the page of step 1, leads to step 2."""
    found = re.search(r'href="([^"]+)" rel="next"', replay.text)
    assert found
    return heading((await ann.http.get(found[1])).text).startswith("Step 2 of ")


async def test_no_answer_is_one_to_another_question(tmp_path: Path) -> None:
    async with site(tmp_path) as app, visitor(app) as ann:
        page = await ann.until_asked(await ann.sit_down("fox", seat="0"))
        form = asked(page.text)
        assert form
        # Reload shows the very same page, to the byte.
        again = await ann.http.get(page.url.path)
        assert again.content == page.content
        right = form.filled(Random(1))
        card = next(name for name, _ in form.choices)
        wrong = [
            {**right, "token": "x" * 32},
            {**right, "decision": "2"},
            {**right, "decision": "-1"},
            {**right, "decision": "9" * 50},
            {name: value for name, value in right.items() if name != "token"},
        ]
        for body in wrong:
            told = await ann.http.post(form.action, data=body)
            assert "That question was over already" in told.text
            assert (await ann.http.get(page.url.path)).content == page.content
        for values in ("", "B99", ["B1", "B2"], "🂡", "x" * 1000):
            told = await ann.http.post(form.action, data={**right, card: values})
            assert told.status_code == 422
            assert 'class="fault"' in told.text
            assert asked(told.text) == form
        # Twice at once, as by a double click: one of both is the answer.
        both = await asyncio.gather(*(ann.http.post(form.action, data=right) for _ in "ab"))
        late = [each for each in both if "That question was over already" in each.text]
        assert len(late) == 1
        page = await ann.until_asked(both[0])
        other = asked(page.text)
        assert other
        assert int(other.fields["decision"]) > 1
        # The page before, by the back button: its form answers nothing any more.
        told = await ann.http.post(form.action, data=right)
        assert "That question was over already" in told.text
        assert asked(told.text) == other


async def test_nobody_plays_where_it_is_switched_off(tmp_path: Path) -> None:
    app = create_app(WebSite(Opened(tmp_path)))
    async with app.router.lifespan_context(app), visitor(app) as ann:
        assert "without <code>--play</code>" in (await ann.http.get("/play")).text
        for method, path in (("POST", "/play"), ("GET", "/seat/x"), ("POST", "/seat/x")):
            found = await ann.http.request(method, path)
            assert found.status_code == 403
            assert "without --play" in found.text


async def test_what_is_no_form_of_our_pages_is_refused(tmp_path: Path) -> None:
    async with site(tmp_path) as app, visitor(app) as ann:
        page = await ann.until_asked(await ann.sit_down("fox"))
        for content, kind, status in (
            (b"{}", "application/json", 415),
            (b"a=" + b"x" * (1 << 17), "application/x-www-form-urlencoded", 413),
            (b"&".join(b"a=1" for _ in range(600)), "application/x-www-form-urlencoded", 400),
            (b"a=%ff\xff", "application/x-www-form-urlencoded", 400),
        ):
            found = await ann.http.post(
                page.url.path, content=content, headers={"content-type": kind}
            )
            assert found.status_code == status
            assert "Traceback" not in found.text
        form = asked(page.text)
        assert form
        elsewhere = {"sec-fetch-site": "cross-site"}
        for path in (form.action, f"{page.url.path}/leave", "/play"):
            body = form.filled(Random(1))
            found = await ann.http.post(path, data=body, headers=elsewhere)
            assert found.status_code == 403
        assert (await ann.http.get(page.url.path)).content == page.content


async def test_requests_for_which_no_table_is_opened(tmp_path: Path) -> None:
    bot = tmp_path / "bot"
    bot.mkdir()
    async with site(tmp_path) as app, visitor(app) as ann:
        for more, words in (
            ({"bot-1": str(bot)}, "the bots that play fox here"),
            ({"bot-1": "sample/../../x"}, "the bots that play fox here"),
            ({"bot-1": "nobody@1"}, "the bots that play fox here"),
            ({"option-target": "0"}, "target"),
            ({"option-target": "x" * 300}, "target"),
            ({"seat": "2"}, "seats"),
            ({"seat": "-1"}, "seats"),
        ):
            found = await ann.sit_down("fox", **more)
            assert found.status_code == 422
            assert words.lower() in found.text.lower()
            assert "Traceback" not in found.text
        found = await ann.sit_down("fox", token="x")
        assert found.status_code == 409
        assert (await ann.http.get("/play?game=nothing")).status_code == 200
        assert (await ann.http.get("/seat/" + "0" * 64)).status_code == 404
        assert (await ann.http.post("/seat/x/leave")).status_code == 404
        assert not referees()


async def test_to_play_again_is_to_choose_the_same(tmp_path: Path) -> None:
    """The form has the same options, bots and hints as before; the seat is left to chance."""
    # Without option-talk: a box without a tick is not sent.
    chosen = {"option-players": "3", "bot-1": "sample/random", "bot-2": "", "hints": "1"}
    async with site(tmp_path) as app, visitor(app) as ann:
        order = await ann.http.get("/play", params={"game": "the-game"})
        [form] = [each for each in forms(order.text) if "game" in each.fields]
        page = await ann.http.post("/play", data={**form.fields, **chosen})
        left = await ann.http.post(f"{page.url.path}/leave")
        found = re.search(r'href="(/play[^"]+)">Play again', left.text)
        assert found
        again = await ann.http.get(unescape(found[1]))
        assert 'name="option-players" type="number" value="3"' in again.text
        assert re.search(r'name="option-talk"[^>]*checked', again.text) is None
        assert re.search(r'name="hints"[^>]*checked', again.text)
        assert again.text.count("<option selected>sample/random") == 2


async def test_two_persons_at_once(tmp_path: Path) -> None:
    async with site(tmp_path) as app, visitor(app) as ann, visitor(app, "10.0.0.2") as bob:
        pages = await asyncio.gather(ann.sit_down("fox"), bob.sit_down("fox"))
        assert pages[0].url != pages[1].url
        ends = await asyncio.gather(
            ann.play_on(pages[0], Random(1)), bob.play_on(pages[1], Random(2))
        )
        for end, _ in ends:
            assert "The cards were those promised" in end.text
        assert len([*(tmp_path / "joined").iterdir()]) == 2


async def test_who_leaves_forfeits(tmp_path: Path) -> None:
    async with site(tmp_path) as app, visitor(app) as ann:
        page = await ann.until_asked(await ann.sit_down("fox"))
        left = await ann.http.post(f"{page.url.path}/leave")
        assert left.status_code == 410
        assert heading(left.text) == "This table is closed."
        assert "was left" in left.text
        assert "forfeits the match: it is lost" in left.text
        [file] = (tmp_path / "joined").iterdir()
        assert read_record(file.read_bytes()).faults
        assert (await ann.http.get(f"{page.url.path}/replay")).status_code == 200
        # A form from before changes nothing any more.
        form = asked(page.text)
        assert form
        assert (await ann.http.post(form.action, data=form.filled(Random(1)))).status_code == 410
        until(lambda: not referees())


async def test_tables_are_bounded_and_an_abandoned_one_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_tables, "MOST_TABLES", 1)
    async with site(tmp_path) as app, visitor(app) as ann, visitor(app, "10.0.0.2") as bob:
        await ann.sit_down("fox")
        full = await bob.sit_down("fox")
        assert full.status_code == 503
        assert "1 tables are open" in full.text
        monkeypatch.setattr(open_tables, "MOST_TABLES", 8)
        monkeypatch.setattr(open_table, "_ABANDONED", 0.2)
        page = await bob.sit_down("fox")
        table = app.state.room.find(page.url.path.rpartition("/")[2])
        await table.done.wait()
        found = await bob.http.get(page.url.path)
        assert found.status_code == 410
        assert "closed before the end of its match" in found.text
    until(lambda: not referees())


async def test_one_address_has_so_many_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stych_web.playing.room.MOST_EACH", 1)
    async with site(tmp_path) as app, visitor(app) as ann, visitor(app, "10.0.0.2") as bob:
        assert (await ann.sit_down("fox")).status_code == 200
        assert (await ann.sit_down("fox")).status_code == 503
        assert (await bob.sit_down("fox")).status_code == 200


async def test_one_address_opens_so_many_tables_in_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tables that were left count too. Behind a proxy the address is what the proxy says."""
    monkeypatch.setattr("stych_web.playing.room._MOST_OPENINGS", 1)
    async with site(tmp_path, behind_proxy=True) as app, visitor(app) as ann, visitor(app) as bob:
        ann.http.headers["X-Forwarded-For"] = "10.0.0.1"
        bob.http.headers["X-Forwarded-For"] = "10.0.0.2"
        page = await ann.sit_down("fox")
        assert (await ann.http.post(f"{page.url.path}/leave")).status_code == 410
        # A form that is refused counts for nothing.
        assert (await bob.sit_down("fox", **{"bot-1": "nobody"})).status_code == 422
        again = await ann.sit_down("fox")
        assert again.status_code == 429
        assert "wait half a minute" in again.text
        assert (await bob.sit_down("fox")).status_code == 200


async def test_a_stream_tells_of_the_next_question_and_of_the_end(tmp_path: Path) -> None:
    async with site(tmp_path) as app, visitor(app) as ann:
        page = await ann.until_asked(await ann.sit_down("fox"))
        table = app.state.room.find(page.url.path.rpartition("/")[2])
        told: list[str] = []

        async def listen() -> None:
            async for part in app.state.room.events(table):
                if part.startswith(b"event: seat"):
                    told.append(part.decode().split("data: ")[1].strip())

        listening = asyncio.create_task(listen())
        await ann.play_on(page, Random(1))
        # The end of the match ends the stream.
        await listening
        assert len(told) == len(set(told)) > 5
        last = (await ann.http.get(page.url.path)).text
        assert f'data-version="{told[-1]}"' in last
