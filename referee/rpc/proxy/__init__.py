"""A reverse proxy before a lobby's gRPC server, in a process of its own.

What nobody has shown a token for is counted and bounded here, so that the referee's process never
works for it. It needs the standard library alone, and so starts fast.
"""
