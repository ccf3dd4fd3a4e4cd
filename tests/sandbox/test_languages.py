"""Bots of all languages in the sandbox, each over its socket and over a port."""

import shutil
from collections.abc import Iterable
from pathlib import Path

import pytest

from referee.rpc.build import run_build
from referee.rpc.local_bot import Entry, LocalBot
from referee.rpc.manifest import read_manifest
from referee.sandbox.isolation import Isolation
from referee.sandbox.rungs import Rung
from tests.bots.rooms import ROOMS, alone
from tests.bots.toolchains import needs
from tests.rpc.arena import EXAMPLES, PATIENT, enter, meeting, play
from tests.sandbox.bots import confining

pytestmark = pytest.mark.slow

TOOLS = {
    "go": ("go",),
    "rust": ("cargo",),
    "typescript": ("node", "npm"),
    "java": ("java", "mvn"),
    "cpp": ("c++", "cmake", "protoc", "grpc_cpp_plugin"),
}


@pytest.mark.parametrize("rung", [Rung.BUBBLEWRAP, Rung.LANDLOCK])
@pytest.mark.parametrize("language", TOOLS)
async def test_it_plays(language: str, rung: Rung, tmp_path: Path) -> None:
    needs(language, *TOOLS[language])
    how = confining(rung)
    folder = ROOMS / language / "examples" / "random"
    manifest = read_manifest(folder)
    assert manifest.build
    with alone(language):
        isolation = None if _shut(how.isolation, TOOLS[language]) else how.isolation
        assert run_build(manifest.build, folder, isolation=isolation) == ""
    for transport in ("unix", "tcp"):
        entry = Entry(language, folder, manifest.model_copy(update={"transport": transport}))
        output = tmp_path / transport
        bot, good = LocalBot(entry, "fox", PATIENT, output, how), enter(EXAMPLES / "random", output)
        async with meeting(bot, good):
            assert (await play([bot, good])).faults == []


def _shut(isolation: Isolation, tools: Iterable[str]) -> bool:
    """Whether a tool lies where only root may enter, and the rung goes there as somebody else."""
    if not isolation.own_users or isolation.private_network:
        return False
    places = [Path(found) for tool in tools if (found := shutil.which(tool))]
    return any(not above.stat().st_mode & 1 for place in places for above in place.parents)
