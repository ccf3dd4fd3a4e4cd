"""The competition: schedules, ratings, tables, and the command `stych`."""

import os

# gRPC reads these variables when it is first imported. Below the level of errors it writes how
# connections come and go, which a user does not need, into the output of the command.
os.environ.setdefault("GRPC_VERBOSITY", "ERROR")

# This selects gRPC's older pollers: a message takes a quarter less time (docs/performance.md).
os.environ.setdefault("GRPC_EXPERIMENTS", "-event_engine_client,-event_engine_listener")

# The matrices of ratings have tens of rows: to start a thread for each processor takes longer than
# the whole calculation. Besides, sums must not depend on how many processors there are.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
