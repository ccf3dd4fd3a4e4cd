"""When it is asked for a decision, sends a Goodbye."""

from talk import seated

from stych.v1 import referee_pb2 as pb

stream, _ = seated()
stream.say(pb.PlayRequest(goodbye=pb.Goodbye(text="\x1b[31mI have seen enough")))
stream.serve()
