"""The pages of a site: their links, security headers, figures and refusals."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from starlette.testclient import TestClient

from stych_web.app import create_app
from stych_web.opening import Opened
from stych_web.site import WebSite
from tests.report.cups import SEED, WORDS, crashing, hold
from tests.report.test_hostile import HOSTILE
from tests.web.sites import Document, asked, crawl, cup, links
from tournaments.storage.store import Store

PAGES = (
    "/t/cup",
    "/t/cup/matches",
    "/t/cup/faults",
    "/t/cup/about",
    "/t/cup/bots/ann",
    "/bots",
    "/rules",
    "/rules/korist",
)


@pytest.fixture
def client(data: Path) -> Iterator[TestClient]:
    with asked(data) as client:
        yield client


@pytest.fixture(scope="module")
def linked(held: Path) -> dict[str, Any]:
    """All that can be reached by links from the first page, by address; one step of each match."""
    with asked(held) as client:
        return crawl(client, "/")


@pytest.mark.slow
def test_every_link_leads_somewhere(linked: dict[str, Any]) -> None:
    found = linked
    assert len(found) > 20
    wrong = {address: answer.status_code for address, answer in found.items() if answer.is_error}
    assert not wrong


@pytest.mark.slow
def test_every_page_keeps_its_content_security_policy(
    client: TestClient, linked: dict[str, Any]
) -> None:
    for address, answer in crawl(client, "/", "/nowhere", known=linked).items():
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy, address
        assert "unsafe" not in policy, address
        assert answer.headers["x-content-type-options"] == "nosniff", address
        assert "set-cookie" not in answer.headers, address
        if "text/html" in answer.headers["content-type"]:
            page = Document(answer.text)
            assert not page.inline, address
            # The crawl follows these.
            assert links(answer.text) == page.links, address
            assert page.tags.count("h1") == page.tags.count("main") == 1, address


def test_the_standings_are_those_of_the_table(client: TestClient) -> None:
    table = client.get("/api/v1/tournaments/cup").json()
    page = Document(client.get("/t/cup").text).text
    assert table["in_words"] in page
    for line in table["standings"]:
        assert f"{line['mu']:.2f}" in page
        assert f"{100 * line['points_share']:.1f}" in page
    assert page.index(table["standings"][0]["entrant"]) < page.index("Cross table")


@pytest.mark.slow
def test_a_single_tournament_is_the_first_page(client: TestClient) -> None:
    answer = client.get("/", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (302, "/t/cup")


def test_several_tournaments_are_listed(data: Path) -> None:
    hold(data, cup(["ann", "bob"], name="other", game="korist"))
    with asked(data) as client:
        page = Document(client.get("/").text)
        assert {"/t/cup", "/t/other"} <= {*page.links}
    with asked(data, ("other", "later")) as client:
        page = Document(client.get("/").text)
        assert "later has not begun" in page.text
        assert "/t/other" in page.links
        assert "/t/cup" not in page.links
        assert client.get("/t/cup").status_code == 404


def test_matches_are_found_by_bot_board_and_fault(data: Path, client: TestClient) -> None:
    every = client.get("/api/v1/tournaments/cup/matches").json()
    assert every["found"] == 12
    of_two = client.get("/api/v1/tournaments/cup/matches?bot=ann&other=bob&board=2").json()
    assert of_two["found"] == 2
    for match in of_two["matches"]:
        assert match["board"] == 2
        assert {seat["entrant"] for seat in match["seats"]} == {"ann", "bob"}
    assert client.get("/api/v1/tournaments/cup/matches?faults=1").json()["found"] == 0
    page = Document(client.get("/t/cup/matches?bot=ann&other=bob").text)
    assert "4 matches" in page.text


@pytest.mark.parametrize("query", ["board=x", "board=-1", "page=0", "page=99999", "bot=%00", "x=1"])
def test_an_invalid_query_is_ignored(client: TestClient, query: str) -> None:
    assert client.get(f"/t/cup/matches?{query}").status_code == 200


def test_an_unknown_address_is_answered_with_a_sentence(client: TestClient) -> None:
    answer = client.get("/t/none")
    assert answer.status_code == 404
    assert "There is no tournament 'none' here; there are: cup." in Document(answer.text).text
    answer = client.get("/api/v1/matches/ffff")
    assert answer.status_code == 404
    assert answer.json()["error"].startswith("No match that can be seen has an id that begins")
    assert client.get("/t/cup/bots/nobody").status_code == 404
    assert client.get("/bots/nobody").status_code == 404
    assert client.get("/versus?one=ann&other=ann").status_code == 404
    assert client.post("/t/cup").status_code == 405


@pytest.mark.parametrize("path", ["/etc/passwd", "..", "../../etc", ".", "C:\\x", "%2e%2e%2f"])
def test_a_path_in_an_address_reads_no_file_of_the_machine(client: TestClient, path: str) -> None:
    for address in (f"/bots/{path}", f"/static/{path}", f"/versus?one={path}&other=ann"):
        answer = client.get(address)
        assert answer.status_code in (404, 200)
        assert "root:" not in answer.text


def test_an_unreadable_database_is_reported_without_paths(data: Path) -> None:
    """The cause is for the operator alone, in the server's own output."""
    with asked(data) as client:
        database = data / "stych.db"
        database.write_bytes(b"not a database" * 100)
        for address in ("/t/cup", "/api/v1/tournaments/cup", "/bots"):
            answer = client.get(address)
            assert answer.status_code == 500, address
            assert str(data) not in answer.text
            assert "cannot be read" in answer.text


