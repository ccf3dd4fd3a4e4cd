"""Compilers as tests use them: nothing is optimised, and equal C++ is compiled once.

A build is called with a clean environment. Only its PATH says which tools it has, so each tool is
a script that sets what is wanted, and then runs the real tool.
"""

import os
import shutil
from pathlib import Path
from typing import Final

from tests.root import ROOT

_FOLDER: Final = ROOT / "bots" / "build" / "tools"
_OPTIMISED: Final = ("stych", "tonic", "tokio", "h2", "hyper")
"""The packages for which a bot's Cargo.toml names a level above 0, which no variable overrides."""
_CONFIG: Final = " ".join(
    f"--config profile.release.package.{name}.opt-level=0" for name in _OPTIMISED
)
_CARGO: Final = f"""#!/bin/sh
export CARGO_PROFILE_RELEASE_OPT_LEVEL=0
exec '{{tool}}' {_CONFIG} "$@"
"""
# With other flags Go compiles its own library once more: all builds of the tests have these.
GO_FLAGS: Final = "-trimpath -buildvcs=false '-gcflags=all=-N -l -dwarf=false' '-ldflags=-s -w'"
"""As go reads them in GOFLAGS, and a shell in a command."""
_GO: Final = f"""#!/bin/sh
export GOFLAGS="{GO_FLAGS}"
exec '{{tool}}' "$@"
"""
# A bot that was submitted is built without its folder .mvn, and Java then optimises Maven itself.
JAVA_FLAGS: Final = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1"
"""For a Java that runs for seconds, as bots/java/.mvn has them."""
_MAVEN: Final = f"""#!/bin/sh
export MAVEN_OPTS="{JAVA_FLAGS} $MAVEN_OPTS"
exec '{{tool}}' "$@"
"""
# Sources lie at other places each time; what they include lies beside their folder "build". In a
# sandbox the cache cannot be written to. Builds run in another locale than tests; both use the same
# results.
_COMPILER: Final = """#!/bin/sh
[ -w '{cache}' ] || exec '{tool}' "$@" -O0
export CCACHE_DIR='{cache}' CCACHE_BASEDIR="${{PWD%/build*}}" CCACHE_NOHASHDIR=1
export CCACHE_SLOPPINESS=locale CCACHE_DEPEND=1
exec {ccache} '{tool}' "$@" -O0
"""


def path() -> str:
    """Write the scripts; returns the value for PATH, with them before all other tools."""
    cache = _FOLDER / "ccache"
    cache.mkdir(parents=True, exist_ok=True)
    folders = os.environ.get("PATH", os.defpath).split(os.pathsep)
    others = os.pathsep.join(folder for folder in folders if folder != str(_FOLDER))
    scripts = {"cargo": _CARGO, "go": _GO, "mvn": _MAVEN, "c++": _COMPILER}
    for name, script in scripts.items():
        if tool := shutil.which(name, path=others):
            ccache = shutil.which("ccache", path=others) or ""
            _put(_FOLDER / name, script.format(tool=tool, ccache=ccache, cache=cache))
    return f"{_FOLDER}{os.pathsep}{others}"


def _put(script: Path, text: str) -> None:
    """Write the script as a whole: another process of the tests may be using it."""
    if script.exists() and script.read_text() == text:
        return
    new = script.with_name(f"{script.name}-{os.getpid()}")
    new.write_text(text)
    new.chmod(0o755)
    new.replace(script)
