"""The room of Go as its tests find it: where things are, and how they are built."""

from tests.bots.rooms import build_once, command
from tests.bots.toolchains import needs
from tests.root import ROOT

GO = ROOT / "bots" / "go"
SDK, TEMPLATE = GO / "stych", GO / "template"
RANDOM, THUMB = GO / "examples" / "random", GO / "examples" / "fox_thumb"


def build() -> None:
    """Build the bots: one process of the tests does it while the others wait.

    From then on Go has compiled what bots need of its own library and of gRPC, for all builds.
    """
    needs("go", "go", "gofmt")
    build_once("go", "all", _build)


def _build() -> None:
    for folder in (RANDOM, THUMB):
        command("go", "build", "-o", "build/bot", ".", folder=folder)