def test_an_error_of_the_server_tells_no_details_and_has_the_policy(data: Path) -> None:
    app = create_app(WebSite(Opened(data)))
    with TestClient(app, base_url="http://localhost", raise_server_exceptions=False) as client:
        with mock.patch("stych_web.pages.bots_view", side_effect=RuntimeError("innermost")):
            answer = client.get("/bots")
        assert answer.status_code == 500
        assert "innermost" not in answer.text
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["cache-control"] == "no-store"


def test_looking_makes_no_folder(tmp_path: Path) -> None:
    with asked(tmp_path / "none", ("cup",)) as client:
        for address in ("/", "/t/cup", "/bots", "/m/abcd", "/versus?one=a&other=b", "/rules"):
            assert client.get(address).status_code in (200, 404), address
            assert client.get(f"/api/v1{address}").status_code in (200, 404), address
    assert not (tmp_path / "none").exists()


def test_a_tournament_of_an_unknown_game_does_not_hide_the_others(data: Path) -> None:
    gone = cup(name="gone")
    with Store(data) as store:
        store.define("gone", {**gone.values, "game": "no-such-game"})
    with asked(data) as client:
        page = Document(client.get("/").text)
        assert "gone is of the game no-such-game, which is not installed here." in page.text
        assert "/t/cup" in page.links
        for rest in ("", "/matches", "/about", "/faults"):
            assert client.get(f"/t/gone{rest}").status_code == 404, rest
        assert client.get("/api/v1/tournaments").status_code == 200
        assert client.get("/api/v1/tournaments/gone").status_code == 404


@pytest.mark.slow
def test_a_page_that_the_browser_has_is_not_sent_again(client: TestClient) -> None:
    for address in (*PAGES, "/api/v1/tournaments/cup"):
        answer = client.get(address)
        again = client.get(address, headers={"If-None-Match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b""), address


def test_a_static_file_is_cached_for_good_under_a_digest(client: TestClient) -> None:
    styles = [link for link in Document(client.get("/t/cup").text).links if "style.css" in link]
    answer = client.get(styles[0])
    assert "immutable" in answer.headers["cache-control"]
    assert re.search(r"\?[0-9a-f]{12}$", styles[0])
    # The icon has the same address when it changes.
    assert "immutable" not in client.get("/favicon.ico").headers["cache-control"]


def test_another_host_is_refused(data: Path) -> None:
    """Against DNS rebinding: the name of another site could be made to lead to this server."""
    names = ("127.0.0.1", "localhost", "[::1]", "Cup.example.org")
    app = create_app(WebSite(Opened(data)), names)
    with TestClient(app, base_url="http://evil.example") as client:
        answer = client.get("/t/cup")
        assert answer.status_code == 400
        assert "not called 'evil.example'" in answer.text
        assert "content-security-policy" in answer.headers
        for wrong in (
            "evil.example:127.0.0.1",
            "localhost.evil.example",
            "",
            "[::1",
            "a@localhost:x",
        ):
            assert client.get("/t/cup", headers={"Host": wrong}).status_code == 400, wrong
        for right in ("localhost:8080", "[::1]:8080", "127.0.0.1", "cup.EXAMPLE.org"):
            assert client.get("/t/cup", headers={"Host": right}).status_code == 200, right


@pytest.mark.slow
@pytest.mark.parametrize("words", HOSTILE)
def test_hostile_names_change_no_tag(words: str, tmp_path: Path) -> None:
    tags = []
    for number, name in enumerate(("zz", f"zz{words}")):
        folder = tmp_path / str(number)
        hold(folder, cup(["ann", name]), crashing(name))
        with asked(folder) as client:
            pages = [client.get(f"/t/cup{rest}") for rest in ("", "/matches", "/faults", "/about")]
            assert all(page.status_code == 200 for page in pages)
            tags.append([sorted({*Document(page.text).tags}) for page in pages])
            assert WORDS in pages[2].text
    assert tags[0] == tags[1]


@pytest.mark.slow
@pytest.mark.parametrize("game", ["the-game", "nase-hra", "korist"])
def test_the_other_games_have_their_pages_too(game: str, tmp_path: Path) -> None:
    form = "all-teams" if game == "the-game" else "round-robin"
    hold(tmp_path, cup(game=game, form=form))
    with asked(tmp_path) as client:
        for address in ("/t/cup", "/t/cup/matches", "/t/cup/about", "/t/cup/bots/ann"):
            assert client.get(address).status_code == 200, address


def test_a_tournament_without_a_match_is_said_not_to_have_begun(tmp_path: Path) -> None:
    with asked(tmp_path / "none", ("cup",)) as client:
        page = Document(client.get("/").text)
        assert "cup has not begun" in page.text
        assert "No bots yet" in client.get("/bots").text
    assert not (tmp_path / "none").exists()


@pytest.mark.slow
def test_no_seed_is_ever_told(client: TestClient, linked: dict[str, Any]) -> None:
    """Not even after the end: only the report shows it, and the operator decides who gets that."""
    beginnings = ("/", "/api/v1/tournaments/cup", "/api/v1/bots", "/api/v1/tournaments/cup/matches")
    found = crawl(client, *beginnings, known=linked)
    ids = {match["id"] for match in client.get(beginnings[-1]).json()["matches"]}
    found |= crawl(client, *(f"/api/v1/matches/{each}" for each in ids), known=found)
    for address, answer in found.items():
        assert SEED not in answer.text, address
