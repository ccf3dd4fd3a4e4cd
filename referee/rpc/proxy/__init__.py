"""A reverse proxy before a lobby's gRPC server, in a process of its own.

It forwards the connections of clients, and bounds what each of them may send. Connections without a
token are bounded together as well, so that they cost the referee's process next to nothing. The
proxy needs no package besides this one and the standard library, and so starts fast.
"""
