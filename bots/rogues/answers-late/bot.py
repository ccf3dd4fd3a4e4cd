"""Answers every decision, each when its time and the bank are long over."""

import time

from talk import answers, seated

stream, decisions = seated()
while True:
    time.sleep(60)
    stream.say(answers(*((each.decision, 0) for each in decisions)))
    decisions = stream.decisions()
