"""Looks for the database of a data folder in all folders; then it plays."""

import os
from pathlib import Path

from attempts import attempt
from talk import play_on

# Left out of the search: no data folder is in them.
SYSTEM = {"/proc", "/sys", "/usr", "/lib", "/lib64", "/bin", "/sbin", "/dev"}


def find():
    for folder, inner, files in os.walk("/"):
        inner[:] = [each for each in inner if os.path.join(folder, each) not in SYSTEM]
        for name in files:
            if name.startswith("stych.db"):
                with Path(folder, name).open("rb") as database:
                    database.read(1)
                return
    raise FileNotFoundError("no database anywhere")


attempt("read the database", find)
for name in ("STYCH_DATA", "DATA"):
    if name in os.environ:
        print("SUCCEEDED: found", name, "in the environment")
play_on()
