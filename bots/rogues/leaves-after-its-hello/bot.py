"""Waits for the Welcome, and exits."""

import os

from talk import Stream, hello

stream = Stream()
stream.say(hello())
stream.hear()
os._exit(4)
