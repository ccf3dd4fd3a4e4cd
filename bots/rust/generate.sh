#!/bin/sh
# Writes the Rust code of the protocol anew, into the SDK or into the folder that is given.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
into=$(cd "${1:-$here/stych/src}" && pwd)
cd "$here/../.."
descriptors=$(mktemp)
trap 'rm -f "$descriptors"' EXIT
"${PYTHON:-.venv/bin/python}" -m grpc_tools.protoc --proto_path=proto --include_imports \
    --include_source_info --descriptor_set_out="$descriptors" proto/stych/v1/*.proto
cargo run --quiet --release --locked --manifest-path "$here/Cargo.toml" --package generate -- \
    "$descriptors" "$into"
