"""What the commands of a cluster load beside all others, for the command server to load it once.

Machines that are forked measure their speed for a shorter time, on which nothing depends that they
play.
"""

import distributed  # noqa: F401
from cryptography import x509  # noqa: F401

from stych_cluster import about, certificates, machine_service, runners  # noqa: F401

about._LOAD_SECONDS = 0.03  # type: ignore[misc]
