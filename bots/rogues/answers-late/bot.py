"""Answers every batch after a minute, when the time of its decisions and the bank are used up."""

import time

from talk import answers, seated

stream, decisions = seated()
while True:
    time.sleep(60)
    stream.say(answers(*((each.decision, 0) for each in decisions)))
    decisions = stream.decisions()
