"""Answers what it is asked first, and leaves in order."""

import os
import time

from talk import answers, seated

stream, decisions = seated()
stream.say(answers(*((each.decision, 0) for each in decisions)))
time.sleep(0.2)
os._exit(0)
