"""Generates the Python code of the protocol, for `make proto` and the test of the kept code."""

import subprocess
import sys
from pathlib import Path

PROTO = Path(__file__).parents[2] / "proto"


def generate(into: Path) -> None:
    """Write the modules of every .proto file into the folder, each in the folder of its package."""
    sources = sorted(str(path.relative_to(PROTO)) for path in PROTO.rglob("*.proto"))
    services = [name for name in sources if "\nservice " in (PROTO / name).read_text()]
    plugin = Path(sys.executable).with_name("protoc-gen-mypy_grpc")
    compiler = [sys.executable, "-m", "grpc_tools.protoc", "--proto_path=."]
    messages = [f"--python_out={into}", f"--pyi_out={into}"]
    stubs = [
        f"--plugin=protoc-gen-mypy_grpc={plugin}",
        f"--grpc_python_out={into}",
        f"--mypy_grpc_out={into}",
    ]
    subprocess.run([*compiler, *messages, *sources], cwd=PROTO, check=True)
    subprocess.run([*compiler, *stubs, *services], cwd=PROTO, check=True)


if __name__ == "__main__":
    generate(PROTO)
