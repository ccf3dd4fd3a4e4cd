"""`--isolation`: the level in force is told and recorded; what bots and their builds see in it."""

import json
import os
from pathlib import Path

import pytest

from referee.sandbox.levels import IsolationLevel
from referee.sandbox.probe import find_isolation
from referee.sandbox.promise import OFF, in_short, promise
from tests.e2e.command import BOTS, call, run, write_bot, write_tournament

pytestmark = pytest.mark.slow


def cup(folder: Path, *bots: object, more: str = "") -> Path:
    return write_tournament(folder / "cup.toml", bots or (BOTS / "random", BOTS / "first"), 1, more)


def isolations(data: Path, file: Path) -> set[str]:
    lines = call("--data", data, "records", file, "--measured").out.splitlines()
    return {json.loads(line)["measured"]["isolation"] for line in lines}


def test_the_best_is_taken_and_told_once(tmp_path: Path) -> None:
    found = find_isolation()
    assert found
    file, data = cup(tmp_path), tmp_path / "data"
    done = run("--data", data, "run", file, "--jobs", 2, folder=tmp_path)
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines().count(in_short(found)) == 1
    assert done.out.count("isolation: ") == 1
    assert isolations(data, file) == {found.level}
    again = call("--data", data, "run", file)
    assert (again.code, "isolation" in again.out) == (0, False)
    if os.environ.get("CI"):
        assert found.level is IsolationLevel.BUBBLEWRAP


def test_all_of_it_is_told_when_asked_for(tmp_path: Path) -> None:
    found = find_isolation()
    line = ("run", cup(tmp_path), "--verbose")
    done = run("--data", tmp_path / "data", *line, folder=tmp_path)
    assert done.code == 0
    assert promise(found) in done.out.splitlines()


def test_off_is_off_for_the_option_and_the_variable(tmp_path: Path) -> None:
    file = cup(tmp_path)
    for name, options, variables in (
        ("option", ["--isolation", "off"], {}),
        ("variable", [], {"STYCH_ISOLATION": "off"}),
    ):
        data = tmp_path / name
        done = call("--data", data, "run", file, *options, folder=tmp_path, **variables)
        assert (done.code, done.err) == (0, "")
        assert done.out.splitlines()[0] == OFF
        assert isolations(data, file) == {"off"}


def test_what_is_required_and_not_there_is_told_in_a_sentence(tmp_path: Path) -> None:
    words = ("play", "fox", BOTS / "random", BOTS / "first", "--isolation", "require")
    done = call("--data", "data", *words, folder=tmp_path, PATH=str(tmp_path))
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("stych: isolation is required, but bubblewrap does not work here: ")
    assert done.err.count("\n") == 1


def test_a_word_that_is_none_of_the_three(tmp_path: Path) -> None:
    done = call("run", cup(tmp_path), "--isolation", "some")
    assert done.code == 2
    assert "'some' is not one of" in done.err


def test_what_bots_may_read_has_to_be_there(tmp_path: Path) -> None:
    file = cup(tmp_path, more='[isolation]\nreadable = ["none"]\n')
    done = call("--data", tmp_path / "data", "run", file)
    assert done.code == 2
    missing = f"isolation.readable must name paths that exist; received {tmp_path / 'none'}"
    assert done.err == f"stych: {missing}\n"


def test_a_bot_sees_no_results_and_no_rival(tmp_path: Path) -> None:
    found = find_isolation()
    assert found
    if found.level is IsolationLevel.LIMITS:
        pytest.skip(found.missing)
    places = (tmp_path / "data", tmp_path / "rival", Path.home() / ".ssh")
    spy = f"""
import os
from stych_bot import run
for path in {list(map(str, places))!r}:
    try:
        print(path, os.listdir(path))
    except OSError:
        print("nothing")
run(lambda observation, legal, random: 0, games=["fox"])
"""
    bots = (write_bot(tmp_path / "spy", spy), write_bot(tmp_path / "rival", spy))
    file, data = cup(tmp_path, *bots), tmp_path / "data"
    done = call("--data", data, "run", file)
    assert (done.code, done.err) == (0, "")
    said = [file.read_text() for file in data.glob("output/cup/*/spy/*/stdout.txt")]
    assert set(filter(None, said)) == {"nothing\n" * 3}


def test_a_submission_and_a_check_tell_and_are_confined(tmp_path: Path) -> None:
    """A bot that needs a file which the sandbox hides is refused; without a sandbox it passes."""
    found = find_isolation()
    assert found
    if found.level is IsolationLevel.LIMITS:
        pytest.skip(found.missing)
    (tmp_path / "secret").write_text("1")
    spy = f"""
from stych_bot import run
open({str(tmp_path / "secret")!r}).read()
run(lambda observation, legal, random: 0, games=["fox"])
"""
    bot, data = write_bot(tmp_path / "spy", spy), ("--data", tmp_path / "data")
    done = call(*data, "submit", bot)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"{in_short(found)}\nChecking spy (fox) ...\nstych: {bot} is not")
    assert "it fails the step start" in done.err
    done = call(*data, "submit", bot, "--isolation", "off")
    assert (done.code, done.err) == (0, f"{OFF}\nChecking spy (fox) ...\n")
    words = ("check", bot, "--only", "legal", "--json")
    report = json.loads(call(*words).out)
    assert (report["isolation"], report["counts"]["failed"]) == (found.level, 1)
    report = json.loads(call(*words, STYCH_ISOLATION="off").out)
    assert (report["isolation"], report["counts"]["failed"]) == ("off", 0)


def test_a_build_that_looks_around_fails(tmp_path: Path) -> None:
    found = find_isolation()
    assert found
    if found.level is IsolationLevel.LIMITS:
        pytest.skip(found.missing)
    bot = write_bot(tmp_path / "spy", build=f'["sh", "-c", "cat {tmp_path}/cup.toml"]')
    done = call("--data", tmp_path / "data", "run", cup(tmp_path, bot, BOTS / "first"))
    assert (done.code, done.out.count("isolation: ")) == (2, 1)
    assert f"{bot} cannot be built: its build command exited with code 1 in its" in done.err
