"""What is compared when a machine meets a run; the addresses and certificates of a cluster."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from referee.errors import UserError
from referee.sandbox.probe import Mode
from stych_cluster.about import MachineInfo, unfit
from stych_cluster.address import check_address
from stych_cluster.certificates import make_certificates
from tests.cluster.here import here
from tests.e2e.command import call


def test_a_machine_like_this_one_fits() -> None:
    assert unfit(here(), "fox", Mode.AUTO) == ""
    assert MachineInfo.of(here().as_values()) == here()
    assert here().speed > 0


@pytest.mark.parametrize(
    ("change", "mode", "why"),
    [
        ({"stych": "9.9"}, Mode.AUTO, "it has Stych 9.9, and the run has"),
        ({"python": "3.99"}, Mode.AUTO, "it has Python 3.99, and the run has"),
        ({"rules": {"fox": 99}}, Mode.AUTO, "has version 99 of its rules"),
        ({"rules": {}}, Mode.AUTO, "it does not have it"),
        ({"isolation": "landlock"}, Mode.REQUIRE, "its isolation is landlock"),
    ],
)
def test_one_that_differs_is_refused_in_a_clause(
    change: dict[str, object], mode: Mode, why: str
) -> None:
    assert why in unfit(replace(here(), **change), "fox", mode)  # type: ignore[arg-type]


def test_one_of_another_kind_is_refused() -> None:
    assert "`stych worker`" in unfit(MachineInfo.of(None), "fox", Mode.AUTO)
    other = MachineInfo.of({"stych": "0.0.1", "colour": "green"})
    assert "it has Stych 0.0.1" in unfit(other, "fox", Mode.AUTO)


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:8786", "tcp://localhost:1", "tcp://[::1]:9"])
def test_this_machine_needs_no_certificates(address: str) -> None:
    check_address(address, None)


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("tcp://10.0.0.1:8786", "over plain TCP"),
        ("tcp://example.org:8786", "over plain TCP"),
        ("tls://example.org:8786", "needs --tls FOLDER"),
        ("example.org:8786", "a scheduler's address is tls://HOST:PORT"),
        ("http://example.org:8786", "a scheduler's address is tls://HOST:PORT"),
        ("tcp://unix:/tmp/x", "a scheduler's address is tls://HOST:PORT"),
        ("tls://example.org", "an address is HOST:PORT"),
    ],
)
def test_other_addresses_are_refused_in_a_sentence(address: str, why: str) -> None:
    with pytest.raises(UserError, match=why):
        check_address(address, None)


def test_certificates_are_made_once_and_fit_together(tmp_path: Path) -> None:
    make_certificates(tmp_path / "tls")
    check_address("tls://example.org:8786", tmp_path / "tls")
    assert (tmp_path / "tls" / "key.pem").stat().st_mode & 0o777 == 0o600
    with pytest.raises(UserError, match="is there already"):
        make_certificates(tmp_path / "tls")
    make_certificates(tmp_path / "other")
    (tmp_path / "tls" / "key.pem").write_bytes((tmp_path / "other" / "key.pem").read_bytes())
    with pytest.raises(UserError, match="cannot be used"):
        check_address("tls://example.org:8786", tmp_path / "tls")
    with pytest.raises(UserError, match=r"no ca\.pem"):
        check_address("tls://example.org:8786", tmp_path / "none")


def test_a_hosted_tournament_takes_no_cluster(tmp_path: Path) -> None:
    done = call("host", tmp_path / "cup.toml", "--cluster", "tcp://127.0.0.1:8786")
    assert done.code == 2
    assert "`stych host` takes no --cluster" in done.err


@pytest.mark.slow
def test_the_commands_load_without_dask() -> None:
    # A module that is None in sys.modules cannot be imported.
    code = "import sys; sys.modules['dask'] = None; import stych_cluster.commands"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
