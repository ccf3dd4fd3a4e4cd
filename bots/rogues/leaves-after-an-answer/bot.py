"""Answers its first batch of decisions, and exits with code 0."""

import os
import time

from talk import answers, seated

stream, decisions = seated()
stream.say(answers(*((each.decision, 0) for each in decisions)))
time.sleep(0.2)
os._exit(0)
