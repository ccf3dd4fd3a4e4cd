"""Sends a Hello with a version of the protocol that does not exist."""

from talk import Stream, hello

stream = Stream()
stream.say(hello(protocol_version=99))
stream.serve()
