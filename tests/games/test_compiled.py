"""The rules compiled by mypyc are the same rules, and open to subclasses in Python as well."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from contextlib import closing
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from sqlite3 import connect

import pytest

from devtools.wheels import build
from hatch_build import COMPILED
from referee import deals
from tests.games.digests import digests
from tests.seeds import SEED
from tournaments.storage.address import DATABASE

ROOT = Path(__file__).parents[2]
PLAYINGS = 1
"""Of each variant, beside all golden ones."""
WEAK = """
import importlib, inspect, json, sys
found = []
for file in sys.argv[1:]:
    module = importlib.import_module(file.removesuffix(".py").replace("/", "."))
    for name, kind in vars(module).items():
        own = inspect.isclass(kind) and kind.__module__ == module.__name__
        if own and kind.__weakrefoffset__ and not issubclass(kind, Exception):
            if not getattr(kind, "_is_protocol", False):
                found.append(name)
print(json.dumps(found))
"""
"""Tells the classes whose objects have a place for weak references."""
SMALL = {
    "fox": "target=1",
    "the-game": "players=2",
    "nase-hra": "players=2",
    "korist": "players=2",
}
"""Of each game an option with which two bots play it."""
STYCH = "from tournaments.entry import main; main()"
QUICKLY = "0"
"""How much the C compiler optimizes: not at all."""
COMPILED_TOO = (
    "games/test_check_game.py",
    "games/test_the_game_checks.py",
    "records/test_forgery.py",
    "records/test_spelled.py",
    "records/test_spelled_other_rules.py",
    "records/test_tampering.py",
    "tournaments/test_duplicates.py",
    "tournaments/test_expected.py",
    "tournaments/test_match.py",
    "tournaments/test_pairs.py",
    "tournaments/test_ranking_factor.py",
    "tournaments/test_rating.py",
    "tournaments/test_rating_evidence.py",
    "tournaments/test_rating_published.py",
    "wire/test_answers.py",
    "wire/test_news.py",
    "wire/test_packing.py",
    "conduct",
    "rpc/test_session.py",
    "rpc/test_session_clock.py",
    "rpc/test_session_end.py",
    "rpc/test_session_news.py",
    "rpc/test_forced_delays.py",
)
"""Tests of what is compiled; some of their classes are Python ones derived from it."""


def _can_compile() -> bool:
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    headers = Path(sysconfig.get_path("include"), "Python.h")
    return shutil.which(compiler) is not None and headers.exists()


def _run(*arguments: str, tree: Path) -> str:
    """What Python prints when it finds the code in the tree first."""
    ran = subprocess.run(
        [sys.executable, "-P", *arguments],
        check=False,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(tree)},
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def _played(data: Path, tree: Path, build: str) -> list[tuple[str, bytes]]:
    """The records of matches of every game over real processes, by the build in the tree.

    They are stored without their measured parts.
    """
    said = _run("-c", "from tournaments.system.compiled import *; print(build_name())", tree=tree)
    assert said.strip() == build
    for game, option in SMALL.items():
        bots = ("sample/random", "sample/random")
        given = ("--boards", "1", "--seed", SEED, "--isolation", "off", "--option", option)
        line = ("play", game, *bots, *given)
        _run("-c", STYCH, "--data", str(data / game), *line, tree=tree)
    found = []
    for game in SMALL:
        with closing(connect(data / game / DATABASE)) as database:
            found += database.execute("SELECT id, record FROM matches ORDER BY id").fetchall()
    assert len(found) >= 2 * len(SMALL)
    return found


@pytest.mark.slow
@pytest.mark.builds
@pytest.mark.skipif(
    not _can_compile(), reason="to compile the rules a C compiler and Python's headers are needed"
)
@pytest.mark.minutes(5)
def test_the_compiled_rules_play_the_same_games(tmp_path: Path) -> None:
    assert str(deals.__file__).endswith(".py"), "this side of the comparison is plain Python"
    tree = tmp_path / "compiled"
    wheel = build(
        Path(sys.executable), tmp_path / "dist", compiled=True, isolated=False, level=QUICKLY
    )
    assert "-none-any" not in wheel.name, "no other Python may install it"
    zipfile.ZipFile(wheel).extractall(tree)
    for module in COMPILED:
        assert (tree / module).with_suffix(EXTENSION_SUFFIXES[0]).exists(), module

    found = json.loads(_run("-m", "tests.games.digests", str(PLAYINGS), tree=tree))
    assert found.pop("loaded from") == str(tree / "referee" / f"deals{EXTENSION_SUFFIXES[0]}")
    assert found == digests(PLAYINGS)

    plain = _played(tmp_path / "plain", ROOT, "plain Python")
    assert _played(tmp_path / "fast", tree, "compiled rules") == plain

    weak = json.loads(_run("-c", WEAK, *COMPILED, tree=tree))
    assert weak == [], "before Python 3.12 mypyc frees what refers to these weakly"

    chosen = [f"tests/{name}" for name in COMPILED_TOO]
    options = ("-q", "--import-mode=importlib", "-p", "no:cacheprovider", "-m", "not slow")
    assert " passed" in _run("-m", "pytest", *options, *chosen, tree=tree)
