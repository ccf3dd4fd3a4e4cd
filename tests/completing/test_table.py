"""The table from which completions are made is that of the commands as they are."""

from collections.abc import Iterator
from typing import Any

from devtools.completion import table as as_it_should_be
from tests.completing.asking import table
from tournaments.commands.completing.answer import TABLE
from tournaments.commands.completing.kinds import KINDS, kind_of

FREE = {
    *("--address", "--better-by", "--boards", "--data", "--decision", "--error", "--file"),
    *("--author", "--folder", "--host", "--http", "--parquet", "--port", "--web", "--files"),
    *("--first", "--repeat", "soak --games", "selfplay --games", "--bot-version"),
    *("dial -- COMMAND...", "--cluster", "worker ADDRESS", "cluster certificates FOLDER"),
    *("--head", "--jobs", "--limit", "--listen", "--minutes", "--name", "--only", "--out"),
    *("--picture", "--reconnect", "--replays", "--seat", "--seconds", "--seed", "--tls", "--to"),
    *("--tls-cert", "--tls-key", "--token", "--wait", "faults --bot", "selfplay --bot"),
    *("token NAME", "new PATH", "import ARCHIVE", "web [FILE | FOLDER | EXPORT]"),
}
"""Of these only the shell can offer anything, if anybody can."""


def parameters(node: dict[str, Any], path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    for each in (*node["options"], *node["arguments"]):
        yield path, each
    for name, inner in node["commands"].items():
        yield from parameters(inner, f"{path} {name}".strip())


def test_it_is_up_to_date() -> None:
    """If not: python -m devtools.completion --write."""
    assert TABLE.read_text(encoding="utf-8") == as_it_should_be()


def test_every_parameter_is_of_a_kind_or_free() -> None:
    for path, each in parameters(table()["commands"]):
        names = {*each["names"], *(f"{path} {name}" for name in each["names"])}
        known = kind_of(path, each) is not None
        assert each["flag"] or known != bool(names & FREE), (path, each["names"])


def test_every_kind_is_of_a_parameter() -> None:
    found = {
        (path, name) for path, each in parameters(table()["commands"]) for name in each["names"]
    }
    for key in KINDS:
        command, _, name = key.rpartition(" ")
        assert any(own == name and command in ("", path) for path, own in found), key
