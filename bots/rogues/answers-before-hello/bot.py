"""Answers a decision before it has said hello."""

from talk import Stream, answers

stream = Stream()
stream.say(answers((1, 0)))
stream.serve()
