"""When it is asked for a decision, sends random bytes."""

import random

from talk import seated

stream, _ = seated()
stream.say(b"\xff" + random.Random(1).randbytes(1000))
stream.serve()
