"""What bots in a language need is taken from what `stych new` makes, and looked for."""

import re
import sys
from pathlib import Path

import pytest

from referee.sandbox import packages
from referee.sandbox.isolation import Isolation
from referee.sandbox.levels import IsolationLevel
from tests.doctor.programs import pretend
from tests.root import ROOT
from tournaments.doctor import languages, starting
from tournaments.doctor.findings import FindingState
from tournaments.resources.scaffold import languages as known

BUILT = [language for language in known() if language != languages.PYTHON]
every_language = pytest.mark.parametrize("language", BUILT)


def test_the_programs_are_those_of_the_commands_and_what_those_call() -> None:
    found = {language: set(languages.needed_programs(language)) for language in known()}
    assert found == {
        "cpp": {"cmake", "c++", "make", "protoc", "grpc_cpp_plugin"},
        "go": {"go"},
        "java": {"mvn", "java", "javac"},
        "python": set(),
        "rust": {"cargo", "cc"},
        "typescript": {"npm", "node"},
    }


@every_language
def test_nothing_of_it_is_here(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pretend(monkeypatch, tmp_path / "bin")
    found = languages.examine(language)
    assert (found.state, found.found) == (FindingState.MISSING, "none")
    assert all(name in found.lacks for name in languages.needed_programs(language))


@every_language
def test_each_package_is_known_to_each_manager(language: str) -> None:
    for program in languages.needed_programs(language):
        for manager in ("apt", "dnf", "brew"):
            assert packages.package(program, manager), (program, manager)


def test_the_command_that_installs_is_that_of_the_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pretend(monkeypatch, tmp_path / "bin", brew="")
    assert languages.examine("java").mend.startswith("brew install maven openjdk")
    pretend(monkeypatch, tmp_path / "other", dnf="")
    assert "dnf install java-21-openjdk-devel maven" in languages.examine("java").mend
    pretend(monkeypatch, tmp_path / "none")
    assert languages.examine("java").mend.startswith("https://")


def test_a_program_that_is_too_old_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pretend(monkeypatch, tmp_path / "bin", go="go version go1.19.8 linux/amd64")
    found = languages.examine("go")
    assert (found.state, found.lacks) == (
        FindingState.MISSING,
        "go 1.19.8 is too old: 1.25.0 or newer is needed",
    )
    assert "go.dev" in found.mend


def test_a_new_one_is_fine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(monkeypatch, tmp_path / "bin", go="go version go1.26 linux/amd64")
    found = languages.examine("go")
    assert (found.state, found.found, found.lacks) == (FindingState.FINE, "go 1.26", "")


def test_nobody_has_to_have_a_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a container that gives a number for a user and no HOME."""

    def none() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", none)
    pretend(monkeypatch, tmp_path / "bin", go="go version go1.26 linux/amd64")
    assert languages.examine("go").found == "go 1.26"


def test_one_that_tells_no_version_is_taken_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pretend(monkeypatch, tmp_path / "bin", go="")
    assert languages.examine("go").found == "go"


def test_the_first_release_of_a_java_has_no_dot_in_its_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pretend(monkeypatch, tmp_path / "bin", javac="javac 11", mvn="Apache Maven 3.8.7")
    found = languages.examine("java")
    assert "javac 11 is too old" in found.lacks
    pretend(monkeypatch, tmp_path / "bin", javac="javac 25")
    assert languages.examine("java").found == "mvn 3.8.7, javac 25"


def test_20_is_as_new_as_20_0() -> None:
    assert not languages.Program("node", "/bin/node", "20.0", "20").too_old
    assert languages.Program("node", "/bin/node", "9.99", "20").too_old


@pytest.mark.slow
def test_the_oldest_versions_stand_in_the_docs_as_well() -> None:
    """Whoever raises one in a template has to raise it there."""
    page = (ROOT / "docs" / "bots.md").read_text()
    (row,) = re.findall(r"(?m)^\| needs \|(.*)\|$", page)
    (heads,) = re.findall(r"(?m)^\| `stych new` \|(.*)\|$", page)
    needs = dict(zip((h.strip(" `") for h in heads.split("|")), row.split("|"), strict=True))
    for language in BUILT:
        oldest = languages.examine(language).facts["programs"]
        for name, told in oldest.items():
            wanted = told["oldest"].removesuffix(".0")
            assert wanted in needs[language], (language, name)
        assert any(told["oldest"] for told in oldest.values())


def test_what_ci_installs_is_in_the_packages_that_the_doctor_names() -> None:
    script = (ROOT / ".ci" / "toolchains").read_text()
    installed = dict(re.findall(r"\[([\w+.-]+)\]=([\w+.-]+)", script))
    for language in BUILT:
        for program in languages.needed_programs(language):
            if program in installed:
                assert packages.package(program, "apt") == installed[program]


def test_python_without_an_isolation_is_the_one_that_runs_us() -> None:
    found = languages.python(None)
    assert (found.state, found.lacks) == (FindingState.FINE, "")
    assert f" in {sys.executable}, with the SDK " in found.found


def test_without_a_temporary_folder_no_bot_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(starting, "temporary_folder", none)
    found = languages.python(Isolation(IsolationLevel.BUBBLEWRAP, as_root=False))
    assert found.lacks == "no bot starts: No space left on device"
