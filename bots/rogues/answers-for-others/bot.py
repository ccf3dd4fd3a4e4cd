"""Answers a decision that somebody else may have been asked for."""

from talk import answers, seated

stream, decisions = seated()
stream.say(answers((decisions[-1].decision + 1000, 0)))
stream.serve()
