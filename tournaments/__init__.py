"""The competition: schedules, ratings, tables, and the command `stych`."""

import os

# What is set here is read when gRPC is first imported. Below errors it tells how connections come
# and go, which is nothing to a user and would stand in the middle of what the command prints.
os.environ.setdefault("GRPC_VERBOSITY", "ERROR")

# gRPC's older pollers: a message takes a quarter less time (docs/performance.md).
os.environ.setdefault("GRPC_EXPERIMENTS", "-event_engine_client,-event_engine_listener")

# Ratings are matrices of tens of rows: to start a thread for each processor takes longer than to
# calculate with all of them, and sums must not depend on how many processors there are.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
