"""The Python code of the messages is up to date."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PROTO = "stych_hearts/v1/hearts.proto"


def test_the_code_was_generated_from_the_file(tmp_path: Path) -> None:
    pytest.importorskip("grpc_tools")
    into = [f"--python_out={tmp_path}", f"--pyi_out={tmp_path}"]
    command = [sys.executable, "-m", "grpc_tools.protoc", "--proto_path=.", *into, PROTO]
    subprocess.run(command, cwd=ROOT, check=True)
    for name in ("hearts_pb2.py", "hearts_pb2.pyi"):
        made = (tmp_path / PROTO).with_name(name).read_text(encoding="utf-8")
        assert (ROOT / PROTO).with_name(name).read_text(encoding="utf-8") == made, "./generate.sh"
