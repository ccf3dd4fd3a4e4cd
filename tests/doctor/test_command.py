"""The command as a user gives it, and the examinations that it makes."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.command import call
from tests.root import ROOT
from tournaments.doctor import examining
from tournaments.doctor import languages as programs
from tournaments.doctor.findings import Finding, FindingState
from tournaments.resources.scaffold import languages, line_languages

PAGE = ROOT / "docs" / "doctor.md"


@pytest.fixture(autouse=True, scope="module")
def _asked_once() -> Iterator[None]:
    """Programs of this machine have one version all the time, and some take a second to tell it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(programs, "_version", cache(programs._version))
        yield


@pytest.mark.slow
def test_this_machine_is_told_line_by_line_and_as_json(tmp_path: Path) -> None:
    """Both forms agree, and the exit code fits them, whatever this machine has."""
    done = call("--data", tmp_path / "data", "doctor")
    told: dict[str, Any] = json.loads(call("--data", tmp_path / "data", "doctor", "--json").out)
    names = [finding["name"] for finding in told["findings"]]
    assert names[0] == "isolation"
    told_of = ["python", *without(languages(), "python"), *line_languages()]
    assert names[-len(told_of) :] == told_of
    assert done.code == (0 if told["playable"] else 1)
    for finding in told["findings"]:
        assert f"{finding['state']:7}  {finding['name']} " in done.out
        if finding["state"] in (FindingState.MISSING, FindingState.BROKEN):
            assert finding["lacks"]
    assert not (tmp_path / "data").exists()


def without(listed: list[str], one: str) -> list[str]:
    return [each for each in listed if each != one]


@pytest.mark.slow
def test_the_page_has_every_key_and_every_name(tmp_path: Path) -> None:
    told = json.loads(call("--data", tmp_path / "data", "doctor", "--json").out)
    rows = set(re.findall(r"`([\w ]+)`", PAGE.read_text()))
    assert {*told, *told["findings"][0]} <= rows
    of_languages = {*languages(), *line_languages()}
    assert {finding["name"] for finding in told["findings"]} - of_languages <= rows
    assert {str(state) for state in FindingState} <= rows


def found(*states: FindingState) -> list[Finding]:
    return [Finding(f"thing {n}", state, "so", "this", "that") for n, state in enumerate(states)]


@pytest.mark.parametrize(
    ("states", "code", "end"),
    [
        ([FindingState.FINE], 0, "Nothing is lacking."),
        (
            [FindingState.LIMITED, FindingState.MISSING],
            0,
            "Limited or missing: thing 0, thing 1.",
        ),
        ([FindingState.FINE, FindingState.BROKEN], 1, "before this is mended: thing 1."),
    ],
)
def test_exit_codes(
    monkeypatch: pytest.MonkeyPatch, states: list[FindingState], code: int, end: str
) -> None:
    monkeypatch.setattr("tournaments.commands.doctor.examine", lambda _: iter(found(*states)))
    done = call("doctor")
    assert (done.code, done.out.strip().endswith(end)) == (code, True)
    assert "mend: that" in done.out
    told = call("doctor", "--json")
    assert (told.code, json.loads(told.out)["playable"]) == (code, code == 0)


@pytest.mark.slow
def test_a_data_folder_that_is_a_file_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The levels are not tried here, since that takes a while.
    monkeypatch.setattr(examining, "find_isolation", lambda **_: None)
    (tmp_path / "data").write_text("")
    findings = {each.name: each for each in examining.examine(tmp_path / "data")}
    assert findings["data folder"].state is FindingState.BROKEN
