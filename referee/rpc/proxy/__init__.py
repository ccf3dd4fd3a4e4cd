"""A reverse proxy before a lobby's gRPC server, in a process of its own.

It forwards the connections of clients, and bounds what each of them may send. Connections without a
token are bounded together as well, so that they cost the referee's process next to nothing. The
proxy imports only the modules of this package, referee.errors and the standard library, and so
starts fast.
"""
