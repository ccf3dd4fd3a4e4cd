#!/bin/sh
# Generates the Python code of the messages; grpcio-tools has to be installed.
cd "$(dirname "$0")" && exec "${PYTHON:-python}" -m grpc_tools.protoc --proto_path=. \
  --python_out=. --pyi_out=. stych_hearts/v1/hearts.proto
