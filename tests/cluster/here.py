"""What this machine says of itself, asked once: the load that tells its speed takes a moment."""

from typing import Final

from stych_cluster.about import MachineInfo

HERE: Final = MachineInfo.here(None, 2)
