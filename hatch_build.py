"""Compiles the rules, and other modules, by mypyc in builds like this (docs/performance.md).

    HATCH_BUILD_HOOK_ENABLE_CUSTOM=1 pip install .

The Python files stay the source and go into the wheel as well. Without the variable this file is
not used. An editable install never compiles: the files that are edited must be those that run.
"""

import os
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import shorten
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_AS_PYTHON = frozenset(
    (
        "__init__",
        "faces",
        "form",
        "game",
        "hidden",
        "measures",
        "names",
        "observation",
        "picture",
        "replay",
        "scenes",
        "screen",
        "wire",
    )
)
"""The modules of games that stay plain Python: they describe a game, or show it."""
COMPILED = (
    "referee/cards.py",
    "referee/deals.py",
    "referee/games/events.py",
    "referee/games/state.py",
    "referee/player.py",
    "referee/record_check.py",
    "referee/seats.py",
    "referee/table.py",
    "referee/rpc/batch.py",
    "referee/rpc/batch_deadline.py",
    "referee/rpc/batch_time.py",
    "referee/rpc/clock.py",
    "referee/rpc/cpu_slot.py",
    "referee/rpc/decision.py",
    "referee/rpc/decision_queue.py",
    "referee/rpc/forced_delay.py",
    "referee/rpc/outbox.py",
    "referee/rpc/requests.py",
    "referee/rpc/seated_bot.py",
    "referee/rpc/session.py",
    "referee/wire/answers.py",
    "referee/wire/decisions.py",
    "referee/wire/news.py",
    "referee/packing.py",
    *(
        path.as_posix()
        for path in sorted(Path("referee", "games").glob("*/*.py"))
        if path.stem not in _AS_PYTHON
    ),
    "tournaments/present/spelled/course.py",
    "tournaments/run/match.py",
    "tournaments/ratings/balance.py",
    "tournaments/ratings/contests.py",
    "tournaments/ratings/duplicates.py",
    "tournaments/ratings/expected.py",
    "tournaments/ratings/pairs.py",
    "tournaments/ratings/propagation.py",
    "tournaments/ratings/ranking_factor.py",
    "tournaments/ratings/rankings.py",
    "tournaments/ratings/scores.py",
    "tournaments/ratings/tally.py",
)
"""The modules that are compiled: those in which decisions, replays and tables spend most time.

Modules that only describe something, or have models of pydantic, stay plain Python. The paths begin
in the folder of the sources, which has to be the current folder already when this file is imported.
"""

FLAGS = ["-fvisibility=hidden", "-fno-plt", "-ffp-contract=off", "-Wno-misleading-indentation"]
"""Further options of the C compiler.

With the first two, compiled functions call one another directly, and call functions of Python with
one jump: that saves 3 % of all instructions. With the third, each product and each sum is rounded
by itself, as in Python, on every kind of processor. The last one saves GCC some fifteen seconds of
checking the indentation of generated code.
"""


class CompileHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the compiled modules to a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the modules and add them to `build_data`, but not for an editable install."""
        if version == "editable":
            return
        target = Path(self.root, "build", "compiled")
        shutil.rmtree(target, ignore_errors=True)
        for built in compile_rules(target):
            build_data["force_include"][str(target / built)] = str(built)
        build_data["pure_python"] = False
        build_data["infer_tag"] = True


def compile_rules(target: Path) -> list[Path]:
    """Compile the modules into the folder `target`, and return their paths in it.

    Must be called in the folder of the sources. Ends the program when the modules cannot be
    compiled: with a sentence when the C compiler fails, with messages when mypyc does. The
    environment variable MYPYC_OPT_LEVEL is the C compiler's level of optimization, as for mypyc
    itself; 3 by default.
    """
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext
    from setuptools.errors import BaseError, CCompilerError

    level = os.environ.get("MYPYC_OPT_LEVEL", "3")
    with TemporaryDirectory() as scratch:
        # Imported modules are not checked: they may need stubs that a build does not have.
        options = ["--config-file=", "--ignore-missing-imports", "--follow-imports=silent"]
        extensions = mypycify(
            [*options, f"--cache-dir={scratch}/cache", *COMPILED],
            opt_level=level,
            # A build without optimization is only for trying things out.
            debug_level="0" if level == "0" else "1",
            target_dir=scratch,
            group_name="referee",
        )
        for extension in extensions:
            # A new list for each extension: mypycify gives all of them the same one.
            extension.extra_compile_args = [*extension.extra_compile_args, *FLAGS]
        command = build_ext(Distribution({"name": "referee", "ext_modules": extensions}))
        command.build_lib, command.build_temp = str(target), scratch
        command.ensure_finalized()
        try:
            command.run()
        except (BaseError, CCompilerError) as error:
            sys.exit(
                "the rules could not be compiled, which needs a C compiler and Python's headers"
                f" (they run as plain Python too): {shorten(str(error), 100)}"
            )
    return [path.relative_to(target) for path in sorted(target.rglob("*.so"))]
