"""Matches step by step: every step has an address, and a seat sees what it may know."""

import json
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from referee.record import Record
from tests.report.cups import GAMES, hold
from tests.web.long_matches import long_match
from tests.web.sites import Document, asked, cup


@pytest.fixture
def records(tmp_path: Path) -> list[Record]:
    return [*hold(tmp_path, cup(["ann", "bob"], boards=1)).values()]


@pytest.fixture
def client(records: list[Record], tmp_path: Path) -> Iterator[TestClient]:
    with asked(tmp_path) as client:
        yield client


def test_every_step_has_an_address(client: TestClient, records: list[Record]) -> None:
    """And the page of a step has the same table as the list of all steps."""
    id_ = records[0].id
    steps = client.get(f"/m/{id_}/steps").json()["steps"]
    assert len(steps) > len(records[0].actions)
    for number in (0, 1, len(steps) // 2, len(steps) - 1):
        page = client.get(f"/m/{id_}?step={number}").text
        assert steps[number] in page
        assert f"{number} of {len(steps) - 1}" in Document(page).text


@pytest.mark.slow
def test_without_a_script_links_lead_from_step_to_step(
    client: TestClient, records: list[Record]
) -> None:
    address, seen = f"/m/{records[0].id}", 0
    last = len(client.get(f"{address}/steps").json()["steps"]) - 1
    while seen < last:
        page = client.get(f"{address}?step={seen}").text
        forward = page.split('data-to="after" href="')[1].split('"')[0]
        assert forward == f"?step={seen + 1}"
        back = page.split('data-to="before" href="')[1].split('"')[0]
        assert back == f"?step={max(0, seen - 1)}"
        seen = seen + 7 if seen + 7 < last else last


def test_any_step_is_answered_but_only_seats_of_the_match(
    client: TestClient, records: list[Record]
) -> None:
    for step in ("999999", "-1", "x", "", "1e3", "9" * 40):
        assert client.get(f"/m/{records[0].id}?step={step}").status_code == 200
    for seat in ("2", "99", "-1", "x", "0x0"):
        answer = client.get(f"/m/{records[0].id}?seat={seat}")
        assert answer.status_code == 404, seat


def test_the_beginning_of_an_id_is_enough(client: TestClient, records: list[Record]) -> None:
    assert client.get(f"/m/{records[0].id[:8]}").status_code == 200


def test_a_seat_is_shown_no_card_of_another_hand(client: TestClient, records: list[Record]) -> None:
    """At the first step it has seen nothing of the other hand."""
    id_ = records[0].id
    own = [
        Document(client.get(f"/m/{id_}/steps?seat={seat}").json()["steps"][0]) for seat in (0, 1)
    ]
    every = client.get(f"/m/{id_}/steps").json()["steps"][0]
    hands = [{*_faces(page)} for page in own]
    assert len(hands[0] & hands[1]) <= 1, "the decree alone lies open for both"
    assert {*_faces(Document(every))} == hands[0] | hands[1]


def _faces(page: Document) -> list[str]:
    return [link for link in page.links if link.startswith("#") and "back" not in link]


def test_the_decision_of_a_step_is_that_of_the_record(
    client: TestClient, records: list[Record]
) -> None:
    spelled = client.get(f"/api/v1/matches/{records[0].id}").json()
    page = client.get(f"/m/{records[0].id}?step=1").text
    text = page.split("<pre")[1].split(">", 1)[1].split("</pre>")[0]
    assert json.loads(unescape(text)) == spelled["decisions"][0]
    assert "<pre" not in client.get(f"/m/{records[0].id}?step=1&seat=0").text


@pytest.mark.slow
def test_two_seatings_stand_side_by_side(client: TestClient, records: list[Record]) -> None:
    one, other = records
    page = Document(client.get(f"/compare/{one.id}/{other.id}").text)
    assert page.tags.count("h2") == 2
    assert "The same cards, twice: they part at action" in page.text
    same = Document(client.get(f"/compare/{one.id}/{one.id}").text)
    assert "the same to the end" in same.text
    assert client.get(f"/compare/{one.id}/ffff").status_code == 404


def test_matches_on_other_cards_are_not_compared(tmp_path: Path) -> None:
    records = [*hold(tmp_path, cup(["ann", "bob"], boards=2)).values()]
    one, other = (next(each for each in records if each.board == board) for board in (1, 2))
    with asked(tmp_path) as client:
        answer = client.get(f"/compare/{one.id}/{other.id}")
    assert answer.status_code == 404
    assert "cannot be compared" in answer.text


@pytest.mark.parametrize("game", GAMES)
def test_a_page_of_a_match_is_small(game: str, tmp_path: Path) -> None:
    form = "all-teams" if game == "the-game" else "round-robin"
    longest = max(
        hold(tmp_path, cup(game=game, form=form, boards=1)).values(),
        key=lambda each: len(each.actions),
    )
    with asked(tmp_path) as client:
        for seat in ("", "&seat=0"):
            page = client.get(f"/m/{longest.id}?step=9{seat}")
            assert page.status_code == 200
            assert len(page.content) < 300_000
            assert not Document(page.text).inline


@pytest.mark.slow
def test_a_page_of_a_long_match_is_small(tmp_path: Path) -> None:
    """Even together with the list of its steps, which is sent packed."""
    record = long_match(tmp_path)
    assert len(record.actions) > 400
    with asked(tmp_path) as client:
        page = client.get(f"/m/{record.id}?step=400")
        assert "400 of" in Document(page.text).text
        steps = client.get(f"/m/{record.id}/steps", headers={"Accept-Encoding": "gzip"})
        assert len(page.content) + int(steps.headers["Content-Length"]) < 300_000
