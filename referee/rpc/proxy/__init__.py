"""A reverse proxy before a lobby's gRPC server, in a process of its own.

Connections without a token are counted and bounded here, so that they cost the referee's process
next to nothing. The proxy needs no package beside the standard library, and so starts fast.
"""
