"""The competition: schedules, ratings, tables, and the command `stych`."""

import os

# Read when gRPC is first imported. Below errors it tells how connections come and go, which is
# nothing to a user and would stand in the middle of what the command prints.
os.environ.setdefault("GRPC_VERBOSITY", "ERROR")
