"""The API is what openapi.json says: its addresses, its answers of JSON, and the error 404."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from starlette.testclient import TestClient

from stych_web.api import Api, description
from stych_web.live import LiveNews
from stych_web.opening import Opened
from stych_web.site import WebSite
from tests.web.sites import asked


@pytest.fixture
def client(data: Path) -> Iterator[TestClient]:
    with asked(data) as client:
        yield client


def check(answer: Any, schema: str) -> None:
    """Raise ValidationError if the answer is not as the description has it."""
    whole = {"$ref": f"#/components/schemas/{schema}", **description()}
    jsonschema.validate(answer, whole)


def test_every_address_is_described_and_there_is_no_other() -> None:
    site = WebSite(Opened(Path()))
    routes = {re.sub(r":path}", "}", each.path) for each in Api(site, LiveNews(site)).routes()}
    assert routes - {"/openapi.json"} == description()["paths"].keys()


@pytest.mark.slow
def test_answers_are_as_described(client: TestClient) -> None:
    match = client.get("/api/v1/tournaments/cup/matches").json()["matches"][0]["id"]
    addresses = {
        "tournaments": "Tournaments",
        "tournaments/cup": "Table",
        "tournaments/cup/matches?bot=ann&page=2": "Matches",
        f"matches/{match}": "Match",
        "bots": "Bots",
        "bots/ann": "History",
        "versus?one=ann&other=bob": "Versus",
    }
    for address, schema in addresses.items():
        answer = client.get(f"/api/v1/{address}")
        assert answer.status_code == 200, address
        check(answer.json(), schema)
    for nothing in ("tournaments/no", "matches/0000", "bots/no", "versus?one=no&other=ann", "no"):
        answer = client.get(f"/api/v1/{nothing}")
        assert answer.status_code == 404, nothing
        check(answer.json(), "Error")


def test_an_answer_that_is_not_as_described_is_noticed(client: TestClient) -> None:
    answer = client.get("/api/v1/tournaments").json()
    with pytest.raises(jsonschema.ValidationError):
        check({**answer, "more": 1}, "Tournaments")
