"""Bots of all languages with a build are built in the sandbox and play on both of its levels.

For Go and Rust only a small program is built in the sandbox. Where the sandbox cannot reach the
tools, everything is built outside.
"""

import shutil
from collections.abc import Iterable
from itertools import product
from pathlib import Path

import pytest

from referee.rpc.bot_entry import BotEntry
from referee.rpc.build import run_build
from referee.rpc.local_bot import LocalBot
from referee.rpc.manifest import read_manifest
from referee.sandbox.isolation import Isolation
from referee.sandbox.levels import IsolationLevel
from tests.bots import quick_tools
from tests.bots.rooms import ROOMS, alone
from tests.bots.toolchains import needs
from tests.rpc.arena import EXAMPLES, PATIENT, enter, meeting, play
from tests.sandbox.bots import confining

pytestmark = [pytest.mark.slow, pytest.mark.builds]

TOOLS = {
    "go": ("go",),
    "rust": ("cargo",),
    "typescript": ("node", "npm"),
    "java": ("java", "mvn"),
    "cpp": ("c++", "cmake", "protoc", "grpc_cpp_plugin"),
}
BUILT_ON = {
    "go": IsolationLevel.LANDLOCK,
    "rust": IsolationLevel.BUBBLEWRAP,
    "typescript": IsolationLevel.LANDLOCK,
    "java": IsolationLevel.BUBBLEWRAP,
    "cpp": IsolationLevel.BUBBLEWRAP,
}
SMALL = {
    "go": {
        "go.mod": "module small\n\ngo 1.25\n",
        "main.go": """
            package main
            import "github.com/cespare/xxhash/v2"
            func main() { println(xxhash.Sum64String("small")) }
        """,
    },
    "rust": {
        "Cargo.toml": """
            [package]
            name = "small"
            edition = "2021"
            [dependencies]
            itoa = "1"
            [workspace]
        """,
        "src/main.rs": """
            fn main() { println!("{}", itoa::Buffer::new().format(7)) }
        """,
    },
}
"""The files of a program with a package from a registry, for languages in which it takes minutes to
build gRPC without the caches of the user."""
BUILDS = {
    # The sandbox has copies of what Go has compiled, which serve where the flags are the same.
    "go": ("sh", "-c", f"go mod tidy && go build {quick_tools.GO_FLAGS} -o bot . && ./bot"),
    "rust": ("sh", "-c", "cargo build --release && target/release/small"),
}
PLAYED_ON = (IsolationLevel.BUBBLEWRAP, IsolationLevel.LANDLOCK)


@pytest.mark.parametrize("language", TOOLS)
@pytest.mark.minutes(3)
async def test_it_is_built_and_plays(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    needs(language, *TOOLS[language])
    folder = ROOMS / language / "examples" / "random"
    manifest = read_manifest(folder)
    assert manifest.build
    isolation = confining(BUILT_ON[language]).isolation
    confined = None if _shut(isolation, TOOLS[language]) else isolation
    with alone(language):
        small = _write_small(language)
        with monkeypatch.context() as patch:
            # As all tests that build in the room: CMake and Cargo begin anew with other tools.
            patch.setenv("PATH", quick_tools.path())
            assert run_build(manifest.build, folder, isolation=None if small else confined) == ""
        if small:
            place = ROOMS / language / "build" / "small"
            assert run_build(small, place, isolation=confined, ignore_workspace=True) == ""
    for level, transport in product(PLAYED_ON, ("unix", "tcp")):
        entry = BotEntry(language, folder, manifest.model_copy(update={"transport": transport}))
        output, how = tmp_path / level / transport, confining(level)
        bot, good = LocalBot(entry, "fox", PATIENT, output, how), enter(EXAMPLES / "random", output)
        async with meeting(bot, good):
            assert (await play([bot, good])).faults == []


def _write_small(language: str) -> tuple[str, ...]:
    """A program that stands for the language's bots, and how it is built; () where none does."""
    for name, text in SMALL.get(language, {}).items():
        path = ROOMS / language / "build" / "small" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return BUILDS.get(language, ())


def _shut(isolation: Isolation, tools: Iterable[str]) -> bool:
    """Whether a tool lies where only root may enter, and bots of the level run as another user."""
    if not isolation.own_users or isolation.private_network:
        return False
    places = [Path(found) for tool in tools if (found := shutil.which(tool))]
    return any(not above.stat().st_mode & 1 for place in places for above in place.parents)
