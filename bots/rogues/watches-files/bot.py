"""Tries to be notified when others open or read files; then it plays."""

import ctypes
import fcntl
import os
import sys

from attempts import attempt
from talk import play_on

# The C library has inotify, for which Python has no functions.
LIBC = ctypes.CDLL(None, use_errno=True)
F_NOTIFY, DN_ACCESS, DN_MULTISHOT = 1026, 1, 0x80000000
IN_OPEN = 0x20


def watch(path):
    handle = LIBC.inotify_init1(0)
    if handle < 0 or LIBC.inotify_add_watch(handle, path.encode(), IN_OPEN) < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    os.close(handle)


def ask_for_notices(folder):
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.fcntl(handle, F_NOTIFY, DN_ACCESS | DN_MULTISHOT)
        fcntl.fcntl(handle, F_NOTIFY, 0)
    finally:
        os.close(handle)


for path in (os.path.realpath(sys.executable), os.__file__, "bot.py"):
    attempt(f"watch {path}", lambda path=path: watch(path))
for folder in (os.path.dirname(os.__file__), "."):
    attempt(f"be told what happens in {folder}", lambda folder=folder: ask_for_notices(folder))
play_on()
