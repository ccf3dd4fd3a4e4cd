"""The Python SDK: what a bot says in a wrong environment or without a referee; what gc looks at."""

import os
import subprocess
import sys
from pathlib import Path

import pytest


def run_bot(**environment: str) -> subprocess.CompletedProcess[str]:
    """A bot started by hand."""
    code = 'from stych_bot import run\nrun(lambda *_: 0, games=["fox"])'
    given = {name: value for name, value in os.environ.items() if not name.startswith("STYCH_")}
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**given, **environment},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "environment", [{}, {"STYCH_ADDRESS": "unix:/nowhere"}, {"STYCH_TOKEN": "secret"}]
)
def test_a_bot_that_no_referee_started_says_how_to_start_it(environment: dict[str, str]) -> None:
    done = run_bot(**environment)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("STYCH_ADDRESS and STYCH_TOKEN are not set: a bot is started by")
    assert len(done.stderr.splitlines()) == 1


SOMEWHERE = {"STYCH_ADDRESS": "unix:/nowhere", "STYCH_TOKEN": "secret"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("RECONNECT", "soon", "must be a number of seconds, such as 60; received 'soon'"),
        ("RECONNECT", "-1", "must be a number of seconds, such as 60; received '-1'"),
        ("RECONNECT", "nan", "must be a number of seconds, such as 60; received 'nan'"),
        ("RECONNECT", "inf", "must be a number of seconds, such as 60; received 'inf'"),
        (
            "TLS",
            "/nowhere.pem",
            'must be "on" or a PEM file with the authorities to trust; /nowhere.pem cannot be read:'
            " No such file or directory",
        ),
        (
            "TLS",
            "x" * 300,
            'must be "on" or a PEM file with the authorities to trust;'
            f" {'x' * 300} cannot be read: File name too long",
        ),
        (
            "TLS",
            __file__,
            'must be "on" or a PEM file with the authorities to trust; there is no certificate in'
            f" {__file__}",
        ),
    ],
)
def test_a_wrong_environment_is_told_in_a_sentence(key: str, value: str, sentence: str) -> None:
    done = run_bot(**SOMEWHERE, **{f"STYCH_{key}": value})
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"STYCH_{key} {sentence}\n"


@pytest.mark.slow
def test_a_bot_that_finds_nobody_says_so_and_ends(tmp_path: Path) -> None:
    done = run_bot(STYCH_ADDRESS=f"unix:{tmp_path}/nobody.sock", STYCH_TOKEN="secret")
    assert done.returncode == 3
    assert done.stderr.startswith("stych: the connection failed:")


@pytest.mark.slow
@pytest.mark.parametrize("before", ["enable", "disable"])
def test_garbage_of_a_bot_is_collected_and_what_was_loaded_is_left(before: str) -> None:
    tell = "print(gc.isenabled(), len(gc.get_objects()))"
    code = f"import gc; gc.{before}(); import stych_bot; {tell}"
    said = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    is_on, looked_at = said[0] == "True", int(said[1])
    assert is_on == (before == "enable")
    # The modules have many thousands of objects. A few were made after those were left out.
    assert (looked_at < 1000) == is_on
