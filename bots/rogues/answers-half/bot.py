"""Answers the first decision of a list, and never the others."""

import time

from talk import answers, seated

stream, decisions = seated()
while len(decisions) == 1:
    stream.say(answers((decisions[0].decision, 0)))
    decisions = stream.decisions()
stream.say(answers((decisions[0].decision, 0)))
time.sleep(3600)
