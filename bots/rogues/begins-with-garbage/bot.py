"""Sends random bytes in place of a Hello."""

import random

from talk import Stream

stream = Stream()
stream.say(b"\xff" + random.Random(1).randbytes(1000))
stream.serve()
