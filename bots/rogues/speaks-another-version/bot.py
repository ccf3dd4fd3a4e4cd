"""Says hello in a version of the protocol that is still to come."""

from talk import Stream, hello

stream = Stream()
stream.say(hello(protocol_version=99))
stream.serve()
