"""The shared test vectors are what the protocol and the rules say, and Python's SDK passes them."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from google.protobuf.json_format import Parse

from stych.v1 import referee_pb2 as pb
from stych_bot import Bot
from stych_bot.runner import StreamPlayer
from tests.wire import vectors

INDEX = json.loads((vectors.FOLDER / "index.json").read_text(encoding="utf-8"))
KINDS: dict[str, type[pb.PlayRequest | pb.PlayResponse]] = {
    "stych.v1.PlayRequest": pb.PlayRequest,
    "stych.v1.PlayResponse": pb.PlayResponse,
}


class Last(Bot):
    def choose(self, observation: Any, legal: Sequence[int]) -> int:
        assert observation.ByteSize()
        return len(legal) - 1


def test_the_vectors_are_up_to_date() -> None:
    wanted = vectors.files()
    assert vectors.there() == set(wanted)
    for name, data in wanted.items():
        assert vectors.kept(name) == data, (
            f"{name} is not what python -m tests.wire.vectors --write makes"
        )


def test_what_is_no_vector_is_named_and_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(vectors, "FOLDER", tmp_path)
    assert vectors.main(["--write"]) == 0
    (tmp_path / "old.bin").write_bytes(b"old")
    capsys.readouterr()
    assert vectors.main([]) == 1
    assert vectors.main(["--write"]) == 0
    assert capsys.readouterr().out == "is no vector: old.bin\nremoved: old.bin\n"
    assert vectors.main([]) == 0


@pytest.mark.parametrize("row", INDEX, ids=lambda row: row["name"])
def test_both_forms_are_the_same_message(row: dict[str, Any]) -> None:
    kind, data = KINDS[row["message"]], vectors.kept(f"{row['name']}.bin")
    message = kind.FromString(data)
    assert message.SerializeToString(deterministic=True) == data
    text = vectors.kept(f"{row['name']}.json").decode()
    assert Parse(text, kind()).SerializeToString(deterministic=True) == data


@pytest.mark.parametrize(
    "row", [row for row in INDEX if "answers" in row], ids=lambda row: row["name"]
)
def test_the_sdk_answers_with_the_last_action(row: dict[str, Any]) -> None:
    asked = pb.PlayResponse.FromString(vectors.kept(f"{row['name']}.bin"))
    assert [len(decision.legal_actions) for decision in asked.decisions] == row["legal"]
    answers = StreamPlayer(Last).take(asked)
    request = pb.PlayRequest(answers=answers).SerializeToString(deterministic=True)
    assert request == vectors.kept(f"{row['answers']}.bin")
