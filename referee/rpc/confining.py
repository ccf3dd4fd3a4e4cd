"""How local bots are confined: the isolation of this machine, and what a bot may use."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from referee.rpc.lines import command_line
from referee.rpc.manifest import MANIFEST, Manifest
from referee.sandbox import runtime
from referee.sandbox.confined_process import ConfinedProcess
from referee.sandbox.confinement import Confinement, ResourceLimits
from referee.sandbox.isolation import Isolation
from referee.serving_agents import for_agents

_PORT: Final = 50051
"""The port in a bot's own network that leads to its socket. It can be gRPC's usual one, as nothing
else runs in that network."""


def has_socket(manifest: Manifest, confining: "Confining | None") -> bool:
    """Whether the server for a bot listens on a Unix socket, and not on a port of the machine."""
    return manifest.transport == "unix" or bool(confining and confining.relays(manifest))


@dataclass(frozen=True, slots=True)
class Confining:
    """The part of the confinement that is the same for all bots of a tournament.

    It has plain values, so that it can be pickled for workers.
    """

    isolation: Isolation
    limits: ResourceLimits = field(default_factory=ResourceLimits)
    readable: tuple[Path, ...] = ()
    """Paths that bots may read beside their own folders and the runtimes of their languages."""

    @classmethod
    def under(
        cls, isolation: Isolation | None, limits: ResourceLimits, readable: tuple[Path, ...]
    ) -> "Confining | None":
        """The confining on this isolation level; None without one: then bots are not confined."""
        return cls(isolation, limits, readable) if isolation else None

    def relays(self, manifest: Manifest) -> bool:
        """Whether the bot dials a port of its own network, which is relayed to a Unix socket."""
        return manifest.transport == "tcp" and self.isolation.private_network

    def address(self, manifest: Manifest, served: str) -> str:
        """The address that the bot is to dial if the server for it listens at `served`."""
        return f"127.0.0.1:{_PORT}" if self.relays(manifest) else served

    def confine(
        self,
        manifest: Manifest,
        folder: Path,
        home: Path,
        served: str,
        environment: Mapping[str, str],
    ) -> ConfinedProcess:
        """The bot, confined and ready to be started; the caller must `release` it.

        `folder` is the bot's own folder, `served` the address at which the server for it listens.
        Raises OSError when it cannot be started: a ProgramError if that is the bot's own fault.
        """
        command = command_line(manifest)
        # Links in `node_modules` above the folder become readable. An agent can make links there.
        packages = () if for_agents() else runtime.packages(command, folder, MANIFEST)
        kind, _, path = served.partition(":")
        port = self.address(manifest, served).rpartition(":")[2]
        confinement = Confinement(
            folder,
            home,
            readable=(*self.readable, *packages),
            starts=manifest.command[:1],
            socket=Path(path) if kind == "unix" else None,
            port=int(port) if manifest.transport == "tcp" else None,
            limits=self.limits,
        )
        return self.isolation.confine(command, confinement, environment)
