"""The doctor looks for what runs bots that read lines, and for what reads JSON in them."""

import re
from pathlib import Path

import pytest

from referee.sandbox import packages
from tests.doctor.programs import pretend
from tests.root import ROOT
from tournaments.doctor import scripts
from tournaments.doctor.findings import FindingState
from tournaments.resources.scaffold import line_languages

WANTED = {
    "lua": ["lua", "cjson"],
    "perl": ["perl 5.24 or newer", "JSON::PP"],
    "php": ["php"],
    "ruby": ["ruby 3.0 or newer"],
    "sh": ["jq"],
}


def test_the_languages() -> None:
    assert line_languages() == [*WANTED]


@pytest.mark.parametrize("language", WANTED)
def test_nothing_of_it_is_here(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pretend(monkeypatch, tmp_path / "bin", apt_get="")
    found = scripts.examine(language)
    assert (found.state, found.found) == (FindingState.MISSING, "none")
    assert found.lacks == f"not installed: {', '.join(WANTED[language])}"
    assert found.mend.rpartition("apt-get install ")[2].split() == sorted(
        {packages.package(each.split()[0], "apt") for each in WANTED[language]}
    )


def test_a_library_that_is_missing_beside_its_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pretend(monkeypatch, tmp_path / "bin", apt_get="", dnf="")
    said = '#!/bin/sh\n[ "$1" = -v ] && echo "Lua 5.4.4"\n'
    (tmp_path / "bin" / "lua").write_text(said)
    (tmp_path / "bin" / "lua").chmod(0o755)
    found = scripts.examine("lua")
    assert (found.state, found.found) == (FindingState.MISSING, "lua 5.4.4")
    assert found.lacks == "not installed: cjson"
    assert found.mend.endswith("apt-get install lua-cjson")


def test_one_that_is_too_old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(monkeypatch, tmp_path / "bin", ruby="ruby 2.6.10p210 (2022-04-12)")
    found = scripts.examine("ruby")
    assert (found.state, found.lacks) == (
        FindingState.MISSING,
        "ruby 2.6.10 is too old: 3.0 or newer is needed",
    )


def test_all_of_it_is_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(monkeypatch, tmp_path / "bin", perl="This is perl 5, version 36 (v5.36.0)", jq="jq-1.6")
    for language, told in (("perl", "perl 5.36.0"), ("sh", "jq 1.6")):
        found = scripts.examine(language)
        assert (found.state, found.found, found.lacks) == (FindingState.FINE, told, "")
    assert scripts.examine("sh").facts["programs"]["jq"]["version"] == "1.6"


def test_ci_installs_the_packages_that_the_doctor_names() -> None:
    script = (ROOT / ".ci" / "toolchains").read_text()
    installed = dict(re.findall(r"\[([\w+.-]+)\]=([\w+.-]+)", script))
    for names in WANTED.values():
        program, *libraries = (each.split()[0] for each in names)
        assert packages.package(program, "apt") == installed[program]
        for library in libraries:
            assert packages.package(library, "apt") in script


def test_the_oldest_versions_stand_where_they_are_needed() -> None:
    """Whoever raises one has to raise it there as well."""
    page = (ROOT / "docs" / "lines.md").read_text()
    assert "use v5.24;" in (ROOT / "bots" / "lines" / "perl" / "bot.pl").read_text()
    for program, oldest in scripts._OLDEST.items():
        assert f"{program}, {oldest} or newer" in page
        readme = ROOT / "bots" / "lines" / "templates" / program / "README.md"
        assert f"`{program}`, {oldest} or newer" in readme.read_text()
