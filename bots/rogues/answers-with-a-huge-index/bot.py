"""Answers with the index 4294967295."""

from talk import answers, seated

stream, decisions = seated()
while True:
    stream.say(answers(*((each.decision, 2**32 - 1) for each in decisions)))
    decisions = stream.decisions()
