"""Bots of all languages in the sandbox: built on one rung, played on both."""

import shutil
from collections.abc import Iterable
from itertools import product
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
BUILT_ON = {
    "go": Rung.LANDLOCK,
    "rust": Rung.BUBBLEWRAP,
    "typescript": Rung.LANDLOCK,
    "java": Rung.BUBBLEWRAP,
    "cpp": Rung.BUBBLEWRAP,
}
"""A cold build takes minutes of the processor: each language has one."""
PLAYED_ON = (Rung.BUBBLEWRAP, Rung.LANDLOCK)


@pytest.mark.parametrize("language", TOOLS)
async def test_it_is_built_and_plays(language: str, tmp_path: Path) -> None:
    needs(language, *TOOLS[language])
    folder = ROOMS / language / "examples" / "random"
    manifest = read_manifest(folder)
    assert manifest.build
    with alone(language):
        isolation = confining(BUILT_ON[language]).isolation
        tools = None if _shut(isolation, TOOLS[language]) else isolation
        assert run_build(manifest.build, folder, isolation=tools) == ""
    for rung, transport in product(PLAYED_ON, ("unix", "tcp")):
        entry = Entry(language, folder, manifest.model_copy(update={"transport": transport}))
        output, how = tmp_path / rung / transport, confining(rung)
        bot, good = LocalBot(entry, "fox", PATIENT, output, how), enter(EXAMPLES / "random", output)
        async with meeting(bot, good):
            assert (await play([bot, good])).faults == []


def _shut(isolation: Isolation, tools: Iterable[str]) -> bool:
    """Whether a tool lies where only root may enter, and the rung goes there as somebody else."""
    if not isolation.own_users or isolation.private_network:
        return False
    places = [Path(found) for tool in tools if (found := shutil.which(tool))]
    return any(not above.stat().st_mode & 1 for place in places for above in place.parents)
