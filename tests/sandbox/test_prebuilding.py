"""Confined builds with what their language has prepared: none can change it for another."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.rpc import prebuilt_recipes
from referee.rpc.build import run_build
from referee.rpc.prebuilt import LOCATION
from referee.rpc.prebuilt_recipes import Recipe
from referee.sandbox.isolation import Isolation
from referee.sandbox.levels import IsolationLevel
from referee.sandbox.toolchains import CACHES
from tests.sandbox.bots import confining
from tests.sandbox.stage import open_place

pytestmark = pytest.mark.slow
LEVELS = (IsolationLevel.BUBBLEWRAP, IsolationLevel.LANDLOCK)
MAKES = f"mkdir -p {CACHES}/things target; echo made > {CACHES}/things/x; echo made > target/lib"
RECIPE = Recipe(
    "Fake",
    "fake.mark",
    ("sh", "-c", MAKES),
    ("template/fake.*",),
    ("sh",),
    caches=("things",),
    bot_folders=("target",),
)
FIXED = Recipe(
    "Fixed",
    "fake.mark",
    ("sh", "-c", "mkdir target; cat $CARGO_HOME/package > target/lib"),
    ("template/fake.*",),
    ("sh",),
    packages_command=("sh", "-c", f"mkdir {CACHES}/cargo; echo fixed > {CACHES}/cargo/package"),
    bot_folders=("target",),
)


@pytest.fixture
def base(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with open_place("fake/template", "first/stych", "second/stych") as place:
        for name in ("fake", "fake/template", "first", "second"):
            (place / name / "fake.mark").write_text("")
        monkeypatch.setenv(LOCATION, str(place / "cache"))
        yield place


@pytest.fixture(params=LEVELS)
def isolation(request: pytest.FixtureRequest) -> Isolation:
    return confining(request.param).isolation


def build(base: Path, bot: str, script: str, isolation: Isolation) -> tuple[str, list[str]]:
    """What went wrong, and the lines about preparing that were told meanwhile."""
    told: list[str] = []
    said = run_build(
        ["sh", "-c", script],
        base / bot,
        isolation=isolation,
        hear=told.append,
        templates={"fake": base / "fake"},
    )
    return said, [line for line in told if line.startswith("preparing")]


def kept(base: Path) -> dict[str, bytes]:
    found = (path for path in (base / "cache").rglob("*") if path.is_file())
    return {str(path): path.read_bytes() for path in found}


def test_no_build_changes_what_another_begins_with(
    base: Path, isolation: Isolation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(prebuilt_recipes.RECIPES, "fake", RECIPE)
    things = "$(dirname $CARGO_HOME)/things/x"
    spoils = f"echo spoilt | tee target/lib {things}"
    said, told = build(base, "first", f"grep made target/lib && {spoils}", isolation)
    assert said == ""
    assert told[:1] == ["preparing Fake's dependencies, once on this machine"]
    before = kept(base)
    assert len(before) == 2
    for path in before:
        for tries in (f"echo x > {path}", f"rm {path}", f"cat {path}", f"chmod 777 {path}"):
            assert build(base, "first", tries, isolation)[0] != ""
    assert kept(base) == before
    script = f"grep made target/lib && grep made {things}"
    assert build(base, "second", script, isolation) == ("", [])


def test_what_lies_in_one_place_is_read_and_not_written(
    base: Path, isolation: Isolation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(prebuilt_recipes.RECIPES, "fake", FIXED)
    script = "grep fixed target/lib && grep fixed $CARGO_HOME/package"
    assert build(base, "first", script, isolation)[0] == ""
    before = kept(base)
    for tries in (
        "echo x > $CARGO_HOME/package",
        "touch $CARGO_HOME/new",
        "rm $CARGO_HOME/package",
    ):
        # What wants to write there is run once more, with caches of its own.
        build(base, "first", f"{tries}; touch done-there", isolation)
        assert kept(base) == before
    said, _ = build(base, "second", "mkdir -p $CARGO_HOME && touch $CARGO_HOME/new", isolation)
    assert (said, kept(base)) == ("", before)
    assert [*(base / "second" / CACHES).rglob("cargo/new")]


def test_a_build_goes_on_by_itself_when_nothing_can_be_prepared(
    base: Path, isolation: Isolation, monkeypatch: pytest.MonkeyPatch
) -> None:
    fails = Recipe("Fake", "fake.mark", ("false",), (), (), caches=("things",))
    monkeypatch.setitem(prebuilt_recipes.RECIPES, "fake", fails)
    assert build(base, "first", "echo x > build", isolation)[0] == ""
    assert kept(base) == {}
    monkeypatch.setenv(LOCATION, "/dev/null/below")
    assert build(base, "first", "echo x > build", isolation) == ("", [])
    monkeypatch.setenv(LOCATION, os.devnull)
    assert build(base, "second", "echo x > build", isolation) == ("", [])
