"""Tries to change modes, owners, times and attributes of files that others need; then it plays."""

import os
import sys

from attempts import attempt
from talk import play_on


def mode(path):
    """Set the mode to what it is already: this fails wherever a change would fail."""
    os.chmod(path, os.stat(path).st_mode & 0o7777)


def open_mode(path):
    file = os.open(path, os.O_RDONLY)
    try:
        os.fchmod(file, os.stat(path).st_mode & 0o7777)
    finally:
        os.close(file)


def owner(path):
    os.chown(path, os.stat(path).st_uid, os.stat(path).st_gid)


def times(path):
    os.utime(path, ns=(os.stat(path).st_atime_ns, os.stat(path).st_mtime_ns))


def note(path):
    """Set an extended attribute."""
    os.setxattr(path, "user.rogue", b"my cards are")
    os.removexattr(path, "user.rogue")


DEEDS = (mode, open_mode, owner, times, note)
for path in ("bot.py", "bot.toml", ".", os.path.realpath(sys.executable), os.__file__):
    for deed in DEEDS:
        what = f"change the {deed.__name__} of {path}"
        attempt(what, lambda path=path, deed=deed: deed(path))
attempt("change the mode of another bot's files", lambda: mode("../sleeps/bot.py"))
play_on()
