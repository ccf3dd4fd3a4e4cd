"""The command `stych bench`: that it runs and accounts for itself, never how fast anything is."""

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from stych_devtools.bench.suite import MEASUREMENTS
from tests.e2e.command import call, run
from tournaments.system.compiled import build_name

pytestmark = pytest.mark.unconfined

GAMES = ("fox", "the-game", "nase-hra", "korist")
WITH_BOTS = {name for name in MEASUREMENTS if name.startswith(("wire/", "lines/"))}
OTHER_GAMES = WITH_BOTS - {"wire/korist", "lines/fox"}


@pytest.mark.slow
def test_one_measurement_as_json() -> None:
    done = call("bench", "--quick", "--only", "ratings", "--json")
    told = json.loads(done.out)
    assert told["build"] == build_name()
    assert set(told["ratios"]) == {"ratings/two", "ratings/five"}
    missed = [name for name, each in told["ratios"].items() if not each["ok"]]
    assert done.code == (1 if missed else 0)
    assert done.err == (f"Missed: {', '.join(missed)}.\n" if missed else "")


@pytest.mark.slow
def test_each_ratio_has_a_line() -> None:
    done = call("bench", "--quick", "--only", "ratings")
    first, *lines = done.out.splitlines()
    assert first == f"This build: {build_name()}."
    assert [line.split(":")[0] for line in lines] == ["ratings/two", "ratings/five"]
    assert all("at least" in line or "at most" in line for line in lines)


def test_bad_options_are_told_in_a_sentence(tmp_path: Path) -> None:
    done = call("bench", "--only", "nothing")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("stych: the measurements are wire/fox, ")
    assert done.err.endswith("; received 'nothing'\n")
    done = call("bench", "--only", "ratings", "--picture", tmp_path / "p.svg")
    assert done.code == 2
    assert "the picture needs the measurement growth" in done.err


@pytest.mark.slow
def test_all_of_it_runs(tmp_path: Path) -> None:
    """Of each kind in WITH_BOTS only one game: the game is an argument of the measurement."""
    chosen = [name for name in MEASUREMENTS if name not in OTHER_GAMES]
    only = [word for name in chosen for word in ("--only", name)]
    done = run("bench", "--quick", "--json", "--picture", "p.svg", *only, folder=tmp_path)
    assert done.code in (0, 1), done.err
    told = json.loads(done.out)
    kinds = {name.split("/")[0] for name in MEASUREMENTS}
    # There are ratios of engines only where the libraries to compare with are installed.
    assert {name.split("/")[0] for name in (*told["ratios"], "engines/")} == kinds
    _check_bulk(told["ratios"])
    # Three of growth, and one of starting.
    assert len(told["series"]) == 4
    assert (tmp_path / "p.svg").read_text().startswith("<svg ")
    assert list(tmp_path.iterdir()) == [tmp_path / "p.svg"], "more is left"


def _check_bulk(ratios: dict[str, Any]) -> None:
    """The ratios of bulk are there for every game, and tell its matches a second."""
    kinds = ("spelled", "parquet") if find_spec("pyarrow") else ("spelled",)
    found = {name: each for name, each in ratios.items() if name.startswith("bulk/")}
    assert set(found) == {f"bulk/{game}/{kind}" for game in GAMES for kind in kinds}
    for name, each in found.items():
        assert each["value"] > 0
        assert f"{name.split('/')[1]}, 10 matches of " in each["text"]
        assert " a second of processor time; json reads and writes " in each["text"]
