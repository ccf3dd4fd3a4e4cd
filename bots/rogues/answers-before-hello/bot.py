"""Sends an answer before its Hello."""

from talk import Stream, answers

stream = Stream()
stream.say(answers((1, 0)))
stream.serve()
