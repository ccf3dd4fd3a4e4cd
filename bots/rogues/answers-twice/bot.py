"""Answers a decision twice, with different indexes."""

from talk import answers, seated

stream, decisions = seated()
number = decisions[0].decision
stream.say(answers((number, 0), (number, 1)))
stream.serve()
