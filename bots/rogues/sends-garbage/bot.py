"""Is asked, and sends noise."""

import random

from talk import seated

stream, _ = seated()
stream.say(b"\xff" + random.Random(1).randbytes(1000))
stream.serve()
