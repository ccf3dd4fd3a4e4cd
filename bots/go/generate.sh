#!/bin/sh
# Generates the Go code of the protocol in stych/stychv1, or in the folder stychv1 of the folder that
# is given (an absolute path).
set -eu
cd "$(dirname "$0")/stych"
into=${1:-.}
plugins=$(mktemp -d)
trap 'rm -rf "$plugins"' EXIT

go build -o "$plugins" google.golang.org/protobuf/cmd/protoc-gen-go
GOBIN=$plugins go install google.golang.org/grpc/cmd/protoc-gen-go-grpc@v1.6.2

root=$(cd ../../.. && pwd)
packages=
for file in "$root"/proto/stych/v1/*.proto; do
    packages="${packages}Mstych/v1/$(basename "$file")=stych.local/stych/stychv1,"
done
"${PYTHON:-$root/.venv/bin/python}" -m grpc_tools.protoc --proto_path="$root/proto" \
    --plugin="$plugins/protoc-gen-go" --go_out="${packages}module=stych.local/stych:$into" \
    --plugin="$plugins/protoc-gen-go-grpc" --go-grpc_out="${packages}module=stych.local/stych:$into" \
    "$root"/proto/stych/v1/*.proto
