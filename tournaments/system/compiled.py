"""Whether this Štych has its rules compiled, and the command that compiles them."""

import shlex
from pathlib import Path
from typing import Final

from referee import deals
from referee.version import STYCH

COMPILED: Final = not (deals.__file__ or "").endswith(".py")
"""Whether the rules that this process has imported are compiled (docs/performance.md)."""
_ROOT: Final = Path(__file__).parents[2]


def build_name() -> str:
    """The kind of this build, in words: "compiled rules" or "plain Python"."""
    return "compiled rules" if COMPILED else "plain Python"


def how_to_compile(root: Path = _ROOT) -> str:
    """The command that installs compiled rules: within a source tree, or over an installed package.

    `root` is the folder in which the package `tournaments` lies. In a source tree the command ends
    with a line about the program that it has made, `.compiled/bin/stych`.
    """
    if (root / "Makefile").is_file() and (root / "hatch_build.py").is_file():
        return f"make -C {shlex.quote(str(root))} compiled"
    return (
        "HATCH_BUILD_HOOK_ENABLE_CUSTOM=1 pip install --force-reinstall --no-deps --no-binary stych"
        f" stych=={STYCH}"
    )
