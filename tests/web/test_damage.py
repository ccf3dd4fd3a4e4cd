"""A damaged tournament breaks no page of the others, nor a page that shows several."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.report.cups import hold
from tests.web.sites import asked, cup
from tournaments.storage.address import DATABASE

DAMAGES = {
    "definition is no JSON": "UPDATE tournaments SET definition = 'x' WHERE name = 'other'",
    "definition without keys": "UPDATE tournaments SET definition = '{}' WHERE name = 'other'",
    "definition is a number": "UPDATE tournaments SET definition = '1' WHERE name = 'other'",
    "summary is no JSON": "UPDATE matches SET summary = 'x' WHERE tournament = 'other'",
    "summary without keys": "UPDATE matches SET summary = '{}' WHERE tournament = 'other'",
}


@pytest.mark.slow
@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_the_others_are_shown_beside_a_sentence(damage: str, tmp_path: Path) -> None:
    hold(tmp_path, cup(["ann", "bob"], boards=1))
    hold(tmp_path, cup(["ann", "cid"], boards=1, name="other"))
    with closing(sqlite3.connect(tmp_path / DATABASE)) as database:
        database.execute(damage)
        database.commit()
    with asked(tmp_path) as client:
        for page, shown in (("/bots", "/t/cup/bots/ann"), ("/bots/ann", "<h1><bdi>ann")):
            answer = client.get(page)
            assert answer.status_code == 200, page
            assert shown in answer.text
            assert "other is left out: " in answer.text
            assert str(tmp_path) not in answer.text
        index = client.get("/")
        assert index.status_code == 200
        assert "/t/cup" in index.text
        assert "other cannot be read" in index.text
        assert client.get("/t/cup").status_code == 200
        assert client.get("/api/v1/bots").status_code == 200
        assert client.get("/t/other").status_code == 500
