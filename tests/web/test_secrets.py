"""While a board is open, nobody is told what is played on it."""

import json
from pathlib import Path

import pytest

from referee.record import Record
from tests.report.cups import WORDS, crashing, hold
from tests.web.sites import asked, crawl, cup
from tournaments.config.definition import Definition
from tournaments.storage.store import Store

CUP = cup(boards=3)
_PARTS = 8
"""Draws or actions in a row that nothing else is likely to have."""


def secrets(record: Record) -> list[str]:
    """What of a record nobody may learn, in the forms in which a page would tell it."""
    deal = record.deal
    rows = [*deal.draws.values(), record.actions]
    texts = [json.dumps(list(row[:_PARTS])) for row in rows if len(row) >= _PARTS]
    return [record.id, deal.key, deal.commitment, *([deal.salt] if deal.salt else []), *texts]


def played_boards(data: Path, own: Definition, most: int) -> tuple[list[Record], list[Record]]:
    """Play so many matches into the folder: records on boards that are over, and on open ones."""
    records = [*hold(data, own, most=most).values()]
    schedule = own.schedule()
    missing = {
        each.block.board for each in schedule.fixtures if each.id not in {r.id for r in records}
    }
    closed = [each for each in records if each.board not in missing]
    return closed, [each for each in records if each.board in missing]


@pytest.mark.slow
@pytest.mark.parametrize("most", [1, 7, 17])
def test_a_crawler_learns_nothing_of_an_open_board(most: int, tmp_path: Path) -> None:
    closed, still_open = played_boards(tmp_path, CUP, most)
    assert still_open
    every = [
        "/",
        "/api/v1/openapi.json",
        "/api/v1/tournaments",
        "/api/v1/tournaments/cup",
        "/api/v1/tournaments/cup/matches",
        "/api/v1/bots",
        "/api/v1/bots/ann",
        "/versus?one=ann&other=bob",
        *(f"/api/v1/matches/{each.id}" for each in (*closed, *still_open)),
        *(f"/m/{each.id}" for each in (*closed, *still_open)),
        *(f"/t/cup/matches?board={board}" for board in (1, 2, 3)),
    ]
    asked_for = {record.id for record in still_open}
    with asked(tmp_path) as client:
        for address, answer in crawl(client, *every).items():
            for record in still_open:
                for secret in secrets(record):
                    # Whoever asks for an id is told the id that was asked for.
                    if not (secret in asked_for and secret in address):
                        assert secret not in answer.text, address
        for record in closed:
            assert client.get(f"/api/v1/matches/{record.id}").status_code == 200
        for record in still_open:
            answer = client.get(f"/api/v1/matches/{record.id}")
            never = client.get("/api/v1/matches/" + "0" * 16)
            assert answer.status_code == never.status_code == 404


def test_a_board_that_another_tournament_plays_is_open_too(tmp_path: Path) -> None:
    records = hold(tmp_path, CUP)
    with asked(tmp_path) as client:
        assert client.get("/api/v1/tournaments/cup/matches").json()["found"] == len(records)
    other = cup(name="other", boards=3)
    with Store(tmp_path) as store:
        store.define(other.name, other.values)
    with asked(tmp_path, ("cup",)) as client:
        answer = client.get("/api/v1/tournaments/cup/matches").json()
        assert (answer["found"], answer["left_out"]) == (0, len(records))
        assert client.get(f"/api/v1/matches/{min(records)}").status_code == 404


@pytest.mark.slow
def test_boards_that_are_opened_again_are_a_secret_at_once(tmp_path: Path) -> None:
    """Pages that were made before are not shown any more, however long they would stay cached."""
    records = hold(tmp_path, CUP)
    match = min(records)
    addresses = ("/t/cup/matches", "/versus?one=ann&other=bob", f"/m/{match}", "/t/cup/about")
    with asked(tmp_path) as client:
        for address in addresses:
            assert client.get(address).status_code == 200
        with Store(tmp_path) as store:
            store.define("other", cup(name="other", boards=3).values)
        assert "no matches" in client.get(addresses[0]).text.casefold()
        assert "have not met" in client.get(addresses[1]).text
        assert client.get(addresses[2]).status_code == 404
        assert "Time for a decision" not in client.get(addresses[3]).text


def test_one_answer_for_every_match_that_is_not_shown(tmp_path: Path) -> None:
    """Whoever tries ids learns nothing: not even which matches were played."""
    _, still_open = played_boards(tmp_path, CUP, 9)
    with asked(tmp_path) as client:
        for address in ("/api/v1/matches/", "/m/"):
            said = {
                client.get(address + id_).text.replace(id_, "ID")
                for id_ in (still_open[0].id, still_open[0].id[:5], "0" * 16, "f" * 5)
            }
            assert len(said) == 1


@pytest.mark.slow
def test_words_of_a_bot_on_an_open_board_are_not_told(tmp_path: Path) -> None:
    hold(tmp_path, CUP, crashing("ann"), most=5)
    with asked(tmp_path) as client:
        for address in ("/t/cup/faults", "/t/cup/bots/ann", "/api/v1/tournaments/cup"):
            assert WORDS not in client.get(address).text, address
        assert "faulty match" in client.get("/t/cup/faults").text


@pytest.mark.slow
def test_matches_of_a_tournament_that_is_not_shown_are_not_there(tmp_path: Path) -> None:
    records = hold(tmp_path, CUP)
    hold(tmp_path, cup(["ann", "bob"], name="other", options={"target": 5}))
    with asked(tmp_path, ("other",)) as client:
        assert client.get(f"/api/v1/matches/{min(records)}").status_code == 404
        assert client.get("/t/cup").status_code == 404
        pools = client.get("/api/v1/bots/ann").json()["pools"]
        assert all("cup" not in json.dumps(each) for each in pools)
