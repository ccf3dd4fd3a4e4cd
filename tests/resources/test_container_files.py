"""The container's build gets every folder that the wheel is made of."""

import tomllib
from fnmatch import fnmatch
from pathlib import PurePosixPath

import pytest

from tests.root import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
FOLDERS = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["only-include"]


def allowed() -> list[str]:
    """The patterns of .dockerignore that let something into the build."""
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    return [line.removeprefix("!") for line in lines if line.startswith("!")]


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_folder_of_the_wheel_gets_into_the_build(folder: str) -> None:
    path = PurePosixPath(folder)
    # Of a folder that is allowed, all that is in it is allowed.
    within = [str(each) for each in (path, *path.parents)]
    assert any(fnmatch(each, pattern) for each in within for pattern in allowed())
