"""Of a build that failed the cause is told, what to install for it, and the first errors."""

from pathlib import Path

import pytest

from referee.rpc.build_failure import cause_and_lines, install_advice, lines_of
from tests.doctor.programs import pretend

NO_GRPC = """\
-- Found Protobuf: /usr/lib/libprotobuf.so (found suitable version "3.21.12")
CMake Error at CMakeLists.txt:13 (find_package):
  Could not find a package configuration file provided by "gRPC" (requested
  version 1.51) with any of the following names:

    gRPCConfig.cmake
    grpc-config.cmake

  Add the installation prefix of "gRPC" to CMAKE_PREFIX_PATH or set
  "gRPC_DIR" to a directory containing one of the above files.  If "gRPC"
  provides a separate development package or SDK, be sure it has been
  installed.


-- Configuring incomplete, errors occurred!
See also "/bot/build/CMakeFiles/CMakeOutput.log".
CMake Error at stych/stych.cmake:15 (execute_process):
  execute_process failed command indexes:

    1: "Child return code: 1"

Call Stack (most recent call first):
  CMakeLists.txt:4 (include)


-- Configuring incomplete, errors occurred!
"""


@pytest.fixture(autouse=True)
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(monkeypatch, tmp_path / "bin", apt_get="")


def test_grpc_that_is_not_there_is_told_with_its_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cause, lines = cause_and_lines(NO_GRPC)
    assert cause.startswith("gRPC for C++ is not installed; to install it: ")
    assert cause.endswith("apt-get install libgrpc++-dev protobuf-compiler-grpc")
    assert lines[0].startswith("CMake Error at CMakeLists.txt:13")
    assert lines[1].startswith('  Could not find a package configuration file provided by "gRPC"')
    pretend(monkeypatch, tmp_path / "other", brew="")
    assert cause_and_lines(NO_GRPC)[0].endswith("to install it: brew install grpc")
    pretend(monkeypatch, tmp_path / "none")
    assert cause_and_lines(NO_GRPC)[0].endswith(
        "to install it: apt-get install libgrpc++-dev protobuf-compiler-grpc, or"
        " dnf install grpc-devel grpc-plugins, or brew install grpc"
    )


@pytest.mark.parametrize(
    ("line", "cause", "package"),
    [
        ("/bin/sh: 1: cmake: not found", "cmake is not installed", "cmake"),
        ("sh: line 1: npm: command not found", "npm is not installed", "npm"),
        ("error: linker `cc` not found", "cc is not installed", "gcc"),
        ("bot.cpp:3:10: fatal error: grpcpp/grpcpp.h: No such file or directory", "", "libgrpc++"),
        ("CMake 3.25 or higher is required.  You are running version 3.22", "CMake 3.25", "cmake"),
        ("[ERROR] Fatal: error: release version 17 not supported", "older than Java 17", "jdk"),
        ("  stych@0.1.0 requires rustc 1.88", "Rust 1.88 or newer", "rustup"),
        ("go: go.mod requires go >= 1.25 (running go 1.19)", "Go 1.25 or newer", "go.dev"),
        ("npm error code EAI_AGAIN", "the network is not reached", ""),
        ("ld: final link failed: No space left on device", "the disk is full", ""),
    ],
)
def test_what_tools_say_is_known(line: str, cause: str, package: str) -> None:
    told, lines = cause_and_lines(f"begin\n{line}\nit all ends here\n")
    assert cause in told
    assert package in told
    assert lines == [line, "it all ends here"]


def test_of_an_unknown_program_no_package_is_told() -> None:
    assert cause_and_lines("sh: 1: frob: not found")[0] == "frob is not installed"
    assert install_advice("frob") == ""
    assert install_advice("mvn").startswith("; to install it: ")


def test_the_first_error_comes_first_and_empty_lines_do_not_count() -> None:
    output = "begin\nbot.cpp:1:1: error: expected ;\n" + "\n" * 50 + "Error 2\n"
    assert cause_and_lines(output) == ("", ["bot.cpp:1:1: error: expected ;", "Error 2"])


def test_when_there_are_many_the_first_and_the_last_are_told() -> None:
    _, lines = cause_and_lines("\n".join(f"src/main.rs:{n}: error: bad" for n in range(100)))
    assert [line.split(":")[1] for line in lines if line != "..."] == [
        *"012345",
        "97",
        "98",
        "99",
    ]
    assert lines[6] == "..."


def test_before_the_word_of_make_stands_what_make_ran() -> None:
    _, lines = cause_and_lines("a\nb\nc\nMissing input file.\ngmake[3]: *** [x] Error 1\n")
    assert lines == ["b", "c", "Missing input file.", "gmake[3]: *** [x] Error 1"]


def test_without_a_word_of_error_it_is_the_last_lines() -> None:
    assert cause_and_lines("\n\n".join(map(str, range(20)))) == (
        "",
        [str(n) for n in range(10, 20)],
    )
    assert cause_and_lines("") == ("", [])


def test_the_lines_steer_no_terminal() -> None:
    assert lines_of("\x1b[32m   Compiling\x1b[0m x\r\x1b]0;title\x07done\n") == [
        "   Compiling x",
        "done",
    ]
    assert lines_of("a\x08b\u202e") == ["a\ufffdb\ufffd"]


RUST_QUOTES = """\
error[E0308]: mismatched types
  --> src/main.rs:3:5
   |
 3 |     "No space left on device"
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^ expected `u32`, found `&str`
"""
ONE_TOOL_OF_TWO = "sh: 1: ccache: not found\n" + "compiling\n" * 30 + "bot.cpp:3:5: error: no\n"
VENDORED = "-- Could NOT find gRPC (missing: x)\n-- using our own\nbot.cpp:1:1: error: no\n"


@pytest.mark.parametrize(
    ("output", "first"),
    [(ONE_TOOL_OF_TWO, "bot.cpp"), (VENDORED, "bot.cpp"), (RUST_QUOTES, "error[E0308]")],
)
def test_what_did_no_harm_is_not_the_cause_and_the_first_error_is_shown(
    output: str, first: str
) -> None:
    cause, lines = cause_and_lines(output)
    assert (cause, lines[0].startswith(first)) == ("", True)


@pytest.mark.parametrize(
    ("line", "cause"),
    [
        ("error: No space left on device (os error 28)", "the disk is full"),
        (
            "error: package `x` requires rustc 1.85.0 or newer",
            "Rust 1.85.0 or newer is needed: https://rustup.rs",
        ),
        (
            "[ERROR] error: release version 7 not supported",
            "the JDK that is there does not compile for Java 7; another one is needed",
        ),
    ],
)
def test_no_package_is_named_where_none_would_help(line: str, cause: str) -> None:
    assert cause_and_lines(line)[0] == cause
