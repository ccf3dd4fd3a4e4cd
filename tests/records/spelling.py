"""Records of every game, and what `stych record show` prints of them."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from referee.games.registry import make_game
from referee.record import Record
from tests.e2e.command import call
from tests.records.matches import FakeBot, make_plan, play, uniform
from tournaments.core.fixtures import Block, make_fixture

NAMES = ("ann", "bob", "cid", "dot", "eve")
PLAYED: list[tuple[str, dict[str, Any]]] = [
    ("fox", {"target": 1}),
    ("fox", {"target": 35}),
    ("the-game", {"players": 1, "talk": False}),
    ("the-game", {"players": 2, "talk": False, "variant": "expert"}),
    ("the-game", {"players": 3, "talk": False}),
    ("the-game", {"players": 5, "talk": False, "variant": "master"}),
    ("nase-hra", {"players": 3, "series": "nine"}),
    ("nase-hra", {"players": 2, "series": "triple"}),
]
"""Games and options that the second readers know (tests/records/readers)."""
OTHERS: list[tuple[str, dict[str, Any]]] = [
    ("korist", {"players": 2}),
    ("korist", {"players": 4, "variant": "expert"}),
    ("the-game", {"players": 3, "fire": True}),
]
"""Games and options that no second reader knows."""


def played(game: str, options: dict[str, Any], board: int = 1, *bots: FakeBot) -> Record:
    names = NAMES[: make_game(game, options).seats]
    plan = replace(make_plan(*NAMES, options=options), game=game)
    match = make_fixture(f"cup/seed/{game}/1", Block(board, names), 0)
    return play(plan, match, *(bots or [FakeBot(uniform)] * len(names)))


def shown(record: Record, folder: Path, *options: str) -> str:
    file = folder / "record.json"
    file.write_text(record.to_json(), encoding="utf-8")
    done = call("--data", folder / "data", "record", "show", file, *options)
    assert (done.code, done.err) == (0, "")
    return done.out


def told(record: Record, folder: Path) -> dict[str, Any]:
    text = shown(record, folder, "--json")
    assert text.count("\n") == 1
    spelled: dict[str, Any] = json.loads(text)
    return spelled
